//! Random Events Phase (rules 5, charts C.1 and C.2; rulings ).

use crate::algeria::action::Action;
use crate::algeria::classes::{
    ACTIVE, active_classes, fln_class_number, gov_class_number, gov_classes, ordered,
};
use crate::algeria::event::{ApCause, Event, FlnChange, GovChange, PslCause};
use crate::algeria::label::RollKind;
use crate::algeria::offer::Offer;
use crate::algeria::play::{Play, Step};
use crate::algeria::rules::Rules;
use crate::algeria::state::{ALGERIA, State};
use crate::algeria::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Place, RandomEvent};
use crate::algeria::words::{Node, Phase};
use crate::dice::Dice;
use crate::{Side, Sink};

/// The side that benefits from the UN debate: the one with the higher PSL, or the FLN on a tie (ruling A-24).
pub(crate) fn un_leader(s: &State) -> Side {
    if s.psl[1] > s.psl[0] { Side::France } else { Side::Fln }
}

/// The wilayas with an FLN unit that is not neutralized.
fn purgeable(r: &Rules, s: &State) -> impl Iterator<Item = u8> {
    let active = s.fln_in(&ACTIVE);
    r.wilaya.iter().zip(0u8..).filter(move |(areas, _)| *areas & active != 0).map(|(_, wilaya)| wilaya)
}

/// The Army units that NATO may take.
const ARMY: &[GovUnit] = &[
    GovUnit::Concentrated,
    GovUnit::Dispersed,
    GovUnit::French,
    GovUnit::Elite,
    GovUnit::Algerian,
    GovUnit::Police,
];
pub(crate) fn offer_un_debate(_: &Rules, _: &State, out: &mut Offer) {
    out.listing(|f| {
        f(Action::RaiseFln)?;
        f(Action::LowerFrance)
    });
}

pub(crate) fn offer_purge_wilaya(r: &Rules, s: &State, out: &mut Offer) {
    out.listing(|f| purgeable(r, s).try_for_each(|wilaya| f(Action::Purge(wilaya))));
}

pub(crate) fn offer_purge_unit(r: &Rules, s: &State, out: &mut Offer) {
    let classes = active_classes(s, r.wilaya[usize::from(s.flow.cursor2)]);
    out.listing(|f| {
        ordered(classes, s.flow.cursor, s.flow.left, |(place, unit, at)| {
            f(Action::Neutralize(place, unit, at))
        })
    });
}

pub(crate) fn offer_nato_unit(r: &Rules, s: &State, out: &mut Offer) {
    out.listing(|f| {
        gov_classes(s, ARMY)
            .filter(|(_, (_, unit, _), _)| r.counter[unit.counter().index()].brigades > 0)
            .try_for_each(|(_, (area, unit, at), _)| f(Action::Remove(area, unit, at)))
    });
}

