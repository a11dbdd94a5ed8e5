//! Turn Interphase (rules 10, 11.3 to 11.6, 13.3; charts B.2, C.4 to C.6; rulings ).

use crate::algeria::action::Verb;
use crate::algeria::classes::gov_class_number;
use crate::algeria::event::{ApCause, Event, FlnChange, GovChange, PslCause};
use crate::algeria::flow::Flow;
use crate::algeria::formulas::{
    abroad_award, can_mobilize_freely, controls, depreciation_modifier, fln_points, france_points,
    mobilization_cost, oas_loss, recovers_from, victory_level,
};
use crate::algeria::label::RollKind;
use crate::algeria::offer::Offer;
use crate::algeria::play::{Play, Step};
use crate::algeria::rules::Rules;
use crate::algeria::state::{ALGERIA, State};
use crate::algeria::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mask, Place, Point};
use crate::algeria::words::{Node, Phase};
use crate::dice::{Dice, Label};
use crate::{Side, Sink};

/// Types that free mobilization can still pay for, from the last choice on (ruling A-115).
fn mobilizable(r: &Rules, s: &State) -> impl Iterator<Item = GovType> {
    let types = GovType::ALL[usize::from(s.flow.cursor)..].iter().copied();
    types.filter(move |&counter| can_mobilize_freely(r, s, counter))
}

pub(crate) fn offer_mobilize(r: &Rules, s: &State, out: &mut Offer) {
    out.places(Verb::Mobilize, mobilizable(r, s).fold(0, |all, counter| all | 1 << counter.index()));
    out.single(Verb::Done);
}

