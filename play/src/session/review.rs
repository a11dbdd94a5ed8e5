//! A finished game looked back on: the chance to win over time, and what changed it most.

use std::sync::Arc;

use serde::Serialize;
use wilaya_engine::Side;
use wilaya_engine::dice::{SeededDice, stream_key};

use super::{Past, Session, SessionError, World};
use crate::playable::Playable;

/// How often the dice of a decision are thrown anew to see what it was worth before they fell.
const THROWS: u64 = 24;
/// How many swings of a kind are told.
const SWINGS: usize = 8;
/// The purpose of the streams of these throws.
const PURPOSE: u64 = 32;

/// A decision that changed the chance to win.
#[derive(Clone, Debug, Serialize)]
pub struct Swing {
    /// Which, from 1.
    pub step: usize,
    /// Who decided.
    pub side: Side,
    /// What, in words.
    pub text: String,
    /// By how much the chance of the FLN changed.
    pub change: f64,
}

/// A finished game looked back on.
#[derive(Clone, Debug, Serialize)]
pub struct Review {
    /// The winner.
    pub winner: Option<Side>,
    /// The chance that the FLN wins, by the estimate of the game, at the start and after each decision.
    pub chances: Vec<f32>,
    /// Of each turn: the decision that it begins after, and its name.
    pub turns: Vec<(usize, String)>,
    /// The largest changes by dice and draws: what fell, against the mean of what could have fallen.
    pub luck: Vec<Swing>,
    /// The largest changes by choice: the mean after the choice, against what it was before.
    pub choice: Vec<Swing>,
    /// How often the dice of each decision were thrown anew for that mean.
    pub throws: u64,
}

/// A finished game, to be looked back on in another thread.
pub(super) struct Finished<G: Playable> {
    world: Arc<World<G>>,
    start: G::State,
    past: Vec<Past<G>>,
    seed: u64,
}

impl<G: Playable> Session<G> {
    pub(super) fn finished(&self) -> Result<Finished<G>, SessionError> {
        if !self.is_over() {
            return Err(SessionError::NotOver);
        }
        let (world, past) = (Arc::clone(&self.world), self.past.clone());
        Ok(Finished { world, start: self.start.state, past, seed: self.seed })
    }
}

fn chance<G: Playable>(world: &World<G>, state: &G::State) -> f64 {
    match G::status(state).outcome() {
        Some(outcome) => f64::from(u8::from(outcome.winner == Side::Fln)),
        None => wilaya_bots::evaluation::evaluate_within::<G>(&world.rules, state),
    }
}

impl<G: Playable> Finished<G> {
    /// The mean chance after a choice, over what the dice may bring.
    fn mean(&self, before: &G::State, step: usize, action: G::Action) -> f64 {
        let key = stream_key(self.seed, step as u64, PURPOSE);
        let throw = |number| {
            let mut state = *before;
            G::apply(&self.world.rules, &mut state, action, &mut SeededDice::new(key, number), &mut ());
            chance(&self.world, &state)
        };
        (0..THROWS).map(throw).sum::<f64>() / THROWS as f64
    }

    pub(super) fn review(&self) -> Review {
        let mut before = self.start;
        let mut chances = vec![chance(&self.world, &before) as f32];
        let (mut luck, mut choice) = (Vec::new(), Vec::new());
        let mut turns = vec![(0, G::table(&self.world.rules, &before, None).when)];
        for (index, past) in self.past.iter().enumerate() {
            let step = index + 1;
            let (was, is) = (chance(&self.world, &before), chance(&self.world, &past.after.state));
            let expected = if past.rolls.is_empty() { is } else { self.mean(&before, step, past.action) };
            let text = || {
                let words = G::action_words(&self.world.rules, &before, past.action);
                match G::status(&before) {
                    wilaya_engine::Status::Decision { kind, .. } => {
                        format!("{} {words}", G::prompt(&self.world.rules, &before, kind).text)
                    }
                    wilaya_engine::Status::Over(_) => words,
                }
            };
            for (swings, change) in [(&mut luck, is - expected), (&mut choice, expected - was)] {
                if change.abs() > 1e-4 {
                    keep(swings, change, || Swing { step, side: past.side, text: text(), change });
                }
            }
            if G::clock(&before).0 != G::clock(&past.after.state).0 {
                turns.push((step, G::table(&self.world.rules, &past.after.state, None).when));
            }
            chances.push(is as f32);
            before = past.after.state;
        }
        let winner = G::status(&before).outcome().map(|outcome| outcome.winner);
        Review { winner, chances, turns, luck, choice, throws: THROWS }
    }
}

/// Keeps a swing if it is one of the largest.
fn keep(swings: &mut Vec<Swing>, change: f64, swing: impl FnOnce() -> Swing) {
    let place = swings.partition_point(|one| one.change.abs() >= change.abs());
    if place < SWINGS {
        swings.insert(place, swing());
        swings.truncate(SWINGS);
    }
}
