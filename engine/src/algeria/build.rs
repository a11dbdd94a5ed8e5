//! Reinforcement Phase, the FLN's part (rules 6.2, 11.21; charts A.1; rulings ).

use super::action::{Action, Verb};
use super::event::{ApCause, Event, FlnChange};
use super::flow::Node;
use super::offer::Offer;
use super::play::Play;
use super::rules::Rules;
use super::state::{ABROAD, ALGERIA, State};
use super::types::{FlnBox, FlnUnit, Mask, Place};
use crate::Sink;
use crate::dice::Dice;

/// What the FLN can spend on in one place.
pub(super) const OPS: [Action; 6] = [
    Action::Convert(FlnUnit::Cadre, FlnUnit::Front),
    Action::Build(FlnUnit::Cadre),
    Action::Build(FlnUnit::Band),
    Action::Convert(FlnUnit::Front, FlnUnit::Cadre),
    Action::Convert(FlnUnit::Cadre, FlnUnit::Band),
    Action::Convert(FlnUnit::Band, FlnUnit::Failek),
];

/// The number of an action among [`OPS`].
#[inline(always)]
const fn op(action: Action) -> usize {
    match action {
        Action::Convert(FlnUnit::Cadre, FlnUnit::Front) => 0,
        Action::Convert(from, _) => 3 + from.index(),
        Action::Build(unit) => unit.index(),
        _ => 0,
    }
}

const _: () = {
    let mut number = 0;
    while number < OPS.len() {
        assert!(op(OPS[number]) == number);
        number += 1;
    }
};

/// Where the units of a place stand in this phase if they are not neutralized.
const fn home(place: Place) -> FlnBox {
    if place.is_area() { FlnBox::Ug } else { FlnBox::Ops }
}

/// AP that the operations cost in Algeria, or abroad.
#[inline]
fn costs(r: &Rules, abroad: bool) -> [u8; OPS.len()] {
    let ([cadre, band], convert) = (r.build_cost[usize::from(abroad)], r.convert_cost);
    [convert[0], cadre, band, convert[1], convert[2], convert[3]]
}

/// The places where the operations are possible.
#[inline]
fn places(r: &Rules, s: &State) -> [Mask; OPS.len()] {
    const RESULTS: [FlnUnit; OPS.len()] =
        [FlnUnit::Front, FlnUnit::Cadre, FlnUnit::Band, FlnUnit::Cadre, FlnUnit::Band, FlnUnit::Failek];
    let cadres = s.fln_places(FlnUnit::Cadre, FlnBox::Ug) & ALGERIA
        | s.fln_places(FlnUnit::Cadre, FlnBox::Ops) & ABROAD;
    let bands = s.fln_places(FlnUnit::Band, FlnBox::Ops) & ABROAD;
    let countries = if s.independent { ABROAD } else { 0 };
    let fronts = s.active_fronts();
    let possible = [
        cadres & ALGERIA & !r.remote & !s.resettled & !s.fronts(),
        fronts | countries,
        fronts | countries,
        fronts,
        cadres,
        bands & countries,
    ];
    let (build, convert) = (r.bars.build, r.bars.convert);
    let barred = [convert, build, build, convert, convert, convert];
    let (here, abroad) = (costs(r, false), costs(r, true));
    std::array::from_fn(|op| {
        let free = !barred[op] & (s.fln_pool(r, RESULTS[op]) > 0);
        let payable = |cost: u8| Mask::from(free & (s.ap >= cost)).wrapping_neg();
        // What costs as much everywhere is asked for once.
        match OPS[op] {
            Action::Build(_) => possible[op] & (payable(here[op]) & ALGERIA | payable(abroad[op]) & ABROAD),
            _ => possible[op] & payable(here[op]),
        }
    })
}

#[inline(always)]
pub(super) fn offer_where(r: &Rules, s: &State, out: &mut Offer) {
    out.places(Verb::Spend, places(r, s).iter().fold(0, |all, mask| all | mask));
    out.single(Verb::Done);
}

#[inline(always)]
pub(super) fn offer_on(r: &Rules, s: &State, out: &mut Offer) {
    let here = |mask: &Mask| mask >> s.flow.area.0 & 1;
    out.spending(places(r, s).iter().rev().fold(0, |all, mask| all << 1 | here(mask)));
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    pub(super) fn spend_in(&mut self, place: Place) {
        self.s.flow.area = place;
        self.go_to(Node::SpendOn);
    }

    #[inline(always)]
    pub(super) fn build(&mut self, unit: FlnUnit) {
        let place = self.s.flow.area;
        self.s.add_fln(place, unit, home(place), 1);
        self.tell(Event::Fln { change: FlnChange::Built, place, unit, count: 1 });
        self.pay_for(Action::Build(unit));
    }

    #[inline(always)]
    pub(super) fn convert(&mut self, from: FlnUnit, to: FlnUnit) {
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
        let cost = costs(self.r, !self.s.flow.area.is_area())[op(action)];
        self.change_ap(-i16::from(cost), ApCause::Reinforcement);
        self.s.flow.area = Place(0);
        self.go_to(Node::SpendWhere);
    }
}
