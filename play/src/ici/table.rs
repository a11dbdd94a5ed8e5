//! The table of *Ici*: counters on the map, tracks, and hands.

use std::collections::BTreeMap;

use wilaya_engine::Side;
use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::types::{Arm, Chit, Chits, Class, Failek, Flag, Level, Location, Unit, Units};
use wilaya_engine::ici::{Control, DRAWN, LOST_BEFORE, LOST_NOW, State, WAITING, formulas};

use super::choices::{class_name, failek_name, reads};
use super::story::flag_name;
use crate::playable::capital;
use crate::table::{Area, Counter, Face, Hand, Holder, Mark, Strip, Table, Track};

pub(super) const fn failek_face(failek: Failek) -> Face {
    let (letter, symbol) = match failek {
        Failek::Moussebiline => ("m", "moussebiline"),
        Failek::Moudjahidine => ("M", "moudjahidine"),
        Failek::Commando => ("Z", "commando"),
    };
    Face { letter, symbol }
}

const UNKNOWN: Face = Face { letter: "?", symbol: "unknown" };

pub(super) const fn arm_face(arm: Arm) -> Face {
    let (letter, symbol) = match arm {
        Arm::NamedParatrooper => ("P", "named-paratroopers"),
        Arm::Paratrooper => ("P", "paratroopers"),
        Arm::Legion => ("L", "legion"),
        Arm::Cspl => ("S", "saharan"),
        Arm::Mechanized => ("K", "mechanized"),
        Arm::Infantry => ("I", "infantry"),
        Arm::Mountain => ("A", "mountain"),
        Arm::Bellounis => ("B", "bellounis"),
    };
    Face { letter, symbol }
}

fn faileks(s: &State, at: Location, side: Option<Side>) -> Option<Strip> {
    let group = s.faileks(at);
    let known = if side == Some(Side::France) { s.sure(at) } else { group.by_type() };
    let mut counters = Vec::new();
    for &failek in Failek::ALL {
        if known[failek.index()] > 0 {
            let (face, name) = (failek_face(failek), failek_name(failek));
            counters.push(Counter::new(face, name, known[failek.index()], false));
        }
    }
    let sure = known.iter().sum::<u8>();
    let full_time = if side == Some(Side::France) { s.sure_full_time(at) - known[1] - known[2] } else { 0 };
    if full_time > 0 {
        counters.push(Counter::new(UNKNOWN, "moudjahidine or zonal commando", full_time, false));
    }
    let unknown = group.total.saturating_sub(sure + full_time);
    if unknown > 0 {
        counters.push(Counter::new(UNKNOWN, "failek (type unknown to you)", unknown, false));
    }
    let strip = Strip { side: Some(Side::Fln), short: "", name: "Faileks", counters };
    (!strip.counters.is_empty()).then_some(strip)
}

fn french(r: &Rules, s: &State, at: Location) -> Option<Strip> {
    let mut classes: BTreeMap<(Class, bool), u8> = BTreeMap::new();
    for unit in Unit::each(s.units_at(at)) {
        *classes.entry((r.class(unit), s.is_reduced(unit))).or_default() += 1;
    }
    let counter = |((class, weak), count): ((Class, bool), u8)| {
        let row = r.classes.get(class.index())?;
        let strength = Some(row.strength[usize::from(weak)]);
        Some(Counter { strength, ..Counter::new(arm_face(row.arm), class_name(r, class), count, weak) })
    };
    let counters: Vec<_> = classes.into_iter().filter_map(counter).collect();
    let strip = Strip { side: Some(Side::France), short: "", name: "French units", counters };
    (!strip.counters.is_empty()).then_some(strip)
}

fn level_mark(level: Level) -> Mark {
    let (short, side) = match level {
        Level::Fln => ("FLN", Some(Side::Fln)),
        Level::Purge => ("Pur", Some(Side::Fln)),
        Level::Activist => ("Act", Some(Side::France)),
        Level::Support => ("Sup", Some(Side::France)),
    };
    Mark { short: short.to_owned(), name: level.title().to_owned(), side }
}

