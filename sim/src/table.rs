//! The table of games: `games.csv`.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::ser::{Serialize, SerializeSeq as _, Serializer};
use wilaya_bots::play::Played;
use wilaya_engine::{BySide, Field, Side};

use crate::files::{FileError, begin, put};
use crate::folder::FolderError;
use crate::info::RunInfo;
use crate::run::Row;
use crate::seal::{Seal, Sealer};

/// What the table is called in a folder.
pub(crate) const NAME: &str = "games.csv";

/// The columns of a table.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pairs: bool,
    luck: bool,
    names: Vec<String>,
}

impl Columns {
    /// Those of every game, and of its tally.
    pub(crate) fn new(info: &RunInfo, tally: &[&str]) -> Self {
        let (pairs, luck) = (info.pairs, info.luck.is_some());
        let seats: &[&str] = if pairs { &["swapped"] } else { &[] };
        let measured: &[&str] = if luck { &["luck"] } else { &[] };
        let own = ["winner", "turns", "decisions_fln", "decisions_france", "dice"];
        let names = ["game"].iter().chain(seats).chain(&own).chain(measured).chain(tally);
        Self { pairs, luck, names: names.map(|name| (*name).to_owned()).collect() }
    }

    /// The game of a row; none if there is something else in it.
    fn row(&self, fields: &csv::StringRecord) -> Option<Row> {
        let mut next = fields.iter();
        let index = next.next()?.parse().ok()?;
        let swapped = self.pairs && next.next()? == "1";
        let winner = match next.next()? {
            "none" => None,
            word => Some(Side::ALL.into_iter().find(|side| side.name() == word)?),
        };
        let turns = next.next()?.parse().ok()?;
        let decisions = BySide { fln: next.next()?.parse().ok()?, france: next.next()?.parse().ok()? };
        let dice = next.next()?.parse().ok()?;
        let luck = if self.luck { Some(next.next()?.parse().ok()?) } else { None };
        let tally = next.map(Field::read).collect();
        Some(Row {
            index,
            swapped,
            played: Played { winner, turns, decisions, dice },
            luck,
            tally,
            record: None,
            turns: None,
        })
    }

    /// Reads the rows of a table, whose games begin with number `first`. A last row that is not whole is not read.
    /// Returns how many bytes were.
    pub(crate) fn read<E: From<FolderError>>(
        &self,
        path: &Path,
        first: u64,
        mut each: impl FnMut(Row) -> Result<(), E>,
    ) -> Result<u64, E> {
        let unreadable = |why: io::Error| FolderError::Read { path: path.to_owned(), why };
        let wrong = |line: u64| FolderError::Table { path: path.to_owned(), line };
        let whole = whole_lines(path).map_err(unreadable)?;
        let file = File::open(path).map_err(unreadable)?;
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(BufReader::new(file));
        let mut fields = csv::StringRecord::new();
        let mut expected = first;
        let mut bytes = 0;
        while reader.position().byte() < whole {
            let line = reader.position().line();
            if !reader.read_record(&mut fields).map_err(|_| wrong(line))? {
                break;
            }
            if bytes == 0 {
                if !fields.iter().eq(self.names.iter().map(String::as_str)) {
                    return Err(wrong(1).into());
                }
            } else {
                let row = self.row(&fields).filter(|_| fields.len() == self.names.len());
                let row = row.filter(|row| row.index == expected).ok_or_else(|| wrong(line))?;
                each(row)?;
                expected += 1;
            }
            bytes = reader.position().byte();
        }
        Ok(bytes)
    }
}

/// A row as the table has it.
struct Fields<'a>(&'a Columns, &'a Row);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(columns, row) = self;
        let played = &row.played;
        let mut fields = serializer.serialize_seq(Some(columns.names.len()))?;
        fields.serialize_element(&row.index)?;
        if columns.pairs {
            fields.serialize_element(&u8::from(row.swapped))?;
        }
        fields.serialize_element(played.winner.map_or("none", Side::name))?;
        fields.serialize_element(&played.turns)?;
        fields.serialize_element(&played.decisions.fln)?;
        fields.serialize_element(&played.decisions.france)?;
        fields.serialize_element(&played.dice)?;
        if columns.luck {
            fields.serialize_element(&row.luck.map(|luck| format!("{luck:.6}")))?;
        }
        row.tally.iter().try_for_each(|field| fields.serialize_element(field))?;
        fields.end()
    }
}

/// How many bytes of a file belong to lines that have an end.
fn whole_lines(path: &Path) -> io::Result<u64> {
    use std::io::{Read as _, Seek as _, SeekFrom};
    let mut file = File::open(path)?;
    let mut end = file.metadata()?.len();
    let mut block = [0; 4096];
    while end > 0 {
        let start = end.saturating_sub(block.len() as u64);
        let part = &mut block[..(end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(part)?;
        if let Some(last) = part.iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + last as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

/// A table while it is written.
#[derive(Debug)]
pub(crate) struct Table {
    columns: Columns,
    writer: csv::Writer<Rows>,
}

impl Table {
    /// Begins one.
    pub(crate) fn create(path: &Path, columns: Columns) -> Result<Self, FileError> {
        let mut this = Self::to(put(begin(path)?, path)?, Sealer::default(), columns);
        let written = this.writer.serialize(&this.columns.names).map_err(io::Error::from);
        written.and_then(|()| this.writer.flush()).map_err(FileError::at(path))?;
        Ok(this)
    }

    /// Goes on with one after its first `bytes`.
    pub(crate) fn go_on(path: &Path, columns: Columns, bytes: u64) -> Result<Self, FileError> {
        let open = || {
            let file = File::options().append(true).open(path)?;
            file.set_len(bytes)?;
            Ok((file, Sealer::resume(path, bytes)?))
        };
        let (file, sealer) = open().map_err(|why: io::Error| FileError::at(path)(why))?;
        Ok(Self::to(file, sealer, columns))
    }

    fn to(file: File, sealer: Sealer, columns: Columns) -> Self {
        let writer = csv::WriterBuilder::new().has_headers(false).from_writer(Rows::new(file, sealer));
        Self { columns, writer }
    }

    /// Writes a row.
    pub(crate) fn push(&mut self, row: &Row) -> io::Result<()> {
        self.writer.serialize(Fields(&self.columns, row))?;
        self.writer.flush()
    }

    /// The seal of the rows that are in the file.
    pub(crate) fn seal(&self) -> Seal {
        self.writer.get_ref().sealer.seal()
    }

    /// Writes what is left.
    pub(crate) fn finish(self) -> io::Result<Seal> {
        let mut rows = self.writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
        rows.finish()?;
        Ok(rows.sealer.seal())
    }
}

/// A table goes to its file by whole rows: what is written up to a flush.
#[derive(Debug)]
struct Rows {
    file: File,
    sealer: Sealer,
    waiting: Vec<u8>,
    /// When rows went to the file last.
    since: Option<Instant>,
}

impl Rows {
    /// Rows do not wait longer, as long as others come.
    const PATIENCE: Duration = Duration::from_millis(200);
    /// Nor do more bytes of them.
    const ROOM: usize = 1 << 16;

    fn new(file: File, sealer: Sealer) -> Self {
        Self { file, sealer, waiting: Vec::with_capacity(Self::ROOM), since: None }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.since = Some(Instant::now());
        self.file.write_all(&self.waiting)?;
        self.sealer.push(&self.waiting);
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
