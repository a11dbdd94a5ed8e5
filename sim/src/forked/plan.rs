//! How positions are drawn and played out, and the result of one.

use serde::{Deserialize, Serialize};

/// How positions are drawn and played out.
#[derive(Clone, Copy, Debug)]
pub struct ForkPlan {
    /// The seed of all dice and draws.
    pub seed: u64,
    /// The turn limit: a game that exceeds it is ignored.
    pub max_turns: u16,
    /// Playouts of each position in each branch, at least one.
    pub playouts: u32,
}

/// An item to examine.
#[derive(Clone, Debug)]
pub struct ForkItem<R> {
    /// Its index in [`Removable::items`](wilaya_engine::Removable::items).
    pub number: usize,
    /// The rules without it, if it is a kind of action.
    pub barred: Option<R>,
}

/// Playouts of one position in two branches with the same dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gain {
    /// Pairs of playouts that both reached an end.
    pub n: u32,
    /// How many more of them the FLN won in the branch with the item.
    pub gain: i32,
}

impl Gain {
    pub(super) fn push(&mut self, with: Option<bool>, without: Option<bool>) {
        if let (Some(with), Some(without)) = (with, without) {
            self.n += 1;
            self.gain += i32::from(with) - i32::from(without);
        }
    }
}

/// A position that was played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fork {
    /// The index of the game it comes from.
    pub game: u64,
    /// The index of the item in [`Removable::items`](wilaya_engine::Removable::items).
    pub item: usize,
    /// Its time: [`Measured::period`](wilaya_engine::Measured::period).
    pub period: u16,
    /// Played at once, compared with the next best choice. Empty for an item decided by dice.
    pub now: Gain,
    /// Played at once, compared with removed for good; for an item decided by dice, rolled compared with nothing rolled.
    pub worth: Gain,
}
