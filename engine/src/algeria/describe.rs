//! Events in words, and descriptions of positions for a person.

use std::fmt::Write;

use super::Algeria;
use super::event::Event;
use super::rules::Rules;
use super::state::{ABROAD, ALGERIA, State};
use super::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mark, Mask, Place};
use super::words::{Node, Phase};
use crate::Side;
use crate::machine::Sequence;

fn units(count: u8, unit: impl std::fmt::Display) -> String {
    if count == 1 { format!("1 {unit}") } else { format!("{count} x {unit}") }
}

impl Event {
    /// The event in words.
    #[must_use]
    pub fn text(&self, r: &Rules) -> String {
        let id = |place: Place| r.id(place);
        let on = |flag: bool, yes: &'static str, no: &'static str| if flag { yes } else { no };
        match *self {
            Self::Phase { turn, phase } => format!("Turn {turn}: {phase}"),
            Self::Random(event) => format!("random event: {event}"),
            Self::Independence => "Morocco and Tunisia become independent".to_owned(),
            Self::Psl { side, delta, now, cause } => format!("PSL of {side} {delta:+} to {now} ({cause})"),
            Self::Ap { delta, now, cause } => format!("AP {delta:+} to {now} ({cause})"),
            Self::Points { point, delta, now } => format!("{point} Points {delta:+} to {now}"),
            Self::BorderZone(steps) => format!("Border Zone at -{steps}"),
            Self::BorderZoneActive => "Border Zone activated".to_owned(),
            Self::Fln { change, place, unit, count } => {
                format!("{}: {} {change}", id(place), units(count, unit))
            }
            Self::Gov { change, area, unit, count } => {
                format!("{}: {} {change}", id(area), units(count, unit))
            }
            Self::GovMoved { from, to, unit, airmobile } => {
                format!("{unit} from {} to {}{}", id(from), id(to), on(airmobile, " by air", ""))
            }
            Self::France { area, sent } => {
                format!("cadre {} {}", on(sent, "to France from", "back from France to"), id(area))
            }
            Self::Moved { from, to, unit, arrived } => {
                format!("{unit} from {} to {}: {}", id(from), id(to), on(arrived, "arrived", "lost"))
            }
            Self::Mission { mission, place } => format!("{mission} in {}", id(place)),
            Self::Result { mission, place, roll, number, mark } => {
                let mark = if mark == Mark::None { "" } else { mark.word() };
                format!("{mission} in {}: roll {roll}, result {number}{mark}", id(place))
            }
            Self::Fire { side, area, firepower, hits } => {
                format!("{side} fires in {} with {firepower}: {hits} hits", id(area))
            }
            Self::AirPoints(points) => format!("{points} Air Points"),
            Self::Passed { side, told } => {
                if told {
                    "the FLN tells the Government to act".to_owned()
                } else {
                    format!("{side} passes")
                }
            }
            Self::Control { area, side } => match side {
                Some(side) => format!("{}: controlled by {side}", id(area)),
                None => format!("{}: contested", id(area)),
            },
            Self::Terror { area, placed } => {
                format!("{}: terror {}", id(area), on(placed, "placed", "removed"))
            }
            Self::Resettled(area) => format!("{}: resettled", id(area)),
            Self::OasController(side) => format!("OAS controlled by {side}"),
            Self::OasPlaced(place) => format!("OAS in {}", id(place)),
            Self::OasRemoved => "OAS removed".to_owned(),
            Self::Coup(None) => "no coup".to_owned(),
            Self::Coup(Some(row)) => format!("coup: line {} of the table", row + 1),
            Self::SlowReactionEnds => "the slow French reaction ends".to_owned(),
            Self::ShorterCheck { lead, in_a_row } => {
                format!("check of the shorter game: lead of the FLN {lead:+}, {in_a_row} in a row")
            }
            Self::Target { area, unit, at } => format!("target in {}: {unit} ({at})", id(area)),
            Self::Over { winner, level } => format!("{winner} wins: {level} victory"),
        }
    }
}

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

impl State {
    /// Describes the position for a person.
    #[must_use]
    pub fn describe(&self, r: &Rules) -> String {
        let mut out = String::new();
        let phase = Phase::ALL[usize::from(self.flow.phase)];
        let _ = writeln!(out, "Algeria {}, turn {}, {phase}", r.scenario.id, self.turn);
        let _ = writeln!(
            out,
            "PSL: FLN {}, Government {}   AP {}   Air {}/{}  Helo {}/{}  Naval {}",
            self.psl[0],
            self.psl[1],
            self.ap,
            self.available[0],
            self.points[0],
            self.available[1],
            self.points[1],
            self.points[2]
        );
        let mut notes = Vec::new();
        match self.border_zone {
            Some(steps) => notes.push(format!(
                "Border Zone -{steps} ({})",
                if self.border_zone_active { "active" } else { "inactive" }
            )),
            None => notes.push("Border Zone not open".to_owned()),
        }
        notes.push(
            if self.independent { "Morocco and Tunisia independent" } else { "no independence yet" }
                .to_owned(),
        );
        if let Some(side) = self.oas.controller {
            let place = self.oas.place.map_or("not placed", |place| r.id(place));
            notes.push(format!("OAS of {side}, {place}"));
        }
        if self.jealousy {
            notes.push("Jealousy and Paranoia".to_owned());
        }
        if self.amnesty {
            notes.push("Amnesty".to_owned());
        }
        if self.slow {
            notes.push("slow French reaction".to_owned());
        }
        if self.cadre_in_france {
            notes.push("a Cadre in France".to_owned());
        }
        let _ = writeln!(out, "{}", notes.join("; "));
        let on = |mask: Mask, place: Place| mask & place.bit() != 0;
        for place in Place::each(ALGERIA | ABROAD) {
            let (fln, gov) = (
                fln_units(self, place),
                if place.is_area() { gov_units(self, place) } else { String::new() },
            );
            let mut marks = Vec::new();
            for side in Side::ALL {
                if on(self.control[side as usize], place) {
                    marks.push(format!("{side} control"));
                }
            }
            if on(self.terror, place) {
                marks.push("Terror".to_owned());
            }
            if on(self.resettled, place) {
                marks.push("resettled".to_owned());
            }
            if fln.is_empty() && gov.is_empty() && marks.is_empty() {
                continue;
            }
            let rating = if on(r.urban, place) {
                " U"
            } else if on(r.remote | self.resettled, place) {
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
        match (self.flow.node, Algeria::decider(self.flow.node, self)) {
            (Node::Over, _) => {
                let _ = writeln!(out, "The game is over: {} won", self.flow.winner);
            }
            (node, Some(side)) => {
                let _ = writeln!(out, "{side} decides: {node}");
            }
            _ => {}
        }
        out
    }
}
