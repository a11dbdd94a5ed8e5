//! Exact odds of the phases of Algeria outside the Operations Phase: the dice of the engine's own play, enumerated.

use std::collections::BTreeMap;

use crate::support::odds::{Fraction, Odds};
use crate::support::{Board, Table};
use serde_json::json;
use wilaya_engine::algeria::types::{FlnBox, FlnUnit, Place};
use wilaya_engine::algeria::{Action, Algeria, Decision, Event, State};
use wilaya_engine::algeria::{ApCause, PslCause};
use wilaya_engine::dice::{Dice, EnumeratedDice, Label, enumerate};
use wilaya_engine::{Actions, Game, Notation as _, Setting, Side, Status};

/// The expected fractions: a section of `data/phase_odds.toml`.
#[track_caller]
fn expected(section: &str) -> toml::Table {
    let all: toml::Table = include_str!("data/phase_odds.toml")
        .parse()
        .unwrap_or_else(|error| panic!("phase_odds.toml: {error}"));
    all[section].as_table().cloned().unwrap_or_default()
}

#[track_caller]
fn same(found: Fraction, expected: &toml::Value, what: &str) {
    assert_eq!(Some(found.to_string().as_str()), expected.as_str(), "{what}");
}

/// Enumerates all dice but those whose faces are given.
struct Partly<'a> {
    dice: &'a mut EnumeratedDice,
    faces: &'a [(Label, u16)],
}

impl Dice for Partly<'_> {
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        match self.faces.iter().find(|(one, _)| *one == label) {
            Some((_, face)) => face - 1,
            None => self.dice.uniform(label, n),
        }
    }

    fn rekey(&mut self, _: u16, _: u8) {}
}

