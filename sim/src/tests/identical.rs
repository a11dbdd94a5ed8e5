//! Tests that two identical items are not called different more often than intervals allow, by any reading: one event of
//! *Algeria*, measured in games of two unrelated seeds.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;
use wilaya_bots::{Maker, build};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::{BySide, Game, Outcome, Removable as _, Setting, Side};
use wilaya_stats::{Estimate, paired};

use crate::forked::{Against, Fork, ForkItem, ForkPlan, fork, gain};
use crate::impact::watch;
use crate::run::{Plan, Recorded};

type Rules = <Algeria as Game>::Rules;

const EVENT: &str = "event:un-debate";
/// Games of a block for the readings of whole games, and games from which positions are taken.
const GAMES: u64 = 150;
const TAKEN: u64 = 40;

struct Block<'a> {
    all: &'a Rules,
    without: &'a Rules,
    make: &'a Maker<Algeria>,
    pool: &'a ThreadPool,
}

impl Block<'_> {
    fn plan(seed: u64) -> Plan<<Algeria as Game>::State> {
        Plan {
            seed,
            first: 0,
            games: GAMES,
            pairs: false,
            from: None,
            until: None,
            luck: None,
            turns: false,
            max_turns: 200,
            record: Recorded::None,
            bots: BySide::default(),
        }
    }

    /// The value of the event by each reading, in games of one seed.
    fn readings(&self, seed: u64) -> [Estimate; 3] {
        let Self { all, without, make, pool } = self;
        let (stop, plan) = (AtomicBool::new(false), Self::plan(seed));
        let watched = |rules: &Rules| {
            let bots = (|| make(), || make());
            let watched = watch::<Algeria, _, _, Infallible>(rules, &plan, bots, *pool, &stop, |_| Ok(()));
            watched.expect("nothing can fail").expect("nothing stops it")
        };
        let (with, less) = (watched(all), watched(without));
        let number = Algeria::items(all).iter().position(|item| item.word == EVENT).expect("it is an item");
        let value = |outcome: Outcome| f64::from(outcome.is_won_by(Side::Fln));
        let pairs = with.outcomes().into_iter().zip(less.outcomes());
        let barred = paired(pairs.filter_map(|(with, less)| Some((value(with?), value(less?)))));
        let (plan, items) =
            (ForkPlan { seed, max_turns: 200, playouts: 4 }, [ForkItem { number, barred: None }]);
        let mut forks = Vec::<Fork>::new();
        let bots = (|| make(), || make());
        let done = fork::<Algeria, _, _, Infallible>(
            all,
            &plan,
            &items,
            (0, TAKEN),
            bots,
            *pool,
            &stop,
            |_, own| {
                forks.extend_from_slice(own);
                Ok(())
            },
        );
        assert_eq!(done, Ok(TAKEN));
        [with.seen(number), barred, gain(forks.iter(), Against::Worth).estimate]
    }
}

/// The number of blocks that call the two different at 5 %, by each reading.
fn called_different(blocks: u64) -> [u64; 3] {
    let figures = Algeria::figures();
    let setting = |bars: &[&str]| Setting {
        scenario: Some("1954".to_owned()),
        bars: bars.iter().map(|&word| word.to_owned()).collect(),
        ..Setting::default()
    };
    let rules = |bars: &[&str]| Algeria::rules(&figures, &setting(bars)).expect("it is a setting");
    let (all, without) = (rules(&[]), rules(&[EVENT]));
    let make = build::<Algeria>(&"sober".parse().expect("it is a bot")).expect("it is a bot");
    let pool = rayon::ThreadPoolBuilder::new().build().expect("threads can be started");
    let block = Block { all: &all, without: &without, make: &make, pool: &pool };
    let mut called = [0; 3];
    for number in 0..blocks {
        let (one, other) = (block.readings(2 * number), block.readings(2 * number + 1));
        for ((one, other), called) in one.iter().zip(&other).zip(&mut called) {
            let error = libm::hypot(one.error, other.error);
            let apart = Estimate { n: one.n, value: one.value - other.value, error, freedom: f64::INFINITY };
            *called += u64::from(apart.p_value() < 0.05);
        }
    }
    called
}

/// Twenty of 400 are expected; fewer than 7 or more than 36 have a probability of one in a thousand.
#[test]
#[ignore = "takes a minute or two: cargo test --release -p wilaya-sim identical -- --ignored --nocapture"]
fn four_hundred_blocks_call_the_same_different_as_often_as_they_may() {
    let called = called_different(400);
    assert!(called.iter().all(|called| (7..=36).contains(called)), "{called:?} of 400");
}

/// Two of 40 are expected; more than 7 have a probability of one in a thousand.
#[test]
fn a_few_blocks_do_not_call_the_same_different() {
    let called = called_different(40);
    assert!(called.iter().all(|called| *called <= 7), "{called:?} of 40");
}
