//! Where the tracks of a game stand, turn by turn: `turns.csv`.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use wilaya_engine::Measured;

use crate::error::FolderError;
use crate::files::{FileError, begin, put};
use crate::seal::{Seal, Sealer};

/// What the table is called in a folder.
pub const TURNS: &str = "turns.csv";

/// Notes where the tracks of a game stand at the first decision of each turn.
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

    /// Its rows.
    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

/// The table while it is written: by whole games, each before its row in the table of games.
#[derive(Debug)]
pub(crate) struct TurnTable {
    path: PathBuf,
    file: File,
    sealer: Sealer,
}

impl TurnTable {
    /// Begins one.
    pub(crate) fn create(folder: &Path, tracks: &[String]) -> Result<Self, FileError> {
        let path = folder.join(TURNS);
        let mut file = begin(&path)?;
        let names: String = tracks.iter().map(|track| format!(",{track}")).collect();
        let header = format!("game,turn{names}\n");
        file.write_all(header.as_bytes()).map_err(FileError::at(&path))?;
        let file = put(file, &path)?;
        let mut sealer = Sealer::default();
        sealer.push(header.as_bytes());
        Ok(Self { path, file, sealer })
    }

    /// Goes on with one of which the games below `next` are kept.
    pub(crate) fn go_on(folder: &Path, next: u64) -> Result<Self, FolderError> {
        let path = folder.join(TURNS);
        let unreadable = |why| FolderError::Read { path: path.clone(), why };
        let mut bytes = 0;
        for (number, line) in (1..).zip(lines(&path).map_err(unreadable)?) {
            let line = line.map_err(unreadable)?;
            if number > 1 {
                match game(&line) {
                    Some(game) if game < next => {}
                    Some(_) => break,
                    None if !line.ends_with('\n') => break,
                    None => return Err(FolderError::Table { path, line: number }),
                }
            }
            bytes += line.len() as u64;
        }
        let open = || {
            let file = File::options().append(true).open(&path)?;
            file.set_len(bytes)?;
            Ok((file, Sealer::resume(&path, bytes)?))
        };
        let (file, sealer) = open().map_err(|why: io::Error| FileError::at(&path)(why))?;
        Ok(Self { path, file, sealer })
    }

    /// Writes the rows of a game.
    pub(crate) fn push(&mut self, rows: &str) -> Result<(), FileError> {
        self.file.write_all(rows.as_bytes()).map_err(FileError::at(&self.path))?;
        self.sealer.push(rows.as_bytes());
        Ok(())
    }

    /// The seal of the rows so far.
    pub(crate) fn seal(&self) -> Seal {
        self.sealer.seal()
    }
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
    let rows = lines(&path).map_err(|why| FolderError::Read { path: path.clone(), why })?.skip(1).peekable();
    Ok(TurnRows { path, rows })
}

impl<I: Iterator<Item = io::Result<String>>> TurnRows<I> {
    /// The rows of a game, which comes after those asked for before.
    pub(crate) fn of(&mut self, index: u64) -> Result<String, FolderError> {
        let mut text = String::new();
        while let Some(row) =
            self.rows.next_if(|row| row.as_ref().map_or(true, |row| game(row) <= Some(index)))
        {
            let row = row.map_err(|why| FolderError::Read { path: self.path.clone(), why })?;
            if game(&row) == Some(index) {
                text += &row;
            }
        }
        Ok(text)
    }
}

/// Lines with their ends.
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

/// The game of a whole row.
fn game(row: &str) -> Option<u64> {
    row.strip_suffix('\n')?.split(',').next()?.parse().ok()
}
