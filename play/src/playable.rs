//! What a game says for itself to a person.

use serde::Serialize;
use wilaya_bots::Roster;
use wilaya_bots::mcts::Searchable;
use wilaya_engine::Side;
use wilaya_engine::data::Figures;
use wilaya_engine::dice::Label;

use crate::board::Sketch;
use crate::table::Table;

/// What is decided, for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prompt {
    /// What there is to choose.
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

/// A game that a person can play: it puts into words what the engine tells in notation.
///
/// States that are handed in are what the reader may see: an observation, unless the reader may see everything.
pub trait Playable: Roster + Searchable {
    /// True if the sides keep secrets from each other.
    const SECRETS: bool;
    /// Where the areas lie, as TOML: see [`crate::board`].
    const LAYOUT: &'static str;

    /// The scenarios, the first one the default, each with a word of explanation.
    fn scenarios() -> &'static [(&'static str, &'static str)];

    /// The optional rules, each with a word of explanation.
    fn options() -> &'static [(&'static str, &'static str)];

    /// What there is on the map, without its geography.
    fn sketch(rules: &Self::Rules, figures: &Figures) -> Sketch;

    /// What lies on the map and beside it.
    fn table(rules: &Self::Rules, seen: &Self::State, side: Option<Side>) -> Table;

    /// What is decided.
    fn prompt(rules: &Self::Rules, seen: &Self::State, kind: Self::Decision) -> Prompt;

    /// A choice in words, told before it is made.
    fn action_words(rules: &Self::Rules, seen: &Self::State, action: Self::Action) -> String;

    /// An event as a sentence; none if it adds nothing to what is told beside it.
    fn event_words(rules: &Self::Rules, event: &Self::Event) -> Option<String>;

    /// Whose choice an event tells of, if the decision itself is not announced.
    fn chosen_by(event: &Self::Event) -> Option<Side> {
        let _ = event;
        None
    }

    /// The ids of the places of an event.
    fn event_places<'a>(rules: &'a Self::Rules, event: &Self::Event) -> Vec<&'a str>;

    /// True if an event begins a new chapter of the log: a turn, a phase.
    fn is_heading(event: &Self::Event) -> bool;

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

/// A sum of things: `3 Bands`, `1 Band`.
pub(crate) fn count(number: impl Into<u32>, one: &str) -> String {
    let number = number.into();
    if number == 1 { format!("1 {one}") } else { format!("{number} {}", plural(one)) }
}

/// More than one of a thing whose name ends in its noun, or has it before a bracket.
pub(crate) fn plural(one: &str) -> String {
    if let Some((noun, rest)) = one.split_once(" (") {
        return format!("{} ({rest}", plural(noun));
    }
    // A class of units ends in its figures.
    match one.rsplit_once(' ') {
        Some((noun, figures)) if figures.starts_with(|first: char| first.is_ascii_digit()) => {
            return format!("{} {figures}", plural(noun));
        }
        _ => {}
    }
    match one {
        "Police" | "PSP" => one.to_owned(),
        _ if ["s", "men", "infantry"].iter().any(|same| one.ends_with(same)) => one.to_owned(),
        _ => match one.strip_suffix('y') {
            Some(stem) => format!("{stem}ies"),
            None => format!("{one}s"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_one_is_many() {
        for (one, many) in [
            ("Band", "2 Bands"),
            ("division (Concentrated)", "2 divisions (Concentrated)"),
            ("Police", "2 Police"),
            ("paratroopers 2-4", "2 paratroopers 2-4"),
            ("mechanized unit 2-3", "2 mechanized units 2-3"),
            ("mountain infantry 4-2", "2 mountain infantry 4-2"),
            ("Saharan company 2-4 (reduced)", "2 Saharan companies 2-4 (reduced)"),
        ] {
            assert_eq!(count(2u8, one), many);
            assert_eq!(count(1u8, one), format!("1 {one}"));
        }
    }
}
