//! Errors in data files.

use toml::Value;

use super::key;

/// An error in a data file or an overlay, shown as one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// An invalid value.
    #[error("{file}: {key}: found {found}, expected {expected}")]
    Value {
        /// The file, or the overlay that the value comes from.
        file: String,
        /// Its dotted key, or a line of the file if the text is not valid TOML.
        key: String,
        /// The value, or what was found in its place.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// An unknown key.
    #[error("{file}: unknown key `{key}`{hint}")]
    UnknownKey {
        /// The file or overlay.
        file: String,
        /// The dotted key.
        key: String,
        /// The key that was probably meant, or the keys of its table, as the end of the message.
        hint: String,
    },
}

impl DataError {
    /// An error about a value.
    pub fn new(
        file: impl Into<String>,
        key: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self::Value { file: file.into(), key: key.into(), found: found.into(), expected: expected.into() }
    }

    /// The error for an unknown key: `known` are the names in its table, `all` the dotted keys that may have been meant.
    pub(super) fn unknown(file: &str, key: &str, known: &[String], all: &[String]) -> Self {
        let hint = match key::nearest(key, all.iter().map(String::as_str)) {
            Some(near) => format!("; did you mean `{near}`?"),
            None if known.is_empty() => String::new(),
            None => format!(": the keys are {}", known.join(", ")),
        };
        Self::UnknownKey { file: file.to_owned(), key: key.to_owned(), hint }
    }
}

/// Describes a value, for a message.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::String(text) => format!("\"{text}\""),
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Table(_) => "a table".to_owned(),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Datetime(_) => value.to_string(),
    }
}
