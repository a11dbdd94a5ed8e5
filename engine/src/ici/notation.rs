//! Actions and labels of rolls in notation.
//!
//! An action is `verb` or `verb:argument/argument`. Arguments are ids of locations, chits and classes of units, short words,
//! and numbers; `full` or `reduced` where either is possible.
//!
//! ```text
//! play:fr_oil                 march:3B/1          march:3B/1/2-3
//! recruit:3A                  pick-unit:infantry/oran/full
//! exchange:1C/two-for-moudjahidine                drive:4A/0
//! ```
//!
//! A label is what is rolled, by whom and where: `search.france@3A`, `draw.fln`, `initiative`.

use super::action::Crossing;
use super::label::RollKind;
use super::rules::Rules;
use super::types::{Chit, Class, Combat, Exchange, Failek, Location, WILAYAS};
use crate::NotationError::{self, Unknown};
use crate::arguments::{Reader, Writer, arguments};
use crate::dice::Label;
use crate::notation::{label_text_by, parse_label_by};

arguments! { Rules; rules, word, value;
    location: Location, "the id of a location", rules.map.find(word), rules.id(value);
    chit: Chit, "the id of a political chit", find_chit(rules, word), &rules.chit(value).id;
    class: Class, "a class of French units",
        rules.classes.iter().position(|row| row.word == word).map(|index| Class(index as u8)),
        &rules.classes[value.index()].word;
    failek: Failek, "a failek", Failek::from_word(word), value;
    exchange: Exchange, "an exchange", Exchange::from_word(word), value;
    combat: Combat, "a type of combat", Combat::from_word(word), value;
    number: u8, "a number from 0 to 255", word.parse().ok(), value;
    reduced: bool, "full or reduced", STATES.iter().position(|state| *state == word).map(|index| index == 1),
        STATES[usize::from(value)];
}

/// The words for the states of a French unit.
const STATES: [&str; 2] = ["full", "reduced"];

impl Reader<'_, Rules> {
    pub(super) fn crossing(&mut self) -> Result<Crossing, NotationError> {
        Ok(self.option("a pair of Wilayas such as 2-3", parse_crossing)?.unwrap_or(Crossing::NONE))
    }
}

impl Writer<'_, Rules> {
    pub(super) fn crossing(&mut self, crossing: Crossing) {
        crossing.pair().into_iter().for_each(|(from, into)| self.push(crossing_text(from, into)));
    }
}

/// The chit with an id.
pub(crate) fn find_chit(rules: &Rules, id: &str) -> Option<Chit> {
    rules.chits.iter().position(|row| row.id == id).map(|index| Chit(index as u8))
}

/// An ordered pair of Wilayas, numbered from 0, such as `2-3`.
pub(super) fn crossing_text(from: u8, to: u8) -> String {
    format!("{}-{}", from + 1, to + 1)
}

/// Reads an ordered pair of Wilayas such as `2-3`.
pub(crate) fn parse_crossing(word: &str) -> Option<Crossing> {
    let (from, to) = word.split_once('-')?;
    let wilaya = |word: &str| {
        word.parse::<u8>().ok().filter(|number| (1..=WILAYAS as u8).contains(number)).map(|number| number - 1)
    };
    let (from, to) = (wilaya(from)?, wilaya(to)?);
    (from != to).then(|| Crossing::new(from, to))
}

impl RollKind {
    /// A label in notation.
    #[must_use]
    pub fn text(rules: &Rules, label: Label) -> String {
        label_text_by(label, Self::ALL, Self::word, &rules.map.ids)
    }

    /// Reads a label in notation.
    ///
    /// # Errors
    /// The invalid part.
    pub fn parse(rules: &Rules, text: &str) -> Result<Label, NotationError> {
        let place = |id: &str| {
            let unknown = || Unknown(format!("\"{text}\": \"{id}\" is not the id of a location"));
            rules.map.find(id).map(|at| at.0).ok_or_else(unknown)
        };
        parse_label_by(text, Self::ALL, Self::word, place)
    }
}
