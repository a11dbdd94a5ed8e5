//! Words in data files: enums, and amounts with and without a sign.
#![allow(
    unreachable_pub,
    dead_code,
    reason = "the macro that makes enums of words makes public ones, with all methods"
)]

use serde::Deserialize;
use toml::Value;

use crate::ici::types::Amount;
use crate::ici::words::words;

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
    /// A type of French unit, by which its figures are printed.
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

/// Dice: `d3`, `2d3`, `d6` or `2d6`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub(in crate::ici) struct Dice(pub(in crate::ici) Amount);

impl TryFrom<Value> for Dice {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        value.as_str().and_then(Amount::from_dice).map(Self).ok_or("one of d3, 2d3, d6, 2d6")
    }
}

/// A count: a number or dice.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub(super) struct Count(pub(super) Amount);

impl TryFrom<Value> for Count {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        match value.as_integer() {
            Some(number @ 1..=99) => Some(Self(Amount::Fixed(number as u8))),
            _ => value.as_str().and_then(Amount::from_dice).map(Self),
        }
        .ok_or("a number from 1 to 99 or one of d3, 2d3, d6, 2d6")
    }
}

/// Steps or points with a sign, such as `+d3` or `-2`: whether they are gained, and the amount. `None` for the word `none`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub(super) struct Signed(pub(super) Option<(bool, Amount)>);

impl TryFrom<Value> for Signed {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        let signed = |word: &str| {
            let gain = word.starts_with('+');
            let rest = word.strip_prefix(['+', '-'])?;
            let amount = match rest.parse::<u8>() {
                Ok(number) => Some(Amount::Fixed(number)).filter(|_| (1..=20).contains(&number)),
                Err(_) => Amount::from_dice(rest),
            };
            Some((gain, amount?))
        };
        match value.as_str() {
            Some("none") => Some(Self(None)),
            word => word.and_then(signed).map(|signed| Self(Some(signed))),
        }
        .ok_or("none, or + or - and one of d3, 2d3, d6, 2d6 or a number from 1 to 20")
    }
}
