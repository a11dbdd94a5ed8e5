//! *Ici, c'est la France!* passes what every game must pass.

use wilaya_engine::Setting;
use wilaya_engine::conformance::Suite;
use wilaya_engine::ici::Ici;

/// Both scenarios and set-ups, and each option; settings with bars, too.
fn settings() -> Vec<Setting> {
    let setting = |scenario: &str, setup: &str, options: &[&str], bars: &[&str]| Setting {
        scenario: Some(scenario.to_owned()),
        setup: Some(setup.to_owned()),
        options: options.iter().map(|&word| word.to_owned()).collect(),
        bars: bars.iter().map(|&word| word.to_owned()).collect(),
    };
    let all = ["maquis", "halve_each_die", "combat_chits_from_two"];
    let mut settings = vec![Setting::default()];
    for (scenario, setup) in [("1955", "default"), ("1959", "default"), ("1959", "free")] {
        settings.push(setting(scenario, setup, &[], &[]));
        settings.push(setting(scenario, setup, &["maquis"], &[]));
        settings.push(setting(scenario, setup, &all, &[]));
    }
    let barred = ["chit:fl_oas", "action:fln:exchange", "action:france:resettle", "action:france:search"];
    settings.push(setting("1955", "default", &["maquis"], &barred));
    let barred =
        ["action:fln:move", "action:fln:insurgency", "action:france:move", "action:france:morice-attack"];
    settings.push(setting("1959", "free", &[], &barred));
    settings
}

fn suite(full: std::ops::Range<u64>, cheap: std::ops::Range<u64>) -> Suite {
    Suite { settings: settings(), seed: 1962, max_turns: 32, full, cheap }
}

/// Games that are checked in full, and games of which only what is cheap is checked.
const GAMES: (u64, u64) = if cfg!(debug_assertions) { (12, 300) } else { (1_000, 100_000) };

// Two halves of each, which run side by side.

#[test]

fn ici_conforms_in_full() {
    suite(0..GAMES.0 / 2, 0..0).run::<Ici>();
}

#[test]

fn ici_conforms_in_full_too() {
    suite(GAMES.0 / 2..GAMES.0, 0..0).run::<Ici>();
}

#[test]
fn ici_conforms_in_many_games() {
    suite(0..0, GAMES.0..GAMES.0 + GAMES.1 / 2).run::<Ici>();
}

#[test]
fn ici_conforms_in_many_more_games() {
    suite(0..0, GAMES.0 + GAMES.1 / 2..GAMES.0 + GAMES.1).run::<Ici>();
}
