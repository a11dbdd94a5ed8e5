//! Exact odds of the missions of Algeria: the dice of the engine's own play, enumerated and compared with fractions.

use crate::support::Board;
use crate::support::odds::{Fraction, Odds, expected};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::algeria::formulas::{self, Success};
use wilaya_engine::algeria::types::{FlnUnit, Mark, Mission};
use wilaya_engine::algeria::{Event, FlnChange, GovChange};
use wilaya_engine::{Game, Setting, Side};

/// The result of the last roll on the Mission Success Table, as the chart prints it.
fn result(events: &[Event]) -> Option<(u8, Mark)> {
    events.iter().rev().find_map(|event| match *event {
        Event::Result { number, mark, .. } => Some((number, mark)),
        _ => None,
    })
}

fn printed((number, mark): (u8, Mark)) -> String {
    format!("{number}{}", if mark == Mark::None { "" } else { mark.word() })
}

/// True if an FLN unit of this type changed so.
fn fln(events: &[Event], what: FlnChange, which: Option<FlnUnit>) -> bool {
    events.iter().any(|event| {
        matches!(*event, Event::Fln { change, unit, .. } if change == what && which.is_none_or(|one| one == unit))
    })
}

fn gov(events: &[Event], what: GovChange) -> bool {
    events.iter().any(|event| matches!(*event, Event::Gov { change, .. } if change == what))
}

#[track_caller]
fn same(found: Fraction, expected: &toml::Value, what: &str) {
    assert_eq!(Some(found.to_string().as_str()), expected.as_str(), "{what}");
}

/// A mission of the FLN whose roll has this DRM: Patrols for what is below 0, Bands for what is above.
fn raid(drm: i32) -> (Board, String) {
    let bands = 1 + drm.max(0) as u8;
    let mut board = Board::new().fln("II-1", "band/ops", bands);
    if drm < 0 {
        board = board.gov("II-1", "police/ptl", drm.unsigned_abs() as u8);
    }
    (board, if bands > 1 { format!("raid count:{bands}") } else { "raid".to_owned() })
}

/// A Suppression with this DRM from 0 on: elite brigades that assist.
fn suppression(drm: i32) -> (Board, String) {
    let mut board = Board::new().fln("II-1", "cadre/ug", 1).gov("II-1", "police/ptl", 1).government_acts();
    if drm > 0 {
        board = board.gov("II-1", "elite-brigade/ops", drm as u8);
    }
    (board, if drm > 0 { format!("suppression count:{drm}") } else { "suppression".to_owned() })
}

#[test]
fn mission_success() {
    let means = expected("mission_success_mean");
    for (drm, row) in expected("mission_success") {
        let number: i32 = drm.parse().unwrap_or_else(|_| panic!("{drm} is no DRM"));
        let mut boards = vec![raid(number)];
        if number >= 0 {
            boards.push(suppression(number));
        }
        for (board, actions) in boards {
            let odds = board.set_up().odds(&actions, |_, events| result(events));
            let found: Vec<(String, Fraction)> =
                odds.0.iter().filter_map(|(one, &chance)| Some((printed((*one)?), chance))).collect();
            let row = row.as_table().unwrap_or_else(|| panic!("{drm} has no row"));
            assert_eq!(found.len(), row.len(), "{actions} at {drm}");
            for (outcome, chance) in found {
                same(chance, &row[&outcome], &format!("{outcome} at {drm}"));
            }
            let mean = &means[&drm];
            let of = |mark| odds.of(|one| one.is_some_and(|(_, found)| found == mark));
            same(odds.mean(|one| one.map_or(0, |(number, _)| number.into())), &mean["mean"], &drm);
            same(of(Mark::Plus), &mean["plus"], &drm);
            same(of(Mark::At), &mean["at"], &drm);
        }
    }
}

#[test]
fn propaganda_of_a_single_cadre() {
    let row = expected("propaganda_single_cadre_drm0");
    let odds = |area: &str| {
        let table = Board::new().psl(50, 90).fln(area, "cadre/ops", 1).set_up();
        // The PSP are taken off the Government; the award for a lost Cadre off the FLN.
        table.odds("propaganda", |state, events| {
            (90 - state.psl(Side::France), fln(events, FlnChange::Eliminated, None))
        })
    };
    let rural = odds("II-1");
    same(rural.of(|one| *one == (1, true)), &row["gain_1_and_eliminated"], "1+");
    same(rural.of(|one| *one == (1, false)), &row["gain_1"], "1");
    same(rural.of(|one| *one == (2, false)), &row["gain_2"], "2");
    same(rural.of(|one| *one == (3, false)), &row["gain_3"], "3@");
    same(rural.mean(|one| one.0.into()), &row["mean_psp"], "rural");
    same(odds("ORAN").mean(|one| one.0.into()), &row["mean_psp_urban"], "urban");
}

