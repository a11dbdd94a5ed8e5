//! What can be wrong with a folder of results.

use std::io;
use std::path::{Path, PathBuf};

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
    /// Notes that are none.
    #[error("{} is not a valid {what} file; mend it, or name another: {why}", path.display())]
    Notes {
        /// The file.
        path: PathBuf,
        /// What it should be about: `run`, `arena`, `impact`, `sweep`, `tuning`.
        what: &'static str,
        /// What is wrong.
        why: String,
    },
    /// A file with a name that wilaya uses, which it has not written as far as the notes tell.
    #[error("{} is there, and nothing tells that wilaya has written it: move it away, or name another folder", .0.display())]
    Foreign(PathBuf),
    /// A run, arena, impact, sweep or tuning of something else.
    #[error(
        "{} holds another {what}: its {key} is {found}, not {wanted}: resume it as it was begun, or choose another --out",
        path.display()
    )]
    Other {
        /// The folder or file.
        path: PathBuf,
        /// What it holds.
        what: &'static str,
        /// The key in which they differ.
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
    #[error("{} holds a run that has not ended: go on with it first, with --resume", .0.display())]
    Unended(PathBuf),
    /// A table that wilaya cannot have written.
    #[error("{} is damaged in line {line}: remove it, and run again without --resume", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
    },
}

impl FolderError {
    /// Refuses a folder or file whose notes differ from those of what is to be gone on with.
    pub(crate) fn unless_same(
        path: &Path,
        what: &'static str,
        difference: Option<(String, String, String)>,
    ) -> Result<(), Self> {
        difference.map_or(Ok(()), |(key, wanted, found)| {
            Err(Self::Other { path: path.to_owned(), what, key, found, wanted })
        })
    }

    /// The error of a file or folder that cannot be read, from what the system says.
    pub(crate) fn read(path: &Path) -> impl Fn(io::Error) -> Self + use<'_> {
        move |why| Self::Read { path: path.to_owned(), why }
    }
}
