//! The root: its arms and their results, compared in rounds.

use std::ops::RangeInclusive;

use arrayvec::ArrayVec;
use wilaya_engine::{MAX_CHOICES, Side};

use super::arm::Arm;
use super::tally::{Tally, USUAL, interval};

/// The arms and their results.
#[derive(Clone, Debug)]
pub(super) struct Root<A> {
    pub(super) arms: ArrayVec<Arm<A>, MAX_CHOICES>,
    pub(super) tallies: [Tally; MAX_CHOICES],
    /// Leads found at earlier decisions.
    kept: [Lead; MAX_CHOICES],
}

/// What was observed of an arm's lead over the first: the number of observations, their sum, and the sum of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Lead {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Lead {
    fn mean(&self) -> f64 {
        self.sum / self.n.max(1.0)
    }

    /// The sum of the squared deviations from the mean.
    fn deviations(&self) -> f64 {
        (self.squares - self.mean() * self.sum).max(0.0)
    }

    /// The standard error of the mean: a few observations are eked out by four with a variance that is usual at this decision.
    fn error(&self, usual: f64) -> f64 {
        const ADDED: f64 = 4.0;
        let n = self.n.max(1.0);
        ((self.deviations() + ADDED * usual) / (n - 1.0 + ADDED) / n).sqrt()
    }
}

impl<A> Default for Root<A> {
    fn default() -> Self {
        Self {
            arms: ArrayVec::new(),
            tallies: [Tally::default(); MAX_CHOICES],
            kept: [Lead::default(); MAX_CHOICES],
        }
    }
}

impl<A: Copy + PartialEq> Root<A> {
    /// Clears everything and takes these arms; the others are compared with the first.
    pub(super) fn begin(&mut self, arms: impl Iterator<Item = Arm<A>>) {
        self.arms.clear();
        self.arms.extend(arms);
        self.tallies = [Tally::default(); MAX_CHOICES];
        self.kept = [Lead::default(); MAX_CHOICES];
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
            *kept = Lead { n, sum: n * mean, squares: n * (variance + mean * mean) };
        }
    }

    /// The results of the actions, except for one.
    pub(super) fn found(&self, but: A) -> impl Iterator<Item = (A, Tally)> + '_ {
        self.arms.iter().zip(&self.tallies).filter_map(move |(arm, tally)| match arm {
            Arm::Action(action) if *action != but && tally.visits > 0 => Some((*action, *tally)),
            _ => None,
        })
    }

    /// The lead of an arm over the first.
    fn lead(&self, arm: usize) -> Lead {
        let (tally, kept) = (&self.tallies[arm], &self.kept[arm]);
        Lead {
            n: f64::from(tally.visits) + kept.n,
            sum: tally.ahead + kept.sum,
            squares: tally.ahead_squares + kept.squares,
        }
    }

    /// The variance of a lead that is usual at this decision: within all arms, and one observation of what is usual at any.
    fn usual(&self) -> f64 {
        let leads = (1..self.arms.len()).map(|arm| self.lead(arm)).filter(|lead| lead.n > 1.0);
        let (deviations, freedom) =
            leads.fold((USUAL * USUAL, 1.0), |(sum, n), lead| (sum + lead.deviations(), n + lead.n - 1.0));
        deviations / freedom
    }

    /// The mean lead of an arm over the first for a side.
    pub(super) fn ahead(&self, arm: usize, side: Side) -> f64 {
        let mean = self.lead(arm).mean();
        if side == Side::Fln { mean } else { -mean }
    }

    /// The standard error of an arm's lead.
    pub(super) fn error(&self, arm: usize) -> f64 {
        self.lead(arm).error(self.usual())
    }

    /// The number of iterations.
    pub(super) fn visits(&self) -> u64 {
        self.tallies.iter().map(|tally| u64::from(tally.visits)).sum()
    }

    /// The arm with the largest lead over the first beyond the doubt; the first if there is none. Only an arm with the most visits
    /// can be it: one that was dropped owes its lead to luck that it has not had to repeat.
    pub(super) fn best(&self, side: Side, doubt: f64) -> Option<Arm<A>> {
        let mut best = (0.0, *self.arms.first()?);
        let most = self.tallies.iter().skip(1).map(|tally| tally.visits).max().unwrap_or(0);
        let usual = self.usual();
        for (index, arm) in self.arms.iter().enumerate().skip(1) {
            let sure = self.ahead(index, side) - doubt * self.lead(index).error(usual);
            if self.tallies[index].visits == most.max(1) && sure > best.0 {
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
        near(root.ahead(1, Side::Fln), 0.2);
        near(root.ahead(2, Side::Fln), 0.0);
        // Five observations of 0.2 are remembered, ten of -0.1 are made.
        root.tallies[1] = tally(-0.1);
        near(root.ahead(1, Side::Fln), 0.0);
        root.begin([3, 2].map(Arm::Action).into_iter());
        root.recall(0.5, found);
        near(root.ahead(1, Side::Fln), 0.0);
    }

    /// The arm, from 0, that is best for the FLN after these leads over the first, a list for each other arm.
    fn best_of(leads: &[&[f64]]) -> usize {
        let mut root = Root::default();
        root.begin((0..=leads.len()).map(Arm::Action));
        for (tally, leads) in root.tallies.iter_mut().skip(1).zip(leads) {
            leads.iter().for_each(|&ahead| tally.count(0.5 + ahead, false, ahead));
        }
        match root.best(Side::Fln, 1.0) {
            Some(Arm::Action(arm)) => arm,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_lead_from_luck_is_not_trusted() {
        assert_eq!(best_of(&[&[], &[]]), 0);
        assert_eq!(best_of(&[&[0.1, 0.12], &[]]), 1, "a sure lead");
        assert_eq!(best_of(&[&[0.3, -0.2], &[]]), 0, "a doubtful one");
        assert_eq!(best_of(&[&[0.4], &[0.1, 0.12]]), 2, "the first was lucky once and dropped");
        assert_eq!(
            best_of(&[&[0.1, 0.12], &[0.4, -0.5], &[0.5, -0.4]]),
            0,
            "two rounds say little where rounds differ so"
        );
        assert_eq!(best_of(&[&[0.1, 0.12], &[-0.1, -0.12], &[0.0, 0.01]]), 1, "but enough where they do not");
    }
}
