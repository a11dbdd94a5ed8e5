//! Games that a bot cannot go on with.

use serde::{Deserialize, Serialize};
use wilaya_engine::Side;

/// What a bot that [can forfeit](crate::Bot::can_forfeit) did wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// It could not be started.
    Start,
    /// It ended.
    Ended,
    /// It did not answer in time.
    Late,
    /// It answered something else than it should.
    Nonsense,
    /// It chose what is not legal.
    Illegal,
    /// It reported an error.
    Error,
}

impl Fault {
    const ALL: [Self; 6] = [Self::Start, Self::Ended, Self::Late, Self::Nonsense, Self::Illegal, Self::Error];

    /// The word for it in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Ended => "ended",
            Self::Late => "late",
            Self::Nonsense => "nonsense",
            Self::Illegal => "illegal",
            Self::Error => "error",
        }
    }

    /// The one with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fault| fault.name() == name)
    }
}

/// Why a bot cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// In a word.
    pub fault: Fault,
    /// In words that follow its name: `it ended (exit status: 1)`.
    pub reason: String,
}

/// A side that has forfeited its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeited {
    /// The side.
    pub side: Side,
    /// What its bot did wrong.
    pub fault: Fault,
}
