use serde::Serialize;

use crate::estimate::Interval;
use crate::root::root;

/// The scores of a pair of games with sides swapped, as shares: 0, ½, 1, 1½ and 2 points out of 2.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// The count given to scores that did not occur, so that no likelihood is 0.
const NEARLY_NONE: f64 = 1e-3;

/// A sequential test of two hypotheses about the strength of one bot over another, in Elo.
///
/// It is the generalized sequential probability ratio test on the scores of pairs of games with the same seed and sides
/// swapped, as used for chess engines (Van den Bergh, "A practical introduction to the GSPRT", 2018; the bounds are Wald's,
/// 1945). The likelihood of each hypothesis is that of the likeliest distribution of pair scores with the mean it expects, so
/// games of one seed need not be independent.
///
/// The mean score for a given Elo difference depends on how much the game favours one side: it is the mean of the scores with
/// and against that advantage, which is estimated from the games too. So a hypothesis means the same in a game that one side
/// nearly always wins.
///
/// The test decides but does not estimate: a score or rating from the games at which it stops is biased towards the verdict
/// (Whitehead 1986).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first hypothesis, in Elo: no stronger than this.
    pub elo0: f64,
    /// The second hypothesis, in Elo; above the first.
    pub elo1: f64,
    /// The probability of accepting the second hypothesis if the first is true, above 0 and below 0.5.
    pub alpha: f64,
    /// The probability of accepting the first hypothesis if the second is true, above 0 and below 0.5.
    pub beta: f64,
}

/// The verdict of an [`Sprt`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The first hypothesis: the difference is no more than `elo0`.
    First,
    /// The second: the difference is at least `elo1`.
    Second,
}

/// Pairs of games of one scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pairs {
    /// The number of pairs in which the first bot scored 0, ½, 1, 1½ and 2 points.
    pub scores: [u64; 5],
    /// Points scored by one side, such as the one that moves first; always the same side.
    pub side: f64,
}

impl Pairs {
    /// The number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.scores.iter().sum()
    }

    /// Adds a pair: the points of the first bot in the game in which it had the side, and in the other.
    pub fn push(&mut self, with: f64, against: f64) {
        let place = (2.0 * (with + against)).round().clamp(0.0, 4.0);
        self.scores[place as usize] += 1;
        self.side += with + 1.0 - against;
    }

    /// The advantage of the side, in natural logarithms of odds, if the first bot is stronger by `difference`.
    fn advantage(&self, difference: f64) -> f64 {
        let games = 2.0 * self.count() as f64;
        let share = (self.side + 0.5) / (games + 1.0);
        root(-20.0, 20.0, |advantage| {
            f64::midpoint(chance(advantage + difference), chance(advantage - difference)) - share
        })
    }

    /// The expected score of the first bot if it is stronger by `elo`.
    fn expected(&self, elo: f64) -> f64 {
        let difference = elo * std::f64::consts::LN_10 / 400.0;
        let advantage = self.advantage(difference);
        f64::midpoint(chance(difference + advantage), chance(difference - advantage))
    }

    /// The log-likelihood of the likeliest distribution of scores with a given mean, minus that of the observed one.
    fn likelihood(&self, mean: f64) -> f64 {
        let counts = self.scores.map(|count| (count as f64).max(NEARLY_NONE));
        // With the Lagrange multiplier m, the probability of a score that occurred n times is proportional to
        // n / (1 + m * (score - mean)).
        let slope = |m: f64| {
            let terms =
                counts.iter().zip(SCORES).map(|(n, score)| n * (mean - score) / (1.0 + m * (score - mean)));
            terms.sum::<f64>()
        };
        // All probabilities are positive between these bounds.
        let (low, high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        let edge = 1e-12 * (high - low);
        let m = root(low + edge, high - edge, slope);
        let terms = counts.iter().zip(SCORES).map(|(n, score)| n * libm::log1p(m * (score - mean)));
        -terms.sum::<f64>()
    }
}

impl Sprt {
    /// The bounds of the log-likelihood ratio (Wald 1945).
    #[must_use]
    pub fn bounds(&self) -> Interval {
        let Self { alpha, beta, .. } = self;
        Interval { low: libm::log(beta / (1.0 - alpha)), high: libm::log((1.0 - beta) / alpha) }
    }

    /// The log-likelihood ratio of the second hypothesis to the first, from the pairs of some scenarios.
    #[must_use]
    pub fn log_likelihood_ratio(&self, scenarios: &[Pairs]) -> f64 {
        let one = |pairs: &&Pairs| pairs.count() > 0;
        let ratio = |pairs: &Pairs| {
            pairs.likelihood(pairs.expected(self.elo1)) - pairs.likelihood(pairs.expected(self.elo0))
        };
        scenarios.iter().filter(one).map(ratio).sum()
    }

