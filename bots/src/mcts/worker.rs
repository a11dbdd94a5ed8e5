//! A thread's part in a search: it plays rounds.

use std::ops::Range;
use std::time::Instant;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wilaya_engine::dice::{SeededDice, stream_key};
use wilaya_engine::{BySide, Choices, MAX_CHOICES, Observation, Side, Status, View};

use super::arm::{Arm, Plan};
use super::beliefs::{Beliefs, MOST_MODELS};
use super::searchable::Searchable;
use super::settings::Settings;
use super::tally::Tally;
use super::tree::Tree;
use crate::evaluation::evaluate;
use crate::{Bot, Budget, Control};

/// The maximum number of nodes in a tree, for any budget.
const MOST_NODES: usize = 1 << 16;
/// The purpose of the streams of imagined positions and policies.
const PURPOSE: u64 = 16;

/// The work of a thread.
pub(super) struct Task<'a, G: Searchable> {
    pub(super) view: View<'a, G>,
    pub(super) seen: Observation<G>,
    /// The side that decides.
    pub(super) side: Side,
    /// The plan by which it plays the phase.
    pub(super) plan: Plan,
    pub(super) key: u64,
    pub(super) arms: &'a [Arm<G::Action>],
    /// The arms to play in each round.
    pub(super) alive: &'a [u8],
    pub(super) rounds: Range<u64>,
    /// The turns that a playout lasts beyond those of the kind of decision.
    pub(super) horizon: u16,
    /// The deadline, if the budget is a time.
    pub(super) until: Option<Instant>,
    pub(super) control: &'a Control,
    pub(super) beliefs: &'a Beliefs,
    pub(super) settings: &'a Settings,
    /// The progress of the whole search at the start and end of this part.
    pub(super) done: (f64, f64),
}

/// The memory of a thread.
#[derive(Clone, Debug)]
pub(super) struct Worker<G: Searchable> {
    tree: Tree<G::Action>,
    /// The policies, by plan.
    policies: BySide<Vec<G::Policy>>,
    /// The policies that a side may follow as an opponent.
    models: BySide<Vec<G::Policy>>,
    pub(super) tallies: [Tally; MAX_CHOICES],
}

impl<G: Searchable> Worker<G> {
    pub(super) fn new(settings: &Settings) -> Self {
        let policies =
            BySide::new_with(|side| (0..G::plans(side)).map(|plan| G::policy(side, plan)).collect());
        let models = BySide::new_with(|side| {
            (0..G::models(side).min(MOST_MODELS)).map(|number| G::model(side, number)).collect()
        });
        let mut worker =
            Self { tree: Tree::new(0), policies, models, tallies: [Tally::default(); MAX_CHOICES] };
        worker.make_tree(settings);
        worker
    }

    pub(super) fn make_tree(&mut self, settings: &Settings) {
        // Each iteration adds one node to the root, and the arms are nodes too.
        let nodes = match settings.budget {
            _ if !G::TREE => 0,
            Budget::Iterations(iterations) => (iterations as usize + 1 + MAX_CHOICES).min(MOST_NODES),
            Budget::Decision(_) | Budget::Turn(_) => MOST_NODES,
        };
        self.tree = Tree::new(nodes);
    }

    /// Clears everything.
    pub(super) fn clear(&mut self) {
        self.tree.clear();
        self.tallies = [Tally::default(); MAX_CHOICES];
    }

    /// The policy's choice.
    pub(super) fn advise(
        &mut self,
        view: View<'_, G>,
        side: Side,
        plan: usize,
        choices: &G::Choices,
        rng: &mut Pcg64Mcg,
    ) -> G::Action {
        self.policies[side][plan].choose(view, choices, rng)
    }

