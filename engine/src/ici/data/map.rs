//! The map: regions, places, countries, what borders what.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::check::{Keys, Result, check_ids};
use super::words::RegionKind;
use crate::data::Figures;
use crate::ici::rules::{Map, NETS};
use crate::ici::types::{
    COUNTRIES, Kind, Location, Mask, PLACES, POPULATED, REGIONS, Regions, Resource, Terrain, WILAYAS,
};

/// The ids that the rules speak of: the countries, in the order of their numbers.
const COUNTRY_IDS: [&str; COUNTRIES] = ["tunisia", "morocco", "west-africa"];
/// The Sahara is the last wilaya (rulebook A).
const SAHARA: u8 = WILAYAS as u8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Population {
    total: u16,
    regions: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wilaya {
    #[serde(rename = "name")]
    _name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Region {
    name: String,
    kind: RegionKind,
    wilaya: u8,
    terrain: Terrain,
    population: u8,
    harbour: bool,
    borders: Vec<String>,
    roads: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    name: String,
    kind: Kind,
    resource: Option<Resource>,
    touches: Vec<String>,
    harbour: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Country {
    name: String,
    population: u8,
    borders: Vec<String>,
    trails: Vec<String>,
    roads: Vec<String>,
    morice: bool,
}

/// The map as it is read, ids in the order of their numbers.
struct Raw<'a> {
    figures: &'a Figures,
    regions: Vec<(String, Region)>,
    places: Vec<(String, Place)>,
    countries: Vec<(String, Country)>,
}

/// Reads the map. Bellounis' area is filled in later, from the units.
///
/// # Errors
/// The first figure that cannot be.
pub(super) fn read(figures: &Figures, majority: u8) -> Result<Map> {
    let raw = Raw::read(figures)?;
    let mut map = raw.frame();
    raw.check_regions(majority)?;
    raw.borders(&mut map)?;
    raw.places(&mut map)?;
    raw.countries(&mut map)?;
    raw.check_net(&map)?;
    map.link();
    Ok(map)
}

impl<'a> Raw<'a> {
    fn read(figures: &'a Figures) -> Result<Self> {
        let wilayas: BTreeMap<String, Wilaya> = figures.read("wilaya")?;
        let wanted: Vec<String> = (1..=WILAYAS).map(|number| number.to_string()).collect();
        if !wilayas.keys().eq(wanted.iter()) {
            let found: Vec<&str> = wilayas.keys().map(String::as_str).collect();
            return Err(figures.error("wilaya", found.join(", "), format!("wilayas 1 to {WILAYAS}")));
        }
        let regions: BTreeMap<String, Region> = figures.read("region")?;
        check_ids(figures, "region", regions.keys(), REGIONS)?;
        let places: BTreeMap<String, Place> = figures.read("place")?;
        check_ids(figures, "place", places.keys(), PLACES)?;
        let mut countries: BTreeMap<String, Country> = figures.read("country")?;
        let found = countries.keys().cloned().collect::<Vec<_>>().join(", ");
        let mut sorted = Vec::with_capacity(COUNTRIES);
        for id in COUNTRY_IDS {
            sorted.extend(countries.remove_entry(id));
        }
        if sorted.len() != COUNTRIES || !countries.is_empty() {
            let expected = format!("the countries {}", COUNTRY_IDS.join(", "));
            return Err(figures.error("country", found, expected));
        }
        for id in places.keys() {
            if regions.contains_key(id) || COUNTRY_IDS.contains(&id.as_str()) {
                let key = Keys::of("place", id);
                return Err(figures.error(&key, "the id of a region or country", "an id of its own"));
            }
        }
        if let Some(id) = COUNTRY_IDS.iter().find(|id| regions.contains_key(**id)) {
            return Err(figures.error(&Keys::of("region", id), "the id of a country", "an id of its own"));
        }
        // Those with a symbol come first; within each kind the order of ids, that of a referendum (ruling I-34).
        let mut regions: Vec<(String, Region)> = regions.into_iter().collect();
        regions.sort_by_key(|(_, region)| region.population == 0);
        Ok(Self { figures, regions, places: places.into_iter().collect(), countries: sorted })
    }

    /// The map without its borders.
    fn frame(&self) -> Map {
        let mut ids = vec![String::new(); Location::COUNT];
        let mut names = ids.clone();
        let mut put = |location: Location, id: &str, name: &str| {
            id.clone_into(&mut ids[location.index()]);
            name.clone_into(&mut names[location.index()]);
        };
        let mut map = Map {
            ids: Vec::new(),
            names: Vec::new(),
            regions: self.regions.len() as u8,
            places: self.places.len() as u8,
            algeria: 0,
            kind: [Kind::Region; Location::COUNT],
            populated: 0,
            major_cities: 0,
            sahara: 0,
            cities: 0,
            towns: 0,
            sites: 0,
            harbours: 0,
            population: [0; REGIONS],
            country_population: [0; COUNTRIES],
            terrain: [Terrain::Sahara; REGIONS],
            wilaya_of: [SAHARA - 1; REGIONS],
            wilaya: [0; WILAYAS],
            borders: [0; REGIONS],
            roads: [0; REGIONS],
            touches: [0; PLACES],
            places_at: [0; REGIONS],
            wilaya_places: [0; WILAYAS],
            country_exits: [0; COUNTRIES],
            country_roads: [0; COUNTRIES],
            road_links: [0; Location::COUNT],
            nets: [[0; REGIONS]; NETS],
            one_net: false,
            inner_borders: [0; REGIONS],
            near: [0; WILAYAS],
            outer_borders: [0; REGIONS],
            open_exits: 0,
            exits: 0,
            morice_countries: 0,
            bellounis: 0,
            bellounis_regions: 0,
        };
        for (index, (id, region)) in self.regions.iter().enumerate() {
            let at = Location(index as u8);
            put(at, id, &region.name);
            map.algeria |= at.bit();
            map.population[index] = region.population;
            map.terrain[index] = region.terrain;
            map.wilaya_of[index] = region.wilaya.saturating_sub(1);
            if let Some(wilaya) = map.wilaya.get_mut(usize::from(map.wilaya_of[index])) {
                *wilaya |= at.region_bit();
            }
            map.kind[index] = match (region.kind, region.population) {
                (RegionKind::MajorCity, _) => Kind::MajorCity,
                (RegionKind::Region, 0) => Kind::Sahara,
                (RegionKind::Region, _) => Kind::Region,
            };
            match map.kind[index] {
                Kind::MajorCity => map.major_cities |= at.region_bit(),
                Kind::Sahara => map.sahara |= at.region_bit(),
                _ => {}
            }
            if region.population > 0 {
                map.populated |= at.region_bit();
            }
            if region.harbour {
                map.harbours |= at.bit();
            }
        }
        for (index, (id, place)) in self.places.iter().enumerate() {
            let at = Location::place(index as u8);
            put(at, id, &place.name);
            map.algeria |= at.bit();
            map.kind[at.index()] = place.kind;
            match place.kind {
                Kind::City => map.cities |= at.bit(),
                Kind::Town => map.towns |= at.bit(),
                _ => map.sites |= at.bit(),
            }
            if place.harbour {
                map.harbours |= at.bit();
            }
        }
        for (index, (id, country)) in self.countries.iter().enumerate() {
            let at = Location::country(index as u8);
            put(at, id, &country.name);
            map.kind[at.index()] = Kind::Country;
            map.country_population[index] = country.population;
            map.morice_countries |= u8::from(country.morice) << index;
        }
        map.ids = ids;
        map.names = names;
        map
    }

    fn check_regions(&self, majority: u8) -> Result<()> {
        let figures = self.figures;
        for (id, region) in &self.regions {
            let key = Keys::new("region", id);
            key.within(figures, "wilaya", region.wilaya, 1..=SAHARA)?;
            key.within(figures, "population", region.population, 0..=3)?;
            let sahara = region.wilaya == SAHARA;
            if (region.population == 0) != sahara {
                let expected = if sahara { "0 in the Sahara" } else { "1 to 3 outside the Sahara" };
                return Err(figures.error(&key.key("population"), region.population, expected));
            }
            if (region.terrain == Terrain::Sahara) != sahara {
                let expected =
                    if sahara { "sahara in the last wilaya" } else { "another terrain outside the Sahara" };
                return Err(figures.error(&key.key("terrain"), region.terrain, expected));
            }
            if region.harbour && region.kind != RegionKind::MajorCity {
                return Err(figures.error(&key.key("harbour"), true, "false: only cities are harbours"));
            }
            if sahara && region.kind == RegionKind::MajorCity {
                return Err(figures.error(&key.key("kind"), region.kind, "region in the Sahara"));
            }
            let digit = id.as_bytes().first().copied().unwrap_or_default();
            if region.kind == RegionKind::Region && digit != b'0' + region.wilaya {
                let expected = format!("the first digit of {id}");
                return Err(figures.error(&key.key("wilaya"), region.wilaya, expected));
            }
        }
        let Population { total, regions } = figures.read("population")?;
        let populated = self.regions.iter().filter(|(_, region)| region.population > 0).count();
        if regions != POPULATED {
            return Err(figures.error("population.regions", regions, POPULATED));
        }
        if populated != regions {
            let expected = format!("{regions} of them with a population symbol");
            return Err(figures.error("region", format!("{populated} regions with one"), expected));
        }
        let sum: u16 = self.regions.iter().map(|(_, region)| u16::from(region.population)).sum();
        if sum != total {
            return Err(figures.error("population.total", total, format!("the sum of the symbols, {sum}")));
        }
        if majority == 0 || total >= 2 * u16::from(majority) {
            let expected = format!("more than half of the {total} votes of all regions");
            return Err(figures.error("referendum.majority", majority, expected));
        }
        Ok(())
    }

    fn region(&self, id: &str) -> Option<Location> {
        self.regions.iter().position(|(one, _)| one == id).map(|index| Location(index as u8))
    }

    /// The regions of a list, which are all known and named once.
    fn list(&self, key: &str, list: &[String]) -> Result<Regions> {
        let mut out = 0;
        for (index, id) in list.iter().enumerate() {
            let at = || format!("{key}.{index}");
            let region =
                self.region(id).ok_or_else(|| self.figures.error(&at(), id, "the id of a region"))?;
            if out & region.region_bit() != 0 {
                return Err(self.figures.error(&at(), id, "each region once"));
            }
            out |= region.region_bit();
        }
        Ok(out)
    }

    fn borders(&self, map: &mut Map) -> Result<()> {
        let figures = self.figures;
        for (index, (id, region)) in self.regions.iter().enumerate() {
            let key = Keys::new("region", id);
            map.borders[index] = self.list(&key.key("borders"), &region.borders)?;
            map.roads[index] = self.list(&key.key("roads"), &region.roads)?;
            if map.borders[index] == 0 {
                return Err(figures.error(&key.key("borders"), "no region", "one at least"));
            }
            if map.borders[index] & 1 << index != 0 {
                return Err(figures.error(&key.key("borders"), id, "other regions only"));
            }
            if let Some(road) = Location::regions(map.roads[index] & !map.borders[index]).next() {
                let found = &map.ids[road.index()];
                return Err(figures.error(&key.key("roads"), found, "regions named under borders"));
            }
        }
        for (what, lists) in [("borders", &map.borders), ("roads", &map.roads)] {
            for (index, (id, _)) in self.regions.iter().enumerate() {
                for other in Location::regions(lists[index]) {
                    if lists[other.index()] & 1 << index == 0 {
                        let there = Keys::new("region", &map.ids[other.index()]).key(what);
                        let expected = format!("{id} in {there} too: {what} are named on both sides");
                        let key = Keys::new("region", id).key(what);
                        return Err(figures.error(&key, &map.ids[other.index()], expected));
                    }
                }
            }
        }
        Ok(())
    }

    fn places(&self, map: &mut Map) -> Result<()> {
        let figures = self.figures;
        for (index, (id, place)) in self.places.iter().enumerate() {
            let key = Keys::new("place", id);
            if !matches!(place.kind, Kind::City | Kind::Town | Kind::Site) {
                let expected = "one of city, town, resource-site";
                return Err(figures.error(&key.key("kind"), place.kind, expected));
            }
            if place.harbour && place.kind != Kind::City {
                return Err(figures.error(&key.key("harbour"), true, "false: only cities are harbours"));
            }
            if place.resource.is_some() != (place.kind == Kind::Site) {
                let found = place.resource.map_or("nothing", Resource::word);
                let expected = "coal, gas or oil at a resource site, nothing elsewhere";
                return Err(figures.error(&key.key("resource"), found, expected));
            }
            let touches = self.list(&key.key("touches"), &place.touches)?;
            if touches == 0 {
                return Err(figures.error(&key.key("touches"), "no region", "one at least"));
            }
            if touches.count_ones() > 1
                && !Location::regions(touches).any(|one| map.borders[one.index()] & touches != 0)
            {
                let found = place.touches.join(", ");
                return Err(figures.error(&key.key("touches"), found, "regions that border each other"));
            }
            map.touches[index] = touches;
            let bit = Location::place(index as u8).bit();
            for region in Location::regions(touches) {
                map.places_at[region.index()] |= bit;
                map.wilaya_places[usize::from(map.wilaya_of[region.index()])] |= bit;
            }
        }
        for resource in Resource::ALL {
            if !self.places.iter().any(|(_, place)| place.resource == Some(*resource)) {
                return Err(figures.error("place", format!("no {resource} site"), "coal, gas and oil sites"));
            }
        }
        let harbours = map.harbours.count_ones();
        if harbours < 2 {
            return Err(figures.error("place", format!("{harbours} harbours"), "two harbours at least"));
        }
        Ok(())
    }

    fn countries(&self, map: &mut Map) -> Result<()> {
        let figures = self.figures;
        for (index, (id, country)) in self.countries.iter().enumerate() {
            let key = Keys::new("country", id);
            key.within(figures, "population", country.population, 1..=3)?;
            let borders = self.list(&key.key("borders"), &country.borders)?;
            let trails = self.list(&key.key("trails"), &country.trails)?;
            let roads = self.list(&key.key("roads"), &country.roads)?;
            let only_trails = Location::country(index as u8) == Location::WEST_AFRICA;
            if only_trails != (borders == 0) || only_trails == (trails == 0) {
                let (list, expected) = if only_trails {
                    ("trails", "trails from West Africa, and no borders")
                } else {
                    ("borders", "borders, and trails from West Africa only")
                };
                let found = format!("{} borders and {} trails", borders.count_ones(), trails.count_ones());
                return Err(figures.error(&key.key(list), found, expected));
            }
            if trails & !map.sahara != 0 {
                let found = country.trails.join(", ");
                return Err(figures.error(&key.key("trails"), found, "regions of the Sahara only"));
            }
            if roads & !borders != 0 {
                let found = country.roads.join(", ");
                return Err(figures.error(&key.key("roads"), found, "regions named under borders"));
            }
            map.country_exits[index] = borders | trails;
            map.country_roads[index] = roads;
        }
        Ok(())
    }

    /// Regions hang together, so do those of each wilaya, and the roads lead everywhere (rulebook B).
    fn check_net(&self, map: &Map) -> Result<()> {
        let figures = self.figures;
        let all: Regions = ((1_u64 << map.regions) - 1) as Regions;
        let spread = |within: Regions, links: &dyn Fn(Location) -> Regions| -> Regions {
            let mut seen = within & within.wrapping_neg();
            loop {
                let more = Location::regions(seen).fold(seen, |more, at| more | links(at) & within);
                if more == seen {
                    return within & !seen;
                }
                seen = more;
            }
        };
        let outside = |left: Regions, expected: &str, list: &str| {
            let id = Location::regions(left).next().map_or("", |at| map.ids[at.index()].as_str());
            Err(figures.error(&Keys::new("region", id).key(list), "no way to the others", expected))
        };
        let left = spread(all, &|at| map.borders[at.index()]);
        if left != 0 {
            return outside(left, "all regions connected", "borders");
        }
        for (number, regions) in map.wilaya.iter().enumerate() {
            let left = spread(*regions, &|at| map.borders[at.index()]);
            if left != 0 {
                return outside(left, &format!("wilaya {} connected inside itself", number + 1), "borders");
            }
        }
        let road = |at: Location| -> Regions {
            let places: Mask = map.places_at[at.index()];
            Location::each(places)
                .fold(map.roads[at.index()], |regions, place| regions | map.touches[place.place_index()])
        };
        let left = spread(all, &road);
        if left != 0 { outside(left, "a road net that connects every region", "roads") } else { Ok(()) }
    }
}
