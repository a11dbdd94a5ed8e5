//! Values of choices for the FLN.

use wilaya_engine::Side;
use wilaya_engine::ici::types::{Exchange, Failek, Level, Location};
use wilaya_engine::ici::{Action, Offer, formulas};

use super::{Valuation, best_or_done};

impl Valuation<'_> {
    /// The value of a choice to the FLN.
    pub(super) fn fln(&self, action: Action) -> f64 {
        match action {
            Action::Recruit(at) | Action::Extra(at) => self.recruit(at),
            Action::Exchange(at, exchange) => self.exchange(at, exchange) - self.cost(action),
            Action::Remove(at, failek) => {
                let there = if at.is_region() { self.less(at) } else { 0.0 };
                -there - 0.1 * f64::from(failek as u8)
            }
            Action::Strike(at) => self.strike(at) - self.cost(action),
            Action::Propaganda(region) => self.step(region, -1) + self.level(region) - self.cost(action),
            Action::Assassinate(region) => self.step(region, -1) + self.level(region) - self.cost(action),
            Action::BuildCells(region) => {
                let slot = formulas::lowered_slot(self.r, self.t.marker(region), Level::Fln);
                self.to_slot(region, slot) + self.level(region) - self.cost(action)
            }
            _ => 0.0,
        }
    }

    /// The value of exchanging two or three faileks for a better one (2.1.1), minus that of the lost ones where they are.
    fn exchange(&self, at: Location, exchange: Exchange) -> f64 {
        let (value, fewer) = match exchange {
            Exchange::TwoForMoudjahidine => return -1.0,
            Exchange::PairForCommando => (self.w.commando, 1),
            Exchange::ThreeForCommando => (1.5 * self.w.commando, 2),
        };
        if value <= 0.0 {
            return -1.0;
        }
        // As for a move, a failek has no effect in a place or a country.
        if !at.is_region() {
            return value;
        }
        let here = self.t.faileks(at);
        let ground = self.ground(at);
        value - (self.hold(&ground, here) - self.hold(&ground, here.saturating_sub(fewer)))
    }

    fn level(&self, region: Location) -> f64 {
        self.w.level * f64::from(self.symbol(region))
    }

    fn recruit(&self, at: Location) -> f64 {
        let price = self.t.recruit_price(at);
        if self.left(Side::Fln, price) < self.w.reserve {
            return -1.0;
        }
        let value = if at.is_country() {
            if f64::from(self.t.faileks_in_countries()) < self.w.hoard {
                self.w.abroad * self.lasts
            } else {
                0.01
            }
        } else {
            self.more(at).max(self.w.recruit)
        };
        value - self.worth(price)
    }

    /// The most that a failek can gain elsewhere in its wilaya or across a border, minus its value here.
    #[inline]
    pub(super) fn pick(&self, from: Location, failek: Failek) -> f64 {
        let (last, mut gain) = self.gain.get();
        if last != from {
            gain = self.gain(from);
            self.gain.set((from, gain));
        }
        // The weakest go first.
        if gain.is_finite() { gain - self.w.point - 0.001 * f64::from(failek as u8) } else { -1.0 }
    }

    /// The failek to move, or `done`: of the faileks of a location the weakest goes first.
    pub(super) fn pick_among(&self, choices: &Offer) -> Action {
        best_or_done(
            choices.weakest().map(|(from, failek)| (Action::Pick(from, failek), self.pick(from, failek))),
        )
    }

    /// That gain without the price; minus infinity if the faileks should stay.
    #[inline(never)]
    fn gain(&self, from: Location) -> f64 {
        let (reach, here) = if from.is_country() {
            if f64::from(self.t.faileks_in_countries()) <= self.w.hoard {
                return f64::NEG_INFINITY;
            }
            (self.r.map.country_exits[from.country_index()], 0.0)
        } else if from.is_region() {
            let wilaya = usize::from(self.r.map.wilaya_of[from.index()]);
            (self.r.map.wilaya[wilaya] & !from.region_bit(), self.less(from))
        } else {
            (self.r.map.touches[from.place_index()], 0.0)
        };
        Location::regions(reach).map(|to| self.more(to)).fold(0.0, f64::max) - here
    }

    pub(super) fn arrive(&self, to: Location) -> f64 {
        if to.is_region() { self.more(to) } else { -0.5 }
    }

    /// The value of a structure attack.
    fn strike(&self, at: Location) -> f64 {
        let chance = self.supplied() * self.odds.hit(self.t.faileks(at));
        let gain = if !at.is_region() {
            self.mean(self.r.structure.site_loss) * self.w.point
        } else {
            let city = self.r.map.major_cities & at.region_bit() != 0;
            self.step(at, -1)
                + if city { self.mean(self.r.structure.major_city_loss) * self.w.point } else { 0.0 }
        };
        let held = at.is_region() && at.is_populated() && self.t.level(at) == Level::Fln;
        chance * gain * if held { 0.95 } else { 1.0 }
    }
}
