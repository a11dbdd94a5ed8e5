//! Where missions are possible.

use crate::Side;
use crate::algeria::rules::Rules;
use crate::algeria::state::{ABROAD, ALGERIA, State};
use crate::algeria::types::{FlnBox, FlnUnit, Mask, Mission, Place};

/// The areas that are Remote, by the map or by a Resettlement.
#[must_use]
#[inline]
pub fn remote(r: &Rules, s: &State) -> Mask {
    r.remote | s.resettled
}

/// The missions that the FLN can pay for, as bits.
#[inline(always)]
pub(crate) fn payable_by_fln(r: &Rules, s: &State) -> u64 {
    r.payable[Side::Fln as usize][usize::from(s.ap)].into()
}

/// The missions that the Government can pay for and keep a PSL of at least 1, as bits (ruling A-9).
#[inline(always)]
pub(crate) fn payable_by_france(r: &Rules, s: &State) -> u64 {
    r.payable[Side::France as usize][usize::from(s.psl[1])].into()
}

/// The places with units of a type in the Operations box.
#[inline(always)]
pub(crate) fn in_operations(s: &State, unit: FlnUnit) -> Mask {
    s.fln_places(unit, FlnBox::Ops)
}

/// Where Propaganda is possible with agitators in the given areas, France included (rules 9.11, 11.22).
#[must_use]
#[inline(always)]
pub fn propaganda(r: &Rules, s: &State, agitators: Mask) -> Mask {
    let france = Mask::from(s.cadre_in_france) << Place::FRANCE.0;
    (agitators & ALGERIA & !remote(r, s) | france) & !s.done(Mission::Propaganda)
}

/// Where a Strike is possible with Fronts in the given areas (rules 9.12).
#[must_use]
#[inline(always)]
pub fn strikes(r: &Rules, s: &State, fronts: Mask) -> Mask {
    fronts & r.urban & !s.done(Mission::Strike)
}

/// Where a Raid is possible (rules 9.14).
#[must_use]
#[inline(always)]
pub fn raids(r: &Rules, s: &State) -> Mask {
    let raiders = in_operations(s, FlnUnit::Band) | in_operations(s, FlnUnit::Failek);
    raiders & ALGERIA & !remote(r, s) & !s.done(Mission::Raid)
}

/// Where a Harass is possible (rules 9.15).
#[must_use]
#[inline(always)]
pub fn harasses(s: &State) -> Mask {
    (in_operations(s, FlnUnit::Band) | in_operations(s, FlnUnit::Failek)) & s.any_gov()
}

/// Where a unit may Move from (rules 9.13; rulings ).
#[must_use]
#[inline(always)]
pub fn movers(s: &State, unit: FlnUnit) -> Mask {
    let abroad = Mask::from(s.independent).wrapping_neg();
    in_operations(s, unit) & (ALGERIA | abroad)
}

/// Where a unit in a place may Move to (rules 9.13; rulings ).
#[must_use]
pub fn reach(r: &Rules, s: &State, from: Place) -> Mask {
    if !from.is_area() {
        return r.country_reach[usize::from(from == Place::TUNISIA)];
    }
    let wilaya = usize::from(r.wilaya_of[from.index()]);
    let mut to = r.reach[wilaya] & !from.bit();
    if s.jealousy {
        to &= r.wilaya[wilaya] | ABROAD;
    }
    if !s.independent {
        to &= ALGERIA;
    }
    to
}

/// All places; none while optional rule 13.1 forbids a mission.
#[inline(always)]
fn unless_slow(s: &State) -> Mask {
    Mask::from(!s.slow).wrapping_neg()
}

/// Where Intelligence is possible (rules 9.24, ruling A-100).
#[inline(always)]
pub(crate) fn intelligence(s: &State) -> Mask {
    s.police() & s.fln_in(&[FlnBox::Ug, FlnBox::UgNeutralized])
}

/// Where Civil Affairs is possible (rules 9.25, 13.1; ruling A-101).
#[must_use]
#[inline(always)]
pub fn civil_affairs(r: &Rules, s: &State) -> Mask {
    s.police() & !remote(r, s) & !s.done(Mission::CivilAffairs) & unless_slow(s)
}

/// Where Suppression is possible (rules 9.26, 13.1; ruling A-104).
#[must_use]
#[inline(always)]
pub fn suppression(s: &State) -> Mask {
    s.police() & s.fln_in(FlnBox::ALL) & !s.done(Mission::Suppression) & unless_slow(s)
}

/// Where Population Resettlement is possible (rules 9.27, 13.1; ruling A-105).
#[inline(always)]
pub(crate) fn resettlement(r: &Rules, s: &State) -> Mask {
    s.police() & r.rural & !s.resettled & unless_slow(s)
}

/// React is possible after a mission in Algeria with a participant left (rulings ).
pub(crate) fn may_react(r: &Rules, s: &State) -> bool {
    let flow = &s.flow;
    let excluded = flow.mission == Mission::Move && r.options.no_react_to_moves;
    let payable = payable_by_france(r, s) >> Mission::React as u8 & 1 != 0;
    flow.area.is_area() & (flow.involved() > 0) & !excluded & payable
}

/// True if a combat is between a Harass and its target, rather than part of a React.
pub(crate) fn is_harass(s: &State) -> bool {
    s.flow.mission == Mission::Harass && !s.flow.reacted
}

/// Air Points that may be used in this combat (rules 11.11; rulings ): none in a city, and never more than can make a
/// difference, since each die adds at least 1.
pub(crate) fn air_points(r: &Rules, s: &State) -> u8 {
    if r.bars.air || r.urban & s.flow.area.bit() != 0 || r.crt.air_point_dice == 0 {
        return 0;
    }
    let room = u16::from(r.crt.top).saturating_sub(s.flow.firepower);
    room.div_ceil(r.crt.air_point_dice.into()).min(s.available[0].into()) as u8
}
