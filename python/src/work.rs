//! Work without the interpreter: it goes on beside it, tells how far it is, and ends on Ctrl-C.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// The interval between checks for signals and reports of progress.
const EVERY: Duration = Duration::from_millis(50);

/// The progress of some work.
#[derive(Default)]
pub struct Meter {
    done: AtomicU64,
    total: AtomicU64,
}

impl Meter {
    /// Records the number of steps done and the total.
    pub fn set(&self, done: u64, total: u64) {
        self.total.store(total, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
    }

    fn get(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }
}

/// Does some work on another thread, with the interpreter released. A signal sets `stop`, which ends it early. Its progress is
/// passed on to `progress(done, total)`.
///
/// # Errors
/// The exception of a signal handler or of `progress`, after the work has ended.
pub fn work<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    stop: &AtomicBool,
    what: impl FnOnce(&Meter) -> T + Send,
) -> PyResult<T> {
    let meter = Meter::default();
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, ended) = channel::<()>();
            let meter = &meter;
            let thread = scope.spawn(move || {
                // It is dropped with the work, even if that panics.
                let _sender = sender;
                what(meter)
            });
            let mut told = (0, 0);
            let mut tell = |last: bool| {
                Python::attach(|py| {
                    if !last {
                        py.check_signals()?;
                    }
                    let now = meter.get();
                    if let Some(progress) = progress.filter(|_| now != told) {
                        told = now;
                        progress.call1(py, now)?;
                    }
                    Ok::<(), PyErr>(())
                })
            };
            let mut raised = Ok(());
            while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                if raised.is_ok() {
                    raised = tell(false);
                    if raised.is_err() {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
            let done = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            raised.and_then(|()| tell(true)).map(|()| done)
        })
    })
}
