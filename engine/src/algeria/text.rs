//! Actions, rolls and events as text.

use super::action::{Action, RollKind, Verb};
use super::event::Event;
use super::rules::Rules;
use super::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mark, Place, Point};
use crate::NotationError::{self, Extra, Missing, Unknown};
use crate::dice::Label;
use crate::notation::{label_text_by, parse_label_by};

fn action_arguments(r: &Rules, action: Action) -> Option<String> {
    Some(match action {
        Action::Place(place)
        | Action::Oas(place)
        | Action::Station(place)
        | Action::Spend(place)
        | Action::Send(place)
        | Action::Return(place)
        | Action::To(place)
        | Action::In(place) => r.id(place).to_owned(),
        Action::Purge(wilaya) => r.wilaya_ids[usize::from(wilaya)].clone(),
        Action::Neutralize(place, unit, at) => format!("{}/{unit}/{at}", r.id(place)),
        Action::Remove(place, unit, at) => format!("{}/{unit}/{at}", r.id(place)),
        Action::RemovePolice(place, neutralized) => {
            format!("{}{}", r.id(place), if neutralized { "/neutralized" } else { "" })
        }
        Action::Mobilize(counter) => counter.to_string(),
        Action::Buy(point) => point.to_string(),
        Action::Count(count) | Action::Split(count) => count.to_string(),
        Action::Build(unit) => unit.to_string(),
        Action::Convert(from, to) => format!("{from}/{to}"),
        Action::With(place, unit) => format!("{}/{unit}", r.id(place)),
        Action::Hit(unit, neutralized) => {
            format!("{unit}{}", if neutralized { "/neutralized" } else { "" })
        }
        Action::Target(unit, at) => format!("{unit}/{at}"),
        Action::Commit(unit, at, place, airmobile) => {
            format!("{}/{unit}/{at}{}", r.id(place), if airmobile { "/airmobile" } else { "" })
        }
        Action::RaiseFln
        | Action::LowerFrance
        | Action::BorderZone
        | Action::ActivateZone
        | Action::ActivateAll
        | Action::Propaganda
        | Action::Strike
        | Action::Move
        | Action::Raid
        | Action::Harass
        | Action::Flush
        | Action::Intelligence
        | Action::CivilAffairs
        | Action::Suppression
        | Action::Resettlement
        | Action::Tell
        | Action::Pass
        | Action::Go
        | Action::Done => return None,
    })
}

/// `verb` or `verb:argument/argument`.
pub(super) fn action_text(r: &Rules, action: Action) -> String {
    match action_arguments(r, action) {
        Some(arguments) => format!("{}:{arguments}", action.verb()),
        None => action.verb().to_string(),
    }
}

/// The arguments of a text, read one by one.
struct Arguments<'a> {
    text: &'a str,
    rest: std::str::Split<'a, char>,
}

impl<'a> Arguments<'a> {
    fn next(&mut self, what: &str) -> Result<&'a str, NotationError> {
        self.rest.next().ok_or_else(|| Missing(format!("\"{}\" is missing its {what}", self.text)))
    }

    fn word<T: Copy>(&mut self, what: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, NotationError> {
        let word = self.next(what)?;
        read(word).ok_or_else(|| Unknown(format!("\"{}\": unknown {what} \"{word}\"", self.text)))
    }

    fn place(&mut self, r: &Rules) -> Result<Place, NotationError> {
        self.word("place", |word| place(r, word))
    }

    fn flag(&mut self, name: &str) -> Result<bool, NotationError> {
        match self.rest.next() {
            None => Ok(false),
            Some(word) if word == name => Ok(true),
            Some(word) => Err(Unknown(format!("\"{}\": \"{word}\" should be {name} or nothing", self.text))),
        }
    }

    fn number(&mut self) -> Result<u8, NotationError> {
        self.word("number", |word| word.parse().ok())
    }
}

/// The place with this id.
pub(super) fn place(r: &Rules, id: &str) -> Option<Place> {
    r.ids.iter().position(|one| one.eq_ignore_ascii_case(id)).map(|index| Place(index as u8))
}

