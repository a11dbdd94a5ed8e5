//! Odds, enumerated from the tables.

use super::area_ap;
use crate::algeria::rules::{Rules, SuccessTable};
use crate::algeria::state::State;
use crate::algeria::types::{FlnUnit, Mark, Place};

/// The mean of a die.
pub const MEAN_DIE: f64 = 3.5;

/// The probability that a die does not exceed a number.
#[must_use]
#[inline]
pub fn at_most(number: i16) -> f64 {
    f64::from(number.clamp(0, 6)) / 6.0
}

/// The probability that a unit evades a React (rules 9.23).
#[must_use]
#[inline]
pub fn evades(r: &Rules, unit: FlnUnit) -> f64 {
    at_most(r.fln[unit.index()].evasion.into())
}

/// The expected result of a roll on a Mission Success Table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Success {
    /// The mean number.
    pub number: f64,
    /// The probability of a plus.
    pub plus: f64,
    /// The probability of an at sign.
    pub at: f64,
}

/// The expected result of a roll with a modifier (charts A.3, B.3).
#[must_use]
pub fn success(table: &SuccessTable, modifier: i16) -> Success {
    let mut all = Success::default();
    for die in 1..=6 {
        let (number, mark) = table.result(die + modifier);
        all.number += f64::from(number) / 6.0;
        match mark {
            Mark::Plus => all.plus += 1.0 / 6.0,
            Mark::At => all.at += 1.0 / 6.0,
            Mark::None => {}
        }
    }
    all
}

/// The mean number of hits by a firepower (charts C.3).
#[must_use]
pub fn mean_hits(r: &Rules, firepower: u16) -> f64 {
    (1..=6).map(|die| f64::from(r.crt.hits(firepower, die))).sum::<f64>() / 6.0
}

/// The probability that the first of two firepowers hits more often than the second (charts C.3).
#[must_use]
pub fn outfights(r: &Rules, firepower: u16, other: u16) -> f64 {
    let mut more = 0;
    for die in 1..=6 {
        let hits = r.crt.hits(firepower, die);
        more += (1..=6).filter(|&die| r.crt.hits(other, die) < hits).count();
    }
    more as f64 / 36.0
}

/// The side that Controls an area, given the Control Points of the FLN and of the Government; `None` if both roll (rules 10.1;
/// rulings ).
#[inline(always)]
pub(crate) fn controls(r: &Rules, fln: u16, france: u16) -> Option<[bool; 2]> {
    if fln == france {
        Some([false, false])
    } else if fln >= r.control_ratio * france {
        Some([true, false])
    } else if france >= r.control_ratio * fln {
        Some([false, true])
    } else {
        None
    }
}

/// The AP that the FLN can expect from an area with these Control Points (rules 6.1, 10.1).
#[must_use]
#[inline]
pub fn mean_area_ap(r: &Rules, s: &State, area: Place, fln: u16, france: u16) -> f64 {
    let [by_fln, by_france] = control_chances(r, fln, france);
    let [controlled, contested] = area_ap(r, s, area);
    let present = if fln > 0 { 1.0 - by_fln - by_france } else { 0.0 };
    by_fln * f64::from(controlled) + present * f64::from(contested)
}

/// The probabilities that the FLN and that the Government Control an area with these Control Points (rules 10.1).
#[must_use]
#[inline]
pub fn control_chances(r: &Rules, fln: u16, france: u16) -> [f64; 2] {
    match controls(r, fln, france) {
        Some([true, _]) => [1.0, 0.0],
        Some([_, true]) => [0.0, 1.0],
        Some(_) => [0.0, 0.0],
        None => {
            // Both sides roll for the same difference.
            let one = f64::from(fln.abs_diff(france).min(6)) / 6.0;
            [one * (1.0 - one); 2]
        }
    }
}
