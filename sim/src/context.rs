//! Where a command plays, and with how many threads.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use rayon::{ThreadPool, ThreadPoolBuildError};

/// Where and how the games of a command are played.
#[derive(Clone, Copy, Debug)]
pub struct RunContext<'a> {
    /// The threads that play.
    pub pool: &'a ThreadPool,
    /// Raised, it ends the command early, with everything written that was played.
    pub stop: &'a AtomicBool,
    /// The folder that the results are written to, if they are.
    pub out: Option<&'a Path>,
    /// What was begun in the folder goes on; what is not there yet begins.
    pub resume: bool,
}

impl<'a> RunContext<'a> {
    /// One that writes nothing.
    #[must_use]
    pub const fn new(pool: &'a ThreadPool, stop: &'a AtomicBool) -> Self {
        Self { pool, stop, out: None, resume: false }
    }

    /// The same with another folder.
    pub(crate) const fn to<'b>(self, out: Option<&'b Path>) -> RunContext<'b>
    where
        'a: 'b,
    {
        RunContext { pool: self.pool, stop: self.stop, out, resume: self.resume }
    }
}

/// Threads that cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} threads: try a smaller --threads: {why}")]
pub struct ThreadsError {
    threads: usize,
    why: ThreadPoolBuildError,
}

/// Starts so many threads; as many as the machine has cores if it is none.
///
/// # Errors
/// If the system does not start them.
pub fn threads(threads: Option<usize>) -> Result<ThreadPool, ThreadsError> {
    let threads = threads.unwrap_or(0);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|why| ThreadsError { threads, why })
}
