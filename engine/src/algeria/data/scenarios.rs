//! Scenarios with their set-ups, and what the optional rules need.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::checks::{DICE, DIVISOR, all_within, within};
use super::map::Map;
use super::units::{Compiled as Units, MOST_COUNTERS};
use crate::algeria::rules::Scenario;
use crate::algeria::types::{AREAS, FlnUnit, GovType, WILAYAS};
use crate::data::{DataError, Figures, dotted};

pub(super) type Scenarios = BTreeMap<String, ScenarioTable>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioTable {
    fln_psl: i16,
    france_psl: i16,
    ap_dice: u8,
    points: PointNumbers,
    independent: bool,
    /// Steps of the Border Zone if it is open.
    border_zone: Option<u8>,
    suez: bool,
    /// Counters that the mix must have at least, by type.
    #[serde(default)]
    counters: BTreeMap<String, u8>,
    france: BTreeMap<String, GovSet<u8>>,
    fln: BTreeMap<String, FlnSet<u8>>,
    abroad: Option<Abroad>,
    default: Placement,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PointNumbers {
    air: u8,
    helo: u8,
    naval: u8,
}

/// Something for each type of Government counter.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct GovSet<T> {
    division: T,
    french_brigade: T,
    elite_brigade: T,
    algerian_brigade: T,
    police: T,
}

impl<T> GovSet<T> {
    fn each(&self) -> [&T; GovType::ALL.len()] {
        [&self.division, &self.french_brigade, &self.elite_brigade, &self.algerian_brigade, &self.police]
    }
}

/// Something for each type of FLN unit.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct FlnSet<T> {
    front: T,
    cadre: T,
    band: T,
    failek: T,
}

