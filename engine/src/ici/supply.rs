//! Supply of faileks (rulebook 3.2, ruling I-61).

use super::action::Action;
use super::decision::{Auto, Decision};
use super::event::{Event, Removal};
use super::play::{Flow, Play, Visitor};
use super::rules::Rules;
use super::state::{MIX, State};
use super::types::{Failek, Location, Mask};
use crate::dice::Dice;
use crate::side::Side;
use crate::sink::Sink;

impl State {
    /// How many faileks of a location are over the supply limit.
    pub(crate) fn unsupplied(&self, rules: &Rules, at: Location) -> u8 {
        if !rules.stacking[rules.map.kind[at.index()].index()].by_supply {
            return 0;
        }
        self.failek_limit(rules, at).map_or(0, |limit| self.failek_count(at).saturating_sub(limit))
    }

    /// D-34: a type to remove, the types in order.
    pub(crate) fn visit_supply(&self, f: &mut impl Visitor) -> Flow {
        let here = self.faileks(self.site).by_type();
        let mut ahead: u8 = here[usize::from(self.least)..].iter().sum();
        for failek in &Failek::ALL[usize::from(self.least)..] {
            let count = here[failek.index()];
            if count > 0 && ahead >= self.left {
                f.see(Action::Remove(self.site, *failek))?;
            }
            ahead -= count;
        }
        Flow::Continue(())
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// The next region that is not in supply, or the structure attacks.
    pub(crate) fn next_supply(&mut self) {
        for at in Location::each(self.s.occupied & Mask::from(self.rules.map.populated)) {
            let over = self.s.unsupplied(self.rules, at);
            if over > 0 {
                self.s.chooser = Side::Fln;
                self.s.site = at;
                self.s.left = over;
                self.s.least = 0;
                self.ask(Decision::Supply);
                return;
            }
        }
        self.s.site = Location::NONE;
        self.go(Auto::Structures);
    }

    /// D-34.
    pub(crate) fn unsupplied(&mut self, at: Location, failek: Failek) {
        self.s.shift_unseen(at, MIX, failek);
        self.tell(Event::FailekRemoved { at, why: Removal::Supply });
        self.s.left -= 1;
        self.s.least = failek as u8;
        if self.s.left == 0 {
            self.go(Auto::Supply);
        }
    }
}
