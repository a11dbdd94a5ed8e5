//! Errors in the specification of a run.

use std::path::PathBuf;

use wilaya_bots::SpecError;
use wilaya_engine::position::FormatError;

use crate::context::ThreadsError;
use crate::error::FolderError;
use crate::figures::{FigureError, ReadError};
use crate::games::UnknownGame;

/// An invalid specification of a run, or an error in the folder that it is written to.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// An unknown game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// No game is given.
    #[error("no game given")]
    NoGame,
    /// Invalid setting or figures.
    #[error(transparent)]
    Figures(#[from] FigureError),
    /// Unknown bot.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A folder cannot be read or written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Threads cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A value is out of range.
    #[error("{key} must be {expected}")]
    Value {
        /// The key, as in `run.toml`.
        key: &'static str,
        /// The expected values.
        expected: String,
    },
    /// More games than can be counted.
    #[error("games: {0} pairs are too many")]
    TooManyPairs(u64),
    /// A sweep of too many combinations.
    #[error("vary: {found} combinations are more than {most}: vary fewer figures at once")]
    TooManyCombinations {
        /// The number of combinations.
        found: usize,
        /// The maximum.
        most: usize,
    },
    /// A game to record that is not played.
    #[error("record: there is no game {index}: the games are 0 to {last}")]
    Record {
        /// Its index.
        index: u64,
        /// The last game.
        last: u64,
    },
    /// Turns and luck cannot be recorded in one run.
    #[error("turns and luck cannot be combined: play the run twice")]
    TurnsAndLuck,
    /// A file that does not describe a run.
    #[error("{} does not describe a run: {why}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A file of another schema.
    #[error("{}: its schema is \"{found}\": this version of wilaya reads \"{}\"", path.display(), crate::info::RUN_SCHEMA)]
    Schema {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: String,
    },
    /// An error in a file.
    #[error("{}: {why}", path.display())]
    Within {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: Box<Self>,
    },
    /// An invalid word in a file.
    #[error("{key} = \"{text}\": {why}")]
    Word {
        /// The key.
        key: &'static str,
        /// The word.
        text: String,
        /// What is wrong.
        why: String,
    },
    /// A run played with other figures.
    #[error(
        "{} was made with other data (hash {found}, here {here}): give the same data, or remove its key \
         data to play with these",
        path.display()
    )]
    OtherData {
        /// The file.
        path: PathBuf,
        /// The hash in the file.
        found: String,
        /// The hash of the figures in force.
        here: String,
    },
    /// A position cannot be read.
    #[error("{}: {why}", path.display())]
    Position {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: FormatError,
    },
    /// A position of another game.
    #[error("{} is a position of {found}, not of {wanted}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// Its game.
        found: String,
        /// The game to play.
        wanted: &'static str,
    },
    /// Not the position from which the run started.
    #[error("{} is not the position that the run started from", .0.display())]
    OtherPosition(PathBuf),
    /// A position in which the game is over.
    #[error("{}: the game is over, so nothing can be played from there", .0.display())]
    GameOver(PathBuf),
}

impl RunError {
    /// The same error, attributed to a file.
    pub(super) fn within(self, path: &std::path::Path) -> Self {
        Self::Within { path: path.to_owned(), why: Box::new(self) }
    }
}
