//! Tables in memory.

use std::borrow::Cow;

use wilaya_engine::{Column, Field, Form};

/// What is known of a column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Its name.
    pub name: Cow<'static, str>,
    /// What its fields look like.
    pub form: Form,
    /// What it means, in a line; empty if that is not known.
    pub help: &'static str,
}

/// A table: its columns, and the fields of each row in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells {
    /// The columns.
    pub headings: Vec<Heading>,
    /// The rows.
    pub rows: Vec<Vec<Field>>,
}

impl Heading {
    /// That of a column whose name is not known to the code, such as a track or a figure.
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
    /// The text of the table, as in a file.
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

/// The form of the fields of a column of which nothing else is known: numbers, if all of them are.
pub(crate) fn form<'a>(mut fields: impl Iterator<Item = &'a Field>) -> Form {
    let number = |field: &Field| match field {
        Field::Number(_) | Field::Nothing => true,
        Field::Word(word) => matches!(Field::read(word), Field::Number(_)),
    };
    if fields.all(number) { Form::NUMBER.or_empty() } else { Form::TEXT.or_empty() }
}
