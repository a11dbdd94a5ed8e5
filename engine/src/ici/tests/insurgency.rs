//! Insurgency and counterinsurgency (4.1, 4.2).

use super::super::formulas;
use super::super::label::RollKind;
use super::super::types::Flag;
use super::*;
use crate::dice::{Dice, Label};

#[test]
fn the_fln_lowers_levels_where_france_does_not_control() {
    let mut state = empty(Node::Insurgency);
    state.density = 2;
    for (id, level, count) in [
        ("2A", Level::Support, 3),
        ("2B", Level::Activist, 2),
        ("2C", Level::Purge, 2),
        ("1A", Level::Fln, 3),
    ] {
        state.level[at(id).index()] = level;
        faileks(&mut state, id, MOUSSEBILINE, count);
    }
    faileks(&mut state, "3A", MOUSSEBILINE, 1);
    assert_eq!(words(&state), ["propaganda:2A", "assassinate:2B", "build-cells:2C", "done"], "3A is French");
    let events = perform(&mut state, &[], Action::Propaganda(at("2A")));
    let marker = Event::Marker { region: at("2A"), from: 12, to: 11 };
    assert_eq!(
        events.iter().filter(|event| matches!(event, Event::Marker { .. })).collect::<Vec<_>>(),
        [&marker]
    );
    assert_eq!((state.level(at("2A")), state.marker(at("2A")), state.points.fln), (Level::Activist, 11, 17));
    assert_eq!(words(&state), ["assassinate:2B", "build-cells:2C", "done"], "once a turn");
    perform(&mut state, &[], Action::Assassinate(at("2B")));
    assert_eq!((state.level(at("2B")), state.marker(at("2B"))), (Level::Purge, 11));
    state.points.fln = 2;
    assert_eq!(words(&state), ["done"]);
}

#[test]
fn cells_are_built_down_to_slot_ten_at_least() {
    for (from, to) in [(13, 10), (10, 9), (8, 7), (0, 0)] {
        let mut state = empty(Node::Insurgency);
        faileks(&mut state, "1A", MOUSSEBILINE, 1);
        state.slot[at("1A").index()] = from;
        perform(&mut state, &[], Action::BuildCells(at("1A")));
        assert_eq!((state.level(at("1A")), state.marker(at("1A"))), (Level::Fln, to));
    }
}

#[test]
fn the_masses_are_mobilized_up_to_slot_eleven_at_least() {
    for (from, to) in [(8, 11), (11, 12), (15, 16), (20, 20)] {
        let mut state = empty(Node::Counterinsurgency);
        state.level[0] = Level::Activist;
        state.slot[0] = from;
        perform(&mut state, &[], Action::Mobilize(Location(0)));
        assert_eq!((state.level[0], state.slot[0]), (Level::Support, to));
    }
}

#[test]
fn france_raises_levels_where_it_controls() {
    let mut state = empty(Node::Counterinsurgency);
    state.density = 2;
    state.level = [Level::Support; 25];
    for (id, level) in
        [("2A", Level::Fln), ("2B", Level::Purge), ("2C", Level::Activist), ("1A", Level::Purge)]
    {
        state.level[at(id).index()] = level;
    }
    faileks(&mut state, "1A", MOUSSEBILINE, 2);
    assert_eq!(words(&state), ["purge:2A", "harsh-purge:2A", "detect:2B", "mobilize:2C", "done"]);
    perform(&mut state, &[], Action::Detect(at("2B")));
    assert_eq!(
        (state.level(at("2B")), state.marker(at("2B")), state.points.france),
        (Level::Activist, 13, 17)
    );
    assert_eq!(words(&state), ["purge:2A", "harsh-purge:2A", "mobilize:2C", "done"], "once a turn");
}

#[test]
fn a_region_may_change_twice_in_a_turn() {
    let mut state = empty(Node::Insurgency);
    faileks(&mut state, "1A", MOUSSEBILINE, 1);
    perform(&mut state, &[], Action::BuildCells(at("1A")));
    state.shift_seen(at("1A"), MIX, MOUSSEBILINE);
    state.flow.node = Node::Counterinsurgency;
    assert!(legal(&state).contains(&Action::Purge(at("1A"))));
}

/// Dice with fewer faces, each standing for as many faces of a die: what they show.
struct Faces<'a, D> {
    dice: &'a mut D,
    shown: &'a [u16],
}

