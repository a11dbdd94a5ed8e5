//! A folder of saves. Files are replaced whole or not at all.

use std::collections::{BTreeSet, HashMap};
use std::io::{BufRead as _, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use serde::Serialize;
use tempfile::{Builder, NamedTempFile};
use wilaya_engine::{BySide, Side};
use wilaya_files::{Lock, LockError};

use super::{Save, Saved, SessionError};

/// Suffix of a file with secrets.
const SECRET: &str = ".secret";
/// Suffix of a save.
const ENDING: &str = ".save";
/// Prefix and suffix of a file being written.
const UNFINISHED: (&str, &str) = (".wilaya-", ".part");
/// An unfinished file older than this was left by an interrupted write.
const STALE: Duration = Duration::from_secs(3600);
/// Maximum length of a save's name, in letters.
const LONGEST: usize = 60;

/// An error of a file of saves.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file or folder that cannot be used.
    #[error("{path}: {error}")]
    File {
        /// Its path.
        path: String,
        /// The system's error.
        error: std::io::Error,
    },
    /// A save that another process is writing.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// An invalid name.
    #[error("\"{0}\" is not a valid name for a save: use up to {LONGEST} letters, digits, spaces, - and _")]
    Name(String),
    /// A name already taken.
    #[error("a save called \"{0}\" already exists")]
    Exists(String),
    /// Invalid content.
    #[error("{path}: {error}")]
    Content {
        /// The path of the file.
        path: String,
        /// The error.
        error: SessionError,
    },
}

impl StoreError {
    fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self + '_ {
        move |error| Self::File { path: path.display().to_string(), error }
    }
}

/// A folder of saves. Each save it has written is locked for other processes until the last clone of the store is dropped.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    locks: Arc<Mutex<HashMap<PathBuf, Lock>>>,
}

/// A save in the list of saves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SaveEntry {
    /// Its name.
    pub name: String,
    /// Time of writing, in seconds since 1970.
    pub written: u64,
    /// Its game, if readable.
    pub game: Option<String>,
    /// Its date or turn.
    pub when: Option<String>,
    /// The winner, if the game is over.
    pub winner: Option<Side>,
    /// The players, if readable.
    pub seats: Option<BySide<String>>,
    /// Why it cannot be loaded, as far as its first line tells.
    pub problem: Option<String>,
}

/// A file with this text that has no name in its folder yet.
fn unfinished(folder: &Path, text: &str) -> std::io::Result<NamedTempFile> {
    let (prefix, suffix) = UNFINISHED;
    let mut file = Builder::new().prefix(prefix).suffix(suffix).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    Ok(file)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Replaces a whole file.
fn replace(path: &Path, text: &str) -> Result<(), StoreError> {
    let write = || {
        unfinished(folder_of(path), text)?.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(StoreError::file(path))
}

/// Creates a file; false if it already exists. If two programs try at once, one succeeds.
fn create(path: &Path, text: &str) -> Result<bool, StoreError> {
    let write = || match unfinished(folder_of(path), text)?.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    };
    write().map_err(StoreError::file(path))
}

/// Removes a file if it exists.
fn remove(path: &Path) -> Result<(), StoreError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreError::file(path)(error)),
        _ => Ok(()),
    }
}

/// The path of a save's file of secrets.
fn secret_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(SECRET);
    path.with_file_name(name)
}

/// The texts of a save and of its file of secrets.
fn texts(path: &Path, saved: &Saved) -> (String, Option<String>) {
    saved.texts(&secret_of(path).file_name().unwrap_or_default().to_string_lossy())
}

/// Writes a save, and its secrets to a file beside it.
///
/// # Errors
/// A file that cannot be written; the previous file is then still there.
fn write(path: &Path, saved: &Saved) -> Result<(), StoreError> {
    let (open, secret) = texts(path, saved);
    // A reader finds the name of the second file in the first, so the second is written first and removed last.
    if let Some(secret) = &secret {
        replace(&secret_of(path), secret)?;
    }
    replace(path, &open)?;
    if secret.is_none() { remove(&secret_of(path)) } else { Ok(()) }
}

