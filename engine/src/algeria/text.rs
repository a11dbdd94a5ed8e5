//! Actions, rolls and events as text.

use super::action::RollKind;
use super::event::Event;
use super::rules::Rules;
use super::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mark, Place, Point};
use crate::NotationError::{self, Unknown};
use crate::arguments::{Reader, Writer, arguments};
use crate::dice::Label;
use crate::notation::{label_text_by, parse_label_by};

arguments! { Rules; rules, word, value;
    place: Place, "the id of a place", place(rules, word), rules.id(value);
    wilaya: u8, "the id of a wilaya",
        rules.wilaya_ids.iter().position(|id| id.eq_ignore_ascii_case(word)).map(|index| index as u8),
        &rules.wilaya_ids[usize::from(value)];
    fln_unit: FlnUnit, "an FLN unit", FlnUnit::from_word(word), value;
    fln_box: FlnBox, "a box of the FLN", FlnBox::from_word(word), value;
    gov_unit: GovUnit, "a Government unit", GovUnit::from_word(word), value;
    gov_box: GovBox, "a box of the Government", GovBox::from_word(word), value;
    counter: GovType, "a type of counter", GovType::from_word(word), value;
    point: Point, "a kind of Point", Point::from_word(word), value;
    number: u8, "a number from 0 to 255", word.parse().ok(), value;
}

impl Reader<'_, Rules> {
    pub(super) fn neutralized(&mut self) -> Result<bool, NotationError> {
        self.flag("neutralized")
    }

    pub(super) fn airmobile(&mut self) -> Result<bool, NotationError> {
        self.flag("airmobile")
    }

    fn flag(&mut self, name: &str) -> Result<bool, NotationError> {
        let what = format!("{name} or nothing");
        Ok(self.option(&what, |word| (word == name).then_some(()))?.is_some())
    }
}

impl Writer<'_, Rules> {
    pub(super) fn neutralized(&mut self, neutralized: bool) {
        neutralized.then(|| self.push("neutralized"));
    }

    pub(super) fn airmobile(&mut self, airmobile: bool) {
        airmobile.then(|| self.push("airmobile"));
    }
}

/// The place with this id.
pub(super) fn place(r: &Rules, id: &str) -> Option<Place> {
    r.ids.iter().position(|one| one.eq_ignore_ascii_case(id)).map(|index| Place(index as u8))
}

/// `what`, `what.side`, `what@place` or `what.side@place`.
pub(super) fn label_text(r: &Rules, label: Label) -> String {
    label_text_by(label, RollKind::ALL, RollKind::word, &r.ids)
}

pub(super) fn parse_label(r: &Rules, text: &str) -> Result<Label, NotationError> {
    let place = |id: &str| {
        place(r, id).map(|at| at.0).ok_or_else(|| Unknown(format!("\"{text}\": unknown place \"{id}\"")))
    };
    parse_label_by(text, RollKind::ALL, RollKind::word, place)
}

fn units(count: u8, unit: impl std::fmt::Display) -> String {
    if count == 1 { format!("1 {unit}") } else { format!("{count} x {unit}") }
}

pub(super) fn event_text(r: &Rules, event: Event) -> String {
    let id = |place: Place| r.id(place);
    let on = |flag: bool, yes: &'static str, no: &'static str| if flag { yes } else { no };
    match event {
        Event::Phase { turn, phase } => format!("Turn {turn}: {phase}"),
        Event::Random(event) => format!("random event: {event}"),
        Event::Independence => "Morocco and Tunisia become independent".to_owned(),
        Event::Psl { side, delta, now, cause } => format!("PSL of {side} {delta:+} to {now} ({cause})"),
        Event::Ap { delta, now, cause } => format!("AP {delta:+} to {now} ({cause})"),
        Event::Points { point, delta, now } => format!("{point} Points {delta:+} to {now}"),
        Event::BorderZone(steps) => format!("Border Zone at -{steps}"),
        Event::BorderZoneActive => "Border Zone activated".to_owned(),
        Event::Fln { change, place, unit, count } => {
            format!("{}: {} {change}", id(place), units(count, unit))
        }
        Event::Gov { change, area, unit, count } => {
            format!("{}: {} {change}", id(area), units(count, unit))
        }
        Event::GovMoved { from, to, unit, airmobile } => {
            format!("{unit} from {} to {}{}", id(from), id(to), on(airmobile, " by air", ""))
        }
        Event::France { area, sent } => {
            format!("cadre {} {}", on(sent, "to France from", "back from France to"), id(area))
        }
        Event::Moved { from, to, unit, arrived } => {
            format!("{unit} from {} to {}: {}", id(from), id(to), on(arrived, "arrived", "lost"))
        }
        Event::Mission { mission, place } => format!("{mission} in {}", id(place)),
        Event::Result { mission, place, roll, number, mark } => {
            let mark = if mark == Mark::None { "" } else { mark.word() };
            format!("{mission} in {}: roll {roll}, result {number}{mark}", id(place))
        }
        Event::Fire { side, area, firepower, hits } => {
            format!("{side} fires in {} with {firepower}: {hits} hits", id(area))
        }
        Event::AirPoints(points) => format!("{points} Air Points"),
        Event::Passed { side, told } => {
            if told {
                "the FLN tells the Government to act".to_owned()
            } else {
                format!("{side} passes")
            }
        }
        Event::Control { area, side } => match side {
            Some(side) => format!("{}: controlled by {side}", id(area)),
            None => format!("{}: contested", id(area)),
        },
        Event::Terror { area, placed } => format!("{}: terror {}", id(area), on(placed, "placed", "removed")),
        Event::Resettled(area) => format!("{}: resettled", id(area)),
        Event::OasController(side) => format!("OAS controlled by {side}"),
        Event::OasPlaced(place) => format!("OAS in {}", id(place)),
        Event::OasRemoved => "OAS removed".to_owned(),
        Event::Coup(None) => "no coup".to_owned(),
        Event::Coup(Some(row)) => format!("coup: line {} of the table", row + 1),
        Event::SlowReactionEnds => "the slow French reaction ends".to_owned(),
        Event::ShorterCheck { lead, in_a_row } => {
            format!("check of the shorter game: lead of the FLN {lead:+}, {in_a_row} in a row")
        }
        Event::Target { area, unit, at } => format!("target in {}: {unit} ({at})", id(area)),
        Event::Won { side, level } => format!("{side} wins: {level} victory"),
    }
}
