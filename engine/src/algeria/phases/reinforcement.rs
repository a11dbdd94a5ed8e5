//! Reinforcement Phase, the Government's part and the income of the FLN (rules 6.1, 6.3, 11.3; rulings ).

use crate::algeria::action::Verb;
use crate::algeria::classes::{next_waiting, waiting};
use crate::algeria::event::{ApCause, Event, GovChange, PslCause};
use crate::algeria::formulas::{
    activation_of_all, activation_price, affords, area_income, can_activate_zone, can_buy, can_extend_zone,
    can_mobilize, mobilization_price, point_price, psl_income, room, zone_price,
};
use crate::algeria::offer::Offer;
use crate::algeria::play::{Play, Step};
use crate::algeria::rules::Rules;
use crate::algeria::state::{ALGERIA, State};
use crate::algeria::types::{FlnUnit, GovBox, GovType, GovUnit, Mask, Place, Point};
use crate::algeria::words::{Node, Phase};
use crate::dice::Dice;
use crate::{Side, Sink};

/// The side that places the OAS.
pub(crate) fn oas_controller(s: &State) -> Side {
    s.oas.controller.unwrap_or(Side::France)
}

pub(crate) fn offer_oas_place(r: &Rules, _: &State, out: &mut Offer) {
    out.places(Verb::Oas, r.oas_places);
}

#[inline(always)]
pub(crate) fn offer_remove_police(_: &Rules, s: &State, out: &mut Offer) {
    let from = s.flow.cursor / 2;
    // In the last area, active Police are done once a neutralized unit has been removed there.
    let [active, neutralized] =
        [GovBox::Ptl, GovBox::Neutralized].map(|at| s.gov_places(GovUnit::Police, at));
    let police = [active & !0 << (from + s.flow.cursor % 2), neutralized & !0 << from];
    out.pairs(Verb::RemovePolice, police.map(|areas| (FlnUnit::Front, areas)));
    out.single(Verb::Done);
}

#[inline(always)]
pub(crate) fn offer_mobilize(r: &Rules, s: &State, out: &mut Offer) {
    let types = GovType::ALL
        .iter()
        .fold(0, |all, &counter| all | Mask::from(can_mobilize(r, s, counter)) << counter.index());
    out.places(Verb::Mobilize, types & !0 << s.flow.cursor);
    out.single(Verb::Done);
}

#[inline(always)]
pub(crate) fn offer_station(_: &Rules, s: &State, out: &mut Offer) {
    out.places(Verb::Station, ALGERIA & !0 << s.flow.cursor2);
}

#[inline(always)]
pub(crate) fn offer_buy_point(r: &Rules, s: &State, out: &mut Offer) {
    let points =
        Point::ALL.iter().fold(0, |all, &point| all | Mask::from(can_buy(r, s, point)) << point.index());
    out.places(Verb::Buy, points & !0 << s.flow.cursor);
    out.single(Verb::Done);
}

#[inline(always)]
pub(crate) fn offer_border_zone(r: &Rules, s: &State, out: &mut Offer) {
    out.single_if(Verb::BorderZone, can_extend_zone(r, s));
    out.single(Verb::Done);
}

#[inline(always)]
pub(crate) fn offer_activate_zone(r: &Rules, s: &State, out: &mut Offer) {
    out.single_if(Verb::ActivateZone, can_activate_zone(r, s));
    out.single(Verb::Done);
}

