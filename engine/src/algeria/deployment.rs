//! Deployment Phase (rules 7, 11.7, 11.22; rulings ).

use std::hint::select_unpredictable;

use super::action::Verb;
use super::event::{Event, FlnChange, GovChange, Phase};
use super::flow::Node;
use super::offer::Offer;
use super::play::Play;
use super::rules::Rules;
use super::state::{ALGERIA, State};
use super::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mask, Place};
use crate::Sink;
use crate::dice::Dice;

/// How far apart the numbers of the classes of two neighbouring areas are: room for the classes of one.
pub(super) const STRIDE: u16 = 8;

/// The classes that a side has yet to go through: for each number in an area, which areas have one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Classes<const N: usize>([Mask; N]);

impl<const N: usize> Classes<N> {
    /// The next class, which is no longer to come.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<(Place, usize)> {
        let areas = self.0.iter().fold(0, |all, mask| all | mask);
        if areas == 0 {
            return None;
        }
        // Which number it has is as good as random, so nothing here branches on it.
        let (area, first) = (areas.trailing_zeros(), areas & areas.wrapping_neg());
        let last = N - 1;
        let number = (0..last)
            .rev()
            .fold(last, |number, one| select_unpredictable(self.0[one] & first != 0, one, number));
        self.0[number] ^= first;
        Some((Place(area as u8), number))
    }
}

/// The first class from `class` on that has units; `masks` says for each number in an area which areas have any, and the
/// numbers of two neighbouring areas are `stride` apart.
#[inline]
pub(super) fn first_class<const N: usize>(masks: [Mask; N], class: u16, stride: u16) -> Option<u16> {
    let (area, number) = (class / stride, usize::from(class % stride));
    let mut first = u16::MAX;
    for (one, mask) in masks.into_iter().enumerate() {
        // The classes before `number` have had their turn in its area.
        let left = u64::from(mask) >> (area + u16::from(one < number)) << (area + u16::from(one < number));
        first = first.min(left.trailing_zeros() as u16 * stride + one as u16);
    }
    (first < u64::BITS as u16 * stride).then_some(first)
}

/// The first class of a node from `class` on that has units.
#[inline]
fn next_class(s: &State, node: Node, class: u16) -> Option<u16> {
    match node {
        Node::DivisionMode => first_class(modes(s), class, STRIDE),
        Node::FlnDeploy => first_class(underground(s), class, STRIDE),
        _ => first_class(on_hand(s), class, STRIDE),
    }
}

/// Where divisions are, by box.
#[inline]
pub(super) fn modes(s: &State) -> [Mask; GovBox::ALL.len()] {
    std::array::from_fn(|number| {
        let at = GovBox::ALL[number];
        s.gov_places(GovUnit::Concentrated, at) | s.gov_places(GovUnit::Dispersed, at)
    })
}

/// Where units in the Underground box are, by type.
#[inline]
pub(super) fn underground(s: &State) -> [Mask; FlnUnit::ALL.len()] {
    std::array::from_fn(|number| s.fln_places(FlnUnit::ALL[number], FlnBox::Ug) & ALGERIA)
}

/// Where units in the Operations box are, by type.
#[inline]
pub(super) fn on_hand(s: &State) -> [Mask; GovUnit::MOBILE.len()] {
    GovUnit::MOBILE.map(|unit| s.gov_places(unit, GovBox::Ops))
}

/// The node after a deployment node.
#[inline(always)]
pub(super) fn following(node: Node) -> Node {
    match node {
        Node::DivisionMode => Node::Patrol,
        Node::Patrol => Node::FrenchMove,
        Node::FrenchMove => Node::CadreInFrance,
        Node::CadreInFrance => Node::FlnDeploy,
        _ => Node::OperationsStart,
    }
}

/// The area and number of the class at the cursor.
#[inline]
pub(super) fn cursor(s: &State) -> (Place, usize) {
    (Place((s.flow.cursor / STRIDE) as u8), usize::from(s.flow.cursor % STRIDE))
}

/// How many divisions, units on hand or FLN units the class at the cursor has.
#[inline]
pub(super) fn count(s: &State, node: Node) -> u8 {
    let (area, number) = cursor(s);
    match node {
        Node::DivisionMode => {
            let at = GovBox::ALL[number];
            s.gov(area, GovUnit::Concentrated, at) + s.gov(area, GovUnit::Dispersed, at)
        }
        Node::FlnDeploy => s.fln(area, FlnUnit::ALL[number], FlnBox::Ug),
        _ => s.gov(area, GovUnit::MOBILE[number], GovBox::Ops),
    }
}

/// Where a Cadre may leave for France (rules 11.22, ruling A-57).
fn senders(s: &State) -> Mask {
    if s.cadre_in_france { 0 } else { s.fln_places(FlnUnit::Cadre, FlnBox::Ug) & ALGERIA & s.fronts() }
}

/// Where the Cadre in France may come back to.
fn returns(s: &State) -> Mask {
    if s.cadre_in_france { s.fronts() } else { 0 }
}

#[inline(always)]
pub(super) fn offer_division_mode(_: &Rules, s: &State, out: &mut Offer) {
    out.numbers(Verb::Count, 0, count(s, Node::DivisionMode));
}

#[inline(always)]
pub(super) fn offer_patrol(_: &Rules, s: &State, out: &mut Offer) {
    out.numbers(Verb::Count, 0, count(s, Node::Patrol));
}

