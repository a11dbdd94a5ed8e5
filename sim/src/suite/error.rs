use std::path::PathBuf;

use wilaya_bots::SpecError;
use wilaya_engine::position::FormatError;

use crate::error::FolderError;
use crate::figures::{FigureError, ReadError};

/// An error in a suite, its plan or its folder.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file cannot be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Invalid figures or setting.
    #[error(transparent)]
    Figures(#[from] FigureError),
    /// An unknown bot.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// A malformed file.
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
    /// Unknown cell.
    #[error("only: the plan has no cell \"{found}\"; it has {}", known.join(", "))]
    NoCell {
        /// The name.
        found: String,
        /// The known cells.
        known: Vec<String>,
    },
    /// A folder without tests.
    #[error("{}: no test positions found; `wilaya suite draw` writes them", .0.display())]
    Empty(PathBuf),
}
