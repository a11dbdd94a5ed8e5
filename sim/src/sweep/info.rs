//! The content of `sweep.toml`.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::vary::Vary;
use crate::error::FolderError;
use crate::files::Lock;
use crate::info::RunInfo;
use crate::notes;
use crate::outputs::{SWEEP, claim};
use crate::seal::Seals;

/// The schema of `sweep.toml`.
const SCHEMA: &str = "wilaya.sweep/1";

/// Everything needed to repeat a sweep: the content of `sweep.toml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepInfo {
    /// `wilaya.sweep/1`
    pub schema: String,
    /// The version of wilaya.
    pub version: String,
    /// The canonical command line.
    pub command: Vec<String>,
    /// The figures that vary, each with its values in their order.
    pub vary: Vec<String>,
    /// The seal of the table, once it exists.
    #[serde(default, skip_serializing_if = "Seals::is_empty")]
    pub files: Seals,
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

    /// The canonical command line: that of the run without the figures that vary, followed by these.
    #[must_use]
    pub fn words(plain: &RunInfo, vary: &[String]) -> Vec<String> {
        let mut command = plain.words();
        command[1] = "sweep".to_owned();
        command.extend(vary.iter().flat_map(|one| ["--vary".to_owned(), one.clone()]));
        command
    }

    /// Reads the file in a folder; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read or is invalid.
    pub fn read(folder: &Path) -> Result<Option<Self>, FolderError> {
        notes::read(&folder.join(SWEEP), "sweep")
    }

    /// Writes the file into a folder.
    pub(super) fn write(&self, folder: &Path) -> Result<(), FolderError> {
        Ok(notes::write(&folder.join(SWEEP), self)?)
    }

    /// Locks a folder, and starts the sweep there or resumes it.
    pub(super) fn begin(&self, folder: &Path, resume: bool) -> Result<Lock, FolderError> {
        if resume && folder.join(SWEEP).exists() {
            let lock = Lock::folder(folder)?;
            if let Some(found) = Self::read(folder)? {
                FolderError::unless_same(folder, "sweep", notes::difference(self, &found, &["files"]))?;
                return Ok(lock);
            }
        }
        let lock = claim(folder)?;
        self.write(folder)?;
        Ok(lock)
    }
}
