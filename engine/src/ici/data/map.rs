//! The map: regions, places, countries, and their borders.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::words::RegionKind;
use crate::data::{Figures, Key, Result};
use crate::ici::rules::{Map, NETS};
use crate::ici::types::{
    COUNTRIES, Kind, Location, Mask, PLACES, POPULATED, REGIONS, Regions, Resource, Terrain, WILAYAS,
};

/// The ids that the rules refer to: the countries, in the order of their numbers.
const COUNTRY_IDS: [&str; COUNTRIES] = ["tunisia", "morocco", "west-africa"];
/// The Sahara is the last wilaya (rulebook A).
const SAHARA: u8 = WILAYAS as u8;

#[derive(Deserialize)]
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
struct Place {
    name: String,
    kind: Kind,
    resource: Option<Resource>,
    touches: Vec<String>,
    harbour: bool,
}

#[derive(Deserialize)]
struct Country {
    name: String,
    population: u8,
    borders: Vec<String>,
    trails: Vec<String>,
    roads: Vec<String>,
    morice: bool,
}

/// The map as read, with ids in the order of their numbers.
struct Raw<'a> {
    figures: &'a Figures,
    regions: Vec<(String, Region)>,
    places: Vec<(String, Place)>,
    countries: Vec<(String, Country)>,
}

/// Reads the map. Bellounis' area is added later, from the units.
///
/// # Errors
/// The first invalid figure.
pub(super) fn read(figures: &Figures) -> Result<Map> {
    let raw = Raw::read(figures)?;
    let mut map = raw.frame();
    raw.check_regions()?;
    raw.check_population()?;
    raw.borders(&mut map)?;
    raw.places(&mut map)?;
    raw.countries(&mut map)?;
    raw.check_net(&map)?;
    map.link();
    Ok(map)
}

