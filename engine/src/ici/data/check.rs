//! What the checks of all files share.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::data::{DataError, Figures};

/// What reading a part of the figures gives.
pub(super) type Result<T> = std::result::Result<T, DataError>;

/// The most dice of one roll.
pub(super) const MAX_DICE: u8 = 8;

/// The keys of one table.
pub(super) struct Keys(String);

impl Keys {
    /// The table with an id below `parent`.
    pub(super) fn new(parent: &str, id: &str) -> Self {
        Self(Self::of(parent, id))
    }

    /// The key of the table with an id below `parent`.
    pub(super) fn of(parent: &str, id: &str) -> String {
        let bare = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if !id.is_empty() && id.bytes().all(bare) {
            format!("{parent}.{id}")
        } else {
            format!("{parent}.\"{id}\"")
        }
    }

    /// The key of a value of the table.
    pub(super) fn key(&self, name: &str) -> String {
        Self::of(&self.0, name)
    }

    /// The key of the table.
    pub(super) fn own(&self) -> &str {
        &self.0
    }

    /// Checks that a value is in a range.
    pub(super) fn within<T: PartialOrd + Display>(
        &self,
        figures: &Figures,
        name: &str,
        value: T,
        range: RangeInclusive<T>,
    ) -> Result<()> {
        within(figures, &self.key(name), value, range)
    }
}

/// Checks that a value is in a range.
pub(super) fn within<T: PartialOrd + Display>(
    figures: &Figures,
    key: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<()> {
    if range.contains(&value) {
        return Ok(());
    }
    let expected = format!("a number from {} to {}", range.start(), range.end());
    Err(figures.error(key, value, expected))
}

/// Checks that there are ids, not more than there is room for, and that notation can write each of them.
pub(super) fn check_ids<'a>(
    figures: &Figures,
    table: &str,
    ids: impl ExactSizeIterator<Item = &'a String>,
    room: usize,
) -> Result<()> {
    let count = ids.len();
    if count == 0 || count > room {
        return Err(figures.error(table, format!("{count} of them"), format!("from 1 to {room}")));
    }
    for id in ids {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if id.is_empty() || !id.bytes().all(plain) {
            let expected = "an id of letters, digits, - and _ without accents";
            return Err(figures.error(&Keys::of(table, id), format!("the id \"{id}\""), expected));
        }
    }
    Ok(())
}
