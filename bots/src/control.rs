//! Progress and cancellation handle for a thinking bot.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Shows the progress of a bot that thinks in another thread, and makes it answer early.
///
/// Clones control the same bot. Pass one to [`Bot::set_control`](crate::Bot::set_control); a bot that answers at once ignores
/// it.
///
/// ```
/// let control = wilaya_bots::Control::default();
/// let of_the_bot = control.clone();
/// of_the_bot.set_progress(0.25);
/// assert_eq!(control.progress(), 0.25);
/// control.stop();
/// assert!(of_the_bot.stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    stopped: AtomicBool,
    /// The bits of a number from 0 to 1.
    progress: AtomicU32,
}

impl Control {
    /// Tells the bot to answer now with the best that it has found. Stays in effect until [`Control::reset`].
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    /// True if the bot was told to answer now.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// Lets the bot think again, and resets its progress to 0.
    pub fn reset(&self) {
        self.0.stopped.store(false, Ordering::Relaxed);
        self.set_progress(0.0);
    }

    /// The bot's progress on its current decision, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f32 {
        f32::from_bits(self.0.progress.load(Ordering::Relaxed))
    }

    /// Reports progress; called by the bot. Values beyond 0 and 1 are clamped.
    pub fn set_progress(&self, done: f32) {
        self.0.progress.store(done.clamp(0.0, 1.0).to_bits(), Ordering::Relaxed);
    }
}
