//! What the sides keep from each other.

use rand::Rng;

use super::{Game, Observation};
use crate::dice::Label;
use crate::side::Side;
use crate::sink::Audience;

/// A game with hidden parts. By default nothing is hidden.
pub trait Hidden: Game {
    /// A copy of the state in which everything that `side` may not see is blanked.
    fn observe(rules: &Self::Rules, state: &Self::State, side: Side) -> Observation<Self> {
        let _ = rules;
        Observation::new(side, *state)
    }

    /// A full state drawn from those that fit the observation.
    fn determinize<R: Rng>(rules: &Self::Rules, seen: &Observation<Self>, rng: &mut R) -> Self::State {
        let _ = (rules, rng);
        *seen.state()
    }

    /// Who may see an event.
    fn audience(event: &Self::Event) -> Audience {
        let _ = event;
        Audience::All
    }

    /// True if it follows from what is open whether there is a choice at a decision. If not, only the side that decides may
    /// know that it was asked: the engine plays a decision with one choice by itself.
    fn is_announced(decision: Self::Decision) -> bool {
        let _ = decision;
        true
    }

    /// Who may see an action when `side` has just played it, and that there was something to decide.
    fn action_audience(side: Side, decision: Self::Decision, action: Self::Action) -> Audience {
        let _ = (side, decision, action);
        Audience::All
    }

    /// Who may see a roll.
    fn roll_audience(label: Label) -> Audience {
        let _ = label;
        Audience::All
    }
}
