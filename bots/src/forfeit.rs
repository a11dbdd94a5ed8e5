//! Games that a bot cannot continue.

use serde::{Deserialize, Serialize};
use wilaya_engine::Side;

/// The fault of a bot that [can forfeit](crate::Bot::can_forfeit).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// It could not be started.
    Start,
    /// Its process ended.
    Ended,
    /// It did not answer in time.
    Late,
    /// Its answer was malformed.
    Nonsense,
    /// Its choice was illegal.
    Illegal,
    /// It reported an error.
    Error,
}

impl Fault {
    const ALL: [Self; 6] = [Self::Start, Self::Ended, Self::Late, Self::Nonsense, Self::Illegal, Self::Error];

    /// Its name in files.
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

    /// The fault with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fault| fault.name() == name)
    }
}

/// Why a bot cannot continue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The kind of fault.
    pub fault: Fault,
    /// A clause to follow the bot's name: `it ended (exit status: 1)`.
    pub reason: String,
}

/// A side that has forfeited its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeited {
    /// The side.
    pub side: Side,
    /// The fault of its bot.
    pub fault: Fault,
}
