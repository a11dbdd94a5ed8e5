//! A number of the figures, and where it comes from.

use std::fmt;

use super::source::Source;

/// The file that holds a value, and the source it gives.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    pub(super) file: String,
    pub(super) source: Option<Source>,
}

/// The value of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Real(f64),
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Real(number) => number.fmt(f),
        }
    }
}
