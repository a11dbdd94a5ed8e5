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

use crate::NotationError::{self, Extra, Missing, Unknown};
use crate::dice::Label;
use crate::ici::action::{Action, Crossing, Verb};
use crate::ici::label::Throw;
use crate::ici::rules::Rules;
use crate::ici::types::{Chit, Class, Combat, Exchange, Failek, Location, WILAYAS};
use crate::notation::{label_text_by, parse_label_by};

const fn state_word(reduced: bool) -> &'static str {
    if reduced { "reduced" } else { "full" }
}

impl Action {
    /// The action in notation.
    #[must_use]
    pub fn text(self, rules: &Rules) -> String {
        let verb = self.verb();
        let id = |at: Location| rules.id(at);
        let class = |class: Class| &rules.classes[class.index()].word;
        match self {
            Self::Done | Self::Pass | Self::All => verb.to_string(),
            Self::Choose(chit) | Self::Play(chit) => format!("{verb}:{}", rules.chit(chit).id),
            Self::Marker(at, number) | Self::Keep(at, number) => format!("{verb}:{}/{number}", id(at)),
            Self::Place(unit, at)
            | Self::Weaken(unit, at)
            | Self::Reduce(unit, at)
            | Self::Enter(unit, at)
            | Self::FlipUp(unit, at) => format!("{verb}:{}/{}", class(unit), id(at)),
            Self::Substitute(unit, at, reduced) | Self::PickUnit(unit, at, reduced) => {
                format!("{verb}:{}/{}/{}", class(unit), id(at), state_word(reduced))
            }
            Self::Remove(at, failek) | Self::Pick(at, failek) => format!("{verb}:{}/{failek}", id(at)),
            Self::Exchange(at, exchange) => format!("{verb}:{}/{exchange}", id(at)),
            Self::Admit(unit) => format!("{verb}:{}", class(unit)),
            Self::March { to, price, crossing } => match crossing.pair() {
                Some((from, into)) => format!("{verb}:{}/{price}/{}", id(to), crossing_text(from, into)),
                None => format!("{verb}:{}/{price}", id(to)),
            },
            Self::Drive { to, price } => format!("{verb}:{}/{price}", id(to)),
            Self::Send(count) => format!("{verb}:{count}"),
            Self::Attacker(unit, reduced) | Self::Fighter(unit, reduced) => {
                format!("{verb}:{}/{}", class(unit), state_word(reduced))
            }
            Self::Combat(combat) => format!("{verb}:{combat}"),
            Self::Step(at)
            | Self::Recruit(at)
            | Self::Extra(at)
            | Self::Maquis(at)
            | Self::Morice(at)
            | Self::Strike(at)
            | Self::Displace(at)
            | Self::Search(at)
            | Self::Propaganda(at)
            | Self::Assassinate(at)
            | Self::BuildCells(at)
            | Self::Purge(at)
            | Self::HarshPurge(at)
            | Self::Detect(at)
            | Self::Mobilize(at)
            | Self::Resettle(at)
            | Self::Infiltrate(at) => format!("{verb}:{}", id(at)),
        }
    }

