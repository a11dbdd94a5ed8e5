//! What `impact.toml` holds.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::FolderError;
use crate::files::{FileError, make_folder, replace};
use crate::forked::ForkTable;
use crate::info::{RunInfo, RunState};
use crate::seal::{Seal, verify};

/// The schema of `impact.toml`.
pub(super) const SCHEMA: &str = "wilaya.impact/1";

/// The tables of an impact.
const TABLES: [&str; 4] = ["impact.csv", "seen.csv", "forked.csv", ForkTable::NAME];

/// Something wrong with the folder of an impact.
#[derive(Debug, thiserror::Error)]
pub enum ImpactFolderError {
    /// A folder that cannot be read or written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// An `impact.toml` that is none.
    #[error("{} does not describe an impact: {why}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// An impact of something else.
    #[error(
        "{} holds another impact: its {key} is {found}, not {wanted}: resume it as it was begun, or name another folder",
        folder.display()
    )]
    Other {
        /// The folder.
        folder: PathBuf,
        /// The key in which they differ.
        key: String,
        /// Its value there.
        found: String,
        /// Its value now.
        wanted: String,
    },
    /// An impact that looks at something else, or otherwise.
    #[error(
        "{} holds an impact with other --of, --readings or --playouts: resume it as it was begun, or name another folder",
        folder.display()
    )]
    OtherOptions {
        /// The folder.
        folder: PathBuf,
    },
}

/// Everything that is needed to repeat an impact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImpactInfo {
    /// The readings.
    pub readings: Vec<String>,
    /// What was asked for; nothing for everything.
    pub of: Vec<String>,
    /// How often each position was played out in each branch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u32>,
    /// From how many games positions were taken, once that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_games: Option<u64>,
    /// The rest is as in `run.toml`.
    #[serde(flatten)]
    pub run: RunInfo,
    /// What was asked for and cannot occur, by the reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub left_out: BTreeMap<String, Vec<String>>,
}

impl ImpactInfo {
    /// What they are called in a folder.
    pub const NAME: &str = "impact.toml";

    /// Reads those of a folder; none if there are none.
    ///
    /// # Errors
    /// If they cannot be read or are no such file.
    pub fn read(folder: &Path) -> Result<Option<Self>, ImpactFolderError> {
        let path = folder.join(Self::NAME);
        match fs::read_to_string(&path) {
            Ok(text) => match toml::from_str(&text) {
                Ok(notes) => Ok(Some(notes)),
                Err(why) => Err(ImpactFolderError::Malformed { path, why: why.to_string() }),
            },
            Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
            Err(why) => Err(FolderError::Read { path, why }.into()),
        }
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), FileError> {
        make_folder(folder)?;
        let path = folder.join(Self::NAME);
        let text = toml::to_string(self).map_err(|why| FileError::at(&path)(std::io::Error::other(why)))?;
        replace(&path, &text)
    }

    /// Checks that the tables of a folder are those that these were written with.
    ///
    /// # Errors
    /// If one is not, or cannot be read.
    pub fn verify(&self, folder: &Path) -> Result<(), FolderError> {
        let ended = self.run.has_ended();
        TABLES.into_iter().try_for_each(|name| verify(folder, Self::NAME, name, &self.run.files, ended))
    }

    /// Seals the tables of a folder.
    pub(super) fn seal(&mut self, folder: &Path) -> Result<(), FolderError> {
        for name in TABLES.into_iter().filter(|name| folder.join(name).exists()) {
            self.run.files.insert(name.to_owned(), Seal::of_file(folder, name)?);
        }
        Ok(())
    }

    /// Refuses to go on with something else.
    pub(super) fn check(&self, found: &Self, folder: &Path) -> Result<(), ImpactFolderError> {
        let folder = folder.to_owned();
        if let Some((key, wanted, found)) = self.run.differs(&found.run) {
            return Err(ImpactFolderError::Other { folder, key, found, wanted });
        }
        let own = |notes: &Self| (notes.readings.clone(), notes.of.clone(), notes.playouts.unwrap_or(0));
        if own(self) == own(found) { Ok(()) } else { Err(ImpactFolderError::OtherOptions { folder }) }
    }

    /// The words of a command line that repeats it.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = self.run.words();
        words[1] = "impact".to_owned();
        let mut say = |option: &str, value: String| words.extend([format!("--{option}"), value]);
        if !self.of.is_empty() {
            say("of", self.of.join(","));
        }
        say("readings", self.readings.join(","));
        self.playouts.iter().for_each(|playouts| say("playouts", playouts.to_string()));
        self.forked_games.iter().for_each(|games| say("budget", format!("{games}games")));
        words
    }

    /// With what is known when it has ended.
    pub(super) fn ended(mut self, forked_games: Option<u64>) -> Self {
        self.forked_games = forked_games;
        self.run.state = RunState::Complete;
        self.run.command = self.words();
        self
    }
}
