//! Searches, fights and purges: their charts and combat chits.

use super::words::UnitType;
use crate::data::{Figures, Result};
use crate::ici::rules::{CombatChit, Map, Purge, Search};
use crate::ici::types::{Combat, Kind, Level, REGIONS, Terrain};
use crate::side::BySide;

/// Modifiers by terrain.
type ByTerrain = [i8; Terrain::ALL.len()];

/// Modifiers of terrain from the charts.
pub(super) struct Terrains {
    /// The Terrain Effects on Combat Chart, by type of unit.
    pub(super) effect: [ByTerrain; UnitType::ALL.len()],
    /// The additional row of that chart for mountain troops.
    pub(super) mountain_troops: ByTerrain,
    /// The bonus of units with a search bonus.
    pub(super) sahara_units: ByTerrain,
}

/// Reads the Terrain Effects on Combat Chart and the terrain part of the Search Chart.
///
/// # Errors
/// Same as for [`Figures::read`].
pub(super) fn terrains(figures: &Figures) -> Result<Terrains> {
    let row = |key: &str| figures.at(key).each(Terrain::ALL);
    let mut effect = [ByTerrain::default(); UnitType::ALL.len()];
    for (effect, unit_type) in effect.iter_mut().zip(UnitType::ALL) {
        *effect = row(&format!("terrain_effect.{unit_type}"))?;
    }
    let mountain_troops = row("terrain_effect.mountain-troops")?;
    Ok(Terrains { effect, mountain_troops, sahara_units: row("search.sahara_units")? })
}

/// Reads the Search Chart.
///
/// # Errors
/// Same as for [`Figures::read`].
pub(super) fn search(figures: &Figures, map: &Map) -> Result<Search> {
    let by_terrain: ByTerrain = figures.at("search.terrain").each(Terrain::ALL)?;
    let mut terrain = [0; REGIONS];
    for (index, slot) in terrain.iter_mut().enumerate().take(usize::from(map.regions)) {
        // A major city has no terrain modifier (ruling I-95).
        if map.kind[index] != Kind::MajorCity {
            *slot = by_terrain[map.terrain[index].index()];
        }
    }
    let level = figures.at("search.level").each(Level::ALL)?;
    Ok(Search { terrain, level, ..figures.read("search")? })
}

/// Reads the combat chits.
///
/// # Errors
/// Same as for [`Figures::read`].
pub(super) fn combat_chits(figures: &Figures) -> Result<BySide<[CombatChit; Combat::ALL.len()]>> {
    let read = |side: &str| figures.at("combat_chit").to(side).each(Combat::ALL);
    Ok(BySide { fln: read("fln")?, france: read("france")? })
}

/// Reads the political cell chart and the dice of a purge.
///
/// # Errors
/// A row without slots.
pub(super) fn purge(figures: &Figures) -> Result<Purge> {
    let purge: Purge = figures.read("purge")?;
    for (name, row) in [("lower", purge.lower), ("middle", purge.middle)] {
        figures.at("purge").to(name).ensure(row != [0, 0], "no slots", "at least one")?;
    }
    Ok(purge)
}
