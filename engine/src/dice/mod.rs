//! Dice and random draws, which live outside the state.
//!
//! Every roll and every draw of a game goes through [`Dice`] with a [`Label`] that says what is rolled, by whom and where. The
//! kinds:
//!
//! - [`SeededDice`]: a generator keyed by (seed, game index) and re-keyed at each phase of each turn, so that two lines of play
//!   that differ in one choice meet the same dice later (common random numbers);
//! - [`ScriptedDice`]: the rolls are given; a missing roll, a surplus one, or one with another label is an error;
//! - [`RecordingDice`]: passes on the rolls of other dice and records them;
//! - [`ForcingDice`]: fixes some labelled rolls of other dice;
//! - [`enumerate()`] and [`enumerate_within`]: play a piece of a game once for every possible outcome of its dice.

mod enumeration;
mod scripted;
mod seeded;
mod wrap;

pub use enumeration::{EnumeratedDice, Leaf, enumerate, enumerate_within};
pub use scripted::{DiceError, ScriptItem, ScriptedDice};
pub use seeded::{SeededDice, bot_rng, stream_key};
pub use wrap::{Force, ForcingDice, RecordingDice};

use std::fmt;
use std::str::FromStr;

use crate::{NotationError, Side};

/// What is rolled, by whom and where. Each game has its own numbers: see `Notation::label_text`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// What is rolled: an index into the game's list of rolls.
    pub what: u8,
    /// The side that rolls, if any.
    pub side: Option<Side>,
    /// Where: the game's index of a place, or [`Label::NOWHERE`].
    pub place: u8,
}

impl Label {
    /// The place of a roll without a location.
    pub const NOWHERE: u8 = u8::MAX;

    /// A label without a side or a place.
    #[must_use]
    pub const fn new(what: u8) -> Self {
        Self { what, side: None, place: Self::NOWHERE }
    }

    /// The same label with a side.
    #[must_use]
    pub const fn by(self, side: Side) -> Self {
        Self { side: Some(side), ..self }
    }

    /// The same label with a place.
    #[must_use]
    pub const fn at(self, place: u8) -> Self {
        Self { place, ..self }
    }
}

/// The labels of a game's rolls, made from the purpose of a roll.
macro_rules! labels {
    ($kind:ident, $place:ty) => {
        impl $kind {
            /// The label of this roll by a side.
            #[must_use]
            #[inline]
            pub const fn by(self, side: $crate::Side) -> $crate::dice::Label {
                self.plain().by(side)
            }

            /// The label of this roll by a side in a place.
            #[must_use]
            #[inline]
            pub const fn at(self, side: $crate::Side, at: $place) -> $crate::dice::Label {
                self.by(side).at(at.0)
            }

            /// The label of this roll, without a side.
            #[must_use]
            #[inline]
            pub const fn plain(self) -> $crate::dice::Label {
                $crate::dice::Label::new(self as u8)
            }
        }
    };
}
pub(crate) use labels;

/// As numbers, for a game without words for its rolls: `what.side.place`, with `-` where there is none.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.", self.what, self.side.map_or("-", Side::name))?;
        if self.place == Self::NOWHERE { f.write_str("-") } else { write!(f, "{}", self.place) }
    }
}

impl FromStr for Label {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let expected = "what.side.place, with - for none, as 3.fln.-";
        let wrong = || NotationError::Malformed(format!("found \"{text}\", expected {expected}"));
        let [what, side, place] = text.split('.').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let side = if side == "-" { None } else { Some(side.parse().map_err(|_| wrong())?) };
        let place = if place == "-" { Ok(Self::NOWHERE) } else { place.parse() };
        Ok(Self { what: what.parse().map_err(|_| wrong())?, side, place: place.map_err(|_| wrong())? })
    }
}

/// The result of one roll: a uniform draw among `sides` faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    /// What was rolled.
    pub label: Label,
    /// The number of faces: 6 for a die, the number of candidates for a draw.
    pub sides: u16,
    /// The face, from 1 to `sides`.
    pub face: u16,
}

/// A source of dice.
pub trait Dice {
    /// A uniform number from 0 to `n - 1`; `n` is at least 1. The engine never asks for a draw among one.
    fn uniform(&mut self, label: Label, n: u16) -> u16;

    /// Starts a new phase of a turn.
    fn rekey(&mut self, turn: u16, phase: u8);

    /// One six-sided die, 1 to 6.
    #[inline]
    fn d6(&mut self, label: Label) -> u8 {
        self.uniform(label, 6) as u8 + 1
    }

    /// The sum of `count` six-sided dice, rolled one after the other.
    #[inline]
    fn sum_d6(&mut self, label: Label, count: u8) -> u16 {
        (0..count).map(|_| u16::from(self.d6(label))).sum()
    }
}

impl<D: Dice> Dice for &mut D {
    #[inline]
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        (**self).uniform(label, n)
    }

    #[inline]
    fn rekey(&mut self, turn: u16, phase: u8) {
        (**self).rekey(turn, phase);
    }
}
