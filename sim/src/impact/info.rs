//! The content of `impact.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::budget::Budget;
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
    /// Games in which it takes effect, compared with others.
    Seen,
    /// The same games without it.
    Barred,
    /// Positions of games, played out with and without it.
    Forked,
}

impl Reading {
    /// All readings.
    pub const ALL: [Self; 3] = [Self::Seen, Self::Barred, Self::Forked];

    /// Its name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Barred => "barred",
            Self::Forked => "forked",
        }
    }
}

/// Everything needed to repeat an impact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImpactInfo {
    /// The readings.
    pub readings: Vec<Reading>,
    /// The items asked for; empty for all.
    pub of: Vec<String>,
    /// The number of playouts of each position in each branch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u32>,
    /// The number of games from which positions were drawn, once known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_games: Option<u64>,
    /// The other keys are as in `run.toml`.
    #[serde(flatten)]
    pub run: RunInfo,
    /// Requested items that cannot occur, by reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub left_out: BTreeMap<String, Vec<String>>,
}

impl ImpactInfo {
    /// The name of the file.
    pub const NAME: &str = "impact.toml";

    /// Reads the file in a folder; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read or is invalid.
    pub fn read(folder: &Path) -> Result<Option<Self>, FolderError> {
        notes::read(&folder.join(Self::NAME), "impact")
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), FileError> {
        make_folder(folder)?;
        notes::write(&folder.join(Self::NAME), self)
    }

    /// Checks that the tables in a folder match these notes.
    ///
    /// # Errors
    /// If one does not match, or cannot be read.
    pub fn verify(&self, folder: &Path) -> Result<(), FolderError> {
        let ended = self.run.has_ended();
        TABLES.into_iter().try_for_each(|name| verify(folder, Self::NAME, name, &self.run.files, ended))
    }

    /// Seals the tables in a folder.
    pub(super) fn seal(&mut self, folder: &Path) -> Result<(), FolderError> {
        for name in TABLES.into_iter().filter(|name| folder.join(name).exists()) {
            self.run.files.insert(name.to_owned(), Seal::of_file(folder, name)?);
        }
        Ok(())
    }

    /// Refuses to resume something else.
    pub(super) fn check(&self, found: &Self, folder: &Path) -> Result<(), FolderError> {
        let besides = [&RunInfo::COURSE[..], &["forked_games", "left_out"]].concat();
        FolderError::unless_same(folder, "impact", notes::difference(self, found, &besides))
    }

    /// The canonical command line, with the budget of the forked reading if known.
    pub(super) fn words(&self, budget: Option<Budget>) -> Vec<String> {
        let mut words = Words(self.run.words());
        words.0[1] = "impact".to_owned();
        let readings: Vec<_> = self.readings.iter().map(|reading| reading.word()).collect();
        words.say("of", (!self.of.is_empty()).then(|| self.of.join(",")));
        words.say("readings", [readings.join(",")]).say("playouts", self.playouts);
        words.say("budget", budget);
        words.0
    }

    /// The notes once the impact has ended.
    pub(super) fn ended(mut self, forked_games: Option<u64>) -> Self {
        self.forked_games = forked_games;
        self.run.state = RunState::Complete;
        self.run.command = self.words(forked_games.map(Budget::Games));
        self
    }
}
