//! The players of the sides.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use wilaya_bots::mcts::Level;
use wilaya_bots::{BotSpec, SpecError};

/// The player of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Seat {
    /// A human.
    Human,
    /// A bot.
    Bot(BotSpec),
}

/// The word for a human player.
pub const HUMAN: &str = "human";

impl Seat {
    /// True for a human.
    #[must_use]
    pub fn is_human(&self) -> bool {
        *self == Self::Human
    }

    /// True for a program, `exec:NAME`.
    #[must_use]
    pub fn is_program(&self) -> bool {
        matches!(self, Self::Bot(spec) if spec.program().is_some())
    }

    /// The search bot at a level.
    #[must_use]
    pub fn level(level: Level) -> Self {
        let keys = vec![("level".to_owned(), level.name().to_owned())];
        Self::Bot(BotSpec { name: "mcts".to_owned(), keys })
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.pad(HUMAN),
            Self::Bot(spec) => fmt::Display::fmt(spec, f),
        }
    }
}

impl From<Seat> for String {
    fn from(seat: Seat) -> Self {
        seat.to_string()
    }
}

impl TryFrom<String> for Seat {
    type Error = SpecError;

    fn try_from(text: String) -> Result<Self, SpecError> {
        text.parse()
    }
}

impl FromStr for Seat {
    type Err = SpecError;

    /// Reads `human`, a level, or a bot's specification.
    fn from_str(text: &str) -> Result<Self, SpecError> {
        if text == HUMAN {
            return Ok(Self::Human);
        }
        if Level::NAMES.contains(&text) {
            return Ok(Self::level(Level::named(text)));
        }
        text.parse().map(Self::Bot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_read_back() {
        for text in ["human", "heuristic", "mcts:level=veteran", "mcts:iters=20"] {
            assert_eq!(text.parse::<Seat>().map(|seat| seat.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(
            "regular".parse::<Seat>().map(|seat| seat.to_string()),
            Ok("mcts:level=regular".to_owned())
        );
    }
}
