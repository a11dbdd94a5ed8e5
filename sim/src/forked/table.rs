//! The table of forks: `forks.csv`.

use std::path::Path;

use super::plan::{Fork, Gain};
use crate::append::Appender;
use crate::column::{ColumnOf, columns, count, header, line};
use crate::error::FolderError;
use crate::files::{FileError, make_folder};
use crate::notes::read_text;

/// The columns of the table: of a fork, and the word of its item.
pub(crate) const COLUMNS: &[ColumnOf<(Fork, String)>] = columns! { row;
    "game", WHOLE, "the number of the game that the position comes from", count(row.0.game);
    "item", WORD, "the item", row.1.clone();
    "period", WHOLE, "the year in *Ici*, the turn in *Algeria*", row.0.period;
    "now_n", WHOLE, "pairs of playouts, compared with the next best choice", row.0.now.n;
    "now_gain", WHOLE, "how many more of them the FLN won with the item", row.0.now.gain;
    "worth_n", WHOLE, "pairs of playouts, compared with removal for good", row.0.worth.n;
    "worth_gain", WHOLE, "how many more of them the FLN won with the item", row.0.worth.gain;
};

/// The table of forks while it is being written: it grows by whole games, in order.
#[derive(Debug)]
pub struct ForkTable {
    file: Appender,
    items: Vec<String>,
}

/// The content of an existing table.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// The forks of whole games.
    pub forks: Vec<Fork>,
    /// The first game that may be incomplete.
    pub next: u64,
}

impl ForkTable {
    /// Its name in a folder.
    pub const NAME: &str = "forks.csv";

    /// Creates the table in a folder; `items` are the words of all items, by index.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(folder: &Path, items: &[String]) -> Result<Self, FileError> {
        make_folder(folder)?;
        let file = Appender::create(&folder.join(Self::NAME), &header(COLUMNS))?;
        Ok(Self { file, items: items.to_vec() })
    }

    /// Resumes the table in a folder, or creates it. The last game in it is dropped, since it may be incomplete.
    ///
    /// # Errors
    /// If it is damaged, or cannot be read or written.
    pub fn resume(folder: &Path, items: &[String]) -> Result<(Self, Kept), FolderError> {
        let path = folder.join(Self::NAME);
        let Some(text) = read_text(&path)? else {
            return Ok((Self::create(folder, items)?, Kept::default()));
        };
        let wrong = |line: usize| FolderError::Table { path: path.clone(), line: line as u64 };
        let header = header(COLUMNS);
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
        let file = Appender::resume(&path, (header.len() + bytes) as u64)?;
        Ok((Self { file, items: items.to_vec() }, Kept { forks, next }))
    }

    /// Writes the forks of a game.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn push(&mut self, forks: &[Fork]) -> Result<(), FileError> {
        let rows = forks.iter().map(|fork| line(COLUMNS, &(*fork, self.items[fork.item].clone())));
        self.file.push(rows.collect::<String>().as_bytes())
    }
}

fn parse(line: &str, items: &[String]) -> Option<Fork> {
    let row: csv::StringRecord = line.split(',').collect();
    let (game, word, period, now, worth): (_, String, _, (_, _), (_, _)) = row.deserialize(None).ok()?;
    let item = items.iter().position(|item| *item == word)?;
    let gain = |(n, gain)| Gain { n, gain };
    (row.len() == COLUMNS.len()).then(|| Fork { game, item, period, now: gain(now), worth: gain(worth) })
}