impl<D: Dice> Dice for Faces<'_, D> {
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        assert_eq!(n, 6);
        self.shown[usize::from(self.dice.uniform(label, self.shown.len() as u16))] - 1
    }

    fn rekey(&mut self, _: u16, _: u8) {}
}

#[test]
fn chances_of_a_purge() {
    // Plain, one face in two catches (4 to 6), with harsh interrogation two in three (3 to 6).
    for (harsh, shown, expected) in
        [(false, &[3, 4][..], (399, 1024)), (true, &[2, 3, 6][..], (41888, 59049))]
    {
        let mut state = empty(Node::Counterinsurgency);
        state.level[0] = Level::Fln;
        let success = odds(rules(), &state, |play| {
            let mut dice = Faces { dice: &mut *play.dice, shown };
            let mut play = Play { r: play.r, s: &mut *play.s, dice: &mut dice, sink: &mut () };
            play.purge(Location(0), harsh);
            play.s.level[0] == Level::Purge
        });
        assert_eq!(success, expected, "harsh: {harsh}");
        gives(formulas::purge_chance(rules(), harsh), expected);
    }
}

#[test]
fn a_die_of_the_next_row_for_each_that_is_caught() {
    // Below, one of two for each colour: together a binomial of four. In the middle, the shares of 0, 1 and 2.
    for (harsh, shown, lower, middle) in [
        (false, &[3, 4][..], [(1, 16), (1, 4), (3, 8), (1, 4), (1, 16)], [(81, 256), (63, 128), (49, 256)]),
        (
            true,
            &[2, 3, 6][..],
            [(1, 81), (8, 81), (8, 27), (32, 81), (16, 81)],
            [(625, 6561), (2800, 6561), (3136, 6561)],
        ),
    ] {
        let mut state = empty(Node::Counterinsurgency);
        state.level[0] = Level::Fln;
        let dice_of = |row: RollKind| {
            outcomes(rules(), &state, |play| {
                let (mut count, label) = (0, row.at(Side::France, Location(0)));
                let mut dice = Counted {
                    dice: Faces { dice: &mut *play.dice, shown },
                    each: |rolled| count += u8::from(rolled == label),
                };
                let mut play = Play { r: play.r, s: &mut *play.s, dice: &mut dice, sink: &mut () };
                play.purge(Location(0), harsh);
                count
            })
        };
        let odds = |outcomes: Vec<(u8, Odds)>| outcomes.into_iter().map(|(_, odds)| odds).collect::<Vec<_>>();
        assert_eq!(odds(dice_of(RollKind::PurgeMiddle)), lower, "harsh: {harsh}");
        assert_eq!(odds(dice_of(RollKind::PurgeTop)), middle, "harsh: {harsh}");
    }
}

/// Dice that tell what is rolled.
struct Counted<D, F> {
    dice: D,
    each: F,
}

impl<D: Dice, F: FnMut(Label)> Dice for Counted<D, F> {
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        (self.each)(label);
        self.dice.uniform(label, n)
    }

    fn rekey(&mut self, _: u16, _: u8) {}
}

#[test]
fn a_failed_purge_may_be_repeated_and_harsh_interrogation_costs_a_step_each_time() {
    let mut state = empty(Node::Counterinsurgency);
    state.level[0] = Level::Fln;
    perform(&mut state, &[1, 1, 1, 1], Action::Purge(Location(0)));
    assert_eq!((state.level[0], state.slot[0], state.points.france), (Level::Fln, 12, 17));
    // Threes catch with harsh interrogation: two black, none white; the middle one; the top.
    perform(&mut state, &[3, 3, 2, 2, 2, 2], Action::HarshPurge(Location(0)));
    assert_eq!((state.level[0], state.slot[0], state.points.france), (Level::Fln, 11, 14));
    perform(&mut state, &[3, 3, 2, 2, 3, 1, 3], Action::HarshPurge(Location(0)));
    assert_eq!((state.level[0], state.slot[0], state.points.france), (Level::Purge, 11, 11));
    assert!(!words(&state).contains(&"detect:1A".to_owned()), "once a turn");
}

#[test]
fn a_black_die_catches_nobody_in_a_white_slot() {
    let mut state = empty(Node::Counterinsurgency);
    state.level[0] = Level::Fln;
    // Both black ones below are caught and both their dice catch: one black slot in the middle, so one die for the top.
    perform(&mut state, &[6, 6, 1, 1, 6, 6, 3], Action::Purge(Location(0)));
    assert_eq!(state.level[0], Level::Fln);
}

