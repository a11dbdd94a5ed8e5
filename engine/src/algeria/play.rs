//! Routines that every phase uses.

use super::action::Verb;
use super::event::{ApCause, Event, FlnChange, PslCause};
use super::formulas::{mission_cost, reduction_award, victory_level};
use super::offer::Offer;
use super::rules::{Rules, SuccessTable};
use super::state::State;
use super::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mark, Mission, Place, VictoryLevel};
use super::words::{Node, Phase};
use crate::dice::{Dice, Label};
use crate::{Side, Sink};

/// The game has ended: nothing more is carried out.
#[derive(Debug)]
pub(crate) struct Ended;

/// The result of a step of play.
pub(crate) type Step = Result<(), Ended>;

/// A game in play.
pub(crate) type Play<'a, D, S> = crate::machine::Play<'a, super::Algeria, D, S>;

/// The side that splits PSP.
#[inline(always)]
pub(crate) fn splitter(s: &State) -> Side {
    s.flow.splitter
}

/// Offers the ways to split PSP (ruling A-67).
#[inline]
pub(crate) fn offer_split(_: &Rules, s: &State, out: &mut Offer) {
    out.numbers(Verb::Split, 0, s.flow.split);
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    #[inline]
    pub(crate) fn go_to(&mut self, node: Node) {
        self.s.flow.node = node;
    }

    /// Starts a new phase and re-keys the dice.
    pub(crate) fn enter(&mut self, phase: Phase) {
        self.s.flow.phase = phase as u8;
        self.dice.rekey(self.s.turn, phase as u8);
        self.tell(Event::Phase { turn: self.s.turn, phase });
    }

    /// Rolls one die.
    #[inline]
    pub(crate) fn d6(&mut self, label: Label) -> u8 {
        self.dice.d6(label)
    }

    /// Rolls dice and returns their sum.
    #[inline]
    pub(crate) fn sum(&mut self, label: Label, dice: u8) -> i16 {
        self.dice.sum_d6(label, dice) as i16
    }

    /// Rolls on a Mission Success Table.
    pub(crate) fn succeed(
        &mut self,
        table: &SuccessTable,
        label: Label,
        drm: i16,
        mission: Mission,
        place: Place,
    ) -> (u8, Mark) {
        let roll = i16::from(self.d6(label)) + drm;
        let (number, mark) = table.result(roll);
        self.tell(Event::Result { mission, place, roll, number, mark });
        (number, mark)
    }

    /// Changes both PSLs under one rule (rules 2.3, 12.1, 12.2; rulings ): any excess over the top comes off the
    /// other side, then defeat is checked.
    pub(crate) fn adjust(&mut self, fln: i16, gov: i16, cause: PslCause) -> Step {
        let max = self.r.psl_max;
        let (raw_fln, raw_gov) = (i16::from(self.s.psl[0]) + fln, i16::from(self.s.psl[1]) + gov);
        let now_fln = raw_fln.min(max) - (raw_gov - max).max(0);
        let now_gov = raw_gov.min(max) - (raw_fln - max).max(0);
        debug_assert!(now_fln > 0 || now_gov > 0, "both PSLs at 0 (ruling A-7): {fln} {gov} {cause}");
        let now = [now_fln.max(0) as u8, now_gov.max(0) as u8];
        let before = self.s.psl;
        self.s.psl = now;
        for (side, delta) in [(Side::Fln, fln), (Side::France, gov)] {
            if delta != 0 || before[side as usize] != now[side as usize] {
                self.tell(Event::Psl { side, delta, now: now[side as usize], cause });
            }
        }
        if now_gov <= 0 {
            self.win(Side::Fln)
        } else if now_fln <= 0 {
            self.win(Side::France)
        } else {
            Ok(())
        }
    }

    /// Changes one PSL.
    #[inline(always)]
    pub(crate) fn adjust_one(&mut self, side: Side, delta: i16, cause: PslCause) -> Step {
        match side {
            _ if delta <= 0 => self.lower(side, -delta, cause),
            Side::Fln => self.adjust(delta, 0, cause),
            Side::France => self.adjust(0, delta, cause),
        }
    }

    /// Lowers one PSL; nothing exceeds the top then.
    #[inline]
    fn lower(&mut self, side: Side, points: i16, cause: PslCause) -> Step {
        let now = (i16::from(self.s.psl[side as usize]) - points).max(0) as u8;
        self.s.psl[side as usize] = now;
        if points != 0 {
            self.tell(Event::Psl { side, delta: -points, now, cause });
        }
        if now == 0 { self.win(side.other()) } else { Ok(()) }
    }

    /// Ends the game (rules 12.2).
    #[cold]
    #[inline(never)]
    pub(crate) fn win(&mut self, winner: Side) -> Step {
        let level = victory_level(self.r, i16::from(self.s.psl[winner as usize]));
        self.win_by(winner, level)
    }

    /// Ends the game with this level of victory.
    pub(crate) fn win_by(&mut self, winner: Side, level: VictoryLevel) -> Step {
        self.tell(Event::Over { winner, level });
        self.s.flow = super::flow::Flow {
            node: Node::Over,
            phase: self.s.flow.phase,
            winner,
            ..super::flow::Flow::default()
        };
        Err(Ended)
    }

    /// Changes the AP of the FLN; any excess over the track is lost (ruling A-8).
    pub(crate) fn change_ap(&mut self, delta: i16, cause: ApCause) {
        if delta != 0 {
            self.s.ap = (i16::from(self.s.ap) + delta).clamp(0, i16::from(self.r.ap_max)) as u8;
            self.tell(Event::Ap { delta, now: self.s.ap, cause });
        }
    }

    /// Pays for a Government mission, which must be affordable (ruling A-9).
    pub(crate) fn pay_psp(&mut self, mission: Mission) -> Step {
        let cost = i16::from(mission_cost(self.r, mission));
        self.adjust_one(Side::France, -cost, PslCause::MissionCost)
    }

    /// Lets `side` split `points` PSP: a decision unless there are none (ruling A-67).
    pub(crate) fn split(&mut self, side: Side, points: u8, after: Node) {
        let flow = &mut self.s.flow;
        if points == 0 {
            flow.node = after;
        } else {
            flow.splitter = side;
            flow.split = points;
            flow.after = after;
            flow.node = Node::Split;
        }
    }

    #[inline(always)]
    pub(crate) fn split_psp(&mut self, own: u8) -> Step {
        let flow = &mut self.s.flow;
        let (own, other) = (i16::from(own), i16::from(flow.split - own));
        let (side, after) = (flow.splitter, flow.after);
        flow.split = 0;
        flow.node = after;
        flow.after = Node::TurnStart;
        let cause = match (side, after) {
            (Side::France, _) => PslCause::Eliminated,
            (Side::Fln, Node::MissionMark) if self.s.flow.mission == Mission::Strike => PslCause::Strike,
            (Side::Fln, Node::MissionMark) => PslCause::Propaganda,
            (Side::Fln, Node::AirPoints) => PslCause::Hits,
            (Side::Fln, _) => PslCause::Police,
        };
        match side {
            Side::Fln => self.adjust(own, -other, cause),
            Side::France => self.adjust(-other, own, cause),
        }
    }

    /// An involved FLN unit takes a loss: it is eliminated, or reduced if it is a Front or Failek (charts C.3, C.6; rulings
    /// `whole` eliminates a Failek at once (a failed Move, ruling A-73).
    pub(crate) fn lose(&mut self, unit: FlnUnit, neutralized: bool, whole: bool) -> Step {
        let area = self.s.flow.area;
        let flag = usize::from(neutralized);
        let at = if neutralized { FlnBox::Neutralized } else { FlnBox::Oc };
        self.s.flow.fln[unit.index()][flag] -= 1;
        if area == Place::FRANCE {
            self.s.set_cadre_in_france(false);
        } else {
            self.s.take_fln(area, unit, at, 1);
        }
        let smaller = match unit {
            FlnUnit::Front => FlnUnit::Cadre,
            FlnUnit::Failek if !whole => FlnUnit::Band,
            FlnUnit::Failek | FlnUnit::Cadre | FlnUnit::Band => {
                self.s.flow.eliminated += 1;
                self.tell(Event::Fln { change: FlnChange::Eliminated, place: area, unit, count: 1 });
                return Ok(());
            }
        };
        if self.s.fln_pool(self.r, smaller) > 0 {
            self.s.add_fln(area, smaller, at, 1);
            self.s.flow.fln[smaller.index()][flag] += 1;
        }
        self.tell(Event::Fln { change: FlnChange::Reduced, place: area, unit: smaller, count: 1 });
        self.award_reduction()
    }

    /// Adjusts both PSLs for a unit reduced.
    pub(crate) fn award_reduction(&mut self) -> Step {
        let [fln, gov] = reduction_award(self.r).map(i16::from);
        self.adjust(-fln, gov, PslCause::Reduced)
    }

    /// Places a Terror marker if there is none (rules 11.5).
    pub(crate) fn terrorize(&mut self, area: Place) {
        if self.s.terror & area.bit() == 0 {
            self.s.terror |= area.bit();
            self.tell(Event::Terror { area, placed: true });
        }
    }

    /// Neutralizes Police in an area; returns how many there were to neutralize.
    pub(crate) fn neutralize_police(&mut self, area: Place, at_most: u8) -> u8 {
        let count = self.s.gov(area, GovUnit::Police, GovBox::Ptl).min(at_most);
        if count > 0 {
            self.s.shift_gov(area, GovUnit::Police, GovBox::Ptl, GovBox::Neutralized, count);
            self.tell(Event::Gov {
                change: super::event::GovChange::Neutralized,
                area,
                unit: GovUnit::Police,
                count,
            });
        }
        count
    }
}
