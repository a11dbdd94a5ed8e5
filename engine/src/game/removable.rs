//! Items that can be removed from a game.

use super::core::Game;
use crate::dice::Label;
use crate::side::Side;

/// Rolls with their faces, from 1.
pub type Rolls = Vec<(Label, u16)>;

/// A game from which chits, events or kinds of action can be removed. By default there are none.
pub trait Removable: Game {
    /// All removable items, in an order that depends on the data only. [`Item::absent`] marks those that the scenario, options
    /// or bars of these rules keep from ever occurring.
    fn items(rules: &Self::Rules) -> Vec<Item> {
        let _ = rules;
        Vec::new()
    }

    /// The item that an event is about, as its index in [`Removable::items`], and what happened to it.
    fn item(rules: &Self::Rules, event: &Self::Event) -> Option<(usize, Use)> {
        let _ = (rules, event);
        None
    }

    /// The position with one of the [`Removable::items`] removed for good, if the deciding side could play it at the current
    /// decision, as it could a chit in its hand. `None` if only the rules can remove it.
    ///
    /// The decision may be left with a single choice, which is played like any other.
    fn without(rules: &Self::Rules, state: &Self::State, number: usize) -> Option<Self::State> {
        let _ = (rules, state, number);
        None
    }

    /// The rolls in a turn by which one of the [`Removable::items`] occurs, and those by which nothing occurs instead; `None`
    /// if it is not rolled for.
    fn rolled_for(rules: &Self::Rules, number: usize) -> Option<[Rolls; 2]> {
        let _ = (rules, number);
        None
    }
}

/// An item that can be removed from a game ([`Removable::items`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its word in [`Setting::bars`](crate::Setting::bars).
    pub word: String,
    /// Its display name, unique within the game.
    pub name: String,
    /// Why it cannot occur in any game with these rules; `None` if it can, as far as the rules alone tell.
    pub absent: Option<String>,
}

/// What happened to a removable item ([`Removable::items`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    /// A side drew it into its hand.
    Drawn(Side),
    /// A side played it.
    Played(Side),
    /// It occurred, by a roll of the dice.
    Happened,
}
