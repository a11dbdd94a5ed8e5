//! Formulas: where missions are possible, modifiers, prices, Control and odds, as pure functions of the rules and a position.
//!
//! The rules, the bots and the page all use these.

use super::action::Action;
use super::classes::{ACTIVE, FRENCH, waiting};
use super::rules::{Rules, SuccessTable};
use super::state::{ABROAD, ALGERIA, State};
use super::types::{
    AREAS, FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mark, Mask, Mission, Place, Point, VictoryLevel,
};
use super::words::Node;
use crate::Side;

// Missions.

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

// Modifiers.

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

// Prices.

/// Half-PSP that the Government can spend while keeping a PSL of at least 1 (rulings ).
#[inline]
pub(crate) fn room(s: &State) -> u16 {
    (2 * u16::from(s.psl[1])).saturating_sub(2 + u16::from(s.halves))
}

/// True if the Government can spend another `halves` half-PSP and keep a PSL of at least 1 (rulings ).
#[inline]
pub(crate) fn affords(s: &State, halves: u16) -> bool {
    halves <= room(s)
}

/// The cost of a mission: AP for the FLN, PSP for the Government (charts A.2, B.3).
#[must_use]
#[inline]
pub fn mission_cost(r: &Rules, mission: Mission) -> u8 {
    r.mission_cost[mission.index()]
}

/// PSP to mobilize a counter (charts B.1).
#[must_use]
#[inline]
pub fn mobilization_cost(r: &Rules, counter: GovType) -> u8 {
    r.counter[counter.index()].mobilize
}

/// Half-PSP to mobilize a counter (charts B.1).
#[must_use]
#[inline]
pub fn mobilization_price(r: &Rules, counter: GovType) -> u16 {
    2 * u16::from(mobilization_cost(r, counter))
}

/// Half-PSP for a Point (charts B.1).
#[must_use]
#[inline]
pub fn point_price(r: &Rules, point: Point) -> u16 {
    2 * u16::from(r.point_cost[point.index()])
}

/// Half-PSP to open the Border Zone or add a step (rules 6.33).
#[must_use]
#[inline]
pub fn zone_price(r: &Rules) -> u16 {
    2 * u16::from(r.border_zone_cost)
}

/// Half-PSP to activate one unit (rules 6.32).
#[must_use]
#[inline]
pub fn activation_price(r: &Rules, unit: GovUnit) -> u16 {
    r.counter[unit.counter().index()].activate.into()
}

/// Half-PSP to activate everything waiting.
pub(crate) fn activation_of_all(r: &Rules, s: &State) -> u16 {
    let mut total = 0;
    for unit in FRENCH {
        total += activation_price(r, unit) * s.gov_count(unit, GovBox::Oc);
    }
    total
}

/// Half-PSP that an action would cost the Government in its part of a Reinforcement Phase; 0 for any other action.
///
/// [`State::halves_spent`] is what it has spent in the phase so far.
#[must_use]
#[inline]
pub fn price(r: &Rules, s: &State, action: Action) -> u16 {
    match (s.flow.node, action) {
        (Node::Mobilize, Action::Mobilize(counter)) => mobilization_price(r, counter),
        (Node::BuyPoint, Action::Buy(point)) => point_price(r, point),
        (Node::BorderZone, Action::BorderZone) => zone_price(r),
        (Node::ActivateZone, Action::ActivateZone) => u16::from(r.border_zone_activate),
        (Node::ActivateUnits, Action::Count(number)) => {
            let (_, unit, _) = waiting(s, s.flow.cursor);
            activation_price(r, unit) * u16::from(number)
        }
        (Node::ActivateUnits, Action::ActivateAll) => s.flow.waiting,
        _ => 0,
    }
}

/// True if optional rule 13.1 allows another purchase (ruling A-123).
pub(crate) fn slow_allows(r: &Rules, s: &State) -> bool {
    !s.slow | (s.slow_bought < r.slow_limit)
}

// What can be bought is as good as random, so nothing in these two branches on it.

/// True if the Government can mobilize a counter (rules 6.31).
#[inline]
pub(crate) fn can_mobilize(r: &Rules, s: &State, counter: GovType) -> bool {
    !r.bars.mobilize
        & (s.gov_pool(r, counter) > 0)
        & affords(s, mobilization_price(r, counter))
        & ((counter == GovType::Police) | slow_allows(r, s))
}

/// True if free mobilization after a coup can still pay for a counter (charts B.2, ruling A-115).
pub(crate) fn can_mobilize_freely(r: &Rules, s: &State, counter: GovType) -> bool {
    !r.bars.mobilize && s.gov_pool(r, counter) > 0 && mobilization_cost(r, counter) <= s.flow.left
}