#[test]
fn units_eliminated_by_a_move() {
    for (against, chance) in expected("move_eliminated") {
        let total: u8 = against.parse().unwrap_or_else(|_| panic!("{against} is no number"));
        for steps in 0..=total.min(3) {
            let zone = Board::new()
                .independent()
                .set("border_zone", steps.into())
                .set("border_zone_active", true.into())
                .fln("TUNISIA", "band/ops", 1);
            let patrols = total - steps;
            let board = if patrols > 0 { zone.gov("I-4", "police/ptl", patrols) } else { zone };
            let odds =
                board.set_up().odds("move to:I-4", |_, events| fln(events, FlnChange::Eliminated, None));
            same(odds.of(|lost| *lost), &chance, &format!("{patrols} on Patrol, {steps} steps"));
        }
    }
}

#[test]
fn hits_by_firepower() {
    // Firepower by half of a Government unit, and by FLN units in a Harass of it.
    let fire = |board: Board, actions: &str, shooter: Side| {
        board.set_up().odds(actions, |_, events| {
            events.iter().find_map(|event| match *event {
                Event::Fire { side, firepower, hits, .. } if side == shooter => Some((firepower, hits)),
                _ => None,
            })
        })
    };
    let base = || Board::new().psl(50, 90);
    let at = |unit: &str| base().fln("II-1", "band/ops", 1).gov("II-1", unit, 1);
    let raided = |unit: &str, count| base().fln("II-1", "band/ops", 1).gov("II-1", unit, count);
    for (board, actions, side, power) in [
        (at("police/ptl"), "harass", Side::France, "1"),
        (at("algerian-brigade/oc"), "harass", Side::France, "2-4"),
        (at("police/ptl"), "harass", Side::Fln, "2-4"),
        (at("elite-brigade/oc"), "harass", Side::France, "5-8"),
        (at("division-concentrated/oc"), "harass", Side::France, "9-15"),
        (
            base().fln("II-1", "failek/ops", 3).gov("II-1", "police/ptl", 1),
            "harass count:2",
            Side::Fln,
            "9-15",
        ),
        (raided("elite-brigade/ops", 2), "raid", Side::France, "16-24"),
        (raided("division-concentrated/ops", 1), "raid", Side::France, "25+"),
    ] {
        // In a React every unit that may goes; what evades is not fired on and left out.
        let odds = fire(board, actions, side);
        let fired = odds.of(Option::is_some);
        let row = &expected("crt")[power];
        let hits = row["hits"].as_table().unwrap_or_else(|| panic!("{power} has no row"));
        let among = |chance: Fraction| chance.divided_by(fired);
        for (number, chance) in hits {
            let found = odds.of(|one| one.is_some_and(|(_, hits)| hits.to_string() == *number));
            same(among(found), chance, &format!("{number} hits at {power}"));
        }
        same(among(odds.mean(|one| one.map_or(0, |(_, hits)| hits.into()))), &row["mean"], power);
    }
}

#[test]
fn contacts_by_rating_evasion_and_place() {
    for (name, chance) in expected("contact") {
        let parts: Vec<&str> = name.split(' ').collect();
        let [contact, evasion, drm] = parts[..] else { panic!("{name} is no contact") };
        let (area, terror) = match drm {
            "-1" => ("ORAN", false),
            "+0" => ("II-1", false),
            "+1" => ("II-1", true),
            _ => ("VI-1", true),
        };
        let (units, helo, commits) = match contact {
            "C1" => (vec![("algerian-brigade/ops", 1)], 0, vec![]),
            "C2" => (vec![("elite-brigade/ops", 1)], 0, vec![]),
            "C3" => (vec![("elite-brigade/ops", 1)], 1, vec!["elite-brigade/ops/airmobile"]),
            "C4" => (vec![("elite-brigade/ops", 2)], 0, vec!["elite-brigade/ops"]),
            "C5" => {
                (vec![("elite-brigade/ops", 2)], 1, vec!["elite-brigade/ops", "elite-brigade/ops/airmobile"])
            }
            _ => (vec![("elite-brigade/ops", 3)], 0, vec!["elite-brigade/ops", "elite-brigade/ops"]),
        };
        let kinds: &[&str] = match evasion {
            "E2" => &["failek"],
            "E3" if area == "VI-1" => &["band"],
            "E3" => &["band", "front"],
            _ => &["cadre"],
        };
        for kind in kinds {
            let mut board = Board::new().fln(area, &format!("{kind}/ops"), 1).helo(helo).government_acts();
            for &(class, count) in &units {
                board = board.gov(area, class, count);
            }
            if terror {
                board = board.terror(area);
            }
            let actions =
                commits.iter().fold("flush".to_owned(), |all, unit| format!("{all} commit:{area}/{unit}"));
            let odds = board.set_up().odds(&actions, |_, events| fln(events, FlnChange::Contacted, None));
            same(odds.of(|found| *found), &chance, &format!("{name}, {kind}"));
        }
    }
}

