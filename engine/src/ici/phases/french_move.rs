//! French movement, stacking and displacement (rulebook 3.4, H; rulings I-15, I-16, I-53, I-66 to I-68).

use crate::dice::Dice;
use crate::ici::action::Action;
use crate::ici::event::Event;
use crate::ici::formulas;
use crate::ici::label::RollKind;
use crate::ici::offer::Offer;
use crate::ici::play::Play;
use crate::ici::rules::Rules;
use crate::ici::state::State;
use crate::ici::types::{CLASSES, Class, Flag, FranceAction, Kind, Location, Mask, Regions, Unit, Units};
use crate::ici::units::key;
use crate::ici::words::Node;
use crate::side::Side;
use crate::sink::Sink;

impl State {
    /// The next unit to displace, by class.
    fn displaced(&self, rules: &Rules) -> Unit {
        for class in &rules.class_units {
            if self.marked & class != 0 {
                return Unit((self.marked & class).trailing_zeros() as u8);
            }
        }
        Unit(0)
    }
}

/// Offers units that have not moved, by class, state and location; or done.
pub(in crate::ici) fn offer_pick_unit(r: &Rules, s: &State, out: &mut Offer) {
    if out.offer_units_again(r, s) {
        return;
    }
    let barred = r.france_barred(FranceAction::Move);
    let units = if barred { 0 } else { s.on_map() & !s.marked };
    // The locations by class and state, in two words.
    let mut places = [[0u64; 2]; 2 * CLASSES];
    for (reduced, units) in [(false, units & !s.reduced), (true, units & s.reduced)] {
        for unit in Unit::each(units) {
            let (key, at) = (key(r.class(unit), reduced), s.unit_at[unit.index()]);
            places[usize::from(key) % (2 * CLASSES)][usize::from(at.0 / 64 % 2)] |= 1 << (at.0 % 64);
        }
    }
    out.offer_units(&places.map(|[low, high]| Mask::from(low) | Mask::from(high) << 64));
    out.end_units(s, units);
}

/// Offers every other location on the road net, each at its lowest price (rulings I-66 to I-68).
pub(in crate::ici) fn offer_move_unit(r: &Rules, s: &State, out: &mut Offer) {
    out.begin_drives();
    let row = &r.classes[r.class(s.flow.picked_unit).index()];
    let (open, from) = (formulas::open(r, s), s.flow.site.bit());
    let toll: Mask = if row.mechanized || s.has(Flag::Helicopter) {
        0
    } else {
        Mask::from(formulas::fln_regions(r, s)) & !from
    };
    if toll == 0 && r.map.one_net && !row.bellounis {
        out.offer_drives(0, open & !from);
        return;
    }
    let net = if row.bellounis { open & r.map.bellounis } else { open };
    let roads = r.map.net(s.has(Flag::Oil), s.independent, row.bellounis);
    let toll = toll as Regions;
    let toll_price = formulas::pass_price(r);
    // Regions reached; those to continue from at this price; those newly reached at this price.
    let (mut seen, mut now, mut reached): (Regions, Regions, Mask) = (0, 0, 0);
    if s.flow.site.is_region() {
        (seen, now) = (s.flow.site.region_bit(), s.flow.site.region_bit());
    } else {
        reached = Mask::from(r.map.touches[s.flow.site.place_index()]) & net;
        seen |= reached as Regions;
        now |= seen & !toll;
    }
    let (mut next, mut gone) = (seen & toll, from);
    let mut price = 0;
    loop {
        while now != 0 {
            let region = now.trailing_zeros() as usize;
            now &= now - 1;
            let more = roads[region] & !seen;
            seen |= more;
            now |= more & !toll;
            next |= more & toll;
            reached |= Mask::from(more) | r.map.places_at[region];
        }
        reached &= net & !gone;
        out.offer_drives(price, reached);
        price += toll_price;
        if next == 0 || price > s.points.france {
            break;
        }
        gone |= reached;
        (now, next, reached) = (next, 0, 0);
    }
}

