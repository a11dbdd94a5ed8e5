//! Deployment Phase (rules 7, 11.7, 11.22; rulings ).

use super::action::Action;
use super::event::{Event, FlnChange, GovChange, Phase};
use super::flow::Node;
use super::play::{Play, Step, Visit};
use super::state::{ALGERIA, State};
use super::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mask, Place};
use crate::Sink;
use crate::dice::Dice;

/// The areas with units of the class `number` of a node, of `N` classes an area.
fn masks<const N: usize>(s: &State, node: Node) -> [Mask; N] {
    std::array::from_fn(|number| match node {
        Node::GdMode => {
            let at = GovBox::ALL[number];
            s.gov_places(GovUnit::Concentrated, at) | s.gov_places(GovUnit::Dispersed, at)
        }
        Node::Fd => s.fln_places(FlnUnit::ALL[number], FlnBox::Ug) & ALGERIA,
        _ => s.gov_places(GovUnit::MOBILE[number], GovBox::Ops),
    })
}

/// How far apart the numbers of the classes of two neighbouring areas are: room for the classes of one.
pub(super) const STRIDE: u16 = 8;

/// The first class from `class` on that has units; there are `N` classes an area.
fn next_of<const N: usize>(s: &State, node: Node, class: u16) -> Option<u16> {
    let masks = masks::<N>(s, node);
    let (first, number) = (class / STRIDE, usize::from(class % STRIDE));
    let bit = 1 << first;
    // The rest of the area that the list has reached, then the areas after it.
    for (number, mask) in masks.iter().enumerate().skip(number) {
        if mask & bit != 0 {
            return Some(first * STRIDE + number as u16);
        }
    }
    let later = masks.iter().fold(0, |all, mask| all | mask) & !((bit << 1) - 1);
    if later == 0 {
        return None;
    }
    let area = later.trailing_zeros();
    let number = masks.iter().position(|mask| mask >> area & 1 != 0).unwrap_or(0);
    Some(area as u16 * STRIDE + number as u16)
}

/// The first class of a node from `class` on that has units.
fn next_class(s: &State, node: Node, class: u16) -> Option<u16> {
    match node {
        Node::GdMode | Node::Fd => next_of::<4>(s, node, class),
        _ => next_of::<5>(s, node, class),
    }
}

/// The class at the cursor: its area, its number there, and how many units it has.
#[inline]
pub(super) fn current(s: &State) -> (Place, u16, u8) {
    let (area, number) = (Place((s.flow.cursor / STRIDE) as u8), s.flow.cursor % STRIDE);
    let index = usize::from(number);
    let count = match s.flow.node {
        Node::GdMode => {
            let at = GovBox::ALL[index];
            s.gov(area, GovUnit::Concentrated, at) + s.gov(area, GovUnit::Dispersed, at)
        }
        Node::Fd => s.fln(area, FlnUnit::ALL[index], FlnBox::Ug),
        _ => s.gov(area, GovUnit::MOBILE[index], GovBox::Ops),
    };
    (area, number, count)
}

/// Where a Cadre may leave for France (rules 11.22, ruling A-57).
fn senders(s: &State) -> Mask {
    if s.cadre_in_france { 0 } else { s.fln_places(FlnUnit::Cadre, FlnBox::Ug) & ALGERIA & s.fronts() }
}

/// Where the Cadre in France may come back to.
fn returns(s: &State) -> Mask {
    if s.cadre_in_france { s.fronts() } else { 0 }
}

pub(super) fn choices(s: &State, f: &mut impl FnMut(Action) -> Visit) -> Visit {
    match s.flow.node {
        Node::GdMove => {
            let (area, ..) = current(s);
            Place::each(ALGERIA & !area.bit() & !0 << s.flow.cursor2).try_for_each(|to| f(Action::To(to)))?;
            f(Action::Done)
        }
        Node::FdFrance => {
            Place::each(senders(s)).try_for_each(|area| f(Action::Send(area)))?;
            Place::each(returns(s)).try_for_each(|area| f(Action::Return(area)))?;
            f(Action::Done)
        }
        _ => {
            let (_, _, count) = current(s);
            (0..=count).try_for_each(|number| f(Action::Count(number)))
        }
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

    pub(super) fn perform_deployment(&mut self, action: Action) -> Step {
        let node = self.s.flow.node;
        match (node, action) {
            (Node::GdMode, Action::Count(dispersed)) => {
                let (area, number, count) = current(self.s);
                let at = GovBox::ALL[usize::from(number)];
                let before = self.s.gov(area, GovUnit::Dispersed, at);
                let (from, to, change) = if dispersed > before {
                    (GovUnit::Concentrated, GovUnit::Dispersed, dispersed - before)
                } else {
                    (GovUnit::Dispersed, GovUnit::Concentrated, before - dispersed)
                };
                debug_assert!(dispersed <= count);
                if change > 0 {
                    self.s.take_gov(area, from, at, change);
                    self.s.add_gov(area, to, at, change);
                    self.tell(Event::Gov { change: GovChange::Mode, area, unit: to, count: change });
                }
            }
            (Node::GdPtl, Action::Count(count)) => {
                let (area, number, _) = current(self.s);
                let unit = GovUnit::MOBILE[usize::from(number)];
                if count > 0 {
                    self.s.shift_gov(area, unit, GovBox::Ops, GovBox::Ptl, count);
                    self.tell(Event::Gov { change: GovChange::Patrol, area, unit, count });
                }
            }
            (Node::GdMove, Action::To(to)) => {
                let (from, number, count) = current(self.s);
                let unit = GovUnit::MOBILE[usize::from(number)];
                self.s.take_gov(from, unit, GovBox::Ops, 1);
                self.s.add_gov(to, unit, GovBox::Ops, 1);
                self.tell(Event::GovMoved { from, to, unit, airmobile: false });
                if count > 1 {
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
                let (place, number, _) = current(self.s);
                let unit = FlnUnit::ALL[usize::from(number)];
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
