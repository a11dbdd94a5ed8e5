//! Referendums (1.5).

use super::super::formulas;
use super::super::label::RollKind;
use super::super::words::Ending;
use super::*;
use crate::dice::{Dice, Label};

/// A position at the test for a referendum.
fn at_the_polls() -> State {
    let mut state = empty(Node::PlayChit);
    state.turn = 16;
    state.french_public = 0;
    state.flow.node = Node::Referendum;
    state
}

#[test]
fn no_referendum_before_the_marker_is_at_zero() {
    let mut state = at_the_polls();
    state.french_public = 1;
    act(rules(), &mut state, &[], |play| play.referendum());
    assert_eq!((state.referendums, state.flow.node), (0, Node::Reinforce));
}

#[test]
fn regions_vote_in_order_until_one_side_has_twenty() {
    let mut state = at_the_polls();
    state.slot = [18; 25];
    let events = act(rules(), &mut state, &[], |play| play.referendum());
    let voters: Vec<&str> = events
        .iter()
        .filter_map(|event| match event {
            Event::Vote { region, .. } => Some(rules().id(*region)),
            _ => None,
        })
        .collect();
    // 1A to 1D 4, 2A to 2C 5, 3A to 3C 5, 4A to 4C 6: twenty.
    assert_eq!(voters, ["1A", "1B", "1C", "1D", "2A", "2B", "2C", "3A", "3B", "3C", "4A", "4B", "4C"]);
    assert_eq!(state.slot[..13], [19; 13], "those that voted with the winner move");
    assert_eq!(state.slot[13..], [18; 12], "the others have not voted");
    assert_eq!((state.french_public, state.referendums), (20, 1));
    assert_eq!(state.flow.node, Node::Reinforce);
}

#[test]
fn a_lost_first_referendum_costs_settlers_and_public() {
    let mut state = at_the_polls();
    state.slot = [2; 25];
    act(rules(), &mut state, &[5], |play| {
        play.referendum();
        assert_eq!(play.s.flow.node, Node::ReferendumLoss);
        play.referendum_loss();
    });
    assert_eq!(state.slot[..13], [1; 13]);
    assert_eq!((state.pied_noirs, state.french_public), (1, 17));
    assert_eq!(state.flow.node, Node::Reinforce);
}

#[test]
fn a_crisis_of_a_lost_referendum_comes_before_the_loss_of_the_public() {
    let mut state = at_the_polls();
    state.slot = [2; 25];
    state.pied_noirs = 4;
    state.crisis = 2;
    units(&mut state, "oran", "paratrooper", 4);
    units(&mut state, "1A", "paratrooper", 1);
    act(rules(), &mut state, &[1, 1], |play| play.referendum());
    assert_eq!(asked(&state), (Side::France, Node::CoupSubstitute));
    assert_eq!(state.french_public, 20);
    for _ in 0..3 {
        let action = legal(&state)[0];
        perform(&mut state, &[], action);
    }
    assert_eq!(state.flow.node, Node::ReferendumLoss);
}

#[test]
fn the_second_referendum_is_the_last() {
    for (slot, winner) in [(18, Side::France), (2, Side::Fln)] {
        let mut state = at_the_polls();
        state.referendums = 1;
        state.slot = [slot; 25];
        act(rules(), &mut state, &[], |play| play.referendum());
        assert_eq!(state.flow.over, Some((winner, Ending::Referendum)));
        assert_eq!(state.slot, [slot; 25], "no markers move");
    }
}

#[test]
fn a_first_referendum_in_1962_is_the_last() {
    let mut state = at_the_polls();
    state.turn = 28;
    state.slot = [18; 25];
    act(rules(), &mut state, &[], |play| play.referendum());
    assert_eq!(state.flow.over, Some((Side::France, Ending::Referendum)));
}

#[test]
fn fall_1962_decides_wherever_the_marker_stands() {
    let mut state = at_the_polls();
    state.turn = 31;
    state.french_public = 15;
    state.slot = [2; 25];
    act(rules(), &mut state, &[], |play| play.referendum());
    assert_eq!(state.flow.over, Some((Side::Fln, Ending::Referendum)));
}

#[test]
fn equal_counts_of_other_symbols_are_won_by_nobody_first_and_by_the_fln_last() {
    let mut rules = rules().clone();
    rules.map.population = [0; 30];
    rules.map.population[0] = 1;
    rules.map.population[1] = 1;
    let mut state = at_the_polls();
    state.slot[0] = 18;
    state.slot[1] = 2;
    state.slot[2..].fill(2);
    let before = state.slot;
    act(&rules, &mut state, &[], |play| play.referendum());
    assert_eq!((state.slot, state.pied_noirs, state.flow.over), (before, 0, None));
    state.french_public = 0;
    act(&rules, &mut state, &[], |play| play.referendum());
    assert_eq!(state.flow.over, Some((Side::Fln, Ending::Referendum)));
}

