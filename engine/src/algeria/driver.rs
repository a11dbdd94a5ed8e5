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
        match self.s.flow.node {
            Node::Over => Goes::Break(()),
            Node::GrAct => self.gr_act(players),
            Node::GdMode => self.gd_mode(players),
            Node::GdPtl => self.gd_ptl(players),
            Node::GdMove => self.gd_move(players),
            Node::Fd => self.fd(players),
            Node::Fo => self.fo(players),
            Node::MoveTo => self.move_to_arm(players),
            Node::Go => self.go(players),
            Node::Civil => self.civil(players),
            Node::Split => self.split_arm(players),
            Node::Air => self.air(players),
            Node::Prop => self.prop(players),
            Node::Move => self.move_arm(players),
            Node::Raid => self.raid_arm(players),
            Node::React => self.react_arm(players),
            Node::FlushAdd => self.flush_add(players),
            Node::Fr => self.fr(players),
            node if node.is_step() => {
                let _ = self.step(node);
                Goes::Continue(())
            }
            node => self.decide_other(players, node),
        }
    }

    #[inline(never)]
    fn gr_act<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.activate_in_order(players)
    }

    #[inline(never)]
    fn gd_mode<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.deploy_in_order(players, Node::GdMode, Side::France)
    }

    #[inline(never)]
    fn gd_ptl<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.deploy_in_order(players, Node::GdPtl, Side::France)
    }

    #[inline(never)]
    fn gd_move<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.deploy_in_order(players, Node::GdMove, Side::France)
    }

    #[inline(never)]
    fn fd<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.deploy_in_order(players, Node::Fd, Side::Fln)
    }

    #[inline(never)]
    fn fo<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.decide(players, Node::Fo, Side::Fln, operations::offer, Self::perform_operations)
    }

    #[inline(never)]
    fn move_to_arm<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.decide(players, Node::MoveTo, Side::Fln, operations::offer, Self::perform_operations)
    }

    #[inline(never)]
    fn go<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.decide(players, Node::Go, Side::France, government::offer, Self::perform_government)
    }

    #[inline(never)]
    fn civil<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.decide(players, Node::Civil, Side::France, government::offer, Self::perform_government)
    }

    #[inline(never)]
    fn split_arm<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.decide(players, Node::Split, self.s.flow.splitter, play::offer_split, Self::perform_split)
    }

    #[inline(never)]
    fn air<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.decide(players, Node::Air, Side::France, combat::offer, Self::perform_combat)
    }

    #[inline(never)]
    fn prop<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.decide(players, Node::Prop, Side::Fln, operations::offer, Self::perform_operations)
    }

    #[inline(never)]
    fn move_arm<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.decide(players, Node::Move, Side::Fln, operations::offer, Self::perform_operations)
    }

    #[inline(never)]
    fn raid_arm<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.decide(players, Node::Raid, Side::Fln, operations::offer, Self::perform_operations)
    }

    #[inline(never)]
    fn react_arm<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.decide(players, Node::React, Side::France, react::offer, Self::perform_commit)
    }

    #[inline(never)]
    fn flush_add<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.decide(players, Node::FlushAdd, Side::France, react::offer, Self::perform_commit)
    }

    #[inline(never)]
    fn fr<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        self.decide(players, Node::Fr, Side::Fln, build::offer, Self::perform_build)
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

    /// A decision at any node.
    #[inline(never)]
    fn decide_other<P: Players<Algeria>>(&mut self, players: &mut P, node: Node) -> Goes {
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
