//! A bot that searches: Monte Carlo search over the choices of both sides. It knows no game.
//!
//! An iteration plays the game on from a position that fits what the side sees, by way of one choice, to the end of a turn,
//! and asks the evaluation how good the position there is. What each part is for:
//!
//! - **Open loop** (Perez Liebana and others, 2015). A node stands for a line of choices, not for a position: each
//!   iteration plays the line anew through the same [`advance`](wilaya_engine::Game::advance) as the game itself, with dice
//!   of its own, so a node averages over what the dice may bring. The game's dice are never seen.
//! - **Hidden parts** (Cowling, Powley and Whitehouse, 2012). Each iteration begins in a position drawn anew from those that
//!   fit what the side sees ([`determinize`](wilaya_engine::Game::determinize)). The statistics are of choices, so they do not
//!   depend on what was imagined.
//! - **Common random numbers.** The iterations of one round, one for each choice, share their imagined position and their
//!   dice. Choices are compared by the differences within rounds, which vary far less than the values themselves.
//! - **Sequential halving** (Karnin, Koren and Somekh, 2013) at the root: all choices get the same number of rounds, then the
//!   worse half is dropped, and so on. What the policy advises is never dropped, since the others are compared with it, and
//!   another choice is played only if it is better by more than chance explains ([`Settings::doubt`]): the best of many
//!   uncertain means is mostly the luckiest.
//! - **What was found in one decision is kept for the next** of the same kind in the same phase: how far each choice was
//!   ahead of what the policy advised counts as so many observations more ([`Settings::keep`]).
//! - **Below the root** choices are tried by PUCT (Rosin, 2011) as deep as [`Settings::depth`] says.
//! - **Playouts** are played by the policy of the game and end with the turn, or so many turns later as the game wants for
//!   the kind of decision ([`Searchable::horizon`]), with the chance to win that the [`evaluation`](crate::evaluation) gives.
//! - **Only some decisions branch**: which ones, the game says. The policy plays the others. Of the ways in which it could play
//!   them the search chooses one for each phase ([`Searchable::plans`]; as in portfolio search, Churchill and Buro, 2013), so
//!   that a deployment of a hundred small decisions is one choice.
//!
//! What a search says of a choice is the mean of its iterations and a 95 % interval for the chance to win if the policy plays on,
//! by the evaluation where a playout ends before the game does: the interval knows nothing of what the evaluation or the
//! policy get wrong. Where the game ends within the horizon, `bots/data/proved-*.txt` hold it to proved values.
//!
//! The same generator, the same number of iterations and the same number of threads give the same choice on every machine:
//! each thread plays rounds of its own, and their sums are added in the order of the threads. After the trees have been made an
//! iteration allocates nothing. `bots/EXPERIMENTS.md` says what was tried and how much it brought.
//!
//! # Traps
//!
//! Mistakes that a search hides well, since it plays on all the same. Each has a test, most of them in `bots/tests/mcts.rs`:
//!
//! | Trap | Test |
//! |---|---|
//! | It plays by other rules than the game does. | `its_values_are_those_of_plain_games_for_either_side_and_every_choice`, `it_finds_what_is_proved_in_ici`; every choice is checked in `it_plays_ici_by_the_rules` and its like |
//! | It sees the opponent's hand or types. | `every_bot_plays_the_same_move_whatever_it_cannot_see` in `bots/tests/ici/hidden.rs` |
//! | It sees the dice that will fall. | `it_plays_no_better_if_its_generator_has_the_seed_of_the_dice` |
//! | A kind of choice is missing in the search. | `every_choice_is_tried` |
//! | Noise is left on in play. | `the_same_generator_and_iterations_give_the_same_choice`, `it_finds_what_is_proved_in_algeria` |
//! | Values are those of the wrong side. | `its_values_are_those_of_plain_games_for_either_side_and_every_choice`, `each_side_looks_for_its_own_good` |
//! | One value for both sides hides who is favoured. | `its_values_are_those_of_plain_games_for_either_side_and_every_choice`: they are the chances of each side, not around one half |
//! | It is stronger only because it takes longer. | `it_does_not_do_more_iterations_than_it_is_given`, `a_time_limit_is_kept`; the arena rates by iterations and time |

mod entry;
mod level;
mod memory;
mod root;
mod tree;
mod worker;

use std::time::{Duration, Instant};

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use wilaya_engine::{Choices, Side, Status, View};

