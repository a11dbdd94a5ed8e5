//! The keys that a game's files may have, and the range of their numbers.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::{DataError, Figures, key};

/// The range of a row whose values are not numbers, or are checked elsewhere.
pub(crate) const ANY: RangeInclusive<i64> = i64::MIN..=i64::MAX;

/// Rows of a schema: dotted keys, each with the range of the numbers there and in lists there.
///
/// A part of a key is a name, alternatives separated by `|`, or `*` for any name, such as ids or the tables in a list. A name
/// followed by `?` is optional.
pub(crate) type Schema = [(&'static str, RangeInclusive<i64>)];

type Row<'a> = (Vec<&'a str>, &'a RangeInclusive<i64>);

impl Figures {
    /// Checks that exactly the keys of a schema are present, and that their numbers are in range.
    ///
    /// # Errors
    /// The first key that is unknown or missing, or number that is out of range. The types of values are checked when they are
    /// read.
    pub(crate) fn check(&self, schema: &Schema) -> Result<(), DataError> {
        let rows: Vec<Row<'_>> =
            schema.iter().map(|(key, range)| (key.split('.').collect(), range)).collect();
        self.at("").check(&self.root, &rows.iter().collect::<Vec<_>>(), 0)
    }

    /// The given key, for reading its value.
    pub(crate) fn at(&self, key: &str) -> Key<'_> {
        Key { figures: self, key: key.to_owned() }
    }
}

/// A key, for reading its value and for errors about it.
pub(crate) struct Key<'a> {
    figures: &'a Figures,
    key: String,
}

impl Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.key)
    }
}

impl Key<'_> {
    /// The key of the value with this name, or at this place in a list.
    pub(crate) fn to(&self, name: impl Display) -> Self {
        Self { figures: self.figures, key: key::join(&self.key, &name.to_string()) }
    }

    /// Reads the value.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, DataError> {
        self.figures.read(&self.key)
    }

    /// Reads the values with these `N` names.
    pub(crate) fn each<T: DeserializeOwned, const N: usize>(
        &self,
        names: impl IntoIterator<Item = impl Display>,
    ) -> Result<[T; N], DataError> {
        let all = names.into_iter().map(|name| self.to(name).read()).collect::<Result<Vec<T>, _>>()?;
        all.try_into().map_err(|all: Vec<T>| self.error(all.len(), N))
    }

    /// An error about the value.
    pub(crate) fn error(&self, found: impl Display, expected: impl Display) -> DataError {
        self.figures.error(&self.key, found, expected)
    }

    /// An error about the value unless a check holds.
    pub(crate) fn ensure(
        &self,
        holds: bool,
        found: impl Display,
        expected: impl Display,
    ) -> Result<(), DataError> {
        if holds { Ok(()) } else { Err(self.error(found, expected)) }
    }

    /// Checks that a number is in a range.
    pub(crate) fn within(
        &self,
        number: impl Into<i64>,
        range: &RangeInclusive<i64>,
    ) -> Result<(), DataError> {
        let number = number.into();
        let expected = format_args!("a whole number from {} to {}", range.start(), range.end());
        self.ensure(range.contains(&number), number, expected)
    }

    /// Maps a list of ids to what they mean; each may occur once.
    pub(crate) fn ids<T: PartialEq>(
        &self,
        ids: &[String],
        [expected, once]: [&str; 2],
        find: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, DataError> {
        let mut out = Vec::with_capacity(ids.len());
        for (index, id) in ids.iter().enumerate() {
            let key = self.to(index);
            let one = find(id).ok_or_else(|| key.error(format_args!("\"{id}\""), expected))?;
            key.ensure(!out.contains(&one), format_args!("{id} a second time"), once)?;
            out.push(one);
        }
        Ok(out)
    }

    /// Checks a table against the rows that its key has matched so far.
    fn check(&self, table: &Table, rows: &[&Row<'_>], depth: usize) -> Result<(), DataError> {
        let names = || rows.iter().flat_map(|(names, _)| names[depth].split('|'));
        for (name, value) in table {
            let fits = |one: &str| one == "*" || one.trim_end_matches('?') == name;
            let below: Vec<_> =
                rows.iter().copied().filter(|row| row.0[depth].split('|').any(fits)).collect();
            let key = self.to(name);
            if below.is_empty() {
                let mut known: Vec<String> = Vec::new();
                for name in names().map(|name| name.trim_end_matches('?')) {
                    if !known.iter().any(|one| one == name) {
                        known.push(name.to_owned());
                    }
                }
                let all: Vec<String> = known.iter().map(|name| self.to(name).key).collect();
                return Err(DataError::unknown(self.figures.file_of(&key.key), &key.key, &known, &all));
            }
            key.check_value(value, &below, depth + 1)?;
        }
        match names().find(|name| *name != "*" && !name.ends_with('?') && !table.contains_key(*name)) {
            Some(name) => Err(self.to(name).error("nothing", "this key")),
            None => Ok(()),
        }
    }

    fn check_value(&self, value: &Value, rows: &[&Row<'_>], depth: usize) -> Result<(), DataError> {
        let (leaves, tables): (Vec<&Row<'_>>, Vec<_>) =
            rows.iter().partition(|(names, _)| names.len() == depth);
        match value {
            Value::Integer(number) => leaves.iter().try_for_each(|(_, range)| self.within(*number, range)),
            Value::Table(table) if !tables.is_empty() => self.check(table, &tables, depth),
            Value::Array(list) => {
                let rows = if tables.is_empty() { (leaves, depth) } else { (tables, depth + 1) };
                let mut items = list.iter().enumerate();
                items.try_for_each(|(index, item)| self.to(index).check_value(item, &rows.0, rows.1))
            }
            _ => Ok(()),
        }
    }
}