/// Offers the bordering regions with room, or all of them if none has (ruling I-15).
pub(in crate::ici) fn offer_displace(r: &Rules, s: &State, out: &mut Offer) {
    let unit = s.displaced(r);
    let mut regions: Regions = r.map.neighbours(s.unit_at[unit.index()]);
    if r.classes[r.class(unit).index()].bellounis {
        regions &= r.map.bellounis_regions;
    }
    let room = Location::regions(regions)
        .filter(|region| formulas::has_room(r, s, *region))
        .fold(0, |all, region| all | region.region_bit());
    for region in Location::regions(if room != 0 { room } else { regions }) {
        out.add(Action::Displace(region));
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Starts French movement.
    pub(in crate::ici) fn begin_french_moves(&mut self) {
        self.s.struck = 0;
        self.s.marked = 0;
        self.go_to(Node::PickUnit);
    }

    /// Picks a unit.
    pub(in crate::ici) fn pick_unit(&mut self, class: Class, at: Location, reduced: bool) {
        self.s.flow.picked_unit = self.s.first_unit(self.r, class, at, reduced, self.s.marked);
        self.s.flow.site = at;
        self.go_to(Node::MoveUnit);
    }

    /// Moves the picked unit.
    pub(in crate::ici) fn drive(&mut self, to: Location, price: u8) {
        let (unit, from) = (self.s.flow.picked_unit, self.s.flow.site);
        self.s.points.france -= price;
        self.s.put(unit, to);
        self.s.marked |= unit.bit();
        self.tell(Event::Drove { unit, from, to, price });
        self.s.flow.site = Location::NONE;
        self.s.flow.picked_unit = Unit(0);
        self.go_to(Node::PickUnit);
    }

    /// Leaves a unit that cannot go anywhere where it is; possible only on unusual maps.
    pub(in crate::ici) fn park(&mut self) {
        self.s.marked |= self.s.flow.picked_unit.bit();
        self.go_to(Node::PickUnit);
    }

    /// Draws the units over the limits, all before the first is displaced.
    pub(in crate::ici) fn french_stacking(&mut self) {
        let mut excess: Units = 0;
        let over = |(here, kind): (&u8, &Kind)| *here > self.r.stacking[kind.index()].french;
        let any = self.s.french.iter().zip(&self.r.map.kind).fold(false, |any, one| any | over(one));
        let crowded = if any { self.r.map.algeria } else { 0 };
        for at in Location::each(crowded) {
            let limit = self.r.stacking[self.r.map.kind[at.index()].index()].french;
            let here = self.s.french_count(at);
            if here > limit {
                let mut units = self.s.units_at(at);
                for _ in limit..here {
                    let label = RollKind::UnitExcess.at(Side::France, at);
                    let number = self.draw(label, units.count_ones() as u16);
                    let unit = Self::nth_unit(units, number);
                    units &= !unit.bit();
                    excess |= unit.bit();
                }
            }
        }
        self.s.marked = excess;
        self.next_displaced();
    }

    fn next_displaced(&mut self) {
        if self.s.marked == 0 {
            self.go_to(Node::Search);
        } else {
            self.go_to(Node::Displace);
        }
    }

    /// Displaces a unit.
    pub(in crate::ici) fn displace(&mut self, to: Location) {
        let unit = self.s.displaced(self.r);
        let from = self.s.unit_at[unit.index()];
        self.s.put(unit, to);
        self.tell(Event::Displaced { unit, from, to });
        self.s.marked &= !unit.bit();
        self.next_displaced();
    }

    /// Leaves a unit that cannot be displaced where it is; possible only on unusual maps.
    pub(in crate::ici) fn undisplaced(&mut self) {
        let unit = self.s.displaced(self.r);
        self.s.marked &= !unit.bit();
        self.next_displaced();
    }
}
