//! Scenarios with their set-ups, and the scenarios that optional rules apply to.

use std::fmt::Display;

use super::map::Map;
use crate::algeria::rules::{FlnRating, GovCounter, Scenario};
use crate::algeria::types::{AREAS, FlnUnit, GovType, Point, WILAYAS};
use crate::data::{DataError, Figures, Key};

/// The units of each wilaya or area, by type.
type Counts<const TYPES: usize, const PLACES: usize> = [[u8; TYPES]; PLACES];

/// A value per unit of each side, by type.
#[derive(Clone, Debug)]
pub(super) struct Units {
    pub(super) fln: [FlnRating; FlnUnit::ALL.len()],
    pub(super) counter: [GovCounter; GovType::ALL.len()],
}

/// Reads a scenario and raises the counter mix where the scenario needs more (ruling A-10). Its placement is checked
/// separately.
pub(super) fn compile(
    figures: &Figures,
    map: &Map,
    units: &mut Units,
    id: &str,
) -> Result<Scenario, DataError> {
    let top = figures.at("scenario").to(id);
    let psl = |side: &str| {
        let value: i16 = top.to(side).read()?;
        top.to(side).within(value, &(1..=figures.read("psl.max")?)).map(|()| value)
    };
    let points = top.to("points").each(Point::ALL)?;
    for (point, value) in Point::ALL.iter().zip(points) {
        let max: i64 = figures.at("point").to(point).to("max").read()?;
        top.to("points").to(point).within(value, &(0..=max))?;
    }
    let independent: bool = top.to("independent").read()?;
    let given = figures.names(&top.to_string());
    let early = ["border_zone", "abroad"].map(|name| (name, given.iter().any(|one| one == name)));
    for (name, given) in early {
        let expected = format_args!("this key only if {top}.independent is true");
        top.to(name).ensure(independent || !given, "a value", expected)?;
    }
    let [(_, zone), (_, abroad)] = early;
    let border_zone = zone.then(|| top.to("border_zone").read::<u8>()).transpose()?;
    if let Some(steps) = border_zone {
        top.to("border_zone").within(steps, &(0..=figures.read("border-zone.max")?))?;
    }
    mix(figures, &top.to("counters"), units)?;
    let gov = by_wilaya(figures, map, &top.to("france"), GovType::ALL)?;
    let fln = by_wilaya(figures, map, &top.to("fln"), FlnUnit::ALL)?;
    let country = |id: &str| match abroad {
        true => top.to("abroad").to(id).each(["cadre", "band", "failek"]),
        false => Ok([0; 3]),
    };
    let abroad = [country("MOROCCO")?, country("TUNISIA")?];
    let abroad = abroad.map(|[cadre, band, failek]| [0, cadre, band, failek]);
    check_sums(&top.to("france"), GovType::ALL, &[&gov], units.counter.map(|counter| counter.count))?;
    check_sums(&top.to("fln"), FlnUnit::ALL, &[&fln, &abroad], units.fln.map(|unit| unit.count))?;
    for ((wilaya, id), counts) in map.wilaya.iter().zip(&map.wilayas).zip(&fln) {
        let (room, fronts) = ((wilaya & !map.remote).count_ones(), counts[FlnUnit::Front.index()]);
        let expected = format_args!("at most {room}: one per area that is not Remote");
        top.to("fln").to(id).to("front").ensure(u32::from(fronts) <= room, fronts, expected)?;
    }
    let placed_fln = placed(map, &top.to("default").to("fln"), FlnUnit::ALL)?;
    for (area, counts) in placed_fln.iter().enumerate() {
        let wrong = match counts[FlnUnit::Front.index()] {
            0 => continue,
            _ if map.remote & 1 << area != 0 => "a Front in the Remote area",
            1 => continue,
            _ => "more than one Front in",
        };
        let expected = "at most one Front per area, and none in a Remote one";
        let key = top.to("default").to("fln").to("front");
        return Err(key.error(format_args!("{wrong} {}", map.ids[area]), expected));
    }
    Ok(Scenario {
        id: id.to_owned(),
        fln_psl: psl("fln_psl")?,
        gov_psl: psl("france_psl")?,
        ap_dice: top.to("ap_dice").read()?,
        points,
        independent,
        border_zone,
        suez: top.to("suez").read()?,
        gov,
        fln,
        abroad,
        placed_gov: placed(map, &top.to("default").to("france"), GovType::ALL)?,
        placed_fln,
    })
}

/// Checks that the ready-made placement has the units of the set-up, wilaya by wilaya.
pub(super) fn check_placement(figures: &Figures, map: &Map, scenario: &Scenario) -> Result<(), DataError> {
    let top = figures.at("scenario").to(&scenario.id);
    compare(map, &top, "france", GovType::ALL, &scenario.placed_gov, &scenario.gov)?;
    compare(map, &top, "fln", FlnUnit::ALL, &scenario.placed_fln, &scenario.fln)
}

