//! Reinforcement Phase, the FLN's part (rules 6.2, 11.21; charts A.1; rulings ).

use super::action::{Action, Verb};
use super::event::{ApCause, Event, FlnChange};
use super::flow::Node;
use super::offer::Offer;
use super::play::{Play, Step};
use super::rules::Rules;
use super::state::{ABROAD, ALGERIA, State};
use super::types::{FlnBox, FlnUnit, Mask, Place};
use crate::Sink;
use crate::dice::Dice;

/// What the FLN can spend on in one place, in the order in which nothing is lost.
const OPS: [Action; 6] = [
    Action::Convert(FlnUnit::Cadre, FlnUnit::Front),
    Action::Build(FlnUnit::Cadre),
    Action::Build(FlnUnit::Band),
    Action::Convert(FlnUnit::Front, FlnUnit::Cadre),
    Action::Convert(FlnUnit::Cadre, FlnUnit::Band),
    Action::Convert(FlnUnit::Band, FlnUnit::Failek),
];

/// Where the units of a place stand in this phase if they are not neutralized.
const fn home(place: Place) -> FlnBox {
    if place.is_area() { FlnBox::Ug } else { FlnBox::Ops }
}

/// AP that an operation costs in Algeria, and abroad.
fn cost(r: &Rules, op: usize, abroad: bool) -> u8 {
    match op {
        0 => r.convert_cost[0],
        1 => r.build_cost[usize::from(abroad)][0],
        2 => r.build_cost[usize::from(abroad)][1],
        3 => r.convert_cost[1],
        4 => r.convert_cost[2],
        _ => r.convert_cost[3],
    }
}

/// The places where an operation is possible.
fn places(r: &Rules, s: &State, op: usize) -> Mask {
    let (cadres, bands) = (
        s.fln_places(FlnUnit::Cadre, FlnBox::Ug) & ALGERIA
            | s.fln_places(FlnUnit::Cadre, FlnBox::Ops) & ABROAD,
        s.fln_places(FlnUnit::Band, FlnBox::Ops) & ABROAD,
    );
    let free = |unit| s.fln_pool(r, unit) > 0;
    let (barred, result) = match op {
        0 => (r.bars.convert, FlnUnit::Front),
        1 => (r.bars.build, FlnUnit::Cadre),
        2 => (r.bars.build, FlnUnit::Band),
        3 => (r.bars.convert, FlnUnit::Cadre),
        4 => (r.bars.convert, FlnUnit::Band),
        _ => (r.bars.convert, FlnUnit::Failek),
    };
    if barred || !free(result) {
        return 0;
    }
    let countries = if s.independent { ABROAD } else { 0 };
    let possible = match op {
        0 => cadres & ALGERIA & !r.remote & !s.resettled & !s.fronts(),
        1 | 2 => s.active_fronts() | countries,
        3 => s.active_fronts(),
        4 => cadres,
        _ => bands & countries,
    };
    let payable = |abroad| if s.ap >= cost(r, op, abroad) { !0 } else { 0 };
    possible & (ALGERIA & payable(false) | ABROAD & payable(true))
}

/// True if a type of counter is nearly used up: counters freed in one place may then be needed in another, so that the
/// order of the choices matters and is left free.
fn scarce(r: &Rules, s: &State) -> bool {
    FlnUnit::ALL.iter().any(|&unit| s.fln_pool(r, unit) <= 2)
}

/// The places with something possible that the order leaves open, by operation.
fn open(r: &Rules, s: &State) -> [Mask; OPS.len()] {
    let free = scarce(r, s);
    let (last, last_op) = (s.flow.cursor, usize::from(s.flow.cursor2));
    std::array::from_fn(|op| {
        let from = if free {
            !0
        } else if op >= last_op {
            !0 << last
        } else {
            (!0 << last) << 1
        };
        places(r, s, op) & from
    })
}

#[inline(always)]
pub(super) fn offer(r: &Rules, s: &State, node: Node, out: &mut Offer) {
    let open = open(r, s);
    if node == Node::Fr {
        out.places(Verb::Spend, open.iter().fold(0, |all, mask| all | mask));
        out.single(Verb::Done);
    } else {
        out.listing(|f| {
            OPS.iter()
                .zip(open)
                .filter(|(_, places)| places & s.flow.area.bit() != 0)
                .try_for_each(|(&op, _)| f(op))
        });
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    #[inline(always)]
    pub(super) fn perform_build(&mut self, _: Node, action: Action) -> Step {
        let place = self.s.flow.area;
        match action {
            Action::Spend(place) => {
                self.s.flow.area = place;
                self.go_to(Node::FrDo);
                return Ok(());
            }
            Action::Done => {
                self.start_deployment();
                return Ok(());
            }
            Action::Build(unit) => {
                self.s.add_fln(place, unit, home(place), 1);
                self.tell(Event::Fln { change: FlnChange::Built, place, unit, count: 1 });
            }
            Action::Convert(from, to) => {
                let at = match from {
                    FlnUnit::Front => FlnBox::Ug,
                    _ => home(place),
                };
                self.s.take_fln(place, from, at, 1);
                self.s.add_fln(place, to, home(place), 1);
                self.tell(Event::Fln { change: FlnChange::Converted, place, unit: to, count: 1 });
            }
            _ => unreachable!("{action:?}"),
        }
        let op = OPS.iter().position(|&one| one == action).unwrap_or(0);
        self.change_ap(-i16::from(cost(self.r, op, !place.is_area())), ApCause::Reinforcement);
        self.s.flow.cursor = u16::from(place.0);
        self.s.flow.cursor2 = op as u8;
        self.s.flow.area = Place(0);
        self.go_to(Node::Fr);
        Ok(())
    }
}
