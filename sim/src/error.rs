//! What can be wrong with a folder of results.

use std::io;
use std::path::PathBuf;

use crate::files::{FileError, LockError};

/// Something wrong with the folder of a run.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file that cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A folder that another process writes.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A file that cannot be read.
    #[error("cannot read {}: {why}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: io::Error,
    },
    /// A `run.toml` that is none.
    #[error("{} does not describe a run: {why}", path.display())]
    Info {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// A file of a name that wilaya writes, of which nothing tells that it has written it.
    #[error("{} is there, and nothing tells that wilaya has written it: move it away, or name another folder", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A run of something else.
    #[error(
        "{} holds another run: its {key} is {found}, not {wanted}: resume it as it was begun, or name another folder",
        folder.display()
    )]
    Other {
        /// The folder.
        folder: PathBuf,
        /// The key of `run.toml` in which they differ.
        key: String,
        /// Its value there.
        found: String,
        /// Its value now.
        wanted: String,
    },
    /// A file that the notes beside it were not written with.
    #[error(
        "{} does not belong to {}: {why}; put back the right one, or begin again without --resume",
        path.display(), notes.display()
    )]
    Untied {
        /// The file.
        path: PathBuf,
        /// The notes.
        notes: PathBuf,
        /// How that is seen.
        why: String,
    },
    /// A run that has not ended.
    #[error("{} holds a run that has not ended: go on with it first, with --resume", folder.display())]
    Unended {
        /// The folder.
        folder: PathBuf,
    },
    /// A table that no run can have written.
    #[error("{} is damaged in line {line}: remove it, and run again without --resume", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
    },
}
