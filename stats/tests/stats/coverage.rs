//! How often intervals hold the truth: 20,000 synthetic runs for each share from 0.1 to 0.9, fixed seeds, averaged.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use wilaya_stats::{Adjusted, Clusters, Interval, Moments, clustered, paired, wilson};

const RUNS: usize = 20_000;
const SHARES: [f64; 9] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/// Draws numbers of successes of `n` trials: the cumulative chances, by the recurrence of the binomial distribution.
fn cumulative(n: u64, share: f64) -> Vec<f64> {
    let mut log_chance = n as f64 * libm::log(1.0 - share);
    let mut sum = 0.0;
    let next = |k: u64| (n - k) as f64 / (k + 1) as f64 * share / (1.0 - share);
    (0..=n)
        .map(|k| {
            sum += libm::exp(log_chance);
            log_chance += libm::log(next(k));
            sum
        })
        .collect()
}

/// The mean share of runs whose interval holds the true share.
fn coverage(n: u64, method: fn(u64, u64) -> Interval) -> f64 {
    let mut rng = Pcg64Mcg::seed_from_u64(n);
    let mut held = 0;
    for share in SHARES {
        let cumulative = cumulative(n, share);
        let holds: Vec<_> = (0..=n).map(|count| method(count, n).contains(share)).collect();
        for _ in 0..RUNS {
            let draw: f64 = rng.random();
            let count = cumulative.partition_point(|&sum| sum < draw).min(n as usize);
            held += usize::from(holds[count]);
        }
    }
    held as f64 / (RUNS * SHARES.len()) as f64
}

#[test]
fn intervals_of_shares() {
    for n in [200, 333, 1_000] {
        let coverage = coverage(n, wilson);
        assert!((0.94..=0.96).contains(&coverage), "n = {n}: {coverage}");
    }
}

/// Success or not, as a number.
fn won(rng: &mut Pcg64Mcg, share: f64) -> f64 {
    f64::from(u8::from(rng.random::<f64>() < share))
}

/// The mean coverage of an interval that each run makes anew; it gives the interval and the truth.
fn simulated(seed: u64, runs: usize, mut run: impl FnMut(&mut Pcg64Mcg, f64) -> (Interval, f64)) -> f64 {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut held = 0;
    for share in SHARES {
        for _ in 0..runs {
            let (interval, truth) = run(&mut rng, share);
            held += usize::from(interval.contains(truth));
        }
    }
    held as f64 / (runs * SHARES.len()) as f64
}

/// Means, paired differences and groups take hundreds of draws a run: 20,000 runs over all shares together.
#[test]
fn intervals_of_means_differences_and_groups() {
    let runs = RUNS / SHARES.len() + 1;
    let mean = simulated(1, runs, |rng, share| {
        let mut moments = Moments::default();
        (0..200).for_each(|_| moments.push(won(rng, share)));
        (moments.interval(), share)
    });
    // The second of a pair turns out as the first in half of the pairs.
    let difference = simulated(2, runs, |rng, share| {
        let pairs = (0..200).map(|_| {
            let first = won(rng, share);
            let second = if rng.random::<bool>() { first } else { won(rng, 0.5) };
            (first, second)
        });
        (paired(pairs).interval(), f64::midpoint(share, -0.5))
    });
    // Fifty groups of four values, in which a share may be 8 points higher or lower.
    let groups = simulated(3, runs, |rng, share| {
        let mut values = Vec::with_capacity(200);
        for group in 0..50 {
            let here = share + rng.random_range(-0.08..0.08);
            values.extend((0..4).map(|_| (group, won(rng, here))));
        }
        (clustered(values).interval(), share)
    });
    for (name, coverage) in [("mean", mean), ("difference", difference), ("groups", groups)] {
        assert!((0.94..=0.96).contains(&coverage), "{name}: {coverage}");
    }
}

/// Where values of a group depend on each other, an interval that does not know of it holds the truth too rarely: the test
/// of the groups above could fail.
#[test]
fn groups_matter() {
    let [mut plain, mut aware] = [0; 2];
    let mut rng = Pcg64Mcg::seed_from_u64(4);
    for _ in 0..1_000 {
        let mut moments = Moments::default();
        let mut values = Vec::new();
        for group in 0..50 {
            let here = 0.5 + rng.random_range(-0.4..0.4);
            for _ in 0..8 {
                let value = won(&mut rng, here);
                moments.push(value);
                values.push((group, value));
            }
        }
        plain += usize::from(moments.interval().contains(0.5));
        aware += usize::from(clustered(values).interval().contains(0.5));
    }
    assert!(plain < 900 && (930..=970).contains(&aware), "{plain} {aware}");
}

/// Pairs of games with shared dice: the second of a pair ends as the first by chance `alike`, and the other way round by
/// chance `opposite`; one game in twenty is given up. Runs of 150 pairs: how often the interval that knows of the pairs holds
/// the share, how often Wilson's of as many single games does, and how often that of the share less luck does.
fn pairs(seed: u64, alike: f64, opposite: f64) -> [f64; 3] {
    let mut held = [0; 3];
    let runs = 400;
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    for share in SHARES {
        let mean_second = alike * share + opposite * (1.0 - share) + (1.0 - alike - opposite) * share;
        let truth = f64::midpoint(share, mean_second);
        for _ in 0..runs {
            let (mut clusters, mut adjusted) = (Clusters::default(), Adjusted::default());
            let mut wins = 0.0;
            for _ in 0..150 {
                let first = won(&mut rng, share);
                let draw: f64 = rng.random();
                let second = if draw < alike {
                    first
                } else if draw < alike + opposite {
                    1.0 - first
                } else {
                    won(&mut rng, share)
                };
                let (mut count, mut sum, mut luck) = (0, 0.0, 0.0);
                for (result, mean) in [(first, share), (second, mean_second)] {
                    if rng.random::<f64>() < 0.95 {
                        count += 1;
                        sum += result;
                        luck += 0.5 * (result - mean) + rng.random_range(-0.3..0.3);
                    }
                }
                clusters.push(count, sum);
                adjusted.push_cluster(count, sum, luck);
                wins += sum;
            }
            held[0] += u32::from(clusters.share().contains(truth));
            held[1] += u32::from(wilson(wins as u64, clusters.values()).contains(truth));
            held[2] += u32::from(adjusted.estimate().interval().contains(truth));
        }
    }
    held.map(|held| f64::from(held) / (runs * SHARES.len()) as f64)
}

/// Where the games of a pair depend on each other, only the intervals that know of it hold the truth as often as they say.
#[test]
fn intervals_of_pairs() {
    for (seed, alike, opposite) in [(5, 0.0, 0.0), (6, 1.0, 0.0), (7, 0.4, 0.0), (8, 0.0, 0.8), (9, 0.0, 0.4)]
    {
        let [aware, single, adjusted] = pairs(seed, alike, opposite);
        let name = format!("{alike} alike, {opposite} opposite: {aware} {single} {adjusted}");
        assert!((0.935..=0.965).contains(&aware), "{name}");
        assert!((0.935..=0.965).contains(&adjusted), "{name}");
        if alike + opposite > 0.0 {
            assert!(!(0.93..=0.97).contains(&single), "single games would do: {name}");
        }
    }
}
