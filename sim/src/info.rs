//! The content of `run.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use wilaya_engine::notation::hash_text;
use wilaya_engine::record::VERSION;
use wilaya_engine::{BySide, Measured, Setting, Side};

use crate::error::FolderError;
use crate::files::FileError;
use crate::notes;
use crate::run::Plan;
use crate::seal::Seals;
use crate::shard::Shard;
use crate::words::Words;

/// The schema of `run.toml`.
pub const RUN_SCHEMA: &str = "wilaya.run/1";

/// The state of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// Results of an earlier run are being removed from the folder.
    #[default]
    Starting,
    /// It is running, or was killed.
    Running,
    /// It was stopped before its last game.
    Stopped,
    /// It has ended.
    Complete,
}

/// Everything needed to repeat the run: the content of `run.toml`.
///
/// Nothing in it depends on where, in how many shards or on how many threads the run was played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunInfo {
    /// [`RUN_SCHEMA`]
    pub schema: String,
    /// The version of wilaya.
    pub version: String,
    /// The canonical command line.
    pub command: Vec<String>,
    /// The game.
    pub game: String,
    /// The hash of the resolved figures.
    pub data: String,
    /// The data folder or file, if the data are not the built-in ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_from: Option<String>,
    /// Single changed figures, as `key=value`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// The number of figures that stand in for components that were not available.
    pub reconstructed: usize,
    /// The number of figures by kind of source, in one line, if some are reconstructed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The number of games to play; with `pairs`, of pairs.
    pub games: u64,
    /// True if each game was played a second time with the bots swapped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pairs: bool,
    /// The width of the win rate's interval at which the run was to end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ci: Option<f64>,
    /// The number of rerolls of each step for measuring luck, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<u16>,
    /// The tracks recorded turn by turn, if they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<String>,
    /// The turn limit.
    pub max_turns: u16,
    /// The name of the position file in the folder, if the games started from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The hash of its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_hash: Option<String>,
    /// The shard that this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Its state.
    pub state: RunState,
    /// The number of games played; unknown while `running`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<u64>,
    /// Whether the interval became as narrow as `until_ci`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ci_reached: Option<bool>,
    /// The setting, with every word spelled out.
    pub setting: Setting,
    /// The specifications of the bots.
    pub bots: BySide<String>,
    /// The seals of the folder's files at the time of writing.
    #[serde(default, skip_serializing_if = "Seals::is_empty")]
    pub files: Seals,
    /// The budgets of searching bots, by side, such as `60 iterations per decision`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub budgets: BTreeMap<Side, String>,
}

impl RunInfo {
    /// The notes of a whole run of a plan with the built-in figures, from the set-up, before its start.
    #[must_use]
    pub fn new<G: Measured>(rules: &G::Rules, plan: &Plan<G::State>) -> Self {
        let tracks = if plan.turns { G::TRACKS } else { &[] };
        Self {
            schema: RUN_SCHEMA.to_owned(),
            version: VERSION.to_owned(),
            game: G::NAME.to_owned(),
            data: hash_text(G::data_hash(rules)),
            statement: G::statement(rules),
            seed: plan.seed,
            games: if plan.pairs { plan.games / 2 } else { plan.games },
            pairs: plan.pairs,
            until_ci: plan.until,
            luck: plan.luck,
            turns: tracks.iter().map(|&track| track.to_owned()).collect(),
            max_turns: plan.max_turns,
            setting: G::setting(rules),
            bots: plan.bots.clone(),
            ..Self::default()
        }
    }

    /// The name of the file.
    pub const NAME: &str = "run.toml";

    /// Reads the file in a folder; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read or is invalid.
    pub fn read(folder: &Path) -> Result<Option<Self>, FolderError> {
        notes::read(&folder.join(Self::NAME), "run")
    }

    /// Writes the file into a folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), FileError> {
        notes::write(&folder.join(Self::NAME), self)
    }

    /// The keys that describe progress, not what is played.
    pub(crate) const COURSE: [&str; 5] = ["state", "played", "until_ci_reached", "command", "files"];

    /// The key in which another run differs from this one, with both values; `None` if it is the same run, whatever its
    /// progress.
    #[must_use]
    pub fn differs(&self, other: &Self) -> Option<(String, String, String)> {
        notes::difference(self, other, &Self::COURSE)
    }

    /// Refuses to resume another run.
    ///
    /// # Errors
    /// If `found`, the run in the folder, is not this one.
    pub fn check(&self, found: &Self, folder: &Path) -> Result<(), FolderError> {
        FolderError::unless_same(folder, "run", self.differs(found))
    }

    /// The number of games in a pair, or 1.
    fn each(&self) -> u64 {
        if self.pairs { 2 } else { 1 }
    }

    /// The number of games in the whole run.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.games * self.each()
    }

    /// The indexes of the games to play: those of the shard, or all.
    #[must_use]
    pub fn range(&self) -> std::ops::Range<u64> {
        let range = self.shard.map_or(0..self.games, |shard| shard.of(self.games));
        range.start * self.each()..range.end * self.each()
    }

    /// True if it has ended, on its own or by a signal.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        matches!(self.state, RunState::Stopped | RunState::Complete)
    }

    /// The canonical command line.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let Self { game, from, data_from, set, bots: BySide { fln, france }, .. } = self;
        // A position has its own setting.
        let none = Setting::default();
        let setting = if from.is_some() { &none } else { &self.setting };
        let mut words = Words::new("sim", game);
        words.say("from", from).setting(setting, data_from.as_ref(), set);
        words.say("fln", [fln]).say("france", [france]).say("games", [self.games]).say("seed", [self.seed]);
        words.say("max-turns", [self.max_turns]).say("until-ci", self.until_ci);
        // Its value is optional, so it needs an equals sign.
        words.0.extend(self.luck.map(|rerolls| format!("--luck={rerolls}")));
        words.flag("pairs", self.pairs).flag("turns", !self.turns.is_empty());
        words.0
    }
}