use crate::evaluation::{Evaluated, Models};
use crate::{Alternative, Bot, Budget, Control, Explanation, Unit};
pub(crate) use entry::entry;
pub use level::Level;
use memory::Memory;
use root::Root;
use worker::Worker;

/// What a search asks of a game beside its rules and the evaluation.
pub trait Searchable: Evaluated {
    /// Plays what is not searched, for either side.
    type Policy: Bot<Self> + Clone + std::fmt::Debug;

    /// In how many ways the policy can play a phase for a side: at least one.
    fn plans(side: Side) -> usize;

    /// The policy for a side that plays by the plan with this number, below [`Searchable::plans`]; 0 is what it plays if
    /// nothing is known.
    fn policy(side: Side, plan: usize) -> Self::Policy;

    /// True if a search branches on this kind of decision.
    fn branches(kind: Self::Decision) -> bool;

    /// For how many turns after the one that is played the playouts of a search on this kind of decision go on: longer where
    /// the evaluation does not see at the end of a turn what the choice brings about.
    fn horizon(kind: Self::Decision) -> u16 {
        let _ = kind;
        0
    }

    /// Iterations a decision at a level, chosen so that neighbours lie some 150 Elo or more apart in *Algeria* and the last one
    /// where more iterations gain little (`bots/EXPERIMENTS.md`).
    fn iterations(level: Level) -> u32 {
        match level {
            Level::Recruit => 4,
            Level::Regular => 15,
            Level::Veteran => 50,
            Level::Expert => 1_024,
        }
    }
}

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How much it may think.
    pub budget: Budget,
    /// Threads that search at once, at least 1.
    pub threads: usize,
    /// Turns that a playout goes on beyond what the game wants for the kind of decision ([`Searchable::horizon`]).
    pub horizon: u16,
    /// How many standard errors better than what the policy advises a choice must be to be played.
    pub doubt: f64,
    /// For how much of an observation one counts that was made in an earlier decision of the phase: 0 to 1.
    pub keep: f64,
    /// Choices below the root of a line that are searched; the policy plays what comes after.
    pub depth: usize,
    /// How much choices below the root are explored that look worse.
    pub explore: f64,
    /// The share of the prior that goes to what the policy would choose below the root; the rest is shared by all.
    pub trust: f64,
    /// Plans are searched too.
    pub plans: bool,
    /// It branches on every kind of decision.
    pub all: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            budget: Budget::Iterations(400),
            threads: 1,
            horizon: 0,
            doubt: 1.0,
            keep: 0.25,
            depth: 0,
            explore: 0.4,
            trust: 0.5,
            plans: true,
            all: false,
        }
    }
}

/// Of the time that is left of a turn, a decision gets this share.
const SHARE: u32 = 12;

/// What is chosen between at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Arm<A> {
    /// An action.
    Action(A),
    /// The plan with this number, for the rest of the phase.
    Plan(usize),
}

/// The plan for a phase.
#[derive(Clone, Copy, Debug, Default)]
struct Plan {
    /// The turn and the phase.
    clock: (u16, u8),
    /// Its number.
    number: usize,
}

/// The bot.
#[derive(Clone, Debug)]
pub struct Mcts<G: Searchable> {
    settings: Settings,
    root: Root<G::Action>,
    workers: Vec<Worker<G>>,
    memory: Memory<G::Action, G::Decision>,
    control: Control,
    plan: Plan,
    /// The turn, and how much of its time is left.
    turn: (u16, Duration),
    iterations: u64,
}

