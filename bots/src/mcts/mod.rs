//! A bot that searches: Monte Carlo tree search over the choices of both sides. It knows no game.
//!
//! - **Open loop** (Perez Liebana and others, 2015). A node stands for a line of choices, not for a position: each
//!   iteration plays the line anew through the same [`Game::advance`] as the game itself, with dice of its own, so a node
//!   averages over what the dice may bring. The game's dice are never seen.
//! - **Hidden parts** (Cowling, Powley and Whitehouse, 2012). Each iteration begins in a position of its own that fits what the
//!   side sees ([`Game::determinize`]). The statistics are of choices, so they do not depend on what was imagined.
//! - **Playouts** are played by the policy of the game and end after some turns with its estimate.
//! - **Priors** (PUCT; Rosin, 2011): what the policy would choose is tried first.
//! - **Only some decisions branch**: which ones, the game says. The policy plays the others, so that depth is not used up
//!   by deployments.
//!
//! The same generator and the same number of iterations give the same choice on every machine. After the tree has been made
//! an iteration allocates nothing. The tree is not kept from one decision to the next.

mod level;
mod tree;

use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use wilaya_engine::dice::{SeededDice, stream_key};
use wilaya_engine::{BySide, Choices, Game, Observation, Side, Status, View};
use wilaya_stats::wilson_of;

use crate::registry::{Entry, maker};
use crate::spec::{Key, Values};
use crate::{Alternative, Bot, Budget, Control, Explanation, Unit};
pub use level::Level;
use tree::Tree;

/// What a search asks of a game beside its rules.
pub trait Searchable: Game {
    /// Plays what is not searched, for either side.
    type Policy: Bot<Self> + Clone;

    /// A policy for one side.
    fn policy() -> Self::Policy;

    /// True if a search branches on this kind of decision.
    fn branches(kind: Self::Decision) -> bool;

    /// Iterations a decision at a level.
    fn iterations(level: Level) -> u32;

    /// The chance that the FLN wins from here, 0 to 1.
    fn evaluate(rules: &Self::Rules, state: &Self::State) -> f64;
}

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How much it may think.
    pub budget: Budget,
    /// Turns that a playout goes on after the turn in which the search began.
    pub horizon: u16,
    /// How much choices are explored that look worse.
    pub explore: f64,
    /// The share of the prior that goes to what the policy would choose; the rest is shared by all.
    pub trust: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { budget: Budget::Iterations(400), horizon: 1, explore: 0.4, trust: 0.5 }
    }
}

/// No tree has more nodes than this, whatever the budget.
const MOST_NODES: usize = 1 << 17;
/// Of the time that is left of a turn, a decision gets this share.
const SHARE: u32 = 12;
/// After so many iterations it looks at the clock and at its [`Control`].
const WATCH: u32 = 16;
/// The purpose of the streams of imagined positions and policies.
const PURPOSE: u64 = 16;

/// The bot.
#[derive(Clone, Debug)]
pub struct Mcts<G: Searchable> {
    settings: Settings,
    tree: Tree<G::Action>,
    policies: BySide<G::Policy>,
    control: Control,
    /// The turn, and how much of its time is left.
    turn: (u16, Duration),
    iterations: u64,
}

impl<G: Searchable> Mcts<G> {
    /// With these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let policies = BySide::new_with(|_| G::policy());
        let control = Control::default();
        let mut bot = Self {
            settings,
            tree: Tree::new(0),
            policies,
            control,
            turn: (0, Duration::ZERO),
            iterations: 0,
        };
        bot.make_tree();
        bot
    }

    fn make_tree(&mut self) {
        // Each iteration adds one node to the root.
        let nodes = match self.settings.budget {
            Budget::Iterations(iterations) => (iterations as usize + 1).min(MOST_NODES),
            Budget::Decision(_) | Budget::Turn(_) => MOST_NODES,
        };
        self.tree = Tree::new(nodes);
    }

    /// Searches; the results are in the tree. Returns the number of iterations.
    fn search(&mut self, view: View<'_, G>, key: u64) -> u32 {
        let seen = view.observe();
        let begun = Instant::now();
        let (turn, _) = view.clock();
        let limit = match self.settings.budget {
            Budget::Iterations(_) => None,
            Budget::Decision(time) => Some(time),
            Budget::Turn(time) => {
                if self.turn.0 != turn {
                    self.turn = (turn, time);
                }
                Some(self.turn.1 / SHARE)
            }
        };
        self.tree.clear();
        let mut iterations = 0;
        loop {
            if iterations % WATCH == 0 && iterations > 0 {
                let done = match (self.settings.budget, limit) {
                    (_, Some(limit)) => begun.elapsed().as_secs_f32() / limit.as_secs_f32().max(f32::EPSILON),
                    (Budget::Iterations(count), None) => iterations as f32 / count as f32,
                    (_, None) => 1.0,
                };
                self.control.set_progress(done);
                if self.control.stopped() || limit.is_some() && done >= 1.0 {
                    break;
                }
            }
            if matches!(self.settings.budget, Budget::Iterations(count) if iterations >= count) {
                break;
            }
            self.iterate(view.rules(), &seen, turn + self.settings.horizon, (key, u64::from(iterations)));
            iterations += 1;
        }
        self.control.set_progress(1.0);
        if limit.is_some() {
            self.turn.1 = self.turn.1.saturating_sub(begun.elapsed());
        }
        iterations
    }

    /// One line of play, down the tree and on to the last turn of the horizon.
    fn iterate(&mut self, rules: &G::Rules, seen: &Observation<G>, last: u16, (key, index): (u64, u64)) {
        let mut rng = Pcg64Mcg::seed_from_u64(stream_key(key, index, PURPOSE));
        let mut dice = SeededDice::new(key, index);
        let mut state = G::determinize(rules, seen, &mut rng);
        let mut choices = G::Choices::default();
        G::choices(rules, &state, &mut choices);
        let mut descending = true;
        self.tree.begin();
        let value = loop {
            let (side, kind) = match G::status(&state) {
                Status::Over(outcome) => break f64::from(u8::from(outcome.winner == Side::Fln)),
                Status::Decision { side, kind } => (side, kind),
            };
            if G::clock(&state).0 > last {
                break G::evaluate(rules, &state);
            }
            let view = View::new(rules, &state, side);
            let advised = self.policies[side].choose(view, &choices, &mut rng);
            let action = if descending && G::branches(kind) {
                let (action, known) = self.tree.descend(side, &choices.to_list(), advised, &self.settings);
                descending = known;
                action
            } else {
                advised
            };
            G::advance(rules, &mut state, action, &mut dice, &mut (), &mut choices);
        };
        self.tree.back_up(value);
    }
}

