//! A folder of saves. A file is replaced whole or not at all.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use wilaya_files::{Lock, LockError};

use super::{Save, Saved, SessionError};

/// What the name of a file of secrets ends in.
const SECRET: &str = ".secret";
/// What the name of a save ends in.
const ENDING: &str = ".save";

/// Something wrong with a file of saves.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file or folder that cannot be used.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// A save that another process writes.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A name that is none.
    #[error("\"{0}\" is no name for a save: use up to 60 letters, digits, spaces, - and _")]
    Name(String),
    /// What is in it.
    #[error("{path}: {error}")]
    Content {
        /// Which.
        path: String,
        /// What is wrong.
        error: SessionError,
    },
}

impl StoreError {
    fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self + '_ {
        move |error| Self::File { path: path.display().to_string(), error }
    }
}

/// A folder of saves. A save that it has written is locked for other processes until the last clone of it is dropped.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    locks: Arc<Mutex<HashMap<PathBuf, Lock>>>,
}

/// Replaces a file whole.
fn replace(path: &Path, text: &str) -> Result<(), StoreError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || -> std::io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.flush()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(StoreError::file(path))
}

/// Writes a save to a file, and what is hidden to one beside it.
///
/// # Errors
/// A file that cannot be written: then the one that was there is still there.
pub(crate) fn write(path: &Path, saved: &Saved) -> Result<(), StoreError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(SECRET);
    let (open, secret) = saved.texts(&name.to_string_lossy());
    // Whoever reads finds the name of the second file in the first: so the second comes first.
    if let Some(secret) = secret {
        replace(&path.with_file_name(&name), &secret)?;
    }
    replace(path, &open)
}

/// Reads a save, and the file beside it that holds what is hidden.
///
/// # Errors
/// A file that cannot be read or is no save.
pub fn read(path: &Path) -> Result<Save, StoreError> {
    let text = |path: &Path| std::fs::read_to_string(path).map_err(StoreError::file(path));
    let content = |path: &Path| {
        let path = path.display().to_string();
        move |error| StoreError::Content { path, error }
    };
    let save = Save::parse(&text(path)?).map_err(content(path))?;
    let Some(name) = save.secret() else { return Ok(save) };
    // Only a file beside it.
    let name = Path::new(name).file_name().unwrap_or_default();
    let beside = path.with_file_name(name);
    Save::parse(&text(&beside)?).map_err(content(&beside))
}

impl Store {
    /// Saves in this folder; it is made when something is saved.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, locks: Arc::default() }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn locks(&self) -> MutexGuard<'_, HashMap<PathBuf, Lock>> {
        // Whatever thread has panicked, the locks are those that are held.
        self.locks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a save that is just being written, gives up all locks, and lets nothing be written any more: for the end of
    /// the program.
    pub fn close(&self) {
        let mut locks = self.locks();
        locks.clear();
        std::mem::forget(locks);
    }

    fn path(&self, name: &str) -> Result<PathBuf, StoreError> {
        let fits = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
        if name.is_empty() || name.trim() != name || name.chars().count() > 60 || !name.chars().all(fits) {
            return Err(StoreError::Name(name.chars().take(80).collect()));
        }
        Ok(self.folder.join(format!("{name}{ENDING}")))
    }

    /// Writes a save.
    ///
    /// # Errors
    /// A name that is none, a save that another process writes, or a file that cannot be written.
    pub fn write(&self, name: &str, saved: &Saved) -> Result<PathBuf, StoreError> {
        let path = self.path(name)?;
        std::fs::create_dir_all(&self.folder).map_err(StoreError::file(&self.folder))?;
        let mut locks = self.locks();
        if !locks.contains_key(&path) {
            locks.insert(path.clone(), Lock::file(&path)?);
        }
        write(&path, saved)?;
        Ok(path)
    }

    /// Reads a save.
    ///
    /// # Errors
    /// A name that is none, a file that cannot be read or is no save.
    pub fn read(&self, name: &str) -> Result<Save, StoreError> {
        read(&self.path(name)?)
    }

    /// The names of the saves, the newest first.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Vec::new() };
        let mut found: Vec<_> = entries
            .filter_map(Result::ok)
            .filter_map(|entry| {
                let name = entry.file_name().to_string_lossy().strip_suffix(ENDING)?.to_owned();
                let when = entry.metadata().and_then(|data| data.modified()).ok();
                self.path(&name).ok().map(|_| (when, name))
            })
            .collect();
        found.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        found.into_iter().map(|(_, name)| name).collect()
    }
}
