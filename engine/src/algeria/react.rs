//! Units that go to a React or a Flush (rules 9.22, 9.23, 11.12; rulings ).

use super::action::{Action, RollKind, Verb};
use super::event::{Event, FlnChange, GovChange};
use super::flow::Node;
use super::offer::{Offer, last_place, select};
use super::play::{Play, Step, roll};
use super::rules::Rules;
use super::state::{ALGERIA, State};
use super::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mask, Mission, Place};
use crate::dice::Dice;
use crate::{Side, Sink};

const READY: [GovBox; 2] = [GovBox::Ops, GovBox::Ptl];
/// Classes of one area: type by box.
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

/// The classes of some types, as bits.
#[inline]
fn classes(of: impl Fn(GovUnit) -> bool) -> u16 {
    GovUnit::MOBILE.into_iter().fold(0, |all, unit| all | (u16::from(of(unit)) * 3) << (2 * unit.index()))
}

/// The classes that may come from other areas: elite, French and Algerian brigades.
const DISTANT: std::ops::Range<usize> = 4..CLASSES as usize;

/// The units that may go to an area: local ones, local ones that fly, distant ones by area.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Candidates {
    area: u8,
    /// Classes in the area itself.
    local: u16,
    /// The same, airmobilized.
    flying: u16,
    /// Other areas, by class.
    distant: [Mask; DISTANT.end - DISTANT.start],
}

impl Candidates {
    /// How many of the distant ones are in the areas below a number.
    #[inline(always)]
    fn before(&self, area: u32) -> u32 {
        self.distant.iter().map(|mask| (mask & ((1 << area) - 1)).count_ones()).sum()
    }

