//! The log: the events in sentences, each with its audience.

use serde::Serialize;
use wilaya_engine::dice::Roll;
use wilaya_engine::{Audience, Side, Status};

use super::world::World;
use crate::playable::{Playable, plain};

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    /// The start of a turn or phase.
    Heading,
    /// A choice.
    Choice,
    /// An event.
    Event,
}

/// A rolled die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Die {
    /// Its purpose.
    pub text: String,
    /// The face rolled.
    pub face: u16,
    /// Its number of sides.
    pub sides: u16,
}

/// A line as the reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Its decision, from 1; 0 for the set-up.
    pub step: usize,
    /// Its kind.
    pub kind: LineKind,
    /// The side that chose.
    pub side: Option<Side>,
    /// The sentence.
    pub text: String,
    /// Its dice.
    pub dice: Vec<Die>,
    /// The ids of the places it concerns.
    pub places: Vec<String>,
}

/// A line and its audience.
#[derive(Clone, Debug)]
struct Entry {
    line: Line,
    audience: Audience,
    /// The text the other side sees instead, in a game with secrets.
    instead: Option<String>,
    /// True for an unannounced decision.
    secret: bool,
    /// The dice and their audiences.
    dice: Vec<(Die, Audience)>,
}

/// The log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    entries: Vec<Entry>,
    /// The first line of the set-up and of each decision.
    firsts: Vec<usize>,
}

/// True if a reader belongs to this audience; `None` reads everything.
fn sees(reader: Option<Side>, audience: Audience) -> bool {
    reader.is_none_or(|side| audience.includes(side))
}

fn die<G: Playable>(world: &World<G>, roll: Roll) -> (Die, Audience) {
    let text = G::label_words(&world.rules, roll.label);
    (Die { text, face: roll.face, sides: roll.sides }, G::roll_audience(roll.label))
}

impl Log {
    /// Logs the set-up.
    pub(crate) fn start<G: Playable>(&mut self, world: &World<G>, rolls: &[Roll], events: &[G::Event]) {
        self.firsts.push(0);
        let line = Line {
            step: 0,
            kind: LineKind::Heading,
            side: None,
            text: "Set-up".to_owned(),
            dice: Vec::new(),
            places: Vec::new(),
        };
        let dice = rolls.iter().map(|&roll| die(world, roll)).collect();
        self.entries.push(Entry { line, audience: Audience::All, instead: None, secret: false, dice });
        self.events(world, 0, events, |_| None);
    }

    /// Logs a decision made in `before`, and what followed.
    pub(crate) fn step<G: Playable>(
        &mut self,
        world: &World<G>,
        before: &G::State,
        action: G::Action,
        rolls: &[Roll],
        events: &[G::Event],
    ) {
        let step = self.firsts.len();
        self.firsts.push(self.entries.len());
        let rules = &world.rules;
        if let Status::Decision { side, kind } = G::status(before) {
            let prompt = G::prompt(rules, before, kind).text;
            let words = G::action_words(rules, before, action);
            // Question and answer form a sentence.
            let text = format!("{}: {} {words}.", G::SIDES[side], prompt.trim_end());
            let places = world.board.places_in(&G::action_text(rules, action));
            let line =
                Line { step, kind: LineKind::Choice, side: Some(side), text, dice: Vec::new(), places };
            let audience = G::action_audience(side, kind, action);
            // Both question and answer may name something the other side does not know.
            let instead = G::SECRETS.then(|| {
                let kind = plain(&kind.to_string());
                let seen = G::observe(rules, before, side.other());
                format!("{}, {kind}: {}.", G::SIDES[side], G::action_words(rules, seen.state(), action))
            });
            let dice = rolls.iter().map(|&roll| die(world, roll)).collect();
            self.entries.push(Entry { line, audience, instead, secret: !G::is_announced(kind), dice });
        }
        self.events(world, step, events, |event| G::roll_words(rules, before, event, rolls));
    }

