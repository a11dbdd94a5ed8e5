//! What is in a table of games.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

/// A field of a row: what is in a column for one game.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// There is nothing to say: the field is empty.
    Nothing,
    /// A number, of any unit: the column says which.
    Number(f64),
    /// A word; or several with blanks between them.
    Word(Cow<'static, str>),
}

impl Field {
    /// Reads a field. What is written of one ([`fmt::Display`]) reads as the same.
    #[must_use]
    pub fn read(field: &str) -> Self {
        let numeric = field.starts_with(|first: char| first.is_ascii_digit() || first == '-');
        match field.parse() {
            Ok(number) if numeric => Self::Number(number),
            _ => field.to_owned().into(),
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => Ok(()),
            Self::Number(number) => fmt::Display::fmt(number, f),
            Self::Word(word) => f.pad(word),
        }
    }
}

/// As tables have it: a whole number without a point.
impl Serialize for Field {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nothing => serializer.serialize_none(),
            Self::Number(number) => {
                let whole = *number as i32;
                if f64::from(whole) == *number {
                    serializer.serialize_i32(whole)
                } else {
                    serializer.serialize_f64(*number)
                }
            }
            Self::Word(word) => serializer.serialize_str(word),
        }
    }
}

macro_rules! numbers {
    ($($number:ty),+) => {$(
        impl From<$number> for Field {
            #[inline]
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        }
    )+};
}

numbers!(u8, u16, u32, i32, f64);

impl From<&'static str> for Field {
    #[inline]
    fn from(word: &'static str) -> Self {
        if word.is_empty() { Self::Nothing } else { Self::Word(Cow::Borrowed(word)) }
    }
}

impl From<String> for Field {
    fn from(word: String) -> Self {
        if word.is_empty() { Self::Nothing } else { Self::Word(Cow::Owned(word)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_as_the_same() {
        let fields = [0.0, -3.0, 1957.0, 1957.25, 1957.5, 70_000.0].map(Field::from);
        let words = ["", "inf", "draw", "a@1957.25 b@1958"].map(Field::from);
        for field in fields.iter().chain(&words) {
            assert_eq!(Field::read(&field.to_string()), *field);
        }
        assert_eq!(Field::from(1957.75).to_string(), "1957.75");
        assert_eq!(Field::from(12u8).to_string(), "12");
    }
}