pub(super) fn parse_action(r: &Rules, text: &str) -> Result<Action, NotationError> {
    let (verb, rest) = match text.split_once(':') {
        Some((verb, rest)) => (verb, Some(rest)),
        None => (text, None),
    };
    let verb = Verb::from_word(verb).ok_or_else(|| {
        Unknown(format!("\"{text}\" does not start with a verb of the game; see the list of legal actions"))
    })?;
    let mut rest = rest.unwrap_or_default().split('/');
    if rest.clone().eq([""]) {
        rest.next();
    }
    let mut a = Arguments { text, rest };
    let action = match verb {
        Verb::Place => Action::Place(a.place(r)?),
        Verb::RaiseFln => Action::RaiseFln,
        Verb::LowerFrance => Action::LowerFrance,
        Verb::Purge => Action::Purge(a.word("wilaya", |word| {
            r.wilaya_ids.iter().position(|id| id.eq_ignore_ascii_case(word)).map(|index| index as u8)
        })?),
        Verb::Neutralize => Action::Neutralize(
            a.place(r)?,
            a.word("FLN unit", FlnUnit::from_word)?,
            a.word("box", FlnBox::from_word)?,
        ),
        Verb::Remove => Action::Remove(
            a.place(r)?,
            a.word("Government unit", GovUnit::from_word)?,
            a.word("box", GovBox::from_word)?,
        ),
        Verb::Oas => Action::Oas(a.place(r)?),
        Verb::RemovePolice => Action::RemovePolice(a.place(r)?, a.flag("neutralized")?),
        Verb::Mobilize => Action::Mobilize(a.word("counter", GovType::from_word)?),
        Verb::Station => Action::Station(a.place(r)?),
        Verb::Buy => Action::Buy(a.word("kind of Point", Point::from_word)?),
        Verb::BorderZone => Action::BorderZone,
        Verb::ActivateZone => Action::ActivateZone,
        Verb::Count => Action::Count(a.number()?),
        Verb::ActivateAll => Action::ActivateAll,
        Verb::Spend => Action::Spend(a.place(r)?),
        Verb::Build => Action::Build(a.word("FLN unit", FlnUnit::from_word)?),
        Verb::Convert => {
            Action::Convert(a.word("FLN unit", FlnUnit::from_word)?, a.word("FLN unit", FlnUnit::from_word)?)
        }
        Verb::Send => Action::Send(a.place(r)?),
        Verb::Return => Action::Return(a.place(r)?),
        Verb::To => Action::To(a.place(r)?),
        Verb::Propaganda => Action::Propaganda,
        Verb::Strike => Action::Strike,
        Verb::Move => Action::Move,
        Verb::Raid => Action::Raid,
        Verb::Harass => Action::Harass,
        Verb::Flush => Action::Flush,
        Verb::Intelligence => Action::Intelligence,
        Verb::CivilAffairs => Action::CivilAffairs,
        Verb::Suppression => Action::Suppression,
        Verb::Resettlement => Action::Resettlement,
        Verb::Tell => Action::Tell,
        Verb::Pass => Action::Pass,
        Verb::With => Action::With(a.place(r)?, a.word("FLN unit", FlnUnit::from_word)?),
        Verb::In => Action::In(a.place(r)?),
        Verb::Hit => Action::Hit(a.word("FLN unit", FlnUnit::from_word)?, a.flag("neutralized")?),
        Verb::Target => {
            Action::Target(a.word("Government unit", GovUnit::from_word)?, a.word("box", GovBox::from_word)?)
        }
        Verb::Commit => {
            let place = a.place(r)?;
            let unit = a.word("Government unit", GovUnit::from_word)?;
            let at = a.word("box", GovBox::from_word)?;
            Action::Commit(unit, at, place, a.flag("airmobile")?)
        }
        Verb::Go => Action::Go,
        Verb::Split => Action::Split(a.number()?),
        Verb::Done => Action::Done,
    };
    match a.rest.next() {
        Some(word) => Err(Extra(format!("\"{text}\": \"{word}\" is one argument too many"))),
        None => Ok(action),
    }
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