fn area(r: &Rules, s: &State, at: Location, side: Option<Side>) -> Area {
    let mut marks = Vec::new();
    let mut holder = None;
    if at.is_populated() {
        holder = Some(match formulas::control(r, s, at) {
            Control::Fln => Holder::Fln,
            Control::Contested => Holder::Contested,
            Control::France => Holder::France,
        });
        let slot = s.marker(at);
        let owner = formulas::marker_side(r, slot);
        let name = format!("Population Marker on {slot} of {}", r.track.population);
        marks.push(Mark { short: slot.to_string(), name, side: Some(owner) });
        marks.push(level_mark(s.level(at)));
        let resettled = s.resettled(at);
        if resettled > 0 {
            let name = format!("Resettled ({resettled} of 2)");
            marks.push(Mark { short: format!("R{resettled}"), name, side: Some(Side::France) });
        }
    } else if at.in_algeria() && formulas::control(r, s, at) == Control::Fln {
        holder = Some(Holder::Fln);
    }
    if at.is_country() {
        let country = at.country_index();
        if s.is_independent(country) {
            marks.push(Mark { short: "ind".to_owned(), name: "Independent".to_owned(), side: None });
        }
        let maquis = s.maquis(country);
        if maquis > 0 {
            let mark = Mark {
                short: format!("q{maquis}"),
                name: format!("{maquis} maquis"),
                side: Some(Side::France),
            };
            marks.push(mark);
        }
    }
    let units = if at.in_algeria() { french(r, s, at) } else { None };
    let strips = faileks(s, at, side).into_iter().chain(units).collect();
    Area { id: r.id(at).to_owned(), holder, marks, strips }
}

fn tracks(r: &Rules, s: &State) -> Vec<Track> {
    let track = |name, side, value: u8, last: u8| Track {
        name,
        side,
        value: value.into(),
        first: 0,
        last: last.into(),
        text: None,
        notes: Vec::new(),
    };
    let named = |name, value: u8, names: Vec<String>| {
        let last = u8::try_from(names.len().saturating_sub(1)).unwrap_or(u8::MAX);
        let text = names.get(usize::from(value)).cloned();
        let notes = (0..).zip(names).collect();
        Track { text, notes, ..track(name, None, value, last) }
    };
    let crises = r.crises.iter().map(|row| row.name.clone()).collect();
    vec![
        track("Points", Some(Side::Fln), s.points(Side::Fln), r.track.points),
        track("Points", Some(Side::France), s.points(Side::France), r.track.points),
        track("FLN Marker", Some(Side::Fln), s.fln_marker(), r.track.support),
        track("French Public", Some(Side::France), s.french_public(), r.track.support),
        named("Pied-noirs' Feelings", s.pied_noirs(), r.pied_noirs.clone()),
        named("Government Crisis", s.crisis(), crises),
        track("Troop Density", Some(Side::France), s.density(), r.track.density),
    ]
}

fn chit_names(r: &Rules, chits: Chits) -> Vec<String> {
    Chit::each(chits).map(|chit| r.chit(chit).name.clone()).collect()
}

fn unit_names(r: &Rules, s: &State, units: Units) -> Vec<String> {
    let name = |unit: Unit| {
        let mark = if s.is_reduced(unit) { " (reduced)" } else { "" };
        format!("{}{mark}", r.units[unit.index()].name)
    };
    Unit::each(units).map(name).collect()
}

fn hands(r: &Rules, s: &State, side: Option<Side>) -> Vec<Hand> {
    let rest =
        |all: usize, items: &[String]| u8::try_from(all.saturating_sub(items.len())).unwrap_or(u8::MAX);
    let mut hands = Vec::new();
    for owner in Side::ALL {
        let items = if reads(side, owner) { chit_names(r, s.hand(owner)) } else { Vec::new() };
        let unseen = rest(s.hand_size(owner).into(), &items);
        hands.push(Hand { title: format!("Hand of {owner}"), side: Some(owner), items, unseen });
    }
    for owner in Side::ALL {
        let years: Vec<String> = (0..u16::from(r.calendar.years))
            .filter(|year| s.track_years(owner) & 1 << year != 0)
            .map(|year| (r.calendar.first_year + year).to_string())
            .collect();
        if years.is_empty() {
            continue;
        }
        // The other side placed them, so it knows their faces.
        let items = if reads(side, owner.other()) { chit_names(r, s.track(owner)) } else { Vec::new() };
        let unseen = rest(years.len(), &items);
        let title = format!("Chits of {owner} on the track ({})", years.join(", "));
        hands.push(Hand { title, side: Some(owner), items, unseen });
    }
    let places = [
        (DRAWN, "French units arriving"),
        (WAITING, "French units waiting"),
        (LOST_NOW, "French units lost this turn"),
        (LOST_BEFORE, "French units to return"),
    ];
    for (code, title) in places {
        let items = unit_names(r, s, s.units_at(code));
        if !items.is_empty() {
            hands.push(Hand { title: title.to_owned(), side: Some(Side::France), items, unseen: 0 });
        }
    }
    hands
}

pub(super) fn table(r: &Rules, s: &State, side: Option<Side>) -> Table {
    let all = (0..Location::COUNT as u8).map(Location).filter(|at| !r.id(*at).is_empty());
    let areas = all.map(|at| area(r, s, at, side)).filter(|area| !area.is_bare()).collect();
    let notes =
        Flag::ALL.iter().filter(|flag| s.has(**flag)).map(|flag| flag_name(*flag).to_owned()).collect();
    Table { when: capital(&s.date(r)), tracks: tracks(r, s), notes, areas, hands: hands(r, s, side) }
}