#[test]
fn contacts_by_intelligence_are_those_of_a_flush() {
    for (name, chance) in expected("contact") {
        let parts: Vec<&str> = name.split(' ').collect();
        let [contact, evasion, drm] = parts[..] else { panic!("{name} is no contact") };
        let police = match contact {
            "C2" => 1,
            "C4" => 2,
            "C6" => 3,
            _ => continue,
        };
        let (area, terror) = match drm {
            "-1" => ("ORAN", false),
            "+0" => ("II-1", false),
            "+1" => ("VI-1", false),
            _ => ("VI-1", true),
        };
        let unit = match evasion {
            "E2" => "failek/ug",
            "E3" => "band/ug",
            _ => "cadre/ug",
        };
        let board = Board::new().fln(area, unit, 1).gov(area, "police/ptl", police).government_acts();
        let board = if terror { board.terror(area) } else { board };
        let odds = board.set_up().odds("intelligence", |_, events| fln(events, FlnChange::Contacted, None));
        same(odds.of(|found| *found), &chance, &name);
    }
}

/// How the FLN unit on the board does its mission, and the unit it becomes when reduced.
fn act(unit: &str) -> (&'static str, Mission) {
    match unit {
        "band" | "failek" => ("raid", Mission::Raid),
        _ => ("propaganda", Mission::Propaganda),
    }
}

#[test]
fn evasion_by_type() {
    for (unit, chance) in expected("evade") {
        let (odds, quiet) = reacted(&unit, "elite-brigade");
        let found = odds.of(|one| one.quiet && one.evaded);
        same(found.divided_by(quiet), &chance, &unit);
    }
}

/// What came of a React to a mission of one FLN unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Reacted {
    /// The mission itself lost nothing.
    quiet: bool,
    evaded: bool,
    eliminated: bool,
    reduced: bool,
    gov_neutralized: bool,
}

/// A mission of one unit with a React of one, and the chance that the mission lost nothing.
fn reacted(unit: &str, reacting: &str) -> (Odds<Reacted>, Fraction) {
    let (actions, mission) = act(unit);
    let board = Board::new().psl(50, 90).fln("II-1", &format!("{unit}/ops"), 1).gov(
        "II-1",
        &format!("{reacting}/ops"),
        1,
    );
    let odds = board.set_up().odds(actions, |_, events| {
        let quiet = events.iter().any(|event| {
            matches!(*event, Event::Result { mission: one, mark, .. } if one == mission && mark != Mark::Plus)
        });
        let eliminated = fln(events, FlnChange::Eliminated, None);
        Reacted {
            quiet,
            evaded: fln(events, FlnChange::Evaded, None),
            eliminated,
            reduced: !eliminated && fln(events, FlnChange::Reduced, None),
            gov_neutralized: gov(events, GovChange::Neutralized),
        }
    });
    let quiet = odds.of(|one| one.quiet);
    (odds, quiet)
}

#[test]
fn reacts_of_one_unit_to_one_unit() {
    for (name, row) in expected("react") {
        let (unit, reacting) = name.split_once("_vs_").unwrap_or_else(|| panic!("{name} is no React"));
        let (odds, quiet) = reacted(unit, &reacting.replace('_', "-"));
        let chance = |holds: fn(&Reacted) -> bool| odds.of(|one| one.quiet && holds(one)).divided_by(quiet);
        same(chance(|one| one.evaded), &row["evades"], &name);
        same(chance(|one| one.eliminated), &row["eliminated"], &name);
        same(chance(|one| one.reduced), &row["reduced"], &name);
        same(chance(|one| one.gov_neutralized), &row["gov_neutralized"], &name);
    }
}

