//! French movement, stacking and displacement (rulebook 3.4, H; rulings I-15, I-16, I-53, I-66 to I-68).

use super::action::Action;
use super::decision::Decision;
use super::event::Event;
use super::label::Throw;
use super::offer::Offer;
use super::play::{Flow, Play, Visitor};
use super::rules::Rules;
use super::state::State;
use super::types::{CLASSES, Class, Flag, FranceAction, Kind, Location, Mask, Regions, Unit, Units};
use super::units::key;
use crate::dice::Dice;
use crate::side::Side;
use crate::sink::Sink;

impl State {
    /// D-36: a unit that has not moved, by class, state and location; or done.
    pub(crate) fn offer_pick_unit(&self, rules: &Rules, out: &mut Offer) {
        if out.offer_units_again(rules, self) {
            return;
        }
        let barred = rules.france_barred(FranceAction::Move);
        let units = if barred { 0 } else { self.on_map() & !self.marked };
        // By class and state, the locations in two words.
        let mut places = [[0u64; 2]; 2 * CLASSES];
        for (reduced, units) in [(false, units & !self.reduced), (true, units & self.reduced)] {
            for unit in Unit::each(units) {
                let (key, at) = (key(rules.class(unit), reduced), self.unit_at[unit.index()]);
                places[usize::from(key) % (2 * CLASSES)][usize::from(at.0 / 64 % 2)] |= 1 << (at.0 % 64);
            }
        }
        out.offer_units(&places.map(|[low, high]| Mask::from(low) | Mask::from(high) << 64));
        out.end_units(self, units);
    }

    /// D-39: any other location that roads lead to, each with its cheapest price (rulings I-66 to I-68).
    pub(crate) fn offer_drive(&self, rules: &Rules, out: &mut Offer) {
        out.begin_drives();
        let row = &rules.classes[rules.class(self.picked_unit).index()];
        let (open, from) = (self.open(rules), self.site.bit());
        let toll: Mask = if row.mechanized || self.has(Flag::Helicopter) {
            0
        } else {
            Mask::from(self.fln_regions(rules)) & !from
        };
        if toll == 0 && rules.map.one_net && !row.bellounis {
            out.offer_drives(0, open & !from);
            return;
        }
        let net = if row.bellounis { open & rules.map.bellounis } else { open };
        let roads = rules.map.net(self.has(Flag::Oil), self.independent, row.bellounis);
        let toll = toll as Regions;
        let toll_price = rules.cost.pass.div_ceil(2);
        // Regions that were reached; those of them to go on from at this price; what this price reaches.
        let (mut seen, mut now, mut reached): (Regions, Regions, Mask) = (0, 0, 0);
        if self.site.is_region() {
            (seen, now) = (self.site.region_bit(), self.site.region_bit());
        } else {
            reached = Mask::from(rules.map.touches[self.site.place_index()]) & net;
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
                reached |= Mask::from(more) | rules.map.places_at[region];
            }
            reached &= net & !gone;
            out.offer_drives(price, reached);
            price += toll_price;
            if next == 0 || price > self.points.france {
                break;
            }
            gone |= reached;
            (now, next, reached) = (next, 0, 0);
        }
    }

    /// The unit that is displaced next: by class.
    fn displaced(&self, rules: &Rules) -> Unit {
        for class in &rules.class_units {
            if self.marked & class != 0 {
                return Unit((self.marked & class).trailing_zeros() as u8);
            }
        }
        Unit(0)
    }

    /// D-38: a bordering region that has room; any one if none has (ruling I-15).
    pub(crate) fn visit_displace(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        let unit = self.displaced(rules);
        let mut regions: Regions = rules.map.neighbours(self.unit_at[unit.index()]);
        if rules.classes[rules.class(unit).index()].bellounis {
            regions &= rules.map.bellounis_regions;
        }
        let room = Location::regions(regions)
            .filter(|region| self.has_room(rules, *region))
            .fold(0, |all, region| all | region.region_bit());
        for region in Location::regions(if room != 0 { room } else { regions }) {
            f.see(Action::Displace(region))?;
        }
        Flow::Continue(())
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Begins French movement.
    pub(crate) fn begin_french_moves(&mut self) {
        self.s.struck = 0;
        self.s.marked = 0;
        self.ask(Decision::PickUnit);
    }

    /// D-36.
    pub(crate) fn pick_unit(&mut self, class: Class, at: Location, reduced: bool) {
        self.s.picked_unit = self.s.first_unit(self.rules, class, at, reduced, self.s.marked);
        self.s.site = at;
        self.ask(Decision::MoveUnit);
    }

    /// D-39.
    pub(crate) fn drive(&mut self, to: Location, price: u8) {
        let (unit, from) = (self.s.picked_unit, self.s.site);
        self.s.points.france -= price;
        self.s.put(unit, to);
        self.s.marked |= unit.bit();
        self.tell(Event::Drove { unit, from, to, price });
        self.stop_moving();
    }

    fn stop_moving(&mut self) {
        self.s.site = Location::NONE;
        self.s.picked_unit = Unit(0);
        self.ask(Decision::PickUnit);
    }

    /// C-37: draws the units over the limits, all before the first is displaced.
    pub(crate) fn french_stacking(&mut self) {
        let mut excess: Units = 0;
        let over = |(here, kind): (&u8, &Kind)| *here > self.rules.stacking[kind.index()].french;
        let any = self.s.french.iter().zip(&self.rules.map.kind).fold(false, |any, one| any | over(one));
        let crowded = if any { self.rules.map.algeria } else { 0 };
        for at in Location::each(crowded) {
            let limit = self.rules.stacking[self.rules.map.kind[at.index()].index()].french;
            let here = self.s.french_count(at);
            if here > limit {
                let mut units = self.s.units_at(at);
                for _ in limit..here {
                    let label = Throw::UnitExcess.at(Side::France, at);
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
            self.ask(Decision::Search);
        } else {
            self.ask(Decision::Displace);
        }
    }

    /// D-38.
    pub(crate) fn displace(&mut self, to: Location) {
        let unit = self.s.displaced(self.rules);
        let from = self.s.unit_at[unit.index()];
        self.s.put(unit, to);
        self.tell(Event::Displaced { unit, from, to });
        self.s.marked &= !unit.bit();
        self.next_displaced();
    }

    /// A unit that cannot go anywhere stays.
    pub(crate) fn undisplaced(&mut self) {
        let unit = self.s.displaced(self.rules);
        self.s.marked &= !unit.bit();
        self.next_displaced();
    }
}
