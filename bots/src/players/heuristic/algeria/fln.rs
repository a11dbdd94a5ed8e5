//! Values of choices for the FLN.

use wilaya_engine::Side;
use wilaya_engine::algeria::formulas::{self, MEAN_DIE, SPENDING, spending_price};
use wilaya_engine::algeria::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mask, Mission, Place};
use wilaya_engine::algeria::{ACTIVE, ALGERIA, Action, Decision};

use super::{READY, Valuation};

impl Valuation<'_> {
    /// The value of a choice to the FLN.
    pub(super) fn fln(&self, kind: Decision, action: Action) -> f64 {
        let area = self.s.mission_area();
        match (kind, action) {
            (Decision::SetUpFln, Action::Place(place)) => self.settle(place),
            (Decision::UnDebate, Action::LowerFrance) => self.point(Side::France),
            (Decision::UnDebate, Action::RaiseFln) => self.point(Side::Fln) * 0.99,
            (_, Action::Neutralize(_, unit, at)) => {
                // A unit Underground is missed least.
                -self.unit_value(unit) - if at == FlnBox::Ug { 0.0 } else { 0.1 }
            }
            (_, Action::Oas(place)) => f64::from(u8::from(place == Place::FRANCE)),
            (Decision::SpendWhere, Action::Spend(place)) => self.spend(place),
            (Decision::SpendOn, op) => self.build(area, op),
            (Decision::CadreInFrance, Action::Send(from)) => self.send(from),
            (Decision::CadreInFrance, Action::Return(_)) => -1.0,
            (Decision::FlnDeploy, Action::Count(count)) => self.emerge(count),
            (Decision::FlnOperation, Action::Propaganda) => self.most(self.agitators(), |place| {
                self.agitation(place, FlnUnit::Cadre).max(self.agitation(place, FlnUnit::Front))
            }),
            (Decision::Propaganda, Action::With(place, unit)) => self.agitation(place, unit),
            (Decision::FlnOperation, Action::Strike) => {
                let cities = formulas::strikes(self.r, self.s, self.ops(FlnUnit::Front));
                self.most(cities, |city| self.strike(city))
            }
            (Decision::Strike, Action::In(city)) => self.strike(city),
            (Decision::StrikeCadres, Action::Count(cadres)) => self.strike_with(area, cadres),
            (Decision::FlnOperation, Action::Raid) => {
                self.most(formulas::raids(self.r, self.s), |area| self.raid(area))
            }
            (Decision::Raid, Action::In(area)) => self.raid(area),
            (Decision::RaidBands, Action::Count(bands)) => {
                self.raid_with(area, bands + self.s.fln(area, FlnUnit::Failek, FlnBox::Ops).min(1))
            }
            (Decision::RaidFaileks, Action::Count(faileks)) => {
                self.raid_with(area, self.s.involved(FlnUnit::Band)[0] + faileks)
            }
            (Decision::RaidHit, Action::Hit(unit, _)) => -self.unit_value(unit),
            (Decision::FlnOperation, Action::Harass) => {
                self.most(formulas::harasses(self.s), |area| self.harass(area))
            }
            (Decision::Harass, Action::With(area, unit)) => self.harass_by(area, unit),
            (Decision::HarassBands | Decision::HarassFaileks, Action::Count(count)) => {
                0.01 * f64::from(count)
            }
            (Decision::HarassTarget, Action::Target(unit, at)) => {
                let firepower = FlnUnit::ALL
                    .iter()
                    .map(|&unit| {
                        u16::from(self.s.involved(unit)[0]) * u16::from(self.r.fln[unit.index()].firepower)
                    })
                    .sum();
                self.shot(firepower, unit, at, FlnUnit::Band)
            }
            (Decision::FlnOperation, Action::Move) => {
                let movers = formulas::movers(self.s, FlnUnit::Cadre) & ALGERIA;
                self.most(movers, |from| self.leave(from, FlnUnit::Cadre))
            }
            (Decision::Move, Action::With(from, unit)) => self.leave(from, unit),
            (Decision::MoveTo, Action::To(to)) => self.arrive(area, to, self.s.mission_unit()),
            (Decision::FlnOperation, Action::Tell) => -1.0,
            (Decision::Split, Action::Split(own)) => self.split(Side::Fln, self.s.to_split(), own),
            (Decision::FlnLoss, Action::Hit(unit, neutralized)) => {
                -self.loss(unit) + if neutralized { 0.2 } else { 0.0 }
            }
            _ => 0.0,
        }
    }

    fn ops(&self, unit: FlnUnit) -> Mask {
        self.s.fln_places(unit, FlnBox::Ops)
    }

    /// The highest value among places; minus infinity if there are none.
    fn most(&self, places: Mask, value: impl Fn(Place) -> f64) -> f64 {
        Place::each(places).map(value).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The places where Propaganda can be chosen.
    fn agitators(&self) -> Mask {
        formulas::propaganda(self.r, self.s, self.ops(FlnUnit::Front) | self.ops(FlnUnit::Cadre))
    }

    /// The places without anyone to persuade.
    fn barren(&self) -> Mask {
        formulas::remote(self.r, self.s)
    }

    /// The value of an AP now: less if there are more than the turn's missions can use.
    fn ap(&self) -> f64 {
        *self.ap.get_or_init(|| {
            let wanted = self.agitators().count_ones()
                * u32::from(formulas::mission_cost(self.r, Mission::Propaganda));
            if u32::from(self.s.ap()) > wanted { self.w.ap * 0.4 } else { self.w.ap }
        })
    }

    fn cost(&self, mission: Mission) -> f64 {
        f64::from(formulas::mission_cost(self.r, mission)) * self.ap()
    }

    /// The expected loss by a React against a unit after its mission in an area.
    fn danger(&self, area: Place, unit: FlnUnit) -> f64 {
        if !area.is_area() {
            return 0.0;
        }
        let mut firepower = 0;
        for force in GovUnit::MOBILE {
            let there = READY.iter().fold(0, |all, &at| all | self.s.gov_places(force, at));
            if there & area.bit() != 0 {
                firepower = firepower.max(u16::from(self.r.gov[force.index()].firepower));
            }
        }
        let elite = self.r.gov[GovUnit::Elite.index()];
        if firepower == 0 && self.s.points_available()[1] >= elite.helo.max(1) {
            let elites = READY.iter().fold(0, |all, &at| all | self.s.gov_places(GovUnit::Elite, at));
            if elites != 0 {
                firepower = u16::from(elite.firepower_airmobile);
            }
        }
        if firepower == 0 {
            return 0.0;
        }
        let rating = self.r.fln[unit.index()];
        let caught = 1.0 - formulas::evades(self.r, unit);
        let hits = self.odds.hits(self.r, u16::from(rating.firepower));
        let back = hits * f64::from(formulas::hit_award(self.r, 1)) * self.point(Side::France);
        self.w.react * caught * (self.odds.hits(self.r, firepower).min(1.0) * self.loss(unit) - back)
    }

    /// The value of Propaganda by a unit.
    fn agitation(&self, place: Place, unit: FlnUnit) -> f64 {
        if place != Place::FRANCE && self.ops(unit) & place.bit() == 0 {
            return f64::NEG_INFINITY;
        }
        let modifier = formulas::propaganda_modifier(self.r, self.s, place);
        let roll = self.odds.success(self.r, Side::Fln, modifier);
        let times = formulas::propaganda_times(self.r, place);
        roll.number * f64::from(times) * self.either()
            - roll.plus * self.loss(unit)
            - self.danger(place, unit)
            - self.cost(Mission::Propaganda)
    }

    /// The value of a Strike with the best number of Cadres.
    fn strike(&self, city: Place) -> f64 {
        let cadres = self.s.fln(city, FlnUnit::Cadre, FlnBox::Ops);
        (0..=cadres.min(3)).map(|count| self.strike_with(city, count)).fold(f64::NEG_INFINITY, f64::max)
    }

    fn strike_with(&self, city: Place, cadres: u8) -> f64 {
        let modifier = formulas::strike_modifier(self.r, self.s, city, cadres);
        let roll = self.odds.success(self.r, Side::Fln, modifier);
        let cadres = f64::from(cadres);
        roll.number * MEAN_DIE * self.either()
            - roll.plus * (self.loss(FlnUnit::Front) + cadres * self.loss(FlnUnit::Cadre))
            - self.danger(city, FlnUnit::Front)
            - cadres * (self.danger(city, FlnUnit::Cadre) + 0.5)
            - self.cost(Mission::Strike)
    }

    /// The value of a Raid with the best number of units.
    fn raid(&self, area: Place) -> f64 {
        let units =
            self.s.fln(area, FlnUnit::Band, FlnBox::Ops) + self.s.fln(area, FlnUnit::Failek, FlnBox::Ops);
        (1..=units.clamp(1, 4)).map(|count| self.raid_with(area, count)).fold(f64::NEG_INFINITY, f64::max)
    }

    fn raid_with(&self, area: Place, units: u8) -> f64 {
        if units == 0 {
            return -10.0;
        }
        let modifier = formulas::raid_modifier(self.r, self.s, area, units);
        let roll = self.odds.success(self.r, Side::Fln, modifier);
        let times = formulas::raid_times(self.r, area);
        let fresh = self.s.terrorized_and_resettled().0 & area.bit() == 0;
        let terror = if fresh { self.w.terror } else { 0.0 };
        let police = if self.s.police() & area.bit() != 0 {
            self.w.police + f64::from(formulas::police_award(self.r, 1))
        } else {
            0.0
        };
        roll.number * f64::from(times) * self.ap() + (roll.plus + roll.at) * terror + roll.at * police
            - roll.plus * 0.3 * self.w.band
            - f64::from(units) * (self.danger(area, FlnUnit::Band) + 0.25)
            - self.cost(Mission::Raid)
    }

    /// The value of the best Harass in an area.
    fn harass(&self, area: Place) -> f64 {
        self.harass_by(area, FlnUnit::Band).max(self.harass_by(area, FlnUnit::Failek))
    }

    fn harass_by(&self, area: Place, unit: FlnUnit) -> f64 {
        if self.ops(unit) & area.bit() == 0 {
            return f64::NEG_INFINITY;
        }
        let firepower = u16::from(self.r.fln[unit.index()].firepower);
        let mut most = f64::NEG_INFINITY;
        for &target in GovUnit::ALL {
            for &at in GovBox::ALL {
                if self.s.gov_places(target, at) & area.bit() != 0 {
                    most = most.max(self.shot(firepower, target, at, unit));
                }
            }
        }
        most - self.danger(area, unit) - self.cost(Mission::Harass)
    }

    /// The value of firing at a Government unit, which fires back.
    fn shot(&self, firepower: u16, target: GovUnit, at: GovBox, unit: FlnUnit) -> f64 {
        let back = formulas::harass_firepower(self.r, target);
        let silenced =
            if at == GovBox::Neutralized { 0.0 } else { self.odds.outfights(self.r, firepower, back) };
        let gain = if target == GovUnit::Police {
            silenced
                * (f64::from(formulas::police_award(self.r, 1)) * self.point(Side::France) + self.w.police)
        } else {
            let ready = matches!(at, GovBox::Ops | GovBox::Ptl);
            self.odds.hits(self.r, firepower)
                * f64::from(formulas::hit_award(self.r, 1))
                * self.point(Side::France)
                + silenced * if ready { self.w.brigade } else { 0.0 }
        };
        gain - self.odds.hits(self.r, back).min(1.0) * self.loss(unit)
    }

    /// True if an area has an agitator that is not neutralized.
    fn served(&self, area: Place) -> bool {
        let served = self.served.get_or_init(|| {
            let places = |unit| ACTIVE.iter().fold(0, |all, &at| all | self.s.fln_places(unit, at));
            places(FlnUnit::Cadre) | places(FlnUnit::Front)
        });
        served & area.bit() != 0
    }

    /// The value of an area's first agitator.
    fn spread(&self, area: Place) -> f64 {
        if self.barren() & area.bit() == 0 { self.w.spread } else { 0.0 }
    }

    /// The value of a unit's best Move.
    fn leave(&self, from: Place, unit: FlnUnit) -> f64 {
        if !from.is_area() || unit != FlnUnit::Cadre {
            return -5.0;
        }
        let lost = self.lost(from, unit);
        let reach = formulas::reach(self.r, self.s, from) & ALGERIA;
        self.most(reach, |to| self.arrive_with(lost, from, to, unit))
    }

    /// The value of a Move from one area to another.
    fn arrive(&self, from: Place, to: Place, unit: FlnUnit) -> f64 {
        if to.is_area() && from.is_area() {
            self.arrive_with(self.lost(from, unit), from, to, unit)
        } else {
            -5.0
        }
    }

    /// The losses when a unit leaves an area: the Government's expectation there with the unit and without it, the value of the
    /// area's last agitator if the unit is that, and the Propaganda forgone this turn.
    fn lost(&self, from: Place, unit: FlnUnit) -> [f64; 4] {
        let (here, gov) = (self.fln_points(from), self.gov_points(from));
        let control = u16::from(self.r.fln[unit.index()].control);
        let last = unit == FlnUnit::Cadre
            && self.active(from, FlnUnit::Cadre) + self.active(from, FlnUnit::Front) == 1;
        [
            self.holding(from, here, gov),
            self.holding(from, here.saturating_sub(control), gov),
            if last { self.spread(from) } else { 0.0 },
            // After a Move, it cannot agitate again this turn.
            if unit == FlnUnit::Cadre
                && self.agitators() & from.bit() != 0
                && self.s.fln(from, FlnUnit::Cadre, FlnBox::Ops) < 2
            {
                self.agitation(from, FlnUnit::Cadre).max(0.0)
            } else {
                0.0
            },
        ]
    }

    /// The value of a Move, given the losses in the area it leaves.
    fn arrive_with(
        &self,
        [with, without, agitator, agitation]: [f64; 4],
        from: Place,
        to: Place,
        unit: FlnUnit,
    ) -> f64 {
        let (there, gov) = (self.fln_points(to), self.gov_points(to));
        let control = u16::from(self.r.fln[unit.index()].control);
        let held = self.holding(to, there, gov) - self.holding(to, there + control, gov) + with - without;
        let mut gain = held;
        if unit == FlnUnit::Cadre {
            if !self.served(to) {
                gain += self.spread(to);
            }
            gain -= agitator;
            gain *= self.w.shift;
            gain -= agitation;
        }
        let roll = self.odds.success(self.r, Side::Fln, formulas::move_modifier(self.r, self.s, from, to));
        (1.0 - roll.plus) * gain
            - roll.plus * self.loss(unit)
            - self.danger(to, unit)
            - self.cost(Mission::Move)
    }

    /// The value of sending a Cadre to France, where it cannot be attacked, if the area can spare one.
    fn send(&self, from: Place) -> f64 {
        let spare = self.active(from, FlnUnit::Cadre) > 1 || self.active(from, FlnUnit::Front) > 0;
        let urban = self.r.urban & from.bit() != 0;
        if spare && !urban { self.w.spread } else { -0.5 }
    }

    /// Number of AP that this turn's missions will use.
    fn wanted(&self) -> f64 {
        let fronts = self.s.active_fronts();
        let cadres = self.s.fln_in(&[FlnBox::Ug]) & !fronts;
        let areas = (fronts | cadres) & ALGERIA & !self.barren();
        let propaganda = f64::from(areas.count_ones()) + if self.s.cadre_in_france() { 1.0 } else { 0.0 };
        let strikes = f64::from((fronts & self.r.urban).count_ones());
        self.w.reserve
            * (propaganda * f64::from(formulas::mission_cost(self.r, Mission::Propaganda))
                + strikes * f64::from(formulas::mission_cost(self.r, Mission::Strike)))
    }

    /// The best value of AP spent in a place, relative to keeping them.
    fn spend(&self, place: Place) -> f64 {
        let possible = self.spending.get_or_init(|| formulas::spending(self.r, self.s));
        SPENDING
            .into_iter()
            .zip(possible)
            .filter(|(_, places)| **places & place.bit() != 0)
            .map(|(op, _)| self.build(place, op))
            .fold(-1.0, f64::max)
    }

    /// The value of an operation, minus its AP.
    fn build(&self, place: Place, op: Action) -> f64 {
        let value = match op {
            Action::Convert(FlnUnit::Cadre, FlnUnit::Front) => {
                let (fln, gov) = (self.fln_points(place), self.gov_points(place));
                let more = u16::from(self.r.fln[0].control) - u16::from(self.r.fln[1].control);
                let held = self.holding(place, fln, gov) - self.holding(place, fln + more, gov);
                self.horizon() * held + self.w.found
            }
            Action::Build(unit) if place.is_area() => self.recruit(place, unit),
            Action::Build(unit) => self.arm(unit),
            Action::Convert(FlnUnit::Band, FlnUnit::Failek) => {
                self.arm(FlnUnit::Failek) - self.arm(FlnUnit::Band)
            }
            _ => return -2.0,
        };
        let cost = spending_price(self.r, place, op);
        let left = f64::from(self.s.ap()) - f64::from(cost) - self.wanted();
        let price = if left < 0.0 { self.w.ap * 2.0 } else { self.w.ap * 0.4 };
        self.w.build * value - f64::from(cost) * price
    }

    /// The value of a unit in Morocco or Tunisia, whose firepower adds to the PSL each turn.
    fn arm(&self, unit: FlnUnit) -> f64 {
        self.horizon() * f64::from(self.r.fln[unit.index()].firepower) / f64::from(self.r.psp.abroad_divisor)
    }

    /// The value of a unit built beside a Front.
    fn recruit(&self, area: Place, unit: FlnUnit) -> f64 {
        let (fln, gov) = (self.fln_points(area), self.gov_points(area));
        let control = u16::from(self.r.fln[unit.index()].control);
        let held = self.holding(area, fln, gov) - self.holding(area, fln + control, gov);
        let there = self.active(area, unit);
        let use_of_it = match unit {
            FlnUnit::Cadre if there == 0 => self.w.spread,
            FlnUnit::Cadre => {
                let open = Place::each(formulas::reach(self.r, self.s, area) & ALGERIA & !self.barren())
                    .filter(|&to| !self.served(to))
                    .count();
                if open > usize::from(there) { self.w.spread } else { 0.3 * self.w.cadre }
            }
            _ if there == 0 && self.s.police() & area.bit() != 0 => self.w.band + self.w.police,
            _ => self.w.band / f64::from(1 + there),
        };
        self.horizon() * held + use_of_it
    }

    /// The value of letting this many units of a type leave the Underground box.
    fn emerge(&self, count: u8) -> f64 {
        let Some((area, unit, there)) = self.s.fln_subject() else { return 0.0 };
        let wanted = match unit {
            FlnUnit::Front => {
                let city = self.r.urban & area.bit() != 0;
                let strike = city && self.s.ap() >= formulas::mission_cost(self.r, Mission::Strike);
                let only = self.s.fln(area, FlnUnit::Cadre, FlnBox::Ug) == 0;
                u8::from(strike || only && self.barren() & area.bit() == 0)
            }
            _ => there,
        };
        let exposed = self.w.expose * self.flushed(area) * self.loss(unit);
        if count <= wanted {
            f64::from(count) * (1.0 - exposed)
        } else {
            f64::from(wanted) * (1.0 - exposed) - f64::from(count - wanted) * 0.1
        }
    }

    /// The chance that a unit in the open is contacted by a Flush of all units in reach.
    fn flushed(&self, area: Place) -> f64 {
        let mut contact = 0;
        for force in GovUnit::MOBILE {
            let there: u8 = READY.iter().map(|&at| self.s.gov(area, force, at)).sum();
            contact += there * self.r.gov[force.index()].contact;
        }
        let elites = READY.iter().fold(0, |all, &at| all | self.s.gov_places(GovUnit::Elite, at));
        if elites != 0 && self.s.points_available()[1] > 0 {
            contact += self.r.gov[GovUnit::Elite.index()].contact_airmobile;
        }
        formulas::at_most(contact.into())
    }

    /// The value of an area at set-up: agitators belong in separate areas, away from the Government.
    fn settle(&self, area: Place) -> f64 {
        let Some((_, unit, _)) = self.s.fln_subject() else { return 0.0 };
        let (fln, gov) = (self.fln_points(area), self.gov_points(area));
        let control = u16::from(self.r.fln[unit.index()].control);
        let held = self.holding(area, fln, gov) - self.holding(area, fln + control, gov);
        let serves = !self.served(area) && self.barren() & area.bit() == 0 && unit != FlnUnit::Band;
        let bit = if serves { self.w.spread } else { 0.0 };
        held + bit - 0.1 * f64::from(self.s.patrol(area))
    }
}
