//! Combat (charts C.3; rulings ).

use std::ops::ControlFlow;

use crate::algeria::action::{Action, Verb};
use crate::algeria::event::{Event, FlnChange, GovChange};
use crate::algeria::formulas::{air_points, elimination_award, hit_award, is_harass, police_award};
use crate::algeria::label::RollKind;
use crate::algeria::offer::Offer;
use crate::algeria::play::{Play, Step};
use crate::algeria::rules::Rules;
use crate::algeria::state::State;
use crate::algeria::types::{FlnBox, FlnUnit, GovBox, GovUnit};
use crate::algeria::words::Node;
use crate::dice::Dice;
use crate::{Side, Sink};

/// True if there are counters for the units that this many Fronts and Faileks are reduced to, in whichever order units take
/// hits (ruling A-11): eliminating a unit first would free a counter.
fn counters_for(r: &Rules, s: &State, [fronts, faileks]: [u8; 2]) -> bool {
    (fronts <= s.fln_pool(r, FlnUnit::Cadre)) & (faileks <= s.fln_pool(r, FlnUnit::Band))
}

/// The class of FLN units that takes the next hit if there is no choice, and whether there are others.
fn first_taker(s: &State) -> (Option<(FlnUnit, bool)>, bool) {
    let mut first = None;
    for &unit in FlnUnit::ALL {
        for neutralized in [false, true] {
            if s.flow.fln[unit.index()][usize::from(neutralized)] > 0 {
                if first.is_some() {
                    return (first, true);
                }
                first = Some((unit, neutralized));
            }
        }
    }
    (first, false)
}

#[inline(always)]
pub(crate) fn offer_air_points(r: &Rules, s: &State, out: &mut Offer) {
    out.numbers(Verb::Count, 0, air_points(r, s));
}

