//! Control (J, N) and the end of turn and game (5.0).

use super::super::formulas::{self, Control};
use super::super::state::{LOST_BEFORE, LOST_NOW};
use super::super::words::Ending;
use super::*;

#[test]
fn the_garrison_of_the_example() {
    let mut state = empty(Node::Search);
    assert_eq!(formulas::garrison(rules(), &state, at("2A")), 3);
    state.density = 4;
    assert_eq!(formulas::garrison(rules(), &state, at("2A")), 7);
}

#[test]
fn nobody_there_leaves_a_region_to_france() {
    assert_eq!(formulas::control_by(0, 0), Control::France);
    assert_eq!(formulas::control_by(1, 0), Control::Fln);
}

#[test]
fn fewest_faileks_to_contest_and_to_control() {
    let table: [[(u8, u8); 7]; 3] = [
        [(1, 1), (2, 2), (2, 3), (3, 4), (3, 5), (4, 6), (4, 7)],
        [(2, 2), (2, 3), (3, 4), (3, 5), (4, 6), (4, 7), (5, 8)],
        [(2, 3), (3, 4), (3, 5), (4, 6), (4, 7), (5, 8), (5, 9)],
    ];
    for (id, row) in ["1A", "3B", "2A"].into_iter().zip(table) {
        for (density, expected) in row.into_iter().enumerate() {
            let fewest = |wanted: &dyn Fn(Control) -> bool| {
                (0..12).find(|count| {
                    let mut state = empty(Node::Search);
                    state.density = density as u8;
                    faileks(&mut state, id, MOUSSEBILINE, *count);
                    wanted(formulas::control(rules(), &state, at(id)))
                })
            };
            let found = (fewest(&|c| c != Control::France), fewest(&|c| c == Control::Fln));
            assert_eq!(found, (Some(expected.0), Some(expected.1)), "{id} at density {density}");
        }
    }
}

#[test]
fn the_sahara_and_places_are_never_contested() {
    for id in ["7A", "medea", "blida", "edjeleh"] {
        let mut state = empty(Node::Search);
        assert_eq!(formulas::control(rules(), &state, at(id)), Control::France);
        units(&mut state, id, "infantry", 2);
        faileks(&mut state, id, MOUSSEBILINE, 1);
        assert_eq!(formulas::control(rules(), &state, at(id)), Control::France, "1 against 2");
        faileks(&mut state, id, MOUSSEBILINE, 1);
        assert_eq!(formulas::control(rules(), &state, at(id)), Control::Fln, "2 against 2");
    }
}

#[test]
fn france_wins_by_controlling_all_regions_at_the_end_of_a_turn() {
    let mut state = empty(Node::Counterinsurgency);
    faileks(&mut state, "medea", MOUSSEBILINE, 1);
    faileks(&mut state, "tunisia", MOUDJAHIDINE, 6);
    act(rules(), &mut state, &[], |play| play.end_turn());
    assert_eq!(state.flow.over, Some((Side::France, Ending::Control)), "towns and countries do not matter");
}

#[test]
fn one_failek_in_the_sahara_prevents_it() {
    let mut state = empty(Node::Counterinsurgency);
    faileks(&mut state, "7E", MOUSSEBILINE, 1);
    act(rules(), &mut state, &[], |play| play.end_turn());
    assert_eq!((state.flow.over, state.turn, state.flow.node), (None, 1, Node::TurnStart));
}

#[test]
fn one_contested_region_prevents_it_too() {
    let mut state = empty(Node::Counterinsurgency);
    state.density = 1;
    faileks(&mut state, "3B", MOUSSEBILINE, 2);
    assert_eq!(formulas::control(rules(), &state, at("3B")), Control::Contested);
    act(rules(), &mut state, &[], |play| play.end_turn());
    assert_eq!(state.flow.over, None);
}

#[test]
fn the_turn_ends_with_what_lasts_one_turn() {
    let mut state = empty(Node::Counterinsurgency);
    faileks(&mut state, "7E", MOUSSEBILINE, 1);
    state.changed.fln = 1;
    state.changed.france = 2;
    state.infiltrated = 4;
    state.resettled_now = 8;
    state.turn = 3;
    state.put(unit("1-rei"), LOST_NOW);
    act(rules(), &mut state, &[], |play| play.end_turn());
    assert_eq!(
        (state.changed.fln, state.changed.france, state.infiltrated, state.resettled_now),
        (0, 0, 0, 0)
    );
    assert_eq!((state.points.fln, state.points.france), (0, 0));
    assert_eq!((state.year(), state.season_index()), (1, 0), "fall is followed by winter of the next year");
    assert_eq!(state.unit_at(unit("1-rei")), LOST_BEFORE);
}

#[test]
fn the_scenario_of_1959_begins_with_these_regions_under_the_fln() {
    let state = State::new(rules_1959());
    let held: Vec<&str> = Location::regions(formulas::fln_regions(rules_1959(), &state))
        .map(|region| rules_1959().id(region))
        .collect();
    assert_eq!(held, ["1B", "1C", "2B", "4C", "5F"]);
    assert_eq!(formulas::faileks_in_algeria(&state), 53);
    let markers = |slot: u8| State::new(rules()).slot.iter().filter(|one| **one == slot).count();
    assert_eq!([10, 11, 12, 13].map(markers), [2, 11, 5, 7]);
}

#[test]
fn every_game_ends_by_fall_1962() {
    assert_eq!(rules().calendar.last_turn, 31);
    let mut state = empty(Node::PlayChit);
    state.turn = 31;
    state.slot = [18; 25];
    state.french_public = 20;
    act(rules(), &mut state, &[], |play| play.referendum());
    assert!(state.flow.over.is_some());
}
