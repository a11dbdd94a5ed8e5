//! FLN movement and stacking (rulebook 3.1, H; rulings I-13, I-14, I-54 to I-59).

use crate::dice::Dice;
use crate::ici::action::Crossing;
use crate::ici::event::{Event, Removal};
use crate::ici::formulas;
use crate::ici::label::RollKind;
use crate::ici::offer::{Marches, Offer, pack_types};
use crate::ici::play::Play;
use crate::ici::rules::Rules;
use crate::ici::state::{MIX, State, TYPES};
use crate::ici::types::{Failek, Flag, FlnAction, Location, Mask, Regions, WILAYAS};
use crate::ici::words::{Node, Phase};
use crate::side::Side;
use crate::sink::Sink;

impl State {
    /// The types of the faileks in a location that have not moved, one bit each.
    #[inline]
    fn unmoved(&self, at: Location) -> u64 {
        let [a, b, c] = self.faileks(at).by_type();
        let [x, y, z] = self.moved.get(at.index()).copied().unwrap_or_default();
        // At most as many have moved as there are, so no byte borrows. A nonzero byte sets its high bit.
        let left = u32::from_le_bytes([a, b, c, 0]).wrapping_sub(u32::from_le_bytes([x, y, z, 0]));
        let some = (((left & 0x7f_7f7f) + 0x7f_7f7f) | left) & 0x80_8080;
        u64::from(((some >> 7).wrapping_mul(0x1_0204) >> 16) & 7)
    }

