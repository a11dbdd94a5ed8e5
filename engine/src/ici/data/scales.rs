//! Calendar, tracks and scales.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::units::French;
use super::words::{Dice, UnitType};
use crate::data::{Figures, Key, Result};
use crate::ici::rules::{Calendar, CrisisRow, Tracks};
use crate::ici::types::{Season, Unit, Units};

#[derive(Deserialize)]
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
/// Years that are in the wrong order, or too many.
pub(super) fn calendar(figures: &Figures) -> Result<Calendar> {
    let raw: RawCalendar = figures.read("calendar")?;
    let (first, last) = (i64::from(raw.first_year), i64::from(raw.first_year) + 15);
    figures.at("calendar.last_year").within(raw.last_year, &(first..=last))?;
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

/// Reads a year, as the rules count it.
///
/// # Errors
/// A year outside the calendar.
pub(super) fn year(key: &Key<'_>, calendar: Calendar) -> Result<u8> {
    let (year, first): (u16, u16) = (key.read()?, calendar.first_year);
    key.within(year, &(first.into()..=i64::from(first) + i64::from(calendar.years) - 1))?;
    Ok((year - first) as u8)
}

/// Reads the ends of the tracks.
///
/// # Errors
/// An FLN side that reaches to the end of a track.
pub(super) fn tracks(figures: &Figures) -> Result<Tracks> {
    let tracks: Tracks = figures.read("track")?;
    let last = i64::from(tracks.population.min(tracks.support)) - 1;
    figures.at("track.fln_side").within(tracks.fln_side, &(0..=last))?;
    Ok(tracks)
}

/// Reads the Pied-noirs' Feelings Scale.
///
/// # Errors
/// A scale that is too short or too long, or has the same slot twice.
pub(super) fn pied_noirs(figures: &Figures) -> Result<Vec<String>> {
    let key = figures.at("pied_noirs.slots");
    let slots: Vec<String> = key.read()?;
    key.within(slots.len() as u32, &(2..=16))?;
    key.ids(&slots, ["a slot", "each slot once"], |slot| Some(slot.to_owned()))
}

#[derive(Deserialize)]
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
/// A table of crises that is malformed.
pub(super) fn named_units(figures: &Figures) -> Result<Vec<String>> {
    let raw: BTreeMap<String, RawCrisis> = figures.read("crisis")?;
    Ok(raw.into_values().flat_map(|crisis| crisis.removes).collect())
}

/// Reads the Government Crisis Scale, and the ids of its spaces.
///
/// # Errors
/// Spaces that are not numbered from 0, a Collapse that is not the last, a reset slot that is unknown or would start the next
/// crisis, or units that are not paratroopers.
pub(super) fn crises(
    figures: &Figures,
    slots: &[String],
    tracks: Tracks,
    french: &French,
) -> Result<(Vec<CrisisRow>, Vec<String>)> {
    let raw: BTreeMap<String, RawCrisis> = figures.read("crisis")?;
    let mut raw: Vec<(String, RawCrisis)> = raw.into_iter().collect();
    raw.sort_by_key(|(_, crisis)| crisis.space);
    figures.at("crisis").within(raw.len() as u32, &(2..=16))?;
    let last = raw.len() - 1;
    let mut rows = Vec::with_capacity(raw.len());
    for (index, (id, crisis)) in raw.iter().enumerate() {
        let key = figures.at("crisis").to(id);
        let expected = format_args!("{index}: spaces are numbered from 0");
        key.to("space").ensure(usize::from(crisis.space) == index, crisis.space, expected)?;
        let expected = "true for the last space and for no other";
        key.to("collapse").ensure(crisis.collapse == (index == last), crisis.collapse, expected)?;
        let slot = key.to("pied_noirs");
        let reset = match &crisis.pied_noirs {
            Some(name) => Some(find(&slot, name, &slots[..slots.len() - 1])?),
            None if index > 0 && index < last => {
                return Err(slot.error("nothing", "the slot that the marker is reset to"));
            }
            None => None,
        };
        let top = i64::from(tracks.population);
        key.to("population").within(crisis.population, &(-top..=top))?;
        if let Some(cap) = crisis.points_cap {
            key.to("points_cap").within(cap, &(0..=tracks.points.into()))?;
        }
        let removes = removed(&key, crisis, french)?;
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

/// The index of a name in a list.
///
/// # Errors
/// A name that is not in the list.
pub(super) fn find(key: &Key<'_>, name: &str, names: &[String]) -> Result<u8> {
    let found = names.iter().position(|one| one == name).map(|number| number as u8);
    found.ok_or_else(|| key.error(name, format_args!("one of {}", names.join(", "))))
}

fn removed(key: &Key<'_>, crisis: &RawCrisis, french: &French) -> Result<Units> {
    let list = key.to("removes");
    let words = ["the id of a unit", "each unit once"];
    let mut removes = 0;
    for (place, unit) in list.ids(&crisis.removes, words, |id| french.find(id))?.into_iter().enumerate() {
        let Unit(index) = unit;
        let fits = french.types[usize::from(index)] == UnitType::Paratrooper;
        let expected = "a unit that follows the paratrooper rules";
        list.to(place).ensure(fits, &crisis.removes[place], expected)?;
        removes |= unit.bit();
    }
    let fits = removes != 0 || crisis.substitutes.is_none();
    key.to("substitutes").ensure(fits, "a type", "nothing, unless units are removed")?;
    Ok(removes)
}
