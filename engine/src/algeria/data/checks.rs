//! Checks that several tables need.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::data::{DataError, Figures, dotted};

/// Ratings on counters.
pub(super) const RATING: RangeInclusive<i64> = 0..=20;
/// Firepower: never 0 (ruling A-3).
pub(super) const FIREPOWER: RangeInclusive<i64> = 1..=99;
/// Prices, thresholds and amounts.
pub(super) const AMOUNT: RangeInclusive<i64> = 0..=99;
/// What something is divided by.
pub(super) const DIVISOR: RangeInclusive<i64> = 1..=99;
/// What a number of a table is multiplied by.
pub(super) const MULTIPLIER: RangeInclusive<i64> = 1..=9;
/// Numbers of dice.
pub(super) const DICE: RangeInclusive<i64> = 0..=9;
/// Modifiers of a roll.
pub(super) const DRM: RangeInclusive<i64> = -9..=9;
/// Modified rolls of one die that something happens on.
pub(super) const ROLL: RangeInclusive<i64> = -9..=16;

/// The value at a key must lie in a range.
pub(super) fn within(
    figures: &Figures,
    key: &str,
    value: impl Into<i64>,
    range: RangeInclusive<i64>,
) -> Result<(), DataError> {
    let value = value.into();
    if range.contains(&value) {
        return Ok(());
    }
    Err(figures.error(key, value, format!("a whole number from {} to {}", range.start(), range.end())))
}

/// The values of one table, by name, must lie in a range.
pub(super) fn all_within(
    figures: &Figures,
    table: &str,
    range: &RangeInclusive<i64>,
    values: &[(&str, i64)],
) -> Result<(), DataError> {
    values
        .iter()
        .try_for_each(|(name, value)| within(figures, &format!("{table}.{name}"), *value, range.clone()))
}

/// The value at a key must be above another.
pub(super) fn above(
    figures: &Figures,
    key: &str,
    value: impl Into<i64>,
    what: &str,
    least: impl Into<i64>,
) -> Result<(), DataError> {
    let (value, least) = (value.into(), least.into());
    if value > least {
        return Ok(());
    }
    Err(figures.error(key, value, format!("more than {what}, which is {least}")))
}

/// The rows of a table keyed by whole numbers, sorted; there must be at least one and at most `room`, the numbers
/// must follow one another, and the first must be `first` if that is given.
pub(super) fn numbered<'a, T>(
    figures: &Figures,
    table: &str,
    rows: &'a BTreeMap<String, T>,
    first: Option<i64>,
    room: usize,
) -> Result<Vec<(i64, &'a T)>, DataError> {
    let mut sorted = Vec::with_capacity(rows.len());
    for (id, row) in rows {
        let number = id.parse::<i8>().ok().filter(|number| number.to_string() == *id);
        let Some(number) = number else {
            let key = format!("{table}.{}", dotted(&[id]));
            return Err(figures.error(&key, format!("\"{id}\""), "a whole number as the name of a row"));
        };
        sorted.push((i64::from(number), row));
    }
    sorted.sort_by_key(|(number, _)| *number);
    let Some((start, _)) = sorted.first() else {
        return Err(figures.error(table, "an empty table", "at least one row"));
    };
    let start = first.unwrap_or(*start);
    for ((number, _), expected) in sorted.iter().zip(start..) {
        if *number != expected {
            let key = format!("{table}.{expected}");
            return Err(figures.error(&key, "nothing", "a row, because rows follow one another"));
        }
    }
    if sorted.len() > room {
        return Err(figures.error(table, format!("{} rows", sorted.len()), format!("at most {room}")));
    }
    Ok(sorted)
}

/// What each row of a table runs from: the first from `first`, and each later one above the one before it, up to
/// `last`. Keys and values.
pub(super) fn rising(
    figures: &Figures,
    rows: &[(String, i64)],
    first: i64,
    last: i64,
) -> Result<(), DataError> {
    let mut before: Option<i64> = None;
    for (key, from) in rows {
        let low = before.map_or(first, |before| before + 1);
        let high = if before.is_none() { first } else { last };
        if !(low..=high).contains(from) {
            let expected = match before {
                None => format!("{first}, where the table begins"),
                Some(before) => {
                    format!("a whole number from {low} to {last}, above the row before it, at {before}")
                }
            };
            return Err(figures.error(key, from, expected));
        }
        before = Some(*from);
    }
    Ok(())
}
