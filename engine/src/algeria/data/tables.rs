//! Tables and thresholds.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::map::Map;
use crate::algeria::rules::{CombatTable, Coup, CoupRow, EventFigures, Income, SuccessTable};
use crate::algeria::types::{Mark, Mask, Place, RandomEvent};
use crate::data::{DataError, Figures, Key};

#[derive(Deserialize)]
struct SuccessRow {
    number: u8,
    mark: String,
}

#[derive(Deserialize)]
struct Column {
    from: u8,
    hits: [u8; 6],
}

#[derive(Deserialize)]
struct Loss {
    from: u8,
    loss: u8,
}

/// Checks that thresholds are consistent.
pub(super) fn thresholds(figures: &Figures) -> Result<(), DataError> {
    let above = |key: &str, what: &str, least: i64| {
        let value: i64 = figures.read(key)?;
        let expected = format_args!("more than {what}, which is {least}");
        figures.at(key).ensure(value > least, value, expected)
    };
    // Both sides gain at independence, and an excess comes off the other side's PSL, but never all of it (ruling A-7).
    let dice: i64 = figures.read("event.independence.dice")?;
    above("psl.max", "what event.independence.dice can show", 6 * dice)?;
    let max: i64 = figures.read("psl.max")?;
    for key in ["psl.low", "psl.high", "psl.marginal_to", "psl.substantial_to", "coup.psl"] {
        figures.at(key).within(figures.read::<i64>(key)?, &(0..=max))?;
    }
    for (key, lower) in [
        ("psl.high", "psl.low"),
        ("psl.substantial_to", "psl.marginal_to"),
        ("oas.removed_above", "oas.appears"),
    ] {
        above(key, lower, figures.read(lower)?)?;
    }
    Ok(())
}

/// The rows of a table keyed by consecutive whole numbers, from `first` if it is given, and the number of the first. There must
/// be at least one row and at most `room`.
fn numbered<'a, T: DeserializeOwned>(
    figures: &'a Figures,
    table: &str,
    first: Option<i8>,
    room: usize,
) -> Result<(i8, Vec<(Key<'a>, T)>), DataError> {
    let table = figures.at(table);
    let mut rows = Vec::new();
    for (id, row) in table.read::<BTreeMap<String, T>>()? {
        let (key, number) = (table.to(&id), id.parse::<i8>().ok().filter(|number| number.to_string() == id));
        let expected = "a whole number as the name of a row";
        rows.push((number.ok_or_else(|| key.error(format_args!("\"{id}\""), expected))?, key, row));
    }
    rows.sort_by_key(|(number, ..)| *number);
    let first = first.or(rows.first().map(|(number, ..)| *number)).unwrap_or(0);
    table.ensure(!rows.is_empty(), "an empty table", "at least one row")?;
    if let Some((_, expected)) = rows.iter().zip(first..).find(|((number, ..), expected)| number != expected)
    {
        return Err(table.to(expected).error("nothing", "this row: row numbers are consecutive"));
    }
    table.ensure(rows.len() <= room, format_args!("{} rows", rows.len()), format_args!("at most {room}"))?;
    Ok((first, rows.into_iter().map(|(_, key, row)| (key, row)).collect()))
}

/// Checks the start of each row: `first` for the first row, then increasing up to `last`.
fn rising<'a>(
    rows: impl IntoIterator<Item = (&'a Key<'a>, u8)>,
    first: u8,
    last: u8,
) -> Result<(), DataError> {
    let mut before = None;
    for (key, from) in rows {
        let key = key.to("from");
        match before {
            None => key.ensure(from == first, from, format_args!("{first}, the start of the table"))?,
            Some(before) => {
                let low = before + 1;
                let expected =
                    format_args!("a whole number from {low} to {last}, above the previous row ({before})");
                key.ensure((low..=last).contains(&from), from, expected)?;
            }
        }
        before = Some(from);
    }
    Ok(())
}

/// Reads a Mission Success Table.
pub(super) fn success(figures: &Figures, table: &str) -> Result<SuccessTable, DataError> {
    let mut results = [(0, Mark::None); 16];
    let (first, rows) = numbered::<SuccessRow>(figures, table, None, results.len())?;
    for ((key, row), result) in rows.iter().zip(&mut results) {
        let mark = Mark::from_word(&row.mark);
        let error = || key.to("mark").error(format_args!("\"{}\"", row.mark), "\"\", \"+\" or \"@\"");
        *result = (row.number, mark.ok_or_else(error)?);
    }
    Ok(SuccessTable { first, last: first + rows.len() as i8 - 1, results })
}