#[inline(always)]
pub(crate) fn offer_activate_units(r: &Rules, s: &State, out: &mut Offer) {
    let class = s.flow.cursor;
    let (_, unit, count) = waiting(s, class);
    let each = activation_price(r, unit);
    let more = s.flow.waiting > each * u16::from(count) || next_waiting(s, class + 1).is_some();
    out.singles_first();
    out.single_if(Verb::ActivateAll, more && affords(s, s.flow.waiting));
    let payable = match each * u16::from(count) {
        all if affords(s, all) => count,
        _ if !affords(s, each) => 0,
        _ => (room(s) / each) as u8,
    };
    out.numbers(Verb::Count, 0, payable);
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Starts the phase: everything that precedes spending (rulings ).
    #[inline(never)]
    pub(crate) fn begin_reinforcement(&mut self) -> Step {
        self.enter(Phase::Reinforcement);
        if self.s.suez_back {
            self.s.suez_back = false;
            for area in Place::each(ALGERIA) {
                let count = std::mem::take(&mut self.s.suez[area.index()]);
                if count > 0 {
                    self.s.add_gov(area, GovUnit::Elite, GovBox::Oc, count);
                    self.tell(Event::Gov { change: GovChange::FromSuez, area, unit: GovUnit::Elite, count });
                }
            }
        }
        let psl = i16::from(self.s.psl[1]);
        if self.s.oas.controller.is_some() && psl > self.r.oas.removed_above {
            self.s.oas = crate::algeria::state::OasState::default();
            self.tell(Event::OasRemoved);
        }
        if self.s.oas.controller.is_none() && psl <= self.r.oas.appears {
            self.roll_for_oas();
        }
        if self.s.slow && self.s.psl[0] > self.s.psl[1] {
            self.s.slow = false;
            self.tell(Event::SlowReactionEnds);
        }
        self.s.slow_bought = 0;
        self.s.halves = 0;
        let by_government = self.s.oas.controller == Some(Side::France);
        self.go_to_stage(if by_government { Node::OasPlace } else { Node::RemovePolice });
        Ok(())
    }

    /// Goes to a stage of the Government's purchases (ruling A-36: the order is free, so the engine fixes one).
    pub(crate) fn go_to_stage(&mut self, node: Node) {
        self.s.flow.cursor = 0;
        self.s.flow.cursor2 = 0;
        self.s.flow.waiting = 0;
        self.go_to(node);
    }

    /// Goes to the first class waiting for activation.
    pub(crate) fn first_activation(&mut self) {
        self.s.flow.waiting = activation_of_all(self.r, self.s);
        self.next_activation(0);
    }

    fn spend(&mut self, halves: u16) {
        self.s.halves += halves as u8;
    }

    pub(crate) fn place_oas(&mut self, place: Place) {
        self.s.oas.place = Some(place);
        self.tell(Event::OasPlaced(place));
        let by_france = self.s.oas.controller == Some(Side::France);
        self.go_to_stage(if by_france { Node::RemovePolice } else { Node::SpendWhere });
    }

    pub(crate) fn remove_police(&mut self, area: Place, neutralized: bool) {
        let at = if neutralized { GovBox::Neutralized } else { GovBox::Ptl };
        self.s.take_gov(area, GovUnit::Police, at, 1);
        let change = GovChange::Removed;
        self.tell(Event::Gov { change, area, unit: GovUnit::Police, count: 1 });
        self.s.flow.cursor = u16::from(area.0) * 2 + u16::from(neutralized);
    }

    /// Mobilizes a counter of this type; `to` decides where it arrives.
    pub(crate) fn mobilize(&mut self, counter: GovType, to: Node) {
        if counter.index() as u16 > self.s.flow.cursor {
            self.s.flow.cursor = counter.index() as u16;
            self.s.flow.cursor2 = 0;
        }
        self.go_to(to);
    }

    pub(crate) fn station(&mut self, area: Place) {
        let counter = self.arrive(area, GovBox::Ops);
        self.spend(mobilization_price(self.r, counter));
        self.s.slow_bought = self.s.slow_bought.saturating_add(u8::from(counter != GovType::Police));
        self.go_to(Node::Mobilize);
    }

    /// Places a counter of the type at the cursor, in `at` unless it is Police.
    pub(crate) fn arrive(&mut self, area: Place, at: GovBox) -> GovType {
        let counter = GovType::ALL[usize::from(self.s.flow.cursor)];
        let unit = counter.unit();
        let at = if unit == GovUnit::Police { GovBox::Ptl } else { at };
        self.s.add_gov(area, unit, at, 1);
        self.tell(Event::Gov { change: GovChange::Mobilized, area, unit, count: 1 });
        self.s.flow.cursor2 = area.0;
        counter
    }

    pub(crate) fn buy_point(&mut self, point: Point) {
        self.spend(point_price(self.r, point));
        self.s.slow_bought = self.s.slow_bought.saturating_add(1);
        self.s.points[point.index()] += 1;
        if let Some(available) = self.s.available.get_mut(point.index()) {
            *available += 1;
        }
        self.tell(Event::Points { point, delta: 1, now: self.s.points[point.index()] });
        self.s.flow.cursor = point.index() as u16;
    }

    pub(crate) fn extend_zone(&mut self) {
        self.spend(zone_price(self.r));
        let steps = self.s.border_zone.map_or(0, |steps| steps + 1);
        // Opening the zone ends its stage: no step and nothing to activate this turn.
        if self.s.border_zone.is_none() {
            self.first_activation();
        }
        self.s.border_zone = Some(steps);
        self.tell(Event::BorderZone(steps));
    }

    pub(crate) fn activate_zone(&mut self) {
        self.spend(u16::from(self.r.border_zone_activate));
        self.s.border_zone_active = true;
        self.tell(Event::BorderZoneActive);
        self.first_activation();
    }

    pub(crate) fn activate_all(&mut self) {
        let mut next = Some(self.s.flow.cursor);
        while let Some(class) = next {
            let (_, _, count) = waiting(self.s, class);
            self.activate(class, count);
            next = next_waiting(self.s, class + 1);
        }
        self.go_to_stage(Node::FrancePays);
    }

    /// Activates `count` of the class at the cursor; the others cannot be activated any more.
    #[inline(always)]
    pub(crate) fn activate_units(&mut self, count: u8) {
        let class = self.s.flow.cursor;
        let (_, unit, there) = waiting(self.s, class);
        self.s.flow.waiting -= activation_price(self.r, unit) * u16::from(there);
        self.activate(class, count);
        self.next_activation(class + 1);
    }

    #[inline(always)]
    fn activate(&mut self, class: u16, count: u8) {
        // Usually there is nothing left to spend.
        if count > 0 {
            let (area, unit, _) = waiting(self.s, class);
            self.spend(activation_price(self.r, unit) * u16::from(count));
            self.s.shift_gov(area, unit, GovBox::Oc, GovBox::Ops, count);
            self.tell(Event::Gov { change: GovChange::Activated, area, unit, count });
        }
    }

    fn next_activation(&mut self, class: u16) {
        match next_waiting(self.s, class) {
            Some(class) => {
                self.s.flow.cursor = class;
                self.go_to(Node::ActivateUnits);
            }
            None => self.go_to_stage(Node::FrancePays),
        }
    }

    /// The Government pays for its purchases, rounded up (ruling A-37); then the FLN receives its income.
    #[inline(never)]
    pub(crate) fn france_pays(&mut self) -> Step {
        let psp = self.s.halves.div_ceil(2);
        if psp > 0 {
            self.adjust_one(Side::France, -i16::from(psp), PslCause::Reinforcement)?;
        }
        let areas = area_income(self.r, self.s);
        self.change_ap(areas, ApCause::Areas);
        let support = psl_income(self.r, self.s);
        self.change_ap(support, ApCause::Psl);
        let by_fln = self.s.oas.controller == Some(Side::Fln);
        self.go_to_stage(if by_fln { Node::OasPlace } else { Node::SpendWhere });
        Ok(())
    }
}
