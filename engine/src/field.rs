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
                let whole = *number as i64;
                if whole as f64 == *number {
                    serializer.serialize_i64(whole)
                } else {
                    serializer.serialize_f64(*number)
                }
            }
            Self::Word(word) => serializer.serialize_str(word),
        }
    }
}

/// What the fields of a column hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers.
    Whole,
    /// Numbers, with or without decimals.
    Number,
    /// One word.
    Word,
    /// Text, or several words with blanks between them.
    Text,
    /// `true` or `false`.
    Flag,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Whole => "whole",
            Self::Number => "number",
            Self::Word => "word",
            Self::Text => "text",
            Self::Flag => "true or false",
        })
    }
}

/// What the fields of a column look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// What they hold.
    pub kind: Kind,
    /// The unit of their numbers; empty for counts, shares and words.
    pub unit: &'static str,
    /// They may be empty.
    pub empty: bool,
    /// The option without which a table does not have the column; empty if it always does.
    pub only: &'static str,
}

impl Form {
    /// Whole numbers.
    pub const WHOLE: Self = Self::of(Kind::Whole);
    /// Numbers, with or without decimals.
    pub const NUMBER: Self = Self::of(Kind::Number);
    /// One word.
    pub const WORD: Self = Self::of(Kind::Word);
    /// Text.
    pub const TEXT: Self = Self::of(Kind::Text);
    /// `true` or `false`.
    pub const FLAG: Self = Self::of(Kind::Flag);

    const fn of(kind: Kind) -> Self {
        Self { kind, unit: "", empty: false, only: "" }
    }

    /// The same with a unit.
    #[must_use]
    pub const fn unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    /// The same, but a field may be empty.
    #[must_use]
    pub const fn or_empty(self) -> Self {
        Self { empty: true, ..self }
    }

    /// The same, but only with an option.
    #[must_use]
    pub const fn only(self, option: &'static str) -> Self {
        Self { only: option, ..self }
    }
}

/// A column of a table: all that is known of it, for files, their readers and the documentation.
#[derive(Clone, Copy, Debug)]
pub struct Column<F> {
    /// Its name, in the first row of the table.
    pub name: &'static str,
    /// What its fields look like.
    pub form: Form,
    /// What it means, in a line.
    pub help: &'static str,
    /// Its value in a row.
    pub value: F,
}

impl fmt::Display for Form {
    /// As the documentation has it: `whole, PSL, may be empty, only with --pairs`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, unit, empty, only } = *self;
        write!(f, "{kind}")?;
        let parts = [
            (!unit.is_empty(), unit, ""),
            (empty, "may be empty", ""),
            (!only.is_empty(), "only with ", only),
        ];
        parts.iter().filter(|(told, ..)| *told).try_for_each(|(_, text, rest)| write!(f, ", {text}{rest}"))
    }
}

/// A column of a tally `T`, of a game with rules `R`.
pub type TallyColumn<T, R> = Column<fn(&T, &R) -> Field>;

impl<F: Copy> Column<F> {
    /// The same without its values.
    #[must_use]
    pub const fn described(&self) -> Column<()> {
        Column { name: self.name, form: self.form, help: self.help, value: () }
    }

    /// Puts one together.
    #[must_use]
    pub const fn new(name: &'static str, form: Form, help: &'static str, value: F) -> Self {
        Self { name, form, help, value }
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
