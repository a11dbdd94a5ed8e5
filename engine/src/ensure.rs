//! Checks that fail with words.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::StateError;

/// Returns an error with words unless something holds.
macro_rules! ensure {
    ($holds:expr, $($words:tt)+) => {
        if !$holds {
            return Err(crate::StateError::Forbidden(format!($($words)+)));
        }
    };
}
pub(crate) use ensure;

/// Fails unless a number is in a range.
pub(crate) fn within<T: Copy + PartialOrd + Display>(
    key: &str,
    found: T,
    range: RangeInclusive<T>,
) -> Result<(), StateError> {
    let (low, high) = (range.start(), range.end());
    ensure!(range.contains(&found), "{key}: found {found}, expected a number from {low} to {high}");
    Ok(())
}

/// Fails unless something is what it has to be; `why` follows in the words.
pub(crate) fn equal<T: Copy + PartialEq + Display>(
    key: &str,
    found: T,
    expected: T,
    why: impl Display,
) -> Result<(), StateError> {
    ensure!(found == expected, "{key}: found {found}, expected {expected}{why}");
    Ok(())
}
