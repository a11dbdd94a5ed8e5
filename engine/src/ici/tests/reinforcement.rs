//! French reinforcements, replacements and maquis (2.2).

use super::super::label::RollKind;
use super::super::state::{DRAWN, LOST_BEFORE, WAITING};
use super::super::types::{Arrival, Units};
use super::*;
use crate::dice::{Dice, Label};

fn before_waves(turn: u8) -> State {
    let mut state = empty(Node::ExtraRecruit);
    state.turn = turn;
    state.flow.node = Node::Waves;
    // Units of the start do not wait for a wave: out of the way.
    state
}

fn wave(number: usize) -> Units {
    rules().waves.units[number]
}

/// Plays the waves of a turn and says how many units of each have come.
fn come(state: &mut State, faces: &[u16]) -> [u32; 3] {
    act(rules(), state, faces, |play| play.waves());
    let drawn = state.units_at(DRAWN);
    [0, 1, 2].map(|number| (wave(number) & drawn).count_ones())
}

#[test]
fn units_of_1955_are_drawn_by_dice_three_times_and_the_rest_comes_in_fall() {
    // A die of two and two draws among 15 and 14.
    assert_eq!(come(&mut before_waves(0), &[2, 15, 14]), [2, 0, 0]);
    assert_eq!(come(&mut before_waves(1), &[1, 7]), [1, 0, 0]);
    assert_eq!(come(&mut before_waves(3), &[]), [15, 0, 0]);
    assert_eq!(come(&mut before_waves(8), &[]), [0, 0, 0], "1957");
}

#[test]
fn waves_may_overlap() {
    let mut state = before_waves(4);
    state.wave_turn = Some(4);
    assert_eq!(come(&mut state, &[1, 1, 1, 1]), [0, 1, 1]);
    let mut state = before_waves(7);
    state.wave_turn = Some(4);
    assert_eq!(come(&mut state, &[]), [0, 17, 15]);
    let mut state = before_waves(8);
    state.wave_turn = Some(4);
    assert_eq!(come(&mut state, &[]), [0, 0, 0]);
    let mut state = before_waves(8);
    state.wave_turn = Some(6);
    assert_eq!(come(&mut state, &[1, 1]), [0, 0, 1]);
}

#[test]
fn a_die_of_more_than_there_are_brings_all() {
    let mut state = before_waves(2);
    let units: Vec<Unit> = Unit::each(wave(0)).collect();
    for gone in &units[..11] {
        state.put(*gone, at("oran"));
    }
    assert_eq!(come(&mut state, &[5]), [4, 0, 0], "nobody has to draw");
}

/// Dice that roll how many units come, and always draw the first of those that may.
struct WaveDice<'a, D>(&'a mut D);

impl<D: Dice> Dice for WaveDice<'_, D> {
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        if label == RollKind::Wave.by(Side::France) { self.0.uniform(label, n) } else { 0 }
    }

    fn rekey(&mut self, _: u16, _: u8) {}
}

#[test]
fn the_chance_that_three_draws_empty_a_wave() {
    // Of each wave: its first turn, the chance that no unit is left for the fourth, the mean of those left in 216ths.
    for (number, first, empty, mean) in [(0, 0, (5, 54), 987), (1, 4, (1, 54), 1405), (2, 8, (5, 54), 987)] {
        let mut state = before_waves(first);
        state.wave_turn = (number == 2).then_some(first);
        let left = outcomes(rules(), &state, |play| {
            for turn in first..first + 3 {
                play.s.turn = turn;
                let mut dice = WaveDice(&mut *play.dice);
                Play { r: play.r, s: &mut *play.s, dice: &mut dice, sink: &mut () }.waves();
            }
            u128::from((wave(number) & play.s.units_at(Location::NONE)).count_ones())
        });
        assert_eq!(left.iter().find(|(left, _)| *left == 0).map(|(_, odds)| *odds), Some(empty));
        assert_eq!(left.iter().map(|(left, (share, all))| left * share * 216 / all).sum::<u128>(), mean);
    }
    assert_eq!([0, 1, 2].map(|number| wave(number).count_ones()), [15, 17, 15]);
    // What is drawn in a turn is what the die says.
    for face in 1..=6 {
        let mut faces = vec![face];
        faces.extend(std::iter::repeat_n(1, usize::from(face)));
        assert_eq!(come(&mut before_waves(0), &faces)[0], u32::from(face));
    }
}