    /// The regions that a failek can pay to enter (ruling I-57); `lost` returns those that France does not control.
    #[inline]
    fn payable(&self, rules: &Rules, lost: impl FnOnce() -> Regions) -> Regions {
        if self.points.fln >= formulas::enter_price(rules) { Regions::MAX } else { lost() }
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

    /// The places that a failek can enter from a region in one step.
    #[inline]
    fn places_out(&self, rules: &Rules, at: Location) -> Mask {
        if at.is_region() { rules.map.places_at[at.index()] & formulas::open(rules, self) } else { 0 }
    }

    /// The regions that a failek can enter in one step without crossing a border between Wilayas.
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

    /// True if a first step out of a location is open and affordable: any step may be the last.
    #[inline]
    fn can_leave(&self, rules: &Rules, at: Location, payable: Regions) -> bool {
        self.places_out(rules, at) != 0
            || self.regions_out(rules, at) & payable != 0
            || (at.is_region() && self.outside(rules, at) & payable != 0)
    }

    /// The locations with faileks that can move.
    #[inline]
    fn left_by(&self, rules: &Rules, lost: impl FnOnce() -> Regions) -> Mask {
        if rules.fln_barred(FlnAction::Move) {
            return 0;
        }
        let map = &rules.map;
        let payable = self.payable(rules, lost);
        // In some regions a way out is known to be open to anyone who can pay; elsewhere it is searched for.
        let mut free = map.open_exits;
        if payable == Regions::MAX {
            free |= map.exits;
        } else {
            let paid = |free, region: Location| free | map.places_at[region.index()];
            free |= Location::regions(payable).fold(0, paid);
        }
        let there = self.occupied & !MIX.bit();
        for at in Location::each(there & !free) {
            free |= Mask::from(self.can_leave(rules, at, payable)) << at.0;
        }
        there & free
    }
}

/// Offers faileks that have not moved and can move, or done.
pub(in crate::ici) fn offer_pick_failek(r: &Rules, s: &State, out: &mut Offer) {
    let there = s.left_by(r, || formulas::held(r, s).lost());
    out.offer_picks(pack_types(there, |at| s.unmoved(at)));
}

/// Offers each location where a legal route ends, at its lowest price. A route across a border between Wilayas, which always
/// ends it, is offered as well if it is cheaper than one without: the cheapest one across the borders of each Wilaya, since
/// each uses up another quota (ruling I-56). Only from a place can routes cross the borders of several Wilayas.
///
/// Prices rise in steps of one, the cost of entering a region that France controls (ruling I-57). So regions are reached price
/// by price, all those at one price together.
pub(in crate::ici) fn offer_move_failek(r: &Rules, s: &State, out: &mut Offer) {
    out.begin_marches(r);
    let map = &r.map;
    let (from, points) = (s.flow.site, s.points.fln);
    let toll = formulas::enter_price(r);
    let exits = first_regions(r, from);
    // All reachable regions are near those that can be entered first.
    let (mut near, mut wilayas) = (0, 0u8);
    for region in Location::regions(exits) {
        let wilaya = map.wilaya_of[region.index()];
        near |= map.near[usize::from(wilaya)];
        wilayas |= 1 << wilaya;
    }
    let free = if toll == 0 { Regions::MAX } else { formulas::held_among(r, s, near).lost() };
    // Regions that a failek may leave again.
    let stays = if from.is_country() { 0 } else { s.occupied as Regions };
    // Destinations at this price.
    let mut marches = Marches::default();
    // Regions reached within Wilayas; those to continue from at this price; those to enter at the next one.
    let (mut seen, mut now, mut next);
    if from.is_region() {
        (seen, now, next) = (exits, exits, 0);
    } else {
        marches.inside = exits & free;
        seen = marches.inside;
        now = seen & stays;
        next = exits & !free;
    }
    let open = formulas::open(r, s) & !from.bit();
    // Regions reached across the borders of each Wilaya; those at this price and at the next one; places.
    let mut crossed = [0; WILAYAS];
    let (mut across, mut later) = (crossed, crossed);
    let mut placed = 0;
    loop {
        while now != 0 {
            let region = Location(now.trailing_zeros() as u8);
            now &= now - 1;
            let inner = map.inner_borders[region.index()];
            let entered = inner & free & !seen;
            seen |= entered;
            marches.inside |= entered;
            now |= entered & stays;
            next |= inner & !free;
            let dear = if marches.price + toll <= points { Regions::MAX } else { free };
            let wilaya = usize::from(map.wilaya_of[region.index()]);
            let over = s.outside(r, region) & dear & !crossed[wilaya];
            crossed[wilaya] |= over;
            across[wilaya] |= over & free;
            later[wilaya] |= over & !free;
            let places = map.places_at[region.index()] & open & !placed;
            placed |= places;
            marches.places |= places;
            out.offer_march_places(marches.price, places);
        }
        // Regions across the borders of one Wilaya are listed with everything else at this price.
        let (price, mut left, mut more) = (marches.price + toll, wilayas, 0);
        while left != 0 {
            let wilaya = left.trailing_zeros() as u8;
            left &= left - 1;
            let index = usize::from(wilaya);
            out.offer_marches(Marches { across: across[index] & !seen, wilaya, ..marches });
            marches = Marches { price: marches.price, ..Marches::default() };
            across[index] = std::mem::take(&mut later[index]);
            more |= across[index];
        }
        let entered = next & !seen;
        if (entered | more) == 0 || price > points {
            break;
        }
        seen |= entered;
        now = entered & stays;
        marches = Marches { price, inside: entered, ..Marches::default() };
    }
}

/// The regions that a failek may enter first from a location; its own if it is in one.
#[inline]
fn first_regions(rules: &Rules, from: Location) -> Regions {
    let map = &rules.map;
    if from.is_region() {
        from.region_bit()
    } else if from.is_country() {
        map.country_exits[from.country_index()]
    } else {
        map.touches[from.place_index()]
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Pays France's bill and starts the move and attack phase.
    pub(in crate::ici) fn begin_moves(&mut self) {
        self.pay(Side::France, self.s.flow.bill);
        self.s.flow.bill = 0;
        self.enter(Phase::MoveAndAttack);
        self.s.crossed = 0;
        self.s.morice_done = 0;
        self.s.struck = 0;
        self.go_to(Node::PickFailek);
    }

    /// Picks a failek.
    pub(in crate::ici) fn pick(&mut self, at: Location, failek: Failek) {
        self.s.flow.site = at;
        self.s.flow.picked = failek as u8;
        self.go_to(Node::MoveFailek);
    }

    /// Moves the picked failek.
    pub(in crate::ici) fn march(&mut self, to: Location, price: u8, crossing: Crossing) {
        let (from, failek) = (self.s.flow.site, Failek::ALL[usize::from(self.s.flow.picked)]);
        self.s.points.fln -= price;
        self.s.crossed |= crossing.bit();
        self.s.shift_unseen(from, to, failek);
        self.s.moved[to.index()][failek.index()] += 1;
        let morice = from.is_country()
            && self.s.has(Flag::MoriceLine)
            && self.r.map.morice_countries & 1 << from.country_index() != 0;
        if morice {
            self.s.arrived[to.index()][failek.index()] += 1;
        }
        self.tell(Event::Marched { from, to, price });
        self.s.flow.site = Location::NONE;
        self.s.flow.picked = 0;
        self.go_to(Node::PickFailek);
    }

    /// Leaves a failek that cannot go anywhere where it is; possible only on unusual maps.
    pub(in crate::ici) fn stay(&mut self) {
        self.s.moved[self.s.flow.site.index()][usize::from(self.s.flow.picked)] += 1;
        self.go_to(Node::PickFailek);
    }

    /// Removes excess faileks, drawn from all in the location (rulings I-14, I-101).
    pub(in crate::ici) fn fln_stacking(&mut self) {
        for at in Location::each(self.s.occupied & self.r.map.algeria) {
            let here = self.s.failek_count(at);
            if self.r.stacking[self.r.map.kind[at.index()].index()].by_supply {
                continue;
            }
            let limit = formulas::failek_limit(self.r, self.s, at).unwrap_or(u8::MAX);
            for _ in limit..here {
                self.stacking_removal(at);
            }
        }
        self.s.moved = [[0; TYPES]; Location::FIRST_COUNTRY as usize];
        self.go_to(Node::Morice);
    }

    fn stacking_removal(&mut self, at: Location) {
        let here = self.s.faileks(at);
        let number = self.draw(RollKind::FailekExcess.at(Side::Fln, at), here.total.into());
        let failek = State::nth(here.by_type(), number);
        // Of each type, faileks that crossed the border come first in the draw.
        if at.is_region() {
            let before: u16 = here.by_type()[..failek.index()].iter().map(|count| u16::from(*count)).sum();
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