#[test]
fn extra_points_of_support_level() {
    let mut state = empty(Node::Insurgency);
    let points = |ids: &[&str]| {
        let mut state = state;
        for id in ids {
            state.level[at(id).index()] = Level::Support;
        }
        formulas::france_extra_points(rules(), &state)
    };
    assert_eq!(points(&["1A", "1B", "3B"]), 1, "the example of the rulebook");
    assert_eq!(points(&["2A", "3B", "1A"]), 1, "11/6");
    assert_eq!(points(&["2A", "4A", "3B", "3C"]), 3);
    assert_eq!(points(&["1A", "1B"]), 0);
    state.level = [Level::Support; 25];
    state.points.france = 3;
    act(rules(), &mut state, &[], |play| play.begin_counterinsurgency());
    // 4 + 6/2 + 15/3.
    assert_eq!(state.points.france, 3 + 4 + 3 + 5);
}

#[test]
fn people_are_resettled_once_a_turn_and_twice_in_all() {
    let mut state = empty(Node::Counterinsurgency);
    assert!(!words(&state).iter().any(|word| word.starts_with("resettle")));
    state.flags = 1 << Flag::Resettlement.index();
    faileks(&mut state, "2A", MOUSSEBILINE, 3);
    let offered = words(&state).iter().filter(|word| word.starts_with("resettle")).count();
    assert_eq!(offered, 21, "22 regions outside the major cities, less 2A");
    perform(&mut state, &[], Action::Resettle(at("1A")));
    assert_eq!((state.resettled[0], state.slot[0], state.points.france), (1, 11, 18));
    assert!(!legal(&state).contains(&Action::Resettle(at("1A"))), "not twice in a turn");
    state.resettled_now = 0;
    // The second step needs no control.
    faileks(&mut state, "1A", MOUSSEBILINE, 2);
    perform(&mut state, &[], Action::Resettle(at("1A")));
    state.resettled_now = 0;
    assert_eq!(state.resettled[0], 2);
    assert!(!legal(&state).contains(&Action::Resettle(at("1A"))));
}

#[test]
fn markers_limit_resettlement() {
    let mut state = empty(Node::Counterinsurgency);
    state.flags = 1 << Flag::Resettlement.index();
    state.resettled[..16].fill(1);
    state.resettled_now = 0;
    assert_eq!(rules().resettlement_markers, 16);
    let offered = words(&state).iter().filter(|word| word.starts_with("resettle")).count();
    assert_eq!(offered, 16, "only second steps");
}

#[test]
fn contested_regions_are_infiltrated_until_it_succeeds() {
    let mut state = empty(Node::Counterinsurgency);
    state.density = 2;
    faileks(&mut state, "2A", MOUSSEBILINE, 3);
    assert!(formulas::is_contested(rules(), &state, at("2A")));
    assert!(!legal(&state).contains(&Action::Infiltrate(at("2A"))));
    state.flags = 1 << Flag::Infiltration.index();
    let offered: Vec<String> = words(&state).into_iter().filter(|word| word.starts_with("infil")).collect();
    assert_eq!(offered, ["infiltrate:2A"]);
    let success = odds(rules(), &state, |play| {
        play.infiltrate(at("2A"));
        play.s.marker(at("2A")) == 13
    });
    assert_eq!(success, (65, 81));
    gives(formulas::infiltration_chance(rules()), success);
    perform(&mut state, &[1, 2, 3, 4], Action::Infiltrate(at("2A")));
    assert_eq!((state.marker(at("2A")), state.points.france), (12, 18));
    perform(&mut state, &[5, 6, 6, 6], Action::Infiltrate(at("2A")));
    assert_eq!((state.marker(at("2A")), state.points.france), (13, 16));
    assert!(!legal(&state).contains(&Action::Infiltrate(at("2A"))));
    // It is no change of level.
    assert_eq!(state.changed.france, 0);
}

#[test]
fn a_success_counts_at_the_end_of_the_track_too() {
    let mut state = empty(Node::Counterinsurgency);
    state.density = 2;
    state.flags = 1 << Flag::Infiltration.index();
    state.slot = [20; 25];
    faileks(&mut state, "2A", MOUSSEBILINE, 3);
    perform(&mut state, &[5, 6, 6, 6], Action::Infiltrate(at("2A")));
    assert_eq!((state.marker(at("2A")), state.infiltrated), (20, at("2A").region_bit()));
}
