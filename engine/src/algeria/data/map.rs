//! The map: areas, wilayas, countries, and the borders between wilayas.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::algeria::types::{AREAS, Mask, Place, WILAYAS};
use crate::data::{DataError, Figures, Key};

#[derive(Deserialize)]
struct Area {
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

#[derive(Deserialize)]
struct Country {
    name: String,
    borders: Vec<String>,
}

/// The compiled map; its fields become those of the rules.
#[derive(Debug, Default)]
pub(super) struct Map {
    pub(super) wilayas: Vec<String>,
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

/// Reads and checks the map.
pub(super) fn compile(figures: &Figures) -> Result<Map, DataError> {
    let mut areas: BTreeMap<String, Area> = figures.read("area")?;
    let mut map = Map { wilayas: wilayas(figures)?, ..Map::default() };
    let mut borders: Vec<Vec<String>> = Vec::with_capacity(Place::COUNT);
    for (wilaya, id) in map.wilayas.iter().enumerate() {
        let key = figures.at("wilaya").to(id).to("areas");
        let list: Vec<String> = key.read()?;
        key.ensure(!list.is_empty(), "an empty list", "the ids of the areas")?;
        for (index, id) in list.into_iter().enumerate() {
            let key = key.to(index);
            key.ensure(!map.ids.contains(&id), format_args!("{id} a second time"), "each area once")?;
            let area = areas.remove(&id);
            let area = area.ok_or_else(|| key.error(format_args!("\"{id}\""), "the id of an area"))?;
            let place = map.ids.len();
            key.ensure(
                place < AREAS,
                format_args!("\"{id}\" as an extra area"),
                format_args!("{AREAS} areas"),
            )?;
            let bit = 1 << place;
            *match area.rating {
                Rating::Urban => &mut map.urban,
                Rating::Rural => &mut map.rural,
                Rating::Remote => &mut map.remote,
            } |= bit;
            map.wilaya_of[place] = wilaya as u8;
            map.wilaya[wilaya] |= bit;
            map.ids.push(id);
            map.names.push(area.name);
            borders.push(area.borders);
        }
    }
    if let Some(area) = areas.keys().next() {
        let expected = "it in the areas of one wilaya";
        return Err(figures.at("area").to(area).error("an area outside every wilaya", expected));
    }
    figures.at("area").ensure(map.ids.len() == AREAS, format_args!("{} areas", map.ids.len()), AREAS)?;
    for id in COUNTRIES {
        let own = map.place(id).is_none();
        figures.at("area").to(id).ensure(own, "the id of a country", "a unique id")?;
        let country: Country = figures.at("country").to(id).read()?;
        map.ids.push(id.to_owned());
        map.names.push(country.name);
        borders.push(country.borders);
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

/// The ids of the wilayas, in order.
fn wilayas(figures: &Figures) -> Result<Vec<String>, DataError> {
    let (key, known) = (figures.at("map.wilayas"), figures.names("wilaya"));
    let find = |id: &str| known.iter().find(|one| *one == id).cloned();
    let order = key.ids(&key.read::<Vec<String>>()?, ["the id of a wilaya", "each wilaya once"], find)?;
    if let Some(id) = known.iter().find(|id| !order.contains(id)) {
        return Err(key.error(format_args!("no {id}"), "each wilaya in the list"));
    }
    key.ensure(order.len() == WILAYAS, format_args!("{} wilayas", order.len()), WILAYAS)?;
    Ok(order)
}

/// Checks the border lists; returns what each place borders.
fn check_borders(
    figures: &Figures,
    map: &Map,
    borders: &[Vec<String>],
) -> Result<[Mask; Place::COUNT], DataError> {
    let key = |place: usize| -> Key<'_> {
        let table = if place < AREAS { "area" } else { "country" };
        figures.at(table).to(&map.ids[place]).to("borders")
    };
    let mut masks = [0; Place::COUNT];
    for (place, list) in borders.iter().enumerate() {
        for (index, id) in list.iter().enumerate() {
            let (key, found) = (key(place).to(index), format_args!("\"{id}\""));
            let known = map.place(id);
            let other = known.ok_or_else(|| key.error(found, "the id of an area or a country"))?;
            let excluded = if place == Place::FRANCE.index() || other == Place::FRANCE {
                Some("no border of France: units never cross one")
            } else if place >= AREAS && !other.is_area() {
                Some("an area: borders between countries do not matter")
            } else if place < AREAS && other.is_area() && map.wilaya_of[place] == map.wilaya_of[other.index()]
            {
                Some("a place outside the wilaya: borders inside one do not matter")
            } else if masks[place] & other.bit() != 0 {
                Some("each border once")
            } else {
                None
            };
            key.ensure(excluded.is_none(), found, excluded.unwrap_or_default())?;
            masks[place] |= other.bit();
        }
    }
    for (place, mask) in masks.iter().enumerate() {
        for other in Place::each(*mask) {
            let (id, other_id) = (&map.ids[place], &map.ids[other.index()]);
            let both = masks[other.index()] & 1 << place != 0;
            let expected = format!("{id} in it, because {} has {other_id}", key(place));
            key(other.index()).ensure(both, format_args!("no {id}"), expected)?;
        }
    }
    Ok(masks)
}
