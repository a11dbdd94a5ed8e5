//! The root: its arms and their results, compared in rounds.

use std::ops::RangeInclusive;

use arrayvec::ArrayVec;
use wilaya_engine::{MAX_CHOICES, Side};

use super::arm::Arm;
use super::tally::{Tally, interval, mean};

/// The arms and their results.
#[derive(Clone, Debug)]
pub(super) struct Root<A> {
    pub(super) arms: ArrayVec<Arm<A>, MAX_CHOICES>,
    pub(super) tallies: [Tally; MAX_CHOICES],
    /// Results from earlier decisions.
    kept: [Kept; MAX_CHOICES],
}

/// Earlier results for an arm's lead over the first: number of observations, their sum, and the sum of their squares.
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
    /// Clears everything and takes these arms; the others are compared with the first.
    pub(super) fn begin(&mut self, arms: impl Iterator<Item = Arm<A>>) {
        self.arms.clear();
        self.arms.extend(arms);
        self.tallies = [Tally::default(); MAX_CHOICES];
        self.kept = [Kept::default(); MAX_CHOICES];
    }

    /// Adds earlier results of the arms, each observation weighted by `share`.
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

    /// The results of the actions, except for one.
    pub(super) fn found(&self, but: A) -> impl Iterator<Item = (A, Tally)> + '_ {
        self.arms.iter().zip(&self.tallies).filter_map(move |(arm, tally)| match arm {
            Arm::Action(action) if *action != but && tally.visits > 0 => Some((*action, *tally)),
            _ => None,
        })
    }

    /// The lead of an arm over the first for a side, and its standard error.
    pub(super) fn ahead(&self, arm: usize, side: Side) -> (f64, f64) {
        let (tally, kept) = (&self.tallies[arm], &self.kept[arm]);
        let n = f64::from(tally.visits) + kept.n;
        let (mean, error) = mean(n, tally.ahead + kept.sum, tally.ahead_squares + kept.squares);
        (if side == Side::Fln { mean } else { -mean }, error)
    }

    /// The number of iterations.
    pub(super) fn visits(&self) -> u64 {
        self.tallies.iter().map(|tally| u64::from(tally.visits)).sum()
    }

    /// The arm with the largest lead over the first beyond the doubt; the first if there is none.
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

    /// The arm with the most visits: that of a tree.
    pub(super) fn most_visited(&self) -> Option<Arm<A>> {
        let arms = self.arms.iter().zip(&self.tallies);
        arms.rev().max_by_key(|(_, tally)| tally.visits).map(|(arm, _)| *arm)
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

#[cfg(test)]
mod tests {
    use super::*;

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
