//! The files that the figures are built in from, and how many figures are reconstructed.

use crate::data::{Figures, SourceKind};

/// The word for the game.
pub const GAME: &str = "ici";

/// The files, as they are built in.
const FILES: [(&str, &str); 5] = [
    ("map.toml", include_str!("../../../data/ici/map.toml")),
    ("units.toml", include_str!("../../../data/ici/units.toml")),
    ("chits.toml", include_str!("../../../data/ici/chits.toml")),
    ("charts.toml", include_str!("../../../data/ici/charts.toml")),
    ("setups.toml", include_str!("../../../data/ici/setups.toml")),
];

/// The figures as they are built in.
#[must_use]
pub fn figures() -> Figures {
    Figures::builtin(GAME, &FILES)
}

/// How many figures stand on a reconstruction.
#[must_use]
pub fn reconstructed(figures: &Figures) -> usize {
    figures
        .count()
        .into_iter()
        .find(|(kind, _)| *kind == SourceKind::Reconstructed)
        .map_or(0, |(_, count)| count)
}

/// One line that says on which kinds of source how many figures stand; none if no figure is reconstructed.
#[must_use]
pub fn statement(figures: &Figures) -> Option<String> {
    let reconstructed = reconstructed(figures);
    let count = figures.count();
    let all: usize = count.iter().map(|(_, count)| count).sum();
    let kinds: Vec<String> = count.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let line = || format!("{reconstructed} of {all} figures are reconstructed ({})", kinds.join(", "));
    (reconstructed > 0).then(line)
}
