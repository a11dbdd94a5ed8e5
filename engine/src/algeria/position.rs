//! Writes a position with readable names, and reads it back.

use std::collections::BTreeMap;

use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::flow::Flow;
use super::notation::place;
use super::rules::Rules;
use super::state::{ABROAD, ALGERIA, ONCE, OasState, State};
use super::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mission, Place};
use super::words::{Node, Phase};
use crate::ensure::ensure;
use crate::position::read;
use crate::side::BySide;
use crate::{Side, StateError};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    turn: u16,
    phase: Phase,
    psl: BySide<u8>,
    ap: u8,
    air: Points,
    helo: Points,
    naval: u8,
    half_psp_spent: u8,
    border_zone: Option<u8>,
    border_zone_active: bool,
    independent: bool,
    jealousy: bool,
    amnesty: bool,
    suez_used: bool,
    suez_returns: bool,
    slow_french_reaction: bool,
    slow_purchases: u8,
    oas: Oas,
    shorter_leader: Option<Side>,
    shorter_leads: u8,
    cadre_in_france: bool,
    propaganda_in_france_done: bool,
    nato_keeps: BTreeMap<GovType, u8>,
    elites_disbanded: u8,
    areas: BTreeMap<String, Sparse<Area>>,
    node: Node,
    #[serde(default, skip_serializing)]
    under_way: Flow,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    maximum: u8,
    available: u8,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Oas {
    controller: Option<Side>,
    place: Option<String>,
}

#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Area {
    fln: BTreeMap<FlnUnit, BTreeMap<FlnBox, u8>>,
    gov: BTreeMap<GovUnit, BTreeMap<GovBox, u8>>,
    control: Option<Side>,
    terror: bool,
    resettled: bool,
    done: Vec<Mission>,
    elites_at_suez: u8,
}

/// Writes only what differs from the default.
#[derive(Deserialize)]
#[serde(transparent)]
struct Sparse<T>(T);

impl<T: Default + Serialize> Serialize for Sparse<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        differing(&self.0).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// The keys and values that differ from the default.
fn differing<T: Default + Serialize>(value: &T) -> serde_json::Result<serde_json::Map<String, Value>> {
    let [value, nothing] = [serde_json::to_value(value)?, serde_json::to_value(T::default())?];
    let Value::Object(mut all) = value else { return Ok(serde_json::Map::new()) };
    all.retain(|key, value| nothing.get(key) != Some(value));
    Ok(all)
}

/// The operation in progress, as written in a file.
pub(super) fn under_way(r: &Rules, flow: &Flow) -> serde_json::Map<String, Value> {
    let mut all = differing(flow).unwrap_or_default();
    if flow.area != Flow::default().area {
        all.insert("area".to_owned(), r.id(flow.area).into());
    }
    all
}

pub(super) fn police_box(unit: GovUnit, at: GovBox) -> bool {
    unit != GovUnit::Police || matches!(at, GovBox::Ptl | GovBox::Neutralized)
}

fn place_at(r: &Rules, key: &str, id: &str) -> Result<Place, StateError> {
    place(r, id)
        .ok_or_else(|| StateError::at(key, format_args!("found \"{id}\", expected the id of a place")))
}

impl State {
    /// Writes the position.
    #[must_use]
    pub fn to_json(&self, r: &Rules) -> Value {
        let mut areas = BTreeMap::new();
        for place in Place::each(ALGERIA | ABROAD) {
            let mut area = Area::default();
            for (unit, at) in
                FlnUnit::ALL.iter().flat_map(|unit| FlnBox::ALL.iter().map(move |at| (*unit, *at)))
            {
                let count = self.fln(place, unit, at);
                if count > 0 {
                    area.fln.entry(unit).or_default().insert(at, count);
                }
            }
            for (unit, at) in
                GovUnit::ALL.iter().flat_map(|unit| GovBox::ALL.iter().map(move |at| (*unit, *at)))
            {
                if place.is_area() && police_box(unit, at) && self.gov(place, unit, at) > 0 {
                    area.gov.entry(unit).or_default().insert(at, self.gov(place, unit, at));
                }
            }
            if place.is_area() {
                area.elites_at_suez = self.suez[place.index()];
            }
            let on = |mask: u32| mask & place.bit() != 0;
            area.control = Side::ALL.into_iter().find(|&side| on(self.control[side as usize]));
            area.terror = on(self.terror);
            area.resettled = on(self.resettled);
            area.done = ONCE.iter().zip(self.done).filter(|(_, mask)| on(*mask)).map(|(m, _)| *m).collect();
            if area != Area::default() {
                areas.insert(r.id(place).to_owned(), Sparse(area));
            }
        }
        let position = Position {
            turn: self.turn,
            phase: Phase::ALL[usize::from(self.flow.phase)],
            psl: BySide { fln: self.psl[0], france: self.psl[1] },
            ap: self.ap,
            air: Points { maximum: self.points[0], available: self.available[0] },
            helo: Points { maximum: self.points[1], available: self.available[1] },
            naval: self.points[2],
            half_psp_spent: self.halves,
            border_zone: self.border_zone,
            border_zone_active: self.border_zone_active,
            independent: self.independent,
            jealousy: self.jealousy,
            amnesty: self.amnesty,
            suez_used: self.suez_used,
            suez_returns: self.suez_back,
            slow_french_reaction: self.slow,
            slow_purchases: self.slow_bought,
            oas: Oas {
                controller: self.oas.controller,
                place: self.oas.place.map(|place| r.id(place).to_owned()),
            },
            shorter_leader: self.leader,
            shorter_leads: self.leads,
            cadre_in_france: self.cadre_in_france,
            propaganda_in_france_done: self.done[0] & Place::FRANCE.bit() != 0,
            nato_keeps: (GovType::ALL.iter().copied().zip(self.nato))
                .filter(|(_, count)| *count > 0)
                .collect(),
            elites_disbanded: self.disbanded,
            areas,
            node: self.flow.node,
            under_way: self.flow,
        };
        let mut value = serde_json::to_value(position).unwrap_or(Value::Null);
        let under_way = under_way(r, &self.flow);
        if !under_way.is_empty() {
            value["under_way"] = under_way.into();
        }
        value
    }