impl<G: Searchable> Bot<G> for Mcts<G> {
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action {
        let Status::Decision { side, kind } = view.status() else { return choices.nth(0) };
        if !G::branches(kind) {
            return self.policies[side].choose(view, choices, rng);
        }
        self.iterations += u64::from(self.search(view, rng.random()));
        self.tree.most_visited().unwrap_or_else(|| choices.nth(0))
    }

    fn set_budget(&mut self, budget: Budget) {
        self.settings.budget = budget;
        self.make_tree();
    }

    fn set_control(&mut self, control: Control) {
        self.control = control;
    }

    fn iterations(&self) -> u64 {
        self.iterations
    }

    fn explain(&self, view: View<'_, G>, legal: &[G::Action]) -> Option<Explanation<G::Action>> {
        let Status::Decision { side, kind } = view.status() else { return None };
        if !G::branches(kind) {
            return self.policies[side].explain(view, legal);
        }
        let mut bot = self.clone();
        bot.search(view, 0);
        let mut ranked: Vec<_> = bot
            .tree
            .choices()
            .map(|(action, visits, for_fln)| {
                let value = if side == Side::Fln { for_fln } else { 1.0 - for_fln };
                Alternative {
                    action,
                    value,
                    interval: Some({
                        let interval = wilson_of(value, f64::from(visits));
                        interval.low..=interval.high
                    }),
                    visits: Some(u64::from(visits)),
                }
            })
            .collect();
        ranked.sort_by_key(|one| std::cmp::Reverse(one.visits));
        Some(Explanation { unit: Unit::Chance, ranked })
    }
}

const KEYS: &[Key] = &[
    Key {
        name: "level",
        help: "how strong it plays, if neither iterations nor time are given",
        values: Values::Word { default: Level::Regular.name(), words: &Level::NAMES },
    },
    Key {
        name: "iters",
        help: "iterations a decision, if no time is given; 0: those of the level",
        values: Values::Whole { default: 0, least: 0, most: 10_000_000 },
    },
    Key {
        name: "ms",
        help: "milliseconds a decision; 0: by iterations",
        values: Values::Whole { default: 0, least: 0, most: 3_600_000 },
    },
    Key {
        name: "turn_ms",
        help: "milliseconds for all decisions of a turn; 0: by decision",
        values: Values::Whole { default: 0, least: 0, most: 3_600_000 },
    },
    Key {
        name: "horizon",
        help: "turns that a playout goes on after the one that is searched",
        values: Values::Whole { default: 1, least: 0, most: 200 },
    },
    Key {
        name: "explore",
        help: "how much choices are explored that look worse, in chances to win",
        values: Values::Real { default: 0.4, least: 0.0, most: 10.0 },
    },
    Key {
        name: "trust",
        help: "share of the prior for what the heuristic would choose",
        values: Values::Real { default: 0.5, least: 0.0, most: 1.0 },
    },
];

pub(crate) fn entry<G: Searchable>() -> Entry<G> {
    Entry {
        name: "mcts",
        summary: "searches: Monte Carlo tree search with the heuristic for priors and playouts",
        keys: KEYS,
        build: |params| {
            let budget = match (params.whole("ms")?, params.whole("turn_ms")?) {
                (0, 0) => Budget::Iterations(match params.whole("iters")? {
                    0 => G::iterations(Level::named(params.word("level")?)),
                    given => given as u32,
                }),
                (0, turn) => Budget::Turn(Duration::from_millis(turn)),
                (decision, _) => Budget::Decision(Duration::from_millis(decision)),
            };
            let settings = Settings {
                budget,
                horizon: params.whole("horizon")? as u16,
                explore: params.real("explore")?,
                trust: params.real("trust")?,
            };
            Ok(maker(move || Mcts::<G>::new(settings)))
        },
    }
}
