//! The columns of all tables, for the documentation.

use wilaya_engine::algeria::Algeria;
use wilaya_engine::ici::Ici;
use wilaya_engine::{Column, Measured, Tally as _};

use crate::{arena, forked, impact, rollout, suite, summary, sweep, table};

/// The tables that are written, each with its columns: the title that `docs/formats.md` has for it, and what is known of each
/// column.
#[must_use]
pub fn formats() -> Vec<(&'static str, Vec<Column<()>>)> {
    fn all<'a, F: Copy + 'a>(columns: impl IntoIterator<Item = &'a Column<F>>) -> Vec<Column<()>> {
        columns.into_iter().map(Column::described).collect()
    }
    vec![
        ("games.csv", all(table::COLUMNS)),
        ("summary.csv", all(summary::COLUMNS)),
        ("games.csv of Algeria", all(<Algeria as Measured>::Tally::COLUMNS)),
        ("games.csv of Ici", all(<Ici as Measured>::Tally::COLUMNS)),
        ("sweep.csv", all(sweep::COLUMNS)),
        ("impact.csv", all(&impact::impact_columns())),
        ("seen.csv", all(impact::SEEN)),
        ("forked.csv", all(impact::FORKED)),
        ("forks.csv", all(forked::COLUMNS)),
        ("rollout", all(rollout::COLUMNS)),
        ("suite score", all(suite::COLUMNS)),
        ("games.csv of an arena", all(arena::GAME_COLUMNS)),
        ("ratings.csv", all(arena::RATING_COLUMNS)),
        ("pairings.csv", all(arena::PAIRING_COLUMNS)),
        ("sides.csv", all(arena::SIDE_COLUMNS)),
        ("speed.csv", all(arena::SPEED_COLUMNS)),
        ("sprt.csv", all(arena::LOOK_COLUMNS)),
    ]
}
