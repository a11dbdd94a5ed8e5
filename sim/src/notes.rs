//! The notes in a folder: `run.toml`, `arena.toml`, `impact.toml`, `sweep.toml`, and files of weights.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::error::FolderError;
use crate::files::{FileError, replace};

/// Reads a text; `None` if there is no such file.
pub(crate) fn read_text(path: &Path) -> Result<Option<String>, FolderError> {
    match fs::read(path) {
        // A file that is not text was not written by wilaya, and is refused as foreign.
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
        Err(why) => Err(FolderError::read(path)(why)),
    }
}

/// Reads the notes of a run, arena and so on; `None` if there is no such file.
pub(crate) fn read<T: DeserializeOwned>(path: &Path, what: &'static str) -> Result<Option<T>, FolderError> {
    let Some(text) = read_text(path)? else { return Ok(None) };
    let notes = toml::from_str(&text);
    notes.map(Some).map_err(|why| {
        let why = why.to_string().trim_end().to_owned();
        FolderError::Notes { path: path.to_owned(), what, why }
    })
}

/// The text of notes, for a file.
pub(crate) fn text(path: &Path, notes: &impl Serialize) -> Result<String, FileError> {
    toml::to_string(notes).map_err(|why| FileError::at(path)(io::Error::other(why)))
}

/// Writes notes.
pub(crate) fn write(path: &Path, notes: &impl Serialize) -> Result<(), FileError> {
    replace(path, &text(path, notes)?)
}

/// The first key in which two notes differ, ignoring some keys, with both values; tables are compared key by key.
pub(crate) fn difference<T: Serialize>(
    one: &T,
    other: &T,
    besides: &[&str],
) -> Option<(String, String, String)> {
    let table = |notes| {
        let mut table = Table::try_from(notes).unwrap_or_default();
        table.retain(|key, _| !besides.contains(&key));
        table
    };
    different(&table(one), &table(other))
}

fn different(one: &Table, other: &Table) -> Option<(String, String, String)> {
    let mut keys = one.keys().chain(other.keys().filter(|key| !one.contains_key(*key)));
    let key = keys.find(|key| one.get(*key) != other.get(*key))?;
    if let (Some(Value::Table(one)), Some(Value::Table(other))) = (one.get(key), other.get(key)) {
        return different(one, other).map(|(rest, one, other)| (format!("{key}.{rest}"), one, other));
    }
    let text = |table: &Table| match table.get(key) {
        None => "nothing".to_owned(),
        Some(Value::Array(words)) if words.iter().all(Value::is_str) => {
            words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
        }
        Some(value) => value.to_string().trim().to_owned(),
    };
    Some((key.clone(), text(one), text(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_named_down_to_the_key() {
        let table = |text: &str| text.parse::<Table>().expect("it is TOML");
        let one = table("version = 1\nwords = [\"a\", \"b\"]\n[plan]\nseed = 1\npairs = 5\n");
        let differs = |other: &str, besides: &[&str]| {
            let found = difference(&one, &table(other), besides);
            found.map(|(key, one, other)| format!("{key}: {one}, {other}"))
        };
        let plan = "[plan]\nseed = 1\npairs = 6\n";
        let other = format!("version = 2\nwords = [\"a\", \"b\"]\n{plan}");
        assert_eq!(differs(&other, &[]).as_deref(), Some("version: 1, 2"));
        assert_eq!(differs(&other, &["version"]).as_deref(), Some("plan.pairs: 5, 6"));
        assert_eq!(differs(&other, &["version", "plan"]), None);
        assert_eq!(differs(plan, &["version"]).as_deref(), Some("words: a b, nothing"));
    }
}
