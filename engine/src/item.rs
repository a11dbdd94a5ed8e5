//! What can be taken out of a game, and what becomes of it while one is played.

use crate::Side;

/// Something that can be taken out of a game ([`Removable::items`](crate::Removable::items)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its word in [`Setting::bars`](crate::Setting::bars).
    pub word: String,
    /// Its name for people; no other item of the game has the same.
    pub name: String,
    /// Why it cannot occur in any game with these rules; `None` if it can, as far as the rules alone tell.
    pub absent: Option<String>,
}

/// What happened to something that can be taken out of a game ([`Removable::items`](crate::Removable::items)).
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
