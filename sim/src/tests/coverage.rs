//! Tests that the intervals of a run in pairs cover the truth as often as they claim, whether or not the bots are equal.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use wilaya_bots::{Roster, build};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::toy::Toy;
use wilaya_engine::{BySide, Game, Setting, Side, Tally};
use wilaya_stats::{Interval, Moments, wilson};

use crate::run::{Plan, Recorded, run};
use crate::summary::Summary;

const SEEDS: u64 = 200;
const PAIRS: u64 = 150;

/// The number of runs out of [`SEEDS`] whose intervals cover the mean of all runs, by figure: for the summary of the run, and
/// with its games treated as independent.
fn coverage<G: Roster>(
    rules: &G::Rules,
    fln: &str,
    france: &str,
    (pairs, max_turns): (u64, u16),
) -> BTreeMap<String, [u64; 2]> {
    let make = |bot: &str| build::<G>(&bot.parse().expect("it is a bot")).expect("it is a bot");
    let (fln, france) = (make(fln), make(france));
    let pool = rayon::ThreadPoolBuilder::new().build().expect("threads can be started");
    let mut all = BTreeMap::<String, Vec<(f64, [Interval; 2])>>::new();
    for seed in 0..SEEDS {
        let plan = Plan {
            seed,
            first: 0,
            games: 2 * pairs,
            pairs: true,
            from: None,
            until: None,
            luck: None,
            turns: false,
            max_turns,
            record: Recorded::None,
            bots: BySide::default(),
        };
        let summary = Summary::new(G::Tally::columns(), true, false);
        let (mut turns, mut dice) = (Moments::default(), Moments::default());
        let played = run::<G, G::Tally, _, _, Infallible>(
            rules,
            &plan,
            (|| fln(), || france()),
            &pool,
            &AtomicBool::new(false),
            summary,
            |row, _| {
                if row.played.outcome.is_some() {
                    turns.push(f64::from(row.played.turns));
                    dice.push(f64::from(row.played.dice));
                }
                Ok(())
            },
        );
        let summary = played.expect("nothing can fail").summary;
        let progress = summary.progress();
        let single = [
            ("win_rate.fln", wilson(progress.wins[Side::Fln], progress.finished())),
            ("unfinished", wilson(progress.unfinished, progress.done)),
            ("mean.turns", turns.interval()),
            ("mean.dice", dice.interval()),
        ];
        for measure in summary.measures() {
            let single = single.iter().find(|(name, _)| *name == measure.name);
            let single = single.map_or(measure.interval, |(_, interval)| *interval);
            all.entry(measure.name).or_default().push((measure.estimate, [measure.interval, single]));
        }
    }
    let held = |runs: Vec<(f64, [Interval; 2])>| {
        let truth = runs.iter().map(|(estimate, _)| estimate).sum::<f64>() / SEEDS as f64;
        [0, 1].map(|one| runs.iter().filter(|(_, of)| of[one].contains(truth)).count() as u64)
    };
    // A rare word is not there in every run.
    all.retain(|_, runs| runs.len() as u64 == SEEDS);
    all.into_iter().map(|(name, runs)| (name, held(runs))).collect()
}

/// Checks that a figure's intervals cover the truth in about 190 of 200 runs: 181 and 199 are three standard deviations away.
#[track_caller]
fn holds(found: &BTreeMap<String, [u64; 2]>, names: &[&str]) {
    for name in names {
        assert!((181..=199).contains(&found[*name][0]), "{name}: {found:?}");
    }
}

/// The coverage in the toy game; some of its games exceed the turn limit.
fn toy(fln: &str, france: &str) -> BTreeMap<String, [u64; 2]> {
    let rules = Toy::rules(&Toy::figures(), &Toy::samples()[1]).expect("it is a setting");
    coverage::<Toy>(&rules, fln, france, (PAIRS, 12))
}

#[test]
fn equal_bots() {
    let found = toy("random", "random");
    holds(&found, &["win_rate.fln", "win_rate.france", "unfinished", "mean.turns", "mean.dice"]);
    // Both games of a pair are the same, so intervals from twice as many games are too narrow.
    for name in ["win_rate.fln", "unfinished", "mean.turns", "mean.dice"] {
        assert!(found[name][1] < 178, "{name}: {found:?}");
    }
    assert_eq!(found["pairs.score"][0], SEEDS);
}

#[test]
fn unequal_bots() {
    let toy = toy("random", "thrift");
    holds(&toy, &["win_rate.fln", "unfinished", "mean.turns", "mean.dice", "pairs.score"]);
    holds(&toy, &["pairs.win_rate.fln", "pairs.win_rate.france"]);
    let setting = Setting { scenario: Some("1960".to_owned()), ..Setting::default() };
    let rules = Algeria::rules(&Algeria::figures(), &setting).expect("it is a setting");
    let found = coverage::<Algeria>(&rules, "sober", "random", (100, 200));
    holds(&found, &["win_rate.fln", "win_rate.france", "mean.turns", "mean.dice"]);
    // Who wins both games of a pair makes them unlike each other, so intervals of single games are too wide.
    for name in ["win_rate.fln", "mean.turns", "mean.dice"] {
        assert_eq!(found[name][1], SEEDS, "{name}: {found:?}");
    }
}
