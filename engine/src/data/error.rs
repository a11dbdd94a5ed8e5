//! Errors in data files.

use toml::Value;

use super::key;

/// An error in a data file or an overlay, shown as one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// A value that does not fit.
    #[error("{file}: {key}: found {found}, expected {expected}")]
    Value {
        /// The file, or the overlay that the value comes from.
        file: String,
        /// Its dotted key; a line of the file if the text is not TOML.
        key: String,
        /// The value, or what was found in its place.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A key that means nothing.
    #[error("{file}: unknown key `{key}`{hint}")]
    UnknownKey {
        /// The file or overlay.
        file: String,
        /// The dotted key.
        key: String,
        /// The key that was probably meant, or those that its table has, as the message ends.
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

    /// An unknown key: `known` are the names that its table has, `all` the dotted keys that may have been meant.
    pub(super) fn unknown(file: &str, key: &str, known: &[String], all: &[String]) -> Self {
        let hint = match key::nearest(key, all.iter().map(String::as_str)) {
            Some(near) => format!("; did you mean `{near}`?"),
            None if known.is_empty() => String::new(),
            None => format!(": the keys are {}", known.join(", ")),
        };
        Self::UnknownKey { file: file.to_owned(), key: key.to_owned(), hint }
    }
}

/// What a value is, for a message.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::String(text) => format!("\"{text}\""),
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Table(_) => "a table".to_owned(),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Datetime(_) => value.to_string(),
    }
}
