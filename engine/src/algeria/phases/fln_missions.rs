//! Operations Phase: the FLN's missions (rules 8, 9.1; charts A.2; rulings ).

use std::ops::ControlFlow;

use crate::algeria::action::{Action, Verb};
use crate::algeria::classes::Visit;
use crate::algeria::event::{ApCause, Event, FlnChange, PslCause};
use crate::algeria::flow::Flow;
use crate::algeria::formulas::{self, harasses, in_operations, movers, payable_by_fln, raids, reach};
use crate::algeria::label::RollKind;
use crate::algeria::offer::{Offer, any};
use crate::algeria::play::{Play, Step};
use crate::algeria::rules::Rules;
use crate::algeria::state::State;
use crate::algeria::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mark, Mask, Mission, Place};
use crate::algeria::words::{Node, Phase};
use crate::dice::Dice;
use crate::{Side, Sink};

/// The FLN's missions must be consecutive, and so must the verbs that choose them.
const _: () = assert!(
    Mission::Propaganda as u8 == 0
        && Mission::Harass as u8 == 4
        && Verb::Harass as u8 == Verb::Propaganda as u8 + 4
);

/// Where Propaganda is possible now.
#[inline(always)]
fn propaganda(r: &Rules, s: &State) -> Mask {
    formulas::propaganda(r, s, in_operations(s, FlnUnit::Front) | in_operations(s, FlnUnit::Cadre))
}

/// Where a Strike is possible now.
#[inline(always)]
fn strikes(r: &Rules, s: &State) -> Mask {
    formulas::strikes(r, s, in_operations(s, FlnUnit::Front))
}

/// True if the FLN may tell the Government to act: the side that decided last did not pass (ruling A-59).
#[inline(always)]
pub(crate) fn may_tell(s: &State) -> bool {
    s.flow.passes == 0
}

#[inline(always)]
pub(crate) fn offer_fln_operation(r: &Rules, s: &State, out: &mut Offer) {
    let movers = FlnUnit::MOBILE.iter().fold(0, |all, &unit| all | movers(s, unit));
    let missions = any([propaganda(r, s), strikes(r, s), movers, raids(r, s), harasses(s)]);
    out.singles_from(Verb::Propaganda, missions & payable_by_fln(r, s));
    out.single_if(Verb::Tell, may_tell(s));
    out.single(Verb::Pass);
}

#[inline(always)]
pub(crate) fn offer_propaganda(r: &Rules, s: &State, out: &mut Offer) {
    let places = propaganda(r, s);
    let cadres = in_operations(s, FlnUnit::Cadre) | Place::FRANCE.bit();
    let fronts = in_operations(s, FlnUnit::Front) & places;
    out.pairs(Verb::With, [(FlnUnit::Front, fronts), (FlnUnit::Cadre, cadres & places)]);
}

#[inline(always)]
pub(crate) fn offer_strike(r: &Rules, s: &State, out: &mut Offer) {
    out.places(Verb::In, strikes(r, s));
}

/// Offers `least` to all units of a type in the area's Operations box.
#[inline(always)]
fn offer_count(s: &State, unit: FlnUnit, least: bool, out: &mut Offer) {
    out.numbers(Verb::Count, u8::from(least), s.fln(s.flow.area, unit, FlnBox::Ops));
}

#[inline(always)]
pub(crate) fn offer_strike_cadres(_: &Rules, s: &State, out: &mut Offer) {
    offer_count(s, FlnUnit::Cadre, false, out);
}

#[inline(always)]
pub(crate) fn offer_move(_: &Rules, s: &State, out: &mut Offer) {
    out.pairs(Verb::With, FlnUnit::MOBILE.map(|unit| (unit, movers(s, unit))));
}

#[inline(always)]
pub(crate) fn offer_move_to(r: &Rules, s: &State, out: &mut Offer) {
    out.places(Verb::To, reach(r, s, s.flow.area));
}

#[inline(always)]
pub(crate) fn offer_raid(r: &Rules, s: &State, out: &mut Offer) {
    out.places(Verb::In, raids(r, s));
}

#[inline(always)]
pub(crate) fn offer_raid_bands(_: &Rules, s: &State, out: &mut Offer) {
    let alone = s.fln(s.flow.area, FlnUnit::Failek, FlnBox::Ops) == 0;
    offer_count(s, FlnUnit::Band, alone, out);
}

