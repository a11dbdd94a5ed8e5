//! A position of *Algeria*: plain old data.

use super::flow::Flow;
use super::rules::Rules;
use super::types::{AREAS, FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mask, Mission, Place, Point};
use crate::Side;
use crate::getters::getters;

/// Areas of Algeria, Morocco and Tunisia: the places where FLN units are counted.
const FLN_PLACES: usize = AREAS + 2;
/// Classes of FLN mobile units in one place: type by box.
const FLN_CLASSES: usize = FlnUnit::MOBILE.len() * FlnBox::ALL.len();
/// Classes of Government units in one area: mobile type by box, and Police on Patrol or neutralized.
const GOV_CLASSES: usize = GovUnit::MOBILE.len() * GovBox::ALL.len() + 2;

/// The areas of Algeria as a set.
pub const ALGERIA: Mask = (1 << AREAS) - 1;
/// Morocco and Tunisia as a set.
pub(crate) const ABROAD: Mask = Place::MOROCCO.bit() | Place::TUNISIA.bit();

/// The missions possible once per turn in an area, in the order of [`State::done`].
pub(crate) const ONCE: [Mission; 5] =
    [Mission::Propaganda, Mission::Strike, Mission::Raid, Mission::CivilAffairs, Mission::Suppression];

/// The side that the OAS works for, and its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OasState {
    /// Its controller, if it is in play.
    pub controller: Option<Side>,
    /// The place of the marker, if it has been placed.
    pub place: Option<Place>,
}

/// A position; by default, an empty map.
///
/// Units are counts, not counters (ruling A-13): a class is a type, a place, a box and whether it is neutralized. Next to the
/// counts there are sets of the places where each is not 0. Fronts, of which an area has at most one, have only the set. A
/// state fills whole cache lines, which makes it quicker to copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub struct State {
    fln_at: [[Mask; FlnBox::ALL.len()]; FlnUnit::ALL.len()],
    gov_at: [Mask; GOV_CLASSES],
    /// Mobile units by class and place.
    fln: [[u8; FLN_PLACES]; FLN_CLASSES],
    gov: [[u8; AREAS]; GOV_CLASSES],
    fln_total: [u8; FlnUnit::ALL.len()],
    pub(crate) gov_total: [u8; GovUnit::ALL.len()],

    /// Areas that each side Controls.
    pub(crate) control: [Mask; 2],
    /// Areas with a Terror marker.
    pub(crate) terror: Mask,
    /// Resettled areas, which stay Remote.
    pub(crate) resettled: Mask,
    /// Areas where each of these was done this turn: Propaganda (France included), Strike, Raid, Civil Affairs, Suppression.
    pub(crate) done: [Mask; 5],

    /// Elite brigades at Suez, by the area they will return to.
    pub(crate) suez: [u8; AREAS],
    /// True if they return in this turn's Reinforcement Phase.
    pub(crate) suez_back: bool,
    /// Counters that NATO keeps until the next turn, by type.
    pub(crate) nato: [u8; GovType::ALL.len()],
    /// Elite brigades disbanded after a coup.
    pub(crate) disbanded: u8,
    /// True if the Cadre is in France.
    pub(crate) cadre_in_france: bool,

    /// Political Support Levels: FLN, Government.
    pub(crate) psl: [u8; 2],
    /// Administrative Points.
    pub(crate) ap: u8,
    /// Maximum Points.
    pub(crate) points: [u8; Point::ALL.len()],
    /// Air and Helo Points available.
    pub(crate) available: [u8; 2],
    /// Half-PSP that the Government has spent in this Reinforcement Phase.
    pub(crate) halves: u8,
    /// Steps of the Border Zone, if it is open.
    pub(crate) border_zone: Option<u8>,
    /// True if the Border Zone is activated this turn.
    pub(crate) border_zone_active: bool,
    /// True if Morocco and Tunisia are independent.
    pub(crate) independent: bool,
    /// True if Jealousy and Paranoia applies this turn.
    pub(crate) jealousy: bool,
    /// True if Amnesty applies this turn.
    pub(crate) amnesty: bool,
    /// True if the Suez crisis has happened.
    pub(crate) suez_used: bool,
    /// True while the restrictions of optional rule 13.1 apply.
    pub(crate) slow: bool,
    /// Purchases counted by optional rule 13.1 this turn.
    pub(crate) slow_bought: u8,
    /// The OAS.
    pub(crate) oas: OasState,
    /// The side that led by enough at the last check of optional rule 13.3.
    pub(crate) leader: Option<Side>,
    /// The number of consecutive checks at which it did.
    pub(crate) leads: u8,

    /// The turn, from 1; 0 during set-up.
    pub(crate) turn: u16,
    /// The position in the sequence of play, and the operation in progress.
    pub(crate) flow: Flow,
}

