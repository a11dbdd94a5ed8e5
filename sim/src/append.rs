//! Append-only files.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::files::{FileError, begin, put};
use crate::seal::{Seal, Sealer};

/// An append-only file, with the seal of its content.
#[derive(Debug)]
pub(crate) struct Appender {
    path: PathBuf,
    file: File,
    sealer: Sealer,
}

impl Appender {
    /// Creates a file that starts with a text.
    pub(crate) fn create(path: &Path, start: &str) -> Result<Self, FileError> {
        let mut file = begin(path)?;
        file.write_all(start.as_bytes()).map_err(FileError::at(path))?;
        let mut sealer = Sealer::default();
        sealer.push(start.as_bytes());
        Ok(Self { path: path.to_owned(), file: put(file, path)?, sealer })
    }

    /// Resumes a file after its first `bytes` bytes.
    pub(crate) fn resume(path: &Path, bytes: u64) -> Result<Self, FileError> {
        let open = || {
            let file = File::options().append(true).open(path)?;
            file.set_len(bytes)?;
            Ok(Self { path: path.to_owned(), file, sealer: Sealer::resume(path, bytes)? })
        };
        open().map_err(|why: io::Error| FileError::at(path)(why))
    }

    /// Appends bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.file.write_all(bytes).map_err(FileError::at(&self.path))?;
        self.sealer.push(bytes);
        Ok(())
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The seal of its content.
    pub(crate) fn seal(&self) -> Seal {
        self.sealer.seal()
    }
}
