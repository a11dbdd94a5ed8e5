//! The tree of values: reading it, extracting sources, merging changes, and walking it.

use std::collections::BTreeMap;
use std::hash::Hasher;

use toml::{Table, Value};

use super::error::{DataError, describe};
use super::key;
use super::origin::{Number, Origin};
use super::source::Source;

const SOURCE: &str = "source";
const SOURCE_OF: &str = "source_of";

/// Reads a TOML text.
pub(super) fn parse(file: &str, text: &str) -> Result<Table, DataError> {
    text.parse::<Table>().map_err(|error| {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        DataError::new(file, format!("line {line}"), error.message().replace('\n', " "), "TOML")
    })
}

/// Reads a value as written after an equals sign.
pub(super) fn parse_value(text: &str) -> Option<Value> {
    let mut table = format!("value = {text}").parse::<Table>().ok()?;
    let value = table.remove("value")?;
    table.is_empty().then_some(value)
}

/// The sources that a table states: for itself, and for single keys.
struct Sources {
    own: Option<Source>,
    of: BTreeMap<String, Source>,
}

impl Sources {
    /// Removes them from the table.
    fn take(file: &str, at: &str, table: &mut Table) -> Result<Self, DataError> {
        let read = |key: String, value: &Value| {
            value
                .as_str()
                .and_then(Source::parse)
                .ok_or_else(|| DataError::new(file, key, describe(value), Source::FORM))
        };
        let own = table.remove(SOURCE).map(|value| read(key::join(at, SOURCE), &value)).transpose()?;
        let mut of = BTreeMap::new();
        let at_of = key::join(at, SOURCE_OF);
        match table.remove(SOURCE_OF) {
            None => {}
            Some(Value::Table(single)) => {
                for (name, value) in &single {
                    let key = key::join(&at_of, name);
                    if !table.contains_key(name) {
                        let all: Vec<String> = table.keys().map(|name| key::join(&at_of, name)).collect();
                        return Err(DataError::unknown(
                            file,
                            &key,
                            &table.keys().cloned().collect::<Vec<_>>(),
                            &all,
                        ));
                    }
                    of.insert(name.clone(), read(key, value)?);
                }
            }
            Some(value) => {
                return Err(DataError::new(file, at_of, describe(&value), "a table of keys and sources"));
            }
        }
        Ok(Self { own, of })
    }

    /// The source of a key, given that of the enclosing table.
    fn get<'a>(&'a self, name: &str, above: Option<&'a Source>) -> Option<&'a Source> {
        self.of.get(name).or(self.own.as_ref()).or(above)
    }
}

/// Extracts the sources from a table of a file and records where each value comes from.
pub(super) fn resolve(
    file: &str,
    at: &str,
    mut table: Table,
    above: Option<&Source>,
    origins: &mut BTreeMap<String, Origin>,
) -> Result<Table, DataError> {
    let sources = Sources::take(file, at, &mut table)?;
    let mut out = Table::new();
    for (name, value) in table {
        let key = key::join(at, &name);
        let source = sources.get(&name, above);
        let value = match value {
            Value::Table(inner) => Value::Table(resolve(file, &key, inner, source, origins)?),
            leaf => {
                if source.is_none() && has_number(&leaf) {
                    let expected = format!("its source: source = {}", Source::FORM);
                    return Err(DataError::new(
                        file,
                        key,
                        format!("{} without a source", describe(&leaf)),
                        expected,
                    ));
                }
                origins.insert(key, Origin { file: file.to_owned(), source: source.cloned() });
                leaf
            }
        };
        out.insert(name, value);
    }
    Ok(out)
}

fn has_number(value: &Value) -> bool {
    match value {
        Value::Integer(_) | Value::Float(_) => true,
        Value::Array(list) => list.iter().any(has_number),
        Value::Table(table) => table.values().any(has_number),
        Value::String(_) | Value::Boolean(_) | Value::Datetime(_) => false,
    }
}

/// The value at a path; a number indexes a list.
pub(super) fn find<'a>(root: &'a Table, names: &[String]) -> Option<&'a Value> {
    let (first, rest) = names.split_first()?;
    rest.iter().try_fold(root.get(first)?, |value, name| match value {
        Value::Table(table) => table.get(name),
        Value::Array(list) => list.get(name.parse::<usize>().ok()?),
        _ => None,
    })
}

/// A table that holds only `new`, at a path that exists in `root`; a list along the path is copied around it.
pub(super) fn at(root: &Table, names: &[String], new: Value) -> Table {
    fn wrap(old: &Value, names: &[String], new: Value) -> Value {
        let Some((name, rest)) = names.split_first() else { return new };
        match old {
            Value::Table(table) => {
                let inner = table.get(name).map_or_else(|| new.clone(), |old| wrap(old, rest, new.clone()));
                Value::Table(Table::from_iter([(name.clone(), inner)]))
            }
            Value::Array(list) => {
                let mut list = list.clone();
                if let Some(slot) = name.parse::<usize>().ok().and_then(|index| list.get_mut(index)) {
                    *slot = whole(slot, rest, new);
                }
                Value::Array(list)
            }
            _ => new,
        }
    }
    /// Like `wrap`, but keeps a table inside a list whole, because lists are replaced, not merged.
    fn whole(old: &Value, names: &[String], new: Value) -> Value {
        match (old, names.split_first()) {
            (_, None) => new,
            (Value::Table(table), Some((name, rest))) => {
                let mut table = table.clone();
                if let Some(slot) = table.get_mut(name) {
                    *slot = whole(slot, rest, new);
                }
                Value::Table(table)
            }
            (old, Some(_)) => wrap(old, names, new),
        }
    }
    match wrap(&Value::Table(root.clone()), names, new) {
        Value::Table(table) => table,
        _ => Table::new(),
    }
}

