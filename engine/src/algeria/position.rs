//! A position with readable names, and back.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::event::Phase;
use super::flow::Flow;
use super::rules::Rules;
use super::state::{ABROAD, ALGERIA, ONCE, OasState, State};
use super::text::place;
use super::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mark, Mission, Place};
use super::words::Node;
use crate::Side;
use crate::side::BySide;

type Units = BTreeMap<String, BTreeMap<String, u8>>;

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    turn: u16,
    phase: String,
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
    nato_keeps: BTreeMap<String, u8>,
    elites_disbanded: u8,
    areas: BTreeMap<String, Area>,
    node: String,
    #[serde(default, skip_serializing_if = "is_default")]
    under_way: UnderWay,
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
    #[serde(skip_serializing_if = "is_default")]
    fln: Units,
    #[serde(skip_serializing_if = "is_default")]
    gov: Units,
    #[serde(skip_serializing_if = "is_default")]
    control: Option<Side>,
    #[serde(skip_serializing_if = "is_default")]
    terror: bool,
    #[serde(skip_serializing_if = "is_default")]
    resettled: bool,
    #[serde(skip_serializing_if = "is_default")]
    done: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    elites_at_suez: u8,
}

/// What is under way: only what differs from nothing.
#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct UnderWay {
    #[serde(skip_serializing_if = "is_default")]
    after: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    winner: Option<Side>,
    #[serde(skip_serializing_if = "is_default")]
    passes: u8,
    #[serde(skip_serializing_if = "is_default")]
    class: u16,
    #[serde(skip_serializing_if = "is_default")]
    waiting_half_psp: u16,
    #[serde(skip_serializing_if = "is_default")]
    from: u8,
    #[serde(skip_serializing_if = "is_default")]
    left: u8,
    #[serde(skip_serializing_if = "is_default")]
    split: u8,
    #[serde(skip_serializing_if = "is_default")]
    splitter: Option<Side>,
    #[serde(skip_serializing_if = "is_default")]
    disband: u8,
    #[serde(skip_serializing_if = "is_default")]
    mission: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    by_oas: bool,
    #[serde(skip_serializing_if = "is_default")]
    area: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    mark: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    unit: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    fln: BTreeMap<String, [u8; 2]>,
    #[serde(skip_serializing_if = "is_default")]
    gov: BTreeMap<String, u8>,
    #[serde(skip_serializing_if = "is_default")]
    contact: u8,
    #[serde(skip_serializing_if = "is_default")]
    firepower: u16,
    #[serde(skip_serializing_if = "is_default")]
    target: Option<[String; 2]>,
    #[serde(skip_serializing_if = "is_default")]
    reacted: bool,
    #[serde(skip_serializing_if = "is_default")]
    hits: [u8; 2],
    #[serde(skip_serializing_if = "is_default")]
    eliminated: u8,
}

const PHASES: &[Phase] = Phase::ALL;

pub(super) fn police_box(unit: GovUnit, at: GovBox) -> bool {
    unit != GovUnit::Police || matches!(at, GovBox::Ptl | GovBox::Neutralized)
}

