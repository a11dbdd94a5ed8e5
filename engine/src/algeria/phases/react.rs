//! Units going to a React or a Flush (rules 9.22, 9.23, 11.12; rulings ).

use crate::algeria::action::Verb;
use crate::algeria::candidates::{self, Candidates, flushable, perhaps};
use crate::algeria::event::{Event, FlnChange, GovChange};
use crate::algeria::formulas::{Contact, contacts_up_to};
use crate::algeria::label::RollKind;
use crate::algeria::offer::Offer;
use crate::algeria::play::{Play, Step};
use crate::algeria::rules::Rules;
use crate::algeria::state::State;
use crate::algeria::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mission, Place};
use crate::algeria::words::Node;
use crate::dice::Dice;
use crate::{Side, Sink};

#[inline(always)]
pub(crate) fn offer_react(r: &Rules, s: &State, out: &mut Offer) {
    offer_commit(r, s, 0, false, out);
    out.single(Verb::Done);
}

#[inline(always)]
pub(crate) fn offer_react_more(r: &Rules, s: &State, out: &mut Offer) {
    offer_commit(r, s, s.flow.gov.iter().sum(), false, out);
    out.single(Verb::Go);
}

#[inline(always)]
pub(crate) fn offer_flush(r: &Rules, s: &State, out: &mut Offer) {
    out.places(Verb::In, flushable(r, s));
}

#[inline(always)]
pub(crate) fn offer_flush_unit(r: &Rules, s: &State, out: &mut Offer) {
    let committed = s.flow.gov.iter().sum();
    offer_commit(r, s, committed, true, out);
    out.single_if(Verb::Go, committed > 0);
}

/// Offers the units that may join those committed.
#[inline(always)]
fn offer_commit(r: &Rules, s: &State, committed: u8, flush: bool, out: &mut Offer) {
    let flow = &s.flow;
    let mut candidates = Candidates::default();
    if perhaps(s) {
        let division = s.divisions() & flow.area.bit() != 0;
        let all_elite = committed == flow.gov[GovUnit::Elite.index()];
        // More than one unit: a division is in the area, or all are elite (ruling A-93).
        if committed == 0 || division || all_elite {
            let elite_only = committed > 0 && !division;
            candidates = candidates::candidates(r, s, flow.area, flush, elite_only);
        }
    }
    out.commit(candidates);
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// The first unit Reacts: the Government pays.
    pub(crate) fn react(&mut self, unit: GovUnit, at: GovBox, from: Place, airmobile: bool) -> Step {
        self.commit(unit, at, from, airmobile);
        self.go_to(Node::ReactMore);
        self.pay_psp(Mission::React)
    }

    /// Commits a unit: it goes to Operations Completed in the mission area, where it ends up anyway (ruling A-95).
    pub(crate) fn commit(&mut self, unit: GovUnit, at: GovBox, from: Place, airmobile: bool) {
        let area = self.s.flow.area;
        let rating = self.r.gov[unit.index()];
        self.s.take_gov(from, unit, at, 1);
        self.s.add_gov(area, unit, GovBox::Oc, 1);
        if airmobile {
            self.s.available[1] -= rating.helo;
        }
        let flush = self.s.flow.mission == Mission::Flush;
        let flow = &mut self.s.flow;
        flow.gov[unit.index()] += 1;
        let (contact, firepower) = if airmobile {
            (rating.contact_airmobile, rating.firepower_airmobile)
        } else {
            (rating.contact, rating.firepower)
        };
        flow.contact = flow.contact.saturating_add(contact);
        flow.firepower += u16::from(firepower);
        if !flush {
            flow.reacted = true;
        }
        if from != area {
            self.tell(Event::GovMoved { from, to: area, unit, airmobile });
        }
        let change = if flush { GovChange::Flushes } else { GovChange::Reacts };
        self.tell(Event::Gov { change, area, unit, count: 1 });
    }

    /// Each participant tries to evade a React (rules 9.23; rulings ).
    pub(crate) fn evade(&mut self) {
        let area = self.s.flow.area;
        let label = RollKind::Evade.at(Side::Fln, area);
        for &unit in FlnUnit::ALL {
            for (flag, from, to) in
                [(0, FlnBox::Oc, FlnBox::Ug), (1, FlnBox::Neutralized, FlnBox::UgNeutralized)]
            {
                let mut evaded = 0;
                for _ in 0..self.s.flow.fln[unit.index()][flag] {
                    evaded += u8::from(self.d6(label) <= self.r.fln[unit.index()].evasion);
                }
                if evaded > 0 {
                    self.s.flow.fln[unit.index()][flag] -= evaded;
                    self.s.shift_fln(area, unit, from, to, evaded);
                    self.tell(Event::Fln { change: FlnChange::Evaded, place: area, unit, count: evaded });
                }
            }
        }
        self.go_to(if self.s.flow.involved() > 0 { Node::FlnFire } else { Node::MissionEnd });
    }

    /// Rolls to contact the FLN units in some boxes of an area (rules 9.22, 9.24; ruling A-96). Contacted units go to
    /// Operations Completed; a neutralized unit stays neutralized.
    pub(crate) fn roll_contact(
        &mut self,
        by: Contact,
        contact: u8,
        boxes: &[(FlnBox, FlnBox)],
        involve: bool,
    ) {
        let area = self.s.flow.area;
        let kind = match by {
            Contact::Flush => RollKind::FlushContact,
            Contact::Intelligence => RollKind::Intelligence,
        };
        let label = kind.at(Side::France, area);
        for &unit in FlnUnit::ALL {
            let up_to = contacts_up_to(self.r, self.s, by, area, unit, contact);
            let counts: [u8; 3] =
                std::array::from_fn(|i| boxes.get(i).map_or(0, |&(from, _)| self.s.fln(area, unit, from)));
            for (&(from, to), count) in boxes.iter().zip(counts) {
                let mut contacted = 0;
                for _ in 0..count {
                    contacted += u8::from(i16::from(self.d6(label)) <= up_to);
                }
                if contacted > 0 {
                    if from != to {
                        self.s.shift_fln(area, unit, from, to, contacted);
                    }
                    if involve {
                        self.s.flow.fln[unit.index()][usize::from(!to.active())] += contacted;
                    }
                    self.tell(Event::Fln {
                        change: FlnChange::Contacted,
                        place: area,
                        unit,
                        count: contacted,
                    });
                }
            }
        }
    }

    /// The contact rolls of a Flush (rules 9.22, ruling A-129).
    pub(crate) fn contact(&mut self) {
        let contact = self.s.flow.contact;
        self.roll_contact(
            Contact::Flush,
            contact,
            &[
                (FlnBox::Ops, FlnBox::Oc),
                (FlnBox::Oc, FlnBox::Oc),
                (FlnBox::Neutralized, FlnBox::Neutralized),
            ],
            true,
        );
        if self.s.flow.involved() > 0 {
            self.go_to(Node::FlnFire);
        } else {
            self.next_mission();
        }
    }
}
