//! Operations Phase: the Government's missions (rules 9.2, charts B.3; rulings ).

use crate::algeria::action::{Action, Verb};
use crate::algeria::candidates::flushable;
use crate::algeria::classes::{ordered, targets};
use crate::algeria::event::{Event, FlnChange, GovChange, PslCause};
use crate::algeria::formulas::{self, Contact};
use crate::algeria::label::RollKind;
use crate::algeria::offer::{Offer, any};
use crate::algeria::play::{Play, Step};
use crate::algeria::rules::Rules;
use crate::algeria::state::State;
use crate::algeria::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mark, Mission, Place};
use crate::algeria::words::Node;
use crate::dice::Dice;
use crate::{Side, Sink};

/// The missions that the Government chooses must be consecutive except for the React, and so must the verbs that choose them.
const _: () = assert!(
    Mission::Intelligence as u8 == Mission::Flush as u8 + 2
        && Mission::Resettlement as u8 == Mission::Flush as u8 + 5
        && Verb::Resettlement as u8 == Verb::Flush as u8 + 4
);

#[inline(always)]
pub(crate) fn offer_french_operation(r: &Rules, s: &State, out: &mut Offer) {
    let missions = any([
        flushable(r, s),
        formulas::intelligence(s),
        formulas::civil_affairs(r, s),
        formulas::suppression(s),
        formulas::resettlement(r, s),
    ]);
    let payable = formulas::payable_by_france(r, s) >> Mission::Flush as u8;
    out.singles_from(Verb::Flush, missions & (payable & 1 | payable >> 1 & !1));
    out.single(Verb::Pass);
}

#[inline(always)]
pub(crate) fn offer_intelligence(_: &Rules, s: &State, out: &mut Offer) {
    out.places(Verb::In, formulas::intelligence(s));
}

#[inline(always)]
pub(crate) fn offer_civil_affairs(r: &Rules, s: &State, out: &mut Offer) {
    out.places(Verb::In, formulas::civil_affairs(r, s));
}

#[inline(always)]
pub(crate) fn offer_suppression(_: &Rules, s: &State, out: &mut Offer) {
    out.places(Verb::In, formulas::suppression(s));
}

#[inline(always)]
pub(crate) fn offer_resettlement(r: &Rules, s: &State, out: &mut Offer) {
    out.places(Verb::In, formulas::resettlement(r, s));
}

pub(crate) fn offer_elites_in_operations(_: &Rules, s: &State, out: &mut Offer) {
    out.numbers(Verb::Count, 0, s.gov(s.flow.area, GovUnit::Elite, GovBox::Ops));
}

pub(crate) fn offer_elites_on_patrol(_: &Rules, s: &State, out: &mut Offer) {
    out.numbers(Verb::Count, 0, s.gov(s.flow.area, GovUnit::Elite, GovBox::Ptl));
}

