//! The folder of an arena: `games.csv`, `ratings.csv`, `pairings.csv`, `sides.csv`, `speed.csv`, `sprt.csv`, `arena.toml`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wilaya_bots::play::Played;
use wilaya_engine::Setting;

use super::plan::{ArenaPlan, PlayedPair};
use super::play::Took;
use super::standings::Standings;
use super::tables::{GameLine, Look, SPEED, game_columns, tables};
use crate::cells::Cells;
use crate::claim::{claim, remove};
use crate::column::{cells, header, line};
use crate::error::FolderError;
use crate::files::{Lock, replace};
use crate::growing::Growing;
use crate::notes;
use crate::seal::{Seal, Seals, verify};
use crate::table::GameFields;
use crate::words::Words;

/// The schema of `arena.toml`.
pub const ARENA_SCHEMA: &str = "wilaya.arena/1";

const INFO: &str = "arena.toml";
const GAMES: &str = "games.csv";
/// What is written at the end.
const RESULTS: [&str; 5] = ["ratings.csv", "pairings.csv", "sides.csv", SPEED, "sprt.csv"];
/// While an arena goes on, its notes say this often how far its table is.
const NOTED_EVERY: Duration = Duration::from_secs(1);
/// Everything that is needed to play it again: what `arena.toml` holds, from the beginning on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArenaInfo {
    /// [`ARENA_SCHEMA`]
    pub schema: String,
    /// The version of wilaya.
    pub version: String,
    /// The words of a command line that plays the same arena.
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
    /// What is played, bots and scenarios.
    pub plan: ArenaPlan,
    /// What is the same in all scenarios.
    pub setting: Setting,
    /// The commands of the bots that are programs.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub programs: BTreeMap<String, Vec<String>>,
    /// The sequential test, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtInfo>,
}

impl ArenaInfo {
    /// The words of a command line that plays the arena.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let Self { game, data_from, set, plan, setting, sprt, .. } = self;
        let setting = Setting { scenario: Some(plan.scenarios.join(",")), ..setting.clone() };
        let mut words = Words::new("arena", game);
        words.say("bots", [plan.bots.join(",")]).say("pairs", [plan.pairs]);
        words.setting(&setting, data_from.as_ref(), set);
        words.say("seed", [plan.seed]).say("max-turns", [plan.max_turns]);
        if let Some(SprtInfo { elo: [elo0, elo1], alpha, beta, batch }) = sprt {
            words.say("sprt", [format!("{elo0},{elo1}")]);
            words.say("alpha", [alpha]).say("beta", [beta]).say("batch", [batch]);
        }
        words.0
    }
}

/// What `arena.toml` holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Notes {
    #[serde(flatten)]
    info: ArenaInfo,
    /// The files of the folder as they were when this was written.
    #[serde(default, skip_serializing_if = "Seals::is_empty")]
    files: Seals,
}

impl Notes {
    /// Reads those of a folder; none if there are none.
    fn read(folder: &Path) -> Result<Option<Self>, FolderError> {
        notes::read(&folder.join(INFO), "arena")
    }

    /// Checks that the tables of a folder are those that this was written with.
    fn verify(&self, folder: &Path) -> Result<(), FolderError> {
        let finished = self.files.contains_key(RESULTS[0]);
        for name in RESULTS.into_iter().chain([GAMES]).filter(|name| *name != SPEED) {
            verify(folder, INFO, name, &self.files, finished)?;
        }
        Ok(())
    }
}

/// The settings of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtInfo {
    /// The hypotheses, in Elo.
    pub elo: [f64; 2],
    /// The chance of a wrong verdict where the first is true.
    pub alpha: f64,
    /// The same for the second.
    pub beta: f64,
    /// After how many pairs the test looks at them.
    pub batch: u64,
}

/// The folder of an arena while it is written.
///
/// `arena.toml` comes first; the table of games grows by whole pairs; the rest appears whole, at the end. Nobody else can
/// write the folder meanwhile.
#[derive(Debug)]
pub struct ArenaFolder {
    _lock: Lock,
    folder: PathBuf,
    games: Growing,
    notes: Notes,
    /// When the notes were written last with pairs of this process in the table.
    noted: Option<Instant>,
    next: u64,
}

impl ArenaFolder {
    /// Makes the folder and begins its table. What earlier commands have left there is gone then.
    ///
    /// # Errors
    /// If it cannot be written, or another process writes it.
    pub fn create(folder: &Path, info: &ArenaInfo) -> Result<Self, FolderError> {
        let lock = claim(folder)?;
        let notes = Notes { info: info.clone(), files: Seals::new() };
        notes::write(&folder.join(INFO), &notes)?;
        let games = Growing::create(&folder.join(GAMES), &header(&game_columns(&info.plan)))?;
        Self::begin(lock, folder, notes, games, 0)
    }

