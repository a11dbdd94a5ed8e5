//! The log: what happened, in sentences, each with who may see it.

use serde::Serialize;
use wilaya_engine::dice::Roll;
use wilaya_engine::{Audience, Side, Status};

use super::world::World;
use crate::playable::{Playable, plain};

/// What a line of the log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    /// A turn or phase begins.
    Heading,
    /// A side has chosen.
    Choice,
    /// Something happened.
    Event,
}

/// A die that fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Die {
    /// What for.
    pub text: String,
    /// What fell.
    pub face: u16,
    /// Among how many.
    pub sides: u16,
}

/// A line as a reader may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The decision it belongs to, from 1; 0 for the set-up.
    pub step: usize,
    /// What it is.
    pub kind: LineKind,
    /// Who chose.
    pub side: Option<Side>,
    /// The sentence.
    pub text: String,
    /// Dice that fell.
    pub dice: Vec<Die>,
    /// The ids of the places it is about.
    pub places: Vec<String>,
}

/// A line with who may see it.
#[derive(Clone, Debug)]
struct Entry {
    line: Line,
    audience: Audience,
    /// What stands there for the other side, in a game with secrets.
    instead: Option<String>,
    /// A decision that is not announced.
    secret: bool,
    /// Dice with who may see them.
    dice: Vec<(Die, Audience)>,
}

/// The log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    entries: Vec<Entry>,
    /// For each decision, the set-up first: its first line.
    firsts: Vec<usize>,
}

/// True if a reader may see what these may: a side, or nobody in particular who sees everything.
fn sees(reader: Option<Side>, audience: Audience) -> bool {
    reader.is_none_or(|side| audience.includes(side))
}

fn die<G: Playable>(world: &World<G>, roll: Roll) -> (Die, Audience) {
    let text = G::label_words(&world.rules, roll.label);
    (Die { text, face: roll.face, sides: roll.sides }, G::roll_audience(roll.label))
}

impl Log {
    /// Notes the set-up.
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

    /// Notes a decision made in `before`, and what followed.
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
            // A question and its answer make a sentence.
            let text = format!("{}: {} {words}.", G::SIDES[side], prompt.trim_end());
            let places = world.board.places_in(&G::action_text(rules, action));
            let line =
                Line { step, kind: LineKind::Choice, side: Some(side), text, dice: Vec::new(), places };
            let audience = G::action_audience(side, kind, action);
            // What is asked may name what the other side does not know, and so may the answer.
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

    /// Forgets all decisions after the first `steps`.
    pub(crate) fn truncate(&mut self, steps: usize) {
        if let Some(&first) = self.firsts.get(steps + 1) {
            self.entries.truncate(first);
            self.firsts.truncate(steps + 1);
        }
    }

    /// The entries of the set-up and the first `steps` decisions.
    fn entries(&self, steps: usize) -> &[Entry] {
        &self.entries[..self.firsts.get(steps + 1).copied().unwrap_or(self.entries.len())]
    }

    /// How many lines of the first decisions a reader may see: a side, or nobody in particular who sees everything.
    pub(crate) fn len(&self, steps: usize, reader: Option<Side>) -> usize {
        self.entries(steps).iter().filter(|entry| sees(reader, entry.audience)).count()
    }

    /// The last sentence that a reader may see.
    pub(crate) fn last(&self, steps: usize, reader: Option<Side>) -> Option<String> {
        let last = self.entries(steps).iter().rfind(|entry| sees(reader, entry.audience));
        last.map(|entry| entry.line.text.clone())
    }

    /// The lines of the first `steps` decisions that a reader may see, but for the first `from` of them. They are numbered
    /// and counted as if there were no others. Dice that fell after a decision that the reader does not know of belong to
    /// the decision before; if that one is not among these, they have a line without words before the next one, unless
    /// they were told `at_once` with it.
    pub(crate) fn lines(&self, steps: usize, from: usize, reader: Option<Side>, at_once: bool) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let (mut seen, mut step) = (0, 0);
        // The line of the last decision, which may be one without words.
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
