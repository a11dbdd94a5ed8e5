//! What can be wrong with what is asked of a session.

use wilaya_bots::SpecError;
use wilaya_bots::mcts::Level;
use wilaya_engine::position::FormatError;
use wilaya_engine::{SettingError, Side};

use crate::board::LayoutError;
use crate::guide::GuideError;

/// Something that a session does not do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The setting.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A bot.
    #[error("{}", with_levels(.0))]
    Spec(#[from] SpecError),
    /// The map.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// How to play.
    #[error(transparent)]
    Guide(#[from] GuideError),
    /// A save.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A save that is none.
    #[error("{0}")]
    Save(String),
    /// The position was another one when this was asked.
    #[error("the game has gone on since: this was decided in another position")]
    Stale,
    /// The other side's turn.
    #[error("it is not your turn: {0} decides")]
    OutOfTurn(Side),
    /// Nobody's turn.
    #[error("the game is over")]
    Over,
    /// The game goes on.
    #[error("the game is not over: this is shown when it is")]
    NotOver,
    /// Not among the choices.
    #[error("\"{0}\" is none of the choices")]
    Illegal(String),
    /// A draft of a list that needs at least one item.
    #[error("nothing is chosen yet: add at least one")]
    Empty,
    /// Another side's secrets.
    #[error("you do not play {0}, so what only {0} may see is not shown")]
    NotYours(Side),
    /// A seat that cannot be had back.
    #[error("a bot plays {0} for good: whoever took its seat would see what is hidden from the other side")]
    Seat(Side),
    /// The other player's screen.
    #[error("{0} decides, and has to take the screen first")]
    Screen(Side),
    /// Something that cannot be taken back.
    #[error("{0}")]
    Undo(&'static str),
    /// A bot that thinks already.
    #[error("the bot is thinking")]
    Busy,
    /// A bot that cannot go on.
    #[error("{0}. Let another bot go on, or save the game")]
    Stopped(String),
    /// No hint.
    #[error("there is no hint here: {0}")]
    Hint(&'static str),
}

/// What is wrong with a bot; a level could have been named as well.
fn with_levels(error: &SpecError) -> String {
    match error {
        SpecError::UnknownBot { .. } => format!("{error}, and the levels {}", Level::NAMES.join(", ")),
        _ => error.to_string(),
    }
}
