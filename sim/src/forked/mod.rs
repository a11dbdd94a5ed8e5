//! The value of each removable item at positions of real games: the third reading, in addition to those of
//! [`impact`](crate::impact).
//!
//! From each game one position per item is drawn, uniformly among those at which it could be played, and played out several
//! times with the same dice in each branch:
//!
//! - *worth*: the item is played at once, or removed for good: a chit leaves the hand, a kind of action is forbidden from here
//!   on. For an item decided by dice, such as a random event, a turn is drawn, and its roll is forced to the item or to nothing;
//! - *now*: the item is played at once, or the bot's next best choice is. This measures the timing, not the item: the next best
//!   choice is often to play it a turn later.
//!
//! Positions keep their hidden parts; bots see what their side sees. Playouts of one position are not
//! independent, so intervals are cluster-robust by game ([`clustered`](wilaya_stats::clustered)).

mod branch;
mod gain;
mod plan;
mod spot;
mod table;

use std::sync::atomic::AtomicBool;

use wilaya_bots::Bot;
use wilaya_engine::FullGame;

use crate::workers::Execution;

pub use gain::{Against, Forked, gain, gain_by_period};
pub use plan::{Fork, ForkItem, ForkPlan, Gain};
pub(crate) use table::COLUMNS;
pub use table::{ForkTable, Kept};

/// Plays games `first` to `games - 1` and plays out positions from them. `each` receives the forks of each game, in order.
/// Returns the number of games handled, fewer if `stop` was set.
///
/// # Errors
/// The first error of `each`.
#[expect(clippy::too_many_arguments, reason = "a struct for them would hold nothing else")]
pub fn fork<'a, G: FullGame, A: Bot<G>, B: Bot<G>, E>(
    rules: &G::Rules,
    plan: &ForkPlan,
    items: &[ForkItem<G::Rules>],
    (first, games): (u64, u64),
    (fln, france): (impl Fn() -> A + Sync, impl Fn() -> B + Sync),
    execution: impl Into<Execution<'a>>,
    stop: &AtomicBool,
    mut each: impl FnMut(u64, &[Fork]) -> Result<(), E>,
) -> Result<u64, E> {
    let bots = || (fln(), france());
    let work = |game| branch::forks::<G, A, B>(rules, plan, items, game, &bots, stop);
    execution.into().ordered(first..games.max(first), stop, work, |game, forks| each(game, &forks))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use wilaya_bots::Thrift;
    use wilaya_engine::Setting;
    use wilaya_engine::toy::Toy;

    use super::*;
    use wilaya_engine::Game as _;

    fn fork_of(game: u64, n: u32, gain: i32) -> Fork {
        Fork { game, item: 0, period: 1, now: Gain { n, gain }, worth: Gain::default() }
    }

    /// Forks of a race in which the FLN may trip France, unless that is barred.
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
