//! Deployment Phase (rules 7, 11.7, 11.22; rulings ).

use super::action::{Action, Verb};
use super::event::{Event, FlnChange, GovChange, Phase};
use super::flow::Node;
use super::offer::Offer;
use super::play::{Play, Step};
use super::rules::Rules;
use super::state::{ALGERIA, State};
use super::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mask, Place};
use crate::Sink;
use crate::dice::Dice;

/// How far apart the numbers of the classes of two neighbouring areas are: room for the classes of one.
pub(super) const STRIDE: u16 = 8;

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
        Node::GdMode => {
            let masks = std::array::from_fn::<_, { GovBox::ALL.len() }, _>(|number| {
                let at = GovBox::ALL[number];
                s.gov_places(GovUnit::Concentrated, at) | s.gov_places(GovUnit::Dispersed, at)
            });
            first_class(masks, class, STRIDE)
        }
        Node::Fd => {
            let masks = std::array::from_fn::<_, { FlnUnit::ALL.len() }, _>(|number| {
                s.fln_places(FlnUnit::ALL[number], FlnBox::Ug) & ALGERIA
            });
            first_class(masks, class, STRIDE)
        }
        _ => first_class(GovUnit::MOBILE.map(|unit| s.gov_places(unit, GovBox::Ops)), class, STRIDE),
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
        Node::GdMode => {
            let at = GovBox::ALL[number];
            s.gov(area, GovUnit::Concentrated, at) + s.gov(area, GovUnit::Dispersed, at)
        }
        Node::Fd => s.fln(area, FlnUnit::ALL[number], FlnBox::Ug),
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
pub(super) fn offer(_: &Rules, s: &State, node: Node, out: &mut Offer) {
    match node {
        Node::GdMove => {
            let (area, _) = cursor(s);
            out.places(Verb::To, ALGERIA & !area.bit() & !0 << s.flow.cursor2);
            out.single(Verb::Done);
        }
        Node::FdFrance => {
            // Only one of the two is ever possible: there is but one Cadre for France.
            if s.cadre_in_france {
                out.places(Verb::Return, returns(s));
            } else {
                out.places(Verb::Send, senders(s));
            }
            out.single(Verb::Done);
        }
        node => out.numbers(Verb::Count, 0, count(s, node)),
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// The phase begins with the Government.
    pub(super) fn start_deployment(&mut self) {
        self.enter(Phase::Deployment);
        self.next_deployment(Node::GdMode, 0);
    }

    /// Goes to the next class of a node, or to the next node that has any.
    fn next_deployment(&mut self, node: Node, class: u16) {
        let (mut node, mut class) = (node, class);
        self.s.flow.cursor2 = 0;
        loop {
            let skipped = match node {
                Node::GdMode => self.s.slow || self.r.bars.disperse,
                Node::GdPtl => self.r.bars.patrol,
                _ => false,
            };
            if !skipped && let Some(next) = next_class(self.s, node, class) {
                self.s.flow.cursor = next;
                return self.go_to(node);
            }
            class = 0;
            self.s.flow.cursor = 0;
            node = match node {
                Node::GdMode => Node::GdPtl,
                Node::GdPtl => Node::GdMove,
                Node::GdMove => return self.go_to(Node::FdFrance),
                _ => return self.go_to(Node::OpsStart),
            };
        }
    }

    #[inline(always)]
    pub(super) fn perform_deployment(&mut self, node: Node, action: Action) -> Step {
        match (node, action) {
            (Node::GdMode, Action::Count(dispersed)) => {
                let (area, number) = cursor(self.s);
                let at = GovBox::ALL[number];
                let before = self.s.gov(area, GovUnit::Dispersed, at);
                let (from, to, change) = if dispersed > before {
                    (GovUnit::Concentrated, GovUnit::Dispersed, dispersed - before)
                } else {
                    (GovUnit::Dispersed, GovUnit::Concentrated, before - dispersed)
                };
                debug_assert!(dispersed <= count(self.s, node));
                if change > 0 {
                    self.s.take_gov(area, from, at, change);
                    self.s.add_gov(area, to, at, change);
                    self.tell(Event::Gov { change: GovChange::Mode, area, unit: to, count: change });
                }
            }
            (Node::GdPtl, Action::Count(count)) => {
                let (area, number) = cursor(self.s);
                let unit = GovUnit::MOBILE[number];
                if count > 0 {
                    self.s.shift_gov(area, unit, GovBox::Ops, GovBox::Ptl, count);
                    self.tell(Event::Gov { change: GovChange::Patrol, area, unit, count });
                }
            }
            (Node::GdMove, Action::To(to)) => {
                let (from, number) = cursor(self.s);
                let unit = GovUnit::MOBILE[number];
                self.s.take_gov(from, unit, GovBox::Ops, 1);
                self.s.add_gov(to, unit, GovBox::Ops, 1);
                self.tell(Event::GovMoved { from, to, unit, airmobile: false });
                if count(self.s, node) > 0 {
                    self.s.flow.cursor2 = to.0;
                    return Ok(());
                }
            }
            (Node::GdMove, _) => {}
            (Node::FdFrance, action) => {
                match action {
                    Action::Send(area) => {
                        self.s.take_fln(area, FlnUnit::Cadre, FlnBox::Ug, 1);
                        self.s.set_cadre_in_france(true);
                        self.tell(Event::France { area, sent: true });
                    }
                    Action::Return(area) => {
                        self.s.set_cadre_in_france(false);
                        self.s.add_fln(area, FlnUnit::Cadre, FlnBox::Ug, 1);
                        self.tell(Event::France { area, sent: false });
                    }
                    _ => {}
                }
                self.next_deployment(Node::Fd, 0);
                return Ok(());
            }
            (Node::Fd, Action::Count(count)) => {
                let (place, number) = cursor(self.s);
                let unit = FlnUnit::ALL[number];
                if count > 0 {
                    self.s.shift_fln(place, unit, FlnBox::Ug, FlnBox::Ops, count);
                    self.tell(Event::Fln { change: FlnChange::Deployed, place, unit, count });
                }
            }
            _ => unreachable!("{action:?}"),
        }
        self.next_deployment(node, self.s.flow.cursor + 1);
        Ok(())
    }
}
