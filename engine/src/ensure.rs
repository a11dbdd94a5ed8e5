//! Checks that fail with a message.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::StateError;

/// Returns an error with a message unless a condition holds.
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

/// Fails unless two values are equal; `why` ends the message.
pub(crate) fn equal<T: Copy + PartialEq + Display>(
    key: &str,
    found: T,
    expected: T,
    why: impl Display,
) -> Result<(), StateError> {
    ensure!(found == expected, "{key}: found {found}, expected {expected}{why}");
    Ok(())
}
