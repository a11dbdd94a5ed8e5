//! The root: sequential halving among its arms, compared in rounds.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use wilaya_engine::{MAX_CHOICES, Side, View};

use super::worker::{Task, Worker};
use super::{Arm, Mcts, Searchable};
use crate::Budget;

/// What came of an arm, all from the point of view of the FLN.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) visits: u32,
    /// The sum of the chances to win, and of their squares.
    pub(super) sum: f64,
    pub(super) squares: f64,
    /// The sum of the differences from the first arm in the same rounds, and of their squares.
    pub(super) ahead: f64,
    pub(super) ahead_squares: f64,
}

impl Tally {
    /// Takes in what another thread found.
    fn add(&mut self, other: &Self) {
        self.visits += other.visits;
        self.sum += other.sum;
        self.squares += other.squares;
        self.ahead += other.ahead;
        self.ahead_squares += other.ahead_squares;
    }
}

/// A mean, and its standard error.
fn mean(n: u32, sum: f64, squares: f64) -> (f64, f64) {
    let n = f64::from(n.max(1));
    let mean = sum / n;
    // One more observation of a usual size keeps a few equal ones from looking certain.
    let variance = ((squares - mean * sum).max(0.0) + USUAL * USUAL) / n;
    (mean, (variance / n).sqrt())
}

/// A usual difference between two choices in one round, in chances to win.
const USUAL: f64 = 0.02;

/// The arms and what came of them.
#[derive(Clone, Debug)]
pub(super) struct Root<A> {
    arms: ArrayVec<Arm<A>, MAX_CHOICES>,
    tallies: [Tally; MAX_CHOICES],
}

impl<A> Default for Root<A> {
    fn default() -> Self {
        Self { arms: ArrayVec::new(), tallies: [Tally::default(); MAX_CHOICES] }
    }
}

impl<A: Copy + PartialEq> Root<A> {
    /// Forgets everything, and takes these arms; the first is the one that the others are compared with.
    pub(super) fn begin(&mut self, arms: impl Iterator<Item = Arm<A>>) {
        self.arms.clear();
        self.arms.extend(arms);
        self.tallies = [Tally::default(); MAX_CHOICES];
    }

    /// How far an arm is ahead of the first for a side, and the standard error.
    fn ahead(&self, arm: usize, side: Side) -> (f64, f64) {
        let tally = &self.tallies[arm];
        let (mean, error) = mean(tally.visits, tally.ahead, tally.ahead_squares);
        (if side == Side::Fln { mean } else { -mean }, error)
    }

    /// How many iterations there were.
    pub(super) fn visits(&self) -> u64 {
        self.tallies.iter().map(|tally| u64::from(tally.visits)).sum()
    }

    /// The arm that is ahead of the first by most beyond the doubt; the first if none is.
    pub(super) fn best(&self, side: Side, doubt: f64) -> Option<Arm<A>> {
        let mut best = (0.0, *self.arms.first()?);
        for (index, arm) in self.arms.iter().enumerate().skip(1) {
            let (ahead, error) = self.ahead(index, side);
            let sure = ahead - doubt * error;
            if self.tallies[index].visits > 0 && sure > best.0 {
                best = (sure, *arm);
            }
        }
        Some(best.1)
    }

    /// The arms: visits, the mean for a side, and its 95 % interval (by the normal distribution).
    pub(super) fn arms(
        &self,
        side: Side,
    ) -> impl Iterator<Item = (Arm<A>, u32, f64, RangeInclusive<f64>)> + '_ {
        const Z: f64 = 1.96;
        self.arms.iter().zip(&self.tallies).map(move |(arm, tally)| {
            let (for_fln, error) = mean(tally.visits, tally.sum, tally.squares);
            let value = if side == Side::Fln { for_fln } else { 1.0 - for_fln };
            let interval = (value - Z * error).max(0.0)..=(value + Z * error).min(1.0);
            (*arm, tally.visits, value, interval)
        })
    }
}

/// Sequential halving: fills the tallies of the root.
pub(super) fn search<G: Searchable>(
    bot: &mut Mcts<G>,
    view: View<'_, G>,
    key: u64,
    begun: Instant,
    limit: Option<Duration>,
) {
    let Some(side) = view.status().side() else { return };
    let mut left = match bot.settings.budget {
        Budget::Iterations(iterations) => iterations as usize,
        Budget::Decision(_) | Budget::Turn(_) => usize::MAX,
    };
    let most = bot.root.arms.len().min(left);
    let mut alive: ArrayVec<u8, MAX_CHOICES> = (0..most as u8).collect();
    bot.workers.iter_mut().for_each(Worker::clear);
    let stages = (most.max(2) - 1).ilog2() + 1;
    let all = left;
    let mut round = 0;
    for stage in 0..stages {
        let rounds = (left / (stages - stage) as usize / alive.len().max(1)).max(1);
        if left < alive.len() || alive.len() < 2 {
            break;
        }
        let share = f64::from(stage + 1) / f64::from(stages);
        let task = Task {
            view,
            seen: view.observe(),
            side,
            plan: bot.plan,
            key,
            arms: &bot.root.arms,
            alive: &alive,
            rounds: round..round.saturating_add(rounds as u64),
            until: limit.map(|limit| begun + limit.mul_f64(share)),
            control: &bot.control,
            settings: &bot.settings,
            done: match limit {
                Some(_) => (f64::from(stage) / f64::from(stages), share),
                None => {
                    (1.0 - left as f64 / all as f64, 1.0 - (left - rounds * alive.len()) as f64 / all as f64)
                }
            },
        };
        let count = bot.workers.len();
        let last = match &mut bot.workers[..] {
            [worker] => worker.work(&task, 0, 1),
            workers => std::thread::scope(|scope| {
                let task = &task;
                let handles: Vec<_> = workers
                    .iter_mut()
                    .enumerate()
                    .map(|(index, worker)| scope.spawn(move || worker.work(task, index as u64, count as u64)))
                    .collect();
                handles
                    .into_iter()
                    .map(|handle| handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                    .max()
                    .unwrap_or(0)
            }),
        };
        for worker in &mut bot.workers {
            for (tally, found) in bot.root.tallies.iter_mut().zip(&mut worker.tallies) {
                tally.add(found);
                *found = Tally::default();
            }
        }
        round = last;
        left = if limit.is_some() { left } else { left - rounds * alive.len() };
        if bot.control.stopped() {
            break;
        }
        // The first stays; of the others the better half.
        let root = &bot.root;
        alive[1..].sort_by(|&one, &other| {
            let ahead = |arm: u8| root.ahead(usize::from(arm), side).0;
            ahead(other).total_cmp(&ahead(one)).then(one.cmp(&other))
        });
        let half = alive.len() / 2;
        alive.truncate(1 + half.max(1));
    }
}