impl<T> FlnSet<T> {
    fn each(&self) -> [&T; FlnUnit::ALL.len()] {
        [&self.front, &self.cadre, &self.band, &self.failek]
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Abroad {
    #[serde(rename = "MOROCCO")]
    morocco: Mobile,
    #[serde(rename = "TUNISIA")]
    tunisia: Mobile,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mobile {
    cadre: u8,
    band: u8,
    failek: u8,
}

impl Mobile {
    fn each(&self) -> [u8; FlnUnit::ALL.len()] {
        [0, self.cadre, self.band, self.failek]
    }
}

/// A ready-made placement: an area for each unit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Placement {
    france: GovSet<Vec<String>>,
    fln: FlnSet<Vec<String>>,
}

/// What the optional rules need.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OptionTables {
    pub(super) slow_french_reaction: SlowFrenchReaction,
    pub(super) deterministic_independence: DeterministicIndependence,
    pub(super) shorter_game: ShorterGame,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SlowFrenchReaction {
    pub(super) scenarios: Vec<String>,
    pub(super) purchases: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeterministicIndependence {
    pub(super) scenarios: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShorterGame {
    pub(super) every: u8,
    pub(super) lead: i16,
    pub(super) checks: u8,
}

/// What a scenario is compiled with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'a> {
    pub(super) figures: &'a Figures,
    pub(super) scenarios: &'a Scenarios,
    pub(super) psl_max: i64,
    pub(super) zone_max: u8,
    pub(super) wilayas: &'a [String],
    pub(super) map: &'a Map,
    pub(super) units: &'a Units,
}

/// Counters in the mix of a scenario.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mix {
    pub(super) fln: [u8; FlnUnit::ALL.len()],
    pub(super) gov: [u8; GovType::ALL.len()],
}

/// Checks a scenario and compiles it. Whether its placement has the units of its set-up is checked apart.
pub(super) fn compile(context: &Context<'_>, id: &str) -> Result<(Scenario, Mix), DataError> {
    let Context { figures, scenarios, psl_max, zone_max, wilayas, map, units } = *context;
    let top = dotted(&["scenario", id]);
    let Some(table) = scenarios.get(id) else {
        return Err(figures.error(&top, "nothing", "this scenario to be there"));
    };
    let psl = [("fln_psl", table.fln_psl.into()), ("france_psl", table.france_psl.into())];
    all_within(figures, &top, &(1..=psl_max), &psl)?;
    within(figures, &format!("{top}.ap_dice"), table.ap_dice, DICE)?;
    let points = [table.points.air, table.points.helo, table.points.naval];
    for ((name, value), max) in ["air", "helo", "naval"].iter().zip(points).zip(units.point_max) {
        within(figures, &format!("{top}.points.{name}"), value, 0..=max.into())?;
    }
    if let Some(steps) = table.border_zone {
        within(figures, &format!("{top}.border_zone"), steps, 0..=zone_max.into())?;
    }

    let mix = mix(context, &top, table)?;
    let gov = by_wilaya(context, &format!("{top}.france"), &table.france)?.map(|set| set.each().map(|n| *n));
    let fln = by_wilaya(context, &format!("{top}.fln"), &table.fln)?.map(|set| set.each().map(|n| *n));
    let abroad = match &table.abroad {
        Some(abroad) => [abroad.morocco.each(), abroad.tunisia.each()],
        None => [[0; FlnUnit::ALL.len()]; 2],
    };
    let early = [("border_zone", table.border_zone.is_some()), ("abroad", table.abroad.is_some())];
    if let Some((name, _)) = early.iter().find(|(_, given)| *given && !table.independent) {
        let expected = format!("this key only if {top}.independent is true");
        return Err(figures.error(&format!("{top}.{name}"), "a value", expected));
    }
    check_sums(figures, &format!("{top}.france"), GovType::ALL, &[&gov[..]], mix.gov)?;
    check_sums(figures, &format!("{top}.fln"), FlnUnit::ALL, &[&fln[..], &abroad[..]], mix.fln)?;
    let front = FlnUnit::Front.index();
    for (wilaya, counts) in fln.iter().enumerate() {
        let room = (map.wilaya[wilaya] & !map.remote).count_ones();
        if u32::from(counts[front]) > room {
            let key = format!("{top}.fln.{}.front", dotted(&[&wilayas[wilaya]]));
            let expected = format!("at most {room}: one for each area that is not Remote");
            return Err(figures.error(&key, counts[front], expected));
        }
    }

    let default = format!("{top}.default");
    let placed_gov =
        placed(context, &format!("{default}.france"), GovType::ALL, table.default.france.each())?;
    let placed_fln = placed(context, &format!("{default}.fln"), FlnUnit::ALL, table.default.fln.each())?;
    for (area, counts) in placed_fln.iter().enumerate() {
        let wrong = match counts[front] {
            0 => continue,
            _ if map.remote & 1 << area != 0 => "a Front in the Remote area",
            1 => continue,
            _ => "more than one Front in",
        };
        let key = format!("{default}.fln.front");
        let found = format!("{wrong} {}", map.ids[area]);
        return Err(figures.error(&key, found, "one Front at most in an area, and none in a Remote one"));
    }
    let scenario = Scenario {
        id: id.to_owned(),
        fln_psl: table.fln_psl,
        gov_psl: table.france_psl,
        ap_dice: table.ap_dice,
        points,
        independent: table.independent,
        border_zone: table.border_zone,
        suez: table.suez,
        gov,
        fln,
        abroad,
        placed_gov,
        placed_fln,
    };
    Ok((scenario, mix))
}

/// The ready-made placement must have the units of the set-up, wilaya by wilaya.
pub(super) fn check_placement(context: &Context<'_>, scenario: &Scenario) -> Result<(), DataError> {
    let top = dotted(&["scenario", &scenario.id]);
    compare(context, &top, "france", GovType::ALL, &scenario.placed_gov, &scenario.gov)?;
    compare(context, &top, "fln", FlnUnit::ALL, &scenario.placed_fln, &scenario.fln)
}

fn compare<T: std::fmt::Display, const N: usize>(
    context: &Context<'_>,
    top: &str,
    side: &str,
    types: &[T],
    placed: &[[u8; N]; AREAS],
    setup: &[[u8; N]; WILAYAS],
) -> Result<(), DataError> {
    let Context { figures, wilayas, map, .. } = *context;
    for (wilaya, wanted) in setup.iter().enumerate() {
        let areas = || placed.iter().zip(map.wilaya_of).filter(|(_, at)| usize::from(*at) == wilaya);
        let id = &wilayas[wilaya];
        for (index, name) in types.iter().enumerate() {
            let sum: u32 = areas().map(|(counts, _)| u32::from(counts[index])).sum();
            if sum != u32::from(wanted[index]) {
                let key = format!("{top}.default.{side}.{name}");
                let found = format!("{sum} in wilaya {id}");
                let source = format!("{top}.{side}.{}.{name}", dotted(&[id]));
                let expected = format!("{}, as {source} has", wanted[index]);
                return Err(figures.error(&key, found, expected));
            }
        }
    }
    Ok(())
}

/// The counters of a scenario: the mix, raised where the scenario needs more (ruling A-10).
fn mix(context: &Context<'_>, top: &str, table: &ScenarioTable) -> Result<Mix, DataError> {
    let Context { figures, units, .. } = *context;
    let mut mix = Mix { fln: units.fln.map(|unit| unit.count), gov: units.counter.map(|unit| unit.count) };
    for (word, least) in &table.counters {
        let key = format!("{top}.counters.{}", dotted(&[word]));
        within(figures, &key, *least, 0..=MOST_COUNTERS.into())?;
        let count = match (FlnUnit::from_word(word), GovType::from_word(word)) {
            (Some(unit), _) => &mut mix.fln[unit.index()],
            (None, Some(counter)) => &mut mix.gov[counter.index()],
            (None, None) => return Err(figures.error(&key, format!("\"{word}\""), "a type of unit")),
        };
        *count = (*count).max(*least);
    }
    Ok(mix)
}

/// The rows of a set-up in the order of the wilayas: each must be there, and nothing else.
fn by_wilaya<'a, T>(
    context: &Context<'_>,
    table: &str,
    rows: &'a BTreeMap<String, T>,
) -> Result<[&'a T; WILAYAS], DataError> {
    let Context { figures, wilayas, .. } = *context;
    if let Some(id) = rows.keys().find(|id| !wilayas.contains(id)) {
        let key = format!("{table}.{}", dotted(&[id]));
        return Err(figures.error(&key, format!("\"{id}\""), format!("a wilaya: {}", wilayas.join(", "))));
    }
    let mut sorted = Vec::with_capacity(WILAYAS);
    for id in wilayas {
        match rows.get(id) {
            Some(row) => sorted.push(row),
            None => {
                let key = format!("{table}.{}", dotted(&[id]));
                return Err(figures.error(&key, "nothing", "a row for each wilaya"));
            }
        }
    }
    let count = format!("{} wilayas", sorted.len());
    sorted.try_into().map_err(|_| figures.error("map.wilayas", count, WILAYAS))
}

/// A set-up must not have more units of a type than there are counters.
fn check_sums<T: std::fmt::Display, const N: usize>(
    figures: &Figures,
    key: &str,
    types: &[T],
    rows: &[&[[u8; N]]],
    mix: [u8; N],
) -> Result<(), DataError> {
    for (index, name) in types.iter().enumerate() {
        let sum: u32 = rows.iter().flat_map(|rows| rows.iter()).map(|row| u32::from(row[index])).sum();
        if sum > u32::from(mix[index]) {
            let expected = format!("at most {}, the counters there are (unit.{name}.count)", mix[index]);
            return Err(figures.error(key, format!("{sum} {name} in all"), expected));
        }
    }
    Ok(())
}

/// Counts by area from the lists of areas of each type.
fn placed<T: std::fmt::Display, const N: usize>(
    context: &Context<'_>,
    table: &str,
    types: &[T],
    lists: [&Vec<String>; N],
) -> Result<[[u8; N]; AREAS], DataError> {
    let Context { figures, map, .. } = *context;
    let mut out = [[0u8; N]; AREAS];
    for (kind, (name, list)) in types.iter().zip(lists).enumerate() {
        for (index, id) in list.iter().enumerate() {
            let key = format!("{table}.{name}.{index}");
            let Some(area) = map.place(id).filter(|place| place.is_area()) else {
                return Err(figures.error(&key, format!("\"{id}\""), "the id of an area of Algeria"));
            };
            let count = &mut out[area.index()][kind];
            *count = count.saturating_add(1);
        }
    }
    Ok(out)
}

/// Checks what the optional rules need.
pub(super) fn check_options(
    figures: &Figures,
    options: &OptionTables,
    scenarios: &Scenarios,
) -> Result<(), DataError> {
    for (name, list) in options.limits() {
        for (index, id) in list.iter().enumerate() {
            if !scenarios.contains_key(id) {
                let key = format!("option.{name}.scenarios.{index}");
                return Err(figures.error(&key, format!("\"{id}\""), "the id of a scenario"));
            }
        }
    }
    within(figures, "option.slow_french_reaction.purchases", options.slow_french_reaction.purchases, 0..=9)?;
    let shorter = &options.shorter_game;
    let values =
        [("every", shorter.every.into()), ("lead", shorter.lead.into()), ("checks", shorter.checks.into())];
    all_within(figures, "option.shorter_game", &DIVISOR, &values)
}

impl OptionTables {
    /// The options that may be used in some scenarios only, and those.
    pub(super) fn limits(&self) -> [(&'static str, &[String]); 2] {
        [
            ("slow_french_reaction", &self.slow_french_reaction.scenarios),
            ("deterministic_independence", &self.deterministic_independence.scenarios),
        ]
    }
}
