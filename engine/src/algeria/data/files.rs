//! The built-in data files.

use crate::data::Figures;

/// The game's name.
pub const GAME: &str = "algeria";

/// Names and texts of the files.
const FILES: [(&str, &str); 5] = [
    ("map.toml", include_str!("../../../data/algeria/map.toml")),
    ("units.toml", include_str!("../../../data/algeria/units.toml")),
    ("missions.toml", include_str!("../../../data/algeria/missions.toml")),
    ("tables.toml", include_str!("../../../data/algeria/tables.toml")),
    ("scenarios.toml", include_str!("../../../data/algeria/scenarios.toml")),
];

/// The built-in figures.
#[must_use]
pub fn figures() -> Figures {
    Figures::builtin(GAME, &FILES)
}
