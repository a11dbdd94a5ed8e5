//! Structure attacks (3.3).

use super::super::formulas;
use super::super::types::Flag;
use super::*;

#[test]
fn two_towns_and_a_city_give_one_point() {
    let mut state = empty(Node::Morice);
    let mut points = |ids: &[(&str, u8)]| {
        for (id, count) in ids {
            faileks(&mut state, id, MOUSSEBILINE, *count);
        }
        formulas::fln_extra_points(rules(), &state)
    };
    assert_eq!(points(&[("medea", 1), ("blida", 1)]), 0, "5/6");
    assert_eq!(points(&[("batna", 1)]), 1, "7/6: the example of the rulebook");
    assert_eq!(points(&[("biskra", 1), ("setif", 1)]), 2, "three towns and two cities");
    // Alger at density 0 has a garrison of 3: two faileks contest it.
    assert_eq!(points(&[("alger", 2)]), 3);
    units(&mut state, "medea", "infantry", 2);
    assert_eq!(formulas::fln_extra_points(rules(), &state), 2, "2/3 + 1 + 1: French units hold the town");
}

#[test]
fn extra_points_are_counted_once_at_the_start() {
    let mut state = empty(Node::Morice);
    state.points.fln = 5;
    faileks(&mut state, "alger", MOUSSEBILINE, 2);
    act(rules(), &mut state, &[], |play| play.begin_structures());
    assert_eq!(state.points.fln, 6);
    state.points.fln = 20;
    act(rules(), &mut state, &[], |play| play.begin_structures());
    assert_eq!(state.points.fln, 20);
}

#[test]
fn regions_with_a_symbol_and_active_sites_are_attacked() {
    let mut state = empty(Node::Structure);
    for id in ["1A", "7A", "medea", "alger", "kenadsa"] {
        faileks(&mut state, id, MOUSSEBILINE, 1);
    }
    assert_eq!(words(&state), ["strike:1A", "strike:alger", "done"]);
    state.flags = 1 << Flag::Oil.index();
    assert_eq!(words(&state), ["strike:1A", "strike:alger", "strike:kenadsa", "done"]);
    state.points.fln = 1;
    assert_eq!(words(&state), ["done"]);
}

#[test]
fn a_failed_supply_roll_may_be_repeated_and_an_attack_roll_may_not() {
    let mut state = empty(Node::Structure);
    state.fln_marker = 10;
    faileks(&mut state, "1A", MOUSSEBILINE, 2);
    perform(&mut state, &[3, 3, 3], Action::Strike(at("1A")));
    assert_eq!((state.points.fln, state.marker(at("1A"))), (18, 12));
    perform(&mut state, &[3, 3, 4, 1, 4], Action::Strike(at("1A")));
    assert_eq!((state.points.fln, state.marker(at("1A"))), (16, 12), "passed and missed");
    assert_eq!(words(&state), ["done"]);
}

#[test]
fn a_hit_moves_the_marker_one_step_whatever_the_dice() {
    let mut state = empty(Node::Structure);
    faileks(&mut state, "1A", MOUSSEBILINE, 6);
    faileks(&mut state, "tebessa", MOUSSEBILINE, 1);
    perform(&mut state, &[1, 1, 2, 5, 6, 6, 5], Action::Strike(at("1A")));
    assert_eq!((state.marker(at("1A")), state.points.france), (11, 20), "four dice at most");
}

#[test]
fn a_hit_in_a_major_city_or_at_a_site_costs_points() {
    let mut state = empty(Node::Structure);
    state.flags = 1 << Flag::Oil.index();
    faileks(&mut state, "alger", MOUSSEBILINE, 1);
    faileks(&mut state, "edjeleh", MOUSSEBILINE, 1);
    let slots = state.slot;
    perform(&mut state, &[6, 6, 6, 6, 5], Action::Strike(at("alger")));
    assert_eq!((state.marker(at("alger")), state.points.france), (11, 17));
    state.slot = slots;
    perform(&mut state, &[6, 6, 6, 6, 4, 5], Action::Strike(at("edjeleh")));
    assert_eq!((state.slot, state.points.france), (slots, 12), "9 halved up is 5");
}

#[test]
fn chances_of_the_supply_roll() {
    let expected: [Odds; 20] = [
        (1, 1),
        (1, 1),
        (1, 1),
        (1, 1),
        (215, 216),
        (53, 54),
        (103, 108),
        (49, 54),
        (181, 216),
        (20, 27),
        (5, 8),
        (1, 2),
        (3, 8),
        (7, 27),
        (35, 216),
        (5, 54),
        (5, 108),
        (1, 54),
        (1, 216),
        (0, 1),
    ];
    for (marker, expected) in expected.into_iter().enumerate() {
        let mut state = empty(Node::Structure);
        state.fln_marker = marker as u8;
        faileks(&mut state, "1A", MOUSSEBILINE, 1);
        let passed = odds(rules(), &state, |play| {
            play.strike(at("1A"));
            play.s.struck != 0
        });
        assert_eq!(passed, expected, "marker:{marker}");
        gives(formulas::supply_chances(rules())[marker], expected);
    }
}

#[test]
fn chances_of_passing_and_hitting() {
    let expected: [(u8, Odds, Odds, Odds); 5] = [
        (1, (1, 3), (215, 648), (181, 648)),
        (2, (5, 9), (1075, 1944), (905, 1944)),
        (3, (19, 27), (4085, 5832), (3439, 5832)),
        (4, (65, 81), (13975, 17496), (11765, 17496)),
        (6, (65, 81), (13975, 17496), (11765, 17496)),
    ];
    for (count, at_zero, at_four, at_eight) in expected {
        gives(formulas::structure_hit_chance(rules(), count.into()), at_zero);
        for (marker, expected) in [(0, at_zero), (4, at_four), (8, at_eight)] {
            let mut state = empty(Node::Structure);
            state.fln_marker = marker;
            faileks(&mut state, "1A", MOUSSEBILINE, count);
            let hit = odds(rules(), &state, |play| {
                play.strike(at("1A"));
                play.s.slot[0] == 11
            });
            assert_eq!(hit, expected, "{count} faileks, marker {marker}");
        }
    }
}
