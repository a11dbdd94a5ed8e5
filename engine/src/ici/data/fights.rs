//! Searches, fights and purges: their charts and combat chits.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::check::{Keys, MAX_DICE, Result, within};
use super::words::EffectRow;
use crate::data::Figures;
use crate::ici::rules::{CombatChit, Fight, Map, Purge, Search};
use crate::ici::types::{Bonus, Combat, Kind, Level, REGIONS, Terrain};
use crate::side::{BySide, Side};

/// Everything that a chart says of terrain.
pub(super) struct Terrains {
    /// By row and terrain.
    pub(super) effect: [[i8; Terrain::ALL.len()]; EffectRow::ALL.len()],
    /// What units with a search bonus add, by terrain.
    pub(super) sahara_units: [i8; Terrain::ALL.len()],
    /// What a search is modified by, by terrain.
    pub(super) search: [i8; Terrain::ALL.len()],
}

/// Reads the Terrain Effects on Combat Chart and what the Search Chart says of terrain.
///
/// # Errors
/// A row or terrain that is missing, a modifier beyond -6 or 6.
pub(super) fn terrains(figures: &Figures) -> Result<Terrains> {
    let mut effect = [[0; Terrain::ALL.len()]; EffectRow::ALL.len()];
    let raw: BTreeMap<EffectRow, BTreeMap<Terrain, i8>> = figures.read("terrain_effect")?;
    for row in EffectRow::ALL {
        let key = Keys::of("terrain_effect", row.word());
        let cells = raw.get(row).ok_or_else(|| figures.error(&key, "nothing", "a row"))?;
        effect[row.index()] = by_word(figures, &key, cells, Terrain::ALL, Terrain::word)?;
    }
    let read = |key: &str| -> Result<[i8; Terrain::ALL.len()]> {
        by_word(figures, key, &figures.read(key)?, Terrain::ALL, Terrain::word)
    };
    Ok(Terrains { effect, sahara_units: read("search.sahara_units")?, search: read("search.terrain")? })
}

/// Modifiers for all words of an enum.
fn by_word<T: Ord + Copy, const N: usize>(
    figures: &Figures,
    key: &str,
    cells: &BTreeMap<T, i8>,
    all: &[T],
    word: impl Fn(T) -> &'static str,
) -> Result<[i8; N]> {
    let mut out = [0; N];
    for (slot, one) in out.iter_mut().zip(all) {
        let at = Keys::of(key, word(*one));
        *slot = *cells.get(one).ok_or_else(|| figures.error(&at, "nothing", "a modifier"))?;
        within(figures, &at, *slot, -6..=6)?;
    }
    Ok(out)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSearch {
    find_on: u8,
    max_dice: u8,
    units_per_die: u8,
    natural_six: bool,
    // Read by `terrains` and below.
    #[serde(rename = "terrain")]
    _terrain: BTreeMap<Terrain, i8>,
    level: BTreeMap<Level, i8>,
    #[serde(rename = "sahara_units")]
    _sahara_units: BTreeMap<Terrain, i8>,
}

/// Reads the Search Chart.
///
/// # Errors
/// A figure that cannot be.
pub(super) fn search(figures: &Figures, terrains: &Terrains, map: &Map) -> Result<Search> {
    let raw: RawSearch = figures.read("search")?;
    within(figures, "search.find_on", raw.find_on, 1..=6)?;
    within(figures, "search.max_dice", raw.max_dice, 1..=MAX_DICE)?;
    within(figures, "search.units_per_die", raw.units_per_die, 1..=9)?;
    let mut terrain = [0; REGIONS];
    for (index, slot) in terrain.iter_mut().enumerate().take(usize::from(map.regions)) {
        // A major city has no terrain modifier (ruling I-95).
        if map.kind[index] != Kind::MajorCity {
            *slot = terrains.search[map.terrain[index].index()];
        }
    }
    Ok(Search {
        find_on: raw.find_on,
        max_dice: raw.max_dice,
        units_per_die: raw.units_per_die,
        natural_six: raw.natural_six,
        terrain,
        level: by_word(figures, "search.level", &raw.level, Level::ALL, Level::word)?,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFight {
    hit_on: u8,
    natural_one_misses: bool,
    squares: u8,
}

/// Reads the figures of fights.
///
/// # Errors
/// A figure that dice or the code have no room for.
pub(super) fn combat(figures: &Figures) -> Result<Fight> {
    let raw: RawFight = figures.read("combat")?;
    within(figures, "combat.hit_on", raw.hit_on, 1..=6)?;
    within(figures, "combat.squares", raw.squares, 1..=4)?;
    let RawFight { hit_on, natural_one_misses, squares } = raw;
    Ok(Fight { hit_on, natural_one_misses, squares })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCombatChit {
    against: Combat,
    bonus: Bonus,
}

/// Reads the combat chits.
///
/// # Errors
/// A side without one of the four.
pub(super) fn combat_chits(figures: &Figures) -> Result<BySide<[CombatChit; Combat::ALL.len()]>> {
    let read = |side: Side| -> Result<[CombatChit; Combat::ALL.len()]> {
        let key = format!("combat_chit.{}", side.name());
        let raw: BTreeMap<Combat, RawCombatChit> = figures.read(&key)?;
        let mut out = [CombatChit { against: Combat::Attack, bonus: Bonus::First }; Combat::ALL.len()];
        for combat in Combat::ALL {
            let row = raw
                .get(combat)
                .ok_or_else(|| figures.error(&Keys::of(&key, combat.word()), "nothing", "a combat chit"))?;
            out[combat.index()] = CombatChit { against: row.against, bonus: row.bonus };
        }
        Ok(out)
    };
    Ok(BySide { fln: read(Side::Fln)?, france: read(Side::France)? })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPurge {
    lower: [u8; 2],
    middle: [u8; 2],
    top: u8,
    succeed_on: u8,
    harsh_bonus: u8,
    harsh_step: i8,
}

/// Reads the political cell chart and the dice of a purge.
///
/// # Errors
/// A figure that dice or the code have no room for.
pub(super) fn purge(figures: &Figures) -> Result<Purge> {
    let raw: RawPurge = figures.read("purge")?;
    for (name, row) in [("lower", raw.lower), ("middle", raw.middle)] {
        for (colour, slots) in row.into_iter().enumerate() {
            within(figures, &format!("purge.{name}.{colour}"), slots, 0..=4)?;
        }
        if row == [0, 0] {
            return Err(figures.error(&format!("purge.{name}"), "no slots", "one at least"));
        }
    }
    within(figures, "purge.top", raw.top, 1..=1)?;
    within(figures, "purge.succeed_on", raw.succeed_on, 1..=6)?;
    within(figures, "purge.harsh_bonus", raw.harsh_bonus, 0..=5)?;
    within(figures, "purge.harsh_step", raw.harsh_step, -20..=20)?;
    let RawPurge { lower, middle, top, succeed_on, harsh_bonus, harsh_step } = raw;
    Ok(Purge { lower, middle, top, succeed_on, harsh_bonus, harsh_step })
}
