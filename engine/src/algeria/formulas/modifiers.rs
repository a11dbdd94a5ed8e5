//! Modifiers and multipliers of rolls.

use super::remote;
use crate::algeria::rules::Rules;
use crate::algeria::state::State;
use crate::algeria::types::{FlnUnit, GovUnit, Mask, Mission, Place};

/// The modifier of Patrol in an area for a mission of the FLN other than Harass; 0 abroad (ruling A-64).
#[must_use]
#[inline]
pub fn patrol(r: &Rules, s: &State, area: Place, mission: Mission) -> i16 {
    if area.is_area() { i16::from(s.patrol(area)) * i16::from(r.drm.patrol[mission.index()]) } else { 0 }
}

/// The modifier of Terror in an area for Propaganda or a Strike.
#[must_use]
#[inline]
pub fn terror(r: &Rules, s: &State, area: Place, mission: Mission) -> i16 {
    if s.terror & area.bit() != 0 { i16::from(r.drm.terror[mission.index()]) } else { 0 }
}

/// The modifier of Propaganda; 0 in France (rules 9.11).
#[must_use]
#[inline]
pub fn propaganda_modifier(r: &Rules, s: &State, place: Place) -> i16 {
    patrol(r, s, place, Mission::Propaganda) + terror(r, s, place, Mission::Propaganda)
}

/// The multiplier of Propaganda's number (rules 9.11).
#[must_use]
#[inline]
pub fn propaganda_times(r: &Rules, place: Place) -> u8 {
    if r.urban & place.bit() != 0 { r.drm.propaganda_urban } else { 1 }
}

/// The modifier of a Strike assisted by Cadres (rules 9.12).
#[must_use]
#[inline]
pub fn strike_modifier(r: &Rules, s: &State, city: Place, cadres: u8) -> i16 {
    patrol(r, s, city, Mission::Strike)
        + terror(r, s, city, Mission::Strike)
        + i16::from(cadres) * i16::from(r.drm.strike_cadre)
}

/// The modifier of a Move (rules 9.13, 6.33).
#[must_use]
#[inline]
pub fn move_modifier(r: &Rules, s: &State, from: Place, to: Place) -> i16 {
    let crosses = from.is_area() != to.is_area() && s.border_zone_active;
    let zone = if crosses { i16::from(s.border_zone.unwrap_or(0)) } else { 0 };
    patrol(r, s, to, Mission::Move) - zone
}

/// The modifier of a Raid by this many units (rules 9.14).
#[must_use]
#[inline]
pub fn raid_modifier(r: &Rules, s: &State, area: Place, units: u8) -> i16 {
    patrol(r, s, area, Mission::Raid) + i16::from(units - 1) * i16::from(r.drm.raid_extra)
}

/// The multiplier of a Raid's number (rules 9.14).
#[must_use]
#[inline]
pub fn raid_times(r: &Rules, area: Place) -> u8 {
    if r.urban & area.bit() != 0 { r.drm.raid_urban } else { 1 }
}

/// The firepower with which the target of a Harass fires back (rules 9.15).
#[must_use]
#[inline]
pub fn harass_firepower(r: &Rules, target: GovUnit) -> u16 {
    u16::from(r.gov[target.index()].firepower).div_ceil(u16::from(r.drm.harass_divisor))
}

/// The modifier of Civil Affairs (rules 9.25, charts C.2).
#[must_use]
#[inline]
pub fn civil_affairs_modifier(r: &Rules, s: &State) -> i16 {
    if s.amnesty { i16::from(r.drm.amnesty[0]) } else { 0 }
}

/// The modifier of a Suppression assisted by elite brigades (rules 9.26, charts C.2).
#[must_use]
#[inline]
pub fn suppression_modifier(r: &Rules, s: &State, elites: u8) -> i16 {
    let amnesty = if s.amnesty { i16::from(r.drm.amnesty[1]) } else { 0 };
    amnesty + i16::from(elites) * i16::from(r.drm.suppression_elite)
}

/// The missions that roll for contact, as indexes of their modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// A Flush (rules 9.22).
    Flush = 0,
    /// Intelligence (rules 9.24).
    Intelligence = 1,
}

/// The highest roll that contacts a unit of a type in an area (charts B.3, ruling A-96).
#[must_use]
#[inline]
pub fn contacts_up_to(r: &Rules, s: &State, by: Contact, area: Place, unit: FlnUnit, contact: u8) -> i16 {
    let drm = r.drm.contact[by as usize];
    let on = |places: Mask, drm: i8| if places & area.bit() != 0 { i16::from(drm) } else { 0 };
    let here = on(remote(r, s), drm.remote_drm) + on(s.terror, drm.terror_drm) + on(r.urban, drm.urban_drm);
    let above = if r.fln[unit.index()].evasion > contact { i16::from(drm.evasion_above_drm) } else { 0 };
    i16::from(contact) - here - above
}

/// The lowest roll by which a unit, or an area from Terror, recovers at a PSL (charts C.5; rulings ); `elite` adds
/// the modifier of elite brigades.
pub(crate) fn recovers_from(r: &Rules, psl: u8, elite: bool) -> i16 {
    let psl = i16::from(psl);
    let good = if elite || psl >= r.psl_high { i16::from(r.recovery.good_drm) } else { 0 };
    let bad = if psl <= r.psl_low { i16::from(r.recovery.bad_drm) } else { 0 };
    i16::from(r.recovery.at_least) - good - bad
}

/// The modifier of depreciation at a PSL (charts C.4).
pub(crate) fn depreciation_modifier(r: &Rules, psl: u8) -> i16 {
    match i16::from(psl) {
        psl if psl <= r.psl_low => r.depreciation_drm[0].into(),
        psl if psl >= r.psl_high => r.depreciation_drm[1].into(),
        _ => 0,
    }
}
