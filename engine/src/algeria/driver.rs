//! A whole game in one loop.
//!
//! The decisions and steps that are met most often stand here in the order in which they mostly follow each other, each
//! with what is offered known to the compiler: no list is made of it, the choice is carried out without looking at where
//! the game is once more, and the processor seldom guesses wrong what comes next. Each calls the very functions that
//! [`Play::run`] and [`Play::perform`] come to; everything rarer goes through these.

use std::ops::ControlFlow;

use super::action::Action;
use super::event::Event;
use super::flow::Node;
use super::offer::Offer;
use super::play::{self, Play};
use super::{Algeria, build, combat, deployment, government, operations, react, reinforcement};
use crate::dice::Dice;
use crate::{Choices, Players, Side, Sink, View};

/// Whether the game goes on.
type Goes = ControlFlow<()>;

/// The parts of a turn that have a loop of their own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// From the end of the Operations Phase to what the Government spends in the next turn.
    Reinforcement,
    /// What the FLN spends, and the Deployment Phase.
    Deployment,
    /// The Operations Phase.
    Operations,
    /// None of them.
    Rare,
}

/// The part in which a node is played.
#[inline(always)]
fn part(node: Node) -> Part {
    const PARTS: [Part; Node::ALL.len()] = {
        let mut parts = [Part::Rare; Node::ALL.len()];
        let mut number = 0;
        while number < parts.len() {
            parts[number] = match Node::ALL[number] {
                Node::Interphase
                | Node::FinalPsl
                | Node::TurnStart
                | Node::OasRoll
                | Node::Reinforce
                | Node::GrPolice
                | Node::GrMob
                | Node::GrPoint
                | Node::GrBz
                | Node::GrBzAct
                | Node::GrAct
                | Node::GrEnd => Part::Reinforcement,
                Node::Fr
                | Node::FrDo
                | Node::GdMode
                | Node::GdPtl
                | Node::GdMove
                | Node::FdFrance
                | Node::Fd => Part::Deployment,
                Node::OpsStart
                | Node::Fo
                | Node::Prop
                | Node::Move
                | Node::MoveTo
                | Node::Raid
                | Node::Split
                | Node::Mark
                | Node::MarkAward
                | Node::React
                | Node::ReactMore
                | Node::MissionEnd
                | Node::Go
                | Node::Civil
                | Node::Flush
                | Node::FlushAdd
                | Node::FlnFire
                | Node::Air
                | Node::CombatAward
                | Node::Neutralize
                | Node::CombatEnd => Part::Operations,
                _ => Part::Rare,
            };
            number += 1;
        }
        parts
    };
    PARTS[node.index()]
}

/// What is chosen at a node that is known where this is compiled, or the only choice there is.
macro_rules! choice {
    ($play:ident, $players:ident, $node:ident, $side:expr, $offer:path) => {{
        debug_assert_eq!($play.s.flow.node, Node::$node);
        let mut out = Offer::default();
        $offer($play.r, $play.s, Node::$node, &mut out);
        // It is there already: this lets the compiler know, so close to where the bot may ask that it does not lose sight.
        $play.s.flow.node = Node::$node;
        $play.ask($players, $side, &out)?
    }};
}

/// A decision at such a node: who decides, what is offered, how it is carried out.
macro_rules! decide {
    ($play:ident, $players:ident, $node:ident, $side:expr, $offer:path, $perform:ident) => {{
        let action = choice!($play, $players, $node, $side, $offer);
        let _ = $play.$perform(Node::$node, action);
    }};
}

/// All decisions of a deployment node, class by class; `$masks` says for each number in an area which areas have any.
macro_rules! deploy {
    ($play:ident, $players:ident, $node:ident, $side:expr, $masks:path) => {{
        let mut classes = deployment::classes($play.s, $masks($play.s));
        loop {
            let action = choice!($play, $players, $node, $side, deployment::offer);
            let (from, number) = deployment::cursor($play.s);
            if let Action::To(to) = action {
                classes.fill(to, from, number);
            }
            if $play.deploy(Node::$node, action) {
                match classes.pop() {
                    Some((area, number)) => $play.deploy_class(area, number),
                    None => break,
                }
            }
        }
        $play.next_deployment(deployment::following(Node::$node));
    }};
}

