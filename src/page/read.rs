//! Reads tables from files.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::de::DeserializeOwned;

/// Passes each row of a table to `each`; does nothing if there is no such file. Returns whether there is one.
pub(super) fn rows<T: DeserializeOwned>(path: &Path, mut each: impl FnMut(T)) -> Result<bool> {
    if !path.exists() {
        return Ok(false);
    }
    let within = || format!("{} cannot be read", path.display());
    let mut reader =
        csv::Reader::from_reader(std::io::BufReader::new(File::open(path).with_context(within)?));
    for row in reader.deserialize() {
        each(row.with_context(within)?);
    }
    Ok(true)
}

/// All rows of a table; empty if there is no such file.
pub(super) fn table<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let mut all = Vec::new();
    rows(path, |row| all.push(row))?;
    Ok(all)
}

/// A row as a map from columns to cells.
pub(super) type Row = BTreeMap<String, String>;

/// The cell of a row in a column; empty if there is no such column.
pub(super) fn cell<'a>(row: &'a Row, column: &str) -> &'a str {
    row.get(column).map_or("", String::as_str)
}

/// The number in a column; NaN if there is none.
pub(super) fn number(row: &Row, column: &str) -> f64 {
    cell(row, column).parse().unwrap_or(f64::NAN)
}

/// The header of a table and its rows, as text.
pub(super) fn text(path: &Path) -> Result<(Vec<String>, Vec<Row>)> {
    let mut header = Vec::new();
    if path.exists() {
        let mut reader =
            csv::Reader::from_path(path).with_context(|| format!("{} cannot be read", path.display()))?;
        header = reader.headers()?.iter().map(str::to_owned).collect();
    }
    Ok((header, table(path)?))
}

/// The frequency of each number.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts(BTreeMap<i64, u64>);

impl Counts {
    pub(super) fn add(&mut self, value: i64, count: u64) {
        if count > 0 {
            *self.0.entry(value).or_default() += count;
        }
    }

    pub(super) fn total(&self) -> u64 {
        self.0.values().sum()
    }

    pub(super) fn of(&self, value: i64) -> u64 {
        self.0.get(&value).copied().unwrap_or(0)
    }

    pub(super) fn mean(&self) -> f64 {
        self.0.iter().map(|(value, count)| *value as f64 * *count as f64).sum::<f64>() / self.total() as f64
    }

    /// The least number that at least this share is at or below.
    pub(super) fn quantile(&self, share: f64) -> f64 {
        let wanted = share * self.total() as f64;
        let mut below = 0;
        for (value, count) in &self.0 {
            below += count;
            if below as f64 >= wanted {
                return *value as f64;
            }
        }
        f64::NAN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_were_there() {
        let mut counts = Counts::default();
        (1..=10).for_each(|value| counts.add(value, 1));
        assert_eq!(
            [0.1, 0.25, 0.5, 0.75, 0.9].map(|share| counts.quantile(share)),
            [1.0, 3.0, 5.0, 8.0, 9.0]
        );
        assert_eq!((counts.total(), counts.of(3), counts.of(11), counts.mean()), (10, 1, 0, 5.5));
    }
}
