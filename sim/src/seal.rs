//! Seals tie the files of a folder to its notes: their lengths and hashes.

use std::collections::BTreeMap;
use std::fs::File;
use std::hash::Hasher as _;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher13;
use wilaya_engine::notation::hash_text;

use crate::error::FolderError;

/// The first bytes of a file: their number and hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// The number of bytes; the whole file once it is finished.
    pub bytes: u64,
    /// Their hash, as 16 hexadecimal digits.
    pub hash: String,
}

/// The seals of the files in a folder, by name.
pub type Seals = BTreeMap<String, Seal>;

impl Seal {
    /// The seal of a whole text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut sealer = Sealer::default();
        sealer.push(text.as_bytes());
        sealer.seal()
    }

    /// The seal of a whole file in a folder.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of_file(folder: &Path, name: &str) -> Result<Self, FolderError> {
        let path = folder.join(name);
        let mut sealer = Sealer::default();
        let read = File::open(&path).and_then(|mut file| io::copy(&mut file, &mut sealer));
        read.map_err(|why| FolderError::Read { path, why })?;
        Ok(sealer.seal())
    }
}

/// Checks that a file in a folder matches its notes: the whole file if it is `finished`, else its beginning.
///
/// # Errors
/// If it does not match, or cannot be read.
pub fn verify(
    folder: &Path,
    notes: &str,
    name: &str,
    seals: &Seals,
    finished: bool,
) -> Result<(), FolderError> {
    let path = folder.join(name);
    let wrong = |why: String| FolderError::Untied { path: path.clone(), notes: folder.join(notes), why };
    let Some(seal) = seals.get(name) else {
        // Notes of versions before 0.2 have no seals; a file that did not exist when they were written does not belong to them.
        let known = seals.is_empty() || !finished || !path.exists();
        return if known { Ok(()) } else { Err(wrong("they do not name it".to_owned())) };
    };
    let unreadable = |why: io::Error| match why.kind() {
        ErrorKind::NotFound => wrong("it is missing".to_owned()),
        _ => FolderError::Read { path: path.clone(), why },
    };
    let mut file = File::open(&path).map_err(unreadable)?;
    let mut sealer = Sealer::default();
    let count = io::copy(&mut Read::by_ref(&mut file).take(seal.bytes), &mut sealer).map_err(unreadable)?;
    let more = io::copy(&mut file.take(1), &mut io::sink()).map_err(unreadable)? > 0;
    if count < seal.bytes {
        Err(wrong(format!("it holds {count} bytes of {}", seal.bytes)))
    } else if sealer.seal() != *seal {
        Err(wrong("its contents differ".to_owned()))
    } else if more && finished {
        Err(wrong(format!("it holds more than {} bytes", seal.bytes)))
    } else {
        Ok(())
    }
}

/// Seals a file while it is being written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sealer {
    hasher: SipHasher13,
    bytes: u64,
}

impl Sealer {
    /// The seal of a file whose first bytes exist already.
    pub(crate) fn resume(path: &Path, bytes: u64) -> io::Result<Self> {
        let mut this = Self::default();
        io::copy(&mut File::open(path)?.take(bytes), &mut this)?;
        Ok(this)
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.hasher.write(bytes);
        self.bytes += bytes.len() as u64;
    }

    pub(crate) fn seal(&self) -> Seal {
        Seal { bytes: self.bytes, hash: hash_text(self.hasher.finish()) }
    }
}

impl Write for Sealer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