/// Does something if the game is at this node.
macro_rules! at {
    ($play:ident, $node:ident, $then:expr) => {
        if $play.s.flow.node == Node::$node {
            $then;
        }
    };
}

/// Decisions and steps in the order in which they mostly follow each other: each is carried out if the game is there.
///
/// So the processor knows what comes next better than after a jump to any node.
macro_rules! in_order {
    ($play:ident, $players:ident: $($node:ident $(($side:expr, $offer:path, $perform:ident))?),+) => {{
        $(at!($play, $node, in_order!(@ $play, $players, $node $(($side, $offer, $perform))?));)+
    }};
    (@ $play:ident, $players:ident, $node:ident ($side:expr, $offer:path, $perform:ident)) => {
        decide!($play, $players, $node, $side, $offer, $perform)
    };
    (@ $play:ident, $players:ident, $node:ident) => {
        $play.take_step(Node::$node)
    };
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Plays on to the end, or to the first decision before which `players` want to stop.
    pub(super) fn play_out<P: Players<Algeria>>(&mut self, players: &mut P) {
        while self.go_on(players).is_continue() {}
    }

    /// Plays a turn, or what is left of it, up to a node that stands nowhere in it; that one too.
    #[inline(always)]
    fn go_on<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        if part(self.s.flow.node) == Part::Reinforcement {
            self.reinforce_in_order(players)?;
        }
        if part(self.s.flow.node) == Part::Deployment {
            self.deploy_in_order(players)?;
        }
        if part(self.s.flow.node) == Part::Operations {
            self.operate_in_order(players)?;
        }
        match self.s.flow.node {
            Node::Over => Goes::Break(()),
            node if part(node) == Part::Rare => self.go_on_elsewhere(players, node),
            _ => Goes::Continue(()),
        }
    }

    /// From the end of the Operations Phase to what the Government spends in the next turn.
    #[inline(never)]
    fn reinforce_in_order<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        in_order!(self, players:
            Interphase, FinalPsl, TurnStart, OasRoll, Reinforce,
            GrPolice(Side::France, reinforcement::offer, perform_reinforcement),
            GrMob(Side::France, reinforcement::offer, perform_reinforcement),
            GrPoint(Side::France, reinforcement::offer, perform_reinforcement),
            GrBz(Side::France, reinforcement::offer, perform_reinforcement),
            GrBzAct(Side::France, reinforcement::offer, perform_reinforcement)
        );
        at!(self, GrAct, self.activate_in_order(players)?);
        in_order!(self, players: GrEnd);
        Goes::Continue(())
    }

    /// What the FLN spends, and the Deployment Phase.
    #[inline(never)]
    fn deploy_in_order<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        while matches!(self.s.flow.node, Node::Fr | Node::FrDo) {
            in_order!(self, players:
                Fr(Side::Fln, build::offer, perform_build),
                FrDo(Side::Fln, build::offer, perform_build)
            );
        }
        at!(self, GdMode, deploy!(self, players, GdMode, Side::France, deployment::modes));
        at!(self, GdPtl, deploy!(self, players, GdPtl, Side::France, deployment::on_hand));
        at!(self, GdMove, deploy!(self, players, GdMove, Side::France, deployment::on_hand));
        at!(self, FdFrance, {
            let action = choice!(self, players, FdFrance, Side::Fln, deployment::offer);
            self.deploy_in_france(action);
        });
        at!(self, Fd, deploy!(self, players, Fd, Side::Fln, deployment::underground));
        Goes::Continue(())
    }

    /// A mission, or the answer to it, as far as it goes in one piece.
    #[inline(never)]
    fn operate_in_order<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        in_order!(self, players: OpsStart);
        loop {
            at!(self, Fo, self.fln_acts(players)?);
            match self.s.flow.node {
                Node::Prop => self.propaganda_in_order(players)?,
                Node::Move | Node::MoveTo => self.move_in_order(players)?,
                Node::Go | Node::Civil => {
                    self.government_acts(players)?;
                    // Mostly the FLN acts again.
                    continue;
                }
                Node::Flush | Node::FlushAdd => self.flush_in_order(players)?,
                Node::Raid => decide!(self, players, Raid, Side::Fln, operations::offer, perform_operations),
                Node::ReactMore => self.react_in_order(players)?,
                Node::FlnFire => self.take_step(Node::FlnFire),
                Node::Air => decide!(self, players, Air, Side::France, combat::offer, perform_combat),
                Node::CombatAward => self.take_step(Node::CombatAward),
                Node::Neutralize => self.take_step(Node::Neutralize),
                Node::CombatEnd => self.take_step(Node::CombatEnd),
                Node::Split | Node::Mark | Node::MarkAward | Node::React | Node::MissionEnd => {}
                _ => return Goes::Continue(()),
            }
            in_order!(self, players: Split(self.s.flow.splitter, play::offer_split, perform_split), Mark, MarkAward);
            at!(self, React, {
                if react::perhaps(self.s) {
                    self.react_in_order(players)?;
                } else {
                    let _ = self.perform_commit(Node::React, Action::Done);
                }
            });
            in_order!(self, players: MissionEnd);
        }
    }

    // What follows are functions of their own because the compiler loses sight of what is offered in a long one.

    #[inline(always)]
    fn fln_acts<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        decide!(self, players, Fo, Side::Fln, operations::offer, perform_operations);
        Goes::Continue(())
    }

    #[inline(always)]
    fn propaganda_in_order<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        decide!(self, players, Prop, Side::Fln, operations::offer, perform_operations);
        Goes::Continue(())
    }

    #[inline(always)]
    fn move_in_order<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        in_order!(self, players:
            Move(Side::Fln, operations::offer, perform_operations),
            MoveTo(Side::Fln, operations::offer, perform_operations)
        );
        Goes::Continue(())
    }

    #[inline(never)]
    fn react_in_order<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        in_order!(self, players:
            React(Side::France, react::offer, perform_commit),
            ReactMore(Side::France, react::offer, perform_commit)
        );
        Goes::Continue(())
    }

    #[inline(always)]
    fn government_acts<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        in_order!(self, players:
            Go(Side::France, government::offer, perform_government),
            Civil(Side::France, government::offer, perform_government)
        );
        Goes::Continue(())
    }

    #[inline(never)]
    fn flush_in_order<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        in_order!(self, players:
            Flush(Side::France, government::offer, perform_government),
            FlushAdd(Side::France, react::offer, perform_commit)
        );
        Goes::Continue(())
    }

    /// All decisions about units that wait for activation, class by class.
    #[inline(always)]
    fn activate_in_order<P: Players<Algeria>>(&mut self, players: &mut P) -> Goes {
        let mut classes = reinforcement::classes(self.s);
        loop {
            match choice!(self, players, GrAct, Side::France, reinforcement::offer) {
                Action::Count(count) => self.activate_some(count),
                action => {
                    let _ = self.perform_reinforcement(Node::GrAct, action);
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

    /// A step that the engine takes by itself.
    #[inline(always)]
    fn take_step(&mut self, node: Node) {
        let _ = self.step(node);
    }

    /// A step or a decision at any node.
    #[inline(never)]
    fn go_on_elsewhere<P: Players<Algeria>>(&mut self, players: &mut P, node: Node) -> Goes {
        if node.is_step() {
            self.take_step(node);
            return Goes::Continue(());
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