/// True if the Government can buy a Point (rules 11.1).
#[inline]
pub(crate) fn can_buy(r: &Rules, s: &State, point: Point) -> bool {
    !r.bars.points
        & (s.points[point.index()] < r.point_max[point.index()])
        & affords(s, point_price(r, point))
        & slow_allows(r, s)
}

/// True if the Border Zone can be opened or gain a step (rules 6.33, ruling A-41).
pub(crate) fn can_extend_zone(r: &Rules, s: &State) -> bool {
    !r.bars.border_zone
        && s.independent
        && s.border_zone.is_none_or(|steps| steps < r.border_zone_max)
        && affords(s, zone_price(r))
}

/// True if the Border Zone can be activated (rules 6.33).
pub(crate) fn can_activate_zone(r: &Rules, s: &State) -> bool {
    !r.bars.border_zone
        && s.border_zone.is_some_and(|steps| steps > 0)
        && affords(s, r.border_zone_activate.into())
}

/// What the FLN can spend AP on in one place (rules 6.2).
pub const SPENDING: [Action; 6] = [
    Action::Convert(FlnUnit::Cadre, FlnUnit::Front),
    Action::Build(FlnUnit::Cadre),
    Action::Build(FlnUnit::Band),
    Action::Convert(FlnUnit::Front, FlnUnit::Cadre),
    Action::Convert(FlnUnit::Cadre, FlnUnit::Band),
    Action::Convert(FlnUnit::Band, FlnUnit::Failek),
];

/// The index of an action in [`SPENDING`].
#[inline(always)]
const fn spending_number(action: Action) -> usize {
    match action {
        Action::Convert(FlnUnit::Cadre, FlnUnit::Front) => 0,
        Action::Convert(from, _) => 3 + from.index(),
        Action::Build(unit) => unit.index(),
        _ => 0,
    }
}

const _: () = {
    let mut number = 0;
    while number < SPENDING.len() {
        assert!(spending_number(SPENDING[number]) == number);
        number += 1;
    }
};

/// The price in AP of everything in [`SPENDING`], in Algeria or abroad (charts A.1).
#[inline]
fn spending_prices(r: &Rules, abroad: bool) -> [u8; SPENDING.len()] {
    let ([cadre, band], convert) = (r.build_cost[usize::from(abroad)], r.convert_cost);
    [convert[0], cadre, band, convert[1], convert[2], convert[3]]
}

/// The price in AP of an action of [`SPENDING`] in a place (charts A.1).
#[must_use]
#[inline]
pub fn spending_price(r: &Rules, place: Place, action: Action) -> u8 {
    spending_prices(r, !place.is_area())[spending_number(action)]
}

/// The places where each action of [`SPENDING`] is possible (rules 6.2; rulings ).
#[must_use]
#[inline]
pub fn spending(r: &Rules, s: &State) -> [Mask; SPENDING.len()] {
    const RESULTS: [FlnUnit; SPENDING.len()] =
        [FlnUnit::Front, FlnUnit::Cadre, FlnUnit::Band, FlnUnit::Cadre, FlnUnit::Band, FlnUnit::Failek];
    let cadres = s.fln_places(FlnUnit::Cadre, FlnBox::Ug) & ALGERIA
        | s.fln_places(FlnUnit::Cadre, FlnBox::Ops) & ABROAD;
    let bands = s.fln_places(FlnUnit::Band, FlnBox::Ops) & ABROAD;
    let countries = if s.independent { ABROAD } else { 0 };
    let fronts = s.active_fronts();
    let possible = [
        cadres & ALGERIA & !remote(r, s) & !s.fronts(),
        fronts | countries,
        fronts | countries,
        fronts,
        cadres,
        bands & countries,
    ];
    let (build, convert) = (r.bars.build, r.bars.convert);
    let barred = [convert, build, build, convert, convert, convert];
    let (here, abroad) = (spending_prices(r, false), spending_prices(r, true));
    std::array::from_fn(|number| {
        let free = !barred[number] & (s.fln_pool(r, RESULTS[number]) > 0);
        let payable = |cost: u8| Mask::from(free & (s.ap >= cost)).wrapping_neg();
        // Ask only once for anything that costs the same everywhere.
        match SPENDING[number] {
            Action::Build(_) => {
                possible[number] & (payable(here[number]) & ALGERIA | payable(abroad[number]) & ABROAD)
            }
            _ => possible[number] & payable(here[number]),
        }
    })
}

// Control, income and awards.

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

// Odds.

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
