//! The folder of a run: `games.csv`, `summary.csv`, `run.toml` and `records/`.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wilaya_engine::{BySide, Setting};

use crate::files::{FileError, begin, make_folder, put, replace};
use crate::run::Row;
use crate::summary::Summary;

/// The schema of `run.toml`.
pub const RUN_SCHEMA: &str = "wilaya.run/1";

/// Everything that is needed to run it again: what `run.toml` holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunInfo {
    /// [`RUN_SCHEMA`]
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
    /// The seed.
    pub seed: u64,
    /// How many games were to be played.
    pub games: u64,
    /// How many were.
    pub played: u64,
    /// The turn limit.
    pub max_turns: u16,
    /// The setting, every word spelled out.
    pub setting: Setting,
    /// The specifications of the bots.
    pub bots: BySide<String>,
}

/// The folder of a run while it is written.
///
/// The table of games grows by whole rows, so that it is a prefix of the run whenever the program dies; the other files
/// appear whole, at the end of the run. What an earlier run has left under these names is gone when the table begins.
#[derive(Debug)]
pub struct RunFolder {
    folder: PathBuf,
    games: csv::Writer<Rows>,
    fields: Vec<String>,
}

/// A table that goes to its file by whole rows: what is written up to a flush.
#[derive(Debug)]
struct Rows {
    file: File,
    waiting: Vec<u8>,
    /// When rows went to the file last.
    since: Option<Instant>,
}

impl Rows {
    /// Rows do not wait longer, as long as others come.
    const PATIENCE: Duration = Duration::from_millis(200);
    /// Nor do more bytes of them.
    const ROOM: usize = 1 << 16;

    fn new(file: File) -> Self {
        Self { file, waiting: Vec::new(), since: None }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.since = Some(Instant::now());
        self.file.write_all(&self.waiting)?;
        self.waiting.clear();
        Ok(())
    }
}

impl Write for Rows {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        let recent = self.since.is_some_and(|since| since.elapsed() < Self::PATIENCE);
        if recent && self.waiting.len() < Self::ROOM {
            return Ok(());
        }
        self.finish()
    }
}

impl RunFolder {
    /// Makes the folder and begins its table of games.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(folder: &Path, columns: &[&str]) -> Result<Self, FileError> {
        make_folder(folder)?;
        let path = folder.join("games.csv");
        let table = begin(&path)?;
        // A table without them is one of a run that did not end.
        for name in ["run.toml", "summary.csv"] {
            let path = folder.join(name);
            match std::fs::remove_file(&path) {
                Err(why) if why.kind() != ErrorKind::NotFound => return Err(FileError { path, why }),
                _ => {}
            }
        }
        let games = csv::Writer::from_writer(Rows::new(put(table, &path)?));
        let mut this = Self { folder: folder.to_owned(), games, fields: Vec::new() };
        let own = ["game", "winner", "turns", "decisions_fln", "decisions_france", "dice"];
        this.write(own.iter().chain(columns))?;
        Ok(this)
    }

    /// Writes a game, and its record if it has one. Games must come in order.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&mut self, row: &Row) -> Result<(), FileError> {
        let played = &row.played;
        let mut fields = std::mem::take(&mut self.fields);
        fields.clear();
        fields.extend([
            row.index.to_string(),
            played.winner.map_or("none", |side| side.name()).to_owned(),
            played.turns.to_string(),
            played.decisions.fln.to_string(),
            played.decisions.france.to_string(),
            played.dice.to_string(),
        ]);
        fields.extend_from_slice(&row.tally);
        self.write(&fields)?;
        self.fields = fields;
        if let Some(record) = &row.record {
            write_record(&self.folder, row.index, record)?;
        }
        Ok(())
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn finish(self, summary: &Summary, info: &RunInfo) -> Result<(), FileError> {
        let path = self.folder.join("games.csv");
        let mut games = self.games.into_inner().map_err(|error| FileError::at(&path)(error.into_error()))?;
        games.finish().map_err(FileError::at(&path))?;
        let path = self.folder.join("run.toml");
        let text = toml::to_string(info).map_err(|error| FileError::at(&path)(io::Error::other(error)))?;
        replace(&path, &text)?;
        replace(&self.folder.join("summary.csv"), &summary_csv(summary))
    }

    fn write<T: AsRef<[u8]>>(&mut self, fields: impl IntoIterator<Item = T>) -> Result<(), FileError> {
        let at = self.folder.join("games.csv");
        self.games.write_record(fields).map_err(FileError::at(&at))?;
        self.games.flush().map_err(FileError::at(&at))
    }
}

/// Writes the record of a game to `records/INDEX.jsonl` in the folder of a run; gives back the path.
///
/// # Errors
/// If it cannot be written.
pub fn write_record(folder: &Path, index: u64, record: &str) -> Result<PathBuf, FileError> {
    let records = folder.join("records");
    make_folder(&records)?;
    let path = records.join(format!("{index}.jsonl"));
    replace(&path, record)?;
    Ok(path)
}

fn summary_csv(summary: &Summary) -> String {
    let mut text = String::from("measure,n,count,estimate,low,high\n");
    for measure in summary.measures() {
        let count = measure.count.map(|count| count.to_string()).unwrap_or_default();
        let (estimate, interval) = (measure.estimate, measure.interval);
        text += &format!(
            "{},{},{count},{estimate:.6},{:.6},{:.6}\n",
            measure.name, measure.n, interval.low, interval.high
        );
    }
    text
}
