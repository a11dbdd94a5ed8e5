//! Hidden information, and what each side sees.

use rand::Rng;

use super::core::{Game, Status};
use crate::dice::Label;
use crate::side::Side;
use crate::sink::Audience;

/// A game with hidden parts. By default nothing is hidden.
pub trait Hidden: Game {
    /// A copy of the state with everything blanked that `side` may not see.
    fn observe(rules: &Self::Rules, state: &Self::State, side: Side) -> Observation<Self> {
        let _ = rules;
        Observation::new(side, *state)
    }

    /// A full state drawn from those consistent with the observation.
    fn determinize<R: Rng>(rules: &Self::Rules, seen: &Observation<Self>, rng: &mut R) -> Self::State {
        let _ = (rules, rng);
        *seen.state()
    }

    /// Who may see an event.
    fn audience(event: &Self::Event) -> Audience {
        let _ = event;
        Audience::All
    }

    /// True if open information alone tells whether this decision has a choice. If not, only the deciding side may know that it
    /// was asked, since the engine plays a decision with a single choice on its own.
    fn is_announced(decision: Self::Decision) -> bool {
        let _ = decision;
        true
    }

    /// Who may see an action that `side` has just played, and that there was something to decide.
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

/// What one side sees of a state; the rest is blanked.
#[derive(Debug)]
pub struct Observation<G: Game> {
    side: Side,
    state: G::State,
}

impl<G: Game> PartialEq for Observation<G> {
    fn eq(&self, other: &Self) -> bool {
        self.side == other.side && self.state == other.state
    }
}

impl<G: Game> Eq for Observation<G> {}

impl<G: Game> Clone for Observation<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Observation<G> {}

impl<G: Game> Observation<G> {
    /// Wraps a state in which everything hidden from `side` is already blanked. For implementations of [`Game`] only.
    #[must_use]
    pub fn new(side: Side, blanked: G::State) -> Self {
        Self { side, state: blanked }
    }

    /// The side whose observation it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The state with the hidden parts blanked. If this side decides, its legal actions are those of the real state.
    pub fn state(&self) -> &G::State {
        &self.state
    }
}

/// Makes an observation on request, so that baseline bots that need only the legal actions do not pay for one.
#[derive(Debug)]
pub struct View<'a, G: Game> {
    rules: &'a G::Rules,
    state: &'a G::State,
    side: Side,
}

impl<G: Game> Clone for View<'_, G> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for View<'_, G> {}

impl<'a, G: Game> View<'a, G> {
    /// What `side` may see of `state`.
    #[inline(always)]
    pub fn new(rules: &'a G::Rules, state: &'a G::State, side: Side) -> Self {
        Self { rules, state, side }
    }

    /// The rules.
    #[inline(always)]
    pub fn rules(&self) -> &'a G::Rules {
        self.rules
    }

    /// The side whose view it is.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The status: which side decides what.
    #[inline(always)]
    pub fn status(&self) -> Status<G::Decision> {
        G::status(self.state)
    }

    /// The turn and phase.
    #[inline(always)]
    pub fn clock(&self) -> (u16, u8) {
        G::clock(self.state)
    }

    /// The state itself, for public accessors that a game adds to its view.
    #[inline(always)]
    pub(crate) fn state(&self) -> &'a G::State {
        self.state
    }
}

impl<G: Hidden> View<'_, G> {
    /// The observation.
    pub fn observe(&self) -> Observation<G> {
        G::observe(self.rules, self.state, self.side)
    }
}
