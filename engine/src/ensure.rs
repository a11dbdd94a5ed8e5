//! A check that fails with words.

/// Returns an error with words unless something holds.
macro_rules! ensure {
    ($holds:expr, $($words:tt)+) => {
        if !$holds {
            return Err(format!($($words)+));
        }
    };
}
pub(crate) use ensure;
