//! How positions are drawn and played out, and what comes of one.

/// How positions are drawn and played out.
#[derive(Clone, Copy, Debug)]
pub struct ForkPlan {
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// A game that goes on after this turn says nothing.
    pub max_turns: u16,
    /// How often each position is played out in each branch, at least once.
    pub playouts: u32,
}

/// An item to look at.
#[derive(Clone, Debug)]
pub struct ForkItem<R> {
    /// Its number among [`Removable::items`](wilaya_engine::Removable::items).
    pub number: usize,
    /// The rules without it, if it is a kind of action.
    pub barred: Option<R>,
}

/// Playouts of one position in two branches with the same dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    /// Pairs of playouts that both came to an end.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The number of the game that it comes from.
    pub game: u64,
    /// The number of the item among [`Removable::items`](wilaya_engine::Removable::items).
    pub item: usize,
    /// When it was: [`Measured::period`](wilaya_engine::Measured::period).
    pub period: u16,
    /// Played at once, against the next best choice. Empty for what the dice decide.
    pub now: Gain,
    /// Played at once, against taken out for good; of what the dice decide, rolled against nothing rolled.
    pub worth: Gain,
}