/// What comes of a piece of play, with its chance; the faces of some rolls are given as `label=face …`.
fn odds<T: Ord>(table: &Table, faces: &str, mut piece: impl FnMut(&mut Partly<'_>) -> T) -> Odds<T> {
    let faces: Vec<(Label, u16)> = faces
        .split_whitespace()
        .map(|one| {
            let (label, face) = one.split_once('=').unwrap_or((one, ""));
            let label = Algeria::parse_label(table.rules, label).unwrap_or_else(|error| panic!("{error}"));
            (label, face.parse().unwrap_or_else(|_| panic!("\"{one}\" lacks a face")))
        })
        .collect();
    let mut chances = BTreeMap::new();
    for leaf in enumerate(|dice| piece(&mut Partly { dice, faces: &faces })) {
        let ways = i128::try_from(leaf.inverse_probability).unwrap_or(i128::MAX);
        let chance = chances.entry(leaf.value).or_insert(Fraction::ZERO);
        *chance = *chance + Fraction::new(1, ways);
    }
    let odds = Odds(chances);
    assert_eq!(odds.of(|_| true), Fraction::new(1, 1), "the chances do not add up");
    odds
}

/// Ends the turn of a board with a pass and goes on to the next decision.
fn after_a_pass<T: Ord>(board: &Board, faces: &str, outcome: impl Fn(&State, &[Event]) -> T) -> Odds<T> {
    let table = board.set_up();
    odds(&table, faces, |dice| {
        let (mut state, mut events) = (table.state, Vec::new());
        Algeria::apply(table.rules, &mut state, Action::Pass, dice, &mut events);
        outcome(&state, &events)
    })
}

/// Nothing happens at the end of this turn.
fn quiet() -> Board {
    Board::new().ap(0).fln("I-2", "cadre/ug", 1).control("I-2", Side::Fln)
}

const NO_EVENT: &str = "event-tens=1 event-units=1";

#[test]
fn the_random_events_have_the_odds_of_their_cells() {
    let odds = after_a_pass(&quiet(), "", |_, events| {
        events.iter().find_map(|event| match event {
            Event::Random(event) => Some(event.word()),
            _ => None,
        })
    });
    let expected = expected("random_event");
    assert_eq!(odds.0.len(), expected.len());
    for (event, chance) in expected {
        same(odds.of(|one| *one == Some(event.as_str())), &chance, &event);
    }
}

#[test]
fn each_of_the_36_cells_has_its_event() {
    #[rustfmt::skip]
    let cells = [
        ["none"; 6],
        ["none"; 6],
        ["foreign-arms", "foreign-arms", "foreign-arms", "jealousy", "jealousy", "jealousy"],
        ["elections", "elections", "un-debate", "un-debate", "factional-purge", "factional-purge"],
        ["independence", "independence", "independence", "independence", "nato", "nato"],
        ["suez", "suez", "amnesty", "amnesty", "sartre", "sartre"],
    ];
    for (tens, row) in (1..).zip(cells) {
        for (units, cell) in (1..).zip(row) {
            // Every other roll is a 1: no event needs more than these.
            let faces = format!(
                "event-tens={tens} event-units={units} foreign-arms.fln=1 elections.france=1 elections-psp.france=1 \
                 un-debate.fln=1 purge.france=1 independence-psp.fln=1 independence-psp.france=1 nato.france=1 \
                 suez.france=1"
            );
            let odds = after_a_pass(&quiet(), &faces, |_, events| {
                events.iter().any(|event| matches!(event, Event::Random(event) if event.word() == cell))
            });
            assert!(odds.0.keys().eq([&true]), "{tens}{units} is not {cell}");
        }
    }
}

/// What a cause gives or takes from a PSL.
fn psp(events: &[Event], cause: PslCause) -> i128 {
    let delta = |event: &Event| match event {
        Event::Psl { delta, cause: why, .. } if *why == cause => i128::from(*delta),
        _ => 0,
    };
    events.iter().map(delta).sum()
}

#[test]
fn elections_cost_the_government_35_18_psp_on_average() {
    let faces = "event-tens=4 event-units=1";
    let odds = after_a_pass(&quiet(), faces, |_, events| psp(events, PslCause::RandomEvent));
    same(odds.mean(|psp| *psp), &expected("elections")["mean_psp"], "elections");
}

#[test]
fn units_and_areas_recover_with_the_odds_of_charts_c_5() {
    let expected = expected("recovery");
    let recovers = |board: Board| {
        let faces = format!("{NO_EVENT} coup-attempt.france=1 oas=1");
        after_a_pass(&board, &faces, |_, events| {
            events.iter().any(|event| {
                matches!(event, Event::Fln { .. } | Event::Gov { .. } | Event::Terror { placed: false, .. })
            })
        })
        .of(|recovered| *recovered)
    };
    let brigade = |unit: &str, psl| quiet().psl(50, psl).gov("V-1", &format!("{unit}/neutralized"), 1);
    for (key, board) in [
        ("plain_unit", brigade("french-brigade", 50)),
        ("plain_unit", quiet().fln("V-1", "band/ug-neutralized", 1)),
        ("elite_or_psl_70", brigade("elite-brigade", 50)),
        ("elite_or_psl_70", brigade("french-brigade", 70)),
        ("elite_or_psl_70", quiet().psl(70, 50).fln("V-1", "band/ug-neutralized", 1)),
        ("psl_30", brigade("french-brigade", 30)),
        ("psl_30", quiet().psl(30, 50).fln("V-1", "band/ug-neutralized", 1)),
        ("elite_with_psl_30", brigade("elite-brigade", 30)),
        ("elite_with_psl_70", brigade("elite-brigade", 70)),
        ("terror_with_active_fln", quiet().terror("I-2")),
        ("terror_without_active_fln", quiet().terror("V-1")),
    ] {
        same(recovers(board), &expected[key], key);
    }
}

#[test]
fn a_coup_has_the_odds_of_charts_b_2_with_the_oas_in_france_or_not() {
    for (section, place) in [("coup_no_oas_in_france", "ALGIERS"), ("coup_oas_in_france", "FRANCE")] {
        let expected = expected(section);
        let board = quiet().psl(50, 30).set("oas", json!({ "controller": "fln", "place": place }));
        let faces = format!("{NO_EVENT} oas=1 coup-mobilize.france=1 coup-elite.france=1");
        let odds = after_a_pass(&board, &faces, |_, events| {
            let line = events.iter().find_map(|event| match event {
                Event::Coup(line) => Some(*line),
                _ => None,
            });
            (line.unwrap_or_else(|| panic!("no check for a coup")), psp(events, PslCause::Coup))
        });
        let attempt = odds.of(|(line, _)| line.is_some());
        same(attempt, &expected["attempt"], section);
        // The chance of an attempt is one over this.
        let tries = if place == "FRANCE" { 3 } else { 6 };
        assert_eq!(attempt * tries, Fraction::new(1, 1));
        for line in 0..6u8 {
            let chance = odds.of(|(one, _)| *one == Some(line));
            let index = usize::from(line);
            same(chance, &expected["per_check"][index], &format!("{section}, line {line}"));
            same(chance * tries, &expected["given_attempt"][index], &format!("{section}, line {line}"));
        }
        let mean = odds.mean(|(_, psp)| *psp);
        same(mean, &expected["mean_psp_per_check"], section);
        same(mean * tries, &expected["mean_psp_given_attempt"], section);
    }
}

#[test]
fn control_by_a_roll_has_the_same_odds_for_both_sides() {
    for (difference, expected) in expected("control_by_difference") {
        let difference: u8 = difference.parse().unwrap_or_default();
        // One more on the weaker side than the difference: less than twice.
        let weaker = difference + 1;
        for (fln, france) in [(weaker + difference, weaker), (weaker, weaker + difference)] {
            // A division in Dispersed mode is worth 3.
            let board = quiet()
                .fln("V-1", "cadre/ug", fln)
                .gov("V-1", "division-dispersed/oc", france / 3)
                .gov("V-1", "algerian-brigade/ops", france % 3);
            let odds = after_a_pass(&board, NO_EVENT, |state, _| {
                [Side::Fln, Side::France].map(|side| state.controlled(side) & v_1() != 0)
            });
            let what = format!("{fln} against {france}");
            same(odds.of(|sides| *sides == [true, false]), &expected["each_side"], &what);
            same(odds.of(|sides| *sides == [false, true]), &expected["each_side"], &what);
            same(odds.of(|sides| *sides == [false, false]), &expected["contested"], &what);
        }
    }
}

/// The area V-1 as a set.
fn v_1() -> u32 {
    let rules = quiet().set_up().rules;
    let index = rules.ids.iter().position(|id| id == "V-1");
    Place(index.and_then(|index| u8::try_from(index).ok()).unwrap_or_default()).bit()
}

#[test]
fn depreciation_has_the_odds_of_charts_c_4() {
    for (loss, expected) in expected("depreciation") {
        let points = match loss.as_str() {
            "1" => [1, 5],
            "2" => [6, 10],
            "3" => [11, 15],
            "4" => [16, 20],
            "5" => [21, 24],
            _ => [25, 99],
        };
        let loss: i16 = loss.parse().unwrap_or_default();
        for points in points {
            for (key, psl) in [("psl_30", 30), ("normal", 50), ("psl_70", 70)] {
                let faces = format!("{NO_EVENT} coup-attempt.france=1 oas=1");
                let ap = after_a_pass(&quiet().ap(points).psl(psl, 50), &faces, |_, events| {
                    let loses = |event: &Event| matches!(event, Event::Ap { delta, cause: ApCause::Depreciation, .. } if *delta == -loss);
                    events.iter().any(loses)
                });
                same(ap.of(|lost| *lost), &expected[key], &format!("{points} AP, {key}"));
                let air = after_a_pass(&quiet().air(points).psl(50, psl), &faces, |_, events| {
                    events.iter().any(|event| matches!(event, Event::Points { delta, .. } if *delta == -loss))
                });
                same(air.of(|lost| *lost), &expected[key], &format!("{points} Air Points, {key}"));
            }
        }
    }
}

/// Declines whatever is asked until the FLN is to act, or the game is over.
fn decline(table: &Table, state: &mut State, dice: &mut impl Dice, events: &mut Vec<Event>) {
    while let Status::Decision { kind, .. } = Algeria::status(state) {
        if kind == Decision::FlnOperation {
            return;
        }
        let mut legal = Actions::<Algeria>::new();
        Algeria::legal(table.rules, state, &mut legal);
        let nothing = [Action::Done, Action::Count(0), Action::Pass];
        let action = nothing.into_iter().find(|one| legal.contains(one)).unwrap_or(legal[0]);
        Algeria::apply(table.rules, state, action, dice, events);
    }
}

#[test]
fn deterministic_independence_is_certain_by_turn_6() {
    let board = quiet().option("deterministic_independence").set("turn", json!(0));
    let table = board.set_up();
    let faces = format!("{NO_EVENT} ap-depreciation.fln=6 independence-psp.fln=1 independence-psp.france=1");
    // The turn in which both countries become independent.
    let odds = odds(&table, &faces, |dice| {
        let (mut state, mut events) = (table.state, Vec::new());
        loop {
            Algeria::apply(table.rules, &mut state, Action::Pass, dice, &mut events);
            if events.contains(&Event::Independence) {
                return state.turn();
            }
            decline(&table, &mut state, dice, &mut events);
        }
    });
    for (turn, chance) in expected("independence_by_turn") {
        let last: u16 = turn.parse().unwrap_or_default();
        same(odds.of(|one| *one <= last), &chance, &format!("turn {turn}"));
    }
}

#[test]
fn the_fln_has_20_ap_on_average_in_turn_1_of_1954() {
    let setting = Setting { scenario: Some("1954".to_owned()), ..Setting::default() };
    let table = Table::begin(&setting, &format!("first-ap.fln=1,1 {NO_EVENT}"));
    let odds = odds(&table, NO_EVENT, |dice| {
        let mut events = Vec::new();
        let mut state = Algeria::start(table.rules, dice, &mut events);
        // Until the income is there: nothing is spent before that.
        while !matches!(Algeria::status(&state), Status::Decision { kind: Decision::SpendWhere, .. }) {
            let mut legal = Actions::<Algeria>::new();
            Algeria::legal(table.rules, &state, &mut legal);
            let nothing = if legal.contains(&Action::Done) { Action::Done } else { Action::Count(0) };
            Algeria::apply(table.rules, &mut state, nothing, dice, &mut events);
        }
        state.ap()
    });
    same(odds.mean(|ap| i128::from(*ap)), &expected("turn_1")["fln_ap_mean_1954"], "AP");
}

#[test]
fn the_firepower_abroad_of_1958_and_1960_gives_its_tenth() {
    for (scenario, expected) in expected("abroad") {
        let setting = Setting { scenario: Some(scenario.clone()), ..Setting::default() };
        let mut table = Table::begin(&setting, &format!("first-ap.fln=1,1 {NO_EVENT}"));
        let firepower: i64 = [Place::MOROCCO, Place::TUNISIA]
            .into_iter()
            .flat_map(|country| FlnUnit::ALL.iter().map(move |&unit| (country, unit)))
            .map(|(country, unit)| {
                let count = table.state.fln(country, unit, FlnBox::Ops);
                i64::from(count) * i64::from(table.rules.fln[unit.index()].firepower)
            })
            .sum();
        assert_eq!(Some(firepower), expected["firepower"].as_integer(), "{scenario}");
        // Through the turn without doing anything: the dice do not matter for this gain.
        let mut dice = wilaya_engine::dice::SeededDice::new(1, 1);
        let mut events = Vec::new();
        let mut state = table.state;
        decline(&table, &mut state, &mut dice, &mut events);
        while state.turn() == 1 {
            Algeria::apply(table.rules, &mut state, Action::Pass, &mut dice, &mut events);
        }
        table.state = state;
        assert_eq!(
            Some(psp(&events, PslCause::Abroad)),
            expected["psp"].as_integer().map(i128::from),
            "{scenario}"
        );
    }
}
