//! No bot of *Ici, c'est la France!* plays by what its side cannot see: with the same dice of its own it plays the same
//! move whatever the hidden parts of the position are.

use crate::support::ici::{rules, settings};
use crate::support::{BOTS, maker, pair, play};
use wilaya_bots::mcts::{Mcts, Settings};
use wilaya_bots::{Bot as _, Roster, seen_by_other};
use wilaya_engine::dice::{SeededDice, bot_rng};
use wilaya_engine::ici::{Ici, Offer, State};
use wilaya_engine::{Actions, Game, Hidden as _, Observation, Side, Status, View};

const SEED: u64 = 17;
/// The least number of positions that are looked at.
const POSITIONS: usize = if cfg!(debug_assertions) { 300 } else { 1_000 };
/// How often the hidden parts of each are drawn.
const SAMPLES: u64 = 5;
/// One decision in this number is looked at.
const STEP: usize = 31;

#[test]
fn every_bot_plays_the_same_move_whatever_it_cannot_see() {
    let makers = BOTS.map(maker::<Ici>);
    // A search needs few iterations to look where it must not, and no doubt to play what it saw.
    let spec = |name| if name == "mcts" { "mcts:iters=4:doubt=0" } else { name };
    let bots: Vec<_> = Ici::bots().iter().map(|entry| (entry.name, maker::<Ici>(spec(entry.name)))).collect();
    let settings = settings();
    let (mut looked, mut other, mut index) = (0usize, 0usize, 0u64);
    while looked < POSITIONS {
        let rules = rules(&settings[index as usize % settings.len()]);
        let mut dice = SeededDice::new(SEED, index);
        let mut decisions = 0usize;
        let key = (SEED, index);
        play(&rules, pair(&makers, index), key, &mut dice, &mut (), |state: &State, _, _, _| {
            let Status::Decision { side, .. } = Ici::status(state) else { return false };
            decisions += 1;
            if !decisions.is_multiple_of(STEP) {
                return true;
            }
            looked += 1;
            let legal = |state: &State| {
                let mut legal = Actions::<Ici>::new();
                Ici::legal(&rules, state, &mut legal);
                legal
            };
            let seen: Observation<Ici> = Ici::observe(&rules, state, side);
            for sample in 0..SAMPLES {
                let full = Ici::determinize(&rules, &seen, &mut bot_rng(SEED + 1 + sample, index, side));
                other += usize::from(full != *state);
                let actions = legal(state);
                let mut choices = Offer::default();
                Ici::choices(&rules, state, &mut choices);
                assert_eq!(legal(&full), actions, "game {index}, decision {decisions}");
                for (name, maker) in &bots {
                    let choose = |state: &State| {
                        let mut rng = bot_rng(SEED, looked as u64, Side::Fln);
                        maker().choose(View::new(&rules, state, side), &choices, &mut rng)
                    };
                    let (real, guess) = (choose(state), choose(&full));
                    assert_eq!(real, guess, "{name}, game {index}, decision {decisions}");
                }
            }
            true
        });
        index += 1;
    }
    assert!(other > looked, "only {other} samples of {looked} positions differ from the real one");
}

/// What a search learns of the other side's decisions is the same whatever it cannot see.
#[test]
fn a_search_learns_the_same_from_decisions_whatever_it_cannot_see() {
    let makers = BOTS.map(maker::<Ici>);
    let settings = settings();
    let (mut watched, mut other) = (0usize, 0usize);
    for index in 0..if cfg!(debug_assertions) { 6 } else { 40 } {
        let rules = rules(&settings[index as usize % settings.len()]);
        let mut dice = SeededDice::new(SEED, index);
        let mut search = Mcts::<Ici>::new(Settings::default());
        let mut before = None::<State>;
        play(&rules, pair(&makers, index), (SEED, index), &mut dice, &mut (), |state: &State, made, _, _| {
            if let (Some(before), Some((side, _, action))) = (before, made)
                && seen_by_other::<Ici>(&rules, &before, action).is_some()
            {
                let seen = Ici::observe(&rules, &before, side.other());
                let full = Ici::determinize(&rules, &seen, &mut bot_rng(SEED, watched as u64, side));
                let learnt = |state: &State| {
                    let mut search = search.clone();
                    search.watch(
                        View::new(&rules, state, side.other()),
                        action,
                        &mut bot_rng(SEED, index, side),
                    );
                    search
                };
                let (real, guess) = (learnt(&before), learnt(&full));
                for side in Side::ALL {
                    assert_eq!(real.beliefs(side), guess.beliefs(side), "game {index}");
                }
                watched += 1;
                other += usize::from(full != before);
                search = real;
            }
            before = Some(*state);
            true
        });
        let moved = Side::ALL
            .iter()
            .any(|&side| search.beliefs(side)[0] != Mcts::<Ici>::new(Settings::default()).beliefs(side)[0]);
        assert!(moved, "game {index} taught nothing");
    }
    assert!(2 * other > watched, "only {other} samples of {watched} differ from the real position");
}
