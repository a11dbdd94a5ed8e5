//! A whole game in one loop.
//!
//! Decisions of one kind come in rows: recruits, moves of faileks and units, structure attacks, searches, the levels of
//! regions. Each row has a loop of its own, in which the decision, who makes it and what is done about it are known to the
//! compiler, and which keeps what its choices are made of up to date instead of finding it anew. It calls the very functions
//! that [`Play::advance_into`] and [`Play::perform`] come to; everything rarer goes through these.

use std::ops::ControlFlow;

use super::action::Action;
use super::decision::{Auto, Decision, Node};
use super::event::Event;
use super::game::Ici;
use super::offer::Offer;
use super::play::{Play, offer};
use super::types::Mask;
use crate::dice::Dice;
use crate::game::{Choices as _, Players, View};
use crate::side::Side;
use crate::sink::Sink;

/// Whether the game goes on.
type Goes = ControlFlow<()>;

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Plays on to the end, or to the first decision before which `players` want to stop.
    pub(crate) fn play_out<P: Players<Ici>>(&mut self, players: &mut P) {
        let mut out = Offer::default();
        while self.go_on(players, &mut out).is_continue() {}
    }

    /// Plays a row of decisions, or a single one, or what comes between them.
    #[inline(always)]
    fn go_on<P: Players<Ici>>(&mut self, players: &mut P, out: &mut Offer) -> Goes {
        match self.s.node {
            Node::Over => Goes::Break(()),
            Node::Auto(auto) => {
                self.run(auto);
                Goes::Continue(())
            }
            Node::Ask(Decision::Recruit) => self.recruit_in_a_row(players, out),
            Node::Ask(Decision::PickFailek) => self.march_in_a_row(players, out),
            Node::Ask(Decision::Structure) => self.strike_in_a_row(players, out),
            Node::Ask(Decision::PickUnit) => self.drive_in_a_row(players, out),
            Node::Ask(Decision::Search) => self.search_in_a_row(players, out),
            Node::Ask(Decision::Counterinsurgency) => self.level_in_a_row(players, out),
            Node::Ask(decision) => self.decide(players, out, decision),
        }
    }

    /// D-21.
    #[inline(never)]
    fn recruit_in_a_row<P: Players<Ici>>(&mut self, players: &mut P, out: &mut Offer) -> Goes {
        let mut room = self.s.room(self.rules);
        while self.at(Decision::Recruit) {
            self.s.offer_recruit_in(self.rules, &room, out);
            match self.choice(players, Decision::Recruit, Side::Fln, out)? {
                Some(Action::Recruit(at)) => {
                    self.recruit(at);
                    self.s.fill(self.rules, at, &mut room);
                }
                Some(_) => self.end_recruiting(),
                None => {}
            }
        }
        Goes::Continue(())
    }

    /// D-30 and D-31 by turns.
    #[inline(never)]
    fn march_in_a_row<P: Players<Ici>>(&mut self, players: &mut P, out: &mut Offer) -> Goes {
        let mut ready = self.s.ready(self.rules);
        while self.at(Decision::PickFailek) {
            self.s.offer_pick_of(self.rules, &ready, out);
            match self.choice(players, Decision::PickFailek, Side::Fln, out)? {
                Some(Action::Pick(at, failek)) => self.pick(at, failek),
                Some(_) => {
                    self.go(Auto::FlnStacking);
                    break;
                }
                None => continue,
            }
            let from = self.s.site;
            self.s.offer_march_from(self.rules, ready.lost, out);
            match self.choice(players, Decision::MoveFailek, Side::Fln, out)? {
                Some(Action::March { to, price, crossing }) => {
                    self.march(to, price, crossing);
                    self.s.moved_to(self.rules, from, to, &mut ready);
                }
                Some(action) => self.perform(action),
                None => self.s.moved_to(self.rules, from, from, &mut ready),
            }
        }
        Goes::Continue(())
    }

    /// D-35.
    #[inline(never)]
    fn strike_in_a_row<P: Players<Ici>>(&mut self, players: &mut P, out: &mut Offer) -> Goes {
        while self.at(Decision::Structure) {
            self.s.offer_structure(self.rules, out);
            match self.choice(players, Decision::Structure, Side::Fln, out)? {
                Some(Action::Strike(at)) => self.strike(at),
                Some(_) => self.begin_french_moves(),
                None => {}
            }
        }
        Goes::Continue(())
    }

    /// D-36 and D-39 by turns.
    #[inline(never)]
    fn drive_in_a_row<P: Players<Ici>>(&mut self, players: &mut P, out: &mut Offer) -> Goes {
        let mut moved = None;
        while self.at(Decision::PickUnit) {
            match moved.take() {
                Some((unit, from)) => out.offer_units_but(self.rules, self.s, unit, from),
                None => self.s.offer_pick_unit(self.rules, out),
            }
            match self.choice(players, Decision::PickUnit, Side::France, out)? {
                Some(Action::PickUnit(class, at, reduced)) => self.pick_unit(class, at, reduced),
                Some(_) => {
                    self.go(Auto::FrenchStacking);
                    break;
                }
                None => continue,
            }
            moved = Some((self.s.picked_unit, self.s.site));
            self.s.offer_drive(self.rules, out);
            match self.choice(players, Decision::MoveUnit, Side::France, out)? {
                Some(Action::Drive { to, price }) => self.drive(to, price),
                Some(action) => self.perform(action),
                None => {}
            }
        }
        Goes::Continue(())
    }

    /// D-40 to D-44.
    #[inline(never)]
    fn search_in_a_row<P: Players<Ici>>(&mut self, players: &mut P, out: &mut Offer) -> Goes {
        let mut places = self.s.searchable(self.rules, Mask::MAX);
        while self.at(Decision::Search) {
            self.s.offer_search_of(self.rules, places, out);
            let at = match self.choice(players, Decision::Search, Side::France, out)? {
                Some(Action::Search(at)) => at,
                Some(_) => {
                    self.go(Auto::Insurgency);
                    break;
                }
                None => continue,
            };
            self.search(at);
            self.fight_in_a_row(players, out)?;
            // Nothing but the faileks and units there has changed.
            places = places & !at.bit() | self.s.searchable(self.rules, at.bit());
        }
        Goes::Continue(())
    }

    /// D-42 to D-44: what a search leads to.
    #[inline(always)]
    fn fight_in_a_row<P: Players<Ici>>(&mut self, players: &mut P, out: &mut Offer) -> Goes {
        out.clear();
        let _ = self.s.visit_strength(self.rules, out);
        match self.choice(players, Decision::Strength, Side::France, out)? {
            Some(Action::All) => self.attack_with_all(),
            Some(action) => self.perform(action),
            None => {}
        }
        while self.at(Decision::Attacker) {
            self.decide(players, out, Decision::Attacker)?;
        }
        if self.s.node == Node::Auto(Auto::Search) {
            self.search_roll();
        }
        while self.at(Decision::Fighter) {
            out.clear();
            let _ = self.s.visit_fighter(self.rules, out);
            match self.choice(players, Decision::Fighter, Side::France, out)? {
                Some(Action::Fighter(class, reduced)) => self.fighter(class, reduced),
                Some(action) => self.perform(action),
                None => {}
            }
        }
        for side in Side::ALL {
            if self.at(Decision::CombatChit) && self.s.chooser == side {
                out.clear();
                let _ = self.s.visit_combat_chit(out);
                match self.choice(players, Decision::CombatChit, side, out)? {
                    Some(Action::Combat(combat)) => self.combat_chit(combat),
                    Some(action) => self.perform(action),
                    None => {}
                }
            }
        }
        if self.s.node == Node::Auto(Auto::Fights) {
            self.fights();
        }
        Goes::Continue(())
    }

    /// D-51.
    #[inline(never)]
    fn level_in_a_row<P: Players<Ici>>(&mut self, players: &mut P, out: &mut Offer) -> Goes {
        // Neither faileks nor units change, so that whoever controls a region keeps it.
        let held = self.s.held(self.rules);
        let mut at_level = self.s.at_levels();
        while self.at(Decision::Counterinsurgency) {
            self.s.offer_levels_of(self.rules, held, &at_level, out);
            match self.choice(players, Decision::Counterinsurgency, Side::France, out)? {
                Some(Action::Done) => self.go(Auto::End),
                Some(Action::Resettle(region)) => self.resettle(region),
                Some(Action::Infiltrate(region)) => self.infiltrate(region),
                Some(action) => {
                    self.perform(action);
                    at_level = self.s.at_levels();
                }
                None => {}
            }
        }
        Goes::Continue(())
    }

    /// A decision of any kind.
    #[inline(never)]
    fn decide<P: Players<Ici>>(&mut self, players: &mut P, out: &mut Offer, decision: Decision) -> Goes {
        offer(self.rules, self.s, out);
        if let Some(action) = self.choice(players, decision, self.s.decider(decision), out)? {
            self.perform(action);
        }
        Goes::Continue(())
    }

    /// True if this is decided next.
    #[inline(always)]
    fn at(&self, decision: Decision) -> bool {
        self.s.node == Node::Ask(decision)
    }

    /// Lets the side that decides choose, if there is a choice; none if there is nothing to choose from, and the decision
    /// has been left.
    #[inline(always)]
    fn choice<P: Players<Ici>>(
        &mut self,
        players: &mut P,
        decision: Decision,
        side: Side,
        out: &Offer,
    ) -> ControlFlow<(), Option<Action>> {
        debug_assert!(self.at(decision), "{decision} at {:?}", self.s.node);
        debug_assert_eq!(self.s.decider(decision), side, "{decision}");
        match out.len() {
            0 => {
                self.skip(decision);
                ControlFlow::Continue(None)
            }
            1 => ControlFlow::Continue(Some(out.nth(0))),
            _ if players.go_on(self.s) => {
                // It is there already: this lets the compiler know.
                self.s.node = Node::Ask(decision);
                ControlFlow::Continue(Some(players.choose(View::new(self.rules, self.s, side), out)))
            }
            _ => ControlFlow::Break(()),
        }
    }
}
