//! French movement, stacking and displacement (rulebook 3.4, H; rulings I-15, I-16, I-53, I-66 to I-68).

use super::action::Action;
use super::decision::Decision;
use super::event::Event;
use super::label::Throw;
use super::play::{Flow, Play};
use super::rules::Rules;
use super::state::State;
use super::types::{COUNTRIES, Class, Flag, FranceAction, Location, Mask, Regions, Unit, Units};
use crate::dice::Dice;
use crate::side::Side;
use crate::sink::Sink;

impl State {
    /// D-36: a unit that has not moved, by class, state and location; or done.
    pub(crate) fn visit_pick_unit(&self, rules: &Rules, f: &mut impl FnMut(Action) -> Flow) -> Flow {
        if !rules.france_barred(FranceAction::Move) {
            let units = self.on_map() & !self.marked;
            for class in (0..rules.classes.len() as u8).map(Class) {
                for reduced in [false, true] {
                    let here = self.of_class(rules, units, class, reduced);
                    for at in Location::each(self.locations_of(here)) {
                        f(Action::PickUnit(class, at, reduced))?;
                    }
                }
            }
        }
        f(Action::Done)
    }

    /// D-39: any other location that roads lead to, each with its cheapest price (rulings I-66 to I-68).
    pub(crate) fn visit_drive(&self, rules: &Rules, f: &mut impl FnMut(Action) -> Flow) -> Flow {
        let row = &rules.classes[rules.class(self.picked_unit).index()];
        let (open, from) = (self.open(rules), self.site.bit());
        let toll: Mask = if row.mechanized || self.has(Flag::Helicopter) {
            0
        } else {
            Mask::from(self.fln_regions(rules)) & !from
        };
        if toll == 0 && rules.map.one_net && !row.bellounis {
            for to in Location::each(open & !from) {
                f(Action::Drive { to, price: 0 })?;
            }
            return Flow::Continue(());
        }
        let mut net = open;
        if row.bellounis {
            net &= rules.map.bellounis;
        } else {
            for country in 0..COUNTRIES {
                if !self.is_independent(country) {
                    net |= Location::country(country as u8).bit();
                }
            }
        }
        let toll_price = rules.cost.pass.div_ceil(2);
        let mut seen = from;
        let (mut price, mut frontier) = (0, seen);
        while frontier != 0 {
            // All that is reached at this price: through locations that are passed for nothing.
            let (mut reached, mut next) = (0, 0);
            while frontier != 0 {
                let mut links = 0;
                for at in Location::each(frontier) {
                    links |= rules.map.road_links[at.index()];
                }
                links &= net & !seen;
                seen |= links;
                reached |= links;
                next |= links & toll;
                frontier = links & !toll;
            }
            for to in Location::each(reached & rules.map.algeria) {
                f(Action::Drive { to, price })?;
            }
            price += toll_price;
            if price > self.points.france {
                break;
            }
            frontier = next;
        }
        Flow::Continue(())
    }

    /// True if the unit that is picked has two ways to go at once, so that the choice need not be counted.
    pub(crate) fn has_two_roads(&self, rules: &Rules) -> bool {
        let bellounis = rules.classes[rules.class(self.picked_unit).index()].bellounis;
        let net = if bellounis { self.open(rules) & rules.map.bellounis } else { self.open(rules) };
        (rules.map.road_links[self.site.index()] & net).count_ones() > 1
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
    pub(crate) fn visit_displace(&self, rules: &Rules, f: &mut impl FnMut(Action) -> Flow) -> Flow {
        let unit = self.displaced(rules);
        let mut regions: Regions = rules.map.neighbours(self.unit_at[unit.index()]);
        if rules.classes[rules.class(unit).index()].bellounis {
            regions &= rules.map.bellounis_regions;
        }
        let room = Location::regions(regions)
            .filter(|region| self.has_room(rules, *region))
            .fold(0, |all, region| all | region.region_bit());
        for region in Location::regions(if room != 0 { room } else { regions }) {
            f(Action::Displace(region))?;
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
        for at in Location::each(self.rules.map.algeria) {
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
