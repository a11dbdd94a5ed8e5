//! Tables whose columns are rows of code.

use wilaya_engine::{Column, Field};

/// A column of a table of `T`.
pub(crate) type ColumnOf<T> = Column<fn(&T) -> Field>;

/// A count.
pub(crate) fn count(count: u64) -> Field {
    Field::Number(count as f64)
}

/// A number with so many decimals.
pub(crate) fn decimals(value: f64, decimals: usize) -> Field {
    format!("{value:.decimals$}").into()
}

/// A share or difference of shares.
pub(crate) fn share(value: f64) -> Field {
    decimals(value, 6)
}

/// A p-value or q-value, with all its digits.
pub(crate) fn p_value(p: f64) -> Field {
    // Unlike Display, Debug has exponents.
    format!("{p:?}").into()
}

/// Something, or nothing.
pub(crate) fn or_nothing<T>(value: Option<T>, field: impl FnOnce(T) -> Field) -> Field {
    value.map_or(Field::Nothing, field)
}

/// The text of a table with those columns that need no option, or one of these.
pub(crate) fn table<T>(columns: &[ColumnOf<T>], options: &[&str], rows: &[T]) -> String {
    let columns: Vec<_> = columns
        .iter()
        .filter(|column| {
            let only = column.form.only;
            only.is_empty() || options.contains(&only)
        })
        .collect();
    let header = columns.iter().map(|column| column.name);
    text(header, rows.iter().map(|row| columns.iter().map(move |column| (column.value)(row))))
}

/// The text of a table.
pub(crate) fn text<'a, R: Iterator<Item = Field>>(
    header: impl Iterator<Item = &'a str>,
    rows: impl Iterator<Item = R>,
) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(header);
    for row in rows {
        let _ = writer.write_record(row.map(|field| field.to_string()));
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_have_all_their_digits() {
        for (p, text) in [(1.0, "1.0"), (0.0123456, "0.0123456"), (2.5e-6, "2.5e-6"), (3.25e-81, "3.25e-81")]
        {
            assert_eq!(p_value(p).to_string(), text);
            assert_eq!(text.parse(), Ok(p));
        }
    }
}
