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
use super::{Algeria, combat, deployment, government, operations, reinforcement};
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
        match self.s.flow.node {
            Node::Over => return Goes::Break(()),
            Node::GrAct => {
                return self.sweep(
                    players,
                    Node::GrAct,
                    Side::France,
                    reinforcement::offer,
                    Self::perform_reinforcement,
                );
            }
            Node::GdMode => {
                let perform = Self::perform_deployment;
                return self.sweep(players, Node::GdMode, Side::France, deployment::offer, perform);
            }
            Node::GdPtl => {
                let perform = Self::perform_deployment;
                return self.sweep(players, Node::GdPtl, Side::France, deployment::offer, perform);
            }
            Node::GdMove => {
                let perform = Self::perform_deployment;
                return self.sweep(players, Node::GdMove, Side::France, deployment::offer, perform);
            }
            Node::Fd => {
                let perform = Self::perform_deployment;
                return self.sweep(players, Node::Fd, Side::Fln, deployment::offer, perform);
            }
            Node::Fo => {
                let perform = Self::perform_operations;
                return self.decide(players, Node::Fo, Side::Fln, operations::offer, perform);
            }
            Node::MoveTo => {
                let perform = Self::perform_operations;
                return self.decide(players, Node::MoveTo, Side::Fln, operations::offer, perform);
            }
            Node::Go => {
                let perform = Self::perform_government;
                return self.decide(players, Node::Go, Side::France, government::offer, perform);
            }
            Node::Civil => {
                let perform = Self::perform_government;
                return self.decide(players, Node::Civil, Side::France, government::offer, perform);
            }
            Node::Split => {
                let side = self.s.flow.splitter;
                return self.decide(players, Node::Split, side, play::offer_split, Self::perform_split);
            }
            Node::Air => {
                return self.decide(players, Node::Air, Side::France, combat::offer, Self::perform_combat);
            }
            node if node.is_step() => {
                let _ = self.step(node);
            }
            node => return self.decide_other(players, node),
        }
        Goes::Continue(())
    }

    /// A decision at a node that is known where this is compiled.
    #[inline(always)]
    fn decide<P: Players<Algeria>>(
        &mut self,
        players: &mut P,
        node: Node,
        side: Side,
        offer: impl Fn(&Rules, &State, Node, &mut Offer) + Copy,
        perform: impl Fn(&mut Self, Node, Action) -> Step + Copy,
    ) -> Goes {
        // It is there already: this lets the compiler know.
        self.s.flow.node = node;
        let mut out = Offer::default();
        offer(self.r, self.s, node, &mut out);
        debug_assert!(!out.is_empty(), "no choice at {node}");
        let action = match out.only() {
            Some(only) => only,
            None => self.ask(players, side, &out)?,
        };
        let _ = perform(self, node, action);
        Goes::Continue(())
    }

    /// All the decisions of one kind that follow one another.
    #[inline(always)]
    fn sweep<P: Players<Algeria>>(
        &mut self,
        players: &mut P,
        node: Node,
        side: Side,
        offer: impl Fn(&Rules, &State, Node, &mut Offer) + Copy,
        perform: impl Fn(&mut Self, Node, Action) -> Step + Copy,
    ) -> Goes {
        loop {
            self.decide(players, node, side, offer, perform)?;
            if self.s.flow.node != node {
                return Goes::Continue(());
            }
        }
    }

    /// A decision at any node.
    #[inline(never)]
    fn decide_other<P: Players<Algeria>>(&mut self, players: &mut P, node: Node) -> Goes {
        let mut out = Offer::default();
        play::offer(self.r, self.s, &mut out);
        debug_assert!(!out.is_empty(), "no choice at {node}");
        let action = match out.only() {
            Some(only) => only,
            None => self.ask(players, node.decider(self.s).unwrap_or(Side::Fln), &out)?,
        };
        self.perform(action);
        Goes::Continue(())
    }

    /// Lets the side that decides choose.
    #[inline(always)]
    fn ask<P: Players<Algeria>>(
        &mut self,
        players: &mut P,
        side: Side,
        out: &Offer,
    ) -> ControlFlow<(), Action> {
        if players.go_on(self.s) {
            ControlFlow::Continue(players.choose(View::new(self.r, self.s, side), out))
        } else {
            ControlFlow::Break(())
        }
    }
}
