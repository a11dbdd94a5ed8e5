//! French reinforcements, replacements and the optional maquis (rulebook 2.2, rulings I-49 to I-53, I-94, I-97).

use super::action::Action;
use super::decision::{Auto, Decision};
use super::event::Event;
use super::label::Throw;
use super::play::{Flow, Play, Visitor};
use super::rules::Rules;
use super::state::{DRAWN, LOST_BEFORE, State, WAITING};
use super::types::{COUNTRIES, Class, FranceAction, Location, Mask, Unit, Units};
use crate::dice::Dice;
use crate::side::Side;
use crate::sink::Sink;

/// The groups of units that have to enter, in the order of ruling I-97.
const GROUPS: [Location; 3] = [LOST_BEFORE, WAITING, DRAWN];

impl State {
    /// Where a unit of a class enters: a harbour, or the area of Bellounis' men (rulings I-51, I-53).
    pub(crate) fn entrances(&self, rules: &Rules, class: Class) -> Mask {
        if rules.classes[class.index()].bellounis {
            rules.map.bellounis & !rules.map.sites
        } else {
            rules.map.harbours
        }
    }

    /// The group of units that is entering; its price in half points.
    pub(crate) fn entering(&self, rules: &Rules) -> (Units, u8) {
        let group = usize::from(self.op);
        let price = if group == 0 { rules.cost.return_unit } else { rules.cost.arrival };
        (self.units_at(GROUPS[group]), price)
    }

    /// D-24, when not all of a group can be paid: which class enters next.
    pub(crate) fn visit_entry_class(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        let (units, _) = self.entering(rules);
        let mut ahead = 0;
        for pass in [false, true] {
            for class in (self.part..rules.classes.len() as u8).map(Class) {
                let here = (units & rules.class_units[class.index()]).count_ones();
                if !pass {
                    ahead += here;
                    continue;
                }
                if here > 0 && ahead >= u32::from(self.left) {
                    f.see(Action::Admit(class))?;
                }
                ahead -= here;
            }
        }
        Flow::Continue(())
    }

    /// D-24: where the unit enters; units of one class in the order of their harbours.
    pub(crate) fn visit_entry(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        let class = Class(self.part);
        for at in Location::each(self.entrances(rules, class) & (Mask::MAX << self.least.min(127))) {
            f.see(Action::Enter(class, at))?;
        }
        Flow::Continue(())
    }

    /// D-25: reduced units by class and location, in order, or done.
    pub(crate) fn visit_flip_up(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        if !rules.france_barred(FranceAction::FlipUp) && self.can_bill(Side::France, rules.cost.flip_up) {
            let units = self.reduced & self.on_map();
            if units != 0 {
                self.visit_in_order(rules, units, &mut |class, at| f.see(Action::FlipUp(class, at)))?;
            }
        }
        f.see(Action::Done)
    }

    /// D-26: how many maquis of a country are kept.
    pub(crate) fn visit_keep(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        let there = self.maquis[usize::from(self.part)];
        for count in (0..=there).rev() {
            if self.can_bill(Side::France, count.saturating_mul(rules.cost.maquis_keep)) {
                f.see(Action::Keep(Location::country(self.part), count))?;
            }
        }
        Flow::Continue(())
    }

    /// D-26: a new maquis, by country, or done.
    pub(crate) fn visit_maquis(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        let counters = rules.maquis_markers > self.maquis.iter().sum();
        if self.left > 0 && counters && self.can_bill(Side::France, rules.cost.maquis_place) {
            for country in self.part..COUNTRIES as u8 {
                let (at, number) = (Location::country(country), usize::from(country));
                if self.is_independent(number)
                    && self.failek_count(at) > 0
                    && self.maquis[number] < rules.map.country_population[number]
                {
                    f.see(Action::Maquis(at))?;
                }
            }
        }
        f.see(Action::Done)
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// C-23: the waves (ruling I-49).
    pub(crate) fn waves(&mut self) {
        let rules = &self.rules.waves;
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
            let label = Throw::Wave.by(Side::France);
            let count = if turns < rules.draws { self.amount(rules.amount, label) } else { u8::MAX };
            let all = u32::from(count) >= cup.count_ones();
            for _ in 0..u32::from(count).min(cup.count_ones()) {
                let candidates = if all { 1 } else { cup.count_ones() as u16 };
                let number = self.draw(Throw::Unit.by(Side::France), candidates);
                let unit = Self::nth_unit(cup, number);
                cup &= !unit.bit();
                self.s.put(unit, DRAWN);
                self.tell(Event::WaveDrawn { unit });
            }
        }
        self.s.bill = 0;
        self.s.op = 0;
        self.s.left = 0;
        self.begin_group();
        self.go(Auto::Entries);
    }

