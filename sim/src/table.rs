//! The table of games: `games.csv`.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::de::Error as _;
use serde::ser::{SerializeSeq as _, Serializer};
use serde::{Deserialize, Deserializer, Serialize};
use wilaya_bots::play::Played;
use wilaya_bots::{Fault, Forfeited};
use wilaya_engine::{BySide, Field, Game, Outcome, Side, Tally};

use crate::append::Appender;
use crate::cells::Heading;
use crate::column::{ColumnOf, columns, count, share};
use crate::error::FolderError;
use crate::files::FileError;
use crate::info::RunInfo;
use crate::makers::is_program;
use crate::row::Row;
use crate::seal::Seal;

/// The name of the table in a folder.
pub(crate) const NAME: &str = "games.csv";

/// The columns of every game, before those of its tally.
pub(crate) const COLUMNS: &[ColumnOf<Row>] = columns! { row;
    "game", WHOLE, "its number, from 0", count(row.index);
    "swapped", WHOLE.only("--pairs"),
        "1 if the bots are swapped, else 0. Games 2k and 2k + 1 are a pair, with the dice of game k of a run without pairs", u8::from(row.swapped);
    "winner", WORD, "`fln`, `france`, `draw`, or `none` if it exceeded `--max-turns`",
        row.played.outcome.map_or("none", Outcome::name);
    played;
    "luck", NUMBER.only("--luck"),
        "how much the dice changed the FLN's probability of winning; can exceed the range -1 to 1: the sum over all steps of \
         the evaluated probability after the step minus its mean after rerolls of the step. Its expectation is 0",
        share(row.luck);
};

impl Row {
    /// The fields of a row by column name, followed by those of its tally, whose columns have these names.
    #[must_use]
    pub fn fields(&self, tally: &[&'static str]) -> Vec<(&'static str, Field)> {
        let own = COLUMNS.iter().filter(|column| column.form.only.is_empty());
        let own = own.map(|column| (column.name, (column.value)(self)));
        own.chain(tally.iter().copied().zip(self.tally.iter().cloned())).collect()
    }
}

/// The fields of any game, in a run or an arena.
#[derive(Deserialize)]
pub(crate) struct GameFields {
    game: u64,
    swapped: Option<u8>,
    #[serde(deserialize_with = "outcome", rename = "winner")]
    outcome: Option<Outcome>,
    turns: u16,
    decisions_fln: u32,
    decisions_france: u32,
    dice: u32,
    forfeit: Option<Side>,
    fault: Option<Fault>,
    luck: Option<f64>,
}

impl GameFields {
    pub(crate) fn played(&self) -> Played {
        let decisions = BySide { fln: self.decisions_fln, france: self.decisions_france };
        let forfeit = self.forfeit.zip(self.fault).map(|(side, fault)| Forfeited { side, fault });
        Played { outcome: self.outcome, turns: self.turns, decisions, dice: self.dice, forfeit }
    }
}

fn outcome<'de, D: Deserializer<'de>>(field: D) -> Result<Option<Outcome>, D::Error> {
    let word = String::deserialize(field)?;
    let outcome = Outcome::by_name(&word);
    if outcome.is_some() || word == "none" { Ok(outcome) } else { Err(D::Error::custom("no outcome")) }
}

/// The columns of a table.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    own: Vec<ColumnOf<Row>>,
    names: csv::StringRecord,
}

impl Columns {
    /// The columns of every game, and those of its tally.
    pub(crate) fn new(info: &RunInfo, tally: &[&str]) -> Self {
        let given = |column: &&ColumnOf<Row>| match column.form.only {
            "--pairs" => info.pairs,
            "--luck" => info.luck.is_some(),
            "exec:NAME" => info.bots.iter().any(|(_, bot)| is_program(bot)),
            _ => true,
        };
        let own: Vec<_> = COLUMNS.iter().filter(given).copied().collect();
        let names = own.iter().map(|column| column.name).chain(tally.iter().copied()).collect();
        Self { own, names }
    }

    /// The game in a row; `None` if it is malformed.
    fn row(&self, fields: &csv::StringRecord) -> Option<Row> {
        let own: GameFields = fields.deserialize(Some(&self.names)).ok()?;
        (fields.len() == self.names.len()).then(|| Row {
            index: own.game,
            swapped: own.swapped == Some(1),
            played: own.played(),
            luck: own.luck,
            tally: fields.iter().skip(self.own.len()).map(Field::read).collect(),
            record: None,
            turns: None,
        })
    }

