//! Supply of faileks (rulebook 3.2, ruling I-61).

use crate::dice::Dice;
use crate::ici::action::Action;
use crate::ici::event::{Event, Removal};
use crate::ici::formulas;
use crate::ici::offer::Offer;
use crate::ici::play::Play;
use crate::ici::rules::Rules;
use crate::ici::state::{MIX, State};
use crate::ici::types::{Failek, Location, Mask};
use crate::ici::words::Node;
use crate::side::Side;
use crate::sink::Sink;

/// Offers types to remove, in order.
pub(in crate::ici) fn offer_supply(_: &Rules, s: &State, out: &mut Offer) {
    let here = s.faileks(s.flow.site).by_type();
    let mut ahead: u8 = here[usize::from(s.flow.least)..].iter().sum();
    for failek in &Failek::ALL[usize::from(s.flow.least)..] {
        let count = here[failek.index()];
        if count > 0 && ahead >= s.flow.left {
            out.add(Action::Remove(s.flow.site, *failek));
        }
        ahead -= count;
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Goes to the next region out of supply, or to the structure attacks.
    pub(in crate::ici) fn next_supply(&mut self) {
        for at in Location::each(self.s.occupied & Mask::from(self.r.map.populated)) {
            let over = formulas::unsupplied(self.r, self.s, at);
            if over > 0 {
                self.s.flow.chooser = Side::Fln;
                self.s.flow.site = at;
                self.s.flow.left = over;
                self.s.flow.least = 0;
                self.go_to(Node::Supply);
                return;
            }
        }
        self.s.flow.site = Location::NONE;
        self.go_to(Node::StructureStart);
    }

    /// Removes an unsupplied failek.
    pub(in crate::ici) fn unsupplied(&mut self, at: Location, failek: Failek) {
        self.s.shift_unseen(at, MIX, failek);
        self.tell(Event::FailekRemoved { at, why: Removal::Supply });
        self.s.flow.left -= 1;
        self.s.flow.least = failek as u8;
        if self.s.flow.left == 0 {
            self.go_to(Node::SupplyTest);
        }
    }
}
