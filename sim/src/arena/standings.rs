//! Standings: ratings and scores from the pairs of an arena.

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use wilaya_engine::{BySide, Side};
use wilaya_stats::{Case, Estimate, Fit, Interval, Logistic, Moments, Pairs, clustered, wilson_of};

use super::plan::{ArenaPlan, Job, PlayedPair};

/// Elo per natural logarithm of odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The rating of the anchor.
const ANCHOR: f64 = 1500.0;
/// The bot used as the anchor if it plays.
const ANCHOR_BOT: &str = "heuristic";

/// The result of a pair.
#[derive(Clone, Copy, Debug)]
struct Point {
    job: Job,
    /// The points of the first bot as the FLN and as France.
    points: [f64; 2],
    /// The number of games that each bot forfeited.
    forfeits: [u8; 2],
}

/// The pairs of an arena so far, and the figures computed from them.
#[derive(Clone, Debug)]
pub struct Standings {
    plan: ArenaPlan,
    pairs: Vec<Point>,
}

/// A share or number with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The estimate.
    pub value: f64,
    /// Its 95 % interval.
    #[serde(flatten)]
    pub interval: Interval,
}

impl Figure {
    fn elo(estimate: Estimate, zero: f64) -> Self {
        let interval = estimate.interval();
        let [value, low, high] = [estimate.value, interval.low, interval.high].map(|one| zero + ELO * one);
        Self { value, interval: Interval { low, high } }
    }
}

/// The ratings of the bots, from one logistic fit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratings {
    /// The bots in the order of the plan.
    pub bots: Vec<Rating>,
    /// The advantage of a side in each scenario of the fit.
    pub sides: Vec<SideTerm>,
    /// True if a bot won or lost everything, so that the fit needed a penalty to stay finite.
    pub penalized: bool,
}

/// The rating of a bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The index of the bot in the plan.
    pub bot: usize,
    /// Its rating in Elo, relative to the anchor, which has 1500 and no interval.
    pub elo: Figure,
    /// The number of games played on each side.
    pub games: BySide<u64>,
    /// The share of points on each side.
    pub score: BySide<Figure>,
}

/// The advantage of the FLN in a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SideTerm {
    /// The index of the scenario in the plan.
    pub scenario: usize,
    /// The advantage of the FLN between equal bots, in Elo.
    pub elo: Figure,
}

/// The result of two bots against each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// The indexes of the bots in the plan; figures are those of the first.
    pub bots: [usize; 2],
    /// The number of pairs played.
    pub pairs: u64,
    /// The first bot's share of points.
    pub score: Figure,
    /// The same by the first bot's side.
    pub by_side: BySide<Figure>,
    /// The Elo difference in favour of the first, from these games alone.
    pub elo: Option<Figure>,
    /// True if that fit needed a penalty to stay finite.
    pub penalized: bool,
}

/// Over all scenarios together, and then in each.
impl Serialize for Standings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let scopes = || [None].into_iter().chain((0..self.plan.scenarios.len()).map(Some));
        let mut standings = serializer.serialize_struct("Standings", 3)?;
        standings.serialize_field("pairs", &self.count())?;
        standings
            .serialize_field("ratings", &scopes().map(|scope| self.ratings(scope)).collect::<Vec<_>>())?;
        standings
            .serialize_field("pairings", &scopes().map(|scope| self.pairings(scope)).collect::<Vec<_>>())?;
        standings.end()
    }
}

impl Standings {
    /// Standings without any pairs.
    #[must_use]
    pub fn new(plan: &ArenaPlan) -> Self {
        Self { plan: plan.clone(), pairs: Vec::new() }
    }

    /// Adds a pair.
    pub fn push(&mut self, pair: &PlayedPair) {
        self.pairs.push(Point { job: pair.job, points: pair.points(), forfeits: pair.forfeits() });
    }

