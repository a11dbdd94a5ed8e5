//! Set-ups: the markers, faileks, French units and chits at the start.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use serde::Deserialize;

use super::scales::{find, year};
use crate::data::{Figures, Key, Result};
use crate::ici::rules::{MarkerChoice, Op, Rules, Scenario};
use crate::ici::types::{
    Arrival, Chit, Chits, Failek, Flag, Level, Location, POPULATED, REGIONS, Regions, Season, UNITS, Unit,
};
use crate::side::{BySide, Side};

#[derive(Deserialize)]
struct RawSetup {
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
    extra_chits: Vec<String>,
    active_chits: Vec<String>,
    places_units: bool,
    weakened: u8,
    weakened_quality: u8,
    #[serde(default)]
    reduced: Vec<String>,
    marker: BTreeMap<String, RawMarkers>,
    french: BTreeMap<String, String>,
    #[serde(default)]
    resettled: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
struct RawMarkers {
    regions: Option<Vec<String>>,
    population: Option<u8>,
    level: Level,
    slots: Vec<u8>,
    per_slot: Option<u8>,
    placed_by: Option<Side>,
}

/// The ids of the scenarios, in order.
pub(super) fn scenarios(figures: &Figures) -> Vec<String> {
    let mut names = figures.names("setup");
    names.sort_unstable();
    names
}

/// Reads the set-up of one scenario, after the rest of the rules.
///
/// # Errors
/// The first invalid figure.
pub(super) fn read(figures: &Figures, rules: &Rules, crises: &[String], id: &str) -> Result<Scenario> {
    let key = figures.at("setup").to(id);
    let raw: RawSetup = key.read()?;
    let reader = Reader { figures, rules, key: &key, raw: &raw };
    let mut scenario = reader.tracks(id, crises)?;
    reader.markers(&mut scenario)?;
    reader.resettled(&mut scenario)?;
    reader.chits(&mut scenario)?;
    reader.faileks(&mut scenario)?;
    reader.french(&mut scenario)?;
    Ok(scenario)
}

/// An empty scenario.
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
    key: &'a Key<'a>,
    raw: &'a RawSetup,
}

