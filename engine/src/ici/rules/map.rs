//! The compiled map.

use crate::ici::types::{COUNTRIES, Kind, Location, Mask, PLACES, REGIONS, Regions, Terrain, WILAYAS};

/// All regions that the code supports.
const REGION_BITS: Regions = (1 << REGIONS) - 1;

/// The number of road nets: with sites open or not, for each set of closed countries, and the ones for Bellounis' men.
pub const NETS: usize = 2 * NETS_OF_A_KIND;
const NETS_OF_A_KIND: usize = (1 << COUNTRIES) + 1;

/// The map and its countries.
#[derive(Clone, Debug)]
pub struct Map {
    /// Ids of all locations ([`Location::COUNT`]), as notation writes them; empty where there is no location.
    pub ids: Vec<String>,
    /// Names of all locations.
    pub names: Vec<String>,
    /// The number of regions.
    pub regions: u8,
    /// The number of towns, cities and sites.
    pub places: u8,
    /// All regions and places that exist.
    pub algeria: Mask,
    /// The kind of each location.
    pub kind: [Kind; Location::COUNT],
    /// Regions with a population symbol: the first [`crate::ici::types::POPULATED`].
    pub populated: Regions,
    /// Major cities.
    pub major_cities: Regions,
    /// Regions of the Sahara.
    pub sahara: Regions,
    /// Cities, as locations.
    pub cities: Mask,
    /// Towns, as locations.
    pub towns: Mask,
    /// Resource sites, as locations.
    pub sites: Mask,
    /// Harbours: cities and major cities.
    pub harbours: Mask,
    /// The population symbol of each region: 1 to 3, or 0 in the Sahara.
    pub population: [u8; REGIONS],
    /// The population symbol of each country.
    pub country_population: [u8; COUNTRIES],
    /// The terrain of each region.
    pub terrain: [Terrain; REGIONS],
    /// The wilaya of each region, from 0 (Wilaya 1) to 6 (the Sahara).
    pub wilaya_of: [u8; REGIONS],
    /// The regions of each wilaya.
    pub wilaya: [Regions; WILAYAS],
    /// The regions that border each region.
    pub borders: [Regions; REGIONS],
    /// The regions that a road leads to across a border.
    pub roads: [Regions; REGIONS],
    /// The regions that each place lies in or borders; each is also linked by road.
    pub touches: [Regions; PLACES],
    /// The places that touch each region, as locations.
    pub places_at: [Mask; REGIONS],
    /// The places that touch a region of each wilaya, as locations.
    pub wilaya_places: [Mask; WILAYAS],
    /// The regions of Algeria that the FLN can enter from each country: across the border or, from West Africa, by trail.
    pub country_exits: [Regions; COUNTRIES],
    /// The regions of Algeria that a road leads to from each country.
    pub country_roads: [Regions; COUNTRIES],
    /// The locations that roads lead to from each location: across borders, between regions and the places that touch them,
    /// abroad.
    pub road_links: [Mask; Location::COUNT],
    /// The regions that a road leads to from each region, passing only through a place or a country, in each net: see
    /// [`Map::net`].
    pub nets: [[Regions; REGIONS]; NETS],
    /// True if roads connect all regions, towns and cities without passing sites or countries.
    pub one_net: bool,
    /// The borders of each region inside its wilaya.
    pub inner_borders: [Regions; REGIONS],
    /// The regions of each wilaya and those that border them.
    pub near: [Regions; WILAYAS],
    /// The borders of each region to other wilayas.
    pub outer_borders: [Regions; REGIONS],
    /// The regions from which a failek can enter a place, other than a resource site, for free.
    pub open_exits: Mask,
    /// The regions that border another of their wilaya, and the places that touch a region.
    pub exits: Mask,
    /// The countries whose faileks meet the Morice Line, one bit each: Tunisia and Morocco (3.1.2).
    pub morice_countries: u8,
    /// Where Bellounis' units may be: a wilaya and the towns that touch it (3.4).
    pub bellounis: Mask,
    /// The regions of that wilaya, to which a Bellounis unit is displaced (ruling I-15).
    pub bellounis_regions: Regions,
}

