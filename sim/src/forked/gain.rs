//! Estimates from forks.

use std::collections::BTreeMap;

use wilaya_stats::{Estimate, clustered};

use super::plan::{Fork, Gain};

/// The branch that a fork is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// The next best choice.
    Now,
    /// The branch in which the item is removed for good.
    Worth,
}

impl Against {
    fn of(self, fork: &Fork) -> Gain {
        match self {
            Self::Now => fork.now,
            Self::Worth => fork.worth,
        }
    }
}

/// An estimate from forks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forked {
    /// The number of games it is based on.
    pub games: u64,
    /// The increase in the FLN's probability of winning with the item; `n` is the number of pairs of playouts.
    pub estimate: Estimate,
}

/// With fewer games than this, their spread is too uncertain.
const LEAST_GAMES: u64 = 10;

/// The increase in the FLN's probability of winning in the branch with the item: the mean over playouts, cluster-robust by
/// game.
///
/// If (almost) no pair came out differently, the observed spread is too small, so the error is at least that with one more such
/// pair.
#[must_use]
pub fn gain<'a>(forks: impl Iterator<Item = &'a Fork>, against: Against) -> Forked {
    let mut games = 0;
    let all = forks.map(|fork| (fork.game, against.of(fork))).filter(|(_, gain)| gain.n > 0);
    let estimate = clustered(all.inspect(|_| games += 1).flat_map(|(game, Gain { n, gain })| {
        // Within a game, only the sum matters.
        std::iter::repeat_n((game, f64::from(gain) / f64::from(n)), n as usize)
    }));
    let value = if estimate.n == 0 { 0.0 } else { estimate.value };
    let error = if games < LEAST_GAMES { f64::INFINITY } else { estimate.error.max(1.0 / estimate.n as f64) };
    Forked { games, estimate: Estimate { value, error, ..estimate } }
}

/// The same by period.
#[must_use]
pub fn gain_by_period<'a>(forks: impl Iterator<Item = &'a Fork>, against: Against) -> BTreeMap<u16, Forked> {
    let mut periods = BTreeMap::<u16, Vec<&Fork>>::new();
    for fork in forks.filter(|fork| against.of(fork).n > 0) {
        periods.entry(fork.period).or_default().push(fork);
    }
    periods.into_iter().map(|(period, forks)| (period, gain(forks.into_iter(), against))).collect()
}
