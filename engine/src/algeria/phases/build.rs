//! Reinforcement Phase, the FLN's part (rules 6.2, 11.21; charts A.1; rulings ).

use crate::Sink;
use crate::algeria::action::{Action, Verb};
use crate::algeria::event::{ApCause, Event, FlnChange};
use crate::algeria::formulas::{spending, spending_price};
use crate::algeria::offer::Offer;
use crate::algeria::play::Play;
use crate::algeria::rules::Rules;
use crate::algeria::state::State;
use crate::algeria::types::{FlnBox, FlnUnit, Mask, Place};
use crate::algeria::words::Node;
use crate::dice::Dice;

/// The box for active units in a place during this phase.
const fn home(place: Place) -> FlnBox {
    if place.is_area() { FlnBox::Ug } else { FlnBox::Ops }
}

#[inline(always)]
pub(crate) fn offer_where(r: &Rules, s: &State, out: &mut Offer) {
    out.places(Verb::Spend, spending(r, s).iter().fold(0, |all, mask| all | mask));
    out.single(Verb::Done);
}

#[inline(always)]
pub(crate) fn offer_on(r: &Rules, s: &State, out: &mut Offer) {
    let here = |mask: &Mask| mask >> s.flow.area.0 & 1;
    out.spending(spending(r, s).iter().rev().fold(0, |all, mask| all << 1 | here(mask)));
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    pub(crate) fn spend_in(&mut self, place: Place) {
        self.s.flow.area = place;
        self.go_to(Node::SpendOn);
    }

    #[inline(always)]
    pub(crate) fn build(&mut self, unit: FlnUnit) {
        let place = self.s.flow.area;
        self.s.add_fln(place, unit, home(place), 1);
        self.tell(Event::Fln { change: FlnChange::Built, place, unit, count: 1 });
        self.pay_for(Action::Build(unit));
    }

    #[inline(always)]
    pub(crate) fn convert(&mut self, from: FlnUnit, to: FlnUnit) {
        let place = self.s.flow.area;
        let at = match from {
            FlnUnit::Front => FlnBox::Ug,
            _ => home(place),
        };
        self.s.take_fln(place, from, at, 1);
        self.s.add_fln(place, to, home(place), 1);
        self.tell(Event::Fln { change: FlnChange::Converted, place, unit: to, count: 1 });
        self.pay_for(Action::Convert(from, to));
    }

    fn pay_for(&mut self, action: Action) {
        let cost = spending_price(self.r, self.s.flow.area, action);
        self.change_ap(-i16::from(cost), ApCause::Reinforcement);
        self.s.flow.area = Place(0);
        self.go_to(Node::SpendWhere);
    }
}