    /// Reads a position.
    ///
    /// # Errors
    /// The invalid key, what it holds, and what was expected.
    pub fn from_json(r: &Rules, value: &Value) -> Result<Self, StateError> {
        let state = Self::read(r, value)?;
        state.check(r)?;
        Ok(state)
    }

    /// Reads a position without checking that its figures are consistent.
    fn read(r: &Rules, value: &Value) -> Result<Self, StateError> {
        let mut value = value.clone();
        let under_way = value.get_mut("under_way").and_then(Value::as_object_mut);
        let area = under_way.and_then(|all| all.shift_remove("area"));
        let p: Position = read(&value)?;
        let mut s = Self::default();
        s.flow = Flow { node: p.node, phase: p.phase as u8, ..p.under_way };
        if let Some(area) = area {
            s.flow.area = place_at(r, "under_way.area", area.as_str().unwrap_or_default())?;
        }
        s.turn = p.turn;
        s.psl = [p.psl.fln, p.psl.france];
        s.ap = p.ap;
        s.points = [p.air.maximum, p.helo.maximum, p.naval];
        s.available = [p.air.available, p.helo.available];
        s.halves = p.half_psp_spent;
        s.border_zone = p.border_zone;
        s.border_zone_active = p.border_zone_active;
        s.independent = p.independent;
        s.jealousy = p.jealousy;
        s.amnesty = p.amnesty;
        s.suez_used = p.suez_used;
        s.suez_back = p.suez_returns;
        s.slow = p.slow_french_reaction;
        s.slow_bought = p.slow_purchases;
        let oas = p.oas.place.as_deref().map(|id| place_at(r, "oas.place", id)).transpose()?;
        s.oas = OasState { controller: p.oas.controller, place: oas };
        s.leader = p.shorter_leader;
        s.leads = p.shorter_leads;
        s.set_cadre_in_france(p.cadre_in_france);
        if p.propaganda_in_france_done {
            s.done[0] |= Place::FRANCE.bit();
        }
        for (counter, count) in p.nato_keeps {
            s.nato[counter.index()] = count;
        }
        s.disbanded = p.elites_disbanded;
        for (id, Sparse(area)) in p.areas {
            read_area(r, &mut s, &id, &area)?;
        }
        Ok(s)
    }
}

fn read_area(r: &Rules, s: &mut State, id: &str, area: &Area) -> Result<(), StateError> {
    let key = format!("areas.{id}");
    let place = place_at(r, &key, id)?;
    let abroad = place != Place::FRANCE && area.gov.is_empty() && area.control.is_none();
    ensure!(
        place.is_area() || abroad && area.elites_at_suez == 0,
        "{key}: outside Algeria there are only FLN units of Morocco and Tunisia"
    );
    for (&unit, (&at, &count)) in
        area.fln.iter().flat_map(|(unit, boxes)| boxes.iter().map(move |one| (unit, one)))
    {
        let (fronts, mix) = (s.fronts() & place.bit() != 0, r.fln[unit.index()].count);
        ensure!(
            unit != FlnUnit::Front
                || count == 0 && place.is_area()
                || count == 1 && !fronts && place.is_area(),
            "{key}.fln.{unit}: more than one Front, or a Front outside Algeria"
        );
        ensure!(
            u16::from(count) + u16::from(s.fln_total(unit)) <= u16::from(mix),
            "{key}.fln.{unit}: found {count} more, the counter mix has a total of {mix}"
        );
        s.add_fln(place, unit, at, count);
    }
    for (&unit, (&at, &count)) in
        area.gov.iter().flat_map(|(unit, boxes)| boxes.iter().map(move |one| (unit, one)))
    {
        ensure!(police_box(unit, at), "{key}.gov.{unit}: Police are in ptl or neutralized, not in {at}");
        let mix = r.counter[unit.counter().index()].count;
        ensure!(
            u16::from(count) + u16::from(s.gov_total(unit.counter())) <= u16::from(mix),
            "{key}.gov.{unit}: found {count} more, the counter mix has a total of {mix}"
        );
        s.add_gov(place, unit, at, count);
    }
    let bit = |on: bool| if on { place.bit() } else { 0 };
    for side in Side::ALL {
        s.control[side as usize] |= bit(area.control == Some(side));
    }
    s.terror |= bit(area.terror);
    s.resettled |= bit(area.resettled);
    for mission in &area.done {
        let index = ONCE.iter().position(|one| one == mission);
        let index = index.ok_or_else(|| {
            StateError::at(format!("{key}.done"), format_args!("{mission} is not limited to one per area"))
        })?;
        s.done[index] |= place.bit();
    }
    if place.is_area() {
        s.suez[place.index()] = area.elites_at_suez;
    }
    Ok(())
}
