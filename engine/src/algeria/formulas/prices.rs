//! What units, Points and missions cost, and what a side can pay.

use super::remote;
use crate::algeria::action::Action;
use crate::algeria::classes::{FRENCH, waiting};
use crate::algeria::rules::Rules;
use crate::algeria::state::{ABROAD, ALGERIA, State};
use crate::algeria::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mask, Mission, Place, Point};
use crate::algeria::words::Node;

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