    /// Goes on with what was begun in this folder, or begins it. Also returns the pairs that are there already.
    ///
    /// # Errors
    /// If there is another arena, if the table is damaged, if another process writes the folder, or if something cannot be
    /// read or written.
    pub fn resume(folder: &Path, info: &ArenaInfo) -> Result<(Self, Vec<PlayedPair>), FolderError> {
        let lock = Lock::folder(folder)?;
        let Some(found) = Notes::read(folder)? else {
            drop(lock);
            return Ok((Self::create(folder, info)?, Vec::new()));
        };
        // The command stays that of the first time.
        let difference = notes::difference(info, &found.info, &["command"]);
        FolderError::unless_same(folder, "arena", difference)?;
        let path = folder.join(GAMES);
        if !path.exists() {
            drop(lock);
            return Ok((Self::create(folder, info)?, Vec::new()));
        }
        let (pairs, bytes) = read(&path, &info.plan)?;
        found.verify(folder)?;
        // They are those of fewer pairs.
        for name in RESULTS {
            remove(&folder.join(name))?;
        }
        let notes = Notes { files: Seals::new(), ..found };
        let games = Growing::resume(&path, bytes)?;
        Ok((Self::begin(lock, folder, notes, games, pairs.len() as u64)?, pairs))
    }

    /// Begins at a pair, from the notes and the table of those before.
    fn begin(
        lock: Lock,
        folder: &Path,
        notes: Notes,
        games: Growing,
        next: u64,
    ) -> Result<Self, FolderError> {
        let mut this = Self { _lock: lock, folder: folder.to_owned(), games, notes, noted: None, next };
        this.note()?;
        Ok(this)
    }

    /// Writes how far the table is.
    fn note(&mut self) -> Result<(), FolderError> {
        self.notes.files.insert(GAMES.to_owned(), self.games.seal());
        Ok(notes::write(&self.folder.join(INFO), &self.notes)?)
    }

    /// Checks that the files of a folder belong together, as far as its notes tell. Returns these, if there are any.
    ///
    /// # Errors
    /// If one does not, or cannot be read.
    pub fn check(folder: &Path) -> Result<Option<ArenaInfo>, FolderError> {
        let notes = Notes::read(folder)?;
        notes.iter().try_for_each(|notes| notes.verify(folder))?;
        Ok(notes.map(|notes| notes.info))
    }

    /// Writes a pair. Pairs must come in order.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&mut self, pair: &PlayedPair) -> Result<(), FolderError> {
        let rows = rows(&self.notes.info.plan, self.next, pair);
        self.games.push(rows.as_bytes())?;
        self.next += 1;
        if self.noted.is_none_or(|noted| noted.elapsed() >= NOTED_EVERY) {
            self.noted = Some(Instant::now());
            self.note()?;
        }
        Ok(())
    }

    /// Writes what the pairs say.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self, standings: &Standings, took: &[Took], looks: &[Look]) -> Result<(), FolderError> {
        for (name, cells) in tables(&self.notes.info.plan, standings, took, looks) {
            let text = cells.to_csv();
            if name != SPEED {
                self.notes.files.insert(name.to_owned(), Seal::of(&text));
            }
            replace(&self.folder.join(name), &text)?;
        }
        self.note()
    }
}

/// The two games of a pair.
fn games(plan: &ArenaPlan, number: u64, pair: &PlayedPair) -> [GameLine; 2] {
    let job = pair.job;
    let [first, second] = job.bots.map(|bot| &plan.bots[bot]);
    [[first, second], [second, first]].map(|[fln, france]| GameLine {
        game: 2 * number + u64::from(fln == second),
        pair: job.pair,
        scenario: plan.scenarios[job.scenario].clone(),
        bots: [fln.clone(), france.clone()],
        played: pair.games[usize::from(fln == second)],
    })
}

/// The two rows of a pair.
fn rows(plan: &ArenaPlan, number: u64, pair: &PlayedPair) -> String {
    games(plan, number, pair).iter().map(|game| line(&game_columns(plan), game)).collect()
}

impl ArenaPlan {
    /// The table of the games of the first pairs: `games.csv`.
    #[must_use]
    pub fn games(&self, pairs: &[PlayedPair]) -> Cells {
        let lines: Vec<_> = (0..).zip(pairs).flat_map(|(number, pair)| games(self, number, pair)).collect();
        cells(&game_columns(self), &["exec:NAME"], &lines)
    }
}

/// The whole pairs of a table, and how many bytes they and the header take.
fn read(path: &Path, plan: &ArenaPlan) -> Result<(Vec<PlayedPair>, u64), FolderError> {
    let wrong = |line: u64| FolderError::Table { path: path.to_owned(), line };
    let text = fs::read_to_string(path).map_err(FolderError::read(path))?;
    let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let header = lines.next().filter(|line| *line == header(&game_columns(plan))).ok_or_else(|| wrong(1))?;
    let (mut pairs, mut bytes) = (Vec::new(), header.len());
    while let (Some(first), Some(second)) = (lines.next(), lines.next()) {
        let number = pairs.len() as u64;
        let line = 2 + 2 * number;
        let game = |row, line| game(header, row).ok_or_else(|| wrong(line));
        let games = [game(first, line)?, game(second, line + 1)?];
        if number >= plan.jobs() {
            return Err(wrong(line));
        }
        let pair = PlayedPair { job: plan.job(number), games };
        // The rest of the rows follows from the plan.
        if rows(plan, number, &pair) != format!("{first}{second}") {
            return Err(wrong(line));
        }
        pairs.push(pair);
        bytes += first.len() + second.len();
    }
    Ok((pairs, bytes as u64))
}

/// The game of a row; none if it is none.
fn game(header: &str, row: &str) -> Option<Played> {
    let [header, row] = [header, row].map(|line| line.trim_end().split(',').collect::<csv::StringRecord>());
    Some(row.deserialize::<GameFields>(Some(&header)).ok()?.played())
}
