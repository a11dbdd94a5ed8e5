//! Values of choices for the Government.

use wilaya_engine::Side;
use wilaya_engine::algeria::formulas::{
    Contact, MEAN_DIE, at_most, civil_affairs_modifier, contacts_up_to, elimination_award, evades, hit_award,
    mission_cost, mobilization_cost, price, propaganda_modifier, propaganda_times, reduction_award, support,
    suppression, suppression_modifier,
};
use wilaya_engine::algeria::types::{
    AREAS, FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mission, Place, Point,
};
use wilaya_engine::algeria::{ACTIVE, ALGERIA, Action, Decision, FRENCH};

use super::{READY, Valuation};

/// The boxes of FLN units that can be flushed.
const OPEN: [FlnBox; 3] = [FlnBox::Ops, FlnBox::Oc, FlnBox::Neutralized];
impl Valuation<'_> {
    /// The value of a choice to the Government.
    pub(super) fn france(&self, kind: Decision, action: Action) -> f64 {
        let area = self.s.mission_area();
        match (kind, action) {
            (Decision::SetUpFrance, Action::Place(place)) => self.garrison(place),
            (Decision::PurgeWilaya, Action::Purge(wilaya)) => {
                let areas = Place::each(self.r.wilaya[usize::from(wilaya)]);
                areas.map(|area| f64::from(self.fln_points(area))).sum()
            }
            (
                Decision::NatoUnit | Decision::SuezUnit | Decision::CoupDisband,
                Action::Remove(area, unit, at),
            ) => {
                let (fln, gov) = (self.fln_points(area), self.gov_points(area));
                let control = u16::from(self.r.gov[unit.index()].control);
                let held =
                    self.holding(area, fln, gov) - self.holding(area, fln, gov.saturating_sub(control));
                let spent = if at == GovBox::Neutralized { 0.0 } else { 0.2 };
                -held - spent - f64::from(mobilization_cost(self.r, unit.counter()))
            }
            (_, Action::Oas(place)) => {
                if place == Place::FRANCE {
                    -1.5
                } else {
                    self.city_for_oas(place)
                }
            }
            (Decision::RemovePolice, Action::RemovePolice(area, neutralized)) => {
                self.relieve(area, neutralized)
            }
            (Decision::Mobilize | Decision::CoupMobilize, Action::Mobilize(counter)) => {
                self.mobilize(kind, counter)
            }
            (Decision::Station | Decision::CoupStation, Action::Station(area)) => {
                self.s.gov_subject().map_or(0.0, |(_, unit, _)| self.stationed(area, unit))
            }
            (Decision::BuyPoint, Action::Buy(point)) => self.buy(point, price(self.r, self.s, action)),
            (Decision::BorderZone, Action::BorderZone) => -1.0,
            (Decision::ActivateZone, Action::ActivateZone) => -1.0,
            (Decision::ActivateUnits, Action::ActivateAll) => -1.0,
            (Decision::ActivateUnits, Action::Count(count)) => self.activate(action, count),
            (Decision::DivisionMode, Action::Count(dispersed)) => f64::from(dispersed),
            (Decision::Patrol, Action::Count(count)) => self.patrols(count),
            (Decision::FrenchMove, Action::To(to)) => {
                self.s.gov_subject().map_or(0.0, |(from, unit, _)| self.gain(from, to, unit))
            }
            (Decision::React, Action::Done) if self.s.mission() == Mission::Strike => {
                -MEAN_DIE * f64::from(self.r.drm.strike_penalty_dice) * self.point(Side::France)
            }
            (Decision::React | Decision::ReactMore, Action::Commit(unit, _, _, airmobile)) => {
                let (count, _, firepower) = self.s.committed();
                let rating = self.r.gov[unit.index()];
                let more = if airmobile { rating.firepower_airmobile } else { rating.firepower };
                self.react(count + 1, firepower + u16::from(more))
            }
            (Decision::ReactMore, Action::Go) => {
                let (count, _, firepower) = self.s.committed();
                self.react(count, firepower)
            }
            (Decision::FrenchOperation, Action::Flush) => {
                let targets = self.s.fln_in(&OPEN) & ALGERIA;
                Place::each(targets).map(|area| self.sweep(area)).fold(-1.0, f64::max)
            }
            (Decision::Flush, Action::In(area)) => self.sweep(area),
            (Decision::FlushUnit, Action::Commit(unit, _, from, airmobile)) => {
                let (count, contact, firepower) = self.s.committed();
                let rating = self.r.gov[unit.index()];
                let (more, fire) = if airmobile {
                    (rating.contact_airmobile, rating.firepower_airmobile)
                } else {
                    (rating.contact, rating.firepower)
                };
                let away = if from == area { 0.0 } else { 0.05 };
                self.flush(area, count + 1, contact + more, firepower + u16::from(fire)) - away
            }
            (Decision::FlushUnit, Action::Go) => {
                let (count, contact, firepower) = self.s.committed();
                self.flush(area, count, contact, firepower)
            }
            (Decision::FrenchOperation, Action::CivilAffairs) => self.affairs(),
            (Decision::CivilAffairs, Action::In(area)) => {
                let (terror, _) = self.s.terrorized_and_resettled();
                if terror & area.bit() != 0 { 1.0 } else { 0.0 }
            }
            (Decision::FrenchOperation, Action::Suppression) => {
                Place::each(suppression(self.s)).map(|area| self.suppress(area, 0)).fold(-1.0, f64::max)
            }
            (Decision::Suppression, Action::In(area)) => self.suppress(area, 0),
            (Decision::SuppressionEliteOps | Decision::SuppressionElitePatrol, Action::Count(count)) => {
                self.suppress(area, count)
            }
            (Decision::FrenchOperation, Action::Intelligence | Action::Resettlement) => -1.0,
            (Decision::Split, Action::Split(own)) => self.split(Side::France, self.s.to_split(), own),
            (Decision::AirPoints, Action::Count(points)) => self.strafe(points),
            _ => 0.0,
        }
    }

    /// The area for the next unit. Takes the first of the N best areas, for N units to buy, since areas are offered in order.
    pub(super) fn station(&self, legal: &[Action]) -> Action {
        let Some((_, unit, _)) = self.s.gov_subject() else { return legal[0] };
        let counter = unit.counter();
        let cost = f64::from(mobilization_cost(self.r, counter)) * self.point(Side::France);
        let number = self.s.gov_pool(self.r, counter).min(self.affordable(counter)).max(1);
        self.first_of_best(legal, usize::from(number), cost, |area| self.stationed(area, unit))
    }

    /// The march of the next unit of a class, or `Done` if the others stay.
    pub(super) fn march(&self, legal: &[Action]) -> Action {
        let Some((from, unit, count)) = self.s.gov_subject() else { return legal[0] };
        let keep = self.keeps(from, unit, count);
        let movers = count - keep;
        if movers == 0 {
            return Action::Done;
        }
        let mut stay = true;
        let choice = self.first_of_best(legal, usize::from(movers), 0.0, |to| {
            let gain = self.gain(from, to, unit);
            stay &= gain <= 0.0;
            gain
        });
        if stay { Action::Done } else { choice }
    }

    /// The first of the `number` best areas above a value, or the best of all if none is above it.
    fn first_of_best(
        &self,
        legal: &[Action],
        number: usize,
        above: f64,
        mut value: impl FnMut(Place) -> f64,
    ) -> Action {
        let mut values = [0.0; AREAS];
        let mut sorted = [f64::NEG_INFINITY; AREAS];
        let mut count = 0;
        let place = |action: &Action| match *action {
            Action::Station(area) | Action::To(area) => Some(area),
            _ => None,
        };
        for area in legal.iter().filter_map(place) {
            values[count] = value(area);
            count += 1;
        }
        sorted[..count].copy_from_slice(&values[..count]);
        sorted[..count].sort_unstable_by(|one, other| other.total_cmp(one));
        let better = sorted[..count].iter().filter(|&&value| value > above).count();
        let least = sorted[number.min(better).max(1) - 1];
        let mut areas = legal.iter().filter(|action| place(action).is_some());
        let index = values[..count].iter().position(|&value| value >= least).unwrap_or(0);
        areas.nth(index).copied().unwrap_or(legal[0])
    }

    /// Number of counters of a type the Government would pay for now.
    fn affordable(&self, counter: GovType) -> u8 {
        let floor = if counter == GovType::Police { self.w.floor_police } else { self.w.floor };
        let room = f64::from(self.s.psl(Side::France)) - f64::from(self.s.halves_spent()) / 2.0 - floor;
        let each = mobilization_cost(self.r, counter).max(1);
        if room < f64::from(each) { 0 } else { (room / f64::from(each)) as u8 }
    }

    /// The value of a unit in an area over the coming turns.
    fn stationed(&self, area: Place, unit: GovUnit) -> f64 {
        let control = match unit {
            GovUnit::Concentrated => self.r.gov[GovUnit::Dispersed.index()].control,
            unit => self.r.gov[unit.index()].control,
        };
        let (fln, gov) = (self.fln_points(area), self.gov_points(area));
        let held = self.holding(area, fln, gov + u16::from(control)) - self.holding(area, fln, gov);
        let mut value = self.horizon() * self.w.hold * held;
        if unit == GovUnit::Police {
            value += self.policing(area);
        }
        value
    }

    /// The value of Police in an area, apart from Control: Civil Affairs if they are the first, and their Patrol.
    fn policing(&self, area: Place) -> f64 {
        if self.s.is_remote(self.r, area) {
            return 0.0;
        }
        let police = self.s.gov(area, GovUnit::Police, GovBox::Ptl)
            + self.s.gov(area, GovUnit::Police, GovBox::Neutralized);
        let agitators =
            f64::from(self.active(area, FlnUnit::Cadre) + self.active(area, FlnUnit::Front)).min(2.0);
        let hinder = self.w.hinder * agitators * if self.r.urban & area.bit() != 0 { 1.5 } else { 1.0 };
        let affairs = if police == 0 { self.w.affairs * self.affairs().max(0.0) } else { 0.0 };
        self.horizon() * (hinder + affairs)
    }

    /// The value of Civil Affairs in an area.
    fn affairs(&self) -> f64 {
        let roll = self.odds.success(self.r, Side::France, civil_affairs_modifier(self.r, self.s));
        roll.number * self.point(Side::Fln) - self.mission_price(Mission::CivilAffairs)
    }

    /// The value of removing Police to buy them again where they do more.
    fn relieve(&self, area: Place, neutralized: bool) -> f64 {
        let second = self.s.gov(area, GovUnit::Police, GovBox::Ptl)
            + self.s.gov(area, GovUnit::Police, GovBox::Neutralized)
            > 1;
        if neutralized && !second || self.s.gov_pool(self.r, GovType::Police) > 0 {
            return -1.0;
        }
        let (fln, gov) = (self.fln_points(area), self.gov_points(area));
        let held = self.holding(area, fln, gov) - self.holding(area, fln, gov.saturating_sub(1));
        let mut here = self.horizon() * self.w.hold * held;
        if !second {
            here += self.policing_if_first(area);
        }
        let there = Place::each(ALGERIA).map(|to| self.stationed(to, GovUnit::Police)).fold(0.0, f64::max);
        let cost = f64::from(mobilization_cost(self.r, GovType::Police)) * self.point(Side::France);
        there - here - cost - 1.0
    }

    fn policing_if_first(&self, area: Place) -> f64 {
        if self.s.is_remote(self.r, area) {
            0.0
        } else {
            self.horizon() * self.w.affairs * self.affairs().max(0.0)
        }
    }

    /// The best value of a counter anywhere, minus its price.
    fn mobilize(&self, kind: Decision, counter: GovType) -> f64 {
        let free = kind == Decision::CoupMobilize;
        if !free && self.affordable(counter) == 0 {
            return -1.0;
        }
        let areas = if free { ALGERIA } else { self.s.stations(counter) };
        let unit = counter.unit();
        let most =
            Place::each(areas).map(|area| self.stationed(area, unit)).fold(f64::NEG_INFINITY, f64::max);
        let cost = f64::from(mobilization_cost(self.r, counter));
        if free { most + 0.01 } else { most - cost * self.point(Side::France) }
    }

    /// The value of a point: only Naval Points have one, since they take AP from the FLN each turn.
    fn buy(&self, point: Point, halves: u16) -> f64 {
        if point != Point::Naval {
            return -1.0;
        }
        let useful = support(self.r, self.s) > 0;
        let room =
            f64::from(self.s.psl(Side::France)) - f64::from(self.s.halves_spent() + halves as u8) / 2.0;
        if !useful || room < self.w.floor {
            return -1.0;
        }
        self.horizon() * self.w.naval * self.w.france_ap - f64::from(halves) / 2.0 * self.point(Side::France)
    }

    /// The value of activating this many units of a class.
    fn activate(&self, action: Action, count: u8) -> f64 {
        let Some((area, unit, _)) = self.s.gov_subject() else { return 0.0 };
        if count == 0 {
            return 0.0;
        }
        let halves = f64::from(price(self.r, self.s, action));
        let cap = 2.0 * (self.w.cap * f64::from(self.s.psl(Side::France))).max(1.0);
        if f64::from(self.s.halves_spent()) + halves > cap {
            return -1.0;
        }
        let march = self.w.march * self.horizon() * *self.subject.get_or_init(|| self.next_gain(area, unit));
        let flush = if unit == GovUnit::Elite { self.w.flush * self.next_flush() } else { 0.0 };
        let value = march.max(self.w.patrol * self.patrolled(area) + flush);
        f64::from(count) * value - halves / 2.0 * self.point(Side::France)
    }

    /// The gain in Control each turn when a unit goes from one area to another.
    fn gain(&self, from: Place, to: Place, unit: GovUnit) -> f64 {
        self.gained(to, unit) - self.lost_by(from, unit)
    }

    /// The gain in Control each turn from one more unit in an area.
    fn gained(&self, area: Place, unit: GovUnit) -> f64 {
        let control = u16::from(self.r.gov[unit.index()].control);
        let (fln, gov) = (self.fln_points(area), self.gov_points(area));
        self.holding(area, fln, gov + control) - self.holding(area, fln, gov)
    }

    /// The loss of Control each turn from one unit fewer in an area.
    fn lost_by(&self, area: Place, unit: GovUnit) -> f64 {
        let control = u16::from(self.r.gov[unit.index()].control);
        let (fln, gov) = (self.fln_points(area), self.gov_points(area));
        self.holding(area, fln, gov) - self.holding(area, fln, gov.saturating_sub(control))
    }

    fn best_gain(&self, from: Place, unit: GovUnit) -> f64 {
        let lost = self.lost_by(from, unit);
        Place::each(ALGERIA & !from.bit()).map(|to| self.gained(to, unit) - lost).fold(0.0, f64::max)
    }

    /// Number of activated units of a class.
    fn activated(&self, unit: GovUnit) -> usize {
        let areas = Place::each(self.s.gov_places(unit, GovBox::Ops));
        areas.map(|area| usize::from(self.s.gov(area, unit, GovBox::Ops))).sum()
    }

    /// The gain in Control each turn by another unit's march, if those activated before it take the best areas.
    fn next_gain(&self, from: Place, unit: GovUnit) -> f64 {
        let before: usize = FRENCH.iter().map(|&unit| self.activated(unit)).sum();
        let mut gains = [0.0; AREAS];
        let mut count = 0;
        for to in Place::each(ALGERIA & !from.bit()) {
            let gain = self.gained(to, unit);
            if gain > 0.0 {
                gains[count] = gain;
                count += 1;
            }
        }
        if before >= count {
            return 0.0;
        }
        gains[..count].sort_unstable_by(|one, other| other.total_cmp(one));
        (gains[before] - self.lost_by(from, unit)).max(0.0)
    }

    /// The value of one more unit on Patrol in an area: what it takes from the Propaganda there.
    fn patrolled(&self, area: Place) -> f64 {
        let agitators = self.active(area, FlnUnit::Cadre) + self.active(area, FlnUnit::Front);
        if agitators == 0 || self.s.is_remote(self.r, area) {
            return 0.0;
        }
        let modifier = propaganda_modifier(self.r, self.s, area);
        let patrol = i16::from(self.r.drm.patrol[Mission::Propaganda.index()]);
        let without = self.odds.success(self.r, Side::Fln, modifier);
        let with = self.odds.success(self.r, Side::Fln, modifier + patrol);
        let times = f64::from(propaganda_times(self.r, area));
        (without.number - with.number) * times * self.point(Side::France)
            + (with.plus - without.plus) * self.prize(FlnUnit::Cadre)
    }

    /// Half the value of a Flush by two elite brigades that finds all FLN units of an area. Pairs activated earlier take the
    /// best areas.
    fn next_flush(&self) -> f64 {
        let mut prizes = [0.0; AREAS];
        let mut count = 0;
        for area in Place::each(self.s.fln_in(&ACTIVE) & ALGERIA) {
            prizes[count] = FlnUnit::ALL.iter().map(|&unit| self.caught(area, unit)).sum();
            count += 1;
        }
        prizes[..count].sort_unstable_by(|one, other| other.total_cmp(one));
        let pairs = self.activated(GovUnit::Elite) / 2;
        if pairs < count { prizes[pairs] / 2.0 } else { 0.0 }
    }

    /// The value of a Flush that finds and takes all FLN units of a type in an area, minus their fire.
    fn caught(&self, area: Place, unit: FlnUnit) -> f64 {
        let hits = self.odds.hits(self.r, u16::from(self.r.fln[unit.index()].firepower));
        let fire = hits * f64::from(hit_award(self.r, 1)) * self.point(Side::France);
        f64::from(self.active(area, unit)) * (self.prize(unit) - fire)
    }

    /// Number of units of a class that stay where they are: all if no area gains by them.
    fn keeps(&self, from: Place, unit: GovUnit, count: u8) -> u8 {
        let control = u16::from(self.r.gov[unit.index()].control);
        let (fln, gov) = (self.fln_points(from), self.gov_points(from));
        let mut keep = count;
        let most = Place::each(ALGERIA & !from.bit()).map(|to| self.gained(to, unit)).fold(0.0, f64::max);
        while keep > 0 {
            let gone = control * u16::from(count - keep);
            let lost = self.holding(from, fln, gov.saturating_sub(gone))
                - self.holding(from, fln, gov.saturating_sub(gone + control));
            if most - lost < 0.2 {
                break;
            }
            keep -= 1;
        }
        keep
    }

    /// The value of putting this many units on Patrol: best for those that do not march.
    fn patrols(&self, count: u8) -> f64 {
        let Some((area, unit, there)) = self.s.gov_subject() else { return 0.0 };
        let keep = *self.subject.get_or_init(|| {
            let march = self.horizon() * self.w.hold * self.best_gain(area, unit);
            let stays = self.w.stay * self.patrolled(area) > march;
            f64::from(if stays { there } else { self.keeps(area, unit, there) })
        });
        -(f64::from(count) - keep).abs()
    }

    /// The value of a hit that takes an FLN unit.
    fn prize(&self, unit: FlnUnit) -> f64 {
        let award = match unit {
            FlnUnit::Cadre | FlnUnit::Band => {
                f64::from(elimination_award(self.r, 1)) * self.point(Side::Fln).max(self.point(Side::France))
            }
            FlnUnit::Front | FlnUnit::Failek => {
                let [fln, gov] = reduction_award(self.r).map(f64::from);
                fln * self.point(Side::Fln) + gov * self.point(Side::France)
            }
        };
        award + self.w.kill
    }

    /// The value of a fight against an expected number of FLN units, with their firepower and mean prize.
    fn fight(&self, firepower: u16, units: f64, against: f64, prize: f64) -> f64 {
        if units <= 0.0 {
            return 0.0;
        }
        let killed = self.odds.hits(self.r, firepower).min(units);
        let hits = self.odds.hits(self.r, against.round().max(1.0) as u16) * units.min(1.0);
        killed * prize - hits * f64::from(hit_award(self.r, 1)) * self.point(Side::France)
    }

    /// The value of the PSP a mission costs.
    fn mission_price(&self, mission: Mission) -> f64 {
        f64::from(mission_cost(self.r, mission)) * self.point(Side::France)
    }

    /// The value of a React by this many units with this total firepower.
    fn react(&self, count: u8, firepower: u16) -> f64 {
        let (mut units, mut against, mut prize) = (0.0, 0.0, 0.0);
        for &unit in FlnUnit::ALL {
            let [active, neutralized] = self.s.involved(unit);
            let rating = self.r.fln[unit.index()];
            let caught = f64::from(active + neutralized) * (1.0 - evades(self.r, unit));
            units += caught;
            against += caught * f64::from(rating.firepower);
            prize += caught * self.prize(unit);
        }
        let prize = if units > 0.0 { prize / units } else { 0.0 };
        let against = if units > 0.0 { (against / units).max(against) } else { 0.0 };
        self.fight(firepower, units, against, prize)
            - self.w.used * f64::from(count)
            - self.mission_price(Mission::React)
    }

    /// The value of a Flush by this many units with this total contact rating and firepower.
    fn flush(&self, area: Place, count: u8, contact: u8, firepower: u16) -> f64 {
        let (mut units, mut against, mut prize) = (0.0, 0.0, 0.0);
        for &unit in FlnUnit::ALL {
            let there: u8 = OPEN.iter().map(|&at| self.s.fln(area, unit, at)).sum();
            if there == 0 {
                continue;
            }
            let rating = self.r.fln[unit.index()];
            let needed = contacts_up_to(self.r, self.s, Contact::Flush, area, unit, contact);
            let found = f64::from(there) * at_most(needed);
            units += found;
            against += found * f64::from(rating.firepower);
            prize += found * self.prize(unit);
        }
        let prize = if units > 0.0 { prize / units } else { 0.0 };
        self.fight(firepower, units, against, prize)
            - self.w.used * f64::from(count)
            - self.mission_price(Mission::Flush)
    }

    /// The value of the best Flush of an area, with units there and elite brigades that can fly in.
    fn sweep(&self, area: Place) -> f64 {
        let bit = area.bit();
        let division = self.s.divisions() & bit != 0;
        let (mut count, mut contact, mut firepower) = (0, 0, 0);
        let mut best = -1.0f64;
        let mut try_with = |count: u8, contact: u8, firepower: u16| {
            if count > 0 {
                best = best.max(self.flush(area, count, contact, firepower));
            }
        };
        for unit in GovUnit::MOBILE {
            let there: u8 = READY.iter().map(|&at| self.s.gov(area, unit, at)).sum();
            let rating = self.r.gov[unit.index()];
            if there == 0 {
                continue;
            }
            if division || unit == GovUnit::Elite {
                count += there;
                contact += there * rating.contact;
                firepower += u16::from(there) * u16::from(rating.firepower);
                try_with(count, contact, firepower);
            } else {
                try_with(1, rating.contact, u16::from(rating.firepower));
            }
        }
        let elite = self.r.gov[GovUnit::Elite.index()];
        let helo = self.s.points_available()[1];
        if elite.helo > 0 && !self.r.bars.airmobile {
            let places = READY.iter().fold(0, |all, &at| all | self.s.gov_places(GovUnit::Elite, at)) & !bit;
            let mut flying = (helo / elite.helo).min(places.count_ones() as u8);
            while flying > 0 {
                count += 1;
                contact += elite.contact_airmobile;
                firepower += u16::from(elite.firepower_airmobile);
                try_with(count, contact, firepower);
                flying -= 1;
            }
        }
        best
    }

    /// The value of a Suppression with this many elite brigades.
    fn suppress(&self, area: Place, elites: u8) -> f64 {
        let modifier = suppression_modifier(self.r, self.s, elites);
        let roll = self.odds.success(self.r, Side::France, modifier);
        let ready: u8 =
            [FlnUnit::Band, FlnUnit::Failek].iter().map(|&unit| self.s.fln(area, unit, FlnBox::Ops)).sum();
        let cost = f64::from(mission_cost(self.r, Mission::Suppression));
        let terror = (roll.plus + roll.at) * f64::from(self.r.psp.terror) * self.horizon();
        let backfire = roll.plus * MEAN_DIE * f64::from(self.r.drm.suppression_plus_dice);
        roll.number.min(f64::from(ready)) * 0.7 * self.w.kill
            - (cost + terror + backfire) * self.point(Side::France)
            - self.w.used * f64::from(elites)
    }

    /// The value of using Air Points in a combat, minus a small price for each.
    fn strafe(&self, points: u8) -> f64 {
        let (_, _, firepower) = self.s.committed();
        let mut units = 0.0;
        let mut prize = 0.0;
        for &unit in FlnUnit::ALL {
            let there = f64::from(self.s.involved(unit).iter().sum::<u8>());
            units += there;
            prize += there * self.prize(unit);
        }
        if units <= 0.0 {
            return -f64::from(points);
        }
        let dice = f64::from(points) * f64::from(self.r.crt.air_point_dice) * MEAN_DIE;
        let hits = self.odds.hits(self.r, firepower + dice as u16);
        hits.min(units) * prize / units - 0.1 * f64::from(points)
    }

    /// The value of a city for the OAS, which does least harm where there is Terror already.
    fn city_for_oas(&self, city: Place) -> f64 {
        let (terror, _) = self.s.terrorized_and_resettled();
        let bands = f64::from(self.active(city, FlnUnit::Band));
        (if terror & city.bit() != 0 { 0.5 } else { 0.0 }) + 0.1 * bands
    }

    /// The value of an area at set-up: Police where there are people to win over, other units where they bring Control.
    fn garrison(&self, area: Place) -> f64 {
        let Some((_, unit, _)) = self.s.gov_subject() else { return 0.0 };
        self.stationed(area, unit)
    }
}
