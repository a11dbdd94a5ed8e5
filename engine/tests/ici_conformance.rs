//! *Ici, c'est la France!* passes what every game must pass.

use wilaya_engine::Setting;
use wilaya_engine::conformance::{Suite, every_setting, games_or};
use wilaya_engine::ici::Ici;

/// Both scenarios and set-ups with every set of options; settings with bars, too.
fn settings() -> Vec<Setting> {
    let options = ["maquis", "halve_each_die", "combat_chits_from_two"];
    let mut settings = every_setting::<Ici>(&["1955", "1959"], &["default", "free"], &options);
    assert_eq!(settings.len(), 2 * 2 * 8);
    let barred = |scenario: &str, setup: &str, options: &[&str], bars: &[&str]| Setting {
        scenario: Some(scenario.to_owned()),
        setup: Some(setup.to_owned()),
        options: options.iter().map(|&word| word.to_owned()).collect(),
        bars: bars.iter().map(|&word| word.to_owned()).collect(),
    };
    let bars = ["chit:fl_oas", "action:fln:exchange", "action:france:resettle", "action:france:search"];
    settings.push(barred("1955", "default", &["maquis"], &bars));
    let bars =
        ["action:fln:move", "action:fln:insurgency", "action:france:move", "action:france:morice-attack"];
    settings.push(barred("1959", "free", &[], &bars));
    settings
}

fn suite(full: std::ops::Range<u64>, cheap: std::ops::Range<u64>) -> Suite {
    Suite { settings: settings(), seed: 1962, max_turns: 32, full, cheap }
}

/// Games that are checked in full, and games of which only what is cheap is checked.
const GAMES: (u64, u64) = if cfg!(debug_assertions) { (12, 300) } else { (700, 100_000) };

/// Shares of the games, which run side by side.
fn shares(games: u64) -> [std::ops::Range<u64>; 2] {
    [0..games / 2, games / 2..games]
}

/// What says that it cannot occur does not; all else does, but for what is rare or is not asked for once it is barred.
#[test]
fn what_can_occur_is_known() {
    let mut suite = suite(0..0, 0..24);
    suite.settings.retain(|setting| setting.options.len() <= 1);
    let unseen = suite.items::<Ici>();
    let known = ["action:fln:propaganda", "action:france:maquis"];
    for (setting, unseen) in suite.settings.iter().zip(unseen) {
        let more: Vec<_> = unseen.iter().filter(|word| !known.contains(&word.as_str())).collect();
        assert!(more.is_empty(), "{setting:?}: {more:?} did not occur");
    }
}

#[test]
fn ici_conforms_in_full() {
    suite(shares(GAMES.0)[0].clone(), 0..0).run::<Ici>();
}

#[test]
fn ici_conforms_in_full_in_more_games() {
    suite(shares(GAMES.0)[1].clone(), 0..0).run::<Ici>();
}

#[test]
fn ici_conforms_in_many_games() {
    suite(0..0, shares(games_or(GAMES.1))[0].clone()).run::<Ici>();
}

#[test]
fn ici_conforms_in_many_more_games() {
    suite(0..0, shares(games_or(GAMES.1))[1].clone()).run::<Ici>();
}
