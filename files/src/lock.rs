//! Locks on folders and files that a process writes.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::{FileError, make_folder};

/// An exclusive lock on a folder or file, held until it is dropped.
///
/// It is an operating-system lock on a separate file, which names the holder and is removed at the end. A process that is
/// killed leaves the file behind but not the lock, so the next process takes it over. On a file system without locks, nothing
/// is locked.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// Holds the lock until it is closed.
    _file: File,
}

/// The reason why a lock could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process holds it.
    #[error("{} is being written by {holder}: wait for it to end, or name another place", path.display())]
    Held {
        /// The folder or file.
        path: PathBuf,
        /// The process that holds it.
        holder: Holder,
    },
    /// The lock file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The process that holds a lock, as its lock file names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    text: Option<String>,
}

impl Holder {
    fn this() -> String {
        let words: Vec<_> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        let since = humantime::format_rfc3339_seconds(SystemTime::now());
        // Always one line.
        format!(
            "process {} since {since}: {}",
            std::process::id(),
            words.join(" ").replace(['\n', '\r'], " ")
        )
    }

    /// Reads a lock file. It may be empty if its holder has only just started, and some systems do not let others read it.
    fn of(lock: &Path) -> Self {
        let text = fs::read_to_string(lock).ok().and_then(|text| text.lines().next().map(str::to_owned));
        Self { text: text.filter(|line| !line.is_empty()) }
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.text {
            Some(text) => write!(f, "another program ({text})"),
            None => f.write_str("another program"),
        }
    }
}

impl Lock {
    /// The name of a folder's lock file.
    pub const FOLDER: &str = ".wilaya.lock";

    /// Locks a folder, creating it if necessary.
    ///
    /// # Errors
    /// If another process holds it, or if the folder or the lock file cannot be written.
    pub fn folder(folder: &Path) -> Result<Self, LockError> {
        make_folder(folder)?;
        Self::take(folder.join(Self::FOLDER), folder)
    }

    /// Locks a file to be written, through a lock file `.NAME.lock` next to it.
    ///
    /// # Errors
    /// If another process holds it, or if the lock file cannot be written.
    pub fn file(path: &Path) -> Result<Self, LockError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Self::take(path.with_file_name(format!(".{name}.lock")), path)
    }

    fn take(lock: PathBuf, what: &Path) -> Result<Self, LockError> {
        loop {
            let mut file = File::options()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&lock)
                .map_err(FileError::at(what))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(LockError::Held { path: what.to_owned(), holder: Holder::of(&lock) });
                }
                Err(TryLockError::Error(why)) if why.kind() == ErrorKind::Unsupported => {}
                Err(TryLockError::Error(why)) => return Err(FileError { path: lock, why }.into()),
            }
            // The previous holder may have removed the file since it was opened; then others find a new one.
            let own = file.try_clone().and_then(same_file::Handle::from_file);
            if let (Ok(own), Ok(there)) = (own, same_file::Handle::from_path(&lock))
                && own == there
            {
                let line = format!("{}\n", Holder::this());
                let written = file.set_len(0).and_then(|()| file.write_all(line.as_bytes()));
                written.map_err(FileError::at(&lock))?;
                return Ok(Self { path: lock, _file: file });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Remove it while it is locked, so that nobody else's file is removed. A leftover file locks nothing.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holds_it_at_a_time() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folder = place.path().join("deep/run");
        let lock = Lock::folder(&folder).expect("nobody holds it");
        let message = Lock::folder(&folder).expect_err("it is held").to_string();
        assert!(message.contains("run is being written by another program (process"), "{message}");
        assert!(message.contains(&format!("process {} since 2", std::process::id())), "{message}");
        drop(lock);
        assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 0);
        // A file left by a killed process does not count.
        fs::write(folder.join(Lock::FOLDER), "process 1 since ever\n").expect("it can be written");
        let lock = Lock::folder(&folder).expect("nobody holds it");
        assert!(!Holder::of(&folder.join(Lock::FOLDER)).to_string().contains("ever"));
        drop(lock);
        let file = place.path().join("weights.toml");
        let lock = Lock::file(&file).expect("nobody holds it");
        assert!(Lock::file(&file).is_err() && Lock::file(&place.path().join("other.toml")).is_ok());
        assert!(place.path().join(".weights.toml.lock").exists());
        drop(lock);
        assert!(!place.path().join(".weights.toml.lock").exists());
    }

    #[test]
    fn many_that_come_and_go_never_hold_it_together() {
        use std::sync::atomic::{AtomicU32, Ordering};
        let place = tempfile::tempdir().expect("a temporary folder");
        let (inside, taken) = (AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..1_000 {
                        if let Ok(lock) = Lock::folder(place.path()) {
                            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                            taken.fetch_add(1, Ordering::SeqCst);
                            // Time for the others to come in between.
                            std::thread::sleep(std::time::Duration::from_micros(20));
                            inside.fetch_sub(1, Ordering::SeqCst);
                            drop(lock);
                        }
                    }
                });
            }
        });
        assert!(taken.into_inner() > 4);
    }
}
