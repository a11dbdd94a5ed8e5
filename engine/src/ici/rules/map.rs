//! The map as the rules hold it.

use crate::ici::types::{COUNTRIES, Kind, Location, Mask, PLACES, REGIONS, Regions, Terrain, WILAYAS};

/// The map and its countries.
#[derive(Clone, Debug)]
pub struct Map {
    /// Ids of all locations ([`Location::COUNT`]), as notation writes them; empty where there is no location.
    pub ids: Vec<String>,
    /// Their names.
    pub names: Vec<String>,
    /// How many regions there are.
    pub regions: u8,
    /// How many towns, cities and sites there are.
    pub places: u8,
    /// All regions and places that exist.
    pub algeria: Mask,
    /// What each location is.
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
    /// The regions that a road leads to over a border.
    pub roads: [Regions; REGIONS],
    /// The regions that each place lies in or borders: every one a road link too.
    pub touches: [Regions; PLACES],
    /// The places that touch each region, as locations.
    pub places_at: [Mask; REGIONS],
    /// The places that touch a region of each wilaya, as locations.
    pub wilaya_places: [Mask; WILAYAS],
    /// The regions of Algeria that the FLN enters from each country: over the border or, from West Africa, by trail.
    pub country_exits: [Regions; COUNTRIES],
    /// The regions of Algeria that a road leads to from each country.
    pub country_roads: [Regions; COUNTRIES],
    /// The countries whose faileks the Morice Line meets, one bit each: Tunisia and Morocco (3.1.2).
    pub morice_countries: u8,
    /// Where Bellounis' units may be: a wilaya and the towns that touch it (3.4).
    pub bellounis: Mask,
    /// The regions of that wilaya: where a Bellounis unit is displaced to (ruling I-15).
    pub bellounis_regions: Regions,
}

impl Map {
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