/// Writes a save whose files do not exist yet; false if one of them does.
fn write_new(path: &Path, saved: &Saved) -> Result<bool, StoreError> {
    let (open, secret) = texts(path, saved);
    if let Some(secret) = &secret
        && !create(&secret_of(path), secret)?
    {
        return Ok(false);
    }
    let created = create(path, &open);
    if secret.is_some() && !matches!(created, Ok(true)) {
        remove(&secret_of(path))?;
    }
    created
}

/// Reads a save and its file of secrets.
///
/// # Errors
/// A file that cannot be read or is not a save.
pub fn read(path: &Path) -> Result<Save, StoreError> {
    let text = |path: &Path| std::fs::read_to_string(path).map_err(StoreError::file(path));
    let content = |path: &Path| {
        let path = path.display().to_string();
        move |error| StoreError::Content { path, error }
    };
    let save = Save::parse(&text(path)?).map_err(content(path))?;
    let Some(name) = save.secret() else { return Ok(save) };
    // The file must be in the same folder.
    let name = Path::new(name).file_name().unwrap_or_default();
    let beside = path.with_file_name(name);
    Save::parse(&text(&beside)?).map_err(content(&beside))
}

impl Store {
    /// The saves in this folder, which is created with the first save.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, locks: Arc::default() }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The locks, including that of this save, which is held from its first write until [`Store::close`].
    fn hold(&self, path: &Path) -> Result<MutexGuard<'_, HashMap<PathBuf, Lock>>, StoreError> {
        // Even after a panic on some thread, the map holds the current locks.
        let mut locks = self.locks.lock().unwrap_or_else(PoisonError::into_inner);
        if !locks.contains_key(path) {
            locks.insert(path.to_owned(), Lock::file(path)?);
        }
        Ok(locks)
    }

    /// Waits for any save being written, releases all locks, and lets nothing be written afterwards; for the end of the
    /// program.
    pub fn close(&self) {
        let mut locks = self.locks.lock().unwrap_or_else(PoisonError::into_inner);
        locks.clear();
        std::mem::forget(locks);
    }

    /// The file of a save.
    ///
    /// # Errors
    /// An invalid name.
    pub fn path(&self, name: &str) -> Result<PathBuf, StoreError> {
        let fits = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
        if name.is_empty() || name.trim() != name || name.chars().count() > LONGEST || !name.chars().all(fits)
        {
            return Err(StoreError::Name(name.chars().take(80).collect()));
        }
        Ok(self.folder.join(format!("{name}{ENDING}")))
    }

    /// The name of the save in this file, if the file is in this folder.
    #[must_use]
    pub fn name_of(&self, path: &Path) -> Option<String> {
        let same = folder_of(path).canonicalize().ok()? == self.folder.canonicalize().ok()?;
        let name = path.file_name()?.to_str()?.strip_suffix(ENDING)?;
        (same && self.path(name).is_ok()).then(|| name.to_owned())
    }

    fn make(&self) -> Result<(), StoreError> {
        std::fs::create_dir_all(&self.folder).map_err(StoreError::file(&self.folder))
    }

    /// Writes a save, replacing any of the same name.
    ///
    /// # Errors
    /// An invalid name, a save that another process is writing, or a file that cannot be written.
    pub fn write(&self, name: &str, saved: &Saved) -> Result<PathBuf, StoreError> {
        let path = self.path(name)?;
        self.make()?;
        let _held = self.hold(&path)?;
        write(&path, saved)?;
        Ok(path)
    }

    /// Writes a save under an unused name.
    ///
    /// # Errors
    /// An invalid or used name, or a file that cannot be written.
    pub fn write_new(&self, name: &str, saved: &Saved) -> Result<PathBuf, StoreError> {
        let path = self.path(name)?;
        let exists = || StoreError::Exists(name.to_owned());
        // An existing save may belong to a game in another process, so its lock is left alone.
        if path.exists() {
            return Err(exists());
        }
        self.make()?;
        let mut held = match self.hold(&path) {
            Err(StoreError::Lock(LockError::Held { .. })) => return Err(exists()),
            held => held?,
        };
        if write_new(&path, saved)? {
            return Ok(path);
        }
        held.remove(&path);
        Err(exists())
    }

    /// Writes a save under this prefix and the next free number. Returns the name.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write_next(&self, begin: &str, saved: &Saved) -> Result<String, StoreError> {
        let fits = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
        let begin: String = begin.chars().take(LONGEST - 20).map(fits).collect();
        let number = |name: &String| name.strip_prefix(&begin)?.strip_prefix('-')?.parse::<u64>().ok();
        let mut next = self.taken().iter().filter_map(number).max().unwrap_or(0);
        loop {
            next = next.saturating_add(1);
            let name = format!("{begin}-{next}");
            match self.write_new(&name, saved) {
                Err(StoreError::Exists(_)) if next < u64::MAX => {}
                result => return result.map(|_| name),
            }
        }
    }

    /// The names in the folder used by a save or a file of secrets.
    fn taken(&self) -> BTreeSet<String> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok);
        let name =
            |file: &str| Some(file.strip_suffix(SECRET).unwrap_or(file).strip_suffix(ENDING)?.to_owned());
        entries.filter_map(|entry| name(&entry.file_name().to_string_lossy())).collect()
    }

    /// Reads a save.
    ///
    /// # Errors
    /// An invalid name, or a file that cannot be read or is not a save.
    pub fn read(&self, name: &str) -> Result<Save, StoreError> {
        read(&self.path(name)?)
    }

    /// Deletes a save and its file of secrets.
    ///
    /// # Errors
    /// An invalid name, a save that another process is writing, or a file that does not exist or cannot be deleted.
    pub fn delete(&self, name: &str) -> Result<(), StoreError> {
        let path = self.path(name)?;
        // A missing file must not be locked.
        std::fs::metadata(&path).map_err(StoreError::file(&path))?;
        let mut held = self.hold(&path)?;
        std::fs::remove_file(&path).map_err(StoreError::file(&path))?;
        let removed = remove(&secret_of(&path));
        held.remove(&path);
        removed
    }

    /// The saves, newest first.
    #[must_use]
    pub fn list(&self) -> Vec<SaveEntry> {
        let mut found: Vec<_> = self
            .taken()
            .into_iter()
            .filter_map(|name| {
                let path = self.path(&name).ok()?;
                // A folder is not a save.
                let data = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
                let written = data.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                let (save, problem) = match first_line(&path).and_then(|line| Ok(Save::parse(&line)?)) {
                    Ok(save) => (Some(save), None),
                    Err(error) => (None, Some(error.to_string())),
                };
                let seconds = written.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
                let entry = SaveEntry {
                    name,
                    written: seconds,
                    game: save.as_ref().map(|save| save.game().to_owned()),
                    when: save.as_ref().and_then(|save| save.when().map(str::to_owned)),
                    winner: save.as_ref().and_then(Save::winner),
                    seats: save.map(|save| save.seats().clone()),
                    problem,
                };
                Some((written, entry))
            })
            .collect();
        found.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.name.cmp(&other.1.name)));
        found.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Deletes files left in the folder by interrupted writes; keeps those of writes that may still be in progress.
    pub fn clear_unfinished(&self) {
        let (prefix, suffix) = UNFINISHED;
        for entry in std::fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok) {
            let name = entry.file_name();
            let ours = name.to_str().is_some_and(|name| name.starts_with(prefix) && name.ends_with(suffix));
            // For a link, this is the link itself.
            let data = entry.metadata().ok().filter(|data| ours && data.is_file());
            let age = data.and_then(|data| data.modified().ok()?.elapsed().ok());
            if age.is_some_and(|age| age > STALE) {
                // A file that cannot be deleted does no harm.
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }
}

/// The first line of a file.
fn first_line(path: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let mut line = String::new();
    std::io::BufReader::new(std::fs::File::open(path)?).read_line(&mut line)?;
    Ok(line)
}

/// The age of a save, in words.
#[must_use]
pub fn ago(written: u64) -> String {
    let age = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    let seconds = age.saturating_sub(written);
    let (number, unit) = match seconds {
        0..60 => return "just now".to_owned(),
        60..3_600 => (seconds / 60, "minute"),
        3_600..86_400 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{} ago", crate::playable::count(u32::try_from(number).unwrap_or(u32::MAX), unit))
}