impl Map {
    /// Fills in what follows from borders, roads and places.
    pub(crate) fn link(&mut self) {
        for region in (0..self.regions).map(Location) {
            let index = region.index();
            let inside = self.wilaya[usize::from(self.wilaya_of[index])];
            self.inner_borders[index] = self.borders[index] & inside;
            self.near[usize::from(self.wilaya_of[index])] |= region.region_bit() | self.borders[index];
            self.outer_borders[index] = self.borders[index] & !inside;
            self.road_links[index] |= Mask::from(self.roads[index]) | self.places_at[index];
            for country in 0..COUNTRIES {
                if self.country_roads[country] & region.region_bit() != 0 {
                    self.road_links[index] |= Location::country(country as u8).bit();
                }
            }
            if self.places_at[index] & self.algeria & !self.sites != 0 {
                self.open_exits |= region.bit();
            }
            if self.inner_borders[index] != 0 {
                self.exits |= region.bit();
            }
        }
        for place in 0..self.places {
            let at = Location::place(place);
            self.road_links[at.index()] = self.touches[usize::from(place)].into();
            if self.touches[usize::from(place)] != 0 {
                self.exits |= at.bit();
            }
        }
        for country in 0..COUNTRIES {
            let at = Location::country(country as u8);
            self.road_links[at.index()] = self.country_roads[country].into();
        }
        let all = self.algeria & !self.sites;
        let mut seen = all & all.wrapping_neg();
        loop {
            let more = Location::each(seen).fold(seen, |more, at| more | self.road_links[at.index()] & all);
            if more == seen {
                break;
            }
            seen = more;
        }
        self.one_net = seen == all;
    }

    /// Fills in the road nets, using what [`Map::link`] has filled in and the area of Bellounis' men.
    pub(crate) fn link_nets(&mut self) {
        for (number, net) in self.nets.iter_mut().enumerate() {
            let (sites, kind) = (number >= NETS_OF_A_KIND, number % NETS_OF_A_KIND);
            let mut open = if sites { self.algeria } else { self.algeria & !self.sites };
            if kind + 1 == NETS_OF_A_KIND {
                open &= self.bellounis;
            } else {
                let countries = (0..COUNTRIES).filter(|country| kind & 1 << country == 0);
                open |= countries.fold(0, |all, country| all | Location::country(country as u8).bit());
            }
            for region in (0..self.regions).map(Location) {
                let links = self.road_links[region.index()] & open;
                let all = Location::each(links & !Mask::from(REGION_BITS))
                    .fold(links, |all, by| all | self.road_links[by.index()] & open);
                net[region.index()] = all as Regions & REGION_BITS & !region.region_bit();
            }
        }
    }

    /// The road net of French units, with sites open or not and with these countries independent, one bit each, and so closed;
    /// or that of Bellounis' men, who stay in their area.
    #[must_use]
    #[inline]
    pub fn net(&self, sites: bool, independent: u8, bellounis: bool) -> &[Regions; REGIONS] {
        let kind = if bellounis { NETS_OF_A_KIND - 1 } else { usize::from(independent) % (1 << COUNTRIES) };
        &self.nets[usize::from(sites) * NETS_OF_A_KIND + kind]
    }

    /// The regions that border a location: the neighbours of a region, the regions that a place touches.
    #[must_use]
    #[inline]
    pub fn neighbours(&self, location: Location) -> Regions {
        if location.is_region() {
            self.borders[location.index()]
        } else if location.is_place() {
            self.touches[location.place_index()]
        } else {
            0
        }
    }

    /// The id of a location.
    #[must_use]
    pub fn id(&self, location: Location) -> &str {
        &self.ids[location.index()]
    }

    /// The location with this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<Location> {
        if id.is_empty() {
            return None;
        }
        self.ids.iter().position(|one| one == id).map(|index| Location(index as u8))
    }
}