/// The class of mobile units; for a Front, that of Cadres, so that a lookup need not tell them apart first.
#[inline]
const fn fln_class(unit: FlnUnit, at: FlnBox) -> usize {
    unit.index().saturating_sub(FlnUnit::Cadre.index()) * FlnBox::ALL.len() + at.index()
}

#[inline]
const fn gov_class(unit: GovUnit, at: GovBox) -> usize {
    match unit {
        GovUnit::Police => {
            GovUnit::MOBILE.len() * GovBox::ALL.len() + matches!(at, GovBox::Neutralized) as usize
        }
        _ => unit.index() * GovBox::ALL.len() + at.index(),
    }
}

/// The sum of counts by area; it cannot exceed the number of counters.
#[inline(always)]
fn sum(counts: &[u8; AREAS]) -> u8 {
    counts.iter().fold(0, |all, count| all.wrapping_add(*count))
}

impl State {
    /// The number of FLN units of this class in this place. In Morocco and Tunisia the Operations box holds units that may
    /// Move, and the Operations Completed box those that arrived this turn (ruling A-56).
    #[must_use]
    #[inline]
    pub fn fln(&self, place: Place, unit: FlnUnit, at: FlnBox) -> u8 {
        let (front, mobile) = (
            self.fln_at[unit.index()][at.index()] >> place.0 & 1,
            self.fln[fln_class(unit, at)][place.index()],
        );
        if unit == FlnUnit::Front { front as u8 } else { mobile }
    }

    getters! { self;
        /// The number of Government units of this class in this area.
        gov(area: Place, unit: GovUnit, at: GovBox) -> u8 = self.gov[gov_class(unit, at)][area.index()];
        /// The places with FLN units of this class.
        fln_places(unit: FlnUnit, at: FlnBox) -> Mask = self.fln_at[unit.index()][at.index()];
        /// The areas with Government units of this class.
        gov_places(unit: GovUnit, at: GovBox) -> Mask = self.gov_at[gov_class(unit, at)];
        /// The areas with a Front in any state.
        fronts() -> Mask = self.fln_at[FlnUnit::Front.index()].iter().fold(0, |all, mask| all | mask);
        /// The places with a mobile FLN unit that is not neutralized.
        active_mobile() -> Mask =
            self.fln_at[FlnUnit::Cadre.index()..].iter().fold(0, |all, at| all | at[0] | at[1] | at[2]);
    }

    /// The areas with a Front that is not neutralized.
    #[must_use]
    #[inline]
    pub fn active_fronts(&self) -> Mask {
        let at = self.fln_at[FlnUnit::Front.index()];
        at[0] | at[1] | at[2]
    }

    /// The places with an FLN unit in one of these boxes, Fronts included.
    #[must_use]
    #[inline]
    pub fn fln_in(&self, boxes: &[FlnBox]) -> Mask {
        let by_box = self.fln_by_box();
        boxes.iter().fold(0, |all, at| all | by_box[at.index()])
    }

    /// The places with an FLN unit, Fronts included, by box.
    #[inline(always)]
    fn fln_by_box(&self) -> [Mask; FlnBox::ALL.len()] {
        let [fronts, cadres, bands, faileks] = &self.fln_at;
        std::array::from_fn(|at| fronts[at] | cadres[at] | bands[at] | faileks[at])
    }

    getters! { self;
        /// The areas with a Government unit in any state.
        any_gov() -> Mask = self.gov_at.iter().fold(0, |all, mask| all | mask);
        /// The areas with a division in any mode, box and state.
        divisions() -> Mask = self.gov_at[..2 * GovBox::ALL.len()].iter().fold(0, |all, mask| all | mask);
        /// The areas with a Police unit that is not neutralized.
        police() -> Mask = self.gov_places(GovUnit::Police, GovBox::Ptl);
        /// The number of counters on Patrol in an area that are not neutralized (ruling A-64): Police and mobile units.
        patrol(area: Place) -> u8 = GovUnit::ALL.iter().map(|&unit| self.gov(area, unit, GovBox::Ptl)).sum();
        /// The number of FLN counters of a type on the map, in the countries and in France.
        fln_total(unit: FlnUnit) -> u8 = self.fln_total[unit.index()];
        /// The number of free FLN counters of a type.
        fln_pool(rules: &Rules, unit: FlnUnit) -> u8 =
            rules.fln[unit.index()].count.saturating_sub(self.fln_total(unit));
    }

