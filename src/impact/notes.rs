//! What `impact.toml` holds.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use wilaya_sim::forked::ForkTable;
use wilaya_sim::{RunInfo, RunState, Seal, files, verify};

/// The schema of `impact.toml`.
pub(crate) const SCHEMA: &str = "wilaya.impact/1";

/// The tables of an impact.
const TABLES: [&str; 4] = ["impact.csv", "seen.csv", "forked.csv", ForkTable::NAME];

/// Everything that is needed to repeat an impact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Notes {
    /// The readings.
    pub(crate) readings: Vec<String>,
    /// What was asked for; nothing for everything.
    pub(crate) of: Vec<String>,
    /// How often each position was played out in each branch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) playouts: Option<u32>,
    /// From how many games positions were taken, once that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) forked_games: Option<u64>,
    /// The rest is as in `run.toml`.
    #[serde(flatten)]
    pub(crate) run: RunInfo,
    /// What was asked for and cannot occur, by the reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) left_out: BTreeMap<String, Vec<String>>,
}

impl Notes {
    /// What they are called in a folder.
    pub(crate) const NAME: &str = "impact.toml";

    /// Reads those of a folder; none if there are none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(Self::NAME);
        match fs::read_to_string(&path) {
            Ok(text) => {
                let notes = toml::from_str(&text);
                notes.map(Some).with_context(|| format!("{} does not describe an impact", path.display()))
            }
            Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
            Err(why) => Err(why).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        files::make_folder(folder)?;
        Ok(files::replace(&folder.join(Self::NAME), &toml::to_string(self)?)?)
    }

    /// Checks that the tables of a folder are those that these were written with.
    pub(crate) fn verify(&self, folder: &Path) -> Result<()> {
        let ended = self.run.has_ended();
        TABLES.into_iter().try_for_each(|name| Ok(verify(folder, Self::NAME, name, &self.run.files, ended)?))
    }

    /// Seals the tables of a folder.
    pub(crate) fn seal(&mut self, folder: &Path) -> Result<()> {
        for name in TABLES.into_iter().filter(|name| folder.join(name).exists()) {
            self.run.files.insert(name.to_owned(), Seal::of_file(folder, name)?);
        }
        Ok(())
    }

    /// Refuses to go on with something else.
    pub(crate) fn check(&self, found: &Self, folder: &Path) -> Result<()> {
        let own =
            |notes: &Self| toml::Value::try_from((&notes.readings, &notes.of, notes.playouts.unwrap_or(0)));
        if let Some((key, wanted, found)) = self.run.differs(&found.run) {
            bail!(
                "{} holds another impact: its {key} is {found}, not {wanted}: resume it as it was begun, or name another folder",
                folder.display()
            );
        }
        if own(self)? != own(found)? {
            bail!(
                "{} holds an impact with other --of, --readings or --playouts: resume it as it was begun, or name another \
                 folder",
                folder.display()
            );
        }
        Ok(())
    }

    /// The words of a command line that repeats it.
    pub(crate) fn words(&self) -> Vec<String> {
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
    pub(crate) fn ended(mut self, forked_games: Option<u64>) -> Self {
        self.forked_games = forked_games;
        self.run.state = RunState::Complete;
        self.run.command = self.words();
        self
    }
}
