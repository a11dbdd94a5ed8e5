//! The figures of a game: files of TOML, checked when read, that a user can overlay.

/// The figures of one game, resolved: the files as they are built in or read, with overlays applied.
#[derive(Clone, Debug)]
pub struct Figures {}

/// Something wrong in a data file or an overlay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {key}: found {found}, expected {expected}")]
pub struct DataError {
    /// The file.
    pub file: String,
    /// The key in it.
    pub key: String,
    /// What stands there.
    pub found: String,
    /// What should.
    pub expected: String,
}