    /// The number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.pairs.len() as u64
    }

    /// The number of games that a bot has forfeited, in one scenario or in all.
    #[must_use]
    pub fn forfeits(&self, bot: usize, scenario: Option<usize>) -> u64 {
        let jobs = self.pairs.iter();
        let points = jobs.filter(|point| scenario.is_none_or(|one| one == point.job.scenario));
        let each = points.flat_map(|point| point.job.bots.into_iter().zip(point.forfeits));
        each.filter(|(of, _)| *of == bot).map(|(_, count)| u64::from(count)).sum()
    }

    /// The index of the anchor, with a rating of 1500: the heuristic if it plays, else the first bot.
    #[must_use]
    pub fn anchor(&self) -> usize {
        self.plan.bots.iter().position(|bot| bot == ANCHOR_BOT).unwrap_or(0)
    }

    /// The pairs of the first two bots by scenario, for a sequential test.
    #[must_use]
    pub fn by_scenario(&self) -> Vec<Pairs> {
        let mut all = vec![Pairs::default(); self.plan.scenarios.len()];
        for point in self.pairs.iter().filter(|point| point.job.bots == [0, 1]) {
            all[point.job.scenario].push(point.points[0], point.points[1]);
        }
        all
    }

    /// The pairs of a scenario, or of all.
    fn of(&self, scenario: Option<usize>) -> impl Iterator<Item = &Point> + Clone {
        self.pairs.iter().filter(move |point| scenario.is_none_or(|one| one == point.job.scenario))
    }

    /// The ratings in one scenario, or in all of them together; `None` as long as a bot has not played.
    ///
    /// They come from one logistic regression on all games: the log odds that the FLN wins are the difference of the strengths
    /// of the bots plus a term for the scenario, so that a scenario that favours one side does not hide strength. Games of one
    /// seed form one group.
    #[must_use]
    pub fn ratings(&self, scenario: Option<usize>) -> Option<Ratings> {
        let scenarios = scenario.map_or_else(|| (0..self.plan.scenarios.len()).collect(), |one| vec![one]);
        let bots: Vec<_> = (0..self.plan.bots.len()).collect();
        let (anchor, last) = (self.anchor(), self.plan.bots.len() - 1);
        let fit = fit(self.of(scenario), &bots, anchor, &scenarios)?;
        let rating = |bot: usize| {
            let elo = match place(bot, anchor) {
                Some(place) => Figure::elo(fit.contrast(&[(place, 1.0)]), ANCHOR),
                None => Figure { value: ANCHOR, interval: Interval::around(ANCHOR, 0.0) },
            };
            let score = BySide::new_with(|side| self.score(scenario, bot, side));
            Rating {
                bot,
                elo,
                games: BySide::new_with(|side| score[side].0),
                score: BySide::new_with(|side| score[side].1),
            }
        };
        let sides = scenarios.iter().enumerate();
        let sides = sides.map(|(index, &scenario)| SideTerm {
            scenario,
            elo: Figure::elo(fit.contrast(&[(last + index, 1.0)]), 0.0),
        });
        Some(Ratings {
            bots: bots.iter().map(|&bot| rating(bot)).collect(),
            sides: sides.collect(),
            penalized: fit.penalized,
        })
    }

    /// The number of games of a bot on a side, and its share of points. Games of one seed against several opponents are not
    /// independent, and if all are won there is no spread to estimate from: the interval is the wider of those that account for
    /// each.
    fn score(&self, scenario: Option<usize>, bot: usize, side: Side) -> (u64, Figure) {
        let points = self.of(scenario).filter_map(|point| {
            let points = match (point.job.bots.iter().position(|&one| one == bot)?, side) {
                (0, Side::Fln) => point.points[0],
                (0, Side::France) => point.points[1],
                (_, Side::Fln) => 1.0 - point.points[1],
                (_, Side::France) => 1.0 - point.points[0],
            };
            Some((group(point), points))
        });
        let estimate = clustered(points);
        let wilson = wilson_of(estimate.value, estimate.n as f64);
        let robust = estimate.interval();
        let interval = if robust.half_width() > wilson.half_width() && robust.half_width().is_finite() {
            Interval { low: robust.low.max(0.0), high: robust.high.min(1.0) }
        } else {
            wilson
        };
        (estimate.n, Figure { value: estimate.value, interval })
    }

    /// The results of any two bots against each other, in one scenario or in all of them together.
    #[must_use]
    pub fn pairings(&self, scenario: Option<usize>) -> Vec<Pairing> {
        self.plan.pairings().into_iter().map(|bots| self.pairing(scenario, bots)).collect()
    }

    fn pairing(&self, scenario: Option<usize>, bots: [usize; 2]) -> Pairing {
        let scenarios = scenario.map_or_else(|| (0..self.plan.scenarios.len()).collect(), |one| vec![one]);
        let points = self.of(scenario).filter(|point| point.job.bots == bots);
        let (mut both, mut by_side) = (Moments::default(), [Moments::default(); 2]);
        for point in points.clone() {
            both.push((point.points[0] + point.points[1]) / 2.0);
            by_side.iter_mut().zip(point.points).for_each(|(moments, points)| moments.push(points));
        }
        let figure = |moments: Moments| {
            let (value, n) = (moments.mean(), moments.count() as f64);
            Figure { value, interval: wilson_of(value, n) }
        };
        // If all pairs had the same result, there is no variance to estimate.
        let score = match both.interval() {
            Interval { low, high } if both.deviation() > 0.0 => {
                Figure { value: both.mean(), interval: Interval { low: low.max(0.0), high: high.min(1.0) } }
            }
            _ => figure(both),
        };
        let fit = fit(points, &bots, bots[1], &scenarios);
        Pairing {
            bots,
            pairs: both.count(),
            score,
            by_side: BySide { fln: figure(by_side[0]), france: figure(by_side[1]) },
            elo: fit.as_ref().map(|fit| Figure::elo(fit.contrast(&[(0, 1.0)]), 0.0)),
            penalized: fit.is_some_and(|fit| fit.penalized),
        }
    }
}

