//! The folder of an arena: `games.csv`, `ratings.csv`, `pairings.csv`, `sides.csv`, `speed.csv`, `sprt.csv`, `arena.toml`.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wilaya_bots::play::Played;
use wilaya_engine::{BySide, Outcome, Setting};

use super::plan::{ArenaPlan, PlayedPair};
use super::play::Took;
use super::standings::Standings;
use super::tables::{
    GAME_COLUMNS, GameLine, LOOK_COLUMNS, Look, header, pairings_csv, ratings_csv, sides_csv, speed_csv,
};
use crate::claim::{claim, remove};
use crate::column::table;
use crate::error::FolderError;
use crate::figures::setting_words;
use crate::files::{FileError, Lock, LockError, replace};
use crate::seal::{Seal, Sealer, Seals, verify};

/// The schema of `arena.toml`.
pub const ARENA_SCHEMA: &str = "wilaya.arena/1";

const INFO: &str = "arena.toml";
const GAMES: &str = "games.csv";
/// What is written at the end.
const RESULTS: [&str; 5] = ["ratings.csv", "pairings.csv", "sides.csv", SPEED, "sprt.csv"];
/// Its times are others whenever an arena is played, so the notes do not tie it.
const SPEED: &str = "speed.csv";
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
        let mut words = ["wilaya", "arena", game].map(str::to_owned).to_vec();
        words.extend([
            "--bots".to_owned(),
            plan.bots.join(","),
            "--pairs".to_owned(),
            plan.pairs.to_string(),
        ]);
        words.extend(setting_words(&setting, data_from.as_ref(), set));
        let mut say = |option: &str, value: String| words.extend([format!("--{option}"), value]);
        say("seed", plan.seed.to_string());
        say("max-turns", plan.max_turns.to_string());
        if let Some(SprtInfo { elo: [elo0, elo1], alpha, beta, batch }) = sprt {
            say("sprt", format!("{elo0},{elo1}"));
            say("alpha", alpha.to_string());
            say("beta", beta.to_string());
            say("batch", batch.to_string());
        }
        words
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
    fn read(folder: &Path) -> Result<Option<Self>, ArenaFolderError> {
        let path = folder.join(INFO);
        match fs::read_to_string(&path) {
            Ok(text) => match toml::from_str(&text) {
                Ok(notes) => Ok(Some(notes)),
                Err(why) => Err(ArenaFolderError::Info { path, why: why.message().to_owned() }),
            },
            Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
            Err(why) => Err(ArenaFolderError::Read { path, why }),
        }
    }

    fn write(&self, folder: &Path) -> Result<(), ArenaFolderError> {
        let path = folder.join(INFO);
        let text = toml::to_string(self).map_err(|error| FileError::at(&path)(io::Error::other(error)))?;
        Ok(replace(&path, &text)?)
    }

    /// Checks that the tables of a folder are those that this was written with.
    fn verify(&self, folder: &Path) -> Result<(), ArenaFolderError> {
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

/// Something wrong with the folder of an arena.
#[derive(Debug, thiserror::Error)]
pub enum ArenaFolderError {
    /// A file that cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A folder that another process writes.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A folder that cannot be cleared.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file that cannot be read.
    #[error("cannot read {}: {why}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: io::Error,
    },
    /// An `arena.toml` that is none.
    #[error("{} does not describe an arena: {why}", path.display())]
    Info {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// An arena of something else.
    #[error(
        "{} holds another arena: resume it with the settings in its arena.toml, or name another folder",
        folder.display()
    )]
    Other {
        /// The folder.
        folder: PathBuf,
    },
    /// A table that no arena of this plan can have written.
    #[error("{} is damaged in line {line}: remove it, and play again without --resume", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
    },
}

/// The folder of an arena while it is written.
///
/// `arena.toml` comes first; the table of games grows by whole pairs; the rest appears whole, at the end. Nobody else can
/// write the folder meanwhile.
#[derive(Debug)]
pub struct ArenaFolder {
    _lock: Lock,
    folder: PathBuf,
    games: File,
    sealer: Sealer,
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
    pub fn create(folder: &Path, info: &ArenaInfo) -> Result<Self, ArenaFolderError> {
        let lock = claim(folder)?;
        let notes = Notes { info: info.clone(), files: Seals::new() };
        notes.write(folder)?;
        let header = header() + "\n";
        replace(&folder.join(GAMES), &header)?;
        Self::append(lock, folder, notes, (header.len() as u64, 0))
    }

    /// Goes on with what was begun in this folder, or begins it. Also returns the pairs that are there already.
    ///
    /// # Errors
    /// If there is another arena, if the table is damaged, if another process writes the folder, or if something cannot be
    /// read or written.
    pub fn resume(folder: &Path, info: &ArenaInfo) -> Result<(Self, Vec<PlayedPair>), ArenaFolderError> {
        let lock = Lock::folder(folder)?;
        let Some(found) = Notes::read(folder)? else {
            drop(lock);
            return Ok((Self::create(folder, info)?, Vec::new()));
        };
        // The command stays that of the first time.
        if (ArenaInfo { command: found.info.command.clone(), ..info.clone() }) != found.info {
            return Err(ArenaFolderError::Other { folder: folder.to_owned() });
        }
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
        Ok((Self::append(lock, folder, notes, (bytes, pairs.len() as u64))?, pairs))
    }

