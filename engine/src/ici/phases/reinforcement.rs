//! French reinforcements, replacements and the optional maquis (rulebook 2.2, rulings I-49 to I-53, I-94, I-97).

use crate::dice::Dice;
use crate::ici::action::Action;
use crate::ici::event::Event;
use crate::ici::formulas;
use crate::ici::label::RollKind;
use crate::ici::offer::Offer;
use crate::ici::play::Play;
use crate::ici::rules::Rules;
use crate::ici::state::{DRAWN, LOST_BEFORE, State, WAITING};
use crate::ici::types::{COUNTRIES, Class, FranceAction, Location, Mask, Unit, Units};
use crate::ici::words::Node;
use crate::side::Side;
use crate::sink::Sink;

/// The groups of units to enter, in the order of ruling I-97.
const GROUPS: [Location; 3] = [LOST_BEFORE, WAITING, DRAWN];

impl State {
    /// The group of units entering now, and the price of each in half points.
    pub(in crate::ici) fn entering(&self, rules: &Rules) -> (Units, u8) {
        let group = usize::from(self.flow.op);
        (self.units_at(GROUPS[group]), formulas::entry_price(rules, self))
    }
}

/// Offers the class to enter next, when not all of a group can be paid for.
pub(in crate::ici) fn offer_entry_class(r: &Rules, s: &State, out: &mut Offer) {
    let (units, _) = s.entering(r);
    let mut ahead = 0;
    for pass in [false, true] {
        for class in (s.flow.part..r.classes.len() as u8).map(Class) {
            let here = (units & r.class_units[class.index()]).count_ones();
            if !pass {
                ahead += here;
                continue;
            }
            if here > 0 && ahead >= u32::from(s.flow.left) {
                out.add(Action::Admit(class));
            }
            ahead -= here;
        }
    }
}

/// Offers the entrances for a unit; those of one class in the order of their harbours.
pub(in crate::ici) fn offer_entry(r: &Rules, s: &State, out: &mut Offer) {
    let class = Class(s.flow.part);
    for at in Location::each(formulas::entrances(r, class) & (Mask::MAX << s.flow.least.min(127))) {
        out.add(Action::Enter(class, at));
    }
}

/// Offers reduced units by class and location, in order, or done.
pub(in crate::ici) fn offer_flip_up(r: &Rules, s: &State, out: &mut Offer) {
    if !r.france_barred(FranceAction::FlipUp) && formulas::can_bill(s, Side::France, r.cost.flip_up) {
        let units = s.reduced & s.on_map();
        if units != 0 {
            s.visit_in_order(r, units, |class, at| out.add(Action::FlipUp(class, at)));
        }
    }
    out.add(Action::Done);
}

/// Offers the number of maquis to keep in a country.
pub(in crate::ici) fn offer_keep_maquis(r: &Rules, s: &State, out: &mut Offer) {
    let there = s.maquis[usize::from(s.flow.part)];
    for count in (0..=there).rev() {
        let keep = Action::Keep(Location::country(s.flow.part), count);
        if formulas::can_bill(s, Side::France, formulas::price(r, s, keep)) {
            out.add(keep);
        }
    }
}

