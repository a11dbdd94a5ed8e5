//! FLN movement and stacking (rulebook 3.1, H; rulings I-13, I-14, I-54 to I-59).

use arrayvec::ArrayVec;

use super::action::{Action, Crossing};
use super::decision::Decision;
use super::event::{Event, Removal};
use super::label::Throw;
use super::play::{Flow, Play, Visitor};
use super::rules::Rules;
use super::state::{MIX, State, TYPES};
use super::types::{Failek, Flag, FlnAction, Location, Mask, REGIONS, Regions, WILAYAS};
use crate::dice::Dice;
use crate::side::Side;
use crate::sink::Sink;

/// How many locations [`State::visit_pick`] looks at together.
const AT_ONCE: usize = u64::BITS as usize / TYPES;

/// No route.
const FAR: u8 = u8::MAX;

impl State {
    /// Of which types there are faileks in a location that have not moved, one bit each.
    #[inline]
    fn unmoved(&self, at: Location) -> u8 {
        let here = self.faileks(at).by_type;
        let moved = self.moved.get(at.index()).copied().unwrap_or_default();
        (0..TYPES).fold(0, |types, failek| types | u8::from(here[failek] > moved[failek]) << failek)
    }

    /// The regions that a failek can pay to enter (ruling I-57).
    #[inline]
    fn payable(&self, rules: &Rules) -> Regions {
        if self.points.fln >= rules.cost.enter.div_ceil(2) { Regions::MAX } else { self.held(rules).lost() }
    }

    /// The regions of other Wilayas that a failek may still cross into from a region (ruling I-56).
    #[inline]
    fn outside(&self, rules: &Rules, at: Location) -> Regions {
        let map = &rules.map;
        let mut regions = map.outer_borders[at.index()];
        for to in Location::regions(Crossing::made_from(self.crossed, map.wilaya_of[at.index()]).into()) {
            regions &= !map.wilaya[to.index()];
        }
        regions
    }

    /// The places that a failek can go to from a region at once.
    #[inline]
    fn places_out(&self, rules: &Rules, at: Location) -> Mask {
        if at.is_region() { rules.map.places_at[at.index()] & self.open(rules) } else { 0 }
    }

    /// The regions that a failek can go to at once without crossing a border between Wilayas.
    #[inline]
    fn regions_out(&self, rules: &Rules, at: Location) -> Regions {
        let map = &rules.map;
        if at.is_region() {
            map.inner_borders[at.index()]
        } else if at.is_place() {
            map.touches[at.place_index()]
        } else {
            let country = at.country_index();
            let held = self.failek_count(at) <= self.maquis[country];
            if held { 0 } else { map.country_exits[country] }
        }
    }

    /// True if a first step out of a location is open and can be paid: any step may be the last.
    #[inline]
    fn can_leave(&self, rules: &Rules, at: Location, payable: Regions) -> bool {
        self.places_out(rules, at) != 0
            || self.regions_out(rules, at) & payable != 0
            || (at.is_region() && self.outside(rules, at) & payable != 0)
    }

    /// True if the failek that is picked has two ways to go at once, so that the choice need not be counted.
    pub(crate) fn has_two_ways(&self, rules: &Rules) -> bool {
        let at = self.site;
        let places = self.places_out(rules, at);
        let across = if at.is_region() { self.outside(rules, at) } else { 0 };
        let regions = (self.regions_out(rules, at) | across) & self.payable(rules);
        (places != 0 && regions != 0)
            || places & places.wrapping_sub(1) != 0
            || regions & regions.wrapping_sub(1) != 0
    }

    /// D-30: a failek that has not moved and can move, or done.
    pub(crate) fn visit_pick(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        if !rules.fln_barred(FlnAction::Move) {
            let payable = self.payable(rules);
            // Which choices there are is noted first and said then: a few locations at a time, three bits each. So
            // nothing branches on it, which is as good as random.
            let mut left = Location::each(self.occupied & !MIX.bit());
            let (mut some, mut count) = ([MIX; AT_ONCE], AT_ONCE);
            while count == AT_ONCE {
                let mut choices = 0u64;
                count = 0;
                for (slot, at) in some.iter_mut().zip(left.by_ref()) {
                    let types = if self.can_leave(rules, at, payable) { self.unmoved(at) } else { 0 };
                    choices |= u64::from(types) << (TYPES * count);
                    *slot = at;
                    count += 1;
                }
                while choices != 0 {
                    let number = choices.trailing_zeros() as usize;
                    choices &= choices - 1;
                    f.see(Action::Pick(some[number / TYPES], Failek::ALL[number % TYPES]))?;
                }
            }
        }
        f.see(Action::Done)
    }