#[test]
fn harasses_of_one_unit_against_one_unit() {
    for (name, row) in expected("harass") {
        let Some((unit, target)) = name.split_once("_vs_") else {
            assert_eq!(name, "mean_hits_by_band_or_failek");
            for unit in ["band", "failek"] {
                let board = Board::new().fln("II-1", &format!("{unit}/ops"), 1).gov("II-1", "police/ptl", 1);
                let odds = board.set_up().odds("harass", |_, events| {
                    events.iter().find_map(|event| match *event {
                        Event::Fire { side: Side::Fln, hits, .. } => Some(hits),
                        _ => None,
                    })
                });
                same(odds.mean(|hits| hits.unwrap_or(0).into()), &row, unit);
            }
            continue;
        };
        // The target is not ready, so that no React follows.
        let at = if target == "police" { "ptl" } else { "oc" };
        let target = target.replace('_', "-");
        let board =
            Board::new().fln("II-1", &format!("{unit}/ops"), 1).gov("II-1", &format!("{target}/{at}"), 1);
        let odds = board.set_up().odds("harass", |_, events| {
            let eliminated = fln(events, FlnChange::Eliminated, None);
            let reduced = !eliminated && fln(events, FlnChange::Reduced, None);
            let survives = !eliminated && fln(events, FlnChange::Neutralized, None);
            (gov(events, GovChange::Neutralized), eliminated, reduced, survives)
        });
        same(odds.of(|one| one.0), &row["target_neutralized"], &name);
        same(odds.of(|one| one.1), &row["fln_eliminated"], &name);
        same(odds.of(|one| one.2), &row["fln_reduced"], &name);
        same(odds.of(|one| one.3), &row["fln_survives_neutralized"], &name);
    }
}

#[test]
fn flush_of_a_cadre_by_an_elite_brigade() {
    let row = expected("flush_single_elite_vs_single_cadre");
    let odds = |area: &str, helo: u8, actions: &str| {
        let board = Board::new()
            .fln(area, "cadre/ops", 1)
            .gov(area, "elite-brigade/ops", 1)
            .helo(helo)
            .government_acts();
        board.set_up().odds(actions, |_, events| {
            (fln(events, FlnChange::Contacted, None), fln(events, FlnChange::Eliminated, None))
        })
    };
    let ground = odds("II-1", 0, "flush");
    same(ground.of(|one| one.0), &row["contacted"], "contacted");
    same(ground.of(|one| one.1), &row["eliminated"], "eliminated");
    let air = odds("II-1", 1, "flush commit:II-1/elite-brigade/ops/airmobile");
    same(air.of(|one| one.0), &row["contacted_airmobilized"], "by air");
    same(odds("ORAN", 0, "flush").of(|one| one.0), &row["contacted_urban"], "in a city");
}

#[test]
fn strike_of_a_front_alone() {
    let row = expected("strike_drm0");
    let board = Board::new().psl(50, 90).fln("ORAN", "front/ops", 1);
    let odds = board.set_up().odds("strike", |_, events| {
        let psp = |what| {
            let sum: i32 = events
                .iter()
                .map(|event| match *event {
                    Event::Psl { side: Side::France, delta, cause, .. } if cause == what => -i32::from(delta),
                    _ => 0,
                })
                .sum();
            sum
        };
        use wilaya_engine::algeria::PslCause;
        (psp(PslCause::Strike), psp(PslCause::NoReact), result(events).map(printed))
    });
    same(odds.mean(|one| one.0.into()), &row["mean_psp"], "mean");
    same(odds.mean(|one| one.1.into()), &row["mean_penalty_if_no_react"], "penalty");
    let marked = |mark: &str| odds.of(|one| one.2.as_deref().is_some_and(|printed| printed.ends_with(mark)));
    same(marked("+"), &row["plus"], "+");
    same(marked("@"), &row["at"], "@");
}

#[test]
fn formulas_give_the_odds_of_the_charts() {
    let r = Algeria::rules(&Algeria::figures(), &Setting::default()).expect("it is a setting");
    let near =
        |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
    // The numbers are 1, 1, 1, 2, 2 and 3; one of six faces eliminates, one is an at sign.
    let Success { number, plus, at } = formulas::success(&r.mst_fln, 0);
    near(number, 10.0 / 6.0);
    near(plus, 1.0 / 6.0);
    near(at, 1.0 / 6.0);
    near(formulas::mean_hits(&r, 25), 7.5);
    // A Band (2) against a Police unit that answers with 1: more hits on 4 and 5 unless it rolls 6, on 6 always.
    near(formulas::outfights(&r, 2, 1), 16.0 / 36.0);
    // Twice the Control Points take Control; else each side needs no more than the difference, and the other more.
    for (points, expected) in [
        ((4, 2), [1.0, 0.0]),
        ((1, 4), [0.0, 1.0]),
        ((1, 0), [1.0, 0.0]),
        ((0, 0), [0.0, 0.0]),
        ((3, 3), [0.0, 0.0]),
        ((5, 3), [2.0 / 9.0, 2.0 / 9.0]),
        ((20, 12), [0.0, 0.0]),
    ] {
        let found = formulas::control_chances(&r, points.0, points.1);
        near(found[0], expected[0]);
        near(found[1], expected[1]);
    }
}
