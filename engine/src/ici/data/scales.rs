//! Calendar, tracks and scales.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::check::{Keys, Result, within};
use super::units::French;
use super::words::{Dice, UnitType};
use crate::data::Figures;
use crate::ici::rules::{Calendar, CrisisRow, Tracks};
use crate::ici::types::{Season, Unit, Units};

/// The most that a track may hold: markers are small numbers.
pub(super) const MAX_TRACK: u8 = 60;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCalendar {
    first_year: u16,
    last_year: u16,
    last_season: Season,
    no_draw_season: Season,
    forced_season: Season,
}

/// Reads the calendar.
///
/// # Errors
/// Years in the wrong order or too many.
pub(super) fn calendar(figures: &Figures) -> Result<Calendar> {
    let raw: RawCalendar = figures.read("calendar")?;
    within(figures, "calendar.first_year", raw.first_year, 1900..=2000)?;
    within(figures, "calendar.last_year", raw.last_year, raw.first_year..=raw.first_year + 15)?;
    let years = (raw.last_year - raw.first_year + 1) as u8;
    let seasons = Season::ALL.len() as u8;
    Ok(Calendar {
        first_year: raw.first_year,
        years,
        no_draw: raw.no_draw_season as u8,
        forced: raw.forced_season as u8,
        last_turn: (years - 1) * seasons + raw.last_season as u8,
    })
}

/// A year as the rules count it.
///
/// # Errors
/// A year outside the calendar.
pub(super) fn year(figures: &Figures, calendar: Calendar, key: &str, year: u16) -> Result<u8> {
    let last = calendar.first_year + u16::from(calendar.years) - 1;
    within(figures, key, year, calendar.first_year..=last)?;
    Ok((year - calendar.first_year) as u8)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTracks {
    population: u8,
    support: u8,
    points: u8,
    density: u8,
    fln_side: u8,
}

/// Reads the ends of the tracks.
///
/// # Errors
/// An end that the code has no room for.
pub(super) fn tracks(figures: &Figures) -> Result<Tracks> {
    let raw: RawTracks = figures.read("track")?;
    within(figures, "track.population", raw.population, 1..=MAX_TRACK)?;
    within(figures, "track.support", raw.support, 1..=MAX_TRACK)?;
    within(figures, "track.points", raw.points, 1..=MAX_TRACK)?;
    within(figures, "track.density", raw.density, 1..=MAX_TRACK)?;
    within(figures, "track.fln_side", raw.fln_side, 0..=raw.population.min(raw.support) - 1)?;
    let RawTracks { population, support, points, density, fln_side } = raw;
    Ok(Tracks { population, support, points, density, fln_side })
}

/// Reads the Pied-noirs' Feelings Scale.
///
/// # Errors
/// A scale that is too short or too long, or names a slot twice.
pub(super) fn pied_noirs(figures: &Figures) -> Result<Vec<String>> {
    const KEY: &str = "pied_noirs.slots";
    let slots: Vec<String> = figures.read(KEY)?;
    within(figures, "pied_noirs.slots", slots.len(), 2..=16)?;
    match slots.iter().enumerate().find(|(index, slot)| slots[..*index].contains(slot)) {
        Some((index, slot)) => Err(figures.error(&format!("{KEY}.{index}"), slot, "each slot once")),
        None => Ok(slots),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCrisis {
    space: u8,
    name: String,
    pied_noirs: Option<String>,
    #[serde(default)]
    population: i8,
    #[serde(default)]
    spares_support: bool,
    fln_marker_down: Option<Dice>,
    points_cap: Option<u8>,
    #[serde(default)]
    removes: Vec<String>,
    substitutes: Option<UnitType>,
    #[serde(default)]
    collapse: bool,
}

/// The ids of the units that crises remove by name.
///
/// # Errors
/// A table of crises that cannot be read.
pub(super) fn named_units(figures: &Figures) -> Result<Vec<String>> {
    let raw: BTreeMap<String, RawCrisis> = figures.read("crisis")?;
    Ok(raw.into_values().flat_map(|crisis| crisis.removes).collect())
}

/// Reads the Government Crisis Scale, and the ids of its spaces.
///
/// # Errors
/// Spaces that are not numbered from 0, a Collapse elsewhere than at the end, a reset slot that is not known or would
/// start the next crisis, units that are no paratroopers.
pub(super) fn crises(
    figures: &Figures,
    slots: &[String],
    tracks: Tracks,
    french: &French,
) -> Result<(Vec<CrisisRow>, Vec<String>)> {
    let raw: BTreeMap<String, RawCrisis> = figures.read("crisis")?;
    let mut raw: Vec<(String, RawCrisis)> = raw.into_iter().collect();
    raw.sort_by_key(|(_, crisis)| crisis.space);
    within(figures, "crisis", raw.len(), 2..=16)?;
    let last = raw.len() - 1;
    let mut rows = Vec::with_capacity(raw.len());
    for (index, (id, crisis)) in raw.iter().enumerate() {
        let key = Keys::new("crisis", id);
        if usize::from(crisis.space) != index {
            let expected = format!("{index}: spaces are numbered from 0");
            return Err(figures.error(&key.key("space"), crisis.space, expected));
        }
        if crisis.collapse != (index == last) {
            let expected = "true for the last space and for no other";
            return Err(figures.error(&key.key("collapse"), crisis.collapse, expected));
        }
        let reset = match &crisis.pied_noirs {
            Some(slot) => match slots.iter().position(|one| one == slot) {
                Some(at) if at + 1 < slots.len() => Some(at as u8),
                _ => {
                    let expected = format!("one of {}", slots[..slots.len() - 1].join(", "));
                    return Err(figures.error(&key.key("pied_noirs"), slot, expected));
                }
            },
            None if index > 0 && index < last => {
                let expected = "the slot that the marker is reset to";
                return Err(figures.error(&key.key("pied_noirs"), "nothing", expected));
            }
            None => None,
        };
        let top = tracks.population as i8;
        key.within(figures, "population", crisis.population, -top..=top)?;
        if let Some(cap) = crisis.points_cap {
            key.within(figures, "points_cap", cap, 0..=tracks.points)?;
        }
        let removes = removed(figures, &key, crisis, french)?;
        rows.push(CrisisRow {
            name: crisis.name.clone(),
            reset,
            population: crisis.population,
            spares_support: crisis.spares_support,
            fln_marker_down: crisis.fln_marker_down.map(|Dice(amount)| amount),
            points_cap: crisis.points_cap,
            removes,
            substitutes: crisis.substitutes.map_or(0, |unit_type| french.of_type(unit_type) & !removes),
            collapse: crisis.collapse,
        });
    }
    Ok((rows, raw.into_iter().map(|(id, _)| id).collect()))
}

fn removed(figures: &Figures, key: &Keys, crisis: &RawCrisis, french: &French) -> Result<Units> {
    let mut removes = 0;
    for (place, id) in crisis.removes.iter().enumerate() {
        let at = format!("{}.{place}", key.key("removes"));
        let Some(unit) = french.find(id) else {
            return Err(figures.error(&at, id, "the id of a unit"));
        };
        let Unit(index) = unit;
        if french.types[usize::from(index)] != UnitType::Paratrooper {
            return Err(figures.error(&at, id, "a unit that follows the paratrooper rules"));
        }
        removes |= unit.bit();
    }
    if removes == 0 && crisis.substitutes.is_some() {
        let expected = "nothing, unless units are removed";
        return Err(figures.error(&key.key("substitutes"), "a type", expected));
    }
    Ok(removes)
}
