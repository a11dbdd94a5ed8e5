//! Counters: French units and their classes, faileks, markers.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::fights::Terrains;
use super::words::UnitType;
use crate::data::{Figures, Key, Result};
use crate::ici::rules::{ClassRow, ExchangeRow, FailekRow, Map, UnitRow};
use crate::ici::types::{
    Arm, Arrival, CLASSES, Class, Exchange, FAILEKS, Failek, Kind, Location, REGIONS, Unit, Units,
};

#[derive(Clone, Copy, Deserialize)]
struct Ratings {
    strength: u8,
    quality: u8,
    reduced_strength: u8,
    reduced_quality: u8,
}

#[derive(Deserialize)]
struct UnitKind {
    #[serde(rename = "type")]
    unit_type: UnitType,
    mountain_troops: bool,
    sahara_search: bool,
    wilaya: Option<u8>,
}

#[derive(Deserialize)]
struct RawUnit {
    name: String,
    kind: String,
    arrival: Arrival,
    strength: Option<u8>,
    quality: Option<u8>,
    reduced_strength: Option<u8>,
    reduced_quality: Option<u8>,
}

/// Counters other than units.
#[derive(Deserialize)]
pub(super) struct Counters {
    pub(super) resettlement: u8,
    pub(super) maquis: u8,
    pub(super) flags: u16,
    pub(super) fidayin: u8,
    #[serde(rename = "box")]
    pub(super) whole_box: u16,
}

/// All French units with their classes.
pub(super) struct French {
    pub(super) units: Vec<UnitRow>,
    pub(super) types: Vec<UnitType>,
    pub(super) kinds: Vec<String>,
    pub(super) classes: Vec<ClassRow>,
    pub(super) class_units: [Units; CLASSES],
}

impl French {
    /// The unit with this id.
    pub(super) fn find(&self, id: &str) -> Option<Unit> {
        self.units.iter().position(|unit| unit.id == id).map(|index| Unit(index as u8))
    }

    /// The units of a type.
    pub(super) fn of_type(&self, unit_type: UnitType) -> Units {
        self.pick(|index| self.types[index] == unit_type)
    }

    /// The units of a kind.
    pub(super) fn of_kind(&self, kind: &str) -> Units {
        self.pick(|index| self.kinds[index] == kind)
    }

    /// The units with this kind of arrival.
    pub(super) fn arriving(&self, arrival: Arrival) -> Units {
        self.pick(|index| self.units[index].arrival == arrival)
    }

    fn pick(&self, which: impl Fn(usize) -> bool) -> Units {
        (0..self.units.len()).filter(|index| which(*index)).fold(0, |units, index| units | 1 << index)
    }
}

/// The properties that define a class: units that agree in all of them are interchangeable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    arm: Arm,
    unit_type: UnitType,
    strength: [u8; 2],
    quality: [u8; 2],
    mountain_troops: bool,
    sahara_search: bool,
}

/// Reads the French units. `named` are those that a coup removes by name.
///
/// # Errors
/// The first invalid figure.
pub(super) fn french(figures: &Figures, terrains: &Terrains, map: &Map, named: &[String]) -> Result<French> {
    let types: BTreeMap<UnitType, Ratings> = figures.read("unit_type")?;
    for (unit_type, ratings) in &types {
        check_ratings(&figures.at("unit_type").to(unit_type), *ratings)?;
    }
    let kinds: BTreeMap<String, UnitKind> = figures.read("unit_kind")?;
    for (id, kind) in &kinds {
        let bound = kind.unit_type == UnitType::Bellounis;
        let found = kind.wilaya.map_or("nothing".to_owned(), |wilaya| wilaya.to_string());
        let expected = if bound { "the wilaya it stays in" } else { "a wilaya for Bellounis' men only" };
        figures.at("unit_kind").to(id).to("wilaya").ensure(
            kind.wilaya.is_some() == bound,
            found,
            expected,
        )?;
    }
    let raw: BTreeMap<String, RawUnit> = figures.read("unit")?;
    let mut groups = Vec::with_capacity(raw.len());
    for (id, unit) in &raw {
        let key = figures.at("unit").to(id);
        let kind = kinds.get(&unit.kind);
        let kind = kind.ok_or_else(|| key.to("kind").error(&unit.kind, "the id of a unit_kind"))?;
        let of_type = types[&kind.unit_type];
        let ratings = Ratings {
            strength: unit.strength.unwrap_or(of_type.strength),
            quality: unit.quality.unwrap_or(of_type.quality),
            reduced_strength: unit.reduced_strength.unwrap_or(of_type.reduced_strength),
            reduced_quality: unit.reduced_quality.unwrap_or(of_type.reduced_quality),
        };
        check_ratings(&key, ratings)?;
        let arm = match kind.unit_type {
            UnitType::Paratrooper if named.contains(id) => Arm::NamedParatrooper,
            UnitType::Paratrooper => Arm::Paratrooper,
            UnitType::Legion if kind.sahara_search => Arm::Cspl,
            UnitType::Legion => Arm::Legion,
            UnitType::Mechanized => Arm::Mechanized,
            UnitType::Infantry if kind.mountain_troops => Arm::Mountain,
            UnitType::Infantry => Arm::Infantry,
            UnitType::Bellounis => Arm::Bellounis,
        };
        groups.push(Group {
            arm,
            unit_type: kind.unit_type,
            strength: [ratings.strength, ratings.reduced_strength],
            quality: [ratings.quality, ratings.reduced_quality],
            mountain_troops: kind.mountain_troops,
            sahara_search: kind.sahara_search,
        });
    }
    let mut distinct = groups.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let found = format_args!("{} classes of units that differ in rules or figures", distinct.len());
    figures.at("unit").ensure(distinct.len() <= CLASSES, found, format_args!("at most {CLASSES}"))?;
    let class_of = |group: &Group| distinct.iter().position(|one| one == group).unwrap_or_default();
    let classes = distinct.iter().map(|group| class_row(*group, &distinct, terrains, map)).collect();
    let mut class_units = [0; CLASSES];
    for (index, group) in groups.iter().enumerate() {
        class_units[class_of(group)] |= Unit(index as u8).bit();
    }
    let units = raw
        .iter()
        .zip(&groups)
        .map(|((id, unit), group)| UnitRow {
            id: id.clone(),
            name: unit.name.clone(),
            class: Class(class_of(group) as u8),
            arrival: unit.arrival,
        })
        .collect();
    Ok(French {
        units,
        types: groups.iter().map(|group| group.unit_type).collect(),
        kinds: raw.into_values().map(|unit| unit.kind).collect(),
        classes,
        class_units,
    })
}