impl<G: Searchable> Mcts<G> {
    /// With these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        // They are read now, so that no iteration has to.
        let _ = Models::built_in();
        Self {
            settings,
            root: Root::default(),
            workers: (0..settings.threads.max(1)).map(|_| Worker::new(&settings)).collect(),
            memory: Memory::default(),
            control: Control::default(),
            plan: Plan::default(),
            turn: (0, Duration::ZERO),
            iterations: 0,
        }
    }

    /// The time for a decision, if it is time that limits it.
    fn limit(&mut self, turn: u16) -> Option<Duration> {
        match self.settings.budget {
            Budget::Iterations(_) => None,
            Budget::Decision(time) => Some(time),
            Budget::Turn(time) => {
                if self.turn.0 != turn {
                    self.turn = (turn, time);
                }
                Some(self.turn.1 / SHARE)
            }
        }
    }

    /// Searches among the arms in the root, of which the first is what the policy advises.
    fn search(&mut self, view: View<'_, G>, key: u64) {
        let begun = Instant::now();
        let limit = self.limit(view.clock().0);
        root::search(self, view, key, begun, limit);
        self.iterations += self.root.visits();
        self.control.set_progress(1.0);
        if limit.is_some() {
            self.turn.1 = self.turn.1.saturating_sub(begun.elapsed());
        }
    }

    /// The plan for the phase: if there is none yet, one is searched for.
    fn plan(&mut self, view: View<'_, G>, side: Side, rng: &mut Pcg64Mcg) -> usize {
        let clock = view.clock();
        if self.plan.clock != clock {
            self.plan = Plan { clock, number: 0 };
            let plans = G::plans(side);
            if self.settings.plans && plans > 1 {
                self.root.begin((0..plans).map(Arm::Plan));
                self.search(view, rng.random());
                if let Some(Arm::Plan(number)) = self.root.best(side, self.settings.doubt) {
                    self.plan.number = number;
                }
            }
        }
        self.plan.number
    }

    /// Puts the choices into the root, what the policy advises first.
    fn lay_out(&mut self, view: View<'_, G>, side: Side, choices: &G::Choices, rng: &mut Pcg64Mcg) {
        let plan = if self.plan.clock == view.clock() { self.plan.number } else { 0 };
        let advised = self.workers[0].advise(view, side, plan, choices, rng);
        let others = choices.to_list().into_iter().filter(|&action| action != advised);
        self.root.begin(std::iter::once(advised).chain(others).map(Arm::Action));
        if let (Status::Decision { kind, .. }, true) = (view.status(), self.settings.keep > 0.0) {
            let of = (view.clock(), side, kind);
            self.root.recall(self.settings.keep, |arm| match arm {
                Arm::Action(action) => self.memory.recall(of, action),
                Arm::Plan(_) => None,
            });
        }
    }
}

impl<G: Searchable> Bot<G> for Mcts<G> {
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action {
        let Status::Decision { side, kind } = view.status() else { return choices.nth(0) };
        let plan = self.plan(view, side, rng);
        if !self.settings.all && !G::branches(kind) {
            return self.workers[0].advise(view, side, plan, choices, rng);
        }
        self.lay_out(view, side, choices, rng);
        self.search(view, rng.random());
        match self.root.best(side, self.settings.doubt) {
            Some(Arm::Action(action)) => {
                self.memory.keep((view.clock(), side, kind), self.root.found(action));
                action
            }
            _ => choices.nth(0),
        }
    }

    fn set_budget(&mut self, budget: Budget) {
        self.settings.budget = budget;
        self.workers.iter_mut().for_each(|worker| worker.make_tree(&self.settings));
    }

    fn budget(&self) -> Option<Budget> {
        Some(self.settings.budget)
    }

    fn set_control(&mut self, control: Control) {
        self.control = control;
    }

    fn iterations(&self) -> u64 {
        self.iterations
    }

    fn explain(&self, view: View<'_, G>, legal: &[G::Action]) -> Option<Explanation<G::Action>> {
        let Status::Decision { side, kind } = view.status() else { return None };
        if !self.settings.all && !G::branches(kind) {
            return G::policy(side, 0).explain(view, legal);
        }
        let mut bot = self.clone();
        let mut choices = G::Choices::default();
        G::choices(view.rules(), view.observe().state(), &mut choices);
        let mut rng = rand::SeedableRng::seed_from_u64(0);
        bot.lay_out(view, side, &choices, &mut rng);
        bot.search(view, 0);
        let alternative = |(arm, visits, value, interval)| match arm {
            Arm::Action(action) if visits > 0 => {
                Some(Alternative { action, value, interval: Some(interval), visits: Some(u64::from(visits)) })
            }
            _ => None,
        };
        let best = bot.root.best(side, self.settings.doubt);
        let mut ranked: Vec<_> = bot.root.arms(side).filter_map(alternative).collect();
        ranked.sort_by(|one, other| other.value.total_cmp(&one.value));
        // What it would play comes first, though another may look better by what chance explains.
        if let Some(at) = ranked.iter().position(|one| Some(Arm::Action(one.action)) == best) {
            ranked[..=at].rotate_right(1);
        }
        Some(Explanation { unit: Unit::Chance, ranked })
    }
}
