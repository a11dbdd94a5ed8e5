//! A choice that a person makes for the rest of a phase.

use wilaya_engine::Side;

use crate::playable::Playable;

/// A choice for the rest of a phase.
#[derive(Clone, Debug)]
pub(super) struct Standing<G: Playable> {
    pub(super) side: Side,
    pub(super) kind: G::Decision,
    pub(super) action: G::Action,
    /// The turn and phase that it holds for.
    pub(super) clock: (u16, u8),
    /// In words.
    pub(super) text: String,
}
