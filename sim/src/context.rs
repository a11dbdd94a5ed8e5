//! The context of a command: threads, cancellation, output folder.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use rayon::{ThreadPool, ThreadPoolBuildError};
use serde::Serialize;
use serde_json::json;

use crate::workers::{Execution, Workers};

/// How a command plays its games: threads, cancellation, output folder.
#[derive(Clone, Copy, Debug)]
pub struct RunContext<'a> {
    /// The thread pool.
    pub pool: &'a ThreadPool,
    /// Set it to end the command early; all games played so far are written.
    pub stop: &'a AtomicBool,
    /// The output folder, if any.
    pub out: Option<&'a Path>,
    /// Resume the content of the folder, or start if it is empty.
    pub resume: bool,
    /// The workers, if not the threads of the pool.
    pub workers: Workers<'a>,
}

impl<'a> RunContext<'a> {
    /// A context without an output folder.
    #[must_use]
    pub const fn new(pool: &'a ThreadPool, stop: &'a AtomicBool) -> Self {
        Self { pool, stop, out: None, resume: false, workers: Workers::Threads }
    }

    /// The same context with another folder.
    pub(crate) const fn to<'b>(self, out: Option<&'b Path>) -> RunContext<'b>
    where
        'a: 'b,
    {
        RunContext { pool: self.pool, stop: self.stop, out, resume: self.resume, workers: self.workers }
    }

    /// The same context without workers elsewhere.
    pub(crate) const fn here(self) -> Self {
        Self { workers: Workers::Threads, ..self }
    }

    /// The execution of a plan of games, pairs and so on. Workers receive the name and the specification of the command, and the
    /// hash of its figures.
    pub(crate) fn execution(
        &self,
        what: &'static str,
        (name, spec): (&str, &impl Serialize),
        data: u64,
    ) -> Execution<'a> {
        Execution::new(self.pool, self.workers, what, || json!({ name: spec }), data)
    }
}

/// The thread pool could not be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} threads: try fewer: {why}")]
pub struct ThreadsError {
    threads: usize,
    why: ThreadPoolBuildError,
}

/// Starts a thread pool, with one thread per core if `threads` is `None`.
///
/// # Errors
/// If the system refuses to start them.
pub fn threads(threads: Option<usize>) -> Result<ThreadPool, ThreadsError> {
    let threads = threads.unwrap_or(0);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|why| ThreadsError { threads, why })
}
