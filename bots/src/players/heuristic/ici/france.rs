//! Values of choices for France.

use wilaya_engine::Side;
use wilaya_engine::ici::types::{Class, Level, Location, Unit, Units};
use wilaya_engine::ici::{Action, Offer, formulas};

use super::{Valuation, best_or_done, first_best};

impl Valuation<'_> {
    /// The value of a choice to France.
    pub(super) fn france(&self, action: Action) -> f64 {
        match action {
            Action::Place(_, at) | Action::Enter(_, at) | Action::Displace(at) => self.crowd(at, 1),
            Action::Weaken(class, at) | Action::Reduce(class, at) => {
                -self.crowd(at, 0) - f64::from(self.r.classes[class.index()].quality[0])
            }
            Action::Substitute(_, at, reduced) => f64::from(u8::from(reduced)) - self.crowd(at, 0),
            Action::Admit(class) => self.skill(class, false),
            Action::FlipUp(..) => self.left(Side::France, self.t.price(action)) - self.w.spare,
            Action::Keep(_, count) | Action::Send(count) => -f64::from(count),
            Action::Maquis(_) => -1.0,
            Action::Morice(_) => 0.1,
            Action::Search(at) => self.search(at) - f64::from(self.t.price(action)) / 2.0 * self.w.patience,
            Action::All => 1.0,
            Action::Attacker(class, reduced) | Action::Fighter(class, reduced) => self.skill(class, reduced),
            Action::Detect(region) => self.rate(self.raise(region, Level::Activist), action),
            Action::Mobilize(region) => self.rate(self.raise(region, Level::Support), action),
            Action::Purge(region) => {
                self.rate(self.odds.purged[0] * self.raise(region, Level::Purge), action)
            }
            Action::HarshPurge(region) => {
                let steps = self.r.purge.harsh_step;
                let lost = f64::from(-steps) * self.step(region, steps);
                self.rate(self.odds.purged[1] * self.raise(region, Level::Purge) - lost, action)
            }
            Action::Infiltrate(region) => self.rate(self.odds.infiltrated * self.step(region, 1), action),
            Action::Resettle(_) => -1.0,
            _ => 0.0,
        }
    }

    /// The value of a step towards France and a level.
    fn raise(&self, region: Location, to: Level) -> f64 {
        let slot = formulas::raised_slot(self.r, self.t.marker(region), to);
        let fln = if self.t.level(region) == Level::Fln { 1.5 } else { 1.0 };
        self.to_slot(region, slot) + fln * self.w.level * f64::from(self.symbol(region))
    }

    /// The gain of an action per point, if it exceeds its price.
    fn rate(&self, gain: f64, action: Action) -> f64 {
        let price = f64::from(self.t.price(action)).max(1.0);
        let left = gain - 0.5 * self.cost(action);
        if left <= 0.0 { left } else { gain / price }
    }

    /// The value of French units in a location, per unit, if `more` are added: the expected loss of the FLN in a search.
    #[inline]
    pub(super) fn crowd(&self, at: Location, more: u8) -> f64 {
        let prey = match self.regions {
            Some(regions) if at.is_region() => regions.values[at.index()].prey,
            _ if !at.in_algeria() => return 0.0,
            _ => self.prey_elsewhere(at),
        };
        prey / f64::from((self.t.french(at) + more).max(1))
    }

    /// The expected loss of the FLN in a search, where it is not cached.
    fn prey_elsewhere(&self, at: Location) -> f64 {
        if at.is_region() { self.prey(at, 0.0) } else { f64::from(self.t.findable(at)) * self.w.kill * 0.5 }
    }

    /// The expected loss of the FLN in a search of a region, if losing a failek costs it `less`.
    pub(super) fn prey(&self, region: Location, less: f64) -> f64 {
        let symbol = f64::from(self.symbol(region));
        let faileks = f64::from(self.t.findable(region).min(6));
        faileks * (self.w.kill + less.max(0.02)) + 0.02 * symbol
    }

    /// The gain of a unit that goes to its best destination.
    #[inline]
    pub(super) fn leave(&self, class: Class, from: Location) -> f64 {
        let here = self.crowd(from, 0);
        let row = &self.r.classes[class.index()];
        if row.bellounis {
            return -1.0;
        }
        self.prey - self.w.shift * here - 0.01
    }

    /// The unit to move, or `done`. The gain depends only on where a unit stands, so the first unit of each location is enough;
    /// Bellounis' units stay.
    pub(super) fn leave_among(&self, choices: &Offer) -> Action {
        let mut valued = 0;
        best_or_done(choices.units().flat_map(|(class, reduced, places)| {
            let first = if self.r.classes[class.index()].bellounis { 0 } else { places & !valued };
            valued |= first;
            Location::each(first)
                .map(move |from| (Action::PickUnit(class, from, reduced), self.leave(class, from)))
        }))
    }

    /// The move of a unit to its best destination.
    pub(super) fn drive_among(&self, choices: &Offer) -> Action {
        let drives = choices
            .drives()
            .iter()
            .flat_map(|&(price, places)| Location::each(places).map(move |to| Action::Drive { to, price }));
        first_best(drives.map(|action| (action, self.value(Side::France, action)))).0
    }

    /// The expected gain of a search and the fight after it.
    fn search(&self, at: Location) -> f64 {
        let units = self.t.french_units(at);
        let dice = f64::from(self.t.search_dice(at, self.t.french(at)));
        let findable = self.t.findable(at);
        let found = (dice * self.odds.finds(self.t.search_modifier(at, units))).min(f64::from(findable));
        let killed = found * self.kills(at, units);
        let points = f64::from(self.t.points(Side::France));
        let price = f64::from(self.t.price(Action::Search(at))) / 2.0;
        let scarce = if points - price < self.w.keep { self.w.point * 2.0 } else { 0.0 };
        if !at.is_region() || !at.is_populated() {
            return killed * 2.0 * self.w.kill - scarce;
        }
        let here = self.t.faileks(at);
        let ground = self.ground(at);
        let now = self.hold(&ground, here);
        let one = now - self.hold(&ground, here.saturating_sub(1));
        let two = now - self.hold(&ground, here.saturating_sub(2));
        let taken = if killed <= 1.0 { killed * one } else { one + (killed - 1.0) * (two - one) };
        let last = if findable == here && here == 1 { killed * self.step(at, -1) } else { 0.0 };
        taken + killed * self.w.kill - last - scarce
    }

    /// The probability that a random one of the units kills the failek it fights.
    fn kills(&self, at: Location, units: Units) -> f64 {
        let each = Unit::each(units).map(|unit| {
            let row = &self.r.classes[self.r.class(unit).index()];
            let side = usize::from(self.t.is_reduced(unit));
            self.odds.kills(row.strength[side], self.t.quality(at, unit))
        });
        each.sum::<f64>() / f64::from(units.count_ones().max(1))
    }

    /// The fighting skill of a class.
    fn skill(&self, class: Class, reduced: bool) -> f64 {
        let row = &self.r.classes[class.index()];
        let side = usize::from(reduced);
        f64::from(row.quality[side]) + 0.5 * f64::from(row.strength[side])
    }
}