    /// How many there are.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        let distant: u32 = self.distant.iter().map(|areas| areas.count_ones()).sum();
        (self.local.count_ones() + self.flying.count_ones() + distant) as usize
    }

    /// The one with this place in the order.
    #[inline]
    pub(super) fn nth(&self, index: usize) -> Action {
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
fn candidates(r: &Rules, s: &State, area: Place, flush: bool, elite_only: bool) -> Candidates {
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
    // Elite brigades come from anywhere, other brigades to where a division is.
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

/// The areas with any units that may.
#[inline(always)]
fn any_ready(s: &State) -> Mask {
    GovUnit::MOBILE.iter().fold(0, |all, &unit| all | ready(s, unit))
}

/// True if a unit may perhaps go to the area of the mission: often none may, which is known without looking for each.
#[inline(always)]
pub(super) fn perhaps(s: &State) -> bool {
    (any_ready(s) & s.flow.area.bit() != 0) | (s.available[1] > 0)
}

/// The areas where a Flush is possible (ruling A-92): FLN units in Operations or Operations Completed, and a unit
/// that may go.
#[inline(always)]
pub(super) fn flushable(r: &Rules, s: &State) -> Mask {
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

#[inline(always)]
pub(super) fn offer_react(r: &Rules, s: &State, out: &mut Offer) {
    offer_commit(r, s, 0, false, out);
    out.single(Verb::Done);
}

#[inline(always)]
pub(super) fn offer_react_more(r: &Rules, s: &State, out: &mut Offer) {
    offer_commit(r, s, s.flow.gov.iter().sum(), false, out);
    out.single(Verb::Go);
}

#[inline(always)]
pub(super) fn offer_flush(r: &Rules, s: &State, out: &mut Offer) {
    out.places(Verb::In, flushable(r, s));
}

#[inline(always)]
pub(super) fn offer_flush_unit(r: &Rules, s: &State, out: &mut Offer) {
    let committed = s.flow.gov.iter().sum();
    offer_commit(r, s, committed, true, out);
    out.single_if(Verb::Go, committed > 0);
}

/// Offers the units that may join those committed.
#[inline(always)]
fn offer_commit(r: &Rules, s: &State, committed: u8, flush: bool, out: &mut Offer) {
    let flow = &s.flow;
    let mut candidates = Candidates::default();
    if perhaps(s) {
        let division = s.divisions() & flow.area.bit() != 0;
        let all_elite = committed == flow.gov[GovUnit::Elite.index()];
        // More than one unit: a division stands in the area, or all are elite (ruling A-93).
        if committed == 0 || division || all_elite {
            let elite_only = committed > 0 && !division;
            candidates = self::candidates(r, s, flow.area, flush, elite_only);
        }
    }
    out.commit(candidates);
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// The first unit Reacts: the Government pays.
    pub(super) fn react(&mut self, unit: GovUnit, at: GovBox, from: Place, airmobile: bool) -> Step {
        self.commit(unit, at, from, airmobile);
        self.go_to(Node::ReactMore);
        self.pay_psp(Mission::React)
    }

    /// A unit takes part: it goes to Operations Completed of the mission area, where it ends anyway (ruling A-95).
    pub(super) fn commit(&mut self, unit: GovUnit, at: GovBox, from: Place, airmobile: bool) {
        let area = self.s.flow.area;
        let rating = self.r.gov[unit.index()];
        self.s.take_gov(from, unit, at, 1);
        self.s.add_gov(area, unit, GovBox::Oc, 1);
        if airmobile {
            self.s.available[1] -= rating.helo;
        }
        let flush = self.s.flow.mission == Mission::Flush;
        let flow = &mut self.s.flow;
        flow.gov[unit.index()] += 1;
        let (contact, firepower) = if airmobile {
            (rating.contact_airmobile, rating.firepower_airmobile)
        } else {
            (rating.contact, rating.firepower)
        };
        flow.contact = flow.contact.saturating_add(contact);
        flow.firepower += u16::from(firepower);
        if !flush {
            flow.reacted = true;
        }
        if from != area {
            self.tell(Event::GovMoved { from, to: area, unit, airmobile });
        }
        let change = if flush { GovChange::Flushes } else { GovChange::Reacts };
        self.tell(Event::Gov { change, area, unit, count: 1 });
    }

    /// Each participant tries to evade a React (rules 9.23; rulings ).
    pub(super) fn evade(&mut self) {
        let area = self.s.flow.area;
        let label = roll(RollKind::Evade).by(Side::Fln).at(area.0);
        for &unit in FlnUnit::ALL {
            for (flag, from, to) in
                [(0, FlnBox::Oc, FlnBox::Ug), (1, FlnBox::Neutralized, FlnBox::UgNeutralized)]
            {
                let mut evaded = 0;
                for _ in 0..self.s.flow.fln[unit.index()][flag] {
                    evaded += u8::from(self.d6(label) <= self.r.fln[unit.index()].evasion);
                }
                if evaded > 0 {
                    self.s.flow.fln[unit.index()][flag] -= evaded;
                    self.s.shift_fln(area, unit, from, to, evaded);
                    self.tell(Event::Fln { change: FlnChange::Evaded, place: area, unit, count: evaded });
                }
            }
        }
        self.go_to(if self.s.flow.involved() > 0 { Node::FlnFire } else { Node::MissionEnd });
    }

    /// Rolls to contact the FLN units of an area in some boxes (rules 9.22, 9.24; ruling A-96). `modifiers` is 0 for a
    /// Flush and 1 for Intelligence. Contacted units go to Operations Completed; a neutralized one stays neutralized.
    pub(super) fn roll_contact(
        &mut self,
        kind: RollKind,
        modifiers: usize,
        contact: u8,
        boxes: &[(FlnBox, FlnBox)],
        involve: bool,
    ) {
        let area = self.s.flow.area;
        let drm = self.r.drm.contact[modifiers];
        let on = |mask: u32, drm: i8| if mask & area.bit() != 0 { i16::from(drm) } else { 0 };
        let here = on(self.r.remote | self.s.resettled, drm.remote)
            + on(self.s.terror, drm.terror)
            + on(self.r.urban, drm.urban);
        let label = roll(kind).by(Side::France).at(area.0);
        for &unit in FlnUnit::ALL {
            let above = self.r.fln[unit.index()].evasion > contact;
            let drm = here + if above { i16::from(drm.evasion_above) } else { 0 };
            let counts: [u8; 3] =
                std::array::from_fn(|i| boxes.get(i).map_or(0, |&(from, _)| self.s.fln(area, unit, from)));
            for (&(from, to), count) in boxes.iter().zip(counts) {
                let mut contacted = 0;
                for _ in 0..count {
                    contacted += u8::from(i16::from(self.d6(label)) + drm <= i16::from(contact));
                }
                if contacted > 0 {
                    if from != to {
                        self.s.shift_fln(area, unit, from, to, contacted);
                    }
                    if involve {
                        self.s.flow.fln[unit.index()][usize::from(!to.active())] += contacted;
                    }
                    self.tell(Event::Fln {
                        change: FlnChange::Contacted,
                        place: area,
                        unit,
                        count: contacted,
                    });
                }
            }
        }
    }

    /// The contact rolls of a Flush (rules 9.22, ruling A-129).
    pub(super) fn contact(&mut self) {
        let contact = self.s.flow.contact;
        self.roll_contact(
            RollKind::FlushContact,
            0,
            contact,
            &[
                (FlnBox::Ops, FlnBox::Oc),
                (FlnBox::Oc, FlnBox::Oc),
                (FlnBox::Neutralized, FlnBox::Neutralized),
            ],
            true,
        );
        if self.s.flow.involved() > 0 {
            self.go_to(Node::FlnFire);
        } else {
            self.next_mission();
        }
    }
}
