//! What forks say.

use std::collections::BTreeMap;

use wilaya_stats::{Estimate, clustered};

use super::plan::{Fork, Gain};

/// Which of the two comparisons at a fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// The next best choice.
    Now,
    /// Never to have it again.
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
    /// From how many games.
    pub games: u64,
    /// By how much the chance of the FLN is higher with the item; its number is that of pairs of playouts.
    pub estimate: Estimate,
}

/// Of fewer games too little is known to say how far they are spread.
const LEAST_GAMES: u64 = 10;

/// By how much the chance of the FLN is higher in the branch with the item: the mean over playouts, cluster-robust by game.
///
/// Where no pair or nearly none came out differently the spread that was seen says too little: the error is at least what one
/// such pair more would make of it.
#[must_use]
pub fn gain<'a>(forks: impl Iterator<Item = &'a Fork>, against: Against) -> Forked {
    let mut games = 0;
    let all = forks.map(|fork| (fork.game, against.of(fork))).filter(|(_, gain)| gain.n > 0);
    let estimate = clustered(all.inspect(|_| games += 1).flat_map(|(game, Gain { n, gain })| {
        // Within a game only the sum matters.
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
