//! Deployment Phase (rules 7, 11.7, 11.22; rulings ).

use crate::Sink;
use crate::algeria::action::Verb;
use crate::algeria::classes::{
    STRIDE, cursor, divisions, first_class, modes, on_hand, ready, undeployed, underground,
};
use crate::algeria::event::{Event, FlnChange, GovChange};
use crate::algeria::offer::Offer;
use crate::algeria::play::Play;
use crate::algeria::rules::Rules;
use crate::algeria::state::{ALGERIA, State};
use crate::algeria::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mask, Place};
use crate::algeria::words::{Node, Phase};
use crate::dice::Dice;

/// Where a Cadre may leave for France (rules 11.22, ruling A-57).
fn senders(s: &State) -> Mask {
    if s.cadre_in_france { 0 } else { s.fln_places(FlnUnit::Cadre, FlnBox::Ug) & ALGERIA & s.fronts() }
}

/// The places that the Cadre in France may return to.
fn returns(s: &State) -> Mask {
    if s.cadre_in_france { s.fronts() } else { 0 }
}

#[inline(always)]
pub(crate) fn offer_division_mode(_: &Rules, s: &State, out: &mut Offer) {
    out.numbers(Verb::Count, 0, divisions(s));
}

#[inline(always)]
pub(crate) fn offer_patrol(_: &Rules, s: &State, out: &mut Offer) {
    out.numbers(Verb::Count, 0, ready(s));
}

#[inline(always)]
pub(crate) fn offer_french_move(_: &Rules, s: &State, out: &mut Offer) {
    let (area, _) = cursor(s);
    out.places(Verb::To, ALGERIA & !area.bit() & !0 << s.flow.cursor2);
    out.single(Verb::Done);
}

#[inline(always)]
pub(crate) fn offer_cadre_in_france(_: &Rules, s: &State, out: &mut Offer) {
    // At most one of the two is possible: there is only one Cadre for France.
    if s.cadre_in_france {
        out.places(Verb::Return, returns(s));
    } else {
        out.places(Verb::Send, senders(s));
    }
    out.single(Verb::Done);
}

#[inline(always)]
pub(crate) fn offer_fln_deploy(_: &Rules, s: &State, out: &mut Offer) {
    out.numbers(Verb::Count, 0, undeployed(s));
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// The phase begins with the Government.
    #[inline(never)]
    pub(crate) fn begin_deployment(&mut self) {
        self.enter(Phase::Deployment);
        self.next_deployment(Node::DivisionMode);
    }

    /// Goes to a node, or to the first one after it that has a class to decide on.
    #[inline(always)]
    pub(crate) fn next_deployment(&mut self, node: Node) {
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
        let first = first_class(masks, 0, STRIDE);
        if let Some(class) = first {
            self.s.flow.cursor = class;
            self.go_to(node);
        }
        first.is_some()
    }

    /// Goes to the next class among those of this node, or to the next node.
    fn next_class_among<const N: usize>(&mut self, masks: [Mask; N], next: Node) {
        match first_class(masks, self.s.flow.cursor + 1, STRIDE) {
            Some(class) => {
                self.s.flow.cursor = class;
                self.s.flow.cursor2 = 0;
            }
            None => self.next_deployment(next),
        }
    }

    pub(crate) fn disperse(&mut self, dispersed: u8, next: Node) {
        let (area, number) = cursor(self.s);
        let at = GovBox::ALL[number];
        let before = self.s.gov(area, GovUnit::Dispersed, at);
        self.s.disperse(area, at, dispersed);
        if dispersed != before {
            let unit = if dispersed > before { GovUnit::Dispersed } else { GovUnit::Concentrated };
            let count = dispersed.abs_diff(before);
            self.tell(Event::Gov { change: GovChange::Mode, area, unit, count });
        }
        self.next_class_among(modes(self.s), next);
    }

    pub(crate) fn patrol(&mut self, count: u8, next: Node) {
        let (area, number) = cursor(self.s);
        let unit = GovUnit::MOBILE[number];
        self.s.shift_gov(area, unit, GovBox::Ops, GovBox::Ptl, count);
        if count > 0 {
            self.tell(Event::Gov { change: GovChange::Patrol, area, unit, count });
        }
        self.next_class_among(on_hand(self.s), next);
    }

    pub(crate) fn move_french(&mut self, to: Place, next: Node) {
        let (from, number) = cursor(self.s);
        let unit = GovUnit::MOBILE[number];
        self.s.take_gov(from, unit, GovBox::Ops, 1);
        self.s.add_gov(to, unit, GovBox::Ops, 1);
        self.tell(Event::GovMoved { from, to, unit, airmobile: false });
        if ready(self.s) > 0 {
            self.s.flow.cursor2 = to.0;
        } else {
            self.stay(next);
        }
    }

    /// The rest of a class stays where it is.
    pub(crate) fn stay(&mut self, next: Node) {
        self.next_class_among(on_hand(self.s), next);
    }

    pub(crate) fn send_cadre(&mut self, area: Place, next: Node) {
        self.s.take_fln(area, FlnUnit::Cadre, FlnBox::Ug, 1);
        self.s.set_cadre_in_france(true);
        self.tell(Event::France { area, sent: true });
        self.next_deployment(next);
    }

    pub(crate) fn return_cadre(&mut self, area: Place, next: Node) {
        self.s.set_cadre_in_france(false);
        self.s.add_fln(area, FlnUnit::Cadre, FlnBox::Ug, 1);
        self.tell(Event::France { area, sent: false });
        self.next_deployment(next);
    }

    pub(crate) fn leave_underground(&mut self, count: u8, next: Node) {
        let (place, number) = cursor(self.s);
        let unit = FlnUnit::ALL[number];
        self.s.shift_fln(place, unit, FlnBox::Ug, FlnBox::Ops, count);
        if count > 0 {
            self.tell(Event::Fln { change: FlnChange::Deployed, place, unit, count });
        }
        self.next_class_among(underground(self.s), next);
    }
}
