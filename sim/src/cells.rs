//! Tables in memory.

use std::borrow::Cow;

use wilaya_engine::{Column, Field, Form};

/// The metadata of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Its name.
    pub name: Cow<'static, str>,
    /// The form of its fields.
    pub form: Form,
    /// Its meaning, in one line; empty if unknown.
    pub help: &'static str,
}

/// A table: its columns, and the fields of each row in the same order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells {
    /// The columns.
    pub headings: Vec<Heading>,
    /// The rows.
    pub rows: Vec<Vec<Field>>,
}

impl Heading {
    /// The heading of a column whose name is not known at compile time, such as a track or a figure.
    pub(crate) fn named(name: &str, form: Form, help: &'static str) -> Self {
        Self { name: Cow::Owned(name.to_owned()), form, help }
    }
}

impl<F> From<&Column<F>> for Heading {
    fn from(column: &Column<F>) -> Self {
        Self { name: Cow::Borrowed(column.name), form: column.form, help: column.help }
    }
}

impl Cells {
    /// The table as CSV text.
    pub(crate) fn to_csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        // Writing to memory cannot fail.
        let _ = writer.write_record(self.headings.iter().map(|heading| &*heading.name));
        for row in &self.rows {
            let _ = writer.write_record(row.iter().map(ToString::to_string));
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

/// The form of an otherwise unknown column: numbers, if all its fields are.
pub(crate) fn form<'a>(mut fields: impl Iterator<Item = &'a Field>) -> Form {
    let number = |field: &Field| match field {
        Field::Number(_) | Field::Nothing => true,
        Field::Word(word) => matches!(Field::read(word), Field::Number(_)),
    };
    if fields.all(number) { Form::NUMBER.or_empty() } else { Form::TEXT.or_empty() }
}
