//! Players that err: bots that may play some of their decisions at random.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use wilaya_bots::{BotSpec, SpecError};

/// A bot, and the share of its decisions that it plays at random instead, such as `heuristic~0.1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// The bot.
    pub bot: BotSpec,
    /// The share, 0 to 1.
    pub random: f64,
}

/// The text is not a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// Invalid bot.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// Invalid share.
    #[error("\"{0}\": expected BOT or BOT~SHARE with a share from 0 to 1, such as heuristic~0.1")]
    Share(String),
}

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let (bot, share) = text.split_once('~').unwrap_or((text, "0"));
        let random = share.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        let random = random.ok_or_else(|| PlayerError::Share(text.to_owned()))?;
        Ok(Self { bot: bot.parse()?, random })
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bot, random } = self;
        if *random > 0.0 { write!(f, "{bot}~{random}") } else { write!(f, "{bot}") }
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: serde::Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        parsed(source)
    }
}

/// Reads a value from its text form.
pub(super) fn parsed<'de, D: serde::Deserializer<'de>, T: FromStr<Err: fmt::Display>>(
    source: D,
) -> Result<T, D::Error> {
    String::deserialize(source)?.parse().map_err(serde::de::Error::custom)
}