    fn events<G: Playable>(
        &mut self,
        world: &World<G>,
        step: usize,
        events: &[G::Event],
        rolled: impl Fn(&G::Event) -> Option<String>,
    ) {
        for event in events {
            let Some(mut text) = G::event_words(&world.rules, event) else { continue };
            if let Some(rolled) = rolled(event) {
                text = format!("{} ({rolled}).", text.trim_end_matches('.'));
            }
            let kind = if G::is_heading(event) { LineKind::Heading } else { LineKind::Event };
            let places = G::event_places(&world.rules, event).into_iter().map(str::to_owned).collect();
            let line = Line { step, kind, side: None, text, dice: Vec::new(), places };
            let audience = G::audience(event);
            self.entries.push(Entry { line, audience, instead: None, secret: false, dice: Vec::new() });
        }
    }

    /// Drops all decisions after the first `steps`.
    pub(crate) fn truncate(&mut self, steps: usize) {
        if let Some(&first) = self.firsts.get(steps + 1) {
            self.entries.truncate(first);
            self.firsts.truncate(steps + 1);
        }
    }

    /// The entries of the set-up and of the first `steps` decisions.
    fn entries(&self, steps: usize) -> &[Entry] {
        &self.entries[..self.firsts.get(steps + 1).copied().unwrap_or(self.entries.len())]
    }

    /// Number of lines of the first `steps` decisions a reader may see; `None` reads everything.
    pub(crate) fn len(&self, steps: usize, reader: Option<Side>) -> usize {
        self.entries(steps).iter().filter(|entry| sees(reader, entry.audience)).count()
    }

    /// The last sentence a reader may see.
    pub(crate) fn last(&self, steps: usize, reader: Option<Side>) -> Option<String> {
        let last = self.entries(steps).iter().rfind(|entry| sees(reader, entry.audience));
        last.map(|entry| entry.line.text.clone())
    }

    /// The lines of the first `steps` decisions that a reader may see, without the first `from`. They are numbered and counted
    /// as if there were no others. Dice after a decision the reader does not know of belong to the decision before it; if
    /// that one is not among these lines, the dice get a line without text before the next one, unless they were shown
    /// together with it (`at_once`).
    pub(crate) fn lines(&self, steps: usize, from: usize, reader: Option<Side>, at_once: bool) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let (mut seen, mut step) = (0, 0);
        // The line of the last decision; it may have no text.
        let mut last = None;
        for entry in self.entries(steps) {
            let dice = entry.dice.iter().filter(|(_, audience)| sees(reader, *audience));
            let dice = dice.map(|(die, _)| die.clone());
            if sees(reader, entry.audience) {
                seen += 1;
                let decided = entry.line.kind == LineKind::Choice;
                step += usize::from(decided);
                if seen <= from {
                    continue;
                }
                let of_other = reader.is_some_and(|side| entry.line.side == Some(side.other()));
                let instead = entry.instead.as_ref().filter(|_| of_other);
                let text = instead.unwrap_or(&entry.line.text).clone();
                if decided || seen == 1 {
                    last = Some(lines.len());
                }
                lines.push(Line { step, text, dice: dice.collect(), ..entry.line.clone() });
            } else if let Some(line) = last.and_then(|index| lines.get_mut::<usize>(index)) {
                line.dice.extend(dice);
            } else if seen >= from && entry.line.kind == LineKind::Choice && !(at_once && entry.secret) {
                last = Some(lines.len());
                let (kind, dice) = (LineKind::Event, dice.collect());
                lines.push(Line { step, kind, side: None, text: String::new(), dice, places: Vec::new() });
            }
        }
        let worded = lines.iter().rposition(|line| !line.text.is_empty()).map_or(0, |index| index + 1);
        lines.truncate(worded);
        lines.retain(|line| !line.text.is_empty() || !line.dice.is_empty());
        lines
    }
}
