//! What is wrong in a data file.

/// Something wrong in a data file or an overlay, shown as one line: `FILE: KEY: found X, expected Y`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {key}: found {found}, expected {expected}")]
pub struct DataError {
    /// The file, or the overlay that a figure was taken from.
    pub file: String,
    /// The key in it, dotted; a line of the file if the text is no TOML.
    pub key: String,
    /// What stands there.
    pub found: String,
    /// What should.
    pub expected: String,
}

impl DataError {
    /// Makes one.
    pub fn new(
        file: impl Into<String>,
        key: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self { file: file.into(), key: key.into(), found: found.into(), expected: expected.into() }
    }
}