fn check_ratings(key: &Key<'_>, ratings: Ratings) -> Result<()> {
    key.to("reduced_strength").within(ratings.reduced_strength, &(1..=ratings.strength.into()))?;
    key.to("reduced_quality").within(ratings.reduced_quality, &(0..=ratings.quality.into()))
}

fn class_row(group: Group, all: &[Group], terrains: &Terrains, map: &Map) -> ClassRow {
    let mut terrain = [0; REGIONS];
    let mut search = [0; REGIONS];
    for index in 0..usize::from(map.regions) {
        // Communities modify nothing, and a major city is one (rulebook C, rulings I-77, I-95).
        if map.kind[index] == Kind::MajorCity {
            continue;
        }
        let ground = map.terrain[index].index();
        terrain[index] = terrains.effect[group.unit_type.index()][ground];
        if group.mountain_troops {
            terrain[index] += terrains.mountain_troops[ground];
        }
        if group.sahara_search {
            search[index] = terrains.sahara_units[ground];
        }
    }
    let mut word = group.arm.word().to_owned();
    // The first class of an arm has its word; others add what they differ in.
    if let Some(first) = all.iter().find(|one| one.arm == group.arm).filter(|first| **first != group) {
        word += &format!("-{}-{}", group.strength[0], group.quality[0]);
        if (first.strength[0], first.quality[0]) == (group.strength[0], group.quality[0]) {
            word += &format!("-{}-{}", group.strength[1], group.quality[1]);
        }
        let marks = [(group.mountain_troops, "-m"), (group.sahara_search, "-s")];
        word.extend(marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark));
    }
    ClassRow {
        word,
        arm: group.arm,
        strength: group.strength,
        quality: group.quality,
        terrain,
        search,
        paratrooper: group.unit_type == UnitType::Paratrooper,
        mechanized: group.unit_type == UnitType::Mechanized,
        bellounis: group.unit_type == UnitType::Bellounis,
    }
}

/// Sets the area of Bellounis' men: the regions of their wilaya, and the towns that touch one of them.
///
/// # Errors
/// If not exactly one kind of unit names a wilaya.
pub(super) fn bellounis(figures: &Figures, map: &mut Map) -> Result<()> {
    let kinds: BTreeMap<String, UnitKind> = figures.read("unit_kind")?;
    let mut wilayas: Vec<u8> = kinds.values().filter_map(|kind| kind.wilaya).collect();
    wilayas.dedup();
    let [wilaya] = wilayas[..] else {
        let found = format_args!("{} wilayas", wilayas.len());
        return Err(figures.error("unit_kind", found, "one kind of Bellounis' men with its wilaya"));
    };
    let index = usize::from(wilaya) - 1;
    map.bellounis_regions = map.wilaya[index];
    map.bellounis = Location::regions(map.wilaya[index])
        .fold(map.wilaya_places[index] & map.towns, |mask, at| mask | at.bit());
    Ok(())
}

/// Reads the faileks and their exchanges.
///
/// # Errors
/// The first invalid figure.
pub(super) fn faileks(
    figures: &Figures,
) -> Result<([FailekRow; Failek::ALL.len()], [ExchangeRow; Exchange::ALL.len()])> {
    let rows: [FailekRow; Failek::ALL.len()] = figures.at("failek").each(Failek::ALL)?;
    let total: usize = rows.iter().map(|row| usize::from(row.count)).sum();
    let found = format_args!("{total} counters");
    figures.at("failek").ensure(total <= FAILEKS, found, format_args!("at most {FAILEKS}"))?;
    let mut exchanges =
        [ExchangeRow { takes: [0; Failek::ALL.len()], gives: Failek::Moussebiline }; Exchange::ALL.len()];
    for (exchange, row) in Exchange::ALL.iter().zip(&mut exchanges) {
        let key = figures.at("exchange").to(exchange);
        *row = ExchangeRow { takes: key.each(Failek::ALL)?, gives: key.to("gives").read()? };
        // With fewer, exchanges could go on forever.
        key.within(row.takes.iter().copied().map(i64::from).sum::<i64>(), &(2..=9))?;
    }
    Ok((rows, exchanges))
}

/// Reads the other counters.
///
/// # Errors
/// A number of Fidayîn that does not fill the political cell chart.
pub(super) fn counters(figures: &Figures, slots: u8) -> Result<Counters> {
    let counters: Counters = figures.read("counters")?;
    let expected = format_args!("{slots}, one for each slot of the purge");
    figures.at("counters.fidayin").ensure(counters.fidayin == slots, counters.fidayin, expected)?;
    Ok(counters)
}