#[inline(always)]
pub(crate) fn offer_raid_faileks(_: &Rules, s: &State, out: &mut Offer) {
    let none_yet = s.flow.fln[FlnUnit::Band.index()][0] == 0;
    offer_count(s, FlnUnit::Failek, none_yet, out);
}

pub(crate) fn offer_raid_hit(_: &Rules, _: &State, out: &mut Offer) {
    out.listing(|f| {
        f(Action::Hit(FlnUnit::Band, false))?;
        f(Action::Hit(FlnUnit::Failek, false))
    });
}

#[inline(always)]
pub(crate) fn offer_harass(_: &Rules, s: &State, out: &mut Offer) {
    let places = harasses(s);
    out.pairs(
        Verb::With,
        [FlnUnit::Band, FlnUnit::Failek].map(|unit| (unit, in_operations(s, unit) & places)),
    );
}

#[inline(always)]
pub(crate) fn offer_harass_bands(_: &Rules, s: &State, out: &mut Offer) {
    offer_count(s, FlnUnit::Band, false, out);
}

#[inline(always)]
pub(crate) fn offer_harass_faileks(_: &Rules, s: &State, out: &mut Offer) {
    offer_count(s, FlnUnit::Failek, false, out);
}

pub(crate) fn offer_harass_target(_: &Rules, s: &State, out: &mut Offer) {
    out.listing(|f| targets(s, f));
}

