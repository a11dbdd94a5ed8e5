//! Figures that matter too rarely in games by chance, each with a position in which it does.

use wilaya_engine::data::Figures;

/// A figure, why games by chance do not show it, and a scene that does: what comes of it, in words.
pub(crate) struct Exception {
    pub(crate) key: &'static str,
    pub(crate) reason: &'static str,
    pub(crate) scene: fn(&Figures) -> String,
}

/// All of them.
pub(crate) const EXCEPTIONS: &[Exception] = &[];

/// Figures that can be changed neither way: the beginnings of tables, which are fixed by what is rolled or counted.
pub(crate) const FIXED: &[&str] =
    &["combat.column.1.from", "coup.row.wild-success.from", "depreciation.row.1.from", "event.none.from"];
