//! Words as data files write them: enums, amounts with and without a sign.
#![allow(
    unreachable_pub,
    dead_code,
    reason = "the macro that makes enums of words makes public ones, with all methods"
)]

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::ici::state::Ending;
use crate::ici::types::{
    Amount, Arrival, Bonus, Combat, Exchange, Failek, Filter, Flag, Kind, Level, Resource, Season, Terrain,
};
use crate::ici::words::{Phase, words};

words! {
    /// Whether a region is a major city.
    RegionKind {
        /// It is not.
        Region = "region",
        /// It is one.
        MajorCity = "major-city",
    }
}

words! {
    /// A type of French unit: what its figures are printed for.
    UnitType {
        /// Paratroopers.
        Paratrooper = "paratrooper",
        /// Foreign Legion infantry.
        Legion = "legion",
        /// Mechanized units.
        Mechanized = "mechanized",
        /// Infantry.
        Infantry = "infantry",
        /// Bellounis' men.
        Bellounis = "bellounis",
    }
}

words! {
    /// A row of the Terrain Effects on Combat Chart: a type, or mountain troops of whatever type.
    EffectRow {
        /// Paratroopers.
        Paratrooper = "paratrooper",
        /// Foreign Legion infantry.
        Legion = "legion",
        /// Mechanized units.
        Mechanized = "mechanized",
        /// Infantry.
        Infantry = "infantry",
        /// Bellounis' men.
        Bellounis = "bellounis",
        /// Mountain troops, beside their type.
        MountainTroops = "mountain-troops",
    }
}

words! {
    /// The verb of an action of a political chit.
    Verb {
        /// Moves the troop density marker.
        TroopDensity = "troop-density",
        /// Points this turn.
        Points = "points",
        /// Points every turn.
        LastingPoints = "lasting-points",
        /// Moves Population Markers of regions.
        RegionSteps = "region-steps",
        /// Removes faileks.
        RemoveFaileks = "remove-faileks",
        /// Reduces French units.
        FlipFrench = "flip-french",
        /// Units enter.
        AddUnits = "add-units",
        /// Countries become independent.
        Independence = "independence",
        /// The wave of Tunisia and Morocco begins.
        TmWave = "tm-wave",
        /// Switches a rule on.
        Enable = "enable",
    }
}

/// Reads a word with `read`; `expected` says what the words are.
fn read_word<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    read: impl Fn(&str) -> Option<T>,
    expected: &dyn fmt::Display,
) -> Result<T, D::Error> {
    struct Text<'a, F>(F, &'a dyn fmt::Display);
    impl<T, F: Fn(&str) -> Option<T>> Visitor<'_> for Text<'_, F> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.1.fmt(f)
        }

        fn visit_str<E: Error>(self, word: &str) -> Result<T, E> {
            (self.0)(word).ok_or_else(|| E::custom(self.1))
        }
    }
    deserializer.deserialize_str(Text(read, expected))
}

macro_rules! readable {
    ($($name:ident),+ $(,)?) => {$(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let words: Vec<&str> = $name::ALL.iter().map(|one| one.word()).collect();
                read_word(deserializer, $name::from_word, &format!("one of {}", words.join(", ")))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }
    )+};
}

readable!(
    Arrival, Bonus, Combat, EffectRow, Exchange, Failek, Filter, Flag, Kind, Level, RegionKind, Resource,
    Season, Terrain, UnitType, Verb, Ending, Phase,
);

/// Dice: `d3`, `2d3`, `d6`, `2d6`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dice(pub(super) Amount);

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_word(deserializer, |word| Amount::from_dice(word).map(Self), &"one of d3, 2d3, d6, 2d6")
    }
}

/// A count: a number, or dice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count(pub(super) Amount);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        const FORM: &str = "a number from 1 to 99 or one of d3, 2d3, d6, 2d6";
        impl Visitor<'_> for Any {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(FORM)
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Count, E> {
                match u8::try_from(number) {
                    Ok(number @ 1..=99) => Ok(Count(Amount::Fixed(number))),
                    _ => Err(E::custom(FORM)),
                }
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Count, E> {
                Amount::from_dice(word).map(Count).ok_or_else(|| E::custom(FORM))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// Steps or points with a sign: `+d3`, `-2`, or `none`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signed(pub(super) Option<(bool, Amount)>);

impl Signed {
    fn parse(word: &str) -> Option<Self> {
        if word == "none" {
            return Some(Self(None));
        }
        let (gain, rest) = match word.split_at_checked(1)? {
            ("+", rest) => (true, rest),
            ("-", rest) => (false, rest),
            _ => return None,
        };
        let amount = match rest.parse::<u8>() {
            Ok(number @ 1..=20) => Amount::Fixed(number),
            Ok(_) => return None,
            Err(_) => Amount::from_dice(rest)?,
        };
        Some(Self(Some((gain, amount))))
    }
}

impl<'de> Deserialize<'de> for Signed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = "none, or + or - and one of d3, 2d3, d6, 2d6 or a number from 1 to 20";
        read_word(deserializer, Self::parse, &form)
    }
}
