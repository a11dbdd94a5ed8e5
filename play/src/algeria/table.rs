//! The table of *Algeria*: counters on the map, and tracks.

use wilaya_engine::Side;
use wilaya_engine::algeria::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mask, Place, Point};
use wilaya_engine::algeria::words::Phase;
use wilaya_engine::algeria::{Rules, State};
use wilaya_engine::{Game as _, algeria::Algeria};

use super::story::{box_name, fln_name, gov_box_name, gov_name};
use crate::playable::{capital, plain};
use crate::table::{Area, Counter, Face, Holder, Mark, Strip, Table, Track};

pub(super) fn fln_face(unit: FlnUnit) -> Face {
    let (letter, symbol) = match unit {
        FlnUnit::Front => ("Fr", "front"),
        FlnUnit::Cadre => ("C", "cadre"),
        FlnUnit::Band => ("B", "band"),
        FlnUnit::Failek => ("F", "failek"),
    };
    Face { letter, symbol }
}

pub(super) fn gov_face(unit: GovUnit) -> Face {
    let (letter, symbol) = match unit {
        GovUnit::Concentrated => ("D", "division"),
        GovUnit::Dispersed => ("d", "dispersed-division"),
        GovUnit::French => ("F", "infantry"),
        GovUnit::Elite => ("E", "paratroopers"),
        GovUnit::Algerian => ("A", "algerian"),
        GovUnit::Police => ("P", "police"),
    };
    Face { letter, symbol }
}

fn fln_strips(s: &State, place: Place) -> impl Iterator<Item = Strip> {
    FlnBox::ALL.iter().filter_map(move |&at| {
        let here = FlnUnit::ALL.iter().filter(|&&unit| s.fln(place, unit, at) > 0);
        let counters: Vec<_> = here
            .map(|&unit| Counter::new(fln_face(unit), fln_name(unit), s.fln(place, unit, at), !at.active()))
            .collect();
        let short = match at {
            _ if !place.is_area() => "",
            FlnBox::Ug => "UG",
            FlnBox::Ops => "OPS",
            FlnBox::Oc => "OC",
            FlnBox::UgNeutralized => "UG",
            FlnBox::Neutralized => "N",
        };
        let strip = Strip { side: Some(Side::Fln), short, name: box_name(at), counters };
        (!strip.counters.is_empty()).then_some(strip)
    })
}

fn gov_strips(s: &State, area: Place) -> impl Iterator<Item = Strip> {
    GovBox::ALL.iter().filter_map(move |&at| {
        let stands =
            |unit: GovUnit| unit != GovUnit::Police || matches!(at, GovBox::Ptl | GovBox::Neutralized);
        let here = GovUnit::ALL.iter().filter(|&&unit| stands(unit) && s.gov(area, unit, at) > 0);
        let counters: Vec<_> = here
            .map(|&unit| {
                let weak = at == GovBox::Neutralized;
                Counter::new(gov_face(unit), gov_name(unit), s.gov(area, unit, at), weak)
            })
            .collect();
        let short = match at {
            GovBox::Ops => "OPS",
            GovBox::Ptl => "PTL",
            GovBox::Oc => "OC",
            GovBox::Neutralized => "N",
        };
        let strip = Strip { side: Some(Side::France), short, name: gov_box_name(at), counters };
        (!strip.counters.is_empty()).then_some(strip)
    })
}

fn area(r: &Rules, s: &State, place: Place) -> Area {
    let on = |mask: Mask| mask & place.bit() != 0;
    let holder = match () {
        () if on(s.controlled(Side::Fln)) => Some(Holder::Fln),
        () if on(s.controlled(Side::France)) => Some(Holder::France),
        () if place.is_area() => Some(Holder::Contested),
        () => None,
    };
    let (terror, resettled) = s.terrorized_and_resettled();
    let mut marks = Vec::new();
    let mut mark = |there: bool, short: &str, name: &str, side: Option<Side>| {
        if there {
            marks.push(Mark { short: short.to_owned(), name: name.to_owned(), side });
        }
    };
    mark(on(terror), "T", "Terror", Some(Side::Fln));
    mark(on(resettled), "R", "Resettled", Some(Side::France));
    mark(s.oas().place == Some(place), "OAS", "The OAS", None);
    let strips = if place == Place::FRANCE {
        let counters = vec![Counter::new(fln_face(FlnUnit::Cadre), "Cadre", 1, false)];
        let strip = Strip { side: Some(Side::Fln), short: "", name: "In France", counters };
        if s.cadre_in_france() { vec![strip] } else { Vec::new() }
    } else if place.is_area() {
        fln_strips(s, place).chain(gov_strips(s, place)).collect()
    } else {
        fln_strips(s, place).collect()
    };
    Area { id: r.id(place).to_owned(), holder, marks, strips }
}

pub(super) fn table(r: &Rules, s: &State) -> Table {
    let (turn, phase) = Algeria::clock(s);
    let phase = Phase::ALL.get(usize::from(phase)).map_or("", |phase| phase.word());
    let track = |name, side, value: i32, last: i32| Track {
        name,
        side,
        value,
        first: 0,
        last,
        text: None,
        notes: Vec::new(),
    };
    let [air, helo] = s.points_available();
    let stock = |name, have: u8, point: Point| Track {
        text: Some(format!("{have} of {}", s.points(point))),
        ..track(name, Some(Side::France), i32::from(have), s.points(point).into())
    };
    let (steps, active) = s.border_zone();
    let zone = steps.map_or("not open".to_owned(), |steps| {
        format!("-{steps}, {}", if active { "active" } else { "inactive" })
    });
    let naval = s.points(Point::Naval);
    let tracks = vec![
        track("PSL", Some(Side::Fln), s.psl(Side::Fln).into(), r.psl_max.into()),
        track("PSL", Some(Side::France), s.psl(Side::France).into(), r.psl_max.into()),
        track("AP", Some(Side::Fln), s.ap().into(), r.ap_max.into()),
        stock("Air Points", air, Point::Air),
        stock("Helo Points", helo, Point::Helo),
        track("Naval Points", Some(Side::France), naval.into(), r.point_max[Point::Naval.index()].into()),
        Track {
            text: Some(zone),
            ..track("Border Zone", Some(Side::France), steps.unwrap_or(0).into(), r.border_zone_max.into())
        },
    ];
    let mut notes = Vec::new();
    let mut note = |there: bool, text: String| {
        if there {
            notes.push(text);
        }
    };
    note(s.independent(), "Morocco and Tunisia are independent".to_owned());
    note(s.amnesty(), "Amnesty".to_owned());
    note(s.slow(), "Slow French reaction".to_owned());
    if let Some(side) = s.oas().controller {
        note(true, format!("The OAS is controlled by {side}"));
    }
    let when =
        if turn == 0 { "Set-up".to_owned() } else { format!("Turn {turn}: {}", capital(&plain(phase))) };
    let places = (0..Place::COUNT as u8).map(Place);
    let areas = places.map(|place| area(r, s, place)).filter(|area| !area.is_bare()).collect();
    Table { when, tracks, notes, areas, hands: Vec::new() }
}
