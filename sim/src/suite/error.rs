use std::path::PathBuf;

use wilaya_bots::SpecError;
use wilaya_engine::position::FormatError;

use crate::error::FolderError;
use crate::figures::{FigureError, ReadError};

/// Something wrong with a suite, its plan or its folder.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A file that cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file that cannot be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Figures or a setting that the game does not have.
    #[error(transparent)]
    Figures(#[from] FigureError),
    /// An unknown bot.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// A file that is not what it should be.
    #[error("{}: {why}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A position that the rules do not allow.
    #[error("{}: {why}", path.display())]
    Position {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: FormatError,
    },
    /// A cell that the plan does not have.
    #[error("--only: the plan has no cell \"{found}\"; it has {}", known.join(", "))]
    NoCell {
        /// The name.
        found: String,
        /// Those that it has.
        known: Vec<String>,
    },
    /// A folder without tests.
    #[error("{}: no test positions there; `wilaya suite draw` writes them", .0.display())]
    Empty(PathBuf),
}