/// The error for an unknown key.
pub(super) fn unknown(root: &Table, file: &str, names: &[String]) -> DataError {
    let missing = (1..names.len()).find(|end| find(root, &names[..*end]).is_none()).unwrap_or(names.len());
    let known: Vec<String> = match find(root, &names[..missing - 1]) {
        Some(Value::Array(list)) => (0..list.len()).map(|index| index.to_string()).collect(),
        Some(Value::Table(table)) => table.keys().cloned().collect(),
        _ => root.keys().cloned().collect(),
    };
    let name = names.iter().fold(String::new(), |key, name| key::join(&key, name));
    DataError::unknown(file, &name, &known, &key::all(root))
}

/// Merges a change into the figures.
pub(super) struct Merge<'a> {
    pub(super) file: &'a str,
    /// All figures.
    pub(super) figures: &'a Table,
    pub(super) origins: &'a mut BTreeMap<String, Origin>,
}

impl Merge<'_> {
    pub(super) fn tables(
        &mut self,
        at: &str,
        base: &mut Table,
        mut change: Table,
        above: &Source,
    ) -> Result<(), DataError> {
        let sources = Sources::take(self.file, at, &mut change)?;
        for (name, new) in change {
            let key = key::join(at, &name);
            let source = sources.get(&name, Some(above)).unwrap_or(above);
            match (base.get_mut(&name), new) {
                (None, _) => {
                    let names = key::split(&key).unwrap_or_default();
                    return Err(unknown(self.figures, self.file, &names));
                }
                (Some(Value::Table(inner)), Value::Table(new)) => self.tables(&key, inner, new, source)?,
                (Some(old), new) => {
                    *old = self.fit(&key, old, new)?;
                    let origin = Origin { file: self.file.to_owned(), source: Some(source.clone()) };
                    self.origins.insert(key, origin);
                }
            }
        }
        Ok(())
    }

    /// The new value if it has the type of the old one; a whole number may replace a real one.
    fn fit(&self, key: &str, old: &Value, new: Value) -> Result<Value, DataError> {
        let expected = match (old, new) {
            (Value::Float(_), Value::Integer(number)) => return Ok(Value::Float(number as f64)),
            (Value::Array(old), Value::Array(new)) => {
                let Some(first) = old.first() else { return Ok(Value::Array(new)) };
                let fitted = new.into_iter().enumerate().map(|(index, item)| match (first, item) {
                    (Value::Table(_), item @ Value::Table(_)) => Ok(item),
                    (first, item) => self.fit(&key::join(key, &index.to_string()), first, item),
                });
                return Ok(Value::Array(fitted.collect::<Result<_, _>>()?));
            }
            (old, new) if old.same_type(&new) => return Ok(new),
            (old, new) => (describe(&new), in_words(old)),
        };
        Err(DataError::new(self.file, key, expected.0, expected.1))
    }
}

fn in_words(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a text in quotes",
        Value::Integer(_) => "a whole number",
        Value::Float(_) => "a number",
        Value::Boolean(_) => "true or false",
        Value::Datetime(_) => "a date",
        Value::Array(_) => "a list",
        Value::Table(_) => "a table",
    }
}

/// Calls `tell` for every number with the key of its origin, its own key and its value.
pub(super) fn numbers(at: &str, table: &Table, tell: &mut impl FnMut(&str, String, Number)) {
    fn inside(origin: &str, key: String, value: &Value, tell: &mut impl FnMut(&str, String, Number)) {
        match value {
            Value::Integer(number) => tell(origin, key, Number::Whole(*number)),
            Value::Float(number) => tell(origin, key, Number::Real(*number)),
            Value::Array(list) => {
                for (index, item) in list.iter().enumerate() {
                    inside(origin, key::join(&key, &index.to_string()), item, tell);
                }
            }
            Value::Table(table) => {
                for (name, item) in table {
                    inside(origin, key::join(&key, name), item, tell);
                }
            }
            Value::String(_) | Value::Boolean(_) | Value::Datetime(_) => {}
        }
    }
    for (name, value) in table {
        let key = key::join(at, name);
        match value {
            Value::Table(inner) => numbers(&key, inner, tell),
            leaf => inside(&key, key.clone(), leaf, tell),
        }
    }
}

/// Hashes a value independently of the order of keys.
pub(super) fn hash(value: &Value, hasher: &mut impl Hasher) {
    fn text(text: &str, hasher: &mut impl Hasher) {
        hasher.write(&(text.len() as u64).to_le_bytes());
        hasher.write(text.as_bytes());
    }
    match value {
        Value::String(string) => {
            hasher.write(b"s");
            text(string, hasher);
        }
        Value::Integer(number) => {
            hasher.write(b"i");
            hasher.write(&number.to_le_bytes());
        }
        Value::Float(number) => {
            hasher.write(b"f");
            hasher.write(&number.to_bits().to_le_bytes());
        }
        Value::Boolean(flag) => hasher.write(if *flag { b"y" } else { b"n" }),
        Value::Datetime(date) => {
            hasher.write(b"d");
            text(&date.to_string(), hasher);
        }
        Value::Array(list) => {
            hasher.write(b"a");
            hasher.write(&(list.len() as u64).to_le_bytes());
            for item in list {
                hash(item, hasher);
            }
        }
        Value::Table(table) => {
            hasher.write(b"t");
            hasher.write(&(table.len() as u64).to_le_bytes());
            let sorted: BTreeMap<&String, &Value> = table.iter().collect();
            for (name, item) in sorted {
                text(name, hasher);
                hash(item, hasher);
            }
        }
    }
}
