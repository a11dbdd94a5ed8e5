//! Errors in folders of results.

use std::io;
use std::path::{Path, PathBuf};

use crate::files::{FileError, LockError};

/// An error in a folder of results.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Another process is writing to the folder.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A file cannot be read.
    #[error("cannot read {}: {why}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        why: io::Error,
    },
    /// Invalid notes.
    #[error("{} is not a valid {what} file; correct it, or give another: {why}", path.display())]
    Notes {
        /// The file.
        path: PathBuf,
        /// The expected kind: `run`, `arena`, `impact`, `sweep` or `tuning`.
        what: &'static str,
        /// What is wrong.
        why: String,
    },
    /// A file with one of wilaya's names, but no sign that wilaya wrote it.
    #[error("{} exists, but nothing shows that wilaya wrote it: move it away, or choose another folder", .0.display())]
    Foreign(PathBuf),
    /// A different run, arena, impact, sweep or tuning.
    #[error(
        "{} holds another {what}: its {key} is {found}, not {wanted}: resume it with the original options, or choose another folder",
        path.display()
    )]
    Other {
        /// The folder or file.
        path: PathBuf,
        /// The kind of results.
        what: &'static str,
        /// The key in which they differ.
        key: String,
        /// The value in the folder.
        found: String,
        /// The value of this command.
        wanted: String,
    },
    /// A file that does not match the notes next to it.
    #[error(
        "{} does not belong to {}: {why}; restore the right one, or start again",
        path.display(), notes.display()
    )]
    Untied {
        /// The file.
        path: PathBuf,
        /// The notes.
        notes: PathBuf,
        /// The mismatch.
        why: String,
    },
    /// A run that has not ended.
    #[error("{} holds a run that has not ended: finish it first by resuming it", .0.display())]
    Unended(PathBuf),
    /// A table that wilaya cannot have written.
    #[error("{} is damaged in line {line}: remove it, and start again", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
    },
}

impl FolderError {
    /// Refuses a folder or file whose notes differ from those of the work to resume.
    pub(crate) fn unless_same(
        path: &Path,
        what: &'static str,
        difference: Option<(String, String, String)>,
    ) -> Result<(), Self> {
        difference.map_or(Ok(()), |(key, wanted, found)| {
            Err(Self::Other { path: path.to_owned(), what, key, found, wanted })
        })
    }

    /// Wraps an error of the operating system for a file or folder that cannot be read.
    pub(crate) fn read(path: &Path) -> impl Fn(io::Error) -> Self + use<'_> {
        move |why| Self::Read { path: path.to_owned(), why }
    }
}
