//! What `sweep.toml` holds.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::vary::Vary;
use crate::claim::{SWEEP, claim};
use crate::error::FolderError;
use crate::figures::{ReadError, read_text};
use crate::files::{FileError, Lock, replace};
use crate::info::RunInfo;
use crate::seal::Seals;

/// The schema of `sweep.toml`.
const SCHEMA: &str = "wilaya.sweep/1";

/// Everything that is needed to repeat a sweep: what `sweep.toml` holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepInfo {
    /// `wilaya.sweep/1`
    pub schema: String,
    /// The version of wilaya.
    pub version: String,
    /// The words of a command line that plays the same sweep.
    pub command: Vec<String>,
    /// The figures that vary, each with its values in their order.
    pub vary: Vec<String>,
    /// The table, once it is there.
    #[serde(default, skip_serializing_if = "Seals::is_empty")]
    pub files: Seals,
}

/// Something wrong with the notes of a sweep or an impact.
#[derive(Debug, thiserror::Error)]
pub enum SweepFolderError {
    /// A folder that cannot be read or written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file that cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A `sweep.toml` that is none.
    #[error("{} does not describe a sweep: {why}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A sweep of something else.
    #[error(
        "{} holds another sweep, {command}: resume it as it was begun, or name another folder",
        folder.display()
    )]
    Other {
        /// The folder.
        folder: PathBuf,
        /// The sweep there.
        command: String,
    },
}

impl SweepInfo {
    /// `first` is the run of the first combination.
    pub(super) fn new(vary: &[Vary], first: &RunInfo) -> Self {
        let varies = |set: &String| vary.iter().flat_map(Vary::changes).any(|one| one.to_string() == *set);
        let mut first = first.clone();
        first.set.retain(|set| !varies(set));
        let vary: Vec<_> = vary.iter().map(ToString::to_string).collect();
        let command = Self::words(&first, &vary);
        Self { schema: SCHEMA.to_owned(), version: first.version, command, vary, files: Seals::new() }
    }

    /// The words of a command line that plays a sweep: of the run without the figures that vary, and of these.
    #[must_use]
    pub fn words(plain: &RunInfo, vary: &[String]) -> Vec<String> {
        let mut command = plain.words();
        command[1] = "sweep".to_owned();
        command.extend(vary.iter().flat_map(|one| ["--vary".to_owned(), one.clone()]));
        command
    }

    /// Reads the one of a folder; none if there is none.
    ///
    /// # Errors
    /// If it cannot be read or is no such file.
    pub fn read(folder: &Path) -> Result<Option<Self>, SweepFolderError> {
        let path = folder.join(SWEEP);
        if !path.exists() {
            return Ok(None);
        }
        let found = toml::from_str(&read_text(&path)?);
        found.map(Some).map_err(|why| SweepFolderError::Malformed { path, why: why.to_string() })
    }

    /// Writes it into a folder.
    pub(super) fn write(&self, folder: &Path) -> Result<(), FolderError> {
        let path = folder.join(SWEEP);
        let text = toml::to_string(self).map_err(|why| FileError::at(&path)(std::io::Error::other(why)))?;
        Ok(replace(&path, &text)?)
    }

    /// Locks a folder, and begins the sweep there or goes on with it.
    pub(super) fn begin(&self, folder: &Path, resume: bool) -> Result<Lock, SweepFolderError> {
        if resume && folder.join(SWEEP).exists() {
            let lock = Lock::folder(folder).map_err(FolderError::from)?;
            if let Some(found) = Self::read(folder)? {
                if (Self { files: Seals::new(), ..found.clone() }) != *self {
                    let command = found.command.join(" ");
                    return Err(SweepFolderError::Other { folder: folder.to_owned(), command });
                }
                return Ok(lock);
            }
        }
        let lock = claim(folder)?;
        self.write(folder)?;
        Ok(lock)
    }
}
