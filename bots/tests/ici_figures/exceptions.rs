//! Figures that change no game by one more or less, and why.

/// A figure, and the reason.
type Reason = (&'static str, &'static str);

/// Figures that change no game.
pub(crate) const EXCEPTIONS: &[Reason] = &[];

/// Figures that can be changed neither way.
pub(crate) const FIXED: &[Reason] = &[];
