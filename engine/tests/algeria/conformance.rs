//! *Algeria* passes what every game must pass.

use wilaya_engine::Setting;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::conformance::{Suite, every_setting, games_or};

/// Every scenario and set-up with every set of options that is allowed; settings with bars, too.
fn settings() -> Vec<Setting> {
    let options = [
        "slow_french_reaction",
        "deterministic_independence",
        "shorter_game",
        "border_zone_cuts_ap",
        "no_react_to_moves",
    ];
    let mut settings = every_setting::<Algeria>(&["1954", "1958", "1960"], &["default", "free"], &options);
    // The first two options are for games that begin in 1954.
    assert_eq!(settings.len(), 2 * (32 + 8 + 8));
    let barred = |scenario: &str, bars: &[&str]| Setting {
        scenario: Some(scenario.to_owned()),
        bars: bars.iter().map(|&word| word.to_owned()).collect(),
        ..Setting::default()
    };
    let bars = ["event:suez", "event:independence", "action:fln:raid", "action:france:resettlement"];
    settings.push(barred("1954", &bars));
    let bars = ["action:france:react", "action:france:air", "action:france:patrol", "action:fln:convert"];
    settings.push(barred("1958", &bars));
    settings
}

fn suite(full: std::ops::Range<u64>, cheap: std::ops::Range<u64>) -> Suite {
    Suite { settings: settings(), seed: 1962, max_turns: 200, full, cheap }
}

/// Games that are checked in full, and games of which only what is cheap is checked.
const GAMES: (u64, u64) = if cfg!(debug_assertions) { (20, 600) } else { (1_000, 100_000) };

/// Shares of the games, which run side by side.
fn shares(games: u64) -> [std::ops::Range<u64>; 2] {
    [0..games / 2, games / 2..games]
}

/// What says that it cannot occur does not; all else does, but for what is rare or is not asked for once it is barred.
#[test]
fn what_can_occur_is_known() {
    let mut suite = suite(0..0, 0..30);
    suite.settings.retain(|setting| setting.options.len() <= 1);
    let unseen = suite.items::<Algeria>();
    let known = [
        "action:fln:strike",
        "action:france:react",
        "action:france:border-zone",
        "action:france:patrol",
        "action:france:disperse",
    ];
    for (setting, unseen) in suite.settings.iter().zip(unseen) {
        let more: Vec<_> = unseen.iter().filter(|word| !known.contains(&word.as_str())).collect();
        assert!(more.is_empty(), "{setting:?}: {more:?} did not occur");
    }
}

#[test]
fn algeria_conforms_in_full() {
    suite(shares(GAMES.0)[0].clone(), 0..0).run::<Algeria>();
}

#[test]
fn algeria_conforms_in_full_in_more_games() {
    suite(shares(GAMES.0)[1].clone(), 0..0).run::<Algeria>();
}

#[test]
fn algeria_conforms_in_many_games() {
    suite(0..0, shares(games_or(GAMES.1))[0].clone()).run::<Algeria>();
}

#[test]
fn algeria_conforms_in_many_more_games() {
    suite(0..0, shares(games_or(GAMES.1))[1].clone()).run::<Algeria>();
}