    /// The cheapest routes: regions within Wilayas, regions over a border as the last step, places.
    ///
    /// Prices rise in steps of one: what it costs to enter a region that France controls (ruling I-57). So regions are
    /// reached price by price, those of one price together.
    #[inline]
    fn find_routes(&self, rules: &Rules, routes: &mut Routes) {
        let map = &rules.map;
        let (from, points) = (self.site, self.points.fln);
        let toll = rules.cost.enter.div_ceil(2);
        let free = if toll == 0 { Regions::MAX } else { self.held(rules).lost() };
        // Regions that a failek may leave again.
        let stays = if from.is_country() { 0 } else { self.occupied as Regions };
        // Regions reached within Wilayas; those of them to go on from at this price; those to enter at the next one.
        let (mut seen, mut now, mut next) = (0, 0, 0);
        if from.is_region() {
            (seen, now) = (from.region_bit(), from.region_bit());
        } else {
            let exits = if from.is_country() {
                map.country_exits[from.country_index()]
            } else {
                map.touches[from.place_index()]
            };
            routes.enter(exits & free, 0, &mut seen);
            now |= seen & stays;
            next |= exits & !free;
        }
        let open = self.open(rules) & !from.bit();
        let mut placed = 0;
        let mut price = 0;
        loop {
            while now != 0 {
                let region = Location(now.trailing_zeros() as u8);
                now &= now - 1;
                let inner = map.inner_borders[region.index()];
                let entered = inner & free & !seen;
                routes.enter(entered, price, &mut seen);
                now |= entered & stays;
                next |= inner & !free;
                for to in Location::regions(self.outside(rules, region)) {
                    let sum = if free & to.region_bit() != 0 { price } else { price + toll };
                    if sum <= points && sum < routes.across[to.index()] {
                        routes.across[to.index()] = sum;
                        routes.by[to.index()] =
                            Crossing::new(map.wilaya_of[region.index()], map.wilaya_of[to.index()]);
                        routes.reached |= to.region_bit();
                    }
                }
                let places = map.places_at[region.index()] & open & !placed;
                if places != 0 {
                    placed |= places;
                    routes.places.push((price, places));
                }
            }
            price += toll;
            let entered = next & !seen;
            if entered == 0 || price > points {
                break;
            }
            routes.enter(entered, price, &mut seen);
            now = entered & stays;
        }
        routes.reached |= seen;
    }

    /// D-31: each location where a legal route ends; a route over a border too if it is cheaper than one without.
    pub(crate) fn visit_march(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        let mut routes = Routes {
            inside: [FAR; REGIONS],
            across: [FAR; REGIONS],
            by: [Crossing::NONE; REGIONS],
            reached: 0,
            places: ArrayVec::new(),
        };
        self.find_routes(rules, &mut routes);
        for to in Location::regions(routes.reached) {
            let (inside, across) = (routes.inside[to.index()], routes.across[to.index()]);
            if to == self.site {
                continue;
            }
            if inside != FAR {
                f.see(Action::March { to, price: inside, crossing: Crossing::NONE })?;
            }
            if across < inside {
                f.see(Action::March { to, price: across, crossing: routes.by[to.index()] })?;
            }
        }
        for (price, places) in &routes.places {
            for to in Location::each(*places) {
                f.see(Action::March { to, price: *price, crossing: Crossing::NONE })?;
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

impl Routes {
    /// Regions are reached at a price, without crossing a border between Wilayas.
    #[inline]
    fn enter(&mut self, regions: Regions, price: u8, seen: &mut Regions) {
        *seen |= regions;
        for to in Location::regions(regions) {
            self.inside[to.index()] = price;
        }
    }
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
