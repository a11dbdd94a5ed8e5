//! The folder of a run: `games.csv`, `summary.csv`, `run.toml` and `records/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use wilaya_engine::BySide;
use wilaya_engine::record::{Header, Source};

use crate::append::Appender;
use crate::error::FolderError;
use crate::files::{FileError, Lock, make_folder, replace};
use crate::info::{RunInfo, RunState};
use crate::outputs::{FROM, RECORDS, SUMMARY, check, clear, entries, is_record, leftovers, remove};
use crate::row::Row;
use crate::run::End;
use crate::seal::{Seal, Seals, verify};
use crate::summary::Summary;
use crate::table::{self, Columns, Table};
use crate::turns::{self, TURNS};

/// The folder of a run that is being written.
///
/// The table of games grows by whole rows, so it is a prefix of the run even if the program is killed; `run.toml` describes the
/// run from the start and records its progress. So a killed run can be resumed ([`RunFolder::resume`]). No other process can
/// write to the folder meanwhile.
#[derive(Debug)]
pub struct RunFolder {
    _lock: Lock,
    folder: PathBuf,
    table: Table,
    turns: Option<Appender>,
    info: RunInfo,
    /// The time at which the notes last recorded games of this process.
    noted: Option<Instant>,
}

/// The interval at which the notes record the length of the tables during a run.
const NOTED_EVERY: Duration = Duration::from_secs(1);

impl RunFolder {
    /// The name of the position from which the games start.
    pub const FROM: &str = FROM;

    /// Creates the folder and starts its table of games. Results of earlier commands are removed ([`claim`](crate::claim)).
    ///
    /// `from` is the text of the position from which the games start, if not from the set-up.
    ///
    /// # Errors
    /// If it cannot be written, or another process is writing to it.
    pub fn create(
        folder: &Path,
        columns: &[&str],
        info: &RunInfo,
        from: Option<&str>,
    ) -> Result<Self, FolderError> {
        Self::begin(Lock::folder(folder)?, folder, columns, info, from)
    }

    fn begin(
        lock: Lock,
        folder: &Path,
        columns: &[&str],
        info: &RunInfo,
        from: Option<&str>,
    ) -> Result<Self, FolderError> {
        check(folder)?;
        // If the program dies before the table exists, run.toml shows that an existing table is not from this run.
        RunInfo { state: RunState::Starting, played: None, files: Seals::new(), ..info.clone() }
            .write(folder)?;
        clear(folder, Some(RunInfo::NAME))?;
        if let Some(text) = from {
            replace(&folder.join(Self::FROM), text)?;
        }
        let turns = (!info.turns.is_empty()).then(|| turns::create(folder, &info.turns)).transpose()?;
        let table = Table::create(&folder.join(table::NAME), Columns::new(info, columns))?;
        let mut info =
            RunInfo { state: RunState::Running, played: None, files: Seals::new(), ..info.clone() };
        info.files.extend(from.map(|text| (Self::FROM.to_owned(), Seal::of(text))));
        note(folder, &mut info, &table, turns.as_ref())?;
        Ok(Self { _lock: lock, folder: folder.to_owned(), table, turns, info, noted: None })
    }

    /// Resumes the run in this folder, or starts it. `each` receives the games already played.
    ///
    /// # Errors
    /// If the folder holds another run, the table is damaged, another process is writing to the folder, or something cannot be
    /// read or written.
    pub fn resume(
        folder: &Path,
        columns: &[&str],
        info: &RunInfo,
        from: Option<&str>,
        mut each: impl FnMut(&Row),
    ) -> Result<Self, FolderError> {
        let lock = Lock::folder(folder)?;
        let path = folder.join(table::NAME);
        let Some(found) = RunInfo::read(folder)? else {
            return Self::begin(lock, folder, columns, info, from);
        };
        info.check(&found, folder)?;
        leftovers(folder)?;
        leftovers(&folder.join(RECORDS))?;
        if found.state == RunState::Starting || !path.exists() {
            return Self::begin(lock, folder, columns, info, from);
        }
        found.verify(folder)?;
        check_records(folder, &found)?;
        let columns = Columns::new(info, columns);
        let mut next = info.range().start;
        let bytes = columns.read(&path, next, |row| {
            next = row.index + 1;
            each(&row);
            Ok::<(), FolderError>(())
        })?;
        if bytes == 0 {
            return Err(FolderError::Table { path, line: 1 });
        }
        let turns = (!info.turns.is_empty()).then(|| turns::resume(folder, next)).transpose()?;
        let table = Table::resume(&path, columns, bytes)?;
        // Keep the first command.
        let mut info = RunInfo { state: RunState::Running, played: None, until_ci_reached: None, ..found };
        info.files.retain(|name, _| name == Self::FROM);
        note(folder, &mut info, &table, turns.as_ref())?;
        // It summarizes fewer games.
        remove(&folder.join(SUMMARY))?;
        Ok(Self { _lock: lock, folder: folder.to_owned(), table, turns, info, noted: None })
    }