/// Offers a new maquis, by country, or done.
pub(in crate::ici) fn offer_place_maquis(r: &Rules, s: &State, out: &mut Offer) {
    let counters = r.maquis_markers > s.maquis.iter().sum();
    if s.flow.left > 0 && counters && formulas::can_bill(s, Side::France, r.cost.maquis_place) {
        for country in s.flow.part..COUNTRIES as u8 {
            let (at, number) = (Location::country(country), usize::from(country));
            if s.is_independent(number)
                && s.failek_count(at) > 0
                && s.maquis[number] < r.map.country_population[number]
            {
                out.add(Action::Maquis(at));
            }
        }
    }
    out.add(Action::Done);
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Draws units from the waves (ruling I-49).
    pub(in crate::ici) fn waves(&mut self) {
        let rules = &self.r.waves;
        for wave in 0..rules.units.len() {
            let first = match rules.year[wave] {
                Some(year) => Some(4 * year),
                None => self.s.wave_turn,
            };
            let Some(turns) = first.and_then(|first| self.s.turn.checked_sub(first)) else { continue };
            if turns > rules.draws {
                continue;
            }
            let mut cup = rules.units[wave] & self.s.units_at(Location::NONE);
            if cup == 0 {
                continue;
            }
            let label = RollKind::Wave.by(Side::France);
            let count = if turns < rules.draws { self.amount(rules.amount, label) } else { u8::MAX };
            let all = u32::from(count) >= cup.count_ones();
            for _ in 0..u32::from(count).min(cup.count_ones()) {
                let candidates = if all { 1 } else { cup.count_ones() as u16 };
                let number = self.draw(RollKind::Unit.by(Side::France), candidates);
                let unit = Self::nth_unit(cup, number);
                cup &= !unit.bit();
                self.s.put(unit, DRAWN);
                self.tell(Event::WaveDrawn { unit });
            }
        }
        self.s.flow.bill = 0;
        self.s.flow.op = 0;
        self.s.flow.left = 0;
        self.begin_group();
        self.go_to(Node::Entries);
    }

    /// Computes how many units of the current group can be paid for.
    fn begin_group(&mut self) {
        let (units, price) = self.s.entering(self.r);
        let payable = (2 * self.s.points.france - self.s.flow.bill) / price.max(1);
        self.s.flow.left = (units.count_ones() as u8).min(payable);
        self.s.flow.part = 0;
        self.s.flow.least = 0;
    }

    /// Ends a group of which no unit can enter; possible only on unusual maps.
    pub(in crate::ici) fn end_group(&mut self) {
        self.s.flow.left = 0;
        self.go_to(Node::Entries);
    }

    /// Goes to the next unit that must enter: all of a group by class, or those that France admits.
    pub(in crate::ici) fn entries(&mut self) {
        while self.s.flow.left == 0 {
            if usize::from(self.s.flow.op) + 1 == GROUPS.len() {
                self.end_entries();
                return;
            }
            self.s.flow.op += 1;
            self.begin_group();
        }
        let (units, _) = self.s.entering(self.r);
        if u32::from(self.s.flow.left) < units.count_ones() {
            self.go_to(Node::EntryClass);
            return;
        }
        let class = (0..self.r.classes.len())
            .find(|class| units & self.r.class_units[*class] != 0)
            .unwrap_or_default() as u8;
        self.admit(Class(class));
    }

    /// Admits a class, when not all of a group can be paid for.
    pub(in crate::ici) fn admit(&mut self, class: Class) {
        if class.0 != self.s.flow.part {
            self.s.flow.part = class.0;
            self.s.flow.least = 0;
        }
        self.go_to(Node::Entry);
    }

    /// Brings in a unit.
    pub(in crate::ici) fn enter_unit(&mut self, class: Class, at: Location) {
        let (units, price) = self.s.entering(self.r);
        let unit = Self::nth_unit(units & self.r.class_units[class.index()], 0);
        self.s.put(unit, at);
        self.s.flow.bill += price;
        self.s.flow.left -= 1;
        self.s.flow.least = at.0;
        self.tell(Event::Entered { unit, at });
        self.go_to(Node::Entries);
    }

    /// Makes units wait that could not be paid for (ruling I-50), then goes on to flip units up.
    fn end_entries(&mut self) {
        for unit in Unit::each(self.s.units_at(DRAWN)) {
            self.s.put(unit, WAITING);
        }
        self.s.flow.left = 0;
        self.s.flow.part = 0;
        self.s.flow.least = 0;
        self.go_to(Node::FlipUp);
    }

    /// Flips a unit up.
    pub(in crate::ici) fn flip_up(&mut self, class: Class, at: Location) {
        let unit = self.s.first_unit(self.r, class, at, true, 0);
        self.s.reduced &= !unit.bit();
        self.s.flow.bill += formulas::price(self.r, self.s, Action::FlipUp(class, at));
        self.s.flow.part = class.0;
        self.s.flow.least = at.0;
        self.tell(Event::FlippedUp { unit, at });
    }

    pub(in crate::ici) fn end_flips(&mut self) {
        self.s.flow.part = 0;
        if self.r.options.maquis && !self.r.france_barred(FranceAction::Maquis) {
            self.go_to(Node::Maquis);
        } else {
            self.go_to(Node::MoveAndAttack);
        }
    }

    /// Goes to the next country with maquis to keep; after the last one, to new maquis.
    pub(in crate::ici) fn next_maquis(&mut self) {
        while usize::from(self.s.flow.part) < COUNTRIES {
            if self.s.maquis[usize::from(self.s.flow.part)] > 0 {
                self.go_to(Node::KeepMaquis);
                return;
            }
            self.s.flow.part += 1;
        }
        self.s.flow.part = 0;
        self.s.flow.left = self.r.maquis.per_turn;
        self.go_to(Node::PlaceMaquis);
    }

    /// Keeps maquis.
    pub(in crate::ici) fn keep_maquis(&mut self, country: Location, count: u8) {
        let number = country.country_index();
        self.s.flow.bill += formulas::price(self.r, self.s, Action::Keep(country, count));
        if self.s.maquis[number] != count {
            self.s.maquis[number] = count;
            self.tell(Event::Maquis { country, count });
        }
        self.s.flow.part += 1;
        self.go_to(Node::Maquis);
    }

    /// Places a maquis.
    pub(in crate::ici) fn place_maquis(&mut self, country: Location) {
        let number = country.country_index();
        self.s.maquis[number] += 1;
        self.s.flow.bill += formulas::price(self.r, self.s, Action::Maquis(country));
        self.s.flow.left -= 1;
        self.s.flow.part = country.country_index() as u8;
        self.tell(Event::Maquis { country, count: self.s.maquis[number] });
    }
}
