//! What each thing that can be taken out of a game is worth, at positions of real games: the third reading, beside those
//! of [`impact`](crate::impact).
//!
//! From each game one position for each item is drawn, all in which it could be played being equally likely, and played
//! out from there several times with the same dice in each branch:
//!
//! - *worth*: the item is played at once, against taken out for good: a chit out of the hand, a kind of action forbidden
//!   from here on; of what the dice decide, as random events, the turn is drawn, and its roll is forced to the item and to
//!   nothing;
//! - *now*: the item is played at once, against the next best choice of the bot. That is what the timing is worth, not the
//!   item: the next best choice is often to play it a turn later.
//!
//! Positions are as they were, hidden parts included; bots see of them what their side sees. Playouts of one position are not
//! independent, so intervals are cluster-robust by game ([`clustered`]).

mod branch;
mod spot;
mod table;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;
use wilaya_bots::Bot;
use wilaya_engine::Game;
use wilaya_stats::{Estimate, clustered};

use crate::ordered::ordered;

pub use table::{ForkTable, Kept};

/// The purpose of the streams by which positions are drawn.
const DRAWN: u64 = 34;
/// The purpose of the streams of playouts.
const PLAYED: u64 = 35;

/// How positions are drawn and played out.
#[derive(Clone, Copy, Debug)]
pub struct ForkPlan {
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// A game that goes on after this turn says nothing.
    pub max_turns: u16,
    /// How often each position is played out in each branch, at least once.
    pub playouts: u32,
}

/// An item to look at.
#[derive(Clone, Debug)]
pub struct ForkItem<R> {
    /// Its number among [`Game::items`].
    pub number: usize,
    /// The rules without it, if it is a kind of action.
    pub barred: Option<R>,
}

/// Playouts of one position in two branches with the same dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    /// Pairs of playouts that both came to an end.
    pub n: u32,
    /// How many more of them the FLN won in the branch with the item.
    pub gain: i32,
}

impl Gain {
    fn push(&mut self, with: Option<bool>, without: Option<bool>) {
        if let (Some(with), Some(without)) = (with, without) {
            self.n += 1;
            self.gain += i32::from(with) - i32::from(without);
        }
    }
}

/// A position that was played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The number of the game that it comes from.
    pub game: u64,
    /// The number of the item among [`Game::items`].
    pub item: usize,
    /// When it was: [`Game::period`].
    pub period: u16,
    /// Played at once, against the next best choice. Empty for what the dice decide.
    pub now: Gain,
    /// Played at once, against taken out for good; of what the dice decide, rolled against nothing rolled.
    pub worth: Gain,
}

/// Plays games `first` to `games - 1` and plays out positions of them. `each` gets the forks of each game, in order.
/// Returns how many games were handled: fewer if `stop` was raised.
///
/// # Errors
/// The first error of `each`.
#[expect(clippy::too_many_arguments, reason = "a plan of its own would hold nothing else")]
pub fn fork<G: Game, A: Bot<G>, B: Bot<G>, E>(
    rules: &G::Rules,
    plan: &ForkPlan,
    items: &[ForkItem<G::Rules>],
    (first, games): (u64, u64),
    (fln, france): (impl Fn() -> A + Sync, impl Fn() -> B + Sync),
    pool: &ThreadPool,
    stop: &AtomicBool,
    mut each: impl FnMut(u64, &[Fork]) -> Result<(), E>,
) -> Result<u64, E> {
    let bots = || (fln(), france());
    let work = |offset| branch::forks::<G, A, B>(rules, plan, items, first + offset, &bots, stop);
    let left = games.saturating_sub(first);
    let handled = ordered(pool, left, stop, work, |offset, forks| each(first + offset, &forks))?;
    Ok(first + handled)
}

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

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use wilaya_bots::Thrift;
    use wilaya_engine::Setting;
    use wilaya_engine::toy::Toy;

    use super::*;

    fn fork_of(game: u64, n: u32, gain: i32) -> Fork {
        Fork { game, item: 0, period: 1, now: Gain { n, gain }, worth: Gain::default() }
    }

    /// Forks of a race in which the FLN may trip France, which it may be forbidden to do.
    fn toy(games: u64, seed: u64, threads: usize) -> Vec<Fork> {
        let figures = Toy::figures();
        let barred = Setting { bars: vec!["action:fln:trip".to_owned()], ..Setting::default() };
        let [rules, barred] = [Setting::default(), barred]
            .map(|setting| Toy::rules(&figures, &setting).expect("it is a setting"));
        let plan = ForkPlan { seed, max_turns: 200, playouts: 5 };
        let items = [ForkItem { number: 0, barred: Some(barred) }];
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let (mut all, stop) = (Vec::new(), AtomicBool::new(false));
        let bots = (|| Thrift::default(), || Thrift::default());
        let played = fork::<Toy, _, _, Infallible>(
            &rules,
            &plan,
            &items,
            (0, games),
            bots,
            &pool,
            &stop,
            |_, forks| {
                all.extend_from_slice(forks);
                Ok(())
            },
        );
        assert_eq!(played, Ok(games));
        all
    }

    #[test]
    fn threads_and_beginnings_make_no_difference() {
        let one = toy(60, 3, 1);
        assert!(one.len() > 50 && one == toy(60, 3, 3));
        assert_eq!(one[..one.iter().filter(|fork| fork.game < 20).count()], toy(20, 3, 2));
        assert!(
            one.iter().all(|fork| fork.now.n == 5 && fork.worth.n == 5 && fork.now.gain.unsigned_abs() <= 5)
        );
        assert_ne!(one, toy(60, 4, 1));
    }

    #[test]
    fn games_weigh_by_their_playouts_and_few_say_nothing() {
        let forks: Vec<_> = (0..20).map(|game| fork_of(game, 4, if game % 2 == 0 { 2 } else { 0 })).collect();
        let Forked { games, estimate } = gain(forks.iter(), Against::Now);
        assert_eq!((games, estimate.n, estimate.freedom), (20, 80, 19.0));
        assert!((estimate.value - 0.25).abs() < 1e-12);
        // Twenty means, half of them 0.5 and half 0: the standard error of their mean is 0.25 / sqrt(19), with the factor
        // 79/79 of a single coefficient.
        assert!((estimate.error - 0.25 / 19f64.sqrt()).abs() < 1e-12, "{estimate:?}");
        assert_eq!(gain(forks[..9].iter(), Against::Now).estimate.p_value(), 1.0);
        assert_eq!(gain(forks.iter(), Against::Worth).games, 0);
        let still: Vec<_> = (0..20).map(|game| fork_of(game, 4, 0)).collect();
        assert_eq!(gain(still.iter(), Against::Now).estimate.error, 1.0 / 80.0);
        assert_eq!(gain_by_period(forks.iter(), Against::Now).len(), 1);
    }
}
