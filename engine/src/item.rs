//! Items that can be removed from a game, and how a game uses them.

use crate::Side;

/// An item that can be removed from a game ([`Removable::items`](crate::Removable::items)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its word in [`Setting::bars`](crate::Setting::bars).
    pub word: String,
    /// Its display name, unique within the game.
    pub name: String,
    /// Why it cannot occur in any game with these rules; `None` if it can, as far as the rules alone tell.
    pub absent: Option<String>,
}

/// What happened to a removable item ([`Removable::items`](crate::Removable::items)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    /// A side drew it into its hand.
    Drawn(Side),
    /// A side played it.
    Played(Side),
    /// It occurred, by a roll of the dice.
    Happened,
}
