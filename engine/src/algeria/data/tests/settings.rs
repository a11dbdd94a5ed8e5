use super::*;
use crate::algeria::rules::Options;
use crate::algeria::types::{FlnUnit, Mission, RandomEvent};

fn with_bars(bars: &[&str]) -> Result<Rules, SettingError> {
    compile(&figures(), &Setting { bars: words(bars), ..Setting::default() })
}

#[test]
fn every_setting_compiles_or_is_excluded_by_the_rules() {
    let figures = figures();
    for id in SCENARIOS {
        for setup in ["default", "free"] {
            for chosen in 0u32..1 << Options::NAMES.len() {
                let names = Options::NAMES.iter().enumerate();
                let options: Vec<String> = names
                    .filter(|(index, _)| chosen & 1 << index != 0)
                    .map(|(_, name)| (*name).to_owned())
                    .collect();
                let setting = Setting {
                    scenario: Some(id.to_owned()),
                    setup: Some(setup.to_owned()),
                    options,
                    bars: Vec::new(),
                };
                match compile(&figures, &setting) {
                    Ok(rules) => {
                        assert!(id == "1954" || chosen & 3 == 0, "{setting:?}");
                        assert_eq!(super::setting(&rules), setting);
                    }
                    Err(SettingError::Excluded(_)) => assert!(id != "1954" && chosen & 3 != 0, "{setting:?}"),
                    Err(error) => panic!("{setting:?}: {error}"),
                }
            }
        }
    }
}

#[test]
fn a_setting_left_open_is_spelled_out() {
    let spelled = setting(&compile(&figures(), &Setting::default()).unwrap());
    assert_eq!(spelled.scenario.as_deref(), Some("1958"));
    assert_eq!(spelled.setup.as_deref(), Some("default"));
    let doubled = Setting {
        options: words(&["shorter_game", "border_zone_cuts_ap", "shorter_game"]),
        bars: words(&["action:gov:flush", "event:suez", "event:suez", "action:fln:raid"]),
        ..Setting::default()
    };
    let spelled = setting(&compile(&figures(), &doubled).unwrap());
    assert_eq!(spelled.options, ["shorter_game", "border_zone_cuts_ap"]);
    assert_eq!(spelled.bars, ["event:suez", "action:fln:raid", "action:france:flush"]);
}

#[test]
fn unknown_words_are_refused_with_those_that_are_known() {
    let of = |setting: Setting| message(compile(&figures(), &setting));
    assert_eq!(of(scenario("1957")), "unknown scenario \"1957\": algeria has 1954, 1958, 1960");
    assert_eq!(
        of(Setting { setup: Some("random".to_owned()), ..Setting::default() }),
        "unknown set-up \"random\": algeria has default, free"
    );
    assert_eq!(
        of(Setting { options: words(&["shorter-game"]), ..Setting::default() }),
        "unknown option \"shorter-game\": algeria has slow_french_reaction, deterministic_independence, \
         shorter_game, border_zone_cuts_ap, no_react_to_moves"
    );
    assert_eq!(
        of(Setting { options: words(&["slow_french_reaction"]), ..scenario("1960") }),
        "option slow_french_reaction is not for scenario 1960: leave it out or play scenario 1954"
    );
}

#[test]
fn each_bar_is_read_and_written() {
    let every: Vec<String> = bars::read(&[]).map(|bars| bars::write(&bars)).unwrap();
    assert!(every.is_empty());
    let Err(SettingError::Unknown { known, .. }) = with_bars(&["x"]) else { panic!("x is no bar") };
    assert_eq!(known.len(), RandomEvent::ALL.len() - 1 + 7 + 13);
    for word in &known {
        let rules = with_bars(&[word]).unwrap();
        assert_eq!(setting(&rules).bars, std::slice::from_ref(word));
    }
    let all: Vec<&str> = known.iter().rev().map(String::as_str).collect();
    let rules = with_bars(&all).unwrap();
    assert_eq!(setting(&rules).bars, known);
    assert!(Mission::ALL.iter().all(|mission| rules.barred(*mission)));
    let bars = rules.bars;
    assert!(bars.build && bars.convert && bars.mobilize && bars.points && bars.border_zone);
    assert!(bars.air && bars.airmobile && bars.patrol && bars.disperse);
    assert_eq!(bars.events.count_ones() as usize, RandomEvent::ALL.len() - 1);
    let raid = with_bars(&["action:fln:raid"]).unwrap();
    assert!(raid.barred(Mission::Raid) && !raid.barred(Mission::Harass));
}

#[test]
fn a_bar_that_means_nothing_is_refused() {
    let of = |word: &str| message(with_bars(&[word]));
    let events = "foreign-arms, jealousy, elections, un-debate, factional-purge, independence, nato, suez, amnesty, \
                  sartre";
    assert_eq!(of("event:none"), format!("event:none bars nothing: it is not an event; bar one of {events}"));
    assert_eq!(of("event:coup"), format!("unknown event \"coup\": algeria has {events}"));
    assert_eq!(
        of("action:fln:flush"),
        "unknown action of the FLN \"flush\": algeria has propaganda, strike, move, raid, harass, build, convert"
    );
    assert_eq!(
        of("action:gov:raid"),
        "unknown action of France \"raid\": algeria has flush, react, intelligence, civil-affairs, suppression, \
         resettlement, mobilize, points, border-zone, air, airmobile, patrol, disperse"
    );
    assert_eq!(of("action:oas:raid"), "unknown side \"oas\": algeria has fln, france");
    for word in ["suez", "event", "action:fln", "action:fln:raid:2", "chit:x", ""] {
        let text = of(word);
        assert!(
            text.starts_with(&format!("unknown bar \"{word}\": algeria has event:foreign-arms, ")),
            "{text}"
        );
    }
}

#[test]
fn the_placement_of_another_scenario_or_of_a_free_set_up_does_not_matter() {
    let mut figures = figures();
    figures.set("scenario.1958.fln.I.band", "3").unwrap();
    assert!(compile(&figures, &Setting::default()).is_err());
    assert!(compile(&figures, &scenario("1954")).is_ok());
    let free = Setting { setup: Some("free".to_owned()), ..Setting::default() };
    assert_eq!(compile(&figures, &free).unwrap().scenario.fln[0][FlnUnit::Band.index()], 3);
}