    /// The number of Government counters of a type on the map.
    #[must_use]
    #[inline]
    pub fn gov_total(&self, counter: GovType) -> u8 {
        // Divisions come first and have two modes; after them both lists have the same order.
        let concentrated =
            u8::from(counter == GovType::Division) * self.gov_total[GovUnit::Concentrated.index()];
        concentrated + self.gov_total[counter.index() + GovUnit::Dispersed.index()]
    }

    /// The number of Government counters of a type that may be mobilized: not on the map, at Suez, held by NATO or disbanded.
    #[must_use]
    #[inline]
    pub fn gov_pool(&self, rules: &Rules, counter: GovType) -> u8 {
        let mut away = self.gov_total(counter) + self.nato[counter.index()];
        if counter == GovType::Elite {
            away += self.disbanded + sum(&self.suez);
        }
        rules.counter[counter.index()].count.saturating_sub(away)
    }

    /// Adds FLN units to a class.
    #[inline]
    pub(crate) fn add_fln(&mut self, place: Place, unit: FlnUnit, at: FlnBox, count: u8) {
        self.fln_total[unit.index()] += count;
        self.put_fln(place, unit, at, count);
    }

    /// Removes FLN units from a class.
    #[inline]
    pub(crate) fn take_fln(&mut self, place: Place, unit: FlnUnit, at: FlnBox, count: u8) {
        self.fln_total[unit.index()] -= count;
        self.lift_fln(place, unit, at, count);
    }

    #[inline]
    fn put_fln(&mut self, place: Place, unit: FlnUnit, at: FlnBox, count: u8) {
        if count == 0 {
            return;
        }
        if unit == FlnUnit::Front {
            debug_assert!(count == 1 && self.fronts() & place.bit() == 0, "two Fronts in {place:?}");
        } else {
            self.fln[fln_class(unit, at)][place.index()] += count;
        }
        self.fln_at[unit.index()][at.index()] |= place.bit();
    }

    #[inline]
    fn lift_fln(&mut self, place: Place, unit: FlnUnit, at: FlnBox, count: u8) {
        if count == 0 {
            return;
        }
        if unit == FlnUnit::Front {
            debug_assert!(self.fln(place, unit, at) > 0, "no Front in {place:?}");
            self.fln_at[unit.index()][at.index()] &= !place.bit();
        } else {
            let class = fln_class(unit, at);
            let left = self.fln[class][place.index()] - count;
            self.fln[class][place.index()] = left;
            self.fln_at[unit.index()][at.index()] &= !(Mask::from(left == 0) << place.0);
        }
    }

    /// Moves FLN units from one box to another in the same place.
    ///
    /// Their type and number are unpredictable, so nothing here branches on them.
    #[inline]
    pub(crate) fn shift_fln(&mut self, place: Place, unit: FlnUnit, from: FlnBox, to: FlnBox, count: u8) {
        debug_assert!(self.fln(place, unit, from) >= count, "{count} of type {unit} in {from} in {place:?}");
        let left = self.fln(place, unit, from) - count;
        // Fronts are not counted.
        let mobile = if unit == FlnUnit::Front { 0 } else { count };
        self.fln[fln_class(unit, from)][place.index()] -= mobile;
        self.fln[fln_class(unit, to)][place.index()] += mobile;
        let at = &mut self.fln_at[unit.index()];
        at[from.index()] &= !(Mask::from(left == 0) << place.0);
        at[to.index()] |= Mask::from(count > 0) << place.0;
    }

    /// Adds Government units to a class.
    #[inline]
    pub(crate) fn add_gov(&mut self, area: Place, unit: GovUnit, at: GovBox, count: u8) {
        if count > 0 {
            let class = gov_class(unit, at);
            self.gov_total[unit.index()] += count;
            self.gov[class][area.index()] += count;
            self.gov_at[class] |= area.bit();
        }
    }