#[inline(always)]
pub(super) fn offer_french_move(_: &Rules, s: &State, out: &mut Offer) {
    let (area, _) = cursor(s);
    out.places(Verb::To, ALGERIA & !area.bit() & !0 << s.flow.cursor2);
    out.single(Verb::Done);
}

#[inline(always)]
pub(super) fn offer_cadre_in_france(_: &Rules, s: &State, out: &mut Offer) {
    // Only one of the two is ever possible: there is but one Cadre for France.
    if s.cadre_in_france {
        out.places(Verb::Return, returns(s));
    } else {
        out.places(Verb::Send, senders(s));
    }
    out.single(Verb::Done);
}

#[inline(always)]
pub(super) fn offer_fln_deploy(_: &Rules, s: &State, out: &mut Offer) {
    out.numbers(Verb::Count, 0, count(s, Node::FlnDeploy));
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// The phase begins with the Government.
    #[inline(never)]
    pub(super) fn start_deployment(&mut self) {
        self.enter(Phase::Deployment);
        self.next_deployment(Node::DivisionMode);
    }

    /// Goes to a node, or to the first one after it that has any class.
    #[inline(always)]
    pub(super) fn next_deployment(&mut self, node: Node) {
        self.s.flow.cursor2 = 0;
        self.s.flow.cursor = 0;
        let skipped = self.s.slow | self.r.bars.disperse;
        if node <= Node::DivisionMode && !skipped && self.begin_classes(Node::DivisionMode, modes(self.s))
            || node <= Node::Patrol
                && !self.r.bars.patrol
                && self.begin_classes(Node::Patrol, on_hand(self.s))
            || node <= Node::FrenchMove && self.begin_classes(Node::FrenchMove, on_hand(self.s))
        {
            return;
        }
        if node <= Node::CadreInFrance {
            self.go_to(Node::CadreInFrance);
        } else if node > Node::FlnDeploy || !self.begin_classes(Node::FlnDeploy, underground(self.s)) {
            self.go_to(Node::OperationsStart);
        }
    }

    /// Goes to the first class of a node if it has any.
    #[inline(always)]
    fn begin_classes<const N: usize>(&mut self, node: Node, masks: [Mask; N]) -> bool {
        let first = Classes(masks).pop();
        if let Some((area, number)) = first {
            self.s.flow.cursor = u16::from(area.0) * STRIDE + number as u16;
            self.go_to(node);
        }
        first.is_some()
    }

    /// Goes to the next class of a node, or to the next node.
    pub(super) fn next_class_of(&mut self, node: Node) {
        match next_class(self.s, node, self.s.flow.cursor + 1) {
            Some(class) => {
                self.s.flow.cursor = class;
                self.s.flow.cursor2 = 0;
            }
            None => self.next_deployment(following(node)),
        }
    }

    pub(super) fn disperse(&mut self, dispersed: u8) {
        let (area, number) = cursor(self.s);
        let at = GovBox::ALL[number];
        let before = self.s.gov(area, GovUnit::Dispersed, at);
        self.s.disperse(area, at, dispersed);
        if dispersed != before {
            let unit = if dispersed > before { GovUnit::Dispersed } else { GovUnit::Concentrated };
            let count = dispersed.abs_diff(before);
            self.tell(Event::Gov { change: GovChange::Mode, area, unit, count });
        }
        self.next_class_of(Node::DivisionMode);
    }

    pub(super) fn patrol(&mut self, count: u8) {
        let (area, number) = cursor(self.s);
        let unit = GovUnit::MOBILE[number];
        self.s.shift_gov(area, unit, GovBox::Ops, GovBox::Ptl, count);
        if count > 0 {
            self.tell(Event::Gov { change: GovChange::Patrol, area, unit, count });
        }
        self.next_class_of(Node::Patrol);
    }

    pub(super) fn move_french(&mut self, to: Place) {
        let (from, number) = cursor(self.s);
        let unit = GovUnit::MOBILE[number];
        self.s.take_gov(from, unit, GovBox::Ops, 1);
        self.s.add_gov(to, unit, GovBox::Ops, 1);
        self.tell(Event::GovMoved { from, to, unit, airmobile: false });
        if count(self.s, Node::FrenchMove) > 0 {
            self.s.flow.cursor2 = to.0;
        } else {
            self.next_class_of(Node::FrenchMove);
        }
    }

    pub(super) fn send_cadre(&mut self, area: Place) {
        self.s.take_fln(area, FlnUnit::Cadre, FlnBox::Ug, 1);
        self.s.set_cadre_in_france(true);
        self.tell(Event::France { area, sent: true });
        self.next_deployment(Node::FlnDeploy);
    }

    pub(super) fn return_cadre(&mut self, area: Place) {
        self.s.set_cadre_in_france(false);
        self.s.add_fln(area, FlnUnit::Cadre, FlnBox::Ug, 1);
        self.tell(Event::France { area, sent: false });
        self.next_deployment(Node::FlnDeploy);
    }

    pub(super) fn leave_underground(&mut self, count: u8) {
        let (place, number) = cursor(self.s);
        let unit = FlnUnit::ALL[number];
        self.s.shift_fln(place, unit, FlnBox::Ug, FlnBox::Ops, count);
        if count > 0 {
            self.tell(Event::Fln { change: FlnChange::Deployed, place, unit, count });
        }
        self.next_class_of(Node::FlnDeploy);
    }
}
