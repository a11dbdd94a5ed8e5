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
    /// How many of them are outcomes of games that were played to the end.
    pub(super) over: u32,
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
        self.over += other.over;
        self.ahead += other.ahead;
        self.ahead_squares += other.ahead_squares;
    }
}

/// A mean, and its standard error.
fn mean(n: f64, sum: f64, squares: f64) -> (f64, f64) {
    let n = n.max(1.0);
    let mean = sum / n;
    // One more observation of a usual size keeps a few equal ones from looking certain.
    let variance = ((squares - mean * sum).max(0.0) + USUAL * USUAL) / n;
    (mean, (variance / n).sqrt())
}

/// The mean of chances to win, and the 95 % interval of the mean that it estimates.
///
/// By the normal distribution for chances that an evaluation gives. Outcomes are 0 or 1, and a few that are equal do not make
/// the mean certain: as far as there are outcomes among them, two of either kind are added first (Agresti and Coull, 1998).
fn interval(tally: &Tally) -> (f64, RangeInclusive<f64>) {
    const Z: f64 = 1.96;
    const ADDED: f64 = 2.0;
    let n = f64::from(tally.visits.max(1));
    let added = ADDED * f64::from(tally.over) / n;
    let (centre, error) = mean(n + 2.0 * added, tally.sum + added, tally.squares + added);
    let value = tally.sum / n;
    (value, (centre - Z * error).clamp(0.0, value)..=(centre + Z * error).clamp(value, 1.0))
}

/// A usual difference between two choices in one round, in chances to win.
const USUAL: f64 = 0.02;

/// The arms and what came of them.
#[derive(Clone, Debug)]
pub(super) struct Root<A> {
    arms: ArrayVec<Arm<A>, MAX_CHOICES>,
    tallies: [Tally; MAX_CHOICES],
    /// What is known from before.
    kept: [Kept; MAX_CHOICES],
}

/// What is known of how far an arm is ahead of the first: so many observations, their sum and that of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Kept {
    n: f64,
    sum: f64,
    squares: f64,
}

impl<A> Default for Root<A> {
    fn default() -> Self {
        Self {
            arms: ArrayVec::new(),
            tallies: [Tally::default(); MAX_CHOICES],
            kept: [Kept::default(); MAX_CHOICES],
        }
    }
}

impl<A: Copy + PartialEq> Root<A> {
    /// Forgets everything, and takes these arms; the first is the one that the others are compared with.
    pub(super) fn begin(&mut self, arms: impl Iterator<Item = Arm<A>>) {
        self.arms.clear();
        self.arms.extend(arms);
        self.tallies = [Tally::default(); MAX_CHOICES];
        self.kept = [Kept::default(); MAX_CHOICES];
    }

    /// Takes in what was found about the arms before, each observation for a share of one.
    pub(super) fn recall<'a>(&mut self, share: f64, found: impl Fn(Arm<A>) -> Option<&'a Tally>) {
        let Some(first) = self.arms.first().and_then(|arm| found(*arm)).filter(|tally| tally.visits > 0)
        else {
            return;
        };
        // They were compared with another choice than they are now, perhaps: the difference of two differences.
        let spread = |tally: &Tally| {
            let n = f64::from(tally.visits);
            let mean = tally.ahead / n;
            (mean, (tally.ahead_squares / n - mean * mean).max(0.0))
        };
        let (base, base_variance) = spread(first);
        for (arm, kept) in self.arms.iter().zip(&mut self.kept).skip(1) {
            let Some(tally) = found(*arm).filter(|tally| tally.visits > 0) else { continue };
            let (mean, variance) = spread(tally);
            let (mean, variance) = (mean - base, variance + base_variance);
            let n = share * f64::from(tally.visits.min(first.visits));
            *kept = Kept { n, sum: n * mean, squares: n * (variance + mean * mean) };
        }
    }

    /// What was found about the actions, but for one.
    pub(super) fn found(&self, but: A) -> impl Iterator<Item = (A, Tally)> + '_ {
        self.arms.iter().zip(&self.tallies).filter_map(move |(arm, tally)| match arm {
            Arm::Action(action) if *action != but && tally.visits > 0 => Some((*action, *tally)),
            _ => None,
        })
    }

    /// How far an arm is ahead of the first for a side, and the standard error.
    fn ahead(&self, arm: usize, side: Side) -> (f64, f64) {
        let (tally, kept) = (&self.tallies[arm], &self.kept[arm]);
        let n = f64::from(tally.visits) + kept.n;
        let (mean, error) = mean(n, tally.ahead + kept.sum, tally.ahead_squares + kept.squares);
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

    /// The arms: visits, the mean for a side, and its 95 % interval.
    pub(super) fn arms(
        &self,
        side: Side,
    ) -> impl Iterator<Item = (Arm<A>, u32, f64, RangeInclusive<f64>)> + '_ {
        self.arms.iter().zip(&self.tallies).map(move |(arm, tally)| {
            let (for_fln, interval) = interval(tally);
            match side {
                Side::Fln => (*arm, tally.visits, for_fln, interval),
                Side::France => {
                    (*arm, tally.visits, 1.0 - for_fln, 1.0 - interval.end()..=1.0 - interval.start())
                }
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Outcomes of three games that were all won say little, chances that differ by little say more.
    #[test]
    fn an_interval_is_as_wide_as_what_it_is_made_of_is_uncertain() {
        let won = Tally { visits: 3, sum: 3.0, squares: 3.0, over: 3, ..Tally::default() };
        let (value, wide) = interval(&won);
        assert!(value == 1.0 && *wide.end() == 1.0 && (0.3..0.5).contains(wide.start()), "{wide:?}");
        let chances = Tally { visits: 3, sum: 1.8, squares: 1.08, ..Tally::default() };
        let (value, narrow) = interval(&chances);
        assert!((value - 0.6).abs() < 1e-9 && narrow.end() - narrow.start() < 0.05, "{narrow:?}");
    }

    #[test]
    fn what_was_found_before_counts_for_less() {
        let mut root = Root::default();
        root.begin([1, 2, 3].map(Arm::Action).into_iter());
        let tally = |ahead: f64| Tally {
            visits: 10,
            ahead: 10.0 * ahead,
            ahead_squares: 10.0 * ahead * ahead,
            ..Tally::default()
        };
        let known = [(1, tally(0.1)), (2, tally(0.3))];
        let found = |arm| match arm {
            Arm::Action(action) => known.iter().find(|(one, _)| *one == action).map(|(_, tally)| tally),
            Arm::Plan(_) => None,
        };
        root.recall(0.5, found);
        let near = |value: f64, expected: f64| assert!((value - expected).abs() < 1e-9, "{value}");
        near(root.ahead(1, Side::Fln).0, 0.2);
        near(root.ahead(2, Side::Fln).0, 0.0);
        // Five observations of 0.2 are remembered, ten of -0.1 are made.
        root.tallies[1] = tally(-0.1);
        near(root.ahead(1, Side::Fln).0, 0.0);
        root.begin([3, 2].map(Arm::Action).into_iter());
        root.recall(0.5, found);
        near(root.ahead(1, Side::Fln).0, 0.0);
    }
}