pub(crate) fn offer_suppression_unit(_: &Rules, s: &State, out: &mut Offer) {
    out.listing(|f| {
        ordered(targets(s, s.flow.area), s.flow.cursor, s.flow.left, |(unit, at)| {
            f(Action::Neutralize(s.flow.area, unit, at))
        })
    });
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Begins a mission and pays for it; `next` decides on the details.
    pub(crate) fn begin_paid(&mut self, mission: Mission, area: Place, next: Node) -> Step {
        self.begin(mission, area);
        self.pay_psp(mission)?;
        self.go_to(next);
        Ok(())
    }

    pub(crate) fn elites_in_operations(&mut self, count: u8) {
        self.assist(GovBox::Ops, count);
        self.go_to(Node::SuppressionElitePatrol);
    }

    pub(crate) fn elites_on_patrol(&mut self, count: u8) {
        self.assist(GovBox::Ptl, count);
        self.suppress(self.s.flow.gov[GovUnit::Elite.index()]);
    }

    pub(crate) fn suppression_unit(&mut self, area: Place, unit: FlnUnit, at: FlnBox) {
        if self.neutralize_next(area, unit, at) {
            self.go_to(Node::SuppressionMark);
        }
    }

    pub(crate) fn intelligence(&mut self, area: Place) -> Step {
        self.begin(Mission::Intelligence, area);
        self.pay_psp(Mission::Intelligence)?;
        let police = self.s.gov(area, GovUnit::Police, GovBox::Ptl);
        let contact = police.saturating_mul(self.r.gov[GovUnit::Police.index()].contact);
        self.roll_contact(
            Contact::Intelligence,
            contact,
            &[(FlnBox::Ug, FlnBox::Oc), (FlnBox::UgNeutralized, FlnBox::Neutralized)],
            false,
        );
        self.next_mission();
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn civil_affairs(&mut self, area: Place) -> Step {
        self.begin(Mission::CivilAffairs, area);
        self.s.set_done(Mission::CivilAffairs, area);
        self.pay_psp(Mission::CivilAffairs)?;
        let drm = formulas::civil_affairs_modifier(self.r, self.s);
        let label = RollKind::CivilAffairs.at(Side::France, area);
        let (number, mark) = self.succeed(&self.r.mst_gov, label, drm, Mission::CivilAffairs, area);
        self.next_mission();
        if number > 0 {
            self.adjust_one(Side::Fln, -i16::from(number), PslCause::CivilAffairs)?;
        }
        if mark != Mark::None && self.s.terror & area.bit() != 0 {
            self.s.terror &= !area.bit();
            self.tell(Event::Terror { area, placed: false });
        }
        Ok(())
    }

    /// Elite brigades assist a Suppression and go to Operations Completed (ruling A-102).
    fn assist(&mut self, from: GovBox, count: u8) {
        let area = self.s.flow.area;
        if count > 0 {
            self.s.shift_gov(area, GovUnit::Elite, from, GovBox::Oc, count);
            self.s.flow.gov[GovUnit::Elite.index()] += count;
            self.tell(Event::Gov { change: GovChange::Assists, area, unit: GovUnit::Elite, count });
        }
    }

    /// Rolls a Suppression by the Government or the OAS (rules 9.26, 11.3; rulings ).
    pub(crate) fn suppress(&mut self, elites: u8) {
        let area = self.s.flow.area;
        self.s.set_done(Mission::Suppression, area);
        let drm = formulas::suppression_modifier(self.r, self.s, elites);
        let label = RollKind::Suppression.at(Side::France, area);
        let (number, mark) = self.succeed(&self.r.mst_gov, label, drm, Mission::Suppression, area);
        self.s.flow.mark = mark;
        self.s.flow.gov = [0; 5];
        self.go_to(Node::SuppressionMark);
        let there: u8 = targets(self.s, area).map(|(_, _, count)| count).sum();
        if there <= number {
            self.neutralize_all(area, &[FlnUnit::Band, FlnUnit::Failek]);
        } else if number > 0 {
            (self.s.flow.left, self.s.flow.cursor) = (number, 0);
            self.go_to(Node::SuppressionUnit);
        }
    }

    pub(crate) fn suppression_mark(&mut self) -> Step {
        let (area, mark, by_oas) = (self.s.flow.area, self.s.flow.mark, self.s.flow.by_oas);
        self.next_mission();
        if mark != Mark::None || by_oas {
            self.terrorize(area);
        }
        match mark {
            Mark::At => {
                self.neutralize_all(area, &[FlnUnit::Front, FlnUnit::Cadre]);
                Ok(())
            }
            Mark::Plus => {
                let label = RollKind::Backfire.at(Side::France, area);
                let psp = self.sum(label, self.r.drm.suppression_plus_dice);
                self.adjust_one(Side::France, -psp, PslCause::Suppression)
            }
            Mark::None => Ok(()),
        }
    }

    /// Population Resettlement (rules 9.27, ruling A-105).
    pub(crate) fn resettle(&mut self, area: Place) -> Step {
        self.begin(Mission::Resettlement, area);
        self.pay_psp(Mission::Resettlement)?;
        self.s.resettled |= area.bit();
        self.tell(Event::Resettled(area));
        self.terrorize(area);
        let label = RollKind::Resettlement.at(Side::Fln, area);
        let psp = self.sum(label, self.r.drm.resettlement_dice);
        self.adjust_one(Side::Fln, psp, PslCause::Resettlement)?;
        let front = FlnBox::ALL.iter().copied().find(|&at| self.s.fln(area, FlnUnit::Front, at) > 0);
        self.next_mission();
        if let Some(at) = front {
            self.s.take_fln(area, FlnUnit::Front, at, 1);
            if self.s.fln_pool(self.r, FlnUnit::Cadre) > 0 {
                self.s.add_fln(area, FlnUnit::Cadre, at, 1);
            }
            let change = FlnChange::Reduced;
            self.tell(Event::Fln { change, place: area, unit: FlnUnit::Cadre, count: 1 });
            self.award_reduction()?;
        }
        Ok(())
    }
}
