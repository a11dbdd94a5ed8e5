//! Why a run cannot be played.

use std::path::PathBuf;

use wilaya_bots::SpecError;
use wilaya_engine::position::FormatError;

use crate::context::ThreadsError;
use crate::error::FolderError;
use crate::figures::{FigureError, ReadError};
use crate::games::UnknownGame;

/// Something wrong with the specification of a run, or with the folder that it is written to.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// An unknown game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// No game at all.
    #[error("no game given, neither here nor in --config")]
    NoGame,
    /// A setting or figures that the game does not have.
    #[error(transparent)]
    Figures(#[from] FigureError),
    /// A bot that the game does not have.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// A file that cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A folder that cannot be read or written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Threads that cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A value out of its range.
    #[error("{key} must be {expected}")]
    Value {
        /// The key, as in `run.toml`.
        key: &'static str,
        /// What it should be.
        expected: String,
    },
    /// More games than can be counted.
    #[error("--games: {0} pairs are too many")]
    TooManyPairs(u64),
    /// A sweep of too many combinations.
    #[error("--vary: {found} combinations are more than {most}: vary fewer figures at once")]
    TooManyCombinations {
        /// How many it has.
        found: usize,
        /// The most that a sweep may have.
        most: usize,
    },
    /// A game that is to be recorded and is not played.
    #[error("--record: there is no game {index}: the games are 0 to {last}")]
    Record {
        /// Its number.
        index: u64,
        /// The last game.
        last: u64,
    },
    /// Two things that one run does not measure.
    #[error("--turns and --luck cannot be had together: play the run twice")]
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
    /// Something wrong in a file.
    #[error("{}: {why}", path.display())]
    Within {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: Box<Self>,
    },
    /// A word in a file that is wrong.
    #[error("{key} = \"{text}\": {why}")]
    Word {
        /// The key.
        key: &'static str,
        /// The word.
        text: String,
        /// What is wrong.
        why: String,
    },
    /// A run that was played with other figures.
    #[error(
        "{} was made with other data (hash {found}; this is {here}): give the same with --data, or remove its key \
         data to play with these",
        path.display()
    )]
    OtherData {
        /// The file.
        path: PathBuf,
        /// The hash that it gives.
        found: String,
        /// The hash of the figures in force.
        here: String,
    },
    /// A position that cannot be read.
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
        /// The game that is played.
        wanted: &'static str,
    },
    /// Another position than the one that a run began in.
    #[error("{} is another position than the one that the run began with", .0.display())]
    OtherPosition(PathBuf),
    /// A position in which nothing is left to decide.
    #[error("{}: the game is over, so nothing can be played from there", .0.display())]
    GameOver(PathBuf),
}

impl RunError {
    /// The same, said of a file.
    pub(super) fn within(self, path: &std::path::Path) -> Self {
        Self::Within { path: path.to_owned(), why: Box::new(self) }
    }
}