    /// The choices of a side's models, one by one.
    pub(super) fn foresee<'a>(
        &'a mut self,
        view: View<'a, G>,
        choices: &'a G::Choices,
        rng: &'a mut Pcg64Mcg,
    ) -> impl Iterator<Item = G::Action> + 'a {
        self.models[view.side()].iter_mut().map(move |model| model.choose(view, choices, rng))
    }

    /// Plays this thread's share of the rounds, one in `threads`. Returns the round after the last.
    pub(super) fn work(&mut self, task: &Task<'_, G>, thread: u64, threads: u64) -> u64 {
        let mut round = task.rounds.start + thread;
        let begun = Instant::now();
        while round < task.rounds.end {
            if G::TREE {
                self.grow(task, round);
            } else {
                self.compare(task, round);
            }
            round += threads;
            let share = match task.until {
                Some(until) => {
                    let now = Instant::now();
                    if now >= until {
                        break;
                    }
                    (now - begun).as_secs_f64() / (until - begun).as_secs_f64()
                }
                None => {
                    let all = task.rounds.end - task.rounds.start;
                    (round - task.rounds.start).min(all) as f64 / all as f64
                }
            };
            if thread == 0 {
                task.control.set_progress((task.done.0 + share * (task.done.1 - task.done.0)) as f32);
            }
            if task.control.stopped() {
                break;
            }
        }
        round
    }

    /// Plays every arm that is left once, with the same dice.
    fn compare(&mut self, task: &Task<'_, G>, round: u64) {
        let mut first = 0.0;
        for (place, &arm) in task.alive.iter().enumerate() {
            let (value, over) = self.iterate(task, Some(usize::from(arm)), round);
            if place == 0 {
                first = value;
            }
            self.tallies[usize::from(arm)].count(value, over, value - first);
        }
    }

    /// Plays one line of the tree.
    fn grow(&mut self, task: &Task<'_, G>, round: u64) {
        let (value, over) = self.iterate(task, None, round);
        let first = self.tree.first();
        let arm =
            task.arms.iter().position(|arm| matches!(arm, Arm::Action(action) if Some(*action) == first));
        if let Some(arm) = arm {
            self.tallies[arm].count(value, over, 0.0);
        }
    }

    /// Plays one line: an arm, or down the tree if there is none, and on to the last turn of the horizon. Returns the probability
    /// that the FLN wins at its end, and whether that is the end of the game.
    fn iterate(&mut self, task: &Task<'_, G>, arm: Option<usize>, round: u64) -> (f64, bool) {
        let rules = task.view.rules();
        let clock = task.view.clock();
        let last = match task.view.status() {
            Status::Decision { .. } if G::TREE => u16::MAX,
            Status::Decision { kind, .. } => clock.0 + G::horizon(kind) + task.horizon,
            Status::Over(_) => clock.0,
        };
        let mut rng = Pcg64Mcg::seed_from_u64(stream_key(task.key, round, PURPOSE));
        let mut dice = SeededDice::new(task.key, round);
        let model = task.beliefs.draw(&mut rng);
        let mut state = G::determinize(rules, &task.seen, &mut rng);
        let mut choices = G::Choices::default();
        let mut plan = if task.plan.clock == clock { task.plan.number } else { 0 };
        let mut climbs = arm.is_none();
        match arm.map(|arm| task.arms[arm]) {
            None => {
                self.tree.restart();
                G::choices(rules, &state, &mut choices);
            }
            Some(Arm::Action(action)) => {
                G::advance(rules, &mut state, action, &mut dice, &mut (), &mut choices);
            }
            Some(Arm::Plan(number)) => {
                plan = number;
                G::choices(rules, &state, &mut choices);
            }
        }
        let value = loop {
            let (side, kind) = match G::status(&state) {
                Status::Over(outcome) => break (outcome.score(Side::Fln), true),
                Status::Decision { side, kind } => (side, kind),
            };
            let now = G::clock(&state);
            if now.0 > last {
                break (evaluate::<G>(rules, &state, task.side), false);
            }
            if G::TREE && climbs && G::branches(kind) {
                let legal = (0..choices.len()).map(|number| choices.nth(number));
                let (action, known) = self.tree.climb(side, legal, task.settings.explore);
                climbs = known;
                G::advance(rules, &mut state, action, &mut dice, &mut (), &mut choices);
                continue;
            }
            let policy = match side == task.side {
                true if now == clock => &mut self.policies[side][plan],
                true => &mut self.policies[side][0],
                false => &mut self.models[side][model],
            };
            let action = policy.choose(View::new(rules, &state, side), &choices, &mut rng);
            G::advance(rules, &mut state, action, &mut dice, &mut (), &mut choices);
        };
        if arm.is_none() {
            self.tree.back_up(value.0);
        }
        value
    }
}
