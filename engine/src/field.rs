//! Fields and columns of a table of games.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A field of a row: the value of one column for one game.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// No value: the field is empty.
    Nothing,
    /// A number; the column gives its unit.
    Number(f64),
    /// A word, or several separated by spaces.
    Word(Cow<'static, str>),
}

impl Field {
    /// Reads a field. The text that [`fmt::Display`] writes reads back as the same field.
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

/// As in tables: a whole number has no decimal point.
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

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Value {
            Number(f64),
            Word(String),
        }
        Ok(match Option::deserialize(deserializer)? {
            None => Self::Nothing,
            Some(Value::Number(number)) => Self::Number(number),
            Some(Value::Word(word)) => word.into(),
        })
    }
}

/// The type of a column's fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers.
    Whole,
    /// Numbers, with or without decimals.
    Number,
    /// One word.
    Word,
    /// Text, or several words separated by spaces.
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

/// The form of a column's fields: type, unit, whether they may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Their type.
    pub kind: Kind,
    /// The unit of their numbers; empty for counts, shares and words.
    pub unit: &'static str,
    /// Whether fields may be empty.
    pub empty: bool,
    /// The option that adds the column to the table; empty if the table always has it.
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

    /// The same form with a unit.
    #[must_use]
    pub const fn unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    /// The same form, but fields may be empty.
    #[must_use]
    pub const fn or_empty(self) -> Self {
        Self { empty: true, ..self }
    }

    /// The same form, but only present with an option.
    #[must_use]
    pub const fn only(self, option: &'static str) -> Self {
        Self { only: option, ..self }
    }
}

/// A column of a table, with everything that files, their readers and the documentation need to know about it.
#[derive(Clone, Copy, Debug)]
pub struct Column<F> {
    /// Its name, in the first row of the table.
    pub name: &'static str,
    /// The form of its fields.
    pub form: Form,
    /// Its meaning, in one line.
    pub help: &'static str,
    /// Its value in a row.
    pub value: F,
}

impl fmt::Display for Form {
    /// As the documentation shows it: `whole, PSL, may be empty, only with --pairs`.
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

/// A column of a tally `T`, in a game with rules `R`.
pub type TallyColumn<T, R> = Column<fn(&T, &R) -> Field>;

impl<F: Copy> Column<F> {
    /// The column without its value.
    #[must_use]
    pub const fn described(&self) -> Column<()> {
        Column { name: self.name, form: self.form, help: self.help, value: () }
    }

    /// Makes a column.
    #[must_use]
    pub const fn new(name: &'static str, form: Form, help: &'static str, value: F) -> Self {
        Self { name, form, help, value }
    }
}

/// The columns of a tally, one row each: name, form, meaning, and the value given a tally and the rules.
macro_rules! columns {
    ($tally:ident, $rules:ident; $($name:literal, $form:expr, $help:literal, $value:expr;)+) => {
        &[$($crate::Column::new($name, $form, $help, |$tally, $rules| {
            let _ = $rules;
            $crate::Field::from($value)
        }),)+]
    };
}
pub(crate) use columns;

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