#[test]
fn a_tie_is_rolled_again_and_the_side_of_the_marker_rolls() {
    let mut state = at_the_polls();
    state.referendums = 1;
    state.slot = [18; 25];
    state.slot[0] = 10;
    let label = RollKind::Vote.at(Side::Fln, at("1A"));
    let mut dice = RecordedTie { labels: Vec::new(), faces: vec![4, 3, 3, 1, 2, 2] };
    Play { r: rules(), s: &mut state, dice: &mut dice, sink: &mut () }.referendum();
    assert_eq!(dice.labels, [label; 6]);
    state = at_the_polls();
    state.referendums = 1;
    state.slot = [18; 25];
    state.slot[0] = 11;
    let mut dice = RecordedTie { labels: Vec::new(), faces: vec![4, 4, 4] };
    Play { r: rules(), s: &mut state, dice: &mut dice, sink: &mut () }.referendum();
    assert_eq!(dice.labels, [RollKind::Vote.at(Side::France, at("1A")); 3]);
}

/// Keeps the labels of the rolls it is asked for.
struct RecordedTie {
    labels: Vec<Label>,
    faces: Vec<u16>,
}

impl Dice for RecordedTie {
    fn uniform(&mut self, label: Label, _: u16) -> u16 {
        self.labels.push(label);
        self.faces[self.labels.len() - 1] - 1
    }

    fn rekey(&mut self, _: u16, _: u8) {}
}

/// Dice that lead every tie to a marked end: they count the rolls of three and give up at the second.
struct OneVote {
    faces: [u16; 3],
    asked: usize,
}

impl Dice for OneVote {
    fn uniform(&mut self, _: Label, _: u16) -> u16 {
        self.asked += 1;
        match self.faces.get(self.asked - 1) {
            Some(face) => face - 1,
            // After a tie: the lowest faces, and the test sees that more than three were asked for.
            None => 0,
        }
    }

    fn rekey(&mut self, _: u16, _: u8) {}
}

/// How often a region with its marker here votes No and Yes among the 216 falls of three dice, ties left out.
fn votes_of(marker: u8) -> [u128; 2] {
    let mut counts = [0; 2];
    for roll in 0..216u16 {
        let faces = [roll / 36 + 1, roll / 6 % 6 + 1, roll % 6 + 1];
        let mut state = at_the_polls();
        state.referendums = 1;
        state.slot = [20; 25];
        state.slot[0] = marker;
        let mut dice = OneVote { faces, asked: 0 };
        let mut events = Vec::new();
        Play { r: rules(), s: &mut state, dice: &mut dice, sink: &mut events }.referendum();
        let vote = events.iter().find_map(|event| match event {
            Event::Vote { region, yes } if *region == at("1A") => Some(*yes),
            _ => None,
        });
        if dice.asked <= 3 {
            counts[usize::from(vote == Some(true))] += 1;
        }
    }
    counts
}

#[test]
fn the_chance_of_a_yes_by_marker() {
    let expected: [Odds; 21] = [
        (0, 1),
        (0, 1),
        (0, 1),
        (0, 1),
        (1, 213),
        (2, 105),
        (5, 103),
        (20, 201),
        (7, 39),
        (56, 191),
        (3, 7),
        (4, 7),
        (135, 191),
        (32, 39),
        (181, 201),
        (98, 103),
        (103, 105),
        (212, 213),
        (1, 1),
        (1, 1),
        (1, 1),
    ];
    for (marker, (yes, all)) in expected.into_iter().enumerate() {
        let [no, voted_yes] = votes_of(marker as u8);
        assert_eq!(voted_yes * all, yes * (no + voted_yes), "marker:{marker}");
        gives(formulas::yes_chances(rules())[marker], (yes, all));
    }
}

#[test]
fn the_chance_of_a_majority_and_the_mean_of_yes() {
    let chance: Vec<f64> = (0..=20)
        .map(|marker| {
            let [no, yes] = votes_of(marker);
            yes as f64 / (no + yes) as f64
        })
        .collect();
    // The votes of all regions, whether or not rolling stops earlier: the winner is the same.
    let referendum = |slots: [u8; 25]| {
        let mut votes = [0.0; 40];
        votes[0] = 1.0;
        for (region, slot) in slots.into_iter().enumerate() {
            let symbol = usize::from(rules().map.population[region]);
            let p = chance[usize::from(slot)];
            for count in (0..40).rev() {
                let with = if count >= symbol { votes[count - symbol] } else { 0.0 };
                votes[count] = votes[count] * (1.0 - p) + with * p;
            }
        }
        let majority = usize::from(rules().referendum.majority);
        let mean = votes.iter().enumerate().map(|(count, p)| count as f64 * p).sum::<f64>();
        (votes[majority..].iter().sum::<f64>(), mean)
    };
    let moved = |slots: [u8; 25], delta: i8| slots.map(|slot| slot.saturating_add_signed(delta));
    let first = State::new(rules()).slot;
    let later = State::new(rules_1959()).slot;
    for (slots, expected) in [
        (first, (0.977_147, 27.3391)),
        (moved(first, 1), (0.999_517, 31.5308)),
        (moved(first, -1), (0.757_172, 22.3239)),
        (moved(first, -2), (0.281_522, 17.0127)),
        ([10; 25], (0.258_550, 16.7143)),
        ([11; 25], (0.741_450, 22.2857)),
        (later, (0.995_557, 26.4056)),
        (moved(later, -1), (0.943_536, 23.9203)),
        (moved(later, -2), (0.720_084, 21.1395)),
        (moved(later, -3), (0.342_200, 17.9672)),
    ] {
        let (wins, mean) = referendum(slots);
        assert!(
            (wins - expected.0).abs() < 1e-6 && (mean - expected.1).abs() < 1e-4,
            "{wins} {mean} for {expected:?}"
        );
    }
}