    /// Counts how many units of the group at hand can be paid for.
    fn begin_group(&mut self) {
        let (units, price) = self.s.entering(self.rules);
        let payable = (2 * self.s.points.france - self.s.bill) / price.max(1);
        self.s.left = (units.count_ones() as u8).min(payable);
        self.s.part = 0;
        self.s.least = 0;
    }

    /// The next unit that has to enter: all of a group by class, or those that France admits.
    pub(crate) fn entries(&mut self) {
        while self.s.left == 0 {
            if usize::from(self.s.op) + 1 == GROUPS.len() {
                self.end_entries();
                return;
            }
            self.s.op += 1;
            self.begin_group();
        }
        let (units, _) = self.s.entering(self.rules);
        if u32::from(self.s.left) < units.count_ones() {
            self.ask(Decision::EntryClass);
            return;
        }
        let class = (0..self.rules.classes.len())
            .find(|class| units & self.rules.class_units[*class] != 0)
            .unwrap_or_default() as u8;
        self.admit(Class(class));
    }

    /// D-24, when not all of a group can be paid.
    pub(crate) fn admit(&mut self, class: Class) {
        if class.0 != self.s.part {
            self.s.part = class.0;
            self.s.least = 0;
        }
        self.ask(Decision::Entry);
    }

    /// D-24.
    pub(crate) fn enter(&mut self, class: Class, at: Location) {
        let (units, price) = self.s.entering(self.rules);
        let unit = Self::nth_unit(units & self.rules.class_units[class.index()], 0);
        self.s.put(unit, at);
        self.s.bill += price;
        self.s.left -= 1;
        self.s.least = at.0;
        self.tell(Event::Entered { unit, at });
        self.go(Auto::Entries);
    }

    /// What could not be paid for waits (ruling I-50); then units are flipped up.
    fn end_entries(&mut self) {
        for unit in Unit::each(self.s.units_at(DRAWN)) {
            self.s.put(unit, WAITING);
        }
        self.s.left = 0;
        self.s.part = 0;
        self.s.least = 0;
        self.ask(Decision::FlipUp);
    }

    /// D-25.
    pub(crate) fn flip_up(&mut self, class: Class, at: Location) {
        let unit = self.s.first_unit(self.rules, class, at, true, 0);
        self.s.reduced &= !unit.bit();
        self.s.bill += self.rules.cost.flip_up;
        self.s.part = class.0;
        self.s.least = at.0;
        self.tell(Event::FlippedUp { unit, at });
    }

    pub(crate) fn end_flips(&mut self) {
        self.s.part = 0;
        if self.rules.options.maquis && !self.rules.france_barred(FranceAction::Maquis) {
            self.go(Auto::Maquis);
        } else {
            self.go(Auto::MoveAndAttack);
        }
    }

    /// The next country with maquis to keep; after the last one come new maquis.
    pub(crate) fn next_maquis(&mut self) {
        while usize::from(self.s.part) < COUNTRIES {
            if self.s.maquis[usize::from(self.s.part)] > 0 {
                self.ask(Decision::KeepMaquis);
                return;
            }
            self.s.part += 1;
        }
        self.s.part = 0;
        self.s.left = self.rules.maquis.per_turn;
        self.ask(Decision::PlaceMaquis);
    }

    /// D-26.
    pub(crate) fn keep_maquis(&mut self, country: Location, count: u8) {
        let number = country.country_index();
        self.s.bill += count * self.rules.cost.maquis_keep;
        if self.s.maquis[number] != count {
            self.s.maquis[number] = count;
            self.tell(Event::Maquis { country, count });
        }
        self.s.part += 1;
        self.go(Auto::Maquis);
    }

    /// D-26.
    pub(crate) fn place_maquis(&mut self, country: Location) {
        let number = country.country_index();
        self.s.maquis[number] += 1;
        self.s.bill += self.rules.cost.maquis_place;
        self.s.left -= 1;
        self.s.part = country.country_index() as u8;
        self.tell(Event::Maquis { country, count: self.s.maquis[number] });
    }
}
