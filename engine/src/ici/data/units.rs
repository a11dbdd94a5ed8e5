//! Counters: French units and their classes, faileks, markers.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::check::{Keys, Result, check_ids, within};
use super::fights::Terrains;
use super::words::{EffectRow, UnitType};
use crate::data::Figures;
use crate::ici::rules::{ClassRow, ExchangeRow, FailekRow, Map, UnitRow};
use crate::ici::types::{
    Arm, Arrival, CLASSES, Class, Exchange, FAILEKS, Failek, Kind, Location, REGIONS, UNITS, Unit, Units,
    WILAYAS,
};

/// Dice that one unit may roll: the most the code has room for, without a combat chit.
const MAX_STRENGTH: u8 = 12;

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ratings {
    strength: u8,
    quality: u8,
    reduced_strength: u8,
    reduced_quality: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitKind {
    #[serde(rename = "type")]
    unit_type: UnitType,
    mountain_troops: bool,
    sahara_search: bool,
    wilaya: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawUnit {
    name: String,
    kind: String,
    arrival: Arrival,
    strength: Option<u8>,
    quality: Option<u8>,
    reduced_strength: Option<u8>,
    reduced_quality: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFailek {
    strength: u8,
    quality: u8,
    count: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawExchange {
    moussebiline: u8,
    moudjahidine: u8,
    #[serde(rename = "zonal-commando")]
    commando: u8,
    gives: Failek,
}

/// Counters that are no units.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
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

    /// The units that come in this way.
    pub(super) fn arriving(&self, arrival: Arrival) -> Units {
        self.pick(|index| self.units[index].arrival == arrival)
    }

    fn pick(&self, which: impl Fn(usize) -> bool) -> Units {
        (0..self.units.len()).filter(|index| which(*index)).fold(0, |units, index| units | 1 << index)
    }
}

/// What makes a class: units that are equal in all of this need not be told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    arm: Arm,
    unit_type: UnitType,
    strength: [u8; 2],
    quality: [u8; 2],
    mountain_troops: bool,
    sahara_search: bool,
}

/// Reads the French units. `named` are those that a Coup removes by name.
///
/// # Errors
/// The first figure that cannot be.
pub(super) fn french(figures: &Figures, terrains: &Terrains, map: &Map, named: &[String]) -> Result<French> {
    let types: BTreeMap<UnitType, Ratings> = figures.read("unit_type")?;
    if let Some(missing) = UnitType::ALL.iter().find(|one| !types.contains_key(one)) {
        return Err(figures.error(&Keys::of("unit_type", missing.word()), "nothing", "strength and quality"));
    }
    for (unit_type, ratings) in &types {
        check_ratings(figures, &Keys::new("unit_type", unit_type.word()), *ratings)?;
    }
    let kinds: BTreeMap<String, UnitKind> = figures.read("unit_kind")?;
    check_ids(figures, "unit_kind", kinds.keys(), UNITS)?;
    for (id, kind) in &kinds {
        let key = Keys::new("unit_kind", id);
        let bound = kind.unit_type == UnitType::Bellounis;
        if kind.wilaya.is_some() != bound {
            let found = kind.wilaya.map_or("nothing".to_owned(), |wilaya| wilaya.to_string());
            let expected = if bound { "the wilaya it stays in" } else { "a wilaya for Bellounis' men only" };
            return Err(figures.error(&key.key("wilaya"), found, expected));
        }
    }
    let raw: BTreeMap<String, RawUnit> = figures.read("unit")?;
    check_ids(figures, "unit", raw.keys(), UNITS)?;

    let mut groups = Vec::with_capacity(raw.len());
    for (id, unit) in &raw {
        let key = Keys::new("unit", id);
        let Some(kind) = kinds.get(&unit.kind) else {
            return Err(figures.error(&key.key("kind"), &unit.kind, "the id of a unit_kind"));
        };
        let of_type = types[&kind.unit_type];
        let ratings = Ratings {
            strength: unit.strength.unwrap_or(of_type.strength),
            quality: unit.quality.unwrap_or(of_type.quality),
            reduced_strength: unit.reduced_strength.unwrap_or(of_type.reduced_strength),
            reduced_quality: unit.reduced_quality.unwrap_or(of_type.reduced_quality),
        };
        check_ratings(figures, &key, ratings)?;
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
    if distinct.len() > CLASSES {
        let found = format!("{} classes of units that differ in rules or figures", distinct.len());
        return Err(figures.error("unit", found, format!("at most {CLASSES}")));
    }
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

fn check_ratings(figures: &Figures, key: &Keys, ratings: Ratings) -> Result<()> {
    key.within(figures, "strength", ratings.strength, 1..=MAX_STRENGTH)?;
    key.within(figures, "quality", ratings.quality, 0..=9)?;
    key.within(figures, "reduced_strength", ratings.reduced_strength, 1..=ratings.strength)?;
    key.within(figures, "reduced_quality", ratings.reduced_quality, 0..=ratings.quality)
}

fn class_row(group: Group, all: &[Group], terrains: &Terrains, map: &Map) -> ClassRow {
    let row = match group.unit_type {
        UnitType::Paratrooper => EffectRow::Paratrooper,
        UnitType::Legion => EffectRow::Legion,
        UnitType::Mechanized => EffectRow::Mechanized,
        UnitType::Infantry => EffectRow::Infantry,
        UnitType::Bellounis => EffectRow::Bellounis,
    };
    let mut terrain = [0; REGIONS];
    let mut search = [0; REGIONS];
    for index in 0..usize::from(map.regions) {
        // Communities modify nothing, and a major city is one (rulebook C, rulings I-77, I-95).
        if map.kind[index] == Kind::MajorCity {
            continue;
        }
        let ground = map.terrain[index].index();
        terrain[index] = terrains.effect[row.index()][ground];
        if group.mountain_troops {
            terrain[index] += terrains.effect[EffectRow::MountainTroops.index()][ground];
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

/// Where Bellounis' men may be: the regions of their wilaya, and with the towns that touch one of them.
///
/// # Errors
/// If no kind of unit or more than one names a wilaya, or it is the Sahara.
pub(super) fn bellounis(figures: &Figures, map: &mut Map) -> Result<()> {
    let kinds: BTreeMap<String, UnitKind> = figures.read("unit_kind")?;
    let mut wilayas: Vec<u8> = kinds.values().filter_map(|kind| kind.wilaya).collect();
    wilayas.dedup();
    let [wilaya] = wilayas[..] else {
        let found = format!("{} wilayas", wilayas.len());
        return Err(figures.error("unit_kind", found, "one kind of Bellounis' men with its wilaya"));
    };
    let key = kinds.iter().find(|(_, kind)| kind.wilaya.is_some()).map_or("", |(id, _)| id);
    Keys::new("unit_kind", key).within(figures, "wilaya", wilaya, 1..=WILAYAS as u8)?;
    let index = usize::from(wilaya) - 1;
    map.bellounis_regions = map.wilaya[index];
    map.bellounis = Location::regions(map.wilaya[index])
        .fold(map.wilaya_places[index] & map.towns, |mask, at| mask | at.bit());
    Ok(())
}

/// Reads the faileks and their exchanges.
///
/// # Errors
/// The first figure that cannot be.
pub(super) fn faileks(
    figures: &Figures,
) -> Result<([FailekRow; Failek::ALL.len()], [ExchangeRow; Exchange::ALL.len()])> {
    let raw: BTreeMap<Failek, RawFailek> = figures.read("failek")?;
    let mut rows = [FailekRow::default(); Failek::ALL.len()];
    for failek in Failek::ALL {
        let key = Keys::new("failek", failek.word());
        let Some(row) = raw.get(failek) else {
            return Err(figures.error(key.own(), "nothing", "strength, quality and count"));
        };
        key.within(figures, "strength", row.strength, 1..=MAX_STRENGTH)?;
        key.within(figures, "quality", row.quality, 0..=9)?;
        key.within(figures, "count", row.count, 1..=FAILEKS as u8)?;
        rows[failek.index()] = FailekRow { strength: row.strength, quality: row.quality, count: row.count };
    }
    let total: usize = rows.iter().map(|row| usize::from(row.count)).sum();
    if total > FAILEKS {
        return Err(figures.error("failek", format!("{total} counters"), format!("at most {FAILEKS}")));
    }
    let raw: BTreeMap<Exchange, RawExchange> = figures.read("exchange")?;
    let mut exchanges =
        [ExchangeRow { takes: [0; Failek::ALL.len()], gives: Failek::Moussebiline }; Exchange::ALL.len()];
    for exchange in Exchange::ALL {
        let key = Keys::new("exchange", exchange.word());
        let Some(row) = raw.get(exchange) else {
            return Err(figures.error(key.own(), "nothing", "what it takes and gives"));
        };
        let takes = [row.moussebiline, row.moudjahidine, row.commando];
        let taken: u16 = takes.iter().map(|count| u16::from(*count)).sum();
        // Fewer would let exchanges go on for ever.
        within(figures, key.own(), taken, 2..=9)?;
        exchanges[exchange.index()] = ExchangeRow { takes, gives: row.gives };
    }
    Ok((rows, exchanges))
}

/// Reads the other counters.
///
/// # Errors
/// A number of Fidayîn that does not fill the political cell chart.
pub(super) fn counters(figures: &Figures, slots: u8) -> Result<Counters> {
    let counters: Counters = figures.read("counters")?;
    if counters.fidayin != slots {
        let expected = format!("{slots}, one for each slot of the purge");
        return Err(figures.error("counters.fidayin", counters.fidayin, expected));
    }
    Ok(counters)
}