    /// Removes Government units from a class.
    #[inline]
    pub(crate) fn take_gov(&mut self, area: Place, unit: GovUnit, at: GovBox, count: u8) {
        if count > 0 {
            let class = gov_class(unit, at);
            self.gov_total[unit.index()] -= count;
            let left = self.gov[class][area.index()] - count;
            self.gov[class][area.index()] = left;
            self.gov_at[class] &= !(Mask::from(left == 0) << area.0);
        }
    }

    /// Moves Government units from one box to another in the same area.
    ///
    /// Their number is unpredictable, so nothing here branches on it.
    #[inline]
    pub(crate) fn shift_gov(&mut self, area: Place, unit: GovUnit, from: GovBox, to: GovBox, count: u8) {
        self.shift_class(area, gov_class(unit, from), gov_class(unit, to), count);
    }

    /// Sets how many divisions of an area and box are Dispersed; the rest are Concentrated.
    #[inline]
    pub(crate) fn disperse(&mut self, area: Place, at: GovBox, dispersed: u8) {
        let [one, other] = [GovUnit::Concentrated, GovUnit::Dispersed].map(|unit| self.gov(area, unit, at));
        let more = dispersed.wrapping_sub(other);
        debug_assert!(dispersed <= one + other);
        self.gov_total[GovUnit::Concentrated.index()] =
            self.gov_total[GovUnit::Concentrated.index()].wrapping_sub(more);
        self.gov_total[GovUnit::Dispersed.index()] =
            self.gov_total[GovUnit::Dispersed.index()].wrapping_add(more);
        for (unit, now) in [(GovUnit::Concentrated, one + other - dispersed), (GovUnit::Dispersed, dispersed)]
        {
            let class = gov_class(unit, at);
            self.gov[class][area.index()] = now;
            self.gov_at[class] = self.gov_at[class] & !area.bit() | Mask::from(now > 0) << area.0;
        }
    }

    #[inline]
    fn shift_class(&mut self, area: Place, from: usize, to: usize, count: u8) {
        let left = &mut self.gov[from][area.index()];
        debug_assert!(*left >= count, "{count} of class {from} in {area:?}");
        *left -= count;
        self.gov_at[from] &= !(Mask::from(*left == 0) << area.0);
        self.gov[to][area.index()] += count;
        self.gov_at[to] |= Mask::from(count > 0) << area.0;
    }

    /// Sends the Cadre to France or brings it back; its counter stays in use.
    pub(crate) fn set_cadre_in_france(&mut self, there: bool) {
        if there != self.cadre_in_france {
            self.cadre_in_france = there;
            if there {
                self.fln_total[FlnUnit::Cadre.index()] += 1;
            } else {
                self.fln_total[FlnUnit::Cadre.index()] -= 1;
            }
        }
    }

    getters! { self;
        /// True if the area is Remote, as printed or by resettlement.
        is_remote(rules: &Rules, area: Place) -> bool = (rules.remote | self.resettled) & area.bit() != 0;
        /// The Political Support Level of a side, 0 to 99.
        psl(side: Side) -> u8 = self.psl[side as usize];
        /// The Administrative Points of the FLN.
        ap() -> u8 = self.ap;
        /// The turn, from 1; 0 during set-up.
        turn() -> u16 = self.turn;
        /// Half-PSP that the Government has spent in this Reinforcement Phase.
        halves_spent() -> u8 = self.halves;
        /// The areas that a side Controls.
        controlled(side: Side) -> Mask = self.control[side as usize];
        /// The areas with a Terror marker, and the areas resettled.
        terrorized_and_resettled() -> (Mask, Mask) = (self.terror, self.resettled);
        /// The places where a once-per-turn mission was done: for Propaganda, France included; none for any other mission.
        done(mission: Mission) -> Mask =
            ONCE.iter().position(|one| *one == mission).map_or(0, |number| self.done[number]);
    }

    /// Marks a once-per-turn mission as done here.
    #[inline]
    pub(crate) fn set_done(&mut self, mission: Mission, place: Place) {
        if let Some(number) = ONCE.iter().position(|one| *one == mission) {
            self.done[number] |= place.bit();
        }
    }

