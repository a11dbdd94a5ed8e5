//! The errors of a session.

use wilaya_bots::SpecError;
use wilaya_bots::mcts::Level;
use wilaya_engine::position::FormatError;
use wilaya_engine::{SettingError, Side};

use crate::board::LayoutError;
use crate::guide::GuideError;

/// A request that a session refuses.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// An invalid setting.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// An invalid bot.
    #[error("{}", with_levels(.0))]
    Spec(#[from] SpecError),
    /// An invalid map.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// An invalid guide.
    #[error(transparent)]
    Guide(#[from] GuideError),
    /// A malformed save.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A save that cannot be loaded.
    #[error("{0}")]
    Save(String),
    /// The position has changed since the request.
    #[error("the position has changed since this choice was offered")]
    Stale,
    /// It is the other side's turn.
    #[error("it is not your turn: {0} decides")]
    OutOfTurn(Side),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is not over yet.
    #[error("this is available only once the game is over")]
    NotOver,
    /// An illegal choice.
    #[error("\"{0}\" is not one of the choices")]
    Illegal(String),
    /// A draft of a list that needs at least one item.
    #[error("nothing is chosen yet: add at least one")]
    Empty,
    /// A request for another side's secrets.
    #[error("you do not play {0}, so you may not see what only {0} sees")]
    NotYours(Side),
    /// A seat a human cannot take back.
    #[error("a bot plays {0} until the end: taking its seat would reveal hidden information")]
    Seat(Side),
    /// The other player must take the screen first.
    #[error("{0} decides next, and must take the screen first")]
    Screen(Side),
    /// Undo is not possible.
    #[error("{0}")]
    Undo(&'static str),
    /// The bot is already thinking.
    #[error("the bot is thinking")]
    Busy,
    /// The bot cannot continue.
    #[error("{0}. Let another bot take over, or save the game")]
    Stopped(String),
    /// No hint is available.
    #[error("no hint: {0}")]
    Hint(&'static str),
}

/// The error of a bot's name, with the levels, which are also accepted.
fn with_levels(error: &SpecError) -> String {
    match error {
        SpecError::UnknownBot { .. } => format!("{error}, and the levels {}", Level::NAMES.join(", ")),
        _ => error.to_string(),
    }
}