#[test]
fn a_draw_from_a_wave_is_uniform() {
    let mut state = before_waves(0);
    for gone in Unit::each(wave(0)).skip(3) {
        state.put(gone, at("oran"));
    }
    let first = outcomes(rules(), &state, |play| {
        play.waves();
        play.s.units_at(DRAWN)
    });
    // A die of 1 and 2 leaves a choice, 3 to 6 none.
    let all = wave(0) & state.units_at(Location::NONE);
    assert_eq!(first.iter().find(|(units, _)| *units == all).map(|(_, odds)| *odds), Some((2, 3)));
    assert_eq!(first.len(), 7);
    assert!(first.iter().all(|(units, odds)| *units == all || *odds == (1, 18)));
}

#[test]
fn units_enter_at_any_harbour_for_half_a_point_each() {
    let mut state = before_waves(0);
    faileks(&mut state, "bone", MOUSSEBILINE, 2);
    act(rules(), &mut state, &[2, 1, 1], |play| {
        play.waves();
        play.entries();
    });
    assert_eq!(asked(&state), (Side::France, Node::Entry));
    let harbours = ["alger", "oran", "bone", "bougie", "mostaganem", "philippeville"];
    let mut offered: Vec<String> = words(&state);
    offered.sort();
    let mut expected: Vec<String> = harbours
        .iter()
        .map(|id| format!("enter:{}/{id}", rules().classes[usize::from(state.flow.part)].word))
        .collect();
    expected.sort();
    assert_eq!(offered, expected);
    let first = legal(&state)[3];
    perform(&mut state, &[], first);
    assert_eq!(state.flow.bill, 1);
}

#[test]
fn units_that_cannot_be_paid_wait_and_come_first_next_turn() {
    let mut state = before_waves(3);
    state.points.france = 1;
    act(rules(), &mut state, &[], |play| {
        play.waves();
        play.entries();
    });
    assert_eq!((state.flow.left, asked(&state)), (2, (Side::France, Node::EntryClass)), "two of fifteen");
    let classes = words(&state);
    assert!(
        classes.contains(&"admit:infantry".to_owned()) && classes.contains(&"admit:mechanized".to_owned())
    );
    play_of(rules(), &mut state, &[], "admit:infantry");
    play_of(rules(), &mut state, &[], "enter:infantry/oran");
    // The classes come in order: what was passed over does not come back.
    assert!(
        !words(&state).contains(&"admit:mechanized".to_owned()) || class("mechanized") > class("infantry")
    );
    act(rules(), &mut state, &[], |play| {
        Ici::perform(play, Action::Enter(class("infantry"), at("oran")));
        play.entries();
    });
    assert_eq!((state.french_count(at("oran")), state.flow.bill), (2, 2));
    assert_eq!(state.units_at(WAITING).count_ones(), 13);

    let mut next = state;
    next.turn = 4;
    next.points.france = 20;
    next.flow.bill = 0;
    act(rules(), &mut next, &[1, 1], |play| {
        play.waves();
        play.entries();
    });
    assert_eq!((next.flow.op, next.flow.left), (1, 13), "those that wait come before the wave of 1956");
}

#[test]
fn lost_units_return_first_for_a_point_each_at_full_strength() {
    let mut state = before_waves(8);
    state.points.france = 3;
    state.put(unit("1-rep"), LOST_BEFORE);
    state.put(unit("2-rz"), LOST_BEFORE);
    state.put(unit("3-rz"), WAITING);
    state.put(unit("9-rz"), WAITING);
    state.put(unit("1-rei"), WAITING);
    act(rules(), &mut state, &[], |play| {
        play.waves();
        play.entries();
    });
    assert_eq!((state.flow.op, state.flow.left), (0, 2));
    assert_eq!(asked(&state), (Side::France, Node::Entry));
    let word = |state: &State| rules().classes[usize::from(state.flow.part)].word.clone();
    assert_eq!(word(&state), "named-paratrooper");
    play_of(rules(), &mut state, &[], "enter:named-paratrooper/alger");
    play_of(rules(), &mut state, &[], "enter:infantry/alger");
    assert_eq!(
        (state.flow.bill, state.flow.op, state.flow.left),
        (4, 1, 2),
        "one point is left for two of three that wait"
    );
    assert_eq!(asked(&state), (Side::France, Node::EntryClass));
}

#[test]
fn returns_that_cannot_be_paid_wait_on() {
    let mut state = before_waves(8);
    state.points.france = 0;
    state.put(unit("1-rep"), LOST_BEFORE);
    act(rules(), &mut state, &[], |play| {
        play.waves();
        play.entries();
    });
    assert_eq!(state.unit_at(unit("1-rep")), LOST_BEFORE);
    assert_eq!(state.flow.node, Node::FlipUp);
}