pub(super) fn to_json(r: &Rules, s: &State) -> Value {
    let mut areas = BTreeMap::new();
    for place in Place::each(ALGERIA | ABROAD) {
        let mut area = Area::default();
        for &unit in FlnUnit::ALL {
            for &at in FlnBox::ALL {
                let count = s.fln(place, unit, at);
                if count > 0 {
                    area.fln.entry(unit.to_string()).or_default().insert(at.to_string(), count);
                }
            }
        }
        if place.is_area() {
            for &unit in GovUnit::ALL {
                for &at in GovBox::ALL {
                    let count = if police_box(unit, at) { s.gov(place, unit, at) } else { 0 };
                    if count > 0 {
                        area.gov.entry(unit.to_string()).or_default().insert(at.to_string(), count);
                    }
                }
            }
            area.elites_at_suez = s.suez[place.index()];
        }
        let on = |mask: u32| mask & place.bit() != 0;
        area.control = Side::ALL.into_iter().find(|&side| on(s.control[side as usize]));
        area.terror = on(s.terror);
        area.resettled = on(s.resettled);
        area.done =
            ONCE.iter().zip(s.done).filter(|(_, mask)| on(*mask)).map(|(m, _)| m.to_string()).collect();
        if area != Area::default() {
            areas.insert(r.id(place).to_owned(), area);
        }
    }
    let position = Position {
        turn: s.turn,
        phase: PHASES[usize::from(s.flow.phase)].to_string(),
        psl: BySide { fln: s.psl[0], france: s.psl[1] },
        ap: s.ap,
        air: Points { maximum: s.points[0], available: s.available[0] },
        helo: Points { maximum: s.points[1], available: s.available[1] },
        naval: s.points[2],
        half_psp_spent: s.halves,
        border_zone: s.border_zone,
        border_zone_active: s.border_zone_active,
        independent: s.independent,
        jealousy: s.jealousy,
        amnesty: s.amnesty,
        suez_used: s.suez_used,
        suez_returns: s.suez_back,
        slow_french_reaction: s.slow,
        slow_purchases: s.slow_bought,
        oas: Oas { controller: s.oas.controller, place: s.oas.place.map(|place| r.id(place).to_owned()) },
        shorter_leader: s.leader,
        shorter_leads: s.leads,
        cadre_in_france: s.cadre_in_france,
        propaganda_in_france_done: s.done[0] & Place::FRANCE.bit() != 0,
        nato_keeps: GovType::ALL
            .iter()
            .zip(s.nato)
            .filter(|(_, count)| *count > 0)
            .map(|(counter, count)| (counter.to_string(), count))
            .collect(),
        elites_disbanded: s.disbanded,
        areas,
        node: s.flow.node.to_string(),
        under_way: under_way(r, &s.flow),
    };
    serde_json::to_value(position).unwrap_or(Value::Null)
}

pub(super) fn under_way(r: &Rules, flow: &Flow) -> UnderWay {
    let none = Flow::default();
    let differs = |different: bool, text: &dyn Fn() -> String| different.then(text);
    UnderWay {
        after: differs(flow.after != none.after, &|| flow.after.to_string()),
        winner: (flow.winner != none.winner).then_some(flow.winner),
        passes: flow.passes,
        class: flow.cursor,
        waiting_half_psp: flow.waiting,
        from: flow.cursor2,
        left: flow.left,
        split: flow.split,
        splitter: (flow.splitter != none.splitter).then_some(flow.splitter),
        disband: flow.disband,
        mission: differs(flow.mission != none.mission, &|| flow.mission.to_string()),
        by_oas: flow.by_oas,
        area: differs(flow.area != none.area, &|| r.id(flow.area).to_owned()),
        mark: differs(flow.mark != none.mark, &|| flow.mark.to_string()),
        unit: differs(flow.unit != none.unit, &|| flow.unit.to_string()),
        fln: FlnUnit::ALL
            .iter()
            .zip(flow.fln)
            .filter(|(_, counts)| *counts != [0, 0])
            .map(|(unit, counts)| (unit.to_string(), counts))
            .collect(),
        gov: GovUnit::MOBILE
            .iter()
            .zip(flow.gov)
            .filter(|(_, count)| *count > 0)
            .map(|(unit, count)| (unit.to_string(), count))
            .collect(),
        contact: flow.contact,
        firepower: flow.firepower,
        target: (flow.target != none.target).then(|| [flow.target.0.to_string(), flow.target.1.to_string()]),
        reacted: flow.reacted,
        hits: flow.hits,
        eliminated: flow.eliminated,
    }
}

