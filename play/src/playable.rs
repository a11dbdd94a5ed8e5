//! What a game says for itself to a person.

use std::fmt;

use serde::Serialize;
use wilaya_bots::Roster;
use wilaya_bots::mcts::Searchable;
use wilaya_engine::Side;
use wilaya_engine::data::Figures;
use wilaya_engine::dice::{Label, Roll};

use crate::board::Sketch;
use crate::guide::entry::{Entry, Grid};
use crate::guide::text::halves;
pub(crate) use crate::plural::count;
use crate::plural::plural;
use crate::table::Table;

/// What is decided, for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prompt {
    /// The question.
    pub text: String,
    /// Where the rules speak of it.
    pub rule: &'static str,
}

impl Prompt {
    /// A prompt.
    pub fn new(text: impl Into<String>, rule: &'static str) -> Self {
        Self { text: text.into(), rule }
    }
}

/// A price in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Half points.
    pub halves: u16,
    /// What is paid, in the singular.
    pub unit: &'static str,
}

impl Cost {
    /// Both together.
    pub(crate) fn sum(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (one, other) {
            (Some(one), Some(other)) => Some(Self { halves: one.halves + other.halves, ..one }),
            (one, other) => one.or(other),
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = if self.halves > 2 { plural(self.unit) } else { self.unit.to_owned() };
        write!(f, "{} {unit}", halves(self.halves.into()))
    }
}

/// How a decision is drafted. Decisions with the same `section` are shown together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drafted<A> {
    /// Asked once about one thing.
    Row {
        /// Stands for it in the draft.
        key: String,
        /// What is decided.
        section: &'static str,
        /// The thing that it is decided for.
        name: String,
        /// The answer unless another one is given.
        default: A,
        /// A choice that a draft has no use for.
        skip: Option<A>,
    },
    /// Asked again until done.
    List {
        /// Stands for it in the draft.
        key: String,
        /// What is decided.
        section: &'static str,
        /// The thing that it is decided for.
        name: String,
        /// The choice that ends it.
        done: A,
        /// True if the order of the items matters: they are played as they were added.
        ordered: bool,
    },
    /// Follows a choice of a list.
    Then,
}

/// A game that a person can play: it turns the engine's notation into sentences.
///
/// States that are handed in are what the reader may see: an observation, unless the reader may see everything.
pub trait Playable: Roster + Searchable {
    /// True if the sides keep secrets from each other.
    const SECRETS: bool;
    /// Where the areas lie, as TOML: see [`crate::board`].
    const LAYOUT: &'static str;
    /// How to play, as TOML: see [`crate::guide`].
    const GUIDE: &'static str;
    /// The table of the figures that has a table for each scenario.
    const SCENARIO_TABLE: &'static str;

    /// The scenarios, the first one the default, each with a short description.
    fn scenarios() -> &'static [(&'static str, &'static str)];

    /// The optional rules, each with a short description.
    fn options() -> &'static [(&'static str, &'static str)];

    /// The places of the map, without their geography.
    fn sketch(rules: &Self::Rules, figures: &Figures) -> Sketch;

    /// What lies on the map and beside it.
    fn table(rules: &Self::Rules, seen: &Self::State, side: Option<Side>) -> Table;

    /// What is decided.
    fn prompt(rules: &Self::Rules, seen: &Self::State, kind: Self::Decision) -> Prompt;

    /// A choice in words, told before it is made.
    fn action_words(rules: &Self::Rules, seen: &Self::State, action: Self::Action) -> String;

    /// An event as a sentence; none if it adds nothing to what is told beside it.
    fn event_words(rules: &Self::Rules, event: &Self::Event) -> Option<String>;

    /// The dice of an event with their modifiers by name, unless the event's sentence already names them. `before` is the state
    /// of the decision that led to it.
    fn roll_words(
        rules: &Self::Rules,
        before: &Self::State,
        event: &Self::Event,
        rolls: &[Roll],
    ) -> Option<String> {
        let _ = (rules, before, event, rolls);
        None
    }

    /// The side whose unannounced choice this event reveals.
    fn chosen_by(event: &Self::Event) -> Option<Side> {
        let _ = event;
        None
    }

    /// The ids of the places of an event.
    fn event_places<'a>(rules: &'a Self::Rules, event: &Self::Event) -> Vec<&'a str>;

    /// True if an event begins a new chapter of the log: a turn, a phase.
    fn is_heading(event: &Self::Event) -> bool;

    /// A table of the guide.
    fn guide_table(rules: &Self::Rules, name: &str) -> Option<Grid>;

    /// Entries of the guide that come from the data as a whole.
    fn guide_more(rules: &Self::Rules) -> Vec<Entry> {
        let _ = rules;
        Vec::new()
    }

    /// The id of the entry of the guide that explains a choice, if it is not the one of its decision.
    fn topic(rules: &Self::Rules, seen: &Self::State, action: Self::Action) -> Option<String> {
        let _ = (rules, seen, action);
        None
    }

    /// What the tracks of [`Measured::TRACKS`](wilaya_engine::Measured::TRACKS) are called, in their order.
    const TRACK_NAMES: &'static [&'static str];

    /// An event in a word or two, for the odds of a choice; `None` if it matters little.
    fn outcome(event: &Self::Event) -> Option<&'static str>;

    /// What a choice costs, if its words do not say so.
    fn cost(rules: &Self::Rules, seen: &Self::State, action: Self::Action) -> Option<Cost> {
        let _ = (rules, seen, action);
        None
    }

    /// How a decision is drafted together with those around it; `None` if it is asked by itself.
    fn drafted(
        rules: &Self::Rules,
        seen: &Self::State,
        kind: Self::Decision,
    ) -> Option<Drafted<Self::Action>> {
        let _ = (rules, seen, kind);
        None
    }

    /// True for a decision that only chooses what is decided next: a choice may then stand for both. Only in games without
    /// secrets.
    fn opens(kind: Self::Decision) -> bool {
        let _ = kind;
        false
    }

    /// True if a person may choose this for the rest of the phase, whenever the same is asked. Only in games without secrets.
    fn repeats(kind: Self::Decision, action: Self::Action) -> bool {
        let _ = (kind, action);
        false
    }

    /// A roll in words, without its face.
    fn label_words(rules: &Self::Rules, label: Label) -> String;
}

/// The text with its first letter a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A word of notation as a person reads it.
pub(crate) fn plain(word: &str) -> String {
    word.replace('-', " ")
}
