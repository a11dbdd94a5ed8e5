//! What `run.toml` holds.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use serde::{Deserialize, Serialize};
use wilaya_engine::notation::hash_text;
use wilaya_engine::record::VERSION;
use wilaya_engine::{BySide, Measured, Setting, Side};

use crate::error::FolderError;
use crate::figures::setting_words;
use crate::files::{FileError, replace};
use crate::run::Plan;
use crate::seal::Seals;
use crate::shard::Shard;

/// The schema of `run.toml`.
pub const RUN_SCHEMA: &str = "wilaya.run/1";

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// What an earlier run has left in the folder is being cleared away.
    Starting,
    /// It goes on, or was killed.
    Running,
    /// It was stopped before its last game.
    Stopped,
    /// It has ended.
    Complete,
}

/// Everything that is needed to run it again: what `run.toml` holds.
///
/// Nothing in it depends on where, in how many pieces or on how many threads a run was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunInfo {
    /// [`RUN_SCHEMA`]
    pub schema: String,
    /// The version of wilaya.
    pub version: String,
    /// The words of a command line that plays the same run.
    pub command: Vec<String>,
    /// The game.
    pub game: String,
    /// The hash of the resolved figures.
    pub data: String,
    /// The data folder or file, if another than the built-in data were used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_from: Option<String>,
    /// Single figures that were changed, as `key=value`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// How many figures stand in for components that were not at hand.
    pub reconstructed: usize,
    /// How many figures stand on which kinds of source, in a line, if some are reconstructed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// The seed.
    pub seed: u64,
    /// How many games were to be played; of `pairs`, how many pairs.
    pub games: u64,
    /// Each game was played a second time with the bots in each other's seats.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pairs: bool,
    /// The run was to end once the interval of the win rate was no wider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ci: Option<f64>,
    /// The luck of the games was measured, with so many other rolls of each step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<u16>,
    /// The tracks that were noted turn by turn, if they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<String>,
    /// The turn limit.
    pub max_turns: u16,
    /// The name of the position in the folder, if the games began there and not with the set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The hash of its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_hash: Option<String>,
    /// Which part of the run this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// How far it is.
    pub state: RunState,
    /// How many games have been played; in `running`, it is not known yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<u64>,
    /// Whether the interval was as narrow as `until_ci` in the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ci_reached: Option<bool>,
    /// The setting, every word spelled out.
    pub setting: Setting,
    /// The specifications of the bots.
    pub bots: BySide<String>,
    /// The files of the folder as they were when this was written.
    #[serde(default, skip_serializing_if = "Seals::is_empty")]
    pub files: Seals,
    /// How much the bots that search may think, by side, as `60 iterations a decision`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub budgets: BTreeMap<Side, String>,
}

impl RunInfo {
    /// Describes a whole run of a plan with the built-in figures, from the set-up on, that has not begun.
    #[must_use]
    pub fn new<G: Measured>(rules: &G::Rules, plan: &Plan<G::State>) -> Self {
        Self {
            schema: RUN_SCHEMA.to_owned(),
            version: VERSION.to_owned(),
            command: Vec::new(),
            game: G::NAME.to_owned(),
            data: hash_text(G::data_hash(rules)),
            data_from: None,
            set: Vec::new(),
            reconstructed: 0,
            statement: G::statement(rules),
            seed: plan.seed,
            games: if plan.pairs { plan.games / 2 } else { plan.games },
            pairs: plan.pairs,
            until_ci: plan.until,
            luck: plan.luck,
            turns: if plan.turns {
                G::TRACKS.iter().map(|&track| track.to_owned()).collect()
            } else {
                Vec::new()
            },
            max_turns: plan.max_turns,
            from: None,
            from_hash: None,
            shard: None,
            state: RunState::Starting,
            played: None,
            until_ci_reached: None,
            setting: G::setting(rules),
            bots: plan.bots.clone(),
            files: Seals::new(),
            budgets: BTreeMap::new(),
        }
    }

    /// What it is called in a folder.
    pub const NAME: &str = "run.toml";

    /// Reads the one of a folder; none if there is none.
    ///
    /// # Errors
    /// If it cannot be read or is no such file.
    pub fn read(folder: &Path) -> Result<Option<Self>, FolderError> {
        let path = folder.join(Self::NAME);
        match fs::read_to_string(&path) {
            Ok(text) => match toml::from_str(&text) {
                Ok(info) => Ok(Some(info)),
                Err(why) => Err(FolderError::Info { path, why: why.message().to_owned() }),
            },
            Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
            Err(why) => Err(FolderError::Read { path, why }),
        }
    }

    /// Writes it into a folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), FileError> {
        let path = folder.join(Self::NAME);
        let text = toml::to_string(self).map_err(|error| FileError::at(&path)(io::Error::other(error)))?;
        replace(&path, &text)
    }

    /// The key in which another run differs from this one, and its values here and there; none if it is the same run,
    /// however far.
    #[must_use]
    pub fn differs(&self, other: &Self) -> Option<(String, String, String)> {
        let table = |info: &Self| {
            let info = Self {
                state: RunState::Complete,
                played: None,
                until_ci_reached: None,
                command: Vec::new(),
                files: Seals::new(),
                ..info.clone()
            };
            toml::Table::try_from(info).unwrap_or_default()
        };
        let (here, there) = (table(self), table(other));
        let keys = here.keys().chain(there.keys().filter(|key| !here.contains_key(*key)));
        let text = |table: &toml::Table, key: &String| {
            table.get(key).map_or_else(|| "nothing".to_owned(), |value| value.to_string().trim().to_owned())
        };
        let mut different = keys.filter(|key| here.get(*key) != there.get(*key));
        different.next().map(|key| (key.clone(), text(&here, key), text(&there, key)))
    }

    /// How many games a pair has, or one game.
    fn each(&self) -> u64 {
        if self.pairs { 2 } else { 1 }
    }

    /// How many games the whole run has.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.games * self.each()
    }

    /// The numbers of the games that are played: those of the shard, or all.
    #[must_use]
    pub fn range(&self) -> std::ops::Range<u64> {
        let range = self.shard.map_or(0..self.games, |shard| shard.of(self.games));
        range.start * self.each()..range.end * self.each()
    }

    /// True if it has ended, by itself or by a signal.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        matches!(self.state, RunState::Stopped | RunState::Complete)
    }

    /// The words of a command line that plays the run.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut words = vec!["wilaya".to_owned(), "sim".to_owned(), self.game.clone()];
        // A position has its own setting.
        let none = Setting::default();
        let setting = if self.from.is_some() { &none } else { &self.setting };
        words.extend(self.from.iter().flat_map(|from| ["--from".to_owned(), from.clone()]));
        words.extend(setting_words(setting, self.data_from.as_ref(), &self.set));
        let mut say = |option: &str, value: &str| words.extend([format!("--{option}"), value.to_owned()]);
        say("fln", &self.bots.fln);
        say("france", &self.bots.france);
        say("games", &self.games.to_string());
        say("seed", &self.seed.to_string());
        say("max-turns", &self.max_turns.to_string());
        self.until_ci.iter().for_each(|width| say("until-ci", &width.to_string()));
        self.luck.iter().for_each(|rerolls| say("luck", &rerolls.to_string()));
        if self.pairs {
            words.push("--pairs".to_owned());
        }
        if !self.turns.is_empty() {
            words.push("--turns".to_owned());
        }
        words
    }
}
