//! The folder of an arena: `games.csv`, `ratings.csv`, `pairings.csv`, `sides.csv`, `speed.csv`, `sprt.csv`, `arena.toml`.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wilaya_bots::play::Played;
use wilaya_engine::{BySide, Setting, Side};

use super::standings::Figure;
use super::{ArenaPlan, PlayedPair, Standings, Took};
use crate::claim::{claim, remove};
use crate::files::{FileError, Lock, LockError, replace};
use crate::folder::FolderError;
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
const COLUMNS: [&str; 10] = [
    "game",
    "pair",
    "scenario",
    "fln",
    "france",
    "winner",
    "turns",
    "decisions_fln",
    "decisions_france",
    "dice",
];

/// Everything that is needed to play it again: what `arena.toml` holds, from the beginning on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArenaInfo {
    /// [`ARENA_SCHEMA`]
    pub schema: String,
    /// The version of wilaya.
    pub version: String,
    /// The words of the command line.
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

/// A look of a sequential test at the pairs so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// How many pairs there were.
    pub pairs: u64,
    /// The logarithm of the likelihood ratio.
    pub ratio: f64,
    /// Its bounds.
    pub bounds: wilaya_stats::Interval,
}

impl Look {
    /// True if it ends the test.
    #[must_use]
    pub fn decides(&self) -> bool {
        self.ratio <= self.bounds.low || self.ratio >= self.bounds.high
    }
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
        let header = format!("{}\n", COLUMNS.join(","));
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
        if let Some(Look { bounds, .. }) = looks.first() {
            let mut text = String::from("pairs,log_likelihood_ratio,low,high\n");
            for Look { pairs, ratio, .. } in looks {
                text += &format!("{pairs},{ratio:.6},{:.6},{:.6}\n", bounds.low, bounds.high);
            }
            write("sprt.csv", &text)?;
        }
        self.note()
    }
}

/// The two rows of a pair.
fn rows(plan: &ArenaPlan, number: u64, pair: &PlayedPair) -> String {
    let job = pair.job;
    let [first, second] = job.bots.map(|bot| &plan.bots[bot]);
    let row = |index: u64, fln: &str, france: &str, played: &Played| {
        format!(
            "{},{},{},{fln},{france},{},{},{},{},{}\n",
            2 * number + index,
            job.pair,
            plan.scenarios[job.scenario],
            played.winner.map_or("none", Side::name),
            played.turns,
            played.decisions.fln,
            played.decisions.france,
            played.dice
        )
    };
    row(0, first, second, &pair.games[0]) + &row(1, second, first, &pair.games[1])
}

/// The whole pairs of a table, and how many bytes they and the header take.
fn read(path: &Path, plan: &ArenaPlan) -> Result<(Vec<PlayedPair>, u64), ArenaFolderError> {
    let wrong = |line: u64| ArenaFolderError::Table { path: path.to_owned(), line };
    let text =
        fs::read_to_string(path).map_err(|why| ArenaFolderError::Read { path: path.to_owned(), why })?;
    let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let header = lines.next().filter(|line| line.trim_end() == COLUMNS.join(",")).ok_or_else(|| wrong(1))?;
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
    let winner = match fields.next()? {
        "none" => None,
        word => Some(Side::ALL.into_iter().find(|side| side.name() == word)?),
    };
    let turns = fields.next()?.parse().ok()?;
    let decisions = BySide { fln: fields.next()?.parse().ok()?, france: fields.next()?.parse().ok()? };
    Some(Played { winner, turns, decisions, dice: fields.next()?.parse().ok()? })
}

/// All scenarios together, then each of several, with the words for them.
fn scopes(plan: &ArenaPlan) -> Vec<(Option<usize>, &str)> {
    let each = plan.scenarios.iter().enumerate().map(|(index, name)| (Some(index), name.as_str()));
    match &plan.scenarios[..] {
        [_] => each.collect(),
        _ => [(None, "all")].into_iter().chain(each).collect(),
    }
}

fn share(figure: Figure) -> String {
    format!("{:.6},{:.6},{:.6}", figure.value, figure.interval.low, figure.interval.high)
}

fn elo(figure: Figure) -> String {
    format!("{:.2},{:.2},{:.2}", figure.value, figure.interval.low, figure.interval.high)
}

/// The last column of an arena with a sequential test: whether that has ended it, which biases the figures.
fn last(sequential: Option<bool>) -> [String; 2] {
    let head = if sequential.is_some() { ",sequential\n" } else { "\n" };
    [head.to_owned(), sequential.map_or_else(|| "\n".to_owned(), |ended| format!(",{ended}\n"))]
}

fn ratings_csv(plan: &ArenaPlan, standings: &Standings, sequential: Option<bool>) -> String {
    let [head, end] = last(sequential);
    let mut text = String::from(
        "scenario,bot,rating,low,high,n_fln,score_fln,score_fln_low,score_fln_high,\
         n_france,score_france,score_france_low,score_france_high,penalized",
    ) + &head;
    for (scope, scenario) in scopes(plan) {
        let Some(ratings) = standings.ratings(scope) else { continue };
        for rating in &ratings.bots {
            text += &format!(
                "{scenario},{},{},{},{},{},{},{}{end}",
                plan.bots[rating.bot],
                elo(rating.elo),
                rating.games.fln,
                share(rating.score.fln),
                rating.games.france,
                share(rating.score.france),
                ratings.penalized
            );
        }
    }
    text
}

fn pairings_csv(plan: &ArenaPlan, standings: &Standings, sequential: Option<bool>) -> String {
    let [head, end] = last(sequential);
    let mut text = String::from(
        "scenario,bot,opponent,pairs,score,low,high,score_fln,score_fln_low,score_fln_high,\
         score_france,score_france_low,score_france_high,elo,elo_low,elo_high,penalized",
    ) + &head;
    for (scope, scenario) in scopes(plan) {
        for pairing in standings.pairings(scope) {
            let [first, second] = pairing.bots.map(|bot| &plan.bots[bot]);
            text += &format!(
                "{scenario},{first},{second},{},{},{},{},{},{}{end}",
                pairing.pairs,
                share(pairing.score),
                share(pairing.by_side.fln),
                share(pairing.by_side.france),
                pairing.elo.map_or_else(|| ",,".to_owned(), elo),
                pairing.penalized
            );
        }
    }
    text
}

fn sides_csv(plan: &ArenaPlan, standings: &Standings) -> String {
    let mut text = String::from("scenario,fln_elo,low,high\n");
    for term in standings.ratings(None).map(|ratings| ratings.sides).unwrap_or_default() {
        text += &format!("{},{}\n", plan.scenarios[term.scenario], elo(term.elo));
    }
    text
}

fn speed_csv(plan: &ArenaPlan, took: &[Took]) -> String {
    let mut text = String::from("bot,decisions,seconds,us_per_decision,iterations_per_decision\n");
    for (bot, took) in plan.bots.iter().zip(took) {
        let (seconds, micros, iterations) = (took.time.as_secs_f64(), took.micros(), took.iterations_each());
        text += &format!("{bot},{},{seconds:.3},{micros:.3},{iterations:.1}\n", took.decisions);
    }
    text
}