    /// Reads the rows of a table, whose games start with index `first`. An incomplete last row is ignored. Returns the number
    /// of bytes read.
    pub(crate) fn read<E: From<FolderError>>(
        &self,
        path: &Path,
        first: u64,
        mut each: impl FnMut(Row) -> Result<(), E>,
    ) -> Result<u64, E> {
        let unreadable = FolderError::read(path);
        let wrong = |line: u64| FolderError::Table { path: path.to_owned(), line };
        let whole = whole_lines(path).map_err(&unreadable)?;
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
                if fields != self.names {
                    return Err(wrong(1).into());
                }
            } else {
                let row = self.row(&fields).filter(|row| row.index == expected).ok_or_else(|| wrong(line))?;
                each(row)?;
                expected += 1;
            }
            bytes = reader.position().byte();
        }
        Ok(bytes)
    }
}

/// The columns of the table of games of a run.
#[derive(Clone, Debug)]
pub struct GameColumns {
    columns: Columns,
    /// The metadata of each column.
    pub headings: Vec<Heading>,
}

impl GameColumns {
    /// The columns of a run whose games have this tally.
    pub(crate) fn new<G: Game, T: Tally<G>>(info: &RunInfo) -> Self {
        let columns = Columns::new(info, &T::columns());
        let headings = columns.own.iter().map(Heading::from).chain(T::COLUMNS.iter().map(Heading::from));
        Self { headings: headings.collect(), columns }
    }

    /// The fields of a game, one per column.
    pub fn fields<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = Field> + 'a {
        let own = self.columns.own.iter().map(|own| (own.value)(row));
        own.chain(row.tally.iter().cloned())
    }
}

/// A row as written in the table.
struct Fields<'a>(&'a Columns, &'a Row);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(columns, row) = self;
        let mut fields = serializer.serialize_seq(Some(columns.names.len()))?;
        columns.own.iter().try_for_each(|own| fields.serialize_element(&(own.value)(row)))?;
        row.tally.iter().try_for_each(|field| fields.serialize_element(field))?;
        fields.end()
    }
}

/// The number of bytes in a file that belong to complete lines.
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

/// A table while it is being written.
#[derive(Debug)]
pub(crate) struct Table {
    columns: Columns,
    writer: csv::Writer<Rows>,
}

impl Table {
    /// Creates a table.
    pub(crate) fn create(path: &Path, columns: Columns) -> Result<Self, FileError> {
        let header = columns.names.iter().collect::<Vec<_>>().join(",") + "\n";
        Ok(Self::to(Appender::create(path, &header)?, columns))
    }

    /// Resumes a table after its first `bytes` bytes.
    pub(crate) fn resume(path: &Path, columns: Columns, bytes: u64) -> Result<Self, FileError> {
        Ok(Self::to(Appender::resume(path, bytes)?, columns))
    }

    fn to(file: Appender, columns: Columns) -> Self {
        let rows = Rows { file, waiting: Vec::with_capacity(Rows::ROOM), since: None };
        Self { columns, writer: csv::WriterBuilder::new().has_headers(false).from_writer(rows) }
    }

    /// Writes a row.
    pub(crate) fn push(&mut self, row: &Row) -> Result<(), FileError> {
        let written = self.writer.serialize(Fields(&self.columns, row)).map_err(io::Error::from);
        let written = written.and_then(|()| self.writer.flush());
        written.map_err(FileError::at(self.writer.get_ref().file.path()))
    }

    /// The seal of the rows in the file.
    pub(crate) fn seal(&self) -> Seal {
        self.writer.get_ref().file.seal()
    }

    /// Writes the rest.
    pub(crate) fn finish(self) -> Result<Seal, FileError> {
        let path = self.writer.get_ref().file.path().to_owned();
        let rows = self.writer.into_inner().map_err(|why| FileError { path, why: why.into_error() });
        rows?.finish()
    }
}

/// Buffers whole rows until they are flushed to the file.
#[derive(Debug)]
struct Rows {
    file: Appender,
    waiting: Vec<u8>,
    /// The time of the last flush.
    since: Option<Instant>,
}

impl Rows {
    /// Rows are flushed by the first row that arrives this long after the last flush.
    const PATIENCE: Duration = Duration::from_millis(200);
    /// Rows are flushed when they reach this many bytes.
    const ROOM: usize = 1 << 16;

    fn finish(&mut self) -> Result<Seal, FileError> {
        self.since = Some(Instant::now());
        self.file.push(&self.waiting)?;
        self.waiting.clear();
        Ok(self.file.seal())
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
        self.finish().map(drop).map_err(|error| error.why)
    }
}