/// Reads the Combat Results Table.
pub(super) fn combat(figures: &Figures) -> Result<CombatTable, DataError> {
    let air_point_dice = figures.read("combat.air_point_dice")?;
    let mut out = CombatTable { column: [0; 64], top: 0, last: 0, hits: [[0; 6]; 8], air_point_dice };
    let (_, columns) = numbered::<Column>(figures, "combat.column", Some(1), out.hits.len())?;
    rising(columns.iter().map(|(key, column)| (key, column.from)), 1, out.column.len() as u8)?;
    for (index, (_, column)) in columns.iter().enumerate() {
        out.hits[index] = column.hits;
        out.last = index as u8;
        out.top = column.from;
        out.column.iter_mut().skip(column.from.into()).for_each(|slot| *slot = index as u8);
    }
    Ok(out)
}

/// The event of each cell, row by row: an event runs from its first cell up to the first of the next.
pub(super) fn events(figures: &Figures) -> Result<[RandomEvent; 36], DataError> {
    let mut first: [Option<RandomEvent>; 36] = [None; 36];
    for event in RandomEvent::ALL.iter().copied() {
        let key = figures.at("event").to(event).to("from");
        let from: u8 = key.read()?;
        let (tens, units) = (from / 10, from % 10);
        let dice = (1..=6).contains(&tens) && (1..=6).contains(&units);
        key.ensure(dice, from, "two dice side by side: two digits from 1 to 6")?;
        let cell = &mut first[usize::from((tens - 1) * 6 + units - 1)];
        if let Some(other) = cell {
            return Err(key.error(from, format_args!("another cell: {other} begins there")));
        }
        *cell = Some(event);
    }
    let missing = || figures.error("event", "nothing for a roll of 11", "an event from 11 on");
    let mut event = first[0].ok_or_else(missing)?;
    Ok(first.map(|cell| {
        event = cell.unwrap_or(event);
        event
    }))
}

/// Reads the dice and amounts of the events.
pub(super) fn event_figures(figures: &Figures) -> Result<EventFigures, DataError> {
    let dice = |event: RandomEvent| figures.at("event").to(event).to("dice").read();
    Ok(EventFigures {
        foreign_arms_dice: dice(RandomEvent::ForeignArms)?,
        un_debate_dice: dice(RandomEvent::UnDebate)?,
        purge_dice: dice(RandomEvent::FactionalPurge)?,
        independence_dice: dice(RandomEvent::Independence)?,
        nato_dice: dice(RandomEvent::Nato)?,
        suez_dice: dice(RandomEvent::Suez)?,
        sartre: figures.read("event.sartre.psp")?,
    })
}

/// Reads the Loss Numbers by Points.
pub(super) fn depreciation(figures: &Figures) -> Result<[u8; 100], DataError> {
    let mut out = [0; 100];
    let (_, rows) = numbered::<Loss>(figures, "depreciation.row", Some(1), out.len())?;
    rising(rows.iter().map(|(key, row)| (key, row.from)), 1, out.len() as u8 - 1)?;
    for (_, row) in rows {
        out.iter_mut().skip(row.from.into()).for_each(|slot| *slot = row.loss);
    }
    Ok(out)
}

/// Reads the Coup Table.
pub(super) fn coup(figures: &Figures) -> Result<Coup, DataError> {
    let mut out: Coup = figures.read("coup")?;
    let table = figures.at("coup.row");
    let rows: BTreeMap<String, CoupRow> = table.read()?;
    let mut rows: Vec<(Key<'_>, CoupRow)> = rows.into_iter().map(|(id, row)| (table.to(id), row)).collect();
    rows.sort_by_key(|(_, row)| row.from);
    table.ensure(!rows.is_empty(), "an empty table", "at least one row")?;
    rising(rows.iter().map(|(key, row)| (key, row.from)), 2, out.rows.len() as u8 - 1)?;
    for (number, (_, row)) in rows.into_iter().enumerate() {
        let from = if number == 0 { 0 } else { usize::from(row.from) };
        out.rows[from..].fill(CoupRow { row: number as u8, ..row });
    }
    Ok(out)
}

/// Reads the AP income.
pub(super) fn income(figures: &Figures) -> Result<Income, DataError> {
    let area = |area: &str| figures.at(area).each(["controlled", "contested"]);
    Ok(Income { urban: area("income.urban")?, rural: area("income.rural")?, ..figures.read("income")? })
}

/// Reads where the OAS may be.
pub(super) fn oas_places(figures: &Figures, map: &Map) -> Result<Mask, DataError> {
    let key = figures.at("oas.places");
    let words = ["the id of an area, or FRANCE", "each place once"];
    let place = |id: &str| map.place(id).filter(|place| place.is_area() || *place == Place::FRANCE);
    let places = key.ids(&key.read::<Vec<String>>()?, words, place)?;
    key.ensure(!places.is_empty(), "an empty list", "at least one place")?;
    Ok(places.iter().fold(0, |all, place| all | place.bit()))
}
