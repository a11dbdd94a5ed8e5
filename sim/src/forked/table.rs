//! The table of forks: `forks.csv`.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use super::{Fork, Gain};
use crate::files::{FileError, begin, make_folder, put};
use crate::folder::FolderError;

const HEADER: &str = "game,item,period,now_n,now_gain,worth_n,worth_gain\n";

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
        file.write_all(HEADER.as_bytes()).map_err(FileError::at(&path))?;
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
        let rows = text.strip_prefix(HEADER).ok_or_else(|| wrong(1))?;
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
            file.set_len((HEADER.len() + bytes) as u64)?;
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
        for Fork { game, item, period, now, worth } in forks {
            let item = self.items.get(*item).map_or("", String::as_str);
            // Writing to a string cannot fail.
            let _ =
                writeln!(text, "{game},{item},{period},{},{},{},{}", now.n, now.gain, worth.n, worth.gain);
        }
        self.file.write_all(text.as_bytes()).map_err(FileError::at(&self.path))
    }
}

fn parse(line: &str, items: &[String]) -> Option<Fork> {
    let mut fields = line.split(',');
    let mut next = || fields.next();
    let game = next()?.parse().ok()?;
    let word = next()?;
    let item = items.iter().position(|item| item == word)?;
    let period = next()?.parse().ok()?;
    let mut gain = || Some(Gain { n: next()?.parse().ok()?, gain: next()?.parse().ok()? });
    let (now, worth) = (gain()?, gain()?);
    fields.next().is_none().then_some(Fork { game, item, period, now, worth })
}
