//! Describes a position for a person.

use std::fmt::Write;

use super::event::Phase;
use super::rules::Rules;
use super::state::{ABROAD, ALGERIA, State};
use super::types::Algeria;
use super::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mask, Place};
use super::words::Node;
use crate::Side;
use crate::machine::Sequence;

fn fln_units(s: &State, place: Place) -> String {
    let mut parts = Vec::new();
    for &at in FlnBox::ALL {
        let units: Vec<_> = FlnUnit::ALL
            .iter()
            .filter(|&&unit| s.fln(place, unit, at) > 0)
            .map(|&unit| format!("{} {unit}", s.fln(place, unit, at)))
            .collect();
        if !units.is_empty() {
            let name = match (place.is_area(), at) {
                (false, FlnBox::Ops) => "ready".to_owned(),
                (false, FlnBox::Oc) => "arrived".to_owned(),
                _ => at.word().to_uppercase(),
            };
            parts.push(format!("{name}: {}", units.join(", ")));
        }
    }
    parts.join("; ")
}

fn gov_units(s: &State, area: Place) -> String {
    let mut parts = Vec::new();
    for &at in GovBox::ALL {
        let units: Vec<_> = GovUnit::ALL
            .iter()
            .filter(|&&unit| unit != GovUnit::Police || matches!(at, GovBox::Ptl | GovBox::Neutralized))
            .filter(|&&unit| s.gov(area, unit, at) > 0)
            .map(|&unit| format!("{} {unit}", s.gov(area, unit, at)))
            .collect();
        if !units.is_empty() {
            parts.push(format!("{}: {}", at.word().to_uppercase(), units.join(", ")));
        }
    }
    parts.join("; ")
}

pub(super) fn describe(r: &Rules, s: &State) -> String {
    let mut out = String::new();
    let phase = Phase::ALL[usize::from(s.flow.phase)];
    let _ = writeln!(out, "Algeria {}, turn {}, {phase}", r.scenario.id, s.turn);
    let _ = writeln!(
        out,
        "PSL: FLN {}, Government {}   AP {}   Air {}/{}  Helo {}/{}  Naval {}",
        s.psl[0], s.psl[1], s.ap, s.available[0], s.points[0], s.available[1], s.points[1], s.points[2]
    );
    let mut notes = Vec::new();
    match s.border_zone {
        Some(steps) => notes.push(format!(
            "Border Zone -{steps} ({})",
            if s.border_zone_active { "active" } else { "inactive" }
        )),
        None => notes.push("Border Zone not open".to_owned()),
    }
    notes.push(
        if s.independent { "Morocco and Tunisia independent" } else { "no independence yet" }.to_owned(),
    );
    if let Some(side) = s.oas.controller {
        let place = s.oas.place.map_or("not placed", |place| r.id(place));
        notes.push(format!("OAS of {side}, {place}"));
    }
    if s.jealousy {
        notes.push("Jealousy and Paranoia".to_owned());
    }
    if s.amnesty {
        notes.push("Amnesty".to_owned());
    }
    if s.slow {
        notes.push("slow French reaction".to_owned());
    }
    if s.cadre_in_france {
        notes.push("a Cadre in France".to_owned());
    }
    let _ = writeln!(out, "{}", notes.join("; "));
    let on = |mask: Mask, place: Place| mask & place.bit() != 0;
    for place in Place::each(ALGERIA | ABROAD) {
        let (fln, gov) =
            (fln_units(s, place), if place.is_area() { gov_units(s, place) } else { String::new() });
        let mut marks = Vec::new();
        for side in Side::ALL {
            if on(s.control[side as usize], place) {
                marks.push(format!("{side} control"));
            }
        }
        if on(s.terror, place) {
            marks.push("Terror".to_owned());
        }
        if on(s.resettled, place) {
            marks.push("resettled".to_owned());
        }
        if fln.is_empty() && gov.is_empty() && marks.is_empty() {
            continue;
        }
        let rating = if on(r.urban, place) {
            " U"
        } else if on(r.remote | s.resettled, place) {
            " R"
        } else {
            ""
        };
        let marks = if marks.is_empty() { String::new() } else { format!("  [{}]", marks.join(", ")) };
        let _ = writeln!(out, "{} {}{rating}{marks}", r.id(place), r.names[place.index()]);
        if !fln.is_empty() {
            let _ = writeln!(out, "    FLN  {fln}");
        }
        if !gov.is_empty() {
            let _ = writeln!(out, "    Gov  {gov}");
        }
    }
    match (s.flow.node, Algeria::decider(s.flow.node, s)) {
        (Node::Over, _) => {
            let _ = writeln!(out, "The game is over: {} won", s.flow.winner);
        }
        (node, Some(side)) => {
            let _ = writeln!(out, "{side} decides: {node}");
        }
        _ => {}
    }
    out
}
