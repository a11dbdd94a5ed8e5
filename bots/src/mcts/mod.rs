//! A bot that searches: Monte Carlo tree search over the choices of both sides. It knows no game.
//!
//! - **Open loop** (Perez Liebana and others, 2015). A node stands for a line of choices, not for a position: each
//!   iteration plays the line anew through the same rules ([`Game::play_out`]) as the game itself, with dice of its own, so a node
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

mod tree;

use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use wilaya_engine::dice::{SeededDice, stream_key};
use wilaya_engine::{BySide, Choices, Game, Observation, Players, Side, Status, View};

use crate::registry::{Entry, maker};
use crate::spec::{Key, Values};
use crate::{Alternative, Bot, Budget, Explanation, Unit};
use tree::Tree;

/// What a search asks of a game beside its rules.
pub trait Searchable: Game {
    /// Plays what is not searched, for either side.
    type Policy: Bot<Self> + Clone;

    /// A policy for one side.
    fn policy() -> Self::Policy;

    /// True if a search branches on this kind of decision.
    fn branches(kind: Self::Decision) -> bool;

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
/// The purpose of the streams of imagined positions and policies.
const PURPOSE: u64 = 16;

/// The bot.
#[derive(Clone, Debug)]
pub struct Mcts<G: Searchable> {
    settings: Settings,
    tree: Tree<G::Action>,
    policies: BySide<G::Policy>,
    /// The turn, and how much of its time is left.
    turn: (u16, Duration),
}

impl<G: Searchable> Mcts<G> {
    /// With these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let policies = BySide::new_with(|_| G::policy());
        let mut bot = Self { settings, tree: Tree::new(0), policies, turn: (0, Duration::ZERO) };
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
            let enough = match (self.settings.budget, limit) {
                (_, Some(limit)) => iterations > 0 && begun.elapsed() >= limit,
                (Budget::Iterations(count), None) => iterations >= count,
                (_, None) => true,
            };
            if enough {
                break;
            }
            self.iterate(view.rules(), &seen, turn + self.settings.horizon, (key, u64::from(iterations)));
            iterations += 1;
        }
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
        self.tree.begin();
        let mut line = Line { bot: self, rng, last, descending: true };
        G::play_out(rules, &mut state, &mut dice, &mut (), &mut line);
        let value = match G::status(&state) {
            Status::Over(outcome) => f64::from(u8::from(outcome.winner == Side::Fln)),
            Status::Decision { .. } => G::evaluate(rules, &state),
        };
        self.tree.back_up(value);
    }
}

/// One line of play: the choices of the tree first, those of the policies after.
struct Line<'a, G: Searchable> {
    bot: &'a mut Mcts<G>,
    rng: Pcg64Mcg,
    /// The last turn.
    last: u16,
    descending: bool,
}

impl<G: Searchable> Players<G> for Line<'_, G> {
    #[inline]
    fn go_on(&mut self, state: &G::State) -> bool {
        G::clock(state).0 <= self.last
    }

    #[inline]
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices) -> G::Action {
        let advised = self.bot.policies[view.side()].choose(view, choices, &mut self.rng);
        if !self.descending {
            return advised;
        }
        match view.status() {
            Status::Decision { side, kind } if G::branches(kind) => {
                let Mcts { tree, settings, .. } = &mut *self.bot;
                let (action, known) = tree.descend(side, &choices.to_list(), advised, settings);
                self.descending = known;
                action
            }
            _ => advised,
        }
    }
}

impl<G: Searchable> Bot<G> for Mcts<G> {
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action {
        let Status::Decision { side, kind } = view.status() else { return choices.nth(0) };
        if !G::branches(kind) {
            return self.policies[side].choose(view, choices, rng);
        }
        self.search(view, rng.random());
        self.tree.most_visited().unwrap_or_else(|| choices.nth(0))
    }

    fn set_budget(&mut self, budget: Budget) {
        self.settings.budget = budget;
        self.make_tree();
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
                    interval: Some(wilson(value, f64::from(visits))),
                    visits: Some(u64::from(visits)),
                }
            })
            .collect();
        ranked.sort_by_key(|one| std::cmp::Reverse(one.visits));
        Some(Explanation { unit: Unit::Chance, ranked })
    }
}

/// The 95 % interval of a share of `n` trials (Wilson, 1927). A mean of estimates varies less than a share of wins, so it
/// is on the safe side.
fn wilson(share: f64, n: f64) -> std::ops::RangeInclusive<f64> {
    const Z: f64 = 1.96;
    let scale = 1.0 + Z * Z / n;
    let centre = (share + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    (centre - half).max(0.0)..=(centre + half).min(1.0)
}

const KEYS: &[Key] = &[
    Key {
        name: "iters",
        help: "iterations a decision, if no time is given",
        values: Values::Whole { default: 400, least: 1, most: 10_000_000 },
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
                (0, 0) => Budget::Iterations(params.whole("iters")? as u32),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        let interval = wilson(0.5, 100.0);
        assert!((interval.start() - 0.4038).abs() < 1e-4 && (interval.end() - 0.5962).abs() < 1e-4);
    }
}
