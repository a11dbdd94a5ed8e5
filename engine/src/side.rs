//! The two sides, and containers indexed by side.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A side of the war. Both games have the same two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Side {
    /// The Front de libération nationale.
    Fln,
    /// France, which *Algeria* calls the Government.
    France,
}

impl Side {
    /// Both sides, in the order used everywhere.
    pub const ALL: [Self; 2] = [Self::Fln, Self::France];

    /// The other side.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Fln => Self::France,
            Self::France => Self::Fln,
        }
    }

    /// Its name in notation, in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fln => "fln",
            Self::France => "france",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Fln => "FLN",
            Self::France => "France",
        })
    }
}

/// An error: the word names no side.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown side \"{0}\": the sides are fln and france (gov means france)")]
pub struct UnknownSide(pub String);

impl FromStr for Side {
    type Err = UnknownSide;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "fln" => Ok(Self::Fln),
            "france" | "gov" | "government" => Ok(Self::France),
            _ => Err(UnknownSide(text.to_owned())),
        }
    }
}

/// One value per side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySide<T> {
    /// The FLN's value.
    pub fln: T,
    /// France's value.
    pub france: T,
}

impl<T> BySide<T> {
    /// Calls `make` for the FLN, then for France.
    pub fn new_with(mut make: impl FnMut(Side) -> T) -> Self {
        Self { fln: make(Side::Fln), france: make(Side::France) }
    }

    /// Both values, each with its side.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        [(Side::Fln, &self.fln), (Side::France, &self.france)].into_iter()
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Fln => &self.fln,
            Side::France => &self.france,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Fln => &mut self.fln,
            Side::France => &mut self.france,
        }
    }
}

/// How a game ended, independently of whose view it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Outcome {
    /// The FLN won.
    Fln,
    /// France won.
    France,
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Self; 3] = [Self::Fln, Self::France, Self::Draw];

    /// The outcome in which `winner` wins.
    #[must_use]
    pub const fn won_by(winner: Side) -> Self {
        match winner {
            Side::Fln => Self::Fln,
            Side::France => Self::France,
        }
    }

    /// The winner; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Fln => Some(Side::Fln),
            Self::France => Some(Side::France),
            Self::Draw => None,
        }
    }

    /// Its name in files: the winner's, or `draw`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.winner() {
            Some(side) => side.name(),
            None => "draw",
        }
    }

    /// The outcome with this name, if any.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.name() == name)
    }

    /// True if `side` has won.
    #[must_use]
    pub fn is_won_by(self, side: Side) -> bool {
        self.winner() == Some(side)
    }

    /// The outcome as `side` sees it.
    #[must_use]
    pub fn for_side(self, side: Side) -> RelativeOutcome {
        match self.winner() {
            None => RelativeOutcome::Draw,
            Some(winner) if winner == side => RelativeOutcome::Win,
            Some(_) => RelativeOutcome::Loss,
        }
    }

    /// The score of `side`: 1 for a win, 0.5 for a draw, 0 for a loss.
    #[must_use]
    pub fn score(self, side: Side) -> f64 {
        self.for_side(side).score()
    }
}

/// How a game ended for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelativeOutcome {
    /// This side won.
    Win,
    /// Nobody won.
    Draw,
    /// This side lost.
    Loss,
}

impl RelativeOutcome {
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    #[must_use]
    pub const fn score(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.5,
            Self::Loss => 0.0,
        }
    }
}