    /// Goes on after so many bytes and pairs of the table.
    fn append(
        lock: Lock,
        folder: &Path,
        notes: Notes,
        (bytes, next): (u64, u64),
    ) -> Result<Self, ArenaFolderError> {
        let path = folder.join(GAMES);
        let open = || {
            let games = File::options().append(true).open(&path)?;
            games.set_len(bytes)?;
            Ok((games, Sealer::resume(&path, bytes)?))
        };
        let (games, sealer) = open().map_err(|why: io::Error| FileError { path: path.clone(), why })?;
        let mut this =
            Self { _lock: lock, folder: folder.to_owned(), games, sealer, notes, noted: None, next };
        this.note()?;
        Ok(this)
    }

    /// Writes how far the table is.
    fn note(&mut self) -> Result<(), ArenaFolderError> {
        self.notes.files.insert(GAMES.to_owned(), self.sealer.seal());
        self.notes.write(&self.folder)
    }

    /// Checks that the files of a folder belong together, as far as its notes tell.
    ///
    /// # Errors
    /// If one does not, or cannot be read.
    pub fn check(folder: &Path) -> Result<(), ArenaFolderError> {
        Notes::read(folder)?.map_or(Ok(()), |notes| notes.verify(folder))
    }

    /// Writes a pair. Pairs must come in order.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&mut self, pair: &PlayedPair) -> Result<(), ArenaFolderError> {
        let rows = rows(&self.notes.info.plan, self.next, pair);
        let at = |why| FileError { path: self.folder.join(GAMES), why };
        self.games.write_all(rows.as_bytes()).map_err(at)?;
        self.sealer.push(rows.as_bytes());
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
    pub fn finish(
        mut self,
        standings: &Standings,
        took: &[Took],
        looks: &[Look],
    ) -> Result<(), ArenaFolderError> {
        let plan = &self.notes.info.plan;
        let files = &mut self.notes.files;
        let mut write = |name: &str, text: &str| {
            files.insert(name.to_owned(), Seal::of(text));
            replace(&self.folder.join(name), text)
        };
        let sequential = looks.last().map(Look::decides);
        write("ratings.csv", &ratings_csv(plan, standings, sequential))?;
        write("pairings.csv", &pairings_csv(plan, standings, sequential))?;
        write("sides.csv", &sides_csv(plan, standings))?;
        replace(&self.folder.join(SPEED), &speed_csv(plan, took))?;
        if !looks.is_empty() {
            write("sprt.csv", &table(LOOK_COLUMNS, &[], looks))?;
        }
        self.note()
    }
}

/// The two rows of a pair.
fn rows(plan: &ArenaPlan, number: u64, pair: &PlayedPair) -> String {
    let job = pair.job;
    let [first, second] = job.bots.map(|bot| &plan.bots[bot]);
    let row = |index: usize, fln: &String, france: &String| {
        let line = GameLine {
            game: 2 * number + index as u64,
            pair: job.pair,
            scenario: plan.scenarios[job.scenario].clone(),
            bots: [fln.clone(), france.clone()],
            played: pair.games[index],
        };
        GAME_COLUMNS.map(|column| (column.value)(&line).to_string()).join(",") + "\n"
    };
    row(0, first, second) + &row(1, second, first)
}

/// The whole pairs of a table, and how many bytes they and the header take.
fn read(path: &Path, plan: &ArenaPlan) -> Result<(Vec<PlayedPair>, u64), ArenaFolderError> {
    let wrong = |line: u64| ArenaFolderError::Table { path: path.to_owned(), line };
    let text =
        fs::read_to_string(path).map_err(|why| ArenaFolderError::Read { path: path.to_owned(), why })?;
    let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let header = lines.next().filter(|line| line.trim_end() == header()).ok_or_else(|| wrong(1))?;
    let (mut pairs, mut bytes) = (Vec::new(), header.len());
    while let (Some(first), Some(second)) = (lines.next(), lines.next()) {
        let number = pairs.len() as u64;
        let line = 2 + 2 * number;
        let games = [game(first).ok_or_else(|| wrong(line))?, game(second).ok_or_else(|| wrong(line + 1))?];
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
fn game(row: &str) -> Option<Played> {
    let mut fields = row.trim_end().split(',').skip(5);
    let outcome = match fields.next()? {
        "none" => None,
        word => Some(Outcome::by_name(word)?),
    };
    let turns = fields.next()?.parse().ok()?;
    let decisions = BySide { fln: fields.next()?.parse().ok()?, france: fields.next()?.parse().ok()? };
    Some(Played { outcome, turns, decisions, dice: fields.next()?.parse().ok()? })
}
