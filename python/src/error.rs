//! Errors as exceptions.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, PyResult};

pyo3::create_exception!(
    _wilaya,
    WilayaError,
    PyValueError,
    "Invalid input. The message names it and says what to do."
);

/// An exception with a message of the libraries, with options named as in Python.
pub fn refused(why: impl Display) -> PyErr {
    WilayaError::new_err(python_words(&why.to_string()))
}

/// Refuses a number below the least.
pub fn at_least(option: &str, found: u64, least: u64) -> PyResult<()> {
    if found < least { Err(refused(format!("{option} must be at least {least}"))) } else { Ok(()) }
}

/// A message without the dashes of the command line: `--max-turns` becomes `max_turns`.
fn python_words(message: &str) -> String {
    let mut parts = message.split("--");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_word = part.starts_with(|c: char| c.is_ascii_lowercase());
        let boundary = !text.ends_with(|c: char| c.is_alphanumeric() || c == '-');
        if is_word && boundary {
            let end = part.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(part.len());
            text += &part[..end].replace('-', "_");
            text += &part[end..];
        } else {
            text += "--";
            text += part;
        }
    }
    text
}