    /// Redeploys everything in the areas of Algeria (rules 10.3, ruling A-112): FLN units to the Underground box,
    /// Algerian brigades to Operations; French ones wait for activation in Operations Completed.
    pub(crate) fn redeploy(&mut self) {
        for rows in self.fln.chunks_exact_mut(FlnBox::ALL.len()) {
            let [ug, ops, oc, ug_neutralized, neutralized] = rows else { unreachable!("five boxes") };
            for area in 0..AREAS {
                ug[area] += ops[area] + oc[area];
                ops[area] = 0;
                oc[area] = 0;
                ug_neutralized[area] += neutralized[area];
                neutralized[area] = 0;
            }
        }
        for at in &mut self.fln_at {
            at[0] |= (at[1] | at[2]) & ALGERIA;
            at[3] |= at[4] & ALGERIA;
            at[1] &= ABROAD;
            at[2] &= ABROAD;
            at[4] &= ABROAD;
        }
        for unit in GovUnit::MOBILE {
            let [ops, ptl, oc] = [GovBox::Ops, GovBox::Ptl, GovBox::Oc].map(|at| gov_class(unit, at));
            let (home, others) = if unit.is_french() { (oc, [ops, ptl]) } else { (ops, [ptl, oc]) };
            for other in others {
                for area in 0..AREAS {
                    self.gov[home][area] += self.gov[other][area];
                }
                self.gov[other] = [0; AREAS];
                self.gov_at[home] |= self.gov_at[other];
                self.gov_at[other] = 0;
            }
        }
    }

    /// The number of units of a type that are not neutralized, by place; 0 for Fronts.
    #[inline]
    pub(crate) fn active_fln(&self, unit: FlnUnit) -> [u8; FLN_PLACES] {
        let [ug, ops, oc] = [FlnBox::Ug, FlnBox::Ops, FlnBox::Oc].map(|at| &self.fln[fln_class(unit, at)]);
        std::array::from_fn(|place| ug[place] + ops[place] + oc[place])
    }

    /// The number of mobile units of a type, or Police, that are not neutralized, by area.
    #[inline]
    pub(crate) fn active_gov(&self, unit: GovUnit) -> [u8; AREAS] {
        let [ops, ptl, oc] = [GovBox::Ops, GovBox::Ptl, GovBox::Oc].map(|at| &self.gov[gov_class(unit, at)]);
        match unit {
            GovUnit::Police => *ptl,
            _ => std::array::from_fn(|area| ops[area] + ptl[area] + oc[area]),
        }
    }

    /// The number of Government units of a class on the map.
    #[inline]
    pub(crate) fn gov_count(&self, unit: GovUnit, at: GovBox) -> u16 {
        sum(&self.gov[gov_class(unit, at)]).into()
    }

    /// Lets units abroad that arrived last turn Move again.
    pub(crate) fn ready_abroad(&mut self) {
        let arrived = FlnUnit::MOBILE.iter().fold(0, |all, &unit| all | self.fln_places(unit, FlnBox::Oc));
        if arrived & ABROAD == 0 {
            return;
        }
        for country in [Place::MOROCCO, Place::TUNISIA] {
            for unit in FlnUnit::MOBILE {
                let arrived = self.fln(country, unit, FlnBox::Oc);
                self.shift_fln(country, unit, FlnBox::Oc, FlnBox::Ops, arrived);
            }
        }
    }

    /// Recounts everything and compares it with the sets and totals kept next to the counts.
    pub(crate) fn sums_agree(&self) -> bool {
        let mut again = Self { gov_at: [0; GOV_CLASSES], ..*self };
        again.fln_at[FlnUnit::Cadre.index()..].fill([0; FlnBox::ALL.len()]);
        again.fln_total = [0; FlnUnit::ALL.len()];
        again.gov_total = [0; GovUnit::ALL.len()];
        for (class, row) in self.fln.iter().enumerate() {
            let (unit, at) = (class / FlnBox::ALL.len() + FlnUnit::Cadre.index(), class % FlnBox::ALL.len());
            for (place, &count) in row.iter().enumerate() {
                again.fln_at[unit][at] |= Mask::from(count > 0) << place;
                again.fln_total[unit] += count;
            }
        }
        for (class, row) in self.gov.iter().enumerate() {
            for (area, &count) in row.iter().enumerate() {
                again.gov_at[class] |= Mask::from(count > 0) << area;
                again.gov_total[(class / GovBox::ALL.len()).min(GovUnit::Police.index())] += count;
            }
        }
        let fronts = self.fln_at[FlnUnit::Front.index()];
        again.fln_total[0] = fronts.iter().map(|mask| mask.count_ones() as u8).sum();
        again.fln_total[1] += u8::from(self.cadre_in_france);
        again == *self && fronts.iter().sum::<u32>() == self.fronts()
    }
}
