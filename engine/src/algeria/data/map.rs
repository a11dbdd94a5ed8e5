//! The map: areas, wilayas, countries, and the borders that leave a wilaya.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::algeria::types::{AREAS, Mask, Place, WILAYAS};
use crate::data::{DataError, Figures, dotted};

/// The order of the wilayas.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapTable {
    pub(super) wilayas: Vec<String>,
}

pub(super) type Wilayas = BTreeMap<String, WilayaTable>;
pub(super) type Areas = BTreeMap<String, AreaTable>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WilayaTable {
    areas: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AreaTable {
    name: String,
    rating: Rating,
    borders: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Rating {
    Urban,
    Rural,
    Remote,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Countries {
    #[serde(rename = "MOROCCO")]
    morocco: CountryTable,
    #[serde(rename = "TUNISIA")]
    tunisia: CountryTable,
    #[serde(rename = "FRANCE")]
    france: CountryTable,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CountryTable {
    name: String,
    borders: Vec<String>,
}

/// The compiled map; the fields are those of the rules.
#[derive(Debug)]
pub(super) struct Map {
    pub(super) ids: Vec<String>,
    pub(super) names: Vec<String>,
    pub(super) urban: Mask,
    pub(super) rural: Mask,
    pub(super) remote: Mask,
    pub(super) wilaya_of: [u8; AREAS],
    pub(super) wilaya: [Mask; WILAYAS],
    pub(super) reach: [Mask; WILAYAS],
    pub(super) country_reach: [Mask; 2],
}

impl Map {
    /// The place with an id.
    pub(super) fn place(&self, id: &str) -> Option<Place> {
        self.ids.iter().position(|one| one == id).map(|index| Place(index as u8))
    }
}

/// Ids of the countries, in the order of [`Place`].
pub(super) const COUNTRIES: [&str; 3] = ["MOROCCO", "TUNISIA", "FRANCE"];

/// Checks the map and compiles it.
pub(super) fn compile(
    figures: &Figures,
    table: &MapTable,
    wilayas: &Wilayas,
    areas: &Areas,
    countries: &Countries,
) -> Result<Map, DataError> {
    let mut map = Map {
        ids: Vec::with_capacity(Place::COUNT),
        names: Vec::with_capacity(Place::COUNT),
        urban: 0,
        rural: 0,
        remote: 0,
        wilaya_of: [0; AREAS],
        wilaya: [0; WILAYAS],
        reach: [0; WILAYAS],
        country_reach: [0; 2],
    };
    let mut borders: Vec<&[String]> = Vec::with_capacity(Place::COUNT);
    listed_once(figures, "map.wilayas", &table.wilayas, wilayas.keys(), "wilaya")?;
    if table.wilayas.len() != WILAYAS {
        return Err(figures.error("map.wilayas", format!("{} wilayas", table.wilayas.len()), WILAYAS));
    }
    for (wilaya, id) in table.wilayas.iter().enumerate() {
        let key = dotted(&["wilaya", id, "areas"]);
        let list = wilayas.get(id).map_or(&[][..], |wilaya| &wilaya.areas);
        if list.is_empty() {
            return Err(figures.error(&key, "an empty list", "the ids of the areas"));
        }
        for (index, area) in list.iter().enumerate() {
            let key = format!("{key}.{index}");
            let Some(entry) = areas.get(area) else {
                return Err(figures.error(&key, format!("\"{area}\""), "the id of an area"));
            };
            if map.ids.contains(area) {
                return Err(figures.error(&key, format!("{area} a second time"), "each area once"));
            }
            let place = map.ids.len();
            if place == AREAS {
                return Err(figures.error(
                    &key,
                    format!("\"{area}\" as one area more"),
                    format!("{AREAS} areas"),
                ));
            }
            let bit = 1 << place;
            match entry.rating {
                Rating::Urban => map.urban |= bit,
                Rating::Rural => map.rural |= bit,
                Rating::Remote => map.remote |= bit,
            }
            map.wilaya_of[place] = wilaya as u8;
            map.wilaya[wilaya] |= bit;
            map.ids.push(area.clone());
            map.names.push(entry.name.clone());
            borders.push(&entry.borders);
        }
    }
    if let Some(area) = areas.keys().find(|area| !map.ids.contains(area)) {
        let key = dotted(&["area", area]);
        return Err(figures.error(&key, "an area that is in no wilaya", "it in the areas of one wilaya"));
    }
    if map.ids.len() != AREAS {
        return Err(figures.error("area", format!("{} areas", map.ids.len()), AREAS));
    }
    for (id, country) in COUNTRIES.iter().zip([&countries.morocco, &countries.tunisia, &countries.france]) {
        if map.ids.iter().any(|area| area == id) {
            return Err(figures.error(&dotted(&["area", id]), "the id of a country", "an id of its own"));
        }
        map.ids.push((*id).to_owned());
        map.names.push(country.name.clone());
        borders.push(&country.borders);
    }
    let masks = check_borders(figures, &map, &borders)?;
    for (place, mask) in masks.iter().enumerate().take(AREAS) {
        map.reach[usize::from(map.wilaya_of[place])] |= mask;
    }
    for (reach, wilaya) in map.reach.iter_mut().zip(map.wilaya) {
        *reach |= wilaya;
    }
    map.country_reach = [masks[Place::MOROCCO.index()], masks[Place::TUNISIA.index()]];
    Ok(map)
}

/// A list must name each of the ids of a table exactly once.
fn listed_once<'a>(
    figures: &Figures,
    key: &str,
    list: &[String],
    mut ids: impl Iterator<Item = &'a String> + Clone,
    what: &str,
) -> Result<(), DataError> {
    for (index, id) in list.iter().enumerate() {
        let key = format!("{key}.{index}");
        if !ids.clone().any(|one| one == id) {
            return Err(figures.error(&key, format!("\"{id}\""), format!("the id of a {what}")));
        }
        if list[..index].contains(id) {
            return Err(figures.error(&key, format!("{id} a second time"), format!("each {what} once")));
        }
    }
    match ids.find(|id| !list.contains(id)) {
        Some(id) => Err(figures.error(key, format!("no {id}"), format!("each {what} in the list"))),
        None => Ok(()),
    }
}

/// The key of the borders of a place.
fn border_key(place: usize, id: &str) -> String {
    dotted(&[if place < AREAS { "area" } else { "country" }, id, "borders"])
}

/// Checks the border lists; what each place borders.
fn check_borders(
    figures: &Figures,
    map: &Map,
    borders: &[&[String]],
) -> Result<[Mask; Place::COUNT], DataError> {
    let mut masks = [0; Place::COUNT];
    for (place, list) in borders.iter().enumerate() {
        for (index, id) in list.iter().enumerate() {
            let key = format!("{}.{index}", border_key(place, &map.ids[place]));
            let Some(other) = map.place(id) else {
                return Err(figures.error(&key, format!("\"{id}\""), "the id of an area or a country"));
            };
            let excluded = if place == Place::FRANCE.index() || other == Place::FRANCE {
                Some("no border of France: no unit crosses one")
            } else if place >= AREAS && !other.is_area() {
                Some("an area: borders between countries play no part")
            } else if place < AREAS && other.is_area() && map.wilaya_of[place] == map.wilaya_of[other.index()]
            {
                Some("a place outside the wilaya: borders inside one play no part")
            } else if masks[place] & other.bit() != 0 {
                Some("each border once")
            } else {
                None
            };
            if let Some(expected) = excluded {
                return Err(figures.error(&key, format!("\"{id}\""), expected));
            }
            masks[place] |= other.bit();
        }
    }
    for (place, mask) in masks.iter().enumerate() {
        for other in Place::each(*mask) {
            if masks[other.index()] & 1 << place == 0 {
                let (id, other_id) = (&map.ids[place], &map.ids[other.index()]);
                let key = border_key(other.index(), other_id);
                let expected = format!("{id} in it, because {} has {other_id}", border_key(place, id));
                return Err(figures.error(&key, format!("no {id}"), expected));
            }
        }
    }
    Ok(masks)
}
