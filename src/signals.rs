//! Signals: Ctrl-C, hang-up and termination.

use std::ops::Deref;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use anyhow::Result;

/// Added to the number of a signal for the exit status, as shells do.
const ENDED: u8 = 128;
/// Ctrl-C.
const INTERRUPT: u8 = 2;

/// A flag set by a signal, for work that stops in order.
#[derive(Debug)]
pub(crate) struct Stop {
    flag: Arc<AtomicBool>,
    signal: Arc<AtomicU8>,
}

impl Stop {
    /// Sets the flag on a signal from now on.
    pub(crate) fn on_signal() -> Result<Self> {
        let this = Self { flag: Arc::default(), signal: Arc::new(AtomicU8::new(INTERRUPT)) };
        let (flag, which) = (Arc::clone(&this.flag), Arc::clone(&this.signal));
        system::each(move |signal| {
            // Store the number first, so that it is set once the flag is.
            which.store(signal, Ordering::SeqCst);
            flag.store(true, Ordering::SeqCst);
        })?;
        Ok(this)
    }

    /// The flag, for code elsewhere.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// The exit status after a stop: 128 plus the number of the signal.
    pub(crate) fn code(&self) -> ExitCode {
        ExitCode::from(ENDED + self.signal.load(Ordering::SeqCst))
    }
}

impl Deref for Stop {
    type Target = AtomicBool;

    fn deref(&self) -> &AtomicBool {
        &self.flag
    }
}

/// From now on, exits on a signal once `tidy` has returned.
pub(crate) fn end_on_signal(tidy: impl Fn() + Send + 'static) -> Result<()> {
    system::each(move |signal| {
        tidy();
        std::process::exit(i32::from(ENDED + signal))
    })
}

#[cfg(unix)]
mod system {
    use anyhow::Context as _;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::Result;

    /// Calls `what` with the number of each signal, on a separate thread.
    pub(super) fn each(what: impl Fn(u8) + Send + 'static) -> Result<()> {
        let ignored = ignored();
        let caught = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
        let mut signals = Signals::new(caught).context("cannot catch signals")?;
        std::thread::spawn(move || {
            signals.forever().filter_map(|signal| u8::try_from(signal).ok()).for_each(what);
        });
        Ok(())
    }

    /// The signals that the parent process wants ignored, as nohup does with hang-ups: bit N - 1 for signal N. Known on Linux
    /// only.
    fn ignored() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    }
}

#[cfg(not(unix))]
mod system {
    use anyhow::Context as _;

    use super::{INTERRUPT, Result};

    /// Calls `what` on Ctrl-C and when the console is closed, on a separate thread.
    pub(super) fn each(what: impl Fn(u8) + Send + 'static) -> Result<()> {
        ctrlc::set_handler(move || what(INTERRUPT)).context("cannot catch Ctrl-C")
    }
}