/// The targets of a Harass (ruling A-79).
fn targets(s: &State, f: &mut dyn FnMut(Action) -> Visit) -> Visit {
    for &unit in GovUnit::ALL {
        for &at in GovBox::ALL {
            if (unit != GovUnit::Police || matches!(at, GovBox::Ptl | GovBox::Neutralized))
                && s.gov(s.flow.area, unit, at) > 0
            {
                f(Action::Target(unit, at))?;
            }
        }
    }
    ControlFlow::Continue(())
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Starts the phase; an OAS in a city first suppresses there (rules 8, 11.3; ruling A-61).
    #[inline(never)]
    pub(crate) fn begin_operations(&mut self) {
        self.enter(Phase::Operations);
        self.s.flow.passes = 0;
        self.go_to(Node::FlnOperation);
        if let Some(city) = self.s.oas.place
            && city.is_area()
            && self.s.oas.controller.is_some()
        {
            self.begin(Mission::Suppression, city);
            self.s.flow.by_oas = true;
            self.suppress(0);
        }
    }

    /// Begins a mission.
    pub(crate) fn begin(&mut self, mission: Mission, place: Place) {
        self.s.flow.clear_mission(mission, place);
        self.tell(Event::Mission { mission, place });
    }

    fn begin_fln(&mut self, mission: Mission, place: Place) {
        self.begin(mission, place);
        self.change_ap(-i16::from(formulas::mission_cost(self.r, mission)), ApCause::MissionCost);
    }

    /// Commits units: they move from Operations to Operations Completed, where they end up anyway.
    fn take_part(&mut self, unit: FlnUnit, count: u8) {
        if count > 0 {
            self.s.shift_fln(self.s.flow.area, unit, FlnBox::Ops, FlnBox::Oc, count);
            self.s.flow.fln[unit.index()][0] += count;
        }
    }

    /// The FLN tells the Government to act (rules 8).
    pub(crate) fn tell_government(&mut self, next: Node) {
        self.tell(Event::Passed { side: Side::Fln, told: true });
        self.go_to(next);
    }

    pub(crate) fn begin_strike(&mut self, area: Place) {
        self.begin_fln(Mission::Strike, area);
        self.s.set_done(Mission::Strike, area);
        self.take_part(FlnUnit::Front, 1);
        self.go_to(Node::StrikeCadres);
    }

    pub(crate) fn begin_move(&mut self, from: Place, unit: FlnUnit) {
        self.begin_fln(Mission::Move, from);
        self.s.flow.unit = unit;
        self.go_to(Node::MoveTo);
    }

    pub(crate) fn begin_raid(&mut self, area: Place) {
        self.begin_fln(Mission::Raid, area);
        self.s.set_done(Mission::Raid, area);
        let bands = self.s.fln(area, FlnUnit::Band, FlnBox::Ops) > 0;
        self.go_to(if bands { Node::RaidBands } else { Node::RaidFaileks });
    }

    pub(crate) fn raid_bands(&mut self, bands: u8) {
        self.take_part(FlnUnit::Band, bands);
        if self.s.fln(self.s.flow.area, FlnUnit::Failek, FlnBox::Ops) > 0 {
            self.go_to(Node::RaidFaileks);
        } else {
            self.raid();
        }
    }

    pub(crate) fn raid_faileks(&mut self, faileks: u8) {
        self.take_part(FlnUnit::Failek, faileks);
        self.raid();
    }

    pub(crate) fn raid_hit(&mut self, unit: FlnUnit) {
        self.neutralize_raider(unit);
        self.go_to(Node::MarkAward);
    }

    pub(crate) fn begin_harass(&mut self, area: Place, unit: FlnUnit) {
        self.begin_fln(Mission::Harass, area);
        self.take_part(unit, 1);
        self.go_to(if unit == FlnUnit::Failek { Node::HarassBands } else { Node::HarassTarget });
    }

    pub(crate) fn harass_bands(&mut self, bands: u8) {
        self.take_part(FlnUnit::Band, bands);
        self.go_to(Node::HarassFaileks);
    }

    pub(crate) fn harass_faileks(&mut self, faileks: u8) {
        self.take_part(FlnUnit::Failek, faileks);
        self.go_to(Node::HarassTarget);
    }

    pub(crate) fn harass_target(&mut self, unit: GovUnit, at: GovBox) {
        let area = self.s.flow.area;
        self.s.flow.target = (unit, at);
        self.s.flow.firepower = formulas::harass_firepower(self.r, unit);
        self.tell(Event::Target { area, unit, at });
        self.go_to(Node::FlnFire);
    }

    /// A side passes; two passes in succession end the phase (rules 8, rulings ).
    pub(crate) fn pass(&mut self, side: Side, next: Node) {
        self.tell(Event::Passed { side, told: false });
        self.s.flow.passes += 1;
        if self.s.flow.passes >= 2 {
            self.s.flow = Flow { node: Node::Interphase, phase: self.s.flow.phase, ..Flow::default() };
        } else {
            self.go_to(next);
        }
    }

    #[inline(always)]
    pub(crate) fn propaganda(&mut self, place: Place, unit: FlnUnit) {
        self.begin_fln(Mission::Propaganda, place);
        self.s.set_done(Mission::Propaganda, place);
        if place == Place::FRANCE {
            self.s.flow.fln[FlnUnit::Cadre.index()][0] = 1;
        } else {
            self.take_part(unit, 1);
        }
        let drm = formulas::propaganda_modifier(self.r, self.s, place);
        let times = formulas::propaganda_times(self.r, place);
        let label = RollKind::Propaganda.at(Side::Fln, place);
        let table = &self.r.mst_fln;
        let (number, mark) = self.succeed(table, label, drm, Mission::Propaganda, place);
        self.s.flow.mark = mark;
        self.split(Side::Fln, number * times, Node::MissionMark);
    }

    pub(crate) fn strike(&mut self, cadres: u8) {
        let area = self.s.flow.area;
        self.take_part(FlnUnit::Cadre, cadres);
        let drm = formulas::strike_modifier(self.r, self.s, area, cadres);
        let label = RollKind::Strike.at(Side::Fln, area);
        let (dice, mark) = self.succeed(&self.r.mst_fln, label, drm, Mission::Strike, area);
        self.s.flow.mark = mark;
        let psp = self.sum(RollKind::StrikePsp.at(Side::Fln, area), dice);
        self.split(Side::Fln, psp as u8, Node::MissionMark);
    }

    #[inline(always)]
    pub(crate) fn move_to(&mut self, to: Place) -> Step {
        let (from, unit) = (self.s.flow.area, self.s.flow.unit);
        let drm = formulas::move_modifier(self.r, self.s, from, to);
        let label = RollKind::Move.at(Side::Fln, to);
        let (_, mark) = self.succeed(&self.r.mst_fln, label, drm, Mission::Move, to);
        self.s.flow.fln[unit.index()][0] = 1;
        let arrived = mark != Mark::Plus;
        self.tell(Event::Moved { from, to, unit, arrived });
        if arrived {
            self.s.take_fln(from, unit, FlnBox::Ops, 1);
            self.s.add_fln(to, unit, FlnBox::Oc, 1);
            self.s.flow.area = to;
        } else {
            self.s.shift_fln(from, unit, FlnBox::Ops, FlnBox::Oc, 1);
            self.lose(unit, false, true)?;
        }
        self.go_to(Node::MarkAward);
        Ok(())
    }

    fn raid(&mut self) {
        let area = self.s.flow.area;
        let units = self.s.flow.involved();
        let drm = formulas::raid_modifier(self.r, self.s, area, units);
        let label = RollKind::Raid.at(Side::Fln, area);
        let (number, mark) = self.succeed(&self.r.mst_fln, label, drm, Mission::Raid, area);
        self.s.flow.mark = mark;
        let times = formulas::raid_times(self.r, area);
        self.change_ap(i16::from(number) * i16::from(times), ApCause::Raid);
        self.go_to(Node::MissionMark);
    }

    fn neutralize_raider(&mut self, unit: FlnUnit) {
        let area = self.s.flow.area;
        self.s.shift_fln(area, unit, FlnBox::Oc, FlnBox::Neutralized, 1);
        self.s.flow.fln[unit.index()][0] -= 1;
        self.s.flow.fln[unit.index()][1] += 1;
        self.tell(Event::Fln { change: FlnChange::Neutralized, place: area, unit, count: 1 });
    }

    /// The mark of Propaganda, Strike or Raid (charts A.2; rulings ).
    pub(crate) fn mission_mark(&mut self) -> Step {
        let (mission, area, mark) = (self.s.flow.mission, self.s.flow.area, self.s.flow.mark);
        self.go_to(Node::MarkAward);
        match (mission, mark) {
            (_, Mark::None) | (Mission::Propaganda, Mark::At) => {}
            (Mission::Propaganda, Mark::Plus) => {
                let front = self.s.flow.fln[FlnUnit::Front.index()][0] > 0;
                self.lose(if front { FlnUnit::Front } else { FlnUnit::Cadre }, false, false)?;
            }
            (Mission::Strike, Mark::Plus) => {
                for _ in 0..self.s.flow.fln[FlnUnit::Cadre.index()][0] {
                    self.lose(FlnUnit::Cadre, false, false)?;
                }
                self.lose(FlnUnit::Front, false, false)?;
            }
            (Mission::Strike, Mark::At) => {
                let police = self.neutralize_police(area, u8::MAX);
                self.split(Side::Fln, formulas::police_award(self.r, police), Node::MarkAward);
            }
            (_, Mark::Plus) => {
                self.terrorize(area);
                let raiders = self.s.flow.fln;
                let bands = raiders[FlnUnit::Band.index()][0];
                if bands > 0 && raiders[FlnUnit::Failek.index()][0] > 0 {
                    self.go_to(Node::RaidHit);
                } else {
                    self.neutralize_raider(if bands > 0 { FlnUnit::Band } else { FlnUnit::Failek });
                }
            }
            (_, Mark::At) => {
                self.terrorize(area);
                let police = self.neutralize_police(area, 1);
                self.split(Side::Fln, formulas::police_award(self.r, police), Node::MarkAward);
            }
        }
        Ok(())
    }

    /// The Government's award for units lost to the mark (ruling A-68), then React.
    pub(crate) fn mark_award(&mut self) {
        let points = formulas::elimination_award(self.r, self.s.flow.eliminated);
        self.s.flow.eliminated = 0;
        let next = self.after_mission();
        self.split(Side::France, points, next);
    }

    fn after_mission(&self) -> Node {
        if formulas::may_react(self.r, self.s) { Node::React } else { Node::MissionEnd }
    }

    /// Goes to a React if one is possible, else to the end of the mission.
    pub(crate) fn react_or_end(&mut self) {
        self.go_to(self.after_mission());
    }

    /// An FLN mission is over: the penalty for a Strike without React, then the FLN goes on (ruling A-70).
    #[inline(always)]
    pub(crate) fn mission_end(&mut self) -> Step {
        let (mission, area, reacted) = (self.s.flow.mission, self.s.flow.area, self.s.flow.reacted);
        self.next_mission();
        if mission == Mission::Strike && !reacted {
            let label = RollKind::StrikePenalty.at(Side::France, area);
            let psp = self.sum(label, self.r.drm.strike_penalty_dice);
            return self.adjust_one(Side::France, -psp, PslCause::NoReact);
        }
        Ok(())
    }

    /// Ends a mission: the FLN chooses again.
    pub(crate) fn next_mission(&mut self) {
        self.s.flow = Flow { node: Node::FlnOperation, phase: self.s.flow.phase, ..Flow::default() };
    }
}
