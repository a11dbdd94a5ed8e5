//! FLN movement and stacking (rulebook 3.1, H; rulings I-13, I-14, I-54 to I-59).

use arrayvec::ArrayVec;

use super::action::{Action, Crossing};
use super::control::Control;
use super::decision::Decision;
use super::event::{Event, Removal};
use super::label::Throw;
use super::play::{Flow, Play};
use super::rules::Rules;
use super::state::{MIX, State, TYPES};
use super::types::{Failek, Flag, FlnAction, Location, Mask, REGIONS, Regions, WILAYAS};
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

    /// How many first steps are open and can be paid, counted up to `enough`: any step may be the last.
    fn ways_out(&self, rules: &Rules, at: Location, enough: u32) -> u32 {
        let (map, points) = (&rules.map, self.points.fln);
        let payable = |region: &Location| self.entry_price(rules, *region) <= points;
        let count = |regions: Regions, enough: u32| {
            Location::regions(regions).filter(payable).take(enough as usize).count() as u32
        };
        if at.is_country() {
            let country = at.country_index();
            if self.failek_count(at) <= self.maquis[country] {
                return 0;
            }
            return count(map.country_exits[country], enough);
        }
        if at.is_place() {
            return count(map.touches[at.place_index()], enough);
        }
        let mut ways = (map.places_at[at.index()] & self.open(rules)).count_ones();
        if ways < enough {
            ways += count(map.inner_borders[at.index()], enough - ways);
        }
        if ways < enough {
            let wilaya = map.wilaya_of[at.index()];
            let open = |region: &Location| {
                let crossing = Crossing::new(wilaya, map.wilaya_of[region.index()]);
                self.crossed & crossing.bit() == 0
            };
            let outside = Location::regions(map.outer_borders[at.index()]).filter(open).filter(payable);
            ways += outside.take((enough - ways) as usize).count() as u32;
        }
        ways
    }

    /// True if the failek that is picked has two ways to go at once, so that the choice need not be counted.
    pub(crate) fn has_two_ways(&self, rules: &Rules) -> bool {
        self.ways_out(rules, self.site, 2) > 1
    }

    /// D-30: a failek that has not moved and can move, or done.
    pub(crate) fn visit_pick(&self, rules: &Rules, f: &mut impl FnMut(Action) -> Flow) -> Flow {
        if !rules.fln_barred(FlnAction::Move) {
            for at in Location::each(self.occupied & !MIX.bit()) {
                let mut can = None;
                for failek in Failek::ALL {
                    if self.unmoved(at, *failek) > 0
                        && *can.get_or_insert_with(|| self.ways_out(rules, at, 1) > 0)
                    {
                        f(Action::Pick(at, *failek))?;
                    }
                }
            }
        }
        f(Action::Done)
    }

    /// The cheapest routes: regions within Wilayas, regions over a border as the last step, places.
    fn routes(&self, rules: &Rules) -> Routes {
        let map = &rules.map;
        let (from, points) = (self.site, self.points.fln);
        let mut routes = Routes {
            inside: [FAR; REGIONS],
            across: [FAR; REGIONS],
            by: [Crossing::NONE; REGIONS],
            reached: 0,
            places: ArrayVec::new(),
        };
        // Regions that the failek may leave again, by price: those at this price and those at a higher one.
        let (mut now, mut later): (Regions, ArrayVec<(u8, Location), 64>) = (0, ArrayVec::new());
        let mut price = 0;
        let enter =
            |routes: &mut Routes, now: &mut Regions, later: &mut ArrayVec<_, 64>, price: u8, to: Location| {
                let sum = price + self.entry_price(rules, to);
                if sum < routes.inside[to.index()] && sum <= points {
                    routes.inside[to.index()] = sum;
                    routes.reached |= to.region_bit();
                    if self.failek_count(to) > 0 && !from.is_country() {
                        if sum == price {
                            *now |= to.region_bit();
                        } else {
                            later.push((sum, to));
                        }
                    }
                }
            };
        if from.is_region() {
            routes.inside[from.index()] = 0;
            now = from.region_bit();
        } else {
            let exits = if from.is_country() {
                map.country_exits[from.country_index()]
            } else {
                map.touches[from.place_index()]
            };
            for region in Location::regions(exits) {
                enter(&mut routes, &mut now, &mut later, 0, region);
            }
        }
        let open = self.open(rules) & !from.bit();
        let mut placed = 0;
        loop {
            while now != 0 {
                let region = Location(now.trailing_zeros() as u8);
                now &= now - 1;
                for to in Location::regions(map.inner_borders[region.index()]) {
                    enter(&mut routes, &mut now, &mut later, price, to);
                }
                let wilaya = map.wilaya_of[region.index()];
                for to in Location::regions(map.outer_borders[region.index()]) {
                    let crossing = Crossing::new(wilaya, map.wilaya_of[to.index()]);
                    if self.crossed & crossing.bit() == 0 {
                        let sum = price + self.entry_price(rules, to);
                        if sum <= points && sum < routes.across[to.index()] {
                            routes.across[to.index()] = sum;
                            routes.by[to.index()] = crossing;
                            routes.reached |= to.region_bit();
                        }
                    }
                }
                let places = map.places_at[region.index()] & open & !placed;
                if places != 0 {
                    placed |= places;
                    routes.places.push((price, places));
                }
            }
            // The next price: regions that were not reached for less meanwhile.
            let Some(next) = later.iter().map(|(sum, _)| *sum).min() else { break };
            price = next;
            later.retain(|(sum, region)| {
                if *sum == price && routes.inside[region.index()] == price {
                    now |= region.region_bit();
                }
                *sum > price
            });
        }
        routes
    }

    /// D-31: each location where a legal route ends; a route over a border too if it is cheaper than one without.
    pub(crate) fn visit_march(&self, rules: &Rules, f: &mut impl FnMut(Action) -> Flow) -> Flow {
        let routes = self.routes(rules);
        for to in Location::regions(routes.reached) {
            let (inside, across) = (routes.inside[to.index()], routes.across[to.index()]);
            if to == self.site {
                continue;
            }
            if inside != FAR {
                f(Action::March { to, price: inside, crossing: Crossing::NONE })?;
            }
            if across < inside {
                f(Action::March { to, price: across, crossing: routes.by[to.index()] })?;
            }
        }
        for (price, places) in routes.places {
            for to in Location::each(places) {
                f(Action::March { to, price, crossing: Crossing::NONE })?;
            }
        }
        Flow::Continue(())
    }
}

/// Prices of what can be reached.
struct Routes {
    /// Of regions, without crossing a border between Wilayas.
    inside: [u8; REGIONS],
    /// Of regions, with it as the last step.
    across: [u8; REGIONS],
    /// The border.
    by: [Crossing; REGIONS],
    /// The regions that have a price.
    reached: Regions,
    /// Places, the cheapest first.
    places: ArrayVec<(u8, Mask), REGIONS>,
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
        for at in Location::each(self.s.occupied & self.rules.map.algeria) {
            let here = self.s.failek_count(at);
            if self.rules.stacking[self.rules.map.kind[at.index()].index()].by_supply {
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
