//! Settings: words that are known, and bars.

use super::{figures, rules};
use crate::game::{Setting, SettingError};
use crate::ici::data::{compile, setting};
use crate::ici::types::{Chit, FlnAction, FranceAction};

fn refused(bars: &[&str]) -> SettingError {
    let bars = bars.iter().map(|bar| (*bar).to_owned()).collect();
    match compile(&figures(), &Setting { bars, ..Setting::default() }) {
        Err(error) => error,
        Ok(_) => panic!("not refused"),
    }
}

#[test]
fn bars_take_chits_out_of_the_cup_and_actions_out_of_the_lists() {
    let bars = ["chit:fr_oil", "action:fln:insurgency", "action:gov:search", "action:france:purge"];
    let bars = bars.iter().map(|bar| (*bar).to_owned()).collect();
    let rules = compile(&figures(), &Setting { bars, ..Setting::default() })
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(rules.scenario.cup.france.count_ones(), 26);
    assert!(Chit::each(rules.scenario.cup.france).all(|chit| rules.chit(chit).id != "fr_oil"));
    assert!(rules.fln_barred(FlnAction::BuildCells) && !rules.fln_barred(FlnAction::Recruit));
    assert!(rules.france_barred(FranceAction::Search) && !rules.france_barred(FranceAction::Detect));
    let again = compile(&figures(), &setting(&rules)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.bars, rules.bars);
    let words = ["action:fln:propaganda", "action:fln:assassinate", "action:fln:build-cells"];
    assert!(words.iter().all(|word| setting(&rules).bars.contains(&(*word).to_owned())));
}

#[test]
fn bars_that_cannot_be_are_refused_with_a_message() {
    let is_unknown = |error: &SettingError| matches!(error, SettingError::Unknown { .. });
    for (bar, part) in [
        ("chit:fr_nothing", "fr_oil"),
        ("action:fln:raid", "structure-attack"),
        ("action:france:insurgency", "counterinsurgency"),
        ("event:suez", "chit:ID"),
        ("chit", "chit:ID"),
    ] {
        let error = refused(&[bar]);
        assert!(is_unknown(&error) && error.to_string().contains(part), "{bar}: {error}");
    }
    for bar in ["action:fln:play-chit", "action:france:enter", "action:france:combat-chit"] {
        let error = refused(&[bar]);
        assert!(matches!(error, SettingError::Excluded(_)), "{bar}: {error}");
        assert!(error.to_string().contains("compulsory"), "{bar}: {error}");
    }
    let rules = rules("1955");
    let many: Vec<String> =
        Chit::each(rules.set.fln).take(16).map(|chit| format!("chit:{}", rules.chit(chit).id)).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let error = refused(&many);
    assert!(error.to_string().contains("the cup of fln holds 10"), "{error}");
    assert!(
        compile(
            &figures(),
            &Setting { bars: many[..15].iter().map(|bar| (*bar).to_owned()).collect(), ..Setting::default() }
        )
        .is_ok()
    );
}

#[test]
fn unknown_words_are_refused_with_those_that_are_known() {
    for (given, parts) in [
        (Setting { scenario: Some("1954".to_owned()), ..Setting::default() }, ["scenario", "1955, 1959"]),
        (Setting { setup: Some("random".to_owned()), ..Setting::default() }, ["set-up", "default, free"]),
        (Setting { options: vec!["maqui".to_owned()], ..Setting::default() }, ["option", "maquis"]),
    ] {
        let error = compile(&figures(), &given).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
}