    /// Writes a game, and its record if it has one; call in order.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&mut self, row: &Row) -> Result<(), FolderError> {
        // Write the record first: every game in the table has one.
        if let Some(record) = &row.record {
            write_record(&self.folder, row.index, record)?;
        }
        if let (Some(table), Some(rows)) = (&mut self.turns, &row.turns) {
            table.push(rows.as_bytes())?;
        }
        self.table.push(row)?;
        if self.noted.is_none_or(|noted| noted.elapsed() >= NOTED_EVERY) {
            note(&self.folder, &mut self.info, &self.table, self.turns.as_ref())?;
            self.noted = Some(Instant::now());
        }
        Ok(())
    }

    /// Writes the rest. Returns the final content of `run.toml`.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn finish(self, summary: &Summary, end: End) -> Result<RunInfo, FolderError> {
        let games = self.table.finish()?;
        let text = summary.cells().to_csv();
        replace(&self.folder.join(SUMMARY), &text)?;
        let mut info = self.info.ended(summary, end);
        let turns = self.turns.map(|turns| (TURNS.to_owned(), turns.seal()));
        let tables = [(table::NAME.to_owned(), games), (SUMMARY.to_owned(), Seal::of(&text))];
        info.files.extend(turns.into_iter().chain(tables));
        info.write(&self.folder)?;
        Ok(info)
    }
}

/// Records the length of the tables.
fn note(
    folder: &Path,
    info: &mut RunInfo,
    table: &Table,
    turns: Option<&Appender>,
) -> Result<(), FolderError> {
    info.files.insert(table::NAME.to_owned(), table.seal());
    info.files.extend(turns.map(|turns| (TURNS.to_owned(), turns.seal())));
    Ok(info.write(folder)?)
}

/// Refuses records of games of other runs.
fn check_records(folder: &Path, info: &RunInfo) -> Result<(), FolderError> {
    for path in entries(&folder.join(RECORDS))? {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.parse().ok());
        if let (Some(index), true) = (stem, is_record(&path)) {
            info.check_record(folder, index)?;
        }
    }
    Ok(())
}

impl RunInfo {
    /// Checks that the tables in a folder match these notes: as a whole if the run has ended, else up to the recorded length.
    ///
    /// # Errors
    /// If one does not match, or cannot be read.
    pub fn verify(&self, folder: &Path) -> Result<(), FolderError> {
        for name in [table::NAME, SUMMARY, TURNS, RunFolder::FROM] {
            verify(folder, Self::NAME, name, &self.files, self.has_ended())?;
        }
        // Older notes only have the number of games.
        let path = folder.join(table::NAME);
        if let (true, Some(played)) = (self.files.is_empty() && path.exists(), self.played) {
            let text = fs::read_to_string(&path).map_err(FolderError::read(&path))?;
            let first = text.lines().nth(1).and_then(|row| row.split(',').next()?.parse().ok());
            let rows = text.lines().count().saturating_sub(1) as u64;
            if rows != played || played > 0 && first != Some(self.range().start) {
                let why = format!("it holds {rows} games from {} on", first.unwrap_or(0));
                return Err(FolderError::Untied { path, notes: folder.join(Self::NAME), why });
            }
        }
        Ok(())
    }

    /// Drops the seals of large tables that are missing from the folder: results can be kept without them, and their figures
    /// are redrawn from the figures' own tables.
    pub fn leave_out_missing(&mut self, folder: &Path) {
        self.files
            .retain(|name, _| ![table::NAME, TURNS].contains(&name.as_str()) || folder.join(name).exists());
    }

    /// Checks that the record of a game in a folder belongs to this run, and returns it.
    ///
    /// # Errors
    /// If it does not, or cannot be read.
    pub(crate) fn check_record(&self, folder: &Path, index: u64) -> Result<String, FolderError> {
        let path = folder.join(RECORDS).join(format!("{index}.jsonl"));
        let text = fs::read_to_string(&path).map_err(FolderError::read(&path))?;
        let wrong =
            |why: String| FolderError::Untied { path: path.clone(), notes: folder.join(Self::NAME), why };
        let header = Header::parse(&text).map_err(|why| wrong(why.to_string()))?;
        let (deal, swapped) = if self.pairs { (index / 2, index % 2 == 1) } else { (index, false) };
        let BySide { fln, france } = self.bots.clone();
        let bots = if swapped { BySide { fln: france, france: fln } } else { BySide { fln, france } };
        let same = header.game == self.game
            && header.setting == self.setting
            && header.data() == self.data
            && header.source == Source { seed: self.seed, index: deal, bots };
        if same { Ok(text) } else { Err(wrong("it is the record of another game".to_owned())) }
    }

    /// The notes of the run once it has ended.
    #[must_use]
    pub fn ended(self, summary: &Summary, end: End) -> Self {
        let state = if end == End::Stopped { RunState::Stopped } else { RunState::Complete };
        let until_ci_reached = self.until_ci.map(|width| summary.width() <= width);
        Self { state, played: Some(summary.progress().done), until_ci_reached, ..self }
    }
}

/// Writes the record of a game to `records/INDEX.jsonl` in the folder of a run; returns the path.
///
/// # Errors
/// If it cannot be written.
pub fn write_record(folder: &Path, index: u64, record: &str) -> Result<PathBuf, FileError> {
    let records = folder.join(RECORDS);
    make_folder(&records)?;
    let path = records.join(format!("{index}.jsonl"));
    replace(&path, record)?;
    Ok(path)
}
