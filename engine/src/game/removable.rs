//! What can be taken out of a game.

use super::core::Game;
use crate::dice::Label;
use crate::item::{Item, Use};

/// Rolls with their faces, from 1.
pub type Rolls = Vec<(Label, u16)>;

/// A game from which chits, events or kinds of actions can be taken out. By default there are none.
pub trait Removable: Game {
    /// Everything that can be taken out of a game, in an order that depends on the data only. What the scenario, the options
    /// or the bars of these rules keep from ever occurring says so ([`Item::absent`]).
    fn items(rules: &Self::Rules) -> Vec<Item> {
        let _ = rules;
        Vec::new()
    }

    /// What an event says of one of the [`Removable::items`]: its number in the list, and what happened to it.
    fn item(rules: &Self::Rules, event: &Self::Event) -> Option<(usize, Use)> {
        let _ = (rules, event);
        None
    }

    /// The position with one of the [`Removable::items`] taken out of it for good, if it is something that the side that
    /// decides can play by the decision that waits, as a chit of its hand. None for what only rules can take out.
    ///
    /// Its decision may be left with a single choice, which is played as any other.
    fn without(rules: &Self::Rules, state: &Self::State, number: usize) -> Option<Self::State> {
        let _ = (rules, state, number);
        None
    }

    /// The rolls of a turn by which one of the [`Removable::items`] takes place, with their faces from 1, and those by which
    /// nothing takes place instead; none if it is not rolled for.
    fn rolled_for(rules: &Self::Rules, number: usize) -> Option<[Rolls; 2]> {
        let _ = (rules, number);
        None
    }
}
