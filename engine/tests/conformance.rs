//! Every game passes the conformance suite: in full on 1,000 games, what is cheap on 100,000. Debug builds, in which the
//! engine checks every action by itself, play a twentieth of them.

use std::ops::Range;

use wilaya_engine::Setting;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::conformance::Suite;
use wilaya_engine::ici::Ici;

fn share(games: u64, part: u64, parts: u64) -> Range<u64> {
    let games = if cfg!(debug_assertions) { games / 20 } else { games };
    games * part / parts..games * (part + 1) / parts
}

fn algeria(full: Range<u64>, cheap: Range<u64>) {
    let mut settings = Vec::new();
    for scenario in ["1954", "1958", "1960"] {
        for setup in ["default", "free"] {
            let options: &[&[&str]] = match scenario {
                "1954" => &[
                    &[],
                    &["slow_french_reaction", "shorter_game"],
                    &["deterministic_independence", "border_zone_cuts_ap", "no_react_to_moves"],
                ],
                _ => &[&[], &["shorter_game"], &["border_zone_cuts_ap", "no_react_to_moves"]],
            };
            settings.extend(options.iter().map(|options| Setting {
                scenario: Some(scenario.to_owned()),
                setup: Some(setup.to_owned()),
                options: options.iter().map(|&option| option.to_owned()).collect(),
                bars: Vec::new(),
            }));
        }
    }
    Suite { settings, seed: 1962, max_turns: 200, full, cheap }.run::<Algeria>();
}

#[test]
fn algeria_conforms_in_full_one() {
    algeria(share(1_000, 0, 2), 0..0);
}

#[test]
fn algeria_conforms_in_full_two() {
    algeria(share(1_000, 1, 2), 0..0);
}

#[test]
fn algeria_conforms_in_many_games_one() {
    algeria(0..0, share(100_000, 0, 2));
}

#[test]
fn algeria_conforms_in_many_games_two() {
    algeria(0..0, share(100_000, 1, 2));
}

fn ici(full: Range<u64>, cheap: Range<u64>) {
    let mut settings = Vec::new();
    for (scenario, setup) in [("1955", "default"), ("1959", "default"), ("1959", "free")] {
        for options in [&[][..], &["maquis"], &["maquis", "halve_each_die", "combat_chits_from_two"]] {
            settings.push(Setting {
                scenario: Some(scenario.to_owned()),
                setup: Some(setup.to_owned()),
                options: options.iter().map(|&option| option.to_owned()).collect(),
                bars: Vec::new(),
            });
        }
    }
    Suite { settings, seed: 1962, max_turns: 32, full, cheap }.run::<Ici>();
}

#[test]
fn ici_conforms_in_full_one() {
    ici(share(400, 0, 2), 0..0);
}

#[test]
fn ici_conforms_in_full_two() {
    ici(share(400, 1, 2), 0..0);
}

#[test]
fn ici_conforms_in_many_games_one() {
    ici(0..0, share(100_000, 0, 2));
}

#[test]
fn ici_conforms_in_many_games_two() {
    ici(0..0, share(100_000, 1, 2));
}