#[test]
fn bellounis_men_return_to_their_area() {
    let mut state = before_waves(8);
    state.put(unit("bellounis-1"), LOST_BEFORE);
    act(rules(), &mut state, &[], |play| {
        play.waves();
        play.entries();
    });
    let places = ["6A", "6B", "bou-saada", "djelfa", "geryville", "laghouat"];
    assert_eq!(words(&state), places.map(|id| format!("enter:bellounis/{id}")));
}

#[test]
fn reduced_units_are_flipped_up_for_half_a_point() {
    let mut state = empty(Node::FlipUp);
    units(&mut state, "1A", "infantry", 2);
    units(&mut state, "oran", "infantry", 1);
    units(&mut state, "1B", "legion", 1);
    state.reduced = state.units_at(at("1A")) | state.units_at(at("oran")) | state.units_at(at("1B"));
    assert_eq!(words(&state), ["flip-up:legion/1B", "flip-up:infantry/1A", "flip-up:infantry/oran", "done"]);
    state.points.france = 1;
    perform(&mut state, &[], Action::FlipUp(class("infantry"), at("1A")));
    assert_eq!(words(&state), ["flip-up:infantry/1A", "flip-up:infantry/oran", "done"], "in order");
    perform(&mut state, &[], Action::FlipUp(class("infantry"), at("1A")));
    assert_eq!((words(&state).len(), state.flow.bill, state.reduced.count_ones()), (1, 2, 2));
}

#[test]
fn the_bill_is_paid_rounded_up_before_the_moves() {
    let mut state = empty(Node::FlipUp);
    state.flow.bill = 3;
    act(rules(), &mut state, &[], |play| play.begin_moves());
    assert_eq!((state.points.france, state.flow.bill, state.flow.phase), (18, 0, Phase::MoveAndAttack));
}

#[test]
fn maquis_are_placed_where_faileks_are_in_independent_countries() {
    let rules = maquis_rules();
    let mut state = empty_of(rules, Node::FlipUp);
    faileks(&mut state, "tunisia", MOUDJAHIDINE, 3);
    faileks(&mut state, "morocco", MOUDJAHIDINE, 3);
    state.independent = 0b101;
    act(rules, &mut state, &[], |play| {
        play.end_flips();
        play.next_maquis();
    });
    assert_eq!(words_of(rules, &state), ["maquis:tunisia", "done"], "Morocco is closed, West Africa empty");
    perform_of(rules, &mut state, &[], Action::Maquis(at("tunisia")));
    perform_of(rules, &mut state, &[], Action::Maquis(at("tunisia")));
    assert_eq!(words_of(rules, &state), ["done"], "two a turn");
    assert_eq!((state.maquis, state.flow.bill), ([2, 0, 0], 4));
}

#[test]
fn no_more_maquis_than_the_symbol() {
    let rules = maquis_rules();
    let mut state = empty_of(rules, Node::PlaceMaquis);
    faileks(&mut state, "west-africa", MOUDJAHIDINE, 3);
    state.independent = 0b100;
    state.flow.left = 2;
    state.flow.part = 0;
    perform_of(rules, &mut state, &[], Action::Maquis(at("west-africa")));
    assert_eq!(words_of(rules, &state), ["done"]);
}

#[test]
fn maquis_are_kept_for_half_a_point_or_removed() {
    let rules = maquis_rules();
    let mut state = empty_of(rules, Node::FlipUp);
    state.independent = 0b11;
    state.maquis = [2, 1, 0];
    state.points.france = 1;
    act(rules, &mut state, &[], |play| {
        play.end_flips();
        play.next_maquis();
    });
    assert_eq!(words_of(rules, &state), ["keep:tunisia/2", "keep:tunisia/1", "keep:tunisia/0"]);
    perform_of(rules, &mut state, &[], Action::Keep(at("tunisia"), 1));
    act(rules, &mut state, &[], |play| play.next_maquis());
    assert_eq!(words_of(rules, &state), ["keep:morocco/1", "keep:morocco/0"]);
    perform_of(rules, &mut state, &[], Action::Keep(at("morocco"), 0));
    assert_eq!((state.maquis, state.flow.bill), ([1, 0, 0], 1));
}

#[test]
fn without_the_option_there_are_no_maquis() {
    let mut state = empty(Node::FlipUp);
    act(rules(), &mut state, &[], |play| play.end_flips());
    assert_eq!(state.flow.node, Node::MoveAndAttack);
}

#[test]
fn every_unit_has_its_wave() {
    let count = |arrival: Arrival| rules().units.iter().filter(|row| row.arrival == arrival).count();
    assert_eq!(count(Arrival::Start), 13);
    assert_eq!(count(Arrival::Chit), 3);
}
