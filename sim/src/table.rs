//! The table of games: `games.csv`.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::ser::{Serialize, SerializeSeq as _, Serializer};
use wilaya_bots::play::Played;
use wilaya_engine::{BySide, Column, Field, Form, Outcome};

use crate::column::{count, or_nothing, share};
use crate::error::FolderError;
use crate::files::{FileError, begin, put};
use crate::info::RunInfo;
use crate::row::Row;
use crate::seal::{Seal, Sealer};

/// What the table is called in a folder.
pub(crate) const NAME: &str = "games.csv";

/// How a field of a game is written and read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    get: fn(&Row) -> Field,
    set: fn(&mut Row, &str) -> Option<()>,
}

/// The columns of every game, before those of its tally.
pub(crate) const COLUMNS: &[Column<Access>] = &[
    Column::new(
        "game",
        Form::WHOLE,
        "its number, from 0",
        Access {
            get: |row| count(row.index),
            set: |row, text| text.parse().map(|index| row.index = index).ok(),
        },
    ),
    Column::new(
        "swapped",
        Form::WHOLE.only("--pairs"),
        "1 if the bots sit in each other's seats, else 0. Games 2k and 2k + 1 are a pair, with the dice of game k of a run \
         without pairs",
        Access {
            get: |row| u8::from(row.swapped).into(),
            set: |row, text| {
                row.swapped = text == "1";
                Some(())
            },
        },
    ),
    Column::new(
        "winner",
        Form::WORD,
        "`fln`, `france`, `draw`, or `none` if it went on beyond `--max-turns`",
        Access {
            get: |row| row.played.outcome.map_or("none", Outcome::name).into(),
            set: |row, text| {
                row.played.outcome = match text {
                    "none" => None,
                    word => Some(Outcome::by_name(word)?),
                };
                Some(())
            },
        },
    ),
    Column::new(
        "turns",
        Form::WHOLE,
        "the last turn",
        Access {
            get: |row| row.played.turns.into(),
            set: |row, text| text.parse().map(|turns| row.played.turns = turns).ok(),
        },
    ),
    Column::new(
        "decisions_fln",
        Form::WHOLE,
        "decisions of the FLN with at least two choices",
        Access {
            get: |row| row.played.decisions.fln.into(),
            set: |row, text| text.parse().map(|fln| row.played.decisions.fln = fln).ok(),
        },
    ),
    Column::new(
        "decisions_france",
        Form::WHOLE,
        "those of France",
        Access {
            get: |row| row.played.decisions.france.into(),
            set: |row, text| text.parse().map(|france| row.played.decisions.france = france).ok(),
        },
    ),
    Column::new(
        "dice",
        Form::WHOLE,
        "dice and random draws",
        Access {
            get: |row| row.played.dice.into(),
            set: |row, text| text.parse().map(|dice| row.played.dice = dice).ok(),
        },
    ),
    Column::new(
        "luck",
        Form::NUMBER.only("--luck"),
        "how much of the chance to win the dice gave the FLN, from -1 to 1 and beyond: the sum over all steps of the \
         evaluated chance after it less the mean of that chance after other rolls of the same step. Its expectation is 0",
        Access {
            get: |row| or_nothing(row.luck, share),
            set: |row, text| text.parse().map(|luck| row.luck = Some(luck)).ok(),
        },
    ),
];

/// The columns of a table.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    own: Vec<Access>,
    names: Vec<String>,
}

impl Columns {
    /// Those of every game, and of its tally.
    pub(crate) fn new(info: &RunInfo, tally: &[&str]) -> Self {
        let given = |column: &&Column<Access>| match column.form.only {
            "--pairs" => info.pairs,
            "--luck" => info.luck.is_some(),
            _ => true,
        };
        let own: Vec<_> = COLUMNS.iter().filter(given).collect();
        let names = own.iter().map(|column| column.name).chain(tally.iter().copied());
        Self {
            names: names.map(str::to_owned).collect(),
            own: own.iter().map(|column| column.value).collect(),
        }
    }

    /// The game of a row; none if there is something else in it.
    fn row(&self, fields: &csv::StringRecord) -> Option<Row> {
        let mut next = fields.iter();
        let played = Played { outcome: None, turns: 0, decisions: BySide::default(), dice: 0 };
        let (record, turns) = (None, None);
        let mut row = Row { index: 0, swapped: false, played, luck: None, tally: Vec::new(), record, turns };
        self.own.iter().try_for_each(|own| (own.set)(&mut row, next.next()?))?;
        row.tally = next.map(Field::read).collect();
        Some(row)
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
        let mut fields = serializer.serialize_seq(Some(columns.names.len()))?;
        columns.own.iter().try_for_each(|own| fields.serialize_element(&(own.get)(row)))?;
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