pub(crate) fn offer_suez_unit(_: &Rules, s: &State, out: &mut Offer) {
    out.elites(s, s.flow.left);
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Starts a turn: ends one-turn effects, then rolls for the Random Events Phase (ruling A-31).
    #[inline(never)]
    pub(crate) fn begin_turn(&mut self) -> Step {
        self.s.turn += 1;
        self.s.flow =
            crate::algeria::flow::Flow { node: Node::OasRoll, ..crate::algeria::flow::Flow::default() };
        self.enter(Phase::RandomEvents);
        self.s.done = [0; 5];
        self.s.jealousy = false;
        self.s.amnesty = false;
        self.s.nato = [0; GovType::ALL.len()];
        self.s.suez_back = self.s.suez != [0; crate::algeria::types::AREAS];
        self.s.ready_abroad();
        if self.r.options.deterministic_independence && !self.s.independent {
            let die = self.d6(RollKind::IndependenceCheck.plain());
            if u16::from(die) <= self.s.turn {
                self.independence()?;
            }
        }
        let tens = self.d6(RollKind::EventTens.plain());
        let units = self.d6(RollKind::EventUnits.plain());
        let event = self.r.events[usize::from((tens - 1) * 6 + units - 1)];
        let barred = self.r.bars.events & 1 << event.index() != 0;
        self.random_event(if barred { RandomEvent::None } else { event })
    }

    fn random_event(&mut self, event: RandomEvent) -> Step {
        self.tell(Event::Random(event));
        let figures = self.r.event;
        match event {
            RandomEvent::None => Ok(()),
            RandomEvent::ForeignArms => {
                let dice = self.sum(RollKind::ForeignArms.by(Side::Fln), figures.foreign_arms_dice);
                let naval = i16::from(self.s.points[2]) * i16::from(self.r.income.naval);
                self.change_ap((dice - naval).max(0), ApCause::RandomEvent);
                Ok(())
            }
            RandomEvent::Jealousy => {
                self.s.jealousy = true;
                Ok(())
            }
            RandomEvent::Elections => {
                let sum = self.sum(RollKind::Elections.by(Side::France), 2);
                let dice = self.r.coup.rows[sum as usize].psp_dice;
                let psp = self.sum(RollKind::ElectionsPsp.by(Side::France), dice.unsigned_abs());
                self.adjust_one(Side::France, psp * i16::from(dice.signum()), PslCause::RandomEvent)
            }
            RandomEvent::UnDebate => {
                self.go_to(Node::UnDebate);
                Ok(())
            }
            RandomEvent::FactionalPurge => {
                if purgeable(self.r, self.s).next().is_some() {
                    self.go_to(Node::PurgeWilaya);
                }
                Ok(())
            }
            RandomEvent::Independence if self.s.independent => {
                let die = self.d6(RollKind::IndependenceAp.by(Side::Fln));
                let (number, _) = self.r.mst_fln.result(i16::from(die));
                self.change_ap(i16::from(number), ApCause::RandomEvent);
                Ok(())
            }
            RandomEvent::Independence => self.independence(),
            RandomEvent::Nato => {
                let asked = self.sum(RollKind::Nato.by(Side::France), figures.nato_dice) as u8;
                self.nato(asked);
                Ok(())
            }
            RandomEvent::Suez => {
                self.suez();
                Ok(())
            }
            RandomEvent::Amnesty => {
                self.s.amnesty = true;
                Ok(())
            }
            RandomEvent::Sartre => {
                self.adjust_one(Side::France, -i16::from(figures.sartre), PslCause::RandomEvent)
            }
        }
    }

    /// Morocco and Tunisia become independent: each side rolls for its PSL (ruling A-26).
    fn independence(&mut self) -> Step {
        self.s.independent = true;
        self.tell(Event::Independence);
        let dice = self.r.event.independence_dice;
        let fln = self.sum(RollKind::IndependencePsp.by(Side::Fln), dice);
        let gov = self.sum(RollKind::IndependencePsp.by(Side::France), dice);
        self.adjust(fln, gov, PslCause::RandomEvent)
    }

    /// NATO takes brigades; if it takes all of them, there is no choice (ruling A-27).
    fn nato(&mut self, asked: u8) {
        let brigades = |s: &State| -> u16 {
            GovType::ALL
                .iter()
                .map(|&c| u16::from(s.gov_total(c)) * u16::from(self.r.counter[c.index()].brigades))
                .sum()
        };
        let there = brigades(self.s);
        if there == 0 || asked == 0 {
            return;
        }
        if there > u16::from(asked) {
            self.s.flow.left = asked;
            self.go_to(Node::NatoUnit);
            return;
        }
        for &unit in ARMY {
            if self.r.counter[unit.counter().index()].brigades > 0 {
                for area in Place::each(ALGERIA) {
                    for &at in GovBox::ALL {
                        self.leave_for_nato(area, unit, at, self.s.gov(area, unit, at));
                    }
                }
            }
        }
    }

    fn leave_for_nato(&mut self, area: Place, unit: GovUnit, at: GovBox, count: u8) {
        if count > 0 {
            self.s.take_gov(area, unit, at, count);
            self.s.nato[unit.counter().index()] += count;
            self.tell(Event::Gov { change: GovChange::Nato, area, unit, count });
        }
    }

    /// Elite brigades leave for Suez, once per game, in scenario 1954 only (ruling A-28).
    fn suez(&mut self) {
        if self.s.suez_used {
            return;
        }
        self.s.suez_used = true;
        let asked = self.sum(RollKind::Suez.by(Side::France), self.r.event.suez_dice) as u8;
        if self.s.gov_total(GovType::Elite) > asked {
            self.s.flow.left = asked;
            self.s.flow.cursor = 0;
            self.go_to(if asked > 0 { Node::SuezUnit } else { Node::OasRoll });
            return;
        }
        for area in Place::each(ALGERIA) {
            for &at in GovBox::ALL {
                self.leave_for_suez(area, at, self.s.gov(area, GovUnit::Elite, at));
            }
        }
    }

    fn leave_for_suez(&mut self, area: Place, at: GovBox, count: u8) {
        if count > 0 {
            self.s.take_gov(area, GovUnit::Elite, at, count);
            self.s.suez[area.index()] += count;
            self.tell(Event::Gov { change: GovChange::ToSuez, area, unit: GovUnit::Elite, count });
        }
    }

    fn neutralize_fln(&mut self, place: Place, unit: FlnUnit, at: FlnBox, count: u8) {
        if count > 0 {
            self.s.shift_fln(place, unit, at, at.neutralized(), count);
            self.tell(Event::Fln { change: FlnChange::Neutralized, place, unit, count });
        }
    }

    /// Neutralizes all active FLN units of these types in an area.
    pub(crate) fn neutralize_all(&mut self, place: Place, units: &[FlnUnit]) {
        for &unit in units {
            for at in ACTIVE {
                self.neutralize_fln(place, unit, at, self.s.fln(place, unit, at));
            }
        }
    }

    /// The leader uses the UN debate (ruling A-24).
    pub(crate) fn un_debate(&mut self, side: Side, sign: i16) -> Step {
        let leader = un_leader(self.s);
        let psp = self.sum(RollKind::UnDebate.by(leader), self.r.event.un_debate_dice);
        self.go_to(Node::OasRoll);
        self.adjust_one(side, sign * psp, PslCause::RandomEvent)
    }

    pub(crate) fn purge_wilaya(&mut self, wilaya: u8) {
        let number = self.sum(RollKind::Purge.by(Side::France), self.r.event.purge_dice) as u8;
        let areas = self.r.wilaya[usize::from(wilaya)];
        let there: u16 = active_classes(self.s, areas).map(|(_, _, count)| u16::from(count)).sum();
        if there > u16::from(number) {
            let flow = &mut self.s.flow;
            (flow.cursor2, flow.left, flow.cursor) = (wilaya, number, 0);
            self.go_to(if number > 0 { Node::PurgeUnit } else { Node::OasRoll });
        } else {
            for area in Place::each(areas) {
                self.neutralize_all(area, FlnUnit::ALL);
            }
            self.go_to(Node::OasRoll);
        }
    }

    pub(crate) fn purge_unit(&mut self, place: Place, unit: FlnUnit, at: FlnBox) {
        if self.neutralize_next(place, unit, at) {
            self.go_to(Node::OasRoll);
        }
    }

    /// Neutralizes a unit of an ordered pick; true if it was the last one.
    pub(crate) fn neutralize_next(&mut self, place: Place, unit: FlnUnit, at: FlnBox) -> bool {
        self.neutralize_fln(place, unit, at, 1);
        self.s.flow.cursor = fln_class_number(place, unit, at);
        self.s.flow.left -= 1;
        self.s.flow.left == 0
    }

    pub(crate) fn nato_unit(&mut self, area: Place, unit: GovUnit, at: GovBox) {
        self.leave_for_nato(area, unit, at, 1);
        let brigades = self.r.counter[unit.counter().index()].brigades;
        self.s.flow.left = self.s.flow.left.saturating_sub(brigades);
        let any = gov_classes(self.s, ARMY)
            .any(|(_, (_, unit, _), _)| self.r.counter[unit.counter().index()].brigades > 0);
        if self.s.flow.left == 0 || !any {
            self.go_to(Node::OasRoll);
        }
    }

    pub(crate) fn suez_unit(&mut self, area: Place, at: GovBox) {
        self.leave_for_suez(area, at, 1);
        self.s.flow.cursor = gov_class_number(area, GovUnit::Elite, at);
        self.s.flow.left -= 1;
        if self.s.flow.left == 0 {
            self.go_to(Node::OasRoll);
        }
    }

    /// Rolls for control of the OAS this turn (rules 11.3, ruling A-33).
    pub(crate) fn oas_roll(&mut self) -> Step {
        if self.s.oas.controller.is_some() {
            self.roll_for_oas();
        }
        self.go_to(Node::Reinforce);
        Ok(())
    }

    pub(crate) fn roll_for_oas(&mut self) {
        let die = self.d6(RollKind::Oas.plain());
        let side = if die <= self.r.oas.fln_die { Side::Fln } else { Side::France };
        self.s.oas.controller = Some(side);
        self.tell(Event::OasController(side));
    }
}