pub(crate) fn offer_disband(_: &Rules, s: &State, out: &mut Offer) {
    out.elites(s, s.flow.disband);
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Plays all segments up to the coup, the only one with decisions.
    #[inline(never)]
    pub(crate) fn interphase(&mut self) -> Step {
        self.enter(Phase::Interphase);
        self.control();
        self.depreciation();
        self.recovery();
        self.s.redeploy();
        self.s.available = [self.s.points[Point::Air.index()], self.s.points[Point::Helo.index()]];
        self.s.border_zone_active = false;
        self.go_to(Node::FinalPsl);
        self.coup()
    }

    /// Determines Control of each area (rules 10.1; rulings ).
    fn control(&mut self) {
        let before = self.s.control;
        let (fln, gov) = (fln_points(self.r, self.s), france_points(self.r, self.s));
        let [mut by_fln, mut by_gov, mut open] = [0; 3];
        for (area, (fln, gov)) in fln.into_iter().zip(gov).enumerate() {
            let by = controls(self.r, fln, gov);
            let [one, other] = by.unwrap_or_default();
            by_fln |= Mask::from(one) << area;
            by_gov |= Mask::from(other) << area;
            open |= Mask::from(by.is_none()) << area;
        }
        self.s.control = [by_fln, by_gov];
        for area in Place::each(open) {
            if let Some(side) = self.contest(area, fln[area.index()].abs_diff(gov[area.index()])) {
                self.s.control[side as usize] |= area.bit();
            }
        }
        for area in Place::each((before[0] ^ self.s.control[0]) | (before[1] ^ self.s.control[1])) {
            let side = Side::ALL.into_iter().find(|&side| self.s.control[side as usize] & area.bit() != 0);
            self.tell(Event::Control { area, side });
        }
    }

    /// Both sides roll for an area in which neither has enough Control Points (ruling A-107).
    fn contest(&mut self, area: Place, difference: u16) -> Option<Side> {
        let label = RollKind::Control.plain().at(area.0);
        let by_fln = u16::from(self.d6(label.by(Side::Fln))) <= difference;
        let by_gov = u16::from(self.d6(label.by(Side::France))) <= difference;
        match (by_fln, by_gov) {
            (true, false) => Some(Side::Fln),
            (false, true) => Some(Side::France),
            _ => None,
        }
    }

    /// Depreciates Air and Helo Points and AP (rules 10.11, charts C.4; ruling A-109).
    fn depreciation(&mut self) {
        for (point, kind) in
            [(Point::Air, RollKind::AirDepreciation), (Point::Helo, RollKind::HeloDepreciation)]
        {
            let now = self.s.points[point.index()];
            let loss = self.depreciate(now, kind.plain(), Side::France);
            if loss > 0 {
                self.s.points[point.index()] = now - loss;
                self.tell(Event::Points { point, delta: -i16::from(loss), now: now - loss });
            }
        }
        let loss = self.depreciate(self.s.ap, RollKind::ApDepreciation.plain(), Side::Fln);
        self.change_ap(-i16::from(loss), ApCause::Depreciation);
    }

    fn depreciate(&mut self, points: u8, label: Label, side: Side) -> u8 {
        if points == 0 {
            return 0;
        }
        let drm = depreciation_modifier(self.r, self.s.psl[side as usize]);
        let loss = self.r.depreciation[usize::from(points.min(99))];
        let die = i16::from(self.d6(label.by(side))) + drm;
        if die <= i16::from(loss) { loss.min(points) } else { 0 }
    }

    /// Rolls for recovery of neutralized units, then of Terrorized areas (rules 10.2, charts C.5; rulings ).
    fn recovery(&mut self) {
        let fln_need = recovers_from(self.r, self.s.psl[0], false);
        let label = RollKind::Recovery.plain();
        for area in Place::each(self.s.fln_in(&[FlnBox::UgNeutralized, FlnBox::Neutralized])) {
            for &unit in FlnUnit::ALL {
                for (from, to) in [(FlnBox::UgNeutralized, FlnBox::Ug), (FlnBox::Neutralized, FlnBox::Oc)] {
                    let count = self.s.fln(area, unit, from);
                    let recovered = self.recoveries(label.by(Side::Fln).at(area.0), count, fln_need);
                    if recovered > 0 {
                        self.s.shift_fln(area, unit, from, to, recovered);
                        let change = FlnChange::Recovered;
                        self.tell(Event::Fln { change, place: area, unit, count: recovered });
                    }
                }
            }
        }
        let neutralized =
            GovUnit::ALL.iter().fold(0, |all, &unit| all | self.s.gov_places(unit, GovBox::Neutralized));
        for area in Place::each(neutralized) {
            for &unit in GovUnit::ALL {
                let count = self.s.gov(area, unit, GovBox::Neutralized);
                let need = recovers_from(self.r, self.s.psl[1], unit == GovUnit::Elite);
                let recovered = self.recoveries(label.by(Side::France).at(area.0), count, need);
                if recovered > 0 {
                    self.s.shift_gov(area, unit, GovBox::Neutralized, unit.home(), recovered);
                    self.tell(Event::Gov { change: GovChange::Recovered, area, unit, count: recovered });
                }
            }
        }
        let active = self.s.fln_in(&[FlnBox::Ug, FlnBox::Ops, FlnBox::Oc]);
        for area in Place::each(self.s.terror) {
            let drm = if active & area.bit() == 0 { i16::from(self.r.recovery.area_drm) } else { 0 };
            let need = i16::from(self.r.recovery.at_least) - drm;
            if self.recoveries(RollKind::TerrorRecovery.plain().at(area.0), 1, need) > 0 {
                self.s.terror &= !area.bit();
                self.tell(Event::Terror { area, placed: false });
            }
        }
    }

    fn recoveries(&mut self, label: Label, count: u8, need: i16) -> u8 {
        let mut recovered = 0;
        for _ in 0..count {
            recovered += u8::from(i16::from(self.d6(label)) >= need);
        }
        recovered
    }

    /// The Army may attempt a coup (rules 11.4, charts B.2; rulings ).
    fn coup(&mut self) -> Step {
        let figures = &self.r.coup;
        if i16::from(self.s.psl[1]) > figures.psl {
            return Ok(());
        }
        let drm = if self.s.oas.place == Some(Place::FRANCE) { i16::from(figures.oas_drm) } else { 0 };
        let attempt = i16::from(self.d6(RollKind::CoupAttempt.by(Side::France))) + drm;
        if attempt < i16::from(figures.attempt) {
            self.tell(Event::Coup(None));
            return Ok(());
        }
        let sum = self.sum(RollKind::Coup.by(Side::France), 2) + drm;
        let row = figures.rows[(sum as usize).min(figures.rows.len() - 1)];
        self.tell(Event::Coup(Some(row.row)));
        let psp = self.sum(RollKind::CoupPsp.by(Side::France), row.psp_dice.unsigned_abs());
        self.adjust_one(Side::France, psp * i16::from(row.psp_dice.signum()), PslCause::Coup)?;
        let free = self.sum(RollKind::CoupMobilize.by(Side::France), row.mobilize_dice) as u8;
        let elites = self.sum(RollKind::CoupElite.by(Side::France), row.elite_dice) as u8;
        let flow = &mut self.s.flow;
        flow.left = free;
        flow.disband = elites + row.elite_lost;
        flow.cursor = 0;
        flow.cursor2 = 0;
        if free > 0 {
            self.go_to(Node::CoupMobilize);
        } else {
            self.disband();
        }
        Ok(())
    }

    /// Disbands elite brigades: all of them, or by choice (ruling A-116).
    pub(crate) fn disband(&mut self) {
        self.s.flow.left = 0;
        self.s.flow.cursor = 0;
        let there = self.s.gov_total(GovType::Elite);
        let lost = self.s.flow.disband;
        if lost == 0 || there == 0 {
            self.go_to(Node::FinalPsl);
        } else if there > lost {
            self.go_to(Node::CoupDisband);
        } else {
            for area in Place::each(ALGERIA) {
                for &at in GovBox::ALL {
                    self.disband_units(area, at, self.s.gov(area, GovUnit::Elite, at));
                }
            }
            self.go_to(Node::FinalPsl);
        }
    }

    fn disband_units(&mut self, area: Place, at: GovBox, count: u8) {
        if count > 0 {
            self.s.take_gov(area, GovUnit::Elite, at, count);
            self.s.disbanded += count;
            let change = GovChange::Disbanded;
            self.tell(Event::Gov { change, area, unit: GovUnit::Elite, count });
        }
    }

    pub(crate) fn station_free(&mut self, area: Place) {
        let counter = GovType::ALL[usize::from(self.s.flow.cursor)];
        self.arrive(area, counter.unit().home());
        self.s.flow.left -= mobilization_cost(self.r, counter);
        self.go_to(Node::CoupMobilize);
    }

    pub(crate) fn disband_unit(&mut self, area: Place, at: GovBox) {
        self.disband_units(area, at, 1);
        self.s.flow.cursor = gov_class_number(area, GovUnit::Elite, at);
        self.s.flow.disband -= 1;
        if self.s.flow.disband == 0 {
            self.go_to(Node::FinalPsl);
        }
    }

    /// Plays the rest of the Final PSL Adjustment Segment in the order of charts C.6 (ruling A-117).
    #[inline(never)]
    pub(crate) fn final_psl(&mut self) -> Step {
        self.s.flow = Flow { node: Node::TurnStart, phase: self.s.flow.phase, ..Flow::default() };
        let psp = self.r.psp;
        let loss = oas_loss(self.r, self.s);
        if loss > 0 {
            self.adjust_one(Side::France, -loss, PslCause::Oas)?;
        }
        let areas = (self.s.terror | self.s.resettled).count_ones() as i16;
        if areas > 0 {
            self.adjust_one(Side::France, -areas * i16::from(psp.terror), PslCause::Terror)?;
        }
        if self.s.active_mobile() & ALGERIA == 0 {
            let loss = self.sum(RollKind::NoMobile.by(Side::Fln), psp.no_mobile_dice);
            self.adjust_one(Side::Fln, -loss, PslCause::NoMobile)?;
        }
        let abroad = abroad_award(self.r, self.s);
        if abroad > 0 {
            self.adjust_one(Side::Fln, abroad as i16, PslCause::Abroad)?;
        }
        let [fln, gov] = self.s.control.map(|areas| areas.count_ones() as i16);
        let lead = (fln - gov).abs() / i16::from(psp.area_divisor);
        if lead > 0 {
            let side = if fln > gov { Side::Fln } else { Side::France };
            self.adjust_one(side, lead, PslCause::Areas)?;
        }
        self.shorter_check()
    }

    /// Checks optional rule 13.3 (ruling A-125).
    fn shorter_check(&mut self) -> Step {
        let figures = self.r.shorter;
        if !self.r.options.shorter_game || !self.s.turn.is_multiple_of(u16::from(figures.every)) {
            return Ok(());
        }
        let lead = i16::from(self.s.psl[0]) - i16::from(self.s.psl[1]);
        let leader = if lead >= figures.lead {
            Some(Side::Fln)
        } else if -lead >= figures.lead {
            Some(Side::France)
        } else {
            None
        };
        self.s.leads = match leader {
            None => 0,
            same if same == self.s.leader => self.s.leads + 1,
            Some(_) => 1,
        };
        self.s.leader = leader;
        self.tell(Event::ShorterCheck { lead, in_a_row: self.s.leads });
        match leader {
            Some(side) if self.s.leads >= figures.checks => {
                self.win_by(side, victory_level(self.r, lead.abs()))
            }
            _ => Ok(()),
        }
    }
}