impl<'a> Raw<'a> {
    fn read(figures: &'a Figures) -> Result<Self> {
        let regions: BTreeMap<String, Region> = figures.read("region")?;
        let places: BTreeMap<String, Place> = figures.read("place")?;
        let of_countries: [Country; COUNTRIES] = figures.at("country").each(COUNTRY_IDS)?;
        let countries = COUNTRY_IDS.map(str::to_owned).into_iter().zip(of_countries).collect();
        for id in places.keys() {
            let own = !regions.contains_key(id) && !COUNTRY_IDS.contains(&id.as_str());
            let key = figures.at("place").to(id);
            key.ensure(own, "the id of a region or country", "a unique id")?;
        }
        for id in COUNTRY_IDS {
            let own = !regions.contains_key(id);
            figures.at("region").to(id).ensure(own, "the id of a country", "a unique id")?;
        }
        // Regions with a symbol come first; within each kind they are ordered by id, as in a referendum (ruling I-34).
        let mut regions: Vec<(String, Region)> = regions.into_iter().collect();
        regions.sort_by_key(|(_, region)| region.population == 0);
        Ok(Self { figures, regions, places: places.into_iter().collect(), countries })
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
            map.wilaya_of[index] = region.wilaya - 1;
            map.wilaya[usize::from(region.wilaya - 1)] |= at.region_bit();
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

    fn check_regions(&self) -> Result<()> {
        for (id, region) in &self.regions {
            let key = self.figures.at("region").to(id);
            let sahara = region.wilaya == SAHARA;
            let expected = if sahara { "0 in the Sahara" } else { "1 to 3 outside the Sahara" };
            key.to("population").ensure((region.population == 0) == sahara, region.population, expected)?;
            let expected =
                if sahara { "sahara in the last wilaya" } else { "another terrain outside the Sahara" };
            let fits = (region.terrain == Terrain::Sahara) == sahara;
            key.to("terrain").ensure(fits, region.terrain, expected)?;
            let city = region.kind == RegionKind::MajorCity;
            key.to("harbour").ensure(city || !region.harbour, true, "false: only cities are harbours")?;
            key.to("kind").ensure(!sahara || !city, region.kind, "region in the Sahara")?;
            let fits = city || id.as_bytes()[0] == b'0' + region.wilaya;
            key.to("wilaya").ensure(fits, region.wilaya, format_args!("the first digit of {id}"))?;
        }
        Ok(())
    }

    fn check_population(&self) -> Result<()> {
        let figures = self.figures;
        let [total, regions]: [usize; 2] = figures.at("population").each(["total", "regions"])?;
        let populated = self.regions.iter().filter(|(_, region)| region.population > 0).count();
        figures.at("population.regions").ensure(regions == POPULATED, regions, POPULATED)?;
        let expected = format_args!("{regions} of them with a population symbol");
        let found = format_args!("{populated} regions with one");
        figures.at("region").ensure(populated == regions, found, expected)?;
        let sum: usize = self.regions.iter().map(|(_, region)| usize::from(region.population)).sum();
        let expected = format_args!("the sum of the symbols, {sum}");
        figures.at("population.total").ensure(sum == total, total, expected)?;
        let key = figures.at("referendum.majority");
        let majority: u8 = key.read()?;
        let decides = majority > 0 && total < 2 * usize::from(majority);
        key.ensure(decides, majority, format_args!("more than half of the {total} votes of all regions"))
    }

    fn region(&self, id: &str) -> Option<Location> {
        self.regions.iter().position(|(one, _)| one == id).map(|index| Location(index as u8))
    }

    /// The regions in a list; each must be known and occur once.
    fn list(&self, key: &Key<'_>, list: &[String]) -> Result<Regions> {
        let regions = key.ids(list, ["the id of a region", "each region once"], |id| self.region(id))?;
        Ok(regions.iter().fold(0, |all, region| all | region.region_bit()))
    }

    fn borders(&self, map: &mut Map) -> Result<()> {
        for (index, (id, region)) in self.regions.iter().enumerate() {
            let [borders, roads] = ["borders", "roads"].map(|list| self.figures.at("region").to(id).to(list));
            map.borders[index] = self.list(&borders, &region.borders)?;
            map.roads[index] = self.list(&roads, &region.roads)?;
            borders.ensure(map.borders[index] != 0, "no region", "at least one")?;
            borders.ensure(map.borders[index] & 1 << index == 0, id, "other regions only")?;
            if let Some(road) = Location::regions(map.roads[index] & !map.borders[index]).next() {
                return Err(roads.error(map.id(road), "regions named under borders"));
            }
        }
        for (what, lists) in [("borders", &map.borders), ("roads", &map.roads)] {
            for (index, (id, _)) in self.regions.iter().enumerate() {
                for other in Location::regions(lists[index]) {
                    let key = |id: &str| self.figures.at("region").to(id).to(what);
                    let (both, there) = (lists[other.index()] & 1 << index != 0, key(map.id(other)));
                    let expected = format_args!("{id} in {there} too: {what} are named on both sides");
                    key(id).ensure(both, map.id(other), expected)?;
                }
            }
        }
        Ok(())
    }

    fn places(&self, map: &mut Map) -> Result<()> {
        for (index, (id, place)) in self.places.iter().enumerate() {
            let key = self.figures.at("place").to(id);
            let fits = matches!(place.kind, Kind::City | Kind::Town | Kind::Site);
            key.to("kind").ensure(fits, place.kind, "one of city, town, resource-site")?;
            let fits = !place.harbour || place.kind == Kind::City;
            key.to("harbour").ensure(fits, true, "false: only cities are harbours")?;
            let fits = place.resource.is_some() == (place.kind == Kind::Site);
            let found = place.resource.map_or("nothing", Resource::word);
            let expected = "coal, gas or oil at a resource site, nothing elsewhere";
            key.to("resource").ensure(fits, found, expected)?;
            let key = key.to("touches");
            let touches = self.list(&key, &place.touches)?;
            key.ensure(touches != 0, "no region", "at least one")?;
            let near = touches.count_ones() == 1
                || Location::regions(touches).any(|one| map.borders[one.index()] & touches != 0);
            key.ensure(near, place.touches.join(", "), "regions that border each other")?;
            map.touches[index] = touches;
            let bit = Location::place(index as u8).bit();
            for region in Location::regions(touches) {
                map.places_at[region.index()] |= bit;
                map.wilaya_places[usize::from(map.wilaya_of[region.index()])] |= bit;
            }
        }
        let key = self.figures.at("place");
        for resource in Resource::ALL {
            let there = self.places.iter().any(|(_, place)| place.resource == Some(*resource));
            key.ensure(there, format_args!("no {resource} site"), "coal, gas and oil sites")?;
        }
        let harbours = map.harbours.count_ones();
        key.ensure(harbours >= 2, format_args!("{harbours} harbours"), "at least two harbours")
    }

    fn countries(&self, map: &mut Map) -> Result<()> {
        for (index, (id, country)) in self.countries.iter().enumerate() {
            let key = self.figures.at("country").to(id);
            let borders = self.list(&key.to("borders"), &country.borders)?;
            let trails = self.list(&key.to("trails"), &country.trails)?;
            let roads = self.list(&key.to("roads"), &country.roads)?;
            let only_trails = Location::country(index as u8) == Location::WEST_AFRICA;
            let (list, expected) = if only_trails {
                ("trails", "trails from West Africa, and no borders")
            } else {
                ("borders", "borders, and trails from West Africa only")
            };
            let fits = only_trails == (borders == 0) && only_trails != (trails == 0);
            let found = format_args!("{} borders and {} trails", borders.count_ones(), trails.count_ones());
            key.to(list).ensure(fits, found, expected)?;
            let found = country.trails.join(", ");
            key.to("trails").ensure(trails & !map.sahara == 0, found, "regions of the Sahara only")?;
            let found = country.roads.join(", ");
            key.to("roads").ensure(roads & !borders == 0, found, "regions named under borders")?;
            map.country_exits[index] = borders | trails;
            map.country_roads[index] = roads;
        }
        Ok(())
    }

    /// Checks that all regions are connected, that those of each wilaya are, and that the roads lead everywhere (rulebook B).
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
        let connected = |left: Regions, expected: &str, list: &str| match Location::regions(left).next() {
            Some(at) => Err(figures
                .at("region")
                .to(map.id(at))
                .to(list)
                .error("no connection to the others", expected)),
            None => Ok(()),
        };
        let border = |at: Location| map.borders[at.index()];
        connected(spread(all, &border), "all regions connected", "borders")?;
        for (number, regions) in map.wilaya.iter().enumerate() {
            let expected = format!("wilaya {} connected inside itself", number + 1);
            connected(spread(*regions, &border), &expected, "borders")?;
        }
        let road = |at: Location| -> Regions {
            let places: Mask = map.places_at[at.index()];
            Location::each(places)
                .fold(map.roads[at.index()], |regions, place| regions | map.touches[place.place_index()])
        };
        connected(spread(all, &road), "a road net that connects every region", "roads")
    }
}
