//! Carries out political chits: interprets their operations (rulebook M, rulings I-22 to I-26, I-96).

use crate::dice::Dice;
use crate::ici::action::Action;
use crate::ici::event::{Event, Removal};
use crate::ici::formulas;
use crate::ici::label::RollKind;
use crate::ici::offer::Offer;
use crate::ici::play::Play;
use crate::ici::rules::{Op, Rules};
use crate::ici::state::{MIX, State};
use crate::ici::types::{Class, Failek, Filter, Level, Location, Regions, Unit, Units};
use crate::ici::words::Node;
use crate::side::Side;
use crate::sink::Sink;

impl State {
    /// The operation in progress while a choice is made.
    fn current_op<'r>(&self, rules: &'r Rules) -> Option<&'r Op> {
        rules.chit(self.flow.chit).ops.get(usize::from(self.flow.op).checked_sub(1)?)
    }

    /// The regions that satisfy a filter.
    fn filtered(&self, rules: &Rules, filter: Filter) -> Regions {
        let mut regions = 0;
        for region in Location::regions(rules.map.populated) {
            let pass = match filter {
                Filter::NotFlnLevel => self.level[region.index()] != Level::Fln,
                Filter::Contested => formulas::is_contested(rules, self, region),
                Filter::Resettled => self.resettled[region.index()] > 0,
            };
            if pass {
                regions |= region.region_bit();
            }
        }
        regions
    }

    /// Full French units in the same place as a failek.
    fn exposed(&self) -> Units {
        let mut units = 0;
        for unit in Unit::each(self.on_map() & !self.reduced) {
            if self.failek_count(self.unit_at[unit.index()]) > 0 {
                units |= unit.bit();
            }
        }
        units
    }

    /// The units that an operation has yet to bring in.
    fn still_to_add(&self, units: Units) -> Units {
        units & self.units_at(Location::NONE)
    }
}

/// Offers regions for a chit, all different, in order.
pub(in crate::ici) fn offer_chit_region(r: &Rules, s: &State, out: &mut Offer) {
    let Some(Op::ChooseRegions { filter, .. }) = s.current_op(r) else {
        return;
    };
    let allowed = s.filtered(r, *filter) & (Regions::MAX << s.flow.least.min(31));
    let mut ahead = allowed.count_ones();
    for region in Location::regions(allowed) {
        if ahead < u32::from(s.flow.left) {
            break;
        }
        ahead -= 1;
        out.add(Action::Step(region));
    }
}

/// Offers full French units in the same place as a failek.
pub(in crate::ici) fn offer_chit_unit(r: &Rules, s: &State, out: &mut Offer) {
    s.visit_in_order(r, s.exposed(), |class, at| out.add(Action::Reduce(class, at)));
}

/// Offers faileks in the chit's regions, by region and type.
pub(in crate::ici) fn offer_chit_failek(r: &Rules, s: &State, out: &mut Offer) {
    let Some(Op::RemoveFaileks { regions, .. }) = s.current_op(r) else {
        return;
    };
    let order = |at: Location, failek: Failek| at.0 * 3 + failek as u8;
    let choices = || {
        Location::regions(*regions).flat_map(|at| Failek::ALL.iter().map(move |failek| (at, *failek))).filter(
            |(at, failek)| {
                order(*at, *failek) >= s.flow.least && s.faileks(*at).by_type()[failek.index()] > 0
            },
        )
    };
    let count = |at: Location, failek: Failek| u32::from(s.faileks(at).by_type()[failek.index()]);
    let mut ahead: u32 = choices().map(|(at, failek)| count(at, failek)).sum();
    for (at, failek) in choices() {
        if ahead < u32::from(s.flow.left) {
            break;
        }
        ahead -= count(at, failek);
        out.add(Action::Remove(at, failek));
    }
}

