//! The set-ups: where markers, faileks, French units and chits stand at the start.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use serde::Deserialize;

use super::check::{Keys, Result, within};
use super::scales::year;
use crate::data::Figures;
use crate::ici::rules::{MarkerChoice, Op, Rules, Scenario, Stack};
use crate::ici::types::{
    Arrival, Chit, Chits, Failek, Flag, Level, Location, POPULATED, REGIONS, Regions, Season, UNITS, Unit,
};
use crate::side::{BySide, Side};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSetup {
    year: u16,
    season: Season,
    french_public: u8,
    fln_marker: u8,
    pied_noirs: String,
    crisis: String,
    density: u8,
    referendum_held: bool,
    chosen: u8,
    drawn: u8,
    on_track: u8,
    cup_first_year: u16,
    extra_chits: Vec<String>,
    active_chits: Vec<String>,
    places_units: bool,
    weakened: u8,
    weakened_quality: u8,
    #[serde(default)]
    reduced: Vec<String>,
    marker: BTreeMap<String, RawMarkers>,
    faileks: BTreeMap<String, RawFaileks>,
    french: BTreeMap<String, String>,
    #[serde(default)]
    resettled: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMarkers {
    regions: Option<Vec<String>>,
    population: Option<u8>,
    level: Level,
    slots: Vec<u8>,
    per_slot: Option<u8>,
    placed_by: Option<Side>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFaileks {
    moussebiline: u8,
    moudjahidine: u8,
    #[serde(rename = "zonal-commando")]
    commando: u8,
}

/// The ids of the scenarios, in order.
pub(super) fn scenarios(figures: &Figures) -> Vec<String> {
    let mut names = figures.names("setup");
    names.sort_unstable();
    names
}

/// Reads the set-up of one scenario. The rest of the rules is there already.
///
/// # Errors
/// The first figure that cannot be.
pub(super) fn read(figures: &Figures, rules: &Rules, crises: &[String], id: &str) -> Result<Scenario> {
    let key = Keys::new("setup", id);
    let raw: RawSetup = figures.read(key.own())?;
    let reader = Reader { figures, rules, key: &key, raw: &raw };
    let mut scenario = reader.tracks(id, crises)?;
    reader.markers(&mut scenario)?;
    reader.resettled(&mut scenario)?;
    reader.chits(&mut scenario)?;
    reader.faileks(&mut scenario)?;
    reader.french(&mut scenario)?;
    Ok(scenario)
}

/// A scenario without anything.
pub(super) fn blank(id: &str) -> Scenario {
    Scenario {
        id: id.to_owned(),
        turn: 0,
        french_public: 0,
        fln_marker: 0,
        pied_noirs: 0,
        crisis: 0,
        points_cap: None,
        density: 0,
        referendum_held: false,
        level: [Level::Purge; POPULATED],
        slot: [0; POPULATED],
        markers: ArrayVec::new(),
        faileks: [[0; Failek::ALL.len()]; Location::COUNT],
        resettled: [0; REGIONS],
        units: [Location::NONE; UNITS],
        reduced: 0,
        places_units: false,
        weakened: 0,
        weakened_quality: 0,
        cup: BySide { fln: 0, france: 0 },
        active: 0,
        independent: 0,
        flags: 0,
        lasting_points: BySide { fln: 0, france: 0 },
        chosen: 0,
        drawn: 0,
        on_track: 0,
    }
}

struct Reader<'a> {
    figures: &'a Figures,
    rules: &'a Rules,
    key: &'a Keys,
    raw: &'a RawSetup,
}

impl Reader<'_> {
    fn tracks(&self, id: &str, crises: &[String]) -> Result<Scenario> {
        let Self { figures, rules, key, raw } = self;
        key.within(figures, "french_public", raw.french_public, 1..=rules.track.support)?;
        key.within(figures, "fln_marker", raw.fln_marker, 0..=rules.track.support)?;
        key.within(figures, "density", raw.density, 0..=rules.track.density)?;
        key.within(figures, "chosen", raw.chosen, 0..=20)?;
        key.within(figures, "drawn", raw.drawn, 0..=20)?;
        key.within(figures, "on_track", raw.on_track, 0..=2)?;
        let start = year(figures, rules.calendar, &key.key("year"), raw.year)?;
        let turn = start * Season::ALL.len() as u8 + raw.season as u8;
        if turn > rules.calendar.last_turn {
            let expected = "a season before the last referendum";
            return Err(figures.error(&key.key("season"), raw.season, expected));
        }
        let slots = &rules.pied_noirs[..rules.pied_noirs.len() - 1];
        let Some(pied_noirs) = slots.iter().position(|slot| *slot == raw.pied_noirs) else {
            let expected = format!("one of {}", slots.join(", "));
            return Err(figures.error(&key.key("pied_noirs"), &raw.pied_noirs, expected));
        };
        let spaces = &crises[..crises.len() - 1];
        let Some(crisis) = spaces.iter().position(|space| *space == raw.crisis) else {
            let expected = format!("one of {}", spaces.join(", "));
            return Err(figures.error(&key.key("crisis"), &raw.crisis, expected));
        };
        Ok(Scenario {
            turn,
            french_public: raw.french_public,
            fln_marker: raw.fln_marker,
            pied_noirs: pied_noirs as u8,
            crisis: crisis as u8,
            points_cap: rules.crises[..=crisis].iter().rev().find_map(|row| row.points_cap),
            density: raw.density,
            referendum_held: raw.referendum_held,
            places_units: raw.places_units,
            weakened: raw.weakened,
            weakened_quality: raw.weakened_quality,
            chosen: raw.chosen,
            drawn: raw.drawn,
            on_track: raw.on_track,
            ..blank(id)
        })
    }

    /// Every populated region gets one marker: from the group that names it, or else from that of its symbol.
    fn markers(&self, scenario: &mut Scenario) -> Result<()> {
        let Self { figures, rules, key, raw } = self;
        let map = &rules.map;
        let parent = key.key("marker");
        let mut placed: Regions = 0;
        let mut by_choice = Vec::new();
        let named = raw.marker.iter().filter(|(_, group)| group.regions.is_some());
        let by_symbol = raw.marker.iter().filter(|(_, group)| group.regions.is_none());
        for (id, group) in named.chain(by_symbol) {
            let at = Keys::new(&parent, id);
            let regions = match (&group.regions, group.population) {
                (Some(ids), None) => {
                    let mut regions = Vec::with_capacity(ids.len());
                    for (index, id) in ids.iter().enumerate() {
                        let entry = format!("{}.{index}", at.key("regions"));
                        let Some(region) = map.find(id).filter(|region| region.is_populated()) else {
                            let expected = "the id of a region with a population symbol";
                            return Err(figures.error(&entry, id, expected));
                        };
                        if placed & region.region_bit() != 0 {
                            return Err(figures.error(&entry, id, "each region in one group"));
                        }
                        placed |= region.region_bit();
                        regions.push(region);
                    }
                    regions
                }
                (None, Some(population)) => Location::regions(map.populated & !placed)
                    .filter(|region| map.population[region.index()] == population)
                    .collect(),
                (named, _) => {
                    let found = if named.is_some() { "both" } else { "neither" };
                    return Err(figures.error(at.own(), found, "either regions or population"));
                }
            };
            placed |= regions.iter().fold(0, |mask, region| mask | region.region_bit());
            let per_slot = self.slots(&at, group, regions.len())?;
            for (index, region) in regions.iter().enumerate() {
                scenario.level[region.index()] = group.level;
                scenario.slot[region.index()] = group.slots[index / per_slot];
            }
            if let Some(side) = group.placed_by {
                by_choice.push(MarkerChoice {
                    side,
                    regions: regions.iter().fold(0, |mask, region| mask | region.region_bit()),
                    slots: group.slots.iter().copied().collect(),
                    per_slot: per_slot as u8,
                });
            }
        }
        if let Some(region) = Location::regions(map.populated & !placed).next() {
            let found = format!("no marker for {}", map.id(region));
            return Err(figures.error(&parent, found, "one for every region with a population symbol"));
        }
        // The FLN places first, as in every phase (ruling I-91).
        by_choice.sort_by_key(|choice| choice.side);
        scenario.markers = by_choice.into_iter().take(4).collect();
        Ok(())
    }

    /// How many markers each slot of a group gets.
    fn slots(&self, at: &Keys, group: &RawMarkers, regions: usize) -> Result<usize> {
        let figures = self.figures;
        let count = group.slots.len();
        if count == 0 || count > 8 {
            return Err(figures.error(&at.key("slots"), format!("{count} slots"), "from 1 to 8"));
        }
        for (index, slot) in group.slots.iter().enumerate() {
            let key = format!("{}.{index}", at.key("slots"));
            within(figures, &key, *slot, 0..=self.rules.track.population)?;
        }
        match group.per_slot.map(usize::from) {
            None if count == 1 && group.placed_by.is_none() => Ok(regions.max(1)),
            None => Err(figures.error(&at.key("per_slot"), "nothing", "how many markers each slot gets")),
            Some(per_slot) if per_slot * count == regions && per_slot > 0 => Ok(per_slot),
            Some(per_slot) => {
                let expected = format!("a number that places {regions} markers on {count} slots");
                Err(figures.error(&at.key("per_slot"), per_slot, expected))
            }
        }
    }

    fn resettled(&self, scenario: &mut Scenario) -> Result<()> {
        let Self { figures, rules, key, raw } = self;
        let at = Keys::new(key.own(), "resettled");
        for (id, steps) in &raw.resettled {
            let major = |region: &Location| rules.map.major_cities & region.region_bit() != 0;
            let region = rules.map.find(id).filter(|region| region.is_populated() && !major(region));
            let Some(region) = region else {
                let expected = "the id of a populated region that is no major city";
                return Err(figures.error(&at.key(id), id, expected));
            };
            at.within(figures, id, *steps, 1..=2)?;
            scenario.resettled[region.index()] = *steps;
        }
        if raw.resettled.len() > usize::from(rules.resettlement_markers) {
            let found = format!("{} regions", raw.resettled.len());
            let expected = format!("at most {}: the markers there are", rules.resettlement_markers);
            return Err(figures.error(at.own(), found, expected));
        }
        Ok(())
    }

    fn chits(&self, scenario: &mut Scenario) -> Result<()> {
        let Self { figures, rules, key, raw } = self;
        let chits = |name: &str, ids: &[String]| -> Result<Chits> {
            ids.iter().enumerate().try_fold(0, |mask, (index, id)| {
                match rules.chits.iter().position(|row| row.id == *id) {
                    Some(chit) => Ok(mask | Chit(chit as u8).bit()),
                    None => Err(figures.error(&format!("{}.{index}", key.key(name)), id, "the id of a chit")),
                }
            })
        };
        let extra = chits("extra_chits", &raw.extra_chits)?;
        scenario.active = chits("active_chits", &raw.active_chits)?;
        let first = year(figures, rules.calendar, &key.key("cup_first_year"), raw.cup_first_year)?;
        // Earlier ones that are neither listed for the cups nor in effect are out of the game (ruling I-27).
        let all = rules.chits.iter().enumerate().filter(|(_, row)| row.first >= first);
        let cup = all.fold(extra, |mask, (index, _)| mask | 1 << index);
        for chit in Chit::each(scenario.active) {
            let row = rules.chit(chit);
            if !row.lasting || cup & chit.bit() != 0 {
                let found = &row.id;
                let expected = "lasting chits that are in no cup";
                return Err(figures.error(&key.key("active_chits"), found, expected));
            }
            for op in &row.ops {
                match *op {
                    Op::Independence(countries) => scenario.independent |= countries,
                    Op::Enable(flag) => scenario.flags |= 1 << flag.index(),
                    Op::LastingPoints { side, points } => {
                        let lasting = &mut scenario.lasting_points[side];
                        *lasting = lasting.saturating_add(points);
                    }
                    _ => {}
                }
            }
        }
        let need = u32::from(raw.chosen) + u32::from(raw.drawn) + u32::from(raw.on_track);
        for side in Side::ALL {
            scenario.cup[side] = cup & rules.set[side];
            let count = scenario.cup[side].count_ones();
            if count < need {
                let found = format!("{count} chits in the cup of {}", side.name());
                return Err(figures.error(key.own(), found, format!("{need} at least, for the set-up")));
            }
        }
        Ok(())
    }

    fn faileks(&self, scenario: &mut Scenario) -> Result<()> {
        let Self { figures, rules, key, raw } = self;
        let parent = key.key("faileks");
        let mut used = [0_u16; Failek::ALL.len()];
        for (id, here) in &raw.faileks {
            let at = Keys::new(&parent, id);
            let Some(location) = self.open_location(scenario, id) else {
                return Err(figures.error(
                    at.own(),
                    id,
                    "a region, town, city or country, or an active site",
                ));
            };
            let counts = [here.moussebiline, here.moudjahidine, here.commando];
            scenario.faileks[location.index()] = counts;
            for (used, count) in used.iter_mut().zip(counts) {
                *used += u16::from(count);
            }
            if location.is_country() {
                continue;
            }
            let total: u16 = counts.iter().map(|count| u16::from(*count)).sum();
            let limit = self.failek_limit(scenario, location);
            if total > limit {
                let expected = format!("at most {limit}: the stacking or supply limit");
                return Err(figures.error(at.own(), format!("{total} faileks"), expected));
            }
        }
        for (failek, used) in Failek::ALL.iter().zip(used) {
            let count = rules.faileks[failek.index()].count;
            if used > u16::from(count) {
                let found = format!("{used} {failek}s");
                return Err(figures.error(&parent, found, format!("at most {count}, the counter mix")));
            }
        }
        Ok(())
    }

    /// How many faileks a location of Algeria supports (rulebook H, 3.2).
    fn failek_limit(&self, scenario: &Scenario, location: Location) -> u16 {
        let rules = self.rules;
        let stack = rules.stacking[rules.map.kind[location.index()].index()];
        if !stack.by_supply {
            return u16::from(stack.faileks);
        }
        let index = location.index();
        let base = rules.supply.base[usize::from(scenario.resettled[index])];
        let low = if scenario.slot[index] <= rules.track.fln_side { rules.supply.low_marker } else { 0 };
        u16::from(base) + u16::from(rules.map.population[index]) + u16::from(low)
    }

    /// A location that counters may be set up in: no resource site before it is active (ruling I-58).
    fn open_location(&self, scenario: &Scenario, id: &str) -> Option<Location> {
        let oil = scenario.flags & 1 << Flag::Oil.index() != 0;
        let map = &self.rules.map;
        map.find(id).filter(|location| oil || map.sites & location.bit() == 0)
    }

    fn french(&self, scenario: &mut Scenario) -> Result<()> {
        let Self { figures, rules, key, raw } = self;
        let parent = Keys::new(key.own(), "french");
        let mut stacked = [0_u8; Location::COUNT];
        for (id, place) in &raw.french {
            let at = parent.key(id);
            let Some(index) = rules.units.iter().position(|unit| unit.id == *id) else {
                return Err(figures.error(&at, "a key that is not known", "the id of a unit"));
            };
            let location = self.open_location(scenario, place).filter(|location| location.in_algeria());
            let Some(location) = location else {
                let expected = "a region, town or city of Algeria, or an active site";
                return Err(figures.error(&at, place, expected));
            };
            let class = &rules.classes[rules.units[index].class.index()];
            if class.bellounis && rules.map.bellounis & location.bit() == 0 {
                let expected = "the wilaya of Bellounis' men or a town that touches it";
                return Err(figures.error(&at, place, expected));
            }
            scenario.units[index] = location;
            let limit = rules.stacking[rules.map.kind[location.index()].index()].french;
            stacked[location.index()] += 1;
            if limit != Stack::NONE && stacked[location.index()] > limit {
                let found = format!("{} units in {place}", stacked[location.index()]);
                return Err(figures.error(&at, found, format!("at most {limit}: the stacking limit")));
            }
        }
        for (index, unit) in rules.units.iter().enumerate() {
            let wanted = raw.places_units || unit.arrival == Arrival::Start;
            let placed = scenario.units[index] != Location::NONE;
            if wanted != placed {
                let (found, expected) = if wanted {
                    ("nothing", "where the unit stands")
                } else {
                    ("a unit that comes later", "units that start on the map")
                };
                return Err(figures.error(&parent.key(&unit.id), found, expected));
            }
        }
        self.reduced(scenario)
    }

    fn reduced(&self, scenario: &mut Scenario) -> Result<()> {
        let Self { figures, rules, key, raw } = self;
        let fits = |unit: &Unit| rules.classes[rules.class(*unit).index()].quality[0] == raw.weakened_quality;
        for (index, id) in raw.reduced.iter().enumerate() {
            let at = format!("{}.{index}", key.key("reduced"));
            let unit = rules.units.iter().position(|unit| unit.id == *id).map(|index| Unit(index as u8));
            match unit.filter(fits) {
                Some(unit) if scenario.reduced & unit.bit() == 0 => scenario.reduced |= unit.bit(),
                _ => {
                    let expected = format!("the id of a unit of quality {}, once", raw.weakened_quality);
                    return Err(figures.error(&at, id, expected));
                }
            }
        }
        if scenario.reduced.count_ones() != u32::from(raw.weakened) {
            let found = format!("{} units", scenario.reduced.count_ones());
            return Err(figures.error(&key.key("reduced"), found, format!("{}: weakened", raw.weakened)));
        }
        if raw.weakened > 0 && !raw.places_units {
            let expected = "0, unless France places its units";
            return Err(figures.error(&key.key("weakened"), raw.weakened, expected));
        }
        Ok(())
    }
}
