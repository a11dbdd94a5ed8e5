//! What can be taken out of a game, and what becomes of it while one is played.

use crate::Side;

/// What happened to something that can be taken out of a game ([`Game::items`](crate::Game::items)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    /// A side took it into its hand.
    Drawn(Side),
    /// A side played it.
    Played(Side),
    /// It took place, by the dice.
    Happened,
}

impl Use {
    /// True if it took effect: it was played, or took place.
    #[must_use]
    pub fn takes_effect(self) -> bool {
        !matches!(self, Self::Drawn(_))
    }
}
