//! The tracks of a game, turn by turn: `turns.csv`.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use wilaya_engine::Measured;

use crate::append::Appender;
use crate::error::FolderError;
use crate::files::FileError;

/// The name of the table in a folder.
pub const TURNS: &str = "turns.csv";

/// Records the tracks of a game at the first decision of each turn.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    index: u64,
    last: u16,
    text: String,
    values: Vec<i32>,
}

impl Turns {
    pub(crate) fn new(index: u64) -> Self {
        Self { index, last: 0, text: String::new(), values: Vec::new() }
    }

    /// Sees a position of the game.
    pub(crate) fn see<G: Measured>(&mut self, rules: &G::Rules, state: &G::State) {
        let turn = G::clock(state).0;
        if turn <= self.last || G::status(state).outcome().is_some() {
            return;
        }
        self.last = turn;
        self.values.clear();
        G::tracks(rules, state, &mut self.values);
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{},{turn}", self.index);
        for value in &self.values {
            let _ = write!(self.text, ",{value}");
        }
        self.text.push('\n');
    }

    /// The rows of the game.
    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

/// Creates the table in a folder. It grows by whole games, each before its row in the table of games.
pub(crate) fn create(folder: &Path, tracks: &[String]) -> Result<Appender, FileError> {
    let names: String = tracks.iter().map(|track| format!(",{track}")).collect();
    Appender::create(&folder.join(TURNS), &format!("game,turn{names}\n"))
}

/// Resumes the table in a folder, keeping the games below `next`.
pub(crate) fn resume(folder: &Path, next: u64) -> Result<Appender, FolderError> {
    let path = folder.join(TURNS);
    let unreadable = FolderError::read(&path);
    let mut bytes = 0;
    for (number, line) in (1..).zip(lines(&path).map_err(&unreadable)?) {
        let line = line.map_err(&unreadable)?;
        if number > 1 {
            match game(&line) {
                Some(game) if game < next => {}
                Some(_) => break,
                None if !line.ends_with('\n') => break,
                None => return Err(FolderError::Table { path: path.clone(), line: number }),
            }
        }
        bytes += line.len() as u64;
    }
    Ok(Appender::resume(&path, bytes)?)
}

/// The rows of a table, game by game, in order.
pub(crate) struct TurnRows<I: Iterator<Item = io::Result<String>>> {
    path: PathBuf,
    rows: Peekable<I>,
}

/// Reads the table of a folder.
pub(crate) fn read(
    folder: &Path,
) -> Result<TurnRows<impl Iterator<Item = io::Result<String>> + use<>>, FolderError> {
    let path = folder.join(TURNS);
    let rows = lines(&path).map_err(FolderError::read(&path))?.skip(1).peekable();
    Ok(TurnRows { path, rows })
}

impl<I: Iterator<Item = io::Result<String>>> TurnRows<I> {
    /// The rows of a game; call in order.
    pub(crate) fn of(&mut self, index: u64) -> Result<String, FolderError> {
        let mut text = String::new();
        while let Some(row) =
            self.rows.next_if(|row| row.as_ref().map_or(true, |row| game(row) <= Some(index)))
        {
            let row = row.map_err(FolderError::read(&self.path))?;
            if game(&row) == Some(index) {
                text += &row;
            }
        }
        Ok(text)
    }
}

/// Lines including their line breaks.
fn lines(path: &Path) -> io::Result<impl Iterator<Item = io::Result<String>> + use<>> {
    let mut file = BufReader::new(File::open(path)?);
    Ok(std::iter::from_fn(move || {
        let mut line = String::new();
        match file.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => Some(Ok(line)),
            Err(why) => Some(Err(why)),
        }
    }))
}

/// The game of a complete row.
fn game(row: &str) -> Option<u64> {
    row.strip_suffix('\n')?.split(',').next()?.parse().ok()
}