pub(crate) fn offer_fln_loss(_: &Rules, s: &State, out: &mut Offer) {
    out.listing(|f| {
        for &unit in FlnUnit::ALL {
            for neutralized in [false, true] {
                if s.flow.fln[unit.index()][usize::from(neutralized)] > 0 {
                    f(Action::Hit(unit, neutralized))?;
                }
            }
        }
        ControlFlow::Continue(())
    });
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// The FLN fires with everything involved, at full strength (ruling A-84), and splits the PSP of its hits.
    pub(crate) fn fln_fire(&mut self) -> Step {
        let area = self.s.flow.area;
        let firepower = FlnUnit::ALL
            .iter()
            .map(|&unit| {
                let [active, neutralized] = self.s.flow.fln[unit.index()];
                u16::from(active + neutralized) * u16::from(self.r.fln[unit.index()].firepower)
            })
            .sum();
        let die = self.d6(RollKind::Fire.at(Side::Fln, area));
        let hits = self.r.crt.hits(firepower, die);
        self.s.flow.hits = [hits, 0];
        self.tell(Event::Fire { side: Side::Fln, area, firepower, hits });
        let mobile = !(is_harass(self.s) && self.s.flow.target.0 == GovUnit::Police);
        let points = if mobile { hit_award(self.r, hits) } else { 0 };
        self.split(Side::Fln, points, Node::AirPoints);
        Ok(())
    }

    /// Applies a hit to a unit; others may follow.
    pub(crate) fn take_hit(&mut self, unit: FlnUnit, neutralized: bool) -> Step {
        self.s.flow.left -= 1;
        self.lose(unit, neutralized, false)?;
        self.take_hits()
    }

    /// The Government adds the dice of its Air Points and fires.
    pub(crate) fn france_fire(&mut self, air_points: u8) -> Step {
        let area = self.s.flow.area;
        let mut firepower = self.s.flow.firepower;
        if air_points > 0 {
            self.s.available[0] -= air_points;
            self.tell(Event::AirPoints(air_points));
            let dice = air_points * self.r.crt.air_point_dice;
            firepower += self.sum(RollKind::AirPoint.at(Side::France, area), dice) as u16;
        }
        let die = self.d6(RollKind::Fire.at(Side::France, area));
        let hits = self.r.crt.hits(firepower, die);
        self.s.flow.hits[1] = hits;
        self.s.flow.left = hits;
        self.tell(Event::Fire { side: Side::France, area, firepower, hits });
        self.take_hits()
    }

    /// The FLN takes its hits one by one; it decides only where it has a choice (ruling A-86).
    fn take_hits(&mut self) -> Step {
        loop {
            let flow = &self.s.flow;
            let [fronts, faileks] =
                [FlnUnit::Front, FlnUnit::Failek].map(|unit| flow.fln[unit.index()].iter().sum());
            let covers = flow.left >= flow.involved() + fronts + faileks
                && counters_for(self.r, self.s, [fronts, faileks]);
            let (first, several) = first_taker(self.s);
            let Some((unit, neutralized)) = first.filter(|_| flow.left > 0) else {
                self.s.flow.left = 0;
                self.go_to(Node::CombatAward);
                return Ok(());
            };
            if several && !covers {
                self.go_to(Node::FlnLoss);
                return Ok(());
            }
            self.s.flow.left -= 1;
            self.lose(unit, neutralized, false)?;
        }
    }

    /// The Government's award for units eliminated (ruling A-87).
    pub(crate) fn combat_award(&mut self) -> Step {
        let points = elimination_award(self.r, self.s.flow.eliminated);
        self.s.flow.eliminated = 0;
        self.split(Side::France, points, Node::CombatNeutralize);
        Ok(())
    }

    /// The side that took more hits is neutralized (charts C.3, ruling A-88).
    pub(crate) fn combat_neutralize(&mut self) -> Step {
        let area = self.s.flow.area;
        let [by_fln, by_government] = self.s.flow.hits;
        self.go_to(Node::CombatEnd);
        if by_fln > by_government {
            if is_harass(self.s) {
                return self.neutralize_target();
            }
            for unit in GovUnit::MOBILE {
                let count = self.s.flow.gov[unit.index()];
                if count > 0 {
                    self.s.shift_gov(area, unit, GovBox::Oc, GovBox::Neutralized, count);
                    self.tell(Event::Gov { change: GovChange::Neutralized, area, unit, count });
                }
            }
        } else if by_government > by_fln {
            for &unit in FlnUnit::ALL {
                let count = std::mem::take(&mut self.s.flow.fln[unit.index()][0]);
                if count > 0 {
                    self.s.flow.fln[unit.index()][1] += count;
                    self.s.shift_fln(area, unit, FlnBox::Oc, FlnBox::Neutralized, count);
                    self.tell(Event::Fln { change: FlnChange::Neutralized, place: area, unit, count });
                }
            }
        }
        Ok(())
    }

    /// Neutralizes the target of a Harass; Police neutralized this way earn PSP (rulings ).
    fn neutralize_target(&mut self) -> Step {
        let area = self.s.flow.area;
        let (unit, at) = self.s.flow.target;
        if at == GovBox::Neutralized {
            return Ok(());
        }
        if unit == GovUnit::Police {
            let police = self.neutralize_police(area, 1);
            self.split(Side::Fln, police_award(self.r, police), Node::CombatEnd);
        } else {
            self.s.shift_gov(area, unit, at, GovBox::Neutralized, 1);
            self.tell(Event::Gov { change: GovChange::Neutralized, area, unit, count: 1 });
        }
        Ok(())
    }

    /// Ends a combat: continues with a React to a Harass, or the end of the mission.
    pub(crate) fn combat_end(&mut self) -> Step {
        if is_harass(self.s) {
            // The target is no longer needed; a React fires with its own units.
            self.s.flow.firepower = 0;
            self.react_or_end();
        } else {
            self.go_to(Node::MissionEnd);
        }
        Ok(())
    }
}