/// Pairs of one seed and scenario have the same dice.
fn group(point: &Point) -> u64 {
    point.job.pair << 8 | point.job.scenario as u64
}

/// The index of a bot's coefficient; the anchor has none.
fn place(bot: usize, anchor: usize) -> Option<usize> {
    (bot != anchor).then(|| if bot < anchor { bot } else { bot - 1 })
}

/// The fit of the games of some bots in some scenarios: first the strengths of all bots except the anchor, then the FLN's
/// advantage in each scenario.
fn fit<'a>(
    points: impl Iterator<Item = &'a Point>,
    bots: &[usize],
    anchor: usize,
    scenarios: &[usize],
) -> Option<Fit> {
    let place = |bot: usize| {
        let index = bots.iter().position(|&one| one == bot)?;
        place(index, bots.iter().position(|&one| one == anchor)?)
    };
    let mut model = Logistic::new(bots.len() - 1 + scenarios.len());
    for point in points {
        let side = bots.len() - 1 + scenarios.iter().position(|&one| one == point.job.scenario)?;
        let [first, second] = point.job.bots.map(place);
        for (game, sign) in [(0, 1.0), (1, -1.0)] {
            let mut row = vec![(side, 1.0)];
            row.extend(first.map(|place| (place, sign)));
            row.extend(second.map(|place| (place, -sign)));
            let success = if game == 0 { point.points[0] } else { 1.0 - point.points[1] };
            model.push(Case { row, success, group: group(point) });
        }
    }
    model.fit()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;
    use wilaya_bots::play::Played;
    use wilaya_engine::{BySide, Outcome};

    use super::*;
    use crate::arena::Job;

    fn plan(bots: &[&str], scenarios: &[&str], pairs: u64) -> ArenaPlan {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        ArenaPlan { seed: 1, pairs, max_turns: 9, bots: words(bots), scenarios: words(scenarios) }
    }

    fn played(job: Job, fln_wins: [bool; 2]) -> PlayedPair {
        let games = fln_wins.map(|won| Played {
            outcome: Some(if won { Outcome::Fln } else { Outcome::France }),
            turns: 1,
            decisions: BySide::default(),
            dice: 0,
            forfeit: None,
        });
        PlayedPair { job, games }
    }

    /// Bots and sides of known strength, with luck shared by all games of a seed.
    fn simulated(plan: &ArenaPlan, strength: &[f64], side: &[f64], seed: u64) -> Standings {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut standings = Standings::new(plan);
        let mut luck = 0.0;
        let mut seed = None;
        for number in 0..plan.jobs() {
            let job = plan.job(number);
            if seed.replace((job.pair, job.scenario)) != Some((job.pair, job.scenario)) {
                luck = rng.random_range(-60.0..60.0);
            }
            let [one, other] = job.bots.map(|bot| strength[bot]);
            let mut won = |elo: f64| {
                rng.random::<f64>() < 1.0 / (1.0 + libm::exp(-(elo + side[job.scenario] + luck) / ELO))
            };
            standings.push(&played(job, [won(one - other), won(other - one)]));
        }
        standings
    }

    #[test]
    fn known_strengths_are_found_again() {
        let plan = plan(&["weak", "heuristic", "strong", "strongest"], &["even", "lopsided"], 1_000);
        let (strength, side) = ([1300.0, 1500.0, 1550.0, 1700.0], [0.0, 300.0]);
        let (mut held, mut all) = (0, 0);
        for seed in 0..10 {
            let standings = simulated(&plan, &strength, &side, seed);
            let ratings = standings.ratings(None).expect("all have played");
            assert!(!ratings.penalized && standings.anchor() == 1);
            for rating in &ratings.bots {
                let (elo, truth) = (rating.elo, strength[rating.bot]);
                assert!((elo.value - truth).abs() < 25.0, "{elo:?} {truth}");
                assert!(elo.interval.half_width() < 15.0);
                assert_eq!(rating.games, BySide { fln: 6_000, france: 6_000 });
                if rating.bot != 1 {
                    held += u32::from(elo.interval.contains(truth));
                    all += 1;
                }
            }
            for (term, truth) in ratings.sides.iter().zip(side) {
                assert!((term.elo.value - truth).abs() < 25.0, "{term:?}");
            }
            let alone = standings.ratings(Some(1)).expect("all have played");
            assert!((alone.bots[3].elo.value - 1700.0).abs() < 40.0 && alone.sides.len() == 1);
            let pairing = &standings.pairings(Some(1))[0];
            let elo = pairing.elo.expect("both have played");
            assert!((elo.value + 200.0).abs() < 60.0 && pairing.pairs == 1_000, "{pairing:?}");
            // If a side nearly always wins, the score hides differences in strength, but the fit does not.
            assert!(pairing.score.value > 0.3 && pairing.by_side.fln.value > pairing.by_side.france.value);
        }
        assert!(held * 10 >= all * 8, "{held} of {all} intervals hold the truth");
    }

    /// Simulated arenas of equals: 95 % of the printed intervals cover the truth, with many pairs and with few, in an even
    /// scenario and a lopsided one. With 1,000 arenas, 2 % is 2.9 standard deviations.
    #[test]
    fn intervals_of_equals_hold_the_truth() {
        for (side, pairs) in [(0.0, 100), (300.0, 100), (0.0, 30)] {
            let plan = plan(&["one", "heuristic"], &["only"], pairs);
            let (mut score, mut elo) = (0, 0);
            for seed in 0..1_000 {
                let standings = simulated(&plan, &[1500.0, 1500.0], &[side], seed);
                let pairing = &standings.pairings(None)[0];
                score += u32::from(pairing.score.interval.contains(0.5));
                elo += u32::from(pairing.elo.is_some_and(|elo| elo.interval.contains(0.0)));
            }
            for (what, count) in [("score", score), ("Elo", elo)] {
                assert!((930..=970).contains(&count), "{what}, {side}, {pairs} pairs: {count} of 1,000");
            }
        }
    }

    /// If all pairs are even, the interval still has the width that their number warrants.
    #[test]
    fn level_pairs_leave_a_doubt() {
        let plan = plan(&["one", "heuristic"], &["only"], 100);
        let mut standings = Standings::new(&plan);
        for number in 0..100 {
            let fln = number % 4 == 0;
            standings.push(&played(plan.job(number), [fln, fln]));
        }
        let pairing = &standings.pairings(None)[0];
        let elo = pairing.elo.expect("both have played").interval;
        assert!((20.0..60.0).contains(&elo.half_width()) && elo.contains(0.0), "{elo:?}");
        let rating = standings.ratings(None).expect("both have played").bots[0].elo.interval;
        assert!(rating.half_width() > 20.0 && rating.contains(1500.0), "{rating:?}");
    }

    #[test]
    fn who_wins_all_gets_a_finite_rating() {
        let plan = plan(&["random", "heuristic"], &["only"], 30);
        let mut standings = Standings::new(&plan);
        assert_eq!(standings.ratings(None), None);
        for number in 0..30 {
            standings.push(&played(plan.job(number), [false, true]));
        }
        let ratings = standings.ratings(None).expect("both have played");
        assert!(ratings.penalized);
        let [weak, strong] = &ratings.bots[..] else { panic!("two bots play") };
        assert_eq!(strong.elo.value, 1500.0);
        assert!(weak.elo.value < 1000.0 && weak.elo.interval.low.is_finite(), "{weak:?}");
        assert!(weak.elo.interval.high < 1500.0 && weak.score.fln.interval.high > 0.0);
        let pairing = &standings.pairings(None)[0];
        assert!(pairing.penalized && pairing.score.value == 0.0 && pairing.score.interval.high > 0.05);
    }
}
