//! FLN movement and stacking (rulebook 3.1, H; rulings I-13, I-14, I-54 to I-59).

use super::action::{Action, Crossing};
use super::control::Control;
use super::decision::Decision;
use super::event::{Event, Removal};
use super::label::Throw;
use super::play::{Flow, Play};
use super::rules::Rules;
use super::state::{MIX, State, TYPES};
use super::types::{COUNTRIES, Failek, Flag, FlnAction, Location, REGIONS, Regions, WILAYAS};
use crate::dice::Dice;
use crate::side::Side;
use crate::sink::Sink;

/// No route.
const FAR: u8 = u8::MAX;

impl State {
    /// What it costs a failek to enter a region, in half points (ruling I-57).
    #[inline]
    fn entry_price(&self, rules: &Rules, region: Location) -> u8 {
        if self.control(rules, region) == Control::France { rules.cost.enter.div_ceil(2) } else { 0 }
    }

    /// Faileks of a type that have not moved.
    #[inline]
    fn unmoved(&self, at: Location, failek: Failek) -> u8 {
        let here = self.faileks(at).by_type[failek.index()];
        if at.is_country() { here } else { here - self.moved[at.index()][failek.index()] }
    }

    /// True if some first step is open and can be paid: any step may be the last.
    fn can_leave(&self, rules: &Rules, at: Location) -> bool {
        let points = self.points.fln;
        if at.is_country() {
            let country = at.country_index();
            return self.failek_count(at) > self.maquis[country]
                && Location::regions(rules.map.country_exits[country])
                    .any(|region| self.entry_price(rules, region) <= points);
        }
        if at.is_place() {
            return Location::regions(rules.map.touches[at.place_index()])
                .any(|region| self.entry_price(rules, region) <= points);
        }
        if rules.map.places_at[at.index()] & self.open(rules) != 0 {
            return true;
        }
        let wilaya = rules.map.wilaya_of[at.index()];
        Location::regions(rules.map.borders[at.index()]).any(|region| {
            let to = rules.map.wilaya_of[region.index()];
            (to == wilaya || self.crossed & Crossing::new(wilaya, to).bit() == 0)
                && self.entry_price(rules, region) <= points
        })
    }

    /// D-30: a failek that has not moved and can move, or done.
    pub(crate) fn visit_pick(&self, rules: &Rules, f: &mut impl FnMut(Action) -> Flow) -> Flow {
        if !rules.fln_barred(FlnAction::Move) {
            let countries = (0..COUNTRIES as u8).map(Location::country);
            for at in Location::each(rules.map.algeria).chain(countries) {
                let here = self.faileks(at);
                if here.total == 0 {
                    continue;
                }
                let mut can = None;
                for failek in Failek::ALL {
                    if self.unmoved(at, *failek) > 0 && *can.get_or_insert_with(|| self.can_leave(rules, at))
                    {
                        f(Action::Pick(at, *failek))?;
                    }
                }
            }
        }
        f(Action::Done)
    }

    /// The price of each region by the cheapest routes: within Wilayas, and with a last step over a border.
    fn routes(&self, rules: &Rules) -> Routes {
        let map = &rules.map;
        let from = self.site;
        let mut routes =
            Routes { inside: [FAR; REGIONS], across: [FAR; REGIONS], by: [Crossing::NONE; REGIONS] };
        let price = |region: Location| self.entry_price(rules, region);
        if from.is_country() {
            for region in Location::regions(map.country_exits[from.country_index()]) {
                routes.inside[region.index()] = price(region);
            }
            return routes;
        }
        // Regions that the failek may leave again, by price: the queue of a search with prices 0 and 1 at most.
        let mut passed: Regions = 0;
        if from.is_region() {
            routes.inside[from.index()] = 0;
        } else {
            for region in Location::regions(map.touches[from.place_index()]) {
                routes.inside[region.index()] = price(region);
            }
        }
        let may_pass = |region: Location| region == from || self.failek_count(region) > 0;
        loop {
            let next = (0..map.regions)
                .map(Location)
                .filter(|region| passed & region.region_bit() == 0 && may_pass(*region))
                .filter(|region| routes.inside[region.index()] <= self.points.fln)
                .min_by_key(|region| routes.inside[region.index()]);
            let Some(region) = next else { break };
            passed |= region.region_bit();
            let so_far = routes.inside[region.index()];
            let wilaya = map.wilaya_of[region.index()];
            for to in Location::regions(map.borders[region.index()]) {
                let there = map.wilaya_of[to.index()];
                let sum = so_far + price(to);
                if there == wilaya {
                    routes.inside[to.index()] = routes.inside[to.index()].min(sum);
                } else {
                    let crossing = Crossing::new(wilaya, there);
                    if self.crossed & crossing.bit() == 0 && sum < routes.across[to.index()] {
                        routes.across[to.index()] = sum;
                        routes.by[to.index()] = crossing;
                    }
                }
            }
        }
        routes
    }

