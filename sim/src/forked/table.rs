//! The table of forks: `forks.csv`.

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use wilaya_engine::{Column, Field, Form};

use super::plan::{Fork, Gain};
use crate::column::count;
use crate::error::FolderError;
use crate::files::{FileError, begin, make_folder, put};

/// How a field of a fork is written and read, where items have these words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    get: fn(&Fork, &[String]) -> Field,
    set: fn(&mut Fork, &str, &[String]) -> Option<()>,
}

/// The columns of the table.
pub(crate) const COLUMNS: [Column<Access>; 7] = [
    Column::new(
        "game",
        Form::WHOLE,
        "the number of the game that the position comes from",
        Access { get: |fork, _| count(fork.game), set: |fork, text, _| set(&mut fork.game, text) },
    ),
    Column::new(
        "item",
        Form::WORD,
        "the item",
        Access {
            get: |fork, items| items.get(fork.item).cloned().unwrap_or_default().into(),
            set: |fork, text, items| items.iter().position(|item| item == text).map(|item| fork.item = item),
        },
    ),
    Column::new(
        "period",
        Form::WHOLE,
        "the year in *Ici*, the turn in *Algeria*",
        Access { get: |fork, _| fork.period.into(), set: |fork, text, _| set(&mut fork.period, text) },
    ),
    Column::new(
        "now_n",
        Form::WHOLE,
        "pairs of playouts, against the next best choice",
        Access { get: |fork, _| fork.now.n.into(), set: |fork, text, _| set(&mut fork.now.n, text) },
    ),
    Column::new(
        "now_gain",
        Form::WHOLE,
        "how many more of them the FLN won with the item",
        Access { get: |fork, _| fork.now.gain.into(), set: |fork, text, _| set(&mut fork.now.gain, text) },
    ),
    Column::new(
        "worth_n",
        Form::WHOLE,
        "pairs of playouts, against taken out for good",
        Access { get: |fork, _| fork.worth.n.into(), set: |fork, text, _| set(&mut fork.worth.n, text) },
    ),
    Column::new(
        "worth_gain",
        Form::WHOLE,
        "how many more of them the FLN won with the item",
        Access {
            get: |fork, _| fork.worth.gain.into(),
            set: |fork, text, _| set(&mut fork.worth.gain, text),
        },
    ),
];

fn set<T: FromStr>(value: &mut T, text: &str) -> Option<()> {
    *value = text.parse().ok()?;
    Some(())
}

/// The first row.
fn header() -> String {
    COLUMNS.map(|column| column.name).join(",") + "\n"
}

/// The table of forks while it is written: it grows by whole games, in order.
#[derive(Debug)]
pub struct ForkTable {
    path: PathBuf,
    file: File,
    items: Vec<String>,
}

/// What a table holds already.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// The forks of whole games.
    pub forks: Vec<Fork>,
    /// The first game of which it may not hold all.
    pub next: u64,
}

impl ForkTable {
    /// What it is called in a folder.
    pub const NAME: &str = "forks.csv";

    /// Begins one in a folder; `items` are the words of all items, by their numbers.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(folder: &Path, items: &[String]) -> Result<Self, FileError> {
        make_folder(folder)?;
        let path = folder.join(Self::NAME);
        let mut file = begin(&path)?;
        file.write_all(header().as_bytes()).map_err(FileError::at(&path))?;
        let file = put(file, &path)?;
        Ok(Self { path, file, items: items.to_vec() })
    }

    /// Goes on with the one of a folder, or begins it. The last game in it is taken off, since some of it may be missing.
    ///
    /// # Errors
    /// If it is damaged, or cannot be read or written.
    pub fn resume(folder: &Path, items: &[String]) -> Result<(Self, Kept), FolderError> {
        let path = folder.join(Self::NAME);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(why) if why.kind() == ErrorKind::NotFound => {
                return Ok((Self::create(folder, items)?, Kept::default()));
            }
            Err(why) => return Err(FolderError::Read { path, why }),
        };
        let wrong = |line: usize| FolderError::Table { path: path.clone(), line: line as u64 };
        let header = header();
        let rows = text.strip_prefix(&header).ok_or_else(|| wrong(1))?;
        let (mut forks, mut kept, mut bytes, mut read) = (Vec::<Fork>::new(), 0, 0, 0);
        for (number, line) in rows.split_inclusive('\n').enumerate() {
            let Some(line) = line.strip_suffix('\n') else { break };
            let fork = parse(line, items).ok_or_else(|| wrong(number + 2))?;
            match forks.last() {
                Some(last) if fork.game < last.game => return Err(wrong(number + 2)),
                Some(last) if fork.game == last.game => {}
                _ => (kept, bytes) = (forks.len(), read),
            }
            read += line.len() + 1;
            forks.push(fork);
        }
        let next = forks.last().map_or(0, |last| last.game);
        forks.truncate(kept);
        let open = || {
            let file = File::options().append(true).open(&path)?;
            file.set_len((header.len() + bytes) as u64)?;
            Ok(file)
        };
        let file = open().map_err(|why: std::io::Error| FileError::at(&path)(why))?;
        Ok((Self { path, file, items: items.to_vec() }, Kept { forks, next }))
    }

    /// Writes the forks of a game.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn push(&mut self, forks: &[Fork]) -> Result<(), FileError> {
        let mut text = String::new();
        for fork in forks {
            let row = COLUMNS.map(|column| (column.value.get)(fork, &self.items).to_string());
            text += &row.join(",");
            text.push('\n');
        }
        self.file.write_all(text.as_bytes()).map_err(FileError::at(&self.path))
    }
}

fn parse(line: &str, items: &[String]) -> Option<Fork> {
    let mut fields = line.split(',');
    let mut fork = Fork { game: 0, item: 0, period: 0, now: Gain::default(), worth: Gain::default() };
    COLUMNS.iter().try_for_each(|column| (column.value.set)(&mut fork, fields.next()?, items))?;
    fields.next().is_none().then_some(fork)
}
