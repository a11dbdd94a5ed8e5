//! Units that may go to a React or a Flush (rules 9.22, 9.23, 11.12; rulings ).

use super::action::Action;
use super::rules::Rules;
use super::state::{ALGERIA, State};
use super::types::{FlnBox, GovBox, GovUnit, Mask, Place, last_place, select};

const READY: [GovBox; 2] = [GovBox::Ops, GovBox::Ptl];
/// The number of classes in an area: type by box.
const CLASSES: u16 = 10;

/// The classes that may be airmobilized now, as bits (rules 11.12).
#[inline(always)]
fn airmobile(r: &Rules, s: &State) -> u16 {
    r.airmobile[usize::from(s.available[1])]
}

/// The type and box of a class of one area.
#[inline]
fn class(number: u16) -> (GovUnit, GovBox) {
    (GovUnit::MOBILE[usize::from(number / 2)], READY[usize::from(number % 2)])
}

/// The classes of the given types, as bits.
#[inline]
fn classes(of: impl Fn(GovUnit) -> bool) -> u16 {
    GovUnit::MOBILE.into_iter().fold(0, |all, unit| all | (u16::from(of(unit)) * 3) << (2 * unit.index()))
}

/// The classes that may come from other areas: elite, French and Algerian brigades.
const DISTANT: std::ops::Range<usize> = 4..CLASSES as usize;

/// The units that may go to an area: local, local and airmobilized, then distant by area.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Candidates {
    area: u8,
    /// Classes in the area itself.
    local: u16,
    /// The same, airmobilized.
    flying: u16,
    /// Other areas, by class.
    distant: [Mask; DISTANT.end - DISTANT.start],
}

impl Candidates {
    /// The number of distant units in areas below a given number.
    #[inline(always)]
    fn before(&self, area: u32) -> u32 {
        self.distant.iter().map(|mask| (mask & ((1 << area) - 1)).count_ones()).sum()
    }

    /// The number of units.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        let distant: u32 = self.distant.iter().map(|areas| areas.count_ones()).sum();
        (self.local.count_ones() + self.flying.count_ones() + distant) as usize
    }

    /// The unit at this place in the order.
    #[inline]
    pub(crate) fn nth(&self, index: usize) -> Action {
        let index = index as u32;
        let (local, flying) = (self.local.count_ones(), self.flying.count_ones());
        let commit = |number: u32, area: u32, airmobile| {
            let (unit, at) = class(number as u16);
            Action::Commit(unit, at, Place(area as u8), airmobile)
        };
        if index < local {
            return commit(select(self.local.into(), index), self.area.into(), false);
        }
        if index < local + flying {
            return commit(select(self.flying.into(), index - local), self.area.into(), true);
        }
        let index = index - local - flying;
        let area = last_place(|area| self.before(area) <= index);
        let here = self.distant.iter().rev().fold(0, |all, mask| all << 1 | mask >> area & 1);
        commit(DISTANT.start as u32 + select(here, index - self.before(area)), area, true)
    }
}

/// Every unit that may go to `area`.
#[inline]
pub(crate) fn candidates(r: &Rules, s: &State, area: Place, flush: bool, elite_only: bool) -> Candidates {
    let fits = classes(|unit| !elite_only || unit == GovUnit::Elite);
    let there = (0..CLASSES).fold(0, |all, number| {
        let (unit, at) = class(number);
        all | ((s.gov_places(unit, at) >> area.0 & 1) as u16) << number
    });
    let mut candidates = Candidates { area: area.0, local: there & fits, ..Candidates::default() };
    if s.available[1] == 0 {
        return candidates;
    }
    let flying = airmobile(r, s) & fits;
    if flush {
        candidates.flying = there & flying;
    }
    // Elite brigades can come from anywhere, other brigades only to a division.
    let division = s.divisions() & area.bit() != 0;
    let far = flying & classes(|unit| unit == GovUnit::Elite || division);
    for (index, mask) in candidates.distant.iter_mut().enumerate() {
        let one = (DISTANT.start + index) as u16;
        let (unit, at) = class(one);
        let may = Mask::from(far & 1 << one != 0).wrapping_neg();
        *mask = s.gov_places(unit, at) & may & !area.bit();
    }
    candidates
}

/// The areas with units of a type that may go to a React or a Flush.
#[inline(always)]
fn ready(s: &State, unit: GovUnit) -> Mask {
    s.gov_places(unit, GovBox::Ops) | s.gov_places(unit, GovBox::Ptl)
}

/// The areas with any such units.
#[inline(always)]
fn any_ready(s: &State) -> Mask {
    GovUnit::MOBILE.iter().fold(0, |all, &unit| all | ready(s, unit))
}

/// False if no unit can go to the area of the mission; true if one may. Cheaper than looking for each.
#[inline(always)]
pub(crate) fn perhaps(s: &State) -> bool {
    (any_ready(s) & s.flow.area.bit() != 0) | (s.available[1] > 0)
}

/// The areas where a Flush is possible (ruling A-92): FLN units in Operations or Operations Completed, and a unit
/// that may go.
#[inline(always)]
pub(crate) fn flushable(r: &Rules, s: &State) -> Mask {
    let targets = s.fln_in(&[FlnBox::Ops, FlnBox::Oc, FlnBox::Neutralized]) & ALGERIA;
    let mut possible = any_ready(s);
    if s.available[1] > 0 {
        let types = airmobile(r, s);
        let flying = |unit: GovUnit| (ready(s, unit) != 0) & (types >> (2 * unit.index()) & 1 != 0);
        let far = flying(GovUnit::French) | flying(GovUnit::Algerian);
        possible |= s.divisions() & Mask::from(far).wrapping_neg();
        possible |= ALGERIA & Mask::from(flying(GovUnit::Elite)).wrapping_neg();
    }
    targets & possible
}
