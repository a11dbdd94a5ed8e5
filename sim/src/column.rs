//! Tables whose columns are declared as rows of code.

use wilaya_engine::{Column, Field};
use wilaya_stats::Interval;

use crate::cells::{Cells, Heading};

/// A column of a table of `T`.
pub(crate) type ColumnOf<T> = Column<fn(&T) -> Field>;

/// The columns of a table, one row each: name, form, meaning and value. An `interval` is two columns, its ends, with this many
/// decimals; `played` are those of any game, in a run or an arena.
macro_rules! columns {
    ($line:ident; $($rows:tt)*) => { columns!(@ $line [] $($rows)*) };
    (@ $line:ident [$($done:tt)*]) => { &[$($done)*] };
    (@ $line:ident [$($done:tt)*]
        interval($low:expr, $high:expr),
        $form:ident $(.$more:ident($($arg:literal)?))*, $help:expr, $value:expr, $decimals:literal; $($rest:tt)*
    ) => {
        columns!(@ $line [$($done)*]
            $low, $form $(.$more($($arg)?))*, $help, $crate::column::end($value, |it| it.low, $decimals);
            $high, $form $(.$more($($arg)?))*, "upper end", $crate::column::end($value, |it| it.high, $decimals);
            $($rest)*)
    };
    (@ $line:ident [$($done:tt)*] played; $($rest:tt)*) => {
        columns!(@ $line [$($done)*]
            "turns", WHOLE, "the last turn", $line.played.turns;
            "decisions_fln", WHOLE, "decisions of the FLN with at least two choices", $line.played.decisions.fln;
            "decisions_france", WHOLE, "decisions of France with at least two choices", $line.played.decisions.france;
            "dice", WHOLE, "dice and random draws", $line.played.dice;
            "forfeit", WORD.or_empty().only("exec:NAME"),
                "the side whose program forfeited the game, so that the other one won: `fln` or `france`",
                $crate::column::word($line.played.forfeit.map(|one| one.side.name()));
            "fault", WORD.or_empty().only("exec:NAME"),
                "what it did: `start` (it could not be started), `ended`, `late`, `nonsense`, `illegal` or `error` (it reported one)",
                $crate::column::word($line.played.forfeit.map(|one| one.fault.name()));
            $($rest)*)
    };
    (@ $line:ident [$($done:tt)*]
        $name:expr, $form:ident $(.$more:ident($($arg:literal)?))*, $help:expr, $value:expr; $($rest:tt)*
    ) => {
        columns!(@ $line [
            $($done)*
            wilaya_engine::Column::new(
                $name,
                wilaya_engine::Form::$form $(.$more($($arg)?))*,
                $help,
                |$line| wilaya_engine::Field::from($value),
            ),
        ] $($rest)*)
    };
}
pub(crate) use columns;

/// A count, or an empty field.
pub(crate) fn count(count: impl Into<Option<u64>>) -> Field {
    count.into().map_or(Field::Nothing, |count| Field::Number(count as f64))
}

/// A word, or an empty field.
pub(crate) fn word(word: Option<&'static str>) -> Field {
    word.map_or(Field::Nothing, Field::from)
}

/// A number with this many decimals, or an empty field.
pub(crate) fn decimals(value: impl Into<Option<f64>>, decimals: usize) -> Field {
    value.into().map_or(Field::Nothing, |value| format!("{value:.decimals$}").into())
}

/// A share or difference of shares, or an empty field.
pub(crate) fn share(value: impl Into<Option<f64>>) -> Field {
    decimals(value, 6)
}

/// An end of an interval, or an empty field.
pub(crate) fn end(interval: impl Into<Option<Interval>>, end: fn(Interval) -> f64, places: usize) -> Field {
    decimals(interval.into().map(end), places)
}

/// A p-value or q-value with all its digits, or an empty field.
pub(crate) fn p_value(p: impl Into<Option<f64>>) -> Field {
    // Unlike Display, Debug has exponents.
    p.into().map_or(Field::Nothing, |p| format!("{p:?}").into())
}

/// The names of the columns as the first line of a table; none needs quotes.
pub(crate) fn header<T>(columns: &[ColumnOf<T>]) -> String {
    columns.iter().map(|column| column.name).collect::<Vec<_>>().join(",") + "\n"
}

/// A line of the table.
pub(crate) fn line<T>(columns: &[ColumnOf<T>], row: &T) -> String {
    columns.iter().map(|column| (column.value)(row).to_string()).collect::<Vec<_>>().join(",") + "\n"
}

/// A table with the columns that need no option, or one of these options.
pub(crate) fn cells<T>(columns: &[ColumnOf<T>], options: &[&str], rows: &[T]) -> Cells {
    let columns: Vec<_> = columns
        .iter()
        .filter(|column| {
            let only = column.form.only;
            only.is_empty() || options.contains(&only)
        })
        .collect();
    Cells {
        headings: columns.iter().map(|&column| Heading::from(column)).collect(),
        rows: rows.iter().map(|row| columns.iter().map(|column| (column.value)(row)).collect()).collect(),
    }
}

/// The text of a table.
pub(crate) fn table<T>(columns: &[ColumnOf<T>], options: &[&str], rows: &[T]) -> String {
    cells(columns, options, rows).to_csv()
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
