//! The folder of an arena: `games.csv`, `ratings.csv`, `pairings.csv`, `sides.csv`, `speed.csv`, `sprt.csv`, `arena.toml`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wilaya_bots::play::Played;
use wilaya_engine::Setting;

use super::plan::{ArenaPlan, PlayedPair};
use super::play::TimeUsed;
use super::standings::Standings;
use super::tables::{GameLine, Look, SPEED, game_columns, tables};
use crate::append::Appender;
use crate::cells::Cells;
use crate::column::{cells, header, line};
use crate::error::FolderError;
use crate::files::{Lock, replace};
use crate::notes;
use crate::outputs::{claim, remove};
use crate::seal::{Seal, Seals, verify};
use crate::table::GameFields;
use crate::words::Words;

/// The schema of `arena.toml`.
pub const ARENA_SCHEMA: &str = "wilaya.arena/1";

const INFO: &str = "arena.toml";
const GAMES: &str = "games.csv";
/// The files written at the end.
const RESULTS: [&str; 5] = ["ratings.csv", "pairings.csv", "sides.csv", SPEED, "sprt.csv"];
/// The interval at which the notes record the length of the table during an arena.
const NOTED_EVERY: Duration = Duration::from_secs(1);
/// Everything needed to replay the arena: the content of `arena.toml`, known from the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArenaInfo {
    /// [`ARENA_SCHEMA`]
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
    /// The plan: what is played, bots and scenarios.
    pub plan: ArenaPlan,
    /// The settings shared by all scenarios.
    pub setting: Setting,
    /// The commands of external programs among the bots.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub programs: BTreeMap<String, Vec<String>>,
    /// The sequential test, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtInfo>,
}

impl ArenaInfo {
    /// The canonical command line.
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

/// The content of `arena.toml`.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Notes {
    #[serde(flatten)]
    info: ArenaInfo,
    /// The seals of the folder's files at the time of writing.
    #[serde(default, skip_serializing_if = "Seals::is_empty")]
    files: Seals,
}

impl Notes {
    /// Reads the notes in a folder; `None` if there are none.
    fn read(folder: &Path) -> Result<Option<Self>, FolderError> {
        notes::read(&folder.join(INFO), "arena")
    }

    /// Checks that the tables in a folder match these notes.
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
    /// The probability of a wrong verdict if the first is true.
    pub alpha: f64,
    /// The probability of a wrong verdict if the second is true.
    pub beta: f64,
    /// Pairs between two looks of the test.
    pub batch: u64,
}

/// The folder of an arena that is being written.
///
/// `arena.toml` comes first; the table of games grows by whole pairs; the other files are written together at the end. No
/// other process can write to the folder meanwhile.
#[derive(Debug)]
pub struct ArenaFolder {
    _lock: Lock,
    folder: PathBuf,
    games: Appender,
    notes: Notes,
    /// The time at which the notes last recorded pairs of this process.
    noted: Option<Instant>,
    next: u64,
}

impl ArenaFolder {
    /// Creates the folder and starts its table. Results of earlier commands are removed.
    ///
    /// # Errors
    /// If it cannot be written, or another process is writing to it.
    pub fn create(folder: &Path, info: &ArenaInfo) -> Result<Self, FolderError> {
        let lock = claim(folder)?;
        let notes = Notes { info: info.clone(), files: Seals::new() };
        notes::write(&folder.join(INFO), &notes)?;
        let games = Appender::create(&folder.join(GAMES), &header(&game_columns(&info.plan)))?;
        Self::begin(lock, folder, notes, games, 0)
    }

    /// Resumes the arena in this folder, or starts it. Also returns the pairs already played.
    ///
    /// # Errors
    /// If the folder holds another arena, the table is damaged, another process is writing to the folder, or something cannot
    /// be read or written.
    pub fn resume(folder: &Path, info: &ArenaInfo) -> Result<(Self, Vec<PlayedPair>), FolderError> {
        let lock = Lock::folder(folder)?;
        let Some(found) = Notes::read(folder)? else {
            drop(lock);
            return Ok((Self::create(folder, info)?, Vec::new()));
        };
        // Keep the first command.
        let difference = notes::difference(info, &found.info, &["command"]);
        FolderError::unless_same(folder, "arena", difference)?;
        let path = folder.join(GAMES);
        if !path.exists() {
            drop(lock);
            return Ok((Self::create(folder, info)?, Vec::new()));
        }
        let (pairs, bytes) = read(&path, &info.plan)?;
        found.verify(folder)?;
        // They summarize fewer pairs.
        for name in RESULTS {
            remove(&folder.join(name))?;
        }
        let notes = Notes { files: Seals::new(), ..found };
        let games = Appender::resume(&path, bytes)?;
        Ok((Self::begin(lock, folder, notes, games, pairs.len() as u64)?, pairs))
    }

    /// Resumes at a pair, from the notes and the table of earlier pairs.
    fn begin(
        lock: Lock,
        folder: &Path,
        notes: Notes,
        games: Appender,
        next: u64,
    ) -> Result<Self, FolderError> {
        let mut this = Self { _lock: lock, folder: folder.to_owned(), games, notes, noted: None, next };
        this.note()?;
        Ok(this)
    }

    /// Records the length of the table.
    fn note(&mut self) -> Result<(), FolderError> {
        self.notes.files.insert(GAMES.to_owned(), self.games.seal());
        Ok(notes::write(&self.folder.join(INFO), &self.notes)?)
    }

    /// Checks the files in a folder against its notes. Returns the notes, if any.
    ///
    /// # Errors
    /// If a file does not match, or cannot be read.
    pub fn check(folder: &Path) -> Result<Option<ArenaInfo>, FolderError> {
        let notes = Notes::read(folder)?;
        notes.iter().try_for_each(|notes| notes.verify(folder))?;
        Ok(notes.map(|notes| notes.info))
    }

    /// Writes a pair; call in order.
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

    /// Writes the results.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self, found: &Standings, took: &[TimeUsed], looks: &[Look]) -> Result<(), FolderError> {
        for (name, cells) in tables(&self.notes.info.plan, found, took, looks) {
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

/// The whole pairs in a table, and the number of bytes of these and the header.
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
        // The remaining fields follow from the plan.
        if rows(plan, number, &pair) != format!("{first}{second}") {
            return Err(wrong(line));
        }
        pairs.push(pair);
        bytes += first.len() + second.len();
    }
    Ok((pairs, bytes as u64))
}

/// The game in a row; `None` if it is malformed.
fn game(header: &str, row: &str) -> Option<Played> {
    let [header, row] = [header, row].map(|line| line.trim_end().split(',').collect::<csv::StringRecord>());
    Some(row.deserialize::<GameFields>(Some(&header)).ok()?.played())
}