    /// Reads an action in notation.
    ///
    /// # Errors
    /// The invalid word and what was expected.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, NotationError> {
        let (verb, arguments) = match text.split_once(':') {
            Some((verb, arguments)) => (verb, Some(arguments)),
            None => (text, None),
        };
        let verb = Verb::from_word(verb).ok_or_else(|| Unknown(format!("unknown verb \"{verb}\"")))?;
        let mut words = Words { rules, text, words: arguments.map(|arguments| arguments.split('/')) };
        let action = match verb {
            Verb::Done => Self::Done,
            Verb::Pass => Self::Pass,
            Verb::All => Self::All,
            Verb::Choose => Self::Choose(words.chit()?),
            Verb::Play => Self::Play(words.chit()?),
            Verb::Marker => Self::Marker(words.location()?, words.number()?),
            Verb::Keep => Self::Keep(words.location()?, words.number()?),
            Verb::Place => Self::Place(words.class()?, words.location()?),
            Verb::Weaken => Self::Weaken(words.class()?, words.location()?),
            Verb::Reduce => Self::Reduce(words.class()?, words.location()?),
            Verb::Enter => Self::Enter(words.class()?, words.location()?),
            Verb::FlipUp => Self::FlipUp(words.class()?, words.location()?),
            Verb::Substitute => Self::Substitute(words.class()?, words.location()?, words.reduced()?),
            Verb::PickUnit => Self::PickUnit(words.class()?, words.location()?, words.reduced()?),
            Verb::Remove => Self::Remove(words.location()?, words.word("a failek", Failek::from_word)?),
            Verb::Pick => Self::Pick(words.location()?, words.word("a failek", Failek::from_word)?),
            Verb::Exchange => {
                Self::Exchange(words.location()?, words.word("an exchange", Exchange::from_word)?)
            }
            Verb::Admit => Self::Admit(words.class()?),
            Verb::March => {
                Self::March { to: words.location()?, price: words.number()?, crossing: words.crossing()? }
            }
            Verb::Drive => Self::Drive { to: words.location()?, price: words.number()? },
            Verb::Send => Self::Send(words.number()?),
            Verb::Attacker => Self::Attacker(words.class()?, words.reduced()?),
            Verb::Fighter => Self::Fighter(words.class()?, words.reduced()?),
            Verb::Combat => Self::Combat(words.word("a type of combat", Combat::from_word)?),
            Verb::Step => Self::Step(words.location()?),
            Verb::Recruit => Self::Recruit(words.location()?),
            Verb::Extra => Self::Extra(words.location()?),
            Verb::Maquis => Self::Maquis(words.location()?),
            Verb::Morice => Self::Morice(words.location()?),
            Verb::Strike => Self::Strike(words.location()?),
            Verb::Displace => Self::Displace(words.location()?),
            Verb::Search => Self::Search(words.location()?),
            Verb::Propaganda => Self::Propaganda(words.location()?),
            Verb::Assassinate => Self::Assassinate(words.location()?),
            Verb::BuildCells => Self::BuildCells(words.location()?),
            Verb::Purge => Self::Purge(words.location()?),
            Verb::HarshPurge => Self::HarshPurge(words.location()?),
            Verb::Detect => Self::Detect(words.location()?),
            Verb::Mobilize => Self::Mobilize(words.location()?),
            Verb::Resettle => Self::Resettle(words.location()?),
            Verb::Infiltrate => Self::Infiltrate(words.location()?),
        };
        match words.words.and_then(|mut words| words.next()) {
            Some(more) => Err(Extra(format!("\"{text}\": \"{more}\" is one argument too many"))),
            None => Ok(action),
        }
    }
}

/// The arguments of an action yet to be read.
struct Words<'a> {
    rules: &'a Rules,
    text: &'a str,
    words: Option<std::str::Split<'a, char>>,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.words.as_mut()?.next()
    }

    fn word<T>(&mut self, what: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, NotationError> {
        let text = self.text;
        let word = self.next().ok_or_else(|| Missing(format!("\"{text}\": {what} is missing")))?;
        read(word).ok_or_else(|| Unknown(format!("\"{text}\": \"{word}\" is not {what}")))
    }

    fn number(&mut self) -> Result<u8, NotationError> {
        self.word("a number from 0 to 255", |word| word.parse().ok())
    }

    fn location(&mut self) -> Result<Location, NotationError> {
        let rules = self.rules;
        self.word("the id of a location", |word| rules.map.find(word))
    }

    fn chit(&mut self) -> Result<Chit, NotationError> {
        let rules = self.rules;
        self.word("the id of a political chit", |word| find_chit(rules, word))
    }

    fn class(&mut self) -> Result<Class, NotationError> {
        let rules = self.rules;
        self.word("a class of French units", |word| {
            rules.classes.iter().position(|row| row.word == word).map(|index| Class(index as u8))
        })
    }

    fn reduced(&mut self) -> Result<bool, NotationError> {
        self.word("full or reduced", |word| match word {
            "full" => Some(false),
            "reduced" => Some(true),
            _ => None,
        })
    }

    fn crossing(&mut self) -> Result<Crossing, NotationError> {
        let Some(word) = self.next() else { return Ok(Crossing::NONE) };
        let text = self.text;
        parse_crossing(word)
            .ok_or_else(|| Unknown(format!("\"{text}\": \"{word}\" is not a pair of Wilayas such as 2-3")))
    }
}

/// The chit with an id.
pub(crate) fn find_chit(rules: &Rules, id: &str) -> Option<Chit> {
    rules.chits.iter().position(|row| row.id == id).map(|index| Chit(index as u8))
}

/// An ordered pair of Wilayas, numbered from 0, such as `2-3`.
pub(in crate::ici) fn crossing_text(from: u8, to: u8) -> String {
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

impl Throw {
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
