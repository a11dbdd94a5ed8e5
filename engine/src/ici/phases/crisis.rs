//! The Pied-noirs' Feelings and Government Crisis Scales; rage, appeasement, fatigue (rulebook 1.3, 1.4, 1.6).

use crate::dice::Dice;
use crate::ici::action::Action;
use crate::ici::event::Event;
use crate::ici::formulas;
use crate::ici::label::RollKind;
use crate::ici::offer::Offer;
use crate::ici::play::Play;
use crate::ici::rules::Rules;
use crate::ici::state::{REMOVED, State};
use crate::ici::types::{Class, Level, Location, Unit, Units};
use crate::ici::units::substitute_key;
use crate::ici::words::{Ending, Node};
use crate::side::Side;
use crate::sink::Sink;

impl State {
    /// Units that may replace one that a coup does not find on the map (ruling I-29).
    fn substitutes(&self, rules: &Rules) -> Units {
        let row = &rules.crises[usize::from(self.crisis)];
        row.substitutes & !row.removes & self.on_map()
    }
}

/// Offers substitutes by class, state and location, in order.
pub(in crate::ici) fn offer_coup_substitute(r: &Rules, s: &State, out: &mut Offer) {
    let units = s.substitutes(r);
    let least = (s.flow.part, s.flow.least);
    let mut ahead = 0;
    for pass in [false, true] {
        for class in (0..r.classes.len() as u8).map(Class) {
            for reduced in [false, true] {
                let here = s.of_class(r, units, class, reduced);
                for at in Location::each(s.locations_of(here)) {
                    if substitute_key(class, reduced, at) < least {
                        continue;
                    }
                    let count = (here & s.units_at(at)).count_ones();
                    if !pass {
                        ahead += count;
                        continue;
                    }
                    if ahead >= u32::from(s.flow.left) {
                        out.add(Action::Substitute(class, at, reduced));
                    }
                    ahead -= count;
                }
            }
        }
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Moves the Pied-noirs' Feelings Marker. A crisis takes effect at once, and excess steps are lost (rulings I-23, I-99).
    /// `node` must already hold what comes next, since a crisis may put a decision before it.
    pub(in crate::ici) fn move_pied_noirs(&mut self, delta: i8) {
        let from = self.s.pied_noirs;
        let end = self.r.government_crisis();
        let to = from.saturating_add_signed(-delta).min(end);
        if to == from {
            return;
        }
        self.s.pied_noirs = to;
        self.tell(Event::PiedNoirs { from, to });
        if to == end {
            self.government_crisis();
        }
    }

    fn government_crisis(&mut self) {
        if self.s.crisis == self.r.collapse() {
            return;
        }
        self.s.crisis += 1;
        self.tell(Event::Crisis { crisis: self.s.crisis, turn: self.s.turn });
        let rules = self.r;
        let row = &rules.crises[usize::from(self.s.crisis)];
        if row.collapse {
            self.win_by(Side::Fln, Ending::Collapse);
            return;
        }
        if let Some(to) = row.reset {
            let from = self.s.pied_noirs;
            self.s.pied_noirs = to;
            self.tell(Event::PiedNoirs { from, to });
        }
        if let Some(amount) = row.fln_marker_down {
            let steps = self.amount(amount, RollKind::Crisis.by(Side::Fln));
            self.move_fln_marker(-(steps as i8));
        }
        if row.population != 0 {
            self.move_markers(row.population, row.spares_support.then_some(Level::Support));
        }
        if let Some(cap) = row.points_cap {
            self.s.points_cap = cap;
        }
        let mut missing = 0;
        for unit in Unit::each(row.removes) {
            if self.s.unit_at[unit.index()].in_algeria() {
                self.remove_unit(unit);
            } else {
                missing += 1;
            }
        }
        let missing = missing.min(self.s.substitutes(rules).count_ones() as u8);
        if missing > 0 {
            self.s.flow.resume = self.s.flow.node;
            self.s.flow.left = missing;
            self.s.flow.part = 0;
            self.s.flow.least = 0;
            self.go_to(Node::CoupSubstitute);
        }
    }

    fn remove_unit(&mut self, unit: Unit) {
        self.s.put(unit, REMOVED);
        self.s.reduced &= !unit.bit();
        self.tell(Event::UnitRemoved { unit });
    }

    /// Removes a substitute.
    pub(in crate::ici) fn substitute(&mut self, class: Class, at: Location, reduced: bool) {
        let unit = Self::nth_unit(
            self.s.of_class(self.r, self.s.units_at(at) & self.s.substitutes(self.r), class, reduced),
            0,
        );
        self.remove_unit(unit);
        (self.s.flow.part, self.s.flow.least) = substitute_key(class, reduced, at);
        self.s.flow.left -= 1;
        if self.s.flow.left == 0 {
            self.s.flow.node = std::mem::replace(&mut self.s.flow.resume, Node::Over);
        }
    }

    /// Rage and appeasement, each at most once, after the first referendum (rulings I-38 to I-40).
    pub(in crate::ici) fn settlers(&mut self) {
        self.go_to(Node::Fatigue);
        if self.s.referendums == 0 {
            return;
        }
        let rules = &self.r.settlers;
        let rage = !self.s.rage_spent && self.s.public_steps >= rules.rage_steps;
        let appeasement =
            !self.s.appeasement_spent && formulas::faileks_in_algeria(self.s) <= rules.appeasement_faileks;
        if rage {
            self.s.rage_spent = true;
            self.tell(Event::Rage);
        }
        if appeasement {
            self.s.appeasement_spent = true;
            self.tell(Event::Appeasement);
        }
        if rage != appeasement {
            self.move_pied_noirs(if rage { -1 } else { 1 });
        }
    }

    /// Fatigue (ruling I-41).
    pub(in crate::ici) fn fatigue(&mut self) {
        if self.s.year() >= self.r.settlers.fatigue_year {
            self.move_public(-(self.r.settlers.fatigue_steps as i8));
        }
        self.go_to(Node::Referendum);
    }
}