/// Offers the entrances for a unit brought by a chit (ruling I-53).
pub(in crate::ici) fn offer_chit_entry(r: &Rules, s: &State, out: &mut Offer) {
    let class = Class(s.flow.part);
    let allowed = formulas::entrances(r, class) & (u128::MAX << s.flow.least.min(127));
    for at in Location::each(allowed) {
        out.add(Action::Enter(class, at));
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Carries out the next operation of the current chit, or ends it.
    pub(in crate::ici) fn chit_operation(&mut self) {
        let Some(op) = self.r.chit(self.s.flow.chit).ops.get(usize::from(self.s.flow.op)).copied() else {
            self.end_chit();
            return;
        };
        self.s.flow.op += 1;
        self.s.flow.left = 0;
        self.s.flow.least = 0;
        self.s.flow.part = 0;
        let label = RollKind::Chit.by(self.s.flow.mover);
        match op {
            Op::Density(delta) => {
                let now = self.s.density.saturating_add_signed(delta).min(self.r.track.density);
                self.s.density = now;
                self.tell(Event::Density { now });
            }
            Op::Points { side, amount, gain } => {
                let points = self.amount(amount, label) as i8;
                self.gain(side, if gain { points } else { -points });
            }
            Op::LastingPoints { side, points } => {
                self.s.lasting[side] = self.s.lasting[side].saturating_add(points);
                self.gain(side, points);
            }
            Op::Regions { regions, delta } => {
                for region in Location::regions(regions) {
                    self.move_marker(region, delta);
                }
            }
            Op::ChooseRegions { count, filter, chooser, .. } => {
                let count = self.amount(count, label);
                let there = self.s.filtered(self.r, filter).count_ones() as u8;
                self.choose_for_chit(chooser, count.min(there), Node::ChitRegion);
            }
            Op::RemoveFaileks { count, regions, chooser } => {
                let count = self.amount(count, label);
                let there = Location::regions(regions).map(|at| self.s.failek_count(at)).sum();
                self.choose_for_chit(chooser, count.min(there), Node::ChitFailek);
            }
            Op::FlipFrench { count, chooser } => {
                let count = self.amount(count, label);
                let there = self.s.exposed().count_ones() as u8;
                self.choose_for_chit(chooser, count.min(there), Node::ChitUnit);
            }
            Op::AddUnits(units) => self.next_added(units),
            Op::Independence(countries) => {
                self.s.independent |= countries;
                for country in 0..3 {
                    if countries & 1 << country != 0 {
                        self.tell(Event::Independent { country: Location::country(country) });
                    }
                }
            }
            Op::Wave => self.s.wave_turn = Some(self.s.turn),
            Op::Enable(flag) => {
                self.s.flags |= 1 << flag.index();
                self.tell(Event::Enabled { flag });
            }
            Op::Population(delta) => {
                let spared = if delta < 0 { Level::Support } else { Level::Fln };
                self.move_markers(delta, Some(spared));
            }
            Op::FlnMarker(delta) => self.move_fln_marker(delta),
            Op::PiedNoirs(delta) => self.move_pied_noirs(delta),
            Op::FrenchPublic { amount, gain } => {
                let steps = self.amount(amount, label) as i8;
                let towards_zero = self.move_public(if gain { steps } else { -steps });
                self.s.public_steps = self.s.public_steps.saturating_add(towards_zero);
            }
        }
    }

    fn choose_for_chit(&mut self, chooser: Side, count: u8, decision: Node) {
        if count > 0 {
            self.s.flow.chooser = chooser;
            self.s.flow.left = count;
            self.go_to(decision);
        }
    }

    /// Continues after a choice for a chit: with the next choice, or the rest of the chit.
    fn chose_for_chit(&mut self, part: u8, least: u8) {
        self.s.flow.left -= 1;
        self.s.flow.part = part;
        self.s.flow.least = least;
        if self.s.flow.left == 0 {
            self.go_to(Node::Chit);
        }
    }

    pub(in crate::ici) fn chit_step(&mut self, region: Location) {
        if let Some(Op::ChooseRegions { delta, .. }) = self.s.current_op(self.r) {
            self.move_marker(region, *delta);
        }
        self.chose_for_chit(0, region.0 + 1);
    }

    pub(in crate::ici) fn chit_reduce(&mut self, class: Class, at: Location) {
        let unit = self.s.first_unit(self.r, class, at, false, 0);
        self.s.reduced |= unit.bit();
        self.tell(Event::UnitReduced { unit, at });
        self.chose_for_chit(class.0, at.0);
    }

    pub(in crate::ici) fn chit_remove(&mut self, at: Location, failek: Failek) {
        self.s.shift_unseen(at, MIX, failek);
        self.tell(Event::FailekRemoved { at, why: Removal::Chit });
        self.chose_for_chit(0, at.0 * 3 + failek as u8);
    }

    /// Goes to the next unit that the chit brings in, by class.
    fn next_added(&mut self, units: Units) {
        let left = self.s.still_to_add(units);
        if left == 0 {
            self.go_to(Node::Chit);
            return;
        }
        let class = (0..self.r.classes.len())
            .find(|class| self.r.class_units[*class] & left != 0)
            .unwrap_or_default() as u8;
        if class != self.s.flow.part {
            self.s.flow.part = class;
            self.s.flow.least = 0;
        }
        self.s.flow.chooser = Side::France;
        self.go_to(Node::ChitEntry);
    }

    pub(in crate::ici) fn chit_enter(&mut self, class: Class, at: Location) {
        if let Some(Op::AddUnits(units)) = self.s.current_op(self.r).copied() {
            let left = self.s.still_to_add(units) & self.r.class_units[class.index()];
            let unit = Self::nth_unit(left, 0);
            self.s.put(unit, at);
            self.s.flow.least = at.0;
            self.tell(Event::Entered { unit, at });
            self.next_added(units);
        }
    }
}