fn compare<T: Display, const N: usize>(
    map: &Map,
    top: &Key<'_>,
    side: &str,
    types: &[T],
    placed: &Counts<N, AREAS>,
    setup: &Counts<N, WILAYAS>,
) -> Result<(), DataError> {
    for (wilaya, (id, wanted)) in map.wilayas.iter().zip(setup).enumerate() {
        let areas = || placed.iter().zip(map.wilaya_of).filter(|(_, at)| usize::from(*at) == wilaya);
        for (index, (name, wanted)) in types.iter().zip(wanted).enumerate() {
            let sum: u32 = areas().map(|(counts, _)| u32::from(counts[index])).sum();
            let source = top.to(side).to(id).to(name);
            top.to("default").to(side).to(name).ensure(
                sum == u32::from(*wanted),
                format_args!("{sum} in wilaya {id}"),
                format_args!("{wanted}, as {source} has"),
            )?;
        }
    }
    Ok(())
}

/// Raises the mix to the counters that a scenario needs.
fn mix(figures: &Figures, counters: &Key<'_>, units: &mut Units) -> Result<(), DataError> {
    for word in figures.names(&counters.to_string()) {
        let key = counters.to(&word);
        let count = match (FlnUnit::from_word(&word), GovType::from_word(&word)) {
            (Some(unit), _) => &mut units.fln[unit.index()].count,
            (None, Some(counter)) => &mut units.counter[counter.index()].count,
            (None, None) => return Err(key.error(format_args!("\"{word}\""), "a type of unit")),
        };
        *count = (*count).max(key.read()?);
    }
    Ok(())
}

/// The rows of a set-up in the order of the wilayas: exactly one each.
fn by_wilaya<const N: usize>(
    figures: &Figures,
    map: &Map,
    table: &Key<'_>,
    types: &[impl Display],
) -> Result<Counts<N, WILAYAS>, DataError> {
    if let Some(id) = figures.names(&table.to_string()).iter().find(|id| !map.wilayas.contains(id)) {
        let expected = format_args!("a wilaya: {}", map.wilayas.join(", "));
        return Err(table.to(id).error(format_args!("\"{id}\""), expected));
    }
    let mut rows = [[0; N]; WILAYAS];
    for (row, id) in rows.iter_mut().zip(&map.wilayas) {
        *row = table.to(id).each(types)?;
    }
    Ok(rows)
}

/// Checks that a set-up has no more units of a type than there are counters.
fn check_sums<const N: usize>(
    key: &Key<'_>,
    types: &[impl Display],
    rows: &[&[[u8; N]]],
    mix: [u8; N],
) -> Result<(), DataError> {
    for (index, (name, mix)) in types.iter().zip(mix).enumerate() {
        let sum: u32 = rows.iter().copied().flatten().map(|row| u32::from(row[index])).sum();
        let expected = format_args!("at most {mix}, the number of counters (unit.{name}.count)");
        key.ensure(sum <= mix.into(), format_args!("a total of {sum} {name}"), expected)?;
    }
    Ok(())
}

/// Reads a ready-made placement, which lists an area per unit: counts by area.
fn placed<const N: usize>(
    map: &Map,
    table: &Key<'_>,
    types: &[impl Display],
) -> Result<Counts<N, AREAS>, DataError> {
    let mut out = [[0u8; N]; AREAS];
    let lists: [Vec<String>; N] = table.each(types)?;
    for (kind, (name, list)) in types.iter().zip(lists).enumerate() {
        for (index, id) in list.iter().enumerate() {
            let area = map.place(id).filter(|place| place.is_area());
            let error =
                || table.to(name).to(index).error(format_args!("\"{id}\""), "the id of an area of Algeria");
            let count = &mut out[area.ok_or_else(error)?.index()][kind];
            *count = count.saturating_add(1);
        }
    }
    Ok(out)
}

/// The scenarios that an option applies to, if it does not apply to all.
pub(super) fn limit(figures: &Figures, option: &str) -> Result<Option<Vec<String>>, DataError> {
    let option = figures.at("option").to(option);
    let limited = figures.names(&option.to_string()).iter().any(|name| name == "scenarios");
    let key = option.to("scenarios");
    let scenario = |id: &str| figures.names("scenario").into_iter().find(|one| one == id);
    let ids = |list: Vec<String>| key.ids(&list, ["the id of a scenario", "each scenario once"], scenario);
    limited.then(|| key.read().and_then(ids)).transpose()
}
