//! Choices that decide twice: a first action that only chooses what is decided next, and a second one.

use wilaya_engine::dice::{RecordingDice, SeededDice};
use wilaya_engine::{Actions, Side, Status};

use crate::playable::Playable;

/// Stands between the two actions in notation.
pub(super) const AND: &str = "; ";

/// A position and an action in it.
pub(super) type Step<G> = (<G as wilaya_engine::Game>::State, <G as wilaya_engine::Game>::Action);

/// The position in which the same side decides on, if an action that rolls no dice leads there.
pub(super) fn opened<G: Playable>(
    rules: &G::Rules,
    state: &G::State,
    side: Side,
    action: G::Action,
) -> Option<G::State> {
    let mut dice = RecordingDice::new(SeededDice::new(0, 0));
    let (mut next, mut events) = (*state, Vec::new());
    G::apply(rules, &mut next, action, &mut dice, &mut events);
    let goes_on = matches!(G::status(&next), Status::Decision { side: decider, kind } if decider == side && !G::opens(kind));
    (dice.take().is_empty() && goes_on).then_some(next)
}

pub(super) fn legal<G: Playable>(rules: &G::Rules, state: &G::State) -> Actions<G> {
    let mut legal = Actions::<G>::new();
    G::legal(rules, state, &mut legal);
    legal
}
