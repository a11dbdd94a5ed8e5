//! Control, income and awards.

use crate::Side;
use crate::algeria::classes::ACTIVE;
use crate::algeria::rules::Rules;
use crate::algeria::state::{ABROAD, ALGERIA, State};
use crate::algeria::types::{AREAS, FlnBox, FlnUnit, GovUnit, Place, Point, VictoryLevel};

/// Control Points of the FLN by area (rules 10.1, ruling A-106).
#[must_use]
pub fn fln_points(r: &Rules, s: &State) -> [u16; AREAS] {
    let mut points = [0; AREAS];
    for unit in FlnUnit::MOBILE {
        let (each, there) = (u16::from(r.fln[unit.index()].control), s.active_fln(unit));
        for area in 0..AREAS {
            points[area] += u16::from(there[area]) * each;
        }
    }
    for area in Place::each(s.active_fronts()) {
        points[area.index()] += u16::from(r.fln[FlnUnit::Front.index()].control);
    }
    points
}

/// Control Points of the Government by area (rules 10.1, ruling A-106).
#[must_use]
pub fn france_points(r: &Rules, s: &State) -> [u16; AREAS] {
    let mut points = [0; AREAS];
    for &unit in GovUnit::ALL {
        let (each, there) = (u16::from(r.gov[unit.index()].control), s.active_gov(unit));
        for area in 0..AREAS {
            points[area] += u16::from(there[area]) * each;
        }
    }
    points
}

/// AP that an area yields the FLN each turn, ignoring Terror: if the FLN Controls it, and if it only has units there (rules
/// 6.1, charts A.4; ruling A-44).
#[must_use]
#[inline]
pub fn area_ap(r: &Rules, s: &State, area: Place) -> [u8; 2] {
    if r.urban & area.bit() != 0 {
        r.income.urban
    } else if r.rural & !s.resettled & area.bit() != 0 {
        r.income.rural
    } else {
        [0; 2]
    }
}

/// AP from areas (rules 6.1, charts A.4; rulings ).
pub(crate) fn area_income(r: &Rules, s: &State) -> i16 {
    let fln = s.controlled(Side::Fln);
    let contested = s.fln_in(&ACTIVE) & !fln & !s.controlled(Side::France);
    let gives = |area: Place| {
        let [controlled, present_only] = area_ap(r, s, area);
        let all = if fln & area.bit() != 0 { controlled } else { present_only };
        i16::from(if s.terror & area.bit() != 0 { all.saturating_sub(r.income.terror) } else { all })
    };
    Place::each((fln | contested) & ALGERIA).map(gives).sum()
}

/// AP from the PSL, less Naval Points (rules 6.1, 11.6; ruling A-46); can be negative.
#[must_use]
#[inline]
pub fn support(r: &Rules, s: &State) -> i16 {
    i16::from(s.psl[0].div_ceil(r.income.psl_divisor))
        - i16::from(s.points[Point::Naval.index()]) * i16::from(r.income.naval)
}

/// AP from the PSL (rules 6.1, 11.6; rulings ).
pub(crate) fn psl_income(r: &Rules, s: &State) -> i16 {
    let cut = r.options.border_zone_cuts_ap && s.border_zone_active;
    let zone = if cut { i16::from(s.border_zone.unwrap_or(0)) } else { 0 };
    (support(r, s) - zone).max(0)
}

/// PSP of the FLN for its firepower in Morocco and Tunisia (charts C.6, ruling A-120).
#[must_use]
pub fn abroad_award(r: &Rules, s: &State) -> u16 {
    let firepower = |country, unit: FlnUnit| {
        let count: u8 = FlnBox::ALL.iter().map(|&at| s.fln(country, unit, at)).sum();
        u16::from(count) * u16::from(r.fln[unit.index()].firepower)
    };
    let all = Place::each(ABROAD).flat_map(|country| FlnUnit::MOBILE.map(|unit| firepower(country, unit)));
    all.sum::<u16>() / u16::from(r.psp.abroad_divisor)
}

/// PSP of the FLN for hits on mobile Government units (charts C.6).
#[must_use]
#[inline]
pub fn hit_award(r: &Rules, hits: u8) -> u8 {
    hits.saturating_mul(r.psp.hit)
}

/// PSP of the FLN for Police neutralized (charts C.6, ruling A-77).
#[must_use]
#[inline]
pub fn police_award(r: &Rules, count: u8) -> u8 {
    count * r.psp.police
}

/// PSP of the Government for FLN units eliminated (charts C.6; rulings ).
#[must_use]
#[inline]
pub fn elimination_award(r: &Rules, count: u8) -> u8 {
    count * r.psp.eliminated
}

/// PSP that the FLN loses and the Government gains when an FLN unit is reduced (charts C.6).
#[must_use]
#[inline]
pub fn reduction_award(r: &Rules) -> [u8; 2] {
    [r.psp.reduced_fln, r.psp.reduced_gov]
}

/// PSP that the OAS costs the Government in a turn (charts C.6, ruling A-117).
#[must_use]
pub fn oas_loss(r: &Rules, s: &State) -> i16 {
    match (s.oas.controller, s.oas.place) {
        (Some(_), Some(Place::FRANCE)) => r.oas.france.into(),
        (Some(_), Some(_)) => r.oas.algeria.into(),
        _ => 0,
    }
}

/// The level of a victory, from the winner's PSL or from a lead (rules 12.2, 13.3; ruling A-122).
pub(crate) fn victory_level(r: &Rules, psl: i16) -> VictoryLevel {
    if psl <= r.victory[0] {
        VictoryLevel::Marginal
    } else if psl <= r.victory[1] {
        VictoryLevel::Substantial
    } else {
        VictoryLevel::Decisive
    }
}
