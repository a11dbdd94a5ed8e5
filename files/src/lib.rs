//! Files that are whole or not there, and one writer at a time for each folder of results.

mod lock;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

pub use lock::{Holder, Lock, LockError};

/// A file or folder that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {why}", path.display())]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// Why not.
    pub why: io::Error,
}

impl FileError {
    /// The error of a file or folder, from what the system says.
    pub fn at<E: Into<io::Error>>(path: &Path) -> impl FnOnce(E) -> Self + use<'_, E> {
        move |why| Self { path: path.to_owned(), why: why.into() }
    }
}

/// How the names of unfinished files begin. A program that is killed may leave one behind.
pub const LEFTOVER: &str = ".wilaya-";

/// Begins an unfinished file in the folder of `path`, whose place it takes at the end ([`put`]).
///
/// # Errors
/// If it cannot be created.
pub fn begin(path: &Path) -> Result<NamedTempFile, FileError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(LEFTOVER);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // What the user's mask leaves of them, as for any new file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder).map_err(FileError::at(path))
}

/// Gives an unfinished file its name.
///
/// # Errors
/// If it cannot be renamed.
pub fn put(file: NamedTempFile, path: &Path) -> Result<File, FileError> {
    file.persist(path).map_err(FileError::at(path))
}

/// Writes a file, or replaces it, at one stroke.
///
/// # Errors
/// If it cannot be written; then what stood there before stands there still.
pub fn replace(path: &Path, text: &str) -> Result<(), FileError> {
    let mut file = begin(path)?;
    file.write_all(text.as_bytes()).map_err(FileError::at(path))?;
    put(file, path).map(drop)
}

/// Makes a folder and those above it, if they are not there.
///
/// # Errors
/// If it cannot be made.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(path).map_err(FileError::at(path))
}
