//! Compiled counters.

use serde::Deserialize;

use crate::ici::types::{Arm, Arrival, Bonus, Class, Combat, Failek, REGIONS};

/// A French unit.
#[derive(Clone, Debug)]
pub struct UnitRow {
    /// Its id, as notation writes it.
    pub id: String,
    /// Its designation.
    pub name: String,
    /// Its class.
    pub class: Class,
    /// Its arrival.
    pub arrival: Arrival,
}

/// A class of French units: the same arm, figures and special rules.
#[derive(Clone, Debug)]
pub struct ClassRow {
    /// Its word in notation: that of the arm, with the figures added if the arm has several classes.
    pub word: String,
    /// The arm.
    pub arm: Arm,
    /// The number of dice it rolls: full, reduced.
    pub strength: [u8; 2],
    /// Its quality: full, reduced.
    pub quality: [u8; 2],
    /// What the terrain adds to its quality in a fight in each region; 0 in a major city.
    pub terrain: [i8; REGIONS],
    /// What attacking units of it add to a search in each region; counted once.
    pub search: [i8; REGIONS],
    /// True if it follows the paratrooper rules: a coup may remove it.
    pub paratrooper: bool,
    /// True if it passes through FLN-controlled regions for free.
    pub mechanized: bool,
    /// True if it may not leave [`super::Map::bellounis`].
    pub bellounis: bool,
}

/// A type of failek.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct FailekRow {
    /// The number of dice it rolls.
    pub strength: u8,
    /// Its quality.
    pub quality: u8,
    /// Counters in the mix.
    pub count: u8,
}

/// An exchange (2.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExchangeRow {
    /// Faileks taken from the map, by type.
    pub takes: [u8; Failek::ALL.len()],
    /// The type given.
    pub gives: Failek,
}

impl ExchangeRow {
    /// The faileks given, by type.
    pub(crate) fn brings(self) -> [u8; Failek::ALL.len()] {
        let mut brings = [0; Failek::ALL.len()];
        brings[self.gives.index()] = 1;
        brings
    }
}

/// A combat chit: the type it is good against, and its effect then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct CombatChit {
    /// The type that the other side must have chosen.
    pub against: Combat,
    /// The bonus for this side.
    pub bonus: Bonus,
}
