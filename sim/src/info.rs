//! What `run.toml` holds.

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

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// What an earlier run has left in the folder is being cleared away.
    #[default]
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// The luck of the games was measured, with this many rerolls of each step.
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

    /// What it is called in a folder.
    pub const NAME: &str = "run.toml";

    /// Reads the one of a folder; none if there is none.
    ///
    /// # Errors
    /// If it cannot be read or is no such file.
    pub fn read(folder: &Path) -> Result<Option<Self>, FolderError> {
        notes::read(&folder.join(Self::NAME), "run")
    }

    /// Writes it into a folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), FileError> {
        notes::write(&folder.join(Self::NAME), self)
    }

    /// What says how far a run is, not what is played.
    pub(crate) const COURSE: [&str; 5] = ["state", "played", "until_ci_reached", "command", "files"];

    /// The key in which another run differs from this one, and its values here and there; none if it is the same run,
    /// however far.
    #[must_use]
    pub fn differs(&self, other: &Self) -> Option<(String, String, String)> {
        notes::difference(self, other, &Self::COURSE)
    }

    /// Refuses to go on with another run.
    ///
    /// # Errors
    /// If the folder, which holds the run `found`, does not hold this one.
    pub fn check(&self, found: &Self, folder: &Path) -> Result<(), FolderError> {
        FolderError::unless_same(folder, "run", self.differs(found))
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
        let Self { game, from, data_from, set, bots: BySide { fln, france }, .. } = self;
        // A position has its own setting.
        let none = Setting::default();
        let setting = if from.is_some() { &none } else { &self.setting };
        let mut words = Words::new("sim", game);
        words.say("from", from).setting(setting, data_from.as_ref(), set);
        words.say("fln", [fln]).say("france", [france]).say("games", [self.games]).say("seed", [self.seed]);
        words.say("max-turns", [self.max_turns]).say("until-ci", self.until_ci);
        // Its value is optional, so it stands behind a sign.
        words.0.extend(self.luck.map(|rerolls| format!("--luck={rerolls}")));
        words.flag("pairs", self.pairs).flag("turns", !self.turns.is_empty());
        words.0
    }
}