    /// D-31: each location where a legal route ends; a route over a border too if it is cheaper than one without.
    pub(crate) fn visit_march(&self, rules: &Rules, f: &mut impl FnMut(Action) -> Flow) -> Flow {
        let routes = self.routes(rules);
        let (from, points) = (self.site, self.points.fln);
        for to in (0..rules.map.regions).map(Location).filter(|to| *to != from) {
            let (inside, across) = (routes.inside[to.index()], routes.across[to.index()]);
            if inside <= points {
                f(Action::March { to, price: inside, crossing: Crossing::NONE })?;
            }
            if across <= points && across < inside {
                f(Action::March { to, price: across, crossing: routes.by[to.index()] })?;
            }
        }
        if from.is_country() {
            return Flow::Continue(());
        }
        for to in Location::each(self.open(rules) >> Location::FIRST_PLACE << Location::FIRST_PLACE) {
            if to == from {
                continue;
            }
            let price = Location::regions(rules.map.touches[to.place_index()])
                .filter(|region| *region == from || self.failek_count(*region) > 0)
                .map(|region| routes.inside[region.index()])
                .min()
                .unwrap_or(FAR);
            if price <= points {
                f(Action::March { to, price, crossing: Crossing::NONE })?;
            }
        }
        Flow::Continue(())
    }
}

/// Prices of regions.
struct Routes {
    /// Without crossing a border between Wilayas.
    inside: [u8; REGIONS],
    /// With it as the last step.
    across: [u8; REGIONS],
    /// The border.
    by: [Crossing; REGIONS],
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Pays France's bill and begins the move and attack phase.
    pub(crate) fn begin_moves(&mut self) {
        self.pay(Side::France, self.s.bill);
        self.s.bill = 0;
        self.phase(2);
        self.s.crossed = 0;
        self.s.morice_done = 0;
        self.s.struck = 0;
        self.ask(Decision::PickFailek);
    }

    /// D-30.
    pub(crate) fn pick(&mut self, at: Location, failek: Failek) {
        self.s.site = at;
        self.s.picked = failek as u8;
        self.ask(Decision::MoveFailek);
    }

    /// D-31.
    pub(crate) fn march(&mut self, to: Location, price: u8, crossing: Crossing) {
        let (from, failek) = (self.s.site, Failek::ALL[usize::from(self.s.picked)]);
        self.s.points.fln -= price;
        self.s.crossed |= crossing.bit();
        self.s.shift_unseen(from, to, failek);
        self.s.moved[to.index()][failek.index()] += 1;
        let morice = from.is_country()
            && self.s.has(Flag::MoriceLine)
            && self.rules.map.morice_countries & 1 << from.country_index() != 0;
        if morice {
            self.s.arrived[to.index()][failek.index()] += 1;
        }
        self.tell(Event::Marched { from, to, price });
        self.s.site = Location::NONE;
        self.s.picked = 0;
        self.ask(Decision::PickFailek);
    }

    /// C-32: excess faileks, drawn from all that are there (rulings I-14, I-101).
    pub(crate) fn fln_stacking(&mut self) {
        for at in Location::each(self.rules.map.algeria) {
            let here = self.s.failek_count(at);
            if here == 0 || self.rules.stacking[self.rules.map.kind[at.index()].index()].by_supply {
                continue;
            }
            let limit = self.s.failek_limit(self.rules, at).unwrap_or(u8::MAX);
            for _ in limit..here {
                self.stacking_removal(at);
            }
        }
        self.s.moved = [[0; TYPES]; Location::FIRST_COUNTRY as usize];
        self.ask(Decision::Morice);
    }

    fn stacking_removal(&mut self, at: Location) {
        let here = self.s.faileks(at);
        let number = self.draw(Throw::FailekExcess.at(Side::Fln, at), here.total.into());
        let failek = State::nth(here.by_type, number);
        // The faileks of a type that came over the border come first in the order of the draw.
        if at.is_region() {
            let before: u16 = here.by_type[..failek.index()].iter().map(|count| u16::from(*count)).sum();
            let arrived = &mut self.s.arrived[at.index()][failek.index()];
            if number - before < u16::from(*arrived) {
                *arrived -= 1;
            }
        }
        self.s.shift_unseen(at, MIX, failek);
        self.tell(Event::FailekRemoved { at, why: Removal::Stacking });
    }
}

const _: () = assert!(WILAYAS * WILAYAS <= 64);
