//! A whole game in one loop.
//!
//! The decisions that are met most often have arms of their own, in which what is offered is known to the compiler: no
//! list is made of it, and the choice is carried out without looking at where the game is once more. Each arm calls the
//! very functions that [`Play::run`] and [`Play::perform`] come to; everything rarer goes through these.

use std::ops::ControlFlow;

use super::action::Action;
use super::event::Event;
use super::flow::Node;
use super::offer::Offer;
use super::play::{self, Play, Step};
use super::rules::Rules;
use super::state::State;
use super::{Algeria, build, combat, deployment, government, operations, react, reinforcement};
use crate::dice::Dice;
use crate::{Choices, Players, Side, Sink, View};

/// Whether the game goes on.
type Goes = ControlFlow<()>;

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Plays on to the end, or to the first decision before which `players` want to stop.
    pub(super) fn play_out<P: Players<Algeria>>(&mut self, players: &mut P) {
        while self.go_on(players).is_continue() {}
    }

    /// Takes one step, one decision, or several of one kind.
    #[inline(always)]
    fn go_on<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        /// A decision at a node: who decides, what is offered, how it is carried out.
        macro_rules! decide {
            ($node:ident, $side:expr, $offer:path, $perform:ident) => {
                self.decide(players, Node::$node, $side, $offer, Self::$perform)
            };
        }
        match self.s.flow.node {
            Node::Over => Goes::Break(()),
            Node::GrAct => self.activate_in_order(players),
            Node::GdMode => self.deploy_in_order(players, Node::GdMode, Side::France),
            Node::GdPtl => self.deploy_in_order(players, Node::GdPtl, Side::France),
            Node::GdMove => self.deploy_in_order(players, Node::GdMove, Side::France),
            Node::Fd => self.deploy_in_order(players, Node::Fd, Side::Fln),
            Node::Fo => decide!(Fo, Side::Fln, operations::offer, perform_operations),
            Node::Prop => decide!(Prop, Side::Fln, operations::offer, perform_operations),
            Node::Move => decide!(Move, Side::Fln, operations::offer, perform_operations),
            Node::MoveTo => decide!(MoveTo, Side::Fln, operations::offer, perform_operations),
            Node::Raid => decide!(Raid, Side::Fln, operations::offer, perform_operations),
            Node::Split => decide!(Split, self.s.flow.splitter, play::offer_split, perform_split),
            Node::React => decide!(React, Side::France, react::offer, perform_commit),
            Node::ReactMore => decide!(ReactMore, Side::France, react::offer, perform_commit),
            Node::Air => decide!(Air, Side::France, combat::offer, perform_combat),
            Node::Go => decide!(Go, Side::France, government::offer, perform_government),
            Node::Flush => decide!(Flush, Side::France, government::offer, perform_government),
            Node::FlushAdd => decide!(FlushAdd, Side::France, react::offer, perform_commit),
            Node::Civil => decide!(Civil, Side::France, government::offer, perform_government),
            Node::Fr => decide!(Fr, Side::Fln, build::offer, perform_build),
            Node::GrPolice => decide!(GrPolice, Side::France, reinforcement::offer, perform_reinforcement),
            Node::GrMob => decide!(GrMob, Side::France, reinforcement::offer, perform_reinforcement),
            Node::GrPoint => decide!(GrPoint, Side::France, reinforcement::offer, perform_reinforcement),
            Node::GrBz => decide!(GrBz, Side::France, reinforcement::offer, perform_reinforcement),
            Node::GrBzAct => decide!(GrBzAct, Side::France, reinforcement::offer, perform_reinforcement),
            Node::FdFrance => decide!(FdFrance, Side::Fln, deployment::offer, perform_deployment),
            Node::Mark => self.take_step(Node::Mark),
            Node::MarkAward => self.take_step(Node::MarkAward),
            Node::MissionEnd => self.take_step(Node::MissionEnd),
            Node::FlnFire => self.take_step(Node::FlnFire),
            Node::CombatAward => self.take_step(Node::CombatAward),
            Node::Neutralize => self.take_step(Node::Neutralize),
            Node::CombatEnd => self.take_step(Node::CombatEnd),
            node => self.go_on_elsewhere(players, node),
        }
    }

    /// A decision at a node that is known where this is compiled.
    #[inline(always)]
    fn decide<P: Players<Algeria>>(
        &mut self,
        players: &mut P,
        node: Node,
        side: Side,
        offer: impl Fn(&Rules, &State, Node, &mut Offer),
        perform: impl Fn(&mut Self, Node, Action) -> Step,
    ) -> Goes {
        let action = self.choice(players, node, side, offer)?;
        let _ = perform(self, node, action);
        Goes::Continue(())
    }

    /// All decisions of a deployment node, class by class.
    #[inline(always)]
    fn deploy_in_order<P: Players<Algeria>>(&mut self, players: &mut P, node: Node, side: Side) -> Goes {
        let mut classes = deployment::classes(self.s, node);
        loop {
            let action = self.choice(players, node, side, deployment::offer)?;
            let (from, number) = deployment::cursor(self.s);
            if let Action::To(to) = action {
                classes.fill(to, from, number);
            }
            if self.deploy(node, action) {
                match classes.pop() {
                    Some((area, number)) => self.deploy_class(area, number),
                    None => {
                        self.end_deployment(node);
                        return Goes::Continue(());
                    }
                }
            }
        }
    }

    /// All decisions about units that wait for activation, class by class.
    #[inline(always)]
    fn activate_in_order<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        let node = Node::GrAct;
        let mut classes = reinforcement::classes(self.s);
        loop {
            match self.choice(players, node, Side::France, reinforcement::offer)? {
                Action::Count(count) => self.activate_some(count),
                action => {
                    let _ = self.perform_reinforcement(node, action);
                    return Goes::Continue(());
                }
            }
            match classes.pop() {
                Some((area, number)) => self.activation_class(area, number),
                None => {
                    self.end_activation();
                    return Goes::Continue(());
                }
            }
        }
    }

    /// What is chosen at a node that is known where this is compiled, or the only choice there is.
    #[inline(always)]
    fn choice<P: Players<Algeria>>(
        &mut self,
        players: &mut P,
        node: Node,
        side: Side,
        offer: impl Fn(&Rules, &State, Node, &mut Offer),
    ) -> ControlFlow<(), Action> {
        // It is there already: this lets the compiler know.
        self.s.flow.node = node;
        let mut out = Offer::default();
        offer(self.r, self.s, node, &mut out);
        self.ask(players, side, &out)
    }

    /// A step that the engine takes by itself.
    #[inline(always)]
    fn take_step(&mut self, node: Node) -> Goes {
        let _ = self.step(node);
        Goes::Continue(())
    }

    /// A step or a decision at any node.
    #[inline(never)]
    fn go_on_elsewhere<P: Players<Algeria>>(&mut self, players: &mut P, node: Node) -> Goes {
        if node.is_step() {
            return self.take_step(node);
        }
        let mut out = Offer::default();
        play::offer(self.r, self.s, &mut out);
        let action = self.ask(players, node.decider(self.s).unwrap_or(Side::Fln), &out)?;
        self.perform(action);
        Goes::Continue(())
    }

    /// Lets the side that decides choose, if there is a choice.
    #[inline(always)]
    fn ask<P: Players<Algeria>>(
        &mut self,
        players: &mut P,
        side: Side,
        out: &Offer,
    ) -> ControlFlow<(), Action> {
        debug_assert!(!out.is_empty(), "no choice at {}", self.s.flow.node);
        if let Some(only) = out.only() {
            return ControlFlow::Continue(only);
        }
        if players.go_on(self.s) {
            ControlFlow::Continue(players.choose(View::new(self.r, self.s, side), out))
        } else {
            ControlFlow::Break(())
        }
    }
}
