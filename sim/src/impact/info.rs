//! What `impact.toml` holds.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::FolderError;
use crate::files::{FileError, make_folder};
use crate::forked::ForkTable;
use crate::info::{RunInfo, RunState};
use crate::notes;
use crate::seal::{Seal, verify};
use crate::words::Words;

/// The schema of `impact.toml`.
pub(super) const SCHEMA: &str = "wilaya.impact/1";

/// The tables of an impact.
const TABLES: [&str; 4] = ["impact.csv", "seen.csv", "forked.csv", ForkTable::NAME];

/// A way to estimate the value of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reading {
    /// Games in which it takes effect beside others.
    Seen,
    /// The same games without it.
    Barred,
    /// Positions of games played out with it and without it.
    Forked,
}

impl Reading {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Seen, Self::Barred, Self::Forked];

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Barred => "barred",
            Self::Forked => "forked",
        }
    }
}

/// Everything that is needed to repeat an impact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImpactInfo {
    /// The readings.
    pub readings: Vec<Reading>,
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
    pub fn read(folder: &Path) -> Result<Option<Self>, FolderError> {
        notes::read(&folder.join(Self::NAME), "impact")
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), FileError> {
        make_folder(folder)?;
        notes::write(&folder.join(Self::NAME), self)
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
    pub(super) fn check(&self, found: &Self, folder: &Path) -> Result<(), FolderError> {
        let besides = [&RunInfo::COURSE[..], &["forked_games", "left_out"]].concat();
        FolderError::unless_same(folder, "impact", notes::difference(self, found, &besides))
    }

    /// The words of a command line that repeats it.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = Words(self.run.words());
        words.0[1] = "impact".to_owned();
        let readings: Vec<_> = self.readings.iter().map(|reading| reading.word()).collect();
        words.say("of", (!self.of.is_empty()).then(|| self.of.join(",")));
        words.say("readings", [readings.join(",")]).say("playouts", self.playouts);
        words.say("budget", self.forked_games.map(|games| format!("{games}games")));
        words.0
    }

    /// With what is known when it has ended.
    pub(super) fn ended(mut self, forked_games: Option<u64>) -> Self {
        self.forked_games = forked_games;
        self.run.state = RunState::Complete;
        self.run.command = self.words();
        self
    }
}