    /// The hypothesis that the pairs decide for, if any.
    #[must_use]
    pub fn verdict(&self, scenarios: &[Pairs]) -> Option<Verdict> {
        let (ratio, bounds) = (self.log_likelihood_ratio(scenarios), self.bounds());
        if ratio >= bounds.high {
            Some(Verdict::Second)
        } else if ratio <= bounds.low {
            Some(Verdict::First)
        } else {
            None
        }
    }
}

fn chance(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn the_likelihood_is_that_of_the_likeliest_distribution() {
        // Games that are all won or all lost: the ratio is that of two binomial distributions.
        let pairs = Pairs { scores: [40, 0, 0, 0, 60], side: 100.0 };
        let expected = 60.0 * libm::log(0.6 / 0.5) + 40.0 * libm::log(0.4 / 0.5);
        let found = pairs.likelihood(0.6) - pairs.likelihood(0.5);
        assert!((found - expected).abs() < 0.02, "{found} {expected}");
        assert!(pairs.likelihood(0.6).abs() < 1e-4);
    }

    #[test]
    fn the_advantage_of_a_side_narrows_the_expected_score() {
        let even = Pairs { scores: [0, 0, 100, 0, 0], side: 100.0 };
        assert!((even.expected(100.0) - 0.640).abs() < 1e-3);
        let lopsided = Pairs { scores: [0, 0, 100, 0, 0], side: 190.0 };
        assert!(lopsided.expected(100.0) < 0.55 && lopsided.expected(100.0) > 0.51);
        assert!((lopsided.expected(0.0) - 0.5).abs() < 1e-9);
    }

    /// Simulated matches under each hypothesis, in an even scenario and a lopsided one, with luck shared by the two games of a
    /// pair: at most 5 % wrong verdicts, and all are decided. With 400 runs, 7.5 % is 2.3 standard deviations above.
    #[test]
    fn wrong_verdicts_are_as_rare_as_they_should_be() {
        const RUNS: usize = 400;
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        for (truth, wrong) in [(0.0, Verdict::Second), (50.0, Verdict::First)] {
            let difference = truth * std::f64::consts::LN_10 / 400.0;
            let mut errors = 0;
            for _ in 0..RUNS {
                let mut scenarios = [Pairs::default(); 2];
                let verdict = (1..200).find_map(|_| {
                    for index in 0..50 {
                        let advantage = [0.0, 1.5][index % 2];
                        let luck: f64 = rng.random_range(-0.5..0.5);
                        let mut won = |log_odds: f64| f64::from(rng.random::<f64>() < chance(log_odds));
                        let with = won(difference + advantage + luck);
                        let against = won(difference - advantage - luck);
                        scenarios[index % 2].push(with, against);
                    }
                    TEST.verdict(&scenarios)
                });
                errors += usize::from(verdict.expect("10,000 pairs decide") == wrong);
            }
            let share = errors as f64 / RUNS as f64;
            assert!(share <= 0.075, "{share} of the verdicts at {truth} Elo are wrong");
        }
    }

    /// Where the second hypothesis is accepted, the mean of the estimates at the stop is above the truth; that of a fixed
    /// number of games is not.
    #[test]
    fn estimates_at_the_stop_are_biased_towards_the_verdict() {
        const TRUTH: f64 = 50.0;
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        let share = chance(TRUTH * std::f64::consts::LN_10 / 400.0);
        let elo = |pairs: &Pairs| {
            let counts = pairs.scores.iter().zip(SCORES);
            let mean = counts.map(|(n, score)| *n as f64 * score).sum::<f64>() / pairs.count() as f64;
            400.0 * libm::log10(mean / (1.0 - mean))
        };
        let (mut stopped, mut fixed) = (crate::Moments::default(), crate::Moments::default());
        for _ in 0..400 {
            let mut pairs = Pairs::default();
            let mut verdict = None;
            for number in 1..=300 {
                let mut won = || f64::from(rng.random::<f64>() < share);
                pairs.push(won(), won());
                if number % 25 == 0 && verdict.is_none() {
                    verdict = TEST.verdict(&[pairs]);
                    if verdict == Some(Verdict::Second) {
                        stopped.push(elo(&pairs));
                    }
                }
            }
            fixed.push(elo(&pairs));
        }
        assert!(stopped.count() > 200 && stopped.interval().low > TRUTH + 10.0, "{:?}", stopped.interval());
        assert!((fixed.mean() - TRUTH).abs() < 5.0, "{:?}", fixed.interval());
    }

    #[test]
    fn nothing_decides_nothing() {
        assert_eq!(TEST.verdict(&[Pairs::default()]), None);
        let all = Pairs { scores: [0, 0, 0, 0, 50], side: 50.0 };
        assert_eq!(TEST.verdict(&[all]), Some(Verdict::Second));
        let none = Pairs { scores: [50, 0, 0, 0, 0], side: 50.0 };
        assert_eq!(TEST.verdict(&[none]), Some(Verdict::First));
    }
}