impl Reader<'_> {
    fn tracks(&self, id: &str, crises: &[String]) -> Result<Scenario> {
        let Self { rules, key, raw, .. } = self;
        let track = &rules.track;
        key.to("french_public").within(raw.french_public, &(1..=track.support.into()))?;
        key.to("fln_marker").within(raw.fln_marker, &(0..=track.support.into()))?;
        key.to("density").within(raw.density, &(0..=track.density.into()))?;
        let turn = year(&key.to("year"), rules.calendar)? * Season::ALL.len() as u8 + raw.season as u8;
        let fits = turn <= rules.calendar.last_turn;
        key.to("season").ensure(fits, raw.season, "a season before the last referendum")?;
        let slots = &rules.pied_noirs[..rules.pied_noirs.len() - 1];
        let pied_noirs = find(&key.to("pied_noirs"), &raw.pied_noirs, slots)?;
        let crisis = find(&key.to("crisis"), &raw.crisis, &crises[..crises.len() - 1])?;
        Ok(Scenario {
            turn,
            french_public: raw.french_public,
            fln_marker: raw.fln_marker,
            pied_noirs,
            crisis,
            points_cap: rules.crises[..=usize::from(crisis)].iter().rev().find_map(|row| row.points_cap),
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

    /// Gives every populated region one marker: from the group that names it, or else from that of its symbol.
    fn markers(&self, scenario: &mut Scenario) -> Result<()> {
        let Self { rules, key, raw, .. } = self;
        let map = &rules.map;
        let parent = key.to("marker");
        let mut placed: Regions = 0;
        let mut by_choice = Vec::new();
        let named = raw.marker.iter().filter(|(_, group)| group.regions.is_some());
        let by_symbol = raw.marker.iter().filter(|(_, group)| group.regions.is_none());
        for (id, group) in named.chain(by_symbol) {
            let at = parent.to(id);
            let regions = match (&group.regions, group.population) {
                (Some(ids), None) => {
                    let region = |id: &str| map.find(id).filter(|region| region.is_populated());
                    let words = ["the id of a region with a population symbol", "each region in one group"];
                    let regions = at.to("regions").ids(ids, words, region)?;
                    for (index, region) in regions.iter().enumerate() {
                        let free = placed & region.region_bit() == 0;
                        at.to("regions").to(index).ensure(free, map.id(*region), words[1])?;
                    }
                    regions
                }
                (None, Some(population)) => Location::regions(map.populated & !placed)
                    .filter(|region| map.population[region.index()] == population)
                    .collect(),
                (named, _) => {
                    let found = if named.is_some() { "both" } else { "neither" };
                    return Err(at.error(found, "either regions or population"));
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
            let found = format_args!("no marker for {}", map.id(region));
            return Err(parent.error(found, "one for every region with a population symbol"));
        }
        // The FLN places first, as in every phase (ruling I-91).
        by_choice.sort_by_key(|choice| choice.side);
        scenario.markers = by_choice.into_iter().take(4).collect();
        Ok(())
    }

    /// The number of markers for each slot of a group.
    fn slots(&self, at: &Key<'_>, group: &RawMarkers, regions: usize) -> Result<usize> {
        let (count, slots) = (group.slots.len(), at.to("slots"));
        slots.ensure((1..=8).contains(&count), format_args!("{count} slots"), "from 1 to 8")?;
        for (index, slot) in group.slots.iter().enumerate() {
            slots.to(index).within(*slot, &(0..=self.rules.track.population.into()))?;
        }
        let key = at.to("per_slot");
        let Some(per_slot) = group.per_slot.map(usize::from) else {
            let one = count == 1 && group.placed_by.is_none();
            return key.ensure(one, "nothing", "how many markers each slot gets").map(|()| regions.max(1));
        };
        let expected = format_args!("a number that distributes {regions} markers over {count} slots");
        key.ensure(per_slot * count == regions && per_slot > 0, per_slot, expected)?;
        Ok(per_slot)
    }

    fn resettled(&self, scenario: &mut Scenario) -> Result<()> {
        let (map, raw, key) = (&self.rules.map, &self.raw.resettled, self.key.to("resettled"));
        for (id, steps) in raw {
            let minor =
                |region: &Location| region.is_populated() && map.major_cities & region.region_bit() == 0;
            let expected = "the id of a populated region that is not a major city";
            let region = map.find(id).filter(minor).ok_or_else(|| key.to(id).error(id, expected))?;
            scenario.resettled[region.index()] = *steps;
        }
        let most = self.rules.resettlement_markers;
        let expected = format_args!("at most {most}, the number of markers");
        key.ensure(raw.len() <= most.into(), format_args!("{} regions", raw.len()), expected)
    }

    fn chits(&self, scenario: &mut Scenario) -> Result<()> {
        let Self { rules, key, raw, .. } = self;
        let chits = |name: &str, ids: &[String]| -> Result<Chits> {
            let chit = |id: &str| rules.chits.iter().position(|row| row.id == id);
            let chits = key.to(name).ids(ids, ["the id of a chit", "each chit once"], chit)?;
            Ok(chits.iter().fold(0, |mask, chit| mask | 1 << chit))
        };
        let extra = chits("extra_chits", &raw.extra_chits)?;
        scenario.active = chits("active_chits", &raw.active_chits)?;
        let first = year(&key.to("cup_first_year"), rules.calendar)?;
        // Earlier ones that are neither listed for the cups nor in effect are out of the game (ruling I-27).
        let all = rules.chits.iter().enumerate().filter(|(_, row)| row.first >= first);
        let cup = all.fold(extra, |mask, (index, _)| mask | 1 << index);
        for chit in Chit::each(scenario.active) {
            let row = rules.chit(chit);
            let fits = row.lasting && cup & chit.bit() == 0;
            key.to("active_chits").ensure(fits, &row.id, "lasting chits that are in no cup")?;
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
        let need = u32::from(raw.chosen + raw.drawn + raw.on_track);
        for side in Side::ALL {
            scenario.cup[side] = cup & rules.set[side];
            let count = scenario.cup[side].count_ones();
            let found = format_args!("{count} chits in the cup of {}", side.name());
            key.ensure(count >= need, found, format_args!("at least {need}, for the set-up"))?;
        }
        Ok(())
    }

    fn faileks(&self, scenario: &mut Scenario) -> Result<()> {
        let Self { figures, rules, .. } = self;
        let parent = self.key.to("faileks");
        let mut used = [0_u16; Failek::ALL.len()];
        for id in figures.names(&parent.to_string()) {
            let at = parent.to(&id);
            let expected = "a region, town, city or country, or an active site";
            let location = self.open_location(scenario, &id).ok_or_else(|| at.error(&id, expected))?;
            let counts: [u8; Failek::ALL.len()] = at.each(Failek::ALL)?;
            scenario.faileks[location.index()] = counts;
            for (used, count) in used.iter_mut().zip(counts) {
                *used += u16::from(count);
            }
            if location.is_country() {
                continue;
            }
            let total: u16 = counts.iter().map(|count| u16::from(*count)).sum();
            let limit = self.failek_limit(scenario, location);
            let expected = format_args!("at most {limit}: the stacking or supply limit");
            at.ensure(total <= limit, format_args!("{total} faileks"), expected)?;
        }
        for (failek, used) in Failek::ALL.iter().zip(used) {
            let count = rules.faileks[failek.index()].count;
            let expected = format_args!("at most {count}, the counter mix");
            parent.ensure(used <= count.into(), format_args!("{used} {failek}s"), expected)?;
        }
        Ok(())
    }

    /// The number of faileks that a location of Algeria supports (rulebook H, 3.2).
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

    /// A location where counters may be set up: not a resource site before it is active (ruling I-58).
    fn open_location(&self, scenario: &Scenario, id: &str) -> Option<Location> {
        let oil = scenario.flags & 1 << Flag::Oil.index() != 0;
        let map = &self.rules.map;
        map.find(id).filter(|location| oil || map.sites & location.bit() == 0)
    }

    fn french(&self, scenario: &mut Scenario) -> Result<()> {
        let Self { rules, key, raw, .. } = self;
        let parent = key.to("french");
        let mut stacked = [0_u8; Location::COUNT];
        for (id, place) in &raw.french {
            let at = parent.to(id);
            let unit = self.unit(id).ok_or_else(|| at.error(id, "the id of a unit"))?;
            let location = self.open_location(scenario, place).filter(|location| location.in_algeria());
            let expected = "a region, town or city of Algeria, or an active site";
            let location = location.ok_or_else(|| at.error(place, expected))?;
            let bellounis = rules.classes[rules.class(unit).index()].bellounis;
            let fits = !bellounis || rules.map.bellounis & location.bit() != 0;
            at.ensure(fits, place, "the wilaya of Bellounis' men or a town that touches it")?;
            scenario.units[unit.index()] = location;
            // `Stack::NONE` is more than all units.
            let limit = rules.stacking[rules.map.kind[location.index()].index()].french;
            let count = &mut stacked[location.index()];
            *count += 1;
            let expected = format_args!("at most {limit}: the stacking limit");
            at.ensure(*count <= limit, format_args!("{count} units in {place}"), expected)?;
        }
        for (unit, location) in rules.units.iter().zip(scenario.units) {
            let wanted = raw.places_units || unit.arrival == Arrival::Start;
            let (found, expected) = if wanted {
                ("nothing", "where the unit stands")
            } else {
                ("a unit that comes later", "units that start on the map")
            };
            parent.to(&unit.id).ensure(wanted == (location != Location::NONE), found, expected)?;
        }
        self.reduced(scenario)
    }

    /// The unit with an id.
    fn unit(&self, id: &str) -> Option<Unit> {
        self.rules.units.iter().position(|unit| unit.id == id).map(|index| Unit(index as u8))
    }

    fn reduced(&self, scenario: &mut Scenario) -> Result<()> {
        let Self { rules, raw, .. } = self;
        let key = self.key.to("reduced");
        let fits = |unit: &Unit| rules.classes[rules.class(*unit).index()].quality[0] == raw.weakened_quality;
        let expected = format!("the id of a unit of quality {}, once", raw.weakened_quality);
        let units = key.ids(&raw.reduced, [&expected; 2], |id| self.unit(id).filter(fits))?;
        scenario.reduced = units.iter().fold(0, |all, unit| all | unit.bit());
        let found = format_args!("{} units", units.len());
        key.ensure(
            units.len() == usize::from(raw.weakened),
            found,
            format_args!("{}: weakened", raw.weakened),
        )?;
        let fits = raw.weakened == 0 || raw.places_units;
        self.key.to("weakened").ensure(fits, raw.weakened, "0, unless France places its units")
    }
}
