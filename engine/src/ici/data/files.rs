//! The built-in data files, and the number of reconstructed figures.

use crate::data::{Figures, SourceKind};

/// The game's name.
pub const GAME: &str = "ici";

/// The built-in files.
const FILES: [(&str, &str); 5] = [
    ("map.toml", include_str!("../../../data/ici/map.toml")),
    ("units.toml", include_str!("../../../data/ici/units.toml")),
    ("chits.toml", include_str!("../../../data/ici/chits.toml")),
    ("charts.toml", include_str!("../../../data/ici/charts.toml")),
    ("setups.toml", include_str!("../../../data/ici/setups.toml")),
];

/// The built-in figures.
#[must_use]
pub fn figures() -> Figures {
    Figures::builtin(GAME, &FILES)
}

/// The number of reconstructed figures.
#[must_use]
pub fn reconstructed(figures: &Figures) -> usize {
    figures
        .count()
        .into_iter()
        .find(|(kind, _)| *kind == SourceKind::Reconstructed)
        .map_or(0, |(_, count)| count)
}

/// One line with the number of figures by kind of source; `None` if no figure is reconstructed.
#[must_use]
pub fn statement(figures: &Figures) -> Option<String> {
    let reconstructed = reconstructed(figures);
    let count = figures.count();
    let all: usize = count.iter().map(|(_, count)| count).sum();
    let kinds: Vec<String> = count.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let line = || format!("{reconstructed} of {all} figures are reconstructed ({})", kinds.join(", "));
    (reconstructed > 0).then(line)
}
