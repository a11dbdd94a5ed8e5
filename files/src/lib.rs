//! Atomic writes of files, and a single writer for each folder of results.

mod lock;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

pub use lock::{Holder, Lock, LockError};

/// An error for a file or folder that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {why}", path.display())]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// The cause.
    pub why: io::Error,
}

impl FileError {
    /// Wraps an error of the operating system for a file or folder.
    pub fn at<E: Into<io::Error>>(path: &Path) -> impl FnOnce(E) -> Self + use<'_, E> {
        move |why| Self { path: path.to_owned(), why: why.into() }
    }
}

/// The prefix of unfinished files. A program that is killed may leave one behind.
pub const LEFTOVER: &str = ".wilaya-";

/// Creates an unfinished file in the folder of `path`; [`put`] moves it there in the end.
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
        // Permissions as for any new file: those that the user's mask allows.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder).map_err(FileError::at(path))
}

/// Moves an unfinished file to its final name.
///
/// # Errors
/// If it cannot be renamed.
pub fn put(file: NamedTempFile, path: &Path) -> Result<File, FileError> {
    file.persist(path).map_err(FileError::at(path))
}

/// Writes or replaces a file atomically.
///
/// # Errors
/// If it cannot be written; an existing file is then unchanged.
pub fn replace(path: &Path, text: &str) -> Result<(), FileError> {
    let mut file = begin(path)?;
    file.write_all(text.as_bytes()).map_err(FileError::at(path))?;
    put(file, path).map(drop)
}

/// Creates a folder and its parents if they do not exist.
///
/// # Errors
/// If it cannot be created.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(path).map_err(FileError::at(path))
}
