//! The columns of all tables, for the documentation and for readers of results.

use std::fs::File;
use std::path::Path;

use wilaya_engine::algeria::Algeria;
use wilaya_engine::ici::Ici;
use wilaya_engine::{Column, Field, Form, Measured, Tally as _};

use crate::cells::{Cells, Heading, form};
use crate::error::FolderError;
use crate::turns::TURNS;
use crate::{arena, forked, impact, rollout, suite, summary, sweep, table};

/// All tables with their columns: the title in `docs/formats.md`, and the metadata of each column.
#[must_use]
pub fn formats() -> Vec<(&'static str, Vec<Column<()>>)> {
    fn all<'a, F: Copy + 'a>(columns: impl IntoIterator<Item = &'a Column<F>>) -> Vec<Column<()>> {
        columns.into_iter().map(Column::described).collect()
    }
    vec![
        ("games.csv", all(table::COLUMNS)),
        ("summary.csv", all(summary::COLUMNS)),
        ("games.csv of Algeria", all(<Algeria as Measured>::Tally::COLUMNS)),
        ("games.csv of Ici", all(<Ici as Measured>::Tally::COLUMNS)),
        ("sweep.csv", all(sweep::COLUMNS)),
        ("impact.csv", all(&impact::impact_columns())),
        ("seen.csv", all(impact::SEEN)),
        ("forked.csv", all(impact::FORKED)),
        ("forks.csv", all(forked::COLUMNS)),
        ("rollout", all(rollout::COLUMNS)),
        ("suite score", all(suite::COLUMNS)),
        ("games.csv of an arena", all(arena::GAME_COLUMNS)),
        ("ratings.csv", all(arena::RATING_COLUMNS)),
        ("pairings.csv", all(arena::PAIRING_COLUMNS)),
        ("sides.csv", all(arena::SIDE_COLUMNS)),
        ("speed.csv", all(arena::SPEED_COLUMNS)),
        ("sprt.csv", all(arena::LOOK_COLUMNS)),
    ]
}

/// Reads a table from a results folder. The meaning of its columns follows from the names of the file and of the columns; an
/// unknown column holds numbers if all its fields do, else text.
///
/// # Errors
/// If it cannot be read, or is not a table.
pub fn read_table(path: &Path) -> Result<Cells, FolderError> {
    let file = File::open(path).map_err(FolderError::read(path))?;
    let mut reader = csv::Reader::from_reader(file);
    let wrong = |line: u64| FolderError::Table { path: path.to_owned(), line };
    let names: Vec<_> = reader.headers().map_err(|_| wrong(1))?.iter().map(str::to_owned).collect();
    let mut rows = Vec::new();
    for (line, record) in (2..).zip(reader.records()) {
        rows.push(record.map_err(|_| wrong(line))?.iter().map(Field::read).collect::<Vec<_>>());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let formats = formats();
    let mut known: Vec<_> =
        formats.iter().filter(|(title, _)| title.split(' ').next() == Some(&*name)).collect();
    // Tables of games differ by game, and some columns share a name: prefer the game with the most matching columns.
    let here = |columns: &[Column<()>]| {
        columns.iter().filter(|one| names.iter().any(|name| name == one.name)).count()
    };
    known.sort_by_key(|(_, columns)| std::cmp::Reverse(here(columns)));
    let known: Vec<_> = known.into_iter().flat_map(|(_, columns)| columns).collect();
    let heading = |(place, name): (usize, &String)| match known.iter().find(|column| column.name == name) {
        Some(&column) => Heading::from(column),
        None => Heading::named(name, form(rows.iter().map(|row: &Vec<Field>| &row[place])), ""),
    };
    let mut headings: Vec<_> = names.iter().enumerate().map(heading).collect();
    if name == TURNS {
        headings.iter_mut().for_each(|heading| heading.form = Form::WHOLE);
    }
    Ok(Cells { headings, rows })
}