/// Reads a word of the game; the error names the key.
fn word<T>(key: &str, text: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, String> {
    read(text).ok_or_else(|| format!("{key}: \"{text}\" is not a word the game knows here"))
}

fn place_at(r: &Rules, key: &str, id: &str) -> Result<Place, String> {
    word(key, id, |id| place(r, id))
}

pub(super) fn from_json(r: &Rules, value: &Value) -> Result<State, String> {
    let p: Position = serde_path_to_error::deserialize(value)
        .map_err(|error| format!("{}: {}", error.path(), error.inner()))?;
    let mut s = State::empty();
    let mut flow = read_under_way(r, &p.under_way)?;
    flow.node = word("node", &p.node, Node::from_word)?;
    flow.phase = word("phase", &p.phase, Phase::from_word)? as u8;
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
    for (counter, count) in &p.nato_keeps {
        s.nato[word("nato_keeps", counter, GovType::from_word)?.index()] = *count;
    }
    s.disbanded = p.elites_disbanded;
    for (id, area) in &p.areas {
        read_area(r, &mut s, id, area)?;
    }
    s.flow = flow;
    Ok(s)
}

fn read_area(r: &Rules, s: &mut State, id: &str, area: &Area) -> Result<(), String> {
    let key = format!("areas.{id}");
    let place = place_at(r, &key, id)?;
    if place == Place::FRANCE || !place.is_area() && (!area.gov.is_empty() || area.control.is_some()) {
        return Err(format!("{key}: only FLN units of Morocco and Tunisia stand outside Algeria"));
    }
    for (name, boxes) in &area.fln {
        let key = format!("{key}.fln.{name}");
        let unit = word(&key, name, FlnUnit::from_word)?;
        for (at, &count) in boxes {
            let at = word(&key, at, FlnBox::from_word)?;
            let (fronts, mix) = (s.fronts() & place.bit() != 0, r.fln[unit.index()].count);
            if unit == FlnUnit::Front && (count > 1 || fronts && count > 0 || !place.is_area()) {
                return Err(format!("{key}: more than one Front, or a Front outside Algeria"));
            }
            if u16::from(count) + u16::from(s.fln_total(unit)) > u16::from(mix) {
                return Err(format!("{key}: found {count} more, the counter mix has {mix} in all"));
            }
            s.add_fln(place, unit, at, count);
        }
    }
    for (name, boxes) in &area.gov {
        let key = format!("{key}.gov.{name}");
        let unit = word(&key, name, GovUnit::from_word)?;
        for (at, &count) in boxes {
            let at = word(&key, at, GovBox::from_word)?;
            if !police_box(unit, at) {
                return Err(format!("{key}: Police stand in ptl or are neutralized, not in {at}"));
            }
            let mix = r.counter[unit.counter().index()].count;
            if u16::from(count) + u16::from(s.gov_total(unit.counter())) > u16::from(mix) {
                return Err(format!("{key}: found {count} more, the counter mix has {mix} in all"));
            }
            s.add_gov(place, unit, at, count);
        }
    }
    if let Some(side) = area.control {
        s.control[side as usize] |= place.bit();
    }
    if area.terror {
        s.terror |= place.bit();
    }
    if area.resettled {
        s.resettled |= place.bit();
    }
    for name in &area.done {
        let mission = word(&format!("{key}.done"), name, Mission::from_word)?;
        let index = ONCE.iter().position(|&one| one == mission);
        let index = index.ok_or_else(|| format!("{key}.done: {mission} is not limited to one an area"))?;
        s.done[index] |= place.bit();
    }
    if area.elites_at_suez > 0 {
        if !place.is_area() {
            return Err(format!("{key}.elites_at_suez: they left an area of Algeria"));
        }
        s.suez[place.index()] = area.elites_at_suez;
    }
    Ok(())
}

fn read_under_way(r: &Rules, u: &UnderWay) -> Result<Flow, String> {
    let none = Flow::default();
    let optional = |key: &str, text: &Option<String>, none: Node| {
        text.as_deref().map_or(Ok(none), |text| word(key, text, Node::from_word))
    };
    let mut flow = Flow {
        after: optional("under_way.after", &u.after, none.after)?,
        winner: u.winner.unwrap_or(none.winner),
        passes: u.passes,
        cursor: u.class,
        waiting: u.waiting_half_psp,
        cursor2: u.from,
        left: u.left,
        split: u.split,
        splitter: u.splitter.unwrap_or(none.splitter),
        disband: u.disband,
        by_oas: u.by_oas,
        contact: u.contact,
        firepower: u.firepower,
        reacted: u.reacted,
        hits: u.hits,
        eliminated: u.eliminated,
        ..none
    };
    if let Some(text) = &u.mission {
        flow.mission = word("under_way.mission", text, Mission::from_word)?;
    }
    if let Some(id) = &u.area {
        flow.area = place_at(r, "under_way.area", id)?;
    }
    if let Some(text) = &u.mark {
        flow.mark = word("under_way.mark", text, Mark::from_word)?;
    }
    if let Some(text) = &u.unit {
        flow.unit = word("under_way.unit", text, FlnUnit::from_word)?;
    }
    for (name, counts) in &u.fln {
        flow.fln[word("under_way.fln", name, FlnUnit::from_word)?.index()] = *counts;
    }
    for (name, count) in &u.gov {
        let unit = word("under_way.gov", name, GovUnit::from_word)?;
        let slot = flow.gov.get_mut(unit.index());
        *slot.ok_or_else(|| "under_way.gov: Police take no part".to_owned())? = *count;
    }
    if let Some([unit, at]) = &u.target {
        flow.target = (
            word("under_way.target", unit, GovUnit::from_word)?,
            word("under_way.target", at, GovBox::from_word)?,
        );
    }
    Ok(flow)
}
