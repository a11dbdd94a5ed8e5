//! Receivers of the events that `apply` reports.

use crate::Side;

/// Receives the events of a game as they happen.
///
/// `()` ignores them; calls to it compile to nothing.
pub trait Sink<E> {
    /// Receives one event.
    fn event(&mut self, event: E);
}

impl<E> Sink<E> for () {
    #[inline(always)]
    fn event(&mut self, _: E) {}
}

/// Collects events in a vector.
impl<E> Sink<E> for Vec<E> {
    fn event(&mut self, event: E) {
        self.push(event);
    }
}

impl<E, S: Sink<E>> Sink<E> for &mut S {
    #[inline]
    fn event(&mut self, event: E) {
        (**self).event(event);
    }
}

/// Passes each event to both sinks.
impl<E: Copy, A: Sink<E>, B: Sink<E>> Sink<E> for (A, B) {
    #[inline]
    fn event(&mut self, event: E) {
        self.0.event(event);
        self.1.event(event);
    }
}

/// Who may see something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Both sides.
    All,
    /// This side only.
    Only(Side),
    /// Neither side, as for a draw that stays face down.
    Nobody,
}

impl Audience {
    /// True if `side` may see it.
    #[must_use]
    pub fn includes(self, side: Side) -> bool {
        match self {
            Self::All => true,
            Self::Only(one) => one == side,
            Self::Nobody => false,
        }
    }
}
