//! The approximation, and the games that drive it.

use std::sync::atomic::AtomicBool;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use wilaya_bots::play::{CountingDice, Match, play_out};
use wilaya_bots::{BotSpec, Key, Maker, Roster, SpecError, Values, build};
use wilaya_engine::dice::{SeededDice, stream_key};
use wilaya_engine::{Hidden, Side};

use crate::workers::Execution;

/// The name in a pool of the bot's other variant.
pub const ITSELF: &str = "self";
/// The decay of the step sequence (Spall 1998, section III.B).
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The purpose of the streams of signs.
const PURPOSE: u64 = 17;

/// The plan of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TunePlan {
    /// The bot, whose real-valued keys are tuned, starting from those in its specification.
    pub bot: String,
    /// Its opponents; `self` is the other variant of the bot.
    pub pool: Vec<String>,
    /// The names of the scenarios.
    pub scenarios: Vec<String>,
    /// The seed of all dice and draws.
    pub seed: u64,
    /// The number of iterations.
    pub iterations: u64,
    /// Pairs of games that each variant plays in an iteration, with each opponent in each scenario.
    pub pairs: u64,
    /// The step of the first iterations, in perturbations per unit of score.
    pub step: f64,
    /// The turn limit: a game that exceeds it counts as half a win for both.
    pub max_turns: u16,
}

/// A weight to tune.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Weight {
    /// The key of the bot.
    pub name: &'static str,
    /// Its minimum.
    pub least: f64,
    /// Its maximum.
    pub most: f64,
    /// Its initial value.
    pub start: f64,
    /// The size of its perturbation in the first iteration.
    pub scale: f64,
}

impl Weight {
    /// The real-valued keys of a bot, with the values in its specification, or its defaults for a scenario.
    ///
    /// A perturbation is a fifth of the weight, but at least a hundredth of its range.
    ///
    /// # Errors
    /// If there is no such bot, or it has no such keys.
    pub fn of<G: Roster>(spec: &BotSpec, scenario: &str) -> Result<Vec<Self>, TuneError> {
        drop(build::<G>(spec)?);
        let bots = G::bots();
        let keys = bots.iter().find(|entry| entry.name == spec.name).map_or(&[][..], |entry| entry.keys);
        let word =
            |name: &str| keys.iter().any(|key| key.name == name && matches!(key.values, Values::Word { .. }));
        if let Some((key, _)) = spec.keys.iter().find(|(name, _)| word(name)) {
            return Err(TuneError::Word { bot: spec.name.clone(), key: key.clone() });
        }
        let weight = |key: &Key| {
            let (default, least, most) = key.values.real_in(scenario)?;
            let given = spec.keys.iter().find(|(name, _)| name == key.name);
            let start = given.and_then(|(_, text)| text.parse().ok()).unwrap_or(default);
            let scale = (0.2 * f64::abs(start)).max(0.01 * (most - least));
            Some(Self { name: key.name, least, most, start, scale })
        };
        let weights: Vec<_> = keys.iter().filter_map(weight).collect();
        if weights.is_empty() { Err(TuneError::Nothing(spec.name.clone())) } else { Ok(weights) }
    }
}

/// Why a bot cannot be tuned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TuneError {
    /// An unknown bot.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A key whose word sets several weights.
    #[error("bot \"{bot}\": {key} sets weights by a word: give the initial weights instead")]
    Word {
        /// The bot.
        bot: String,
        /// The key.
        key: String,
    },
    /// A bot without weights.
    #[error("bot \"{0}\" has no weights: it has no real-valued keys")]
    Nothing(String),
}

/// The state of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuneState {
    /// The number of iterations done.
    pub done: u64,
    /// The current weights.
    pub now: Vec<f64>,
    /// Their sums over the second half of the iterations.
    pub sums: Vec<f64>,
}

impl TuneState {
    /// The state before the first iteration.
    #[must_use]
    pub fn new(weights: &[Weight]) -> Self {
        Self {
            done: 0,
            now: weights.iter().map(|weight| weight.start).collect(),
            sums: vec![0.0; weights.len()],
        }
    }

    /// The weights found so far.
    #[must_use]
    pub fn found(&self, iterations: u64) -> Vec<f64> {
        let counted = self.done.saturating_sub(iterations / 2);
        if counted == 0 {
            return self.now.clone();
        }
        self.sums.iter().map(|sum| sum / counted as f64).collect()
    }
}

/// The perturbations and steps of an approximation, independent of any game.
#[derive(Clone, Debug)]
pub struct Spsa<'a> {
    weights: &'a [Weight],
    seed: u64,
    iterations: u64,
    step: f64,
}

impl<'a> Spsa<'a> {
    /// An approximation with this many iterations.
    #[must_use]
    pub const fn new(weights: &'a [Weight], seed: u64, iterations: u64, step: f64) -> Self {
        Self { weights, seed, iterations, step }
    }

    /// The sign of each weight in an iteration, counted from 0.
    fn signs(&self, iteration: u64) -> Vec<f64> {
        let mut rng = Pcg64Mcg::seed_from_u64(stream_key(self.seed, iteration, PURPOSE));
        self.weights.iter().map(|_| if rng.random::<bool>() { 1.0 } else { -1.0 }).collect()
    }

    fn size(iteration: u64) -> f64 {
        libm::pow(iteration as f64 + 1.0, -GAMMA)
    }

    /// The two variants of an iteration.
    #[must_use]
    pub fn variants(&self, state: &TuneState) -> [Vec<f64>; 2] {
        let (signs, size) = (self.signs(state.done), Self::size(state.done));
        [1.0, -1.0].map(|direction| {
            let moved = |((now, weight), sign): ((&f64, &Weight), &f64)| {
                (now + direction * sign * size * weight.scale).clamp(weight.least, weight.most)
            };
            state.now.iter().zip(self.weights).zip(&signs).map(moved).collect()
        })
    }

    /// Moves the weights by `difference`, the first variant's score minus the second's, from -1 to 1.
    pub fn learn(&self, state: &mut TuneState, difference: f64) {
        let (signs, size) = (self.signs(state.done), Self::size(state.done));
        let stability = 0.1 * self.iterations as f64;
        let gain = self.step * libm::pow((1.0 + stability) / (state.done as f64 + 1.0 + stability), ALPHA);
        for ((now, weight), sign) in state.now.iter_mut().zip(self.weights).zip(&signs) {
            let slope = difference / (2.0 * size) * sign;
            *now = (*now + gain * slope * weight.scale).clamp(weight.least, weight.most);
        }
        state.done += 1;
        if state.done > self.iterations / 2 {
            state.sums.iter_mut().zip(&state.now).for_each(|(sum, now)| *sum += now);
        }
    }
}

/// The specification of a bot with these weights.
#[must_use]
pub fn with_weights(spec: &BotSpec, weights: &[Weight], values: &[f64]) -> BotSpec {
    let named = |name: &str| weights.iter().any(|weight| weight.name == name);
    let mut keys: Vec<_> = spec.keys.iter().filter(|(name, _)| !named(name)).cloned().collect();
    keys.extend(
        weights.iter().zip(values).map(|(weight, value)| (weight.name.to_owned(), value.to_string())),
    );
    BotSpec { name: spec.name.clone(), keys }
}

/// The specification of a bot with all its weights spelled out, so that it stays the same when the defaults change. Unchanged
/// if the bot has no weights, if a word sets them, or if they differ between several scenarios.
///
/// # Errors
/// If there is no such bot.
pub fn spelled_out<G: Roster>(spec: &BotSpec, scenarios: &[String]) -> Result<BotSpec, TuneError> {
    let weights = |scenario: &String| Weight::of::<G>(spec, scenario);
    let first = scenarios.first().map_or_else(|| Weight::of::<G>(spec, ""), weights);
    match first {
        Ok(first) if scenarios.iter().map(weights).any(|other| other.as_ref() != Ok(&first)) => {
            Ok(spec.clone())
        }
        Ok(weights) => {
            let starts: Vec<_> = weights.iter().map(|weight| weight.start).collect();
            Ok(with_weights(spec, &weights, &starts))
        }
        Err(TuneError::Spec(error)) => Err(error.into()),
        Err(_) => Ok(spec.clone()),
    }
}

/// Tunes the weights of a bot, starting from `state`. `execution` returns the execution of an iteration, given the state before
/// it, such as the threads of a pool; the result does not depend on it.
/// `rules` are those of the scenarios. `each` receives the state after every iteration, and the difference in score.
///
/// # Errors
/// If a bot is unknown; and the first error of `each`.
pub fn tune<'a, G: Roster, E: From<TuneError>>(
    plan: &TunePlan,
    rules: &[G::Rules],
    weights: &[Weight],
    mut state: TuneState,
    execution: impl Fn(&TuneState) -> Execution<'a>,
    stop: &AtomicBool,
    mut each: impl FnMut(&TuneState, f64) -> Result<(), E>,
) -> Result<TuneState, E> {
    let spec: BotSpec = plan.bot.parse().map_err(TuneError::from)?;
    let opponents: Vec<_> = plan.pool.iter().map(|name| opponent::<G>(name)).collect::<Result<_, _>>()?;
    let spsa = Spsa::new(weights, plan.seed, plan.iterations, plan.step);
    // Each trial is a pair of games of one variant against an opponent in a scenario.
    let trials = opponents.len() as u64 * rules.len() as u64 * plan.pairs;
    while state.done < plan.iterations {
        let [plus, minus] = spsa.variants(&state);
        let makers = [
            build::<G>(&with_weights(&spec, weights, &plus)).map_err(TuneError::from)?,
            build::<G>(&with_weights(&spec, weights, &minus)).map_err(TuneError::from)?,
        ];
        let first = state.done * plan.pairs;
        let work = |trial: u64| {
            let pair = first + trial % plan.pairs;
            let place = (trial / plan.pairs) as usize;
            let (opponent, rules) = (&opponents[place / rules.len()], &rules[place % rules.len()]);
            let score = |bot: &Maker<G>, other: &Maker<G>| {
                let mut sum = 0.0;
                for side in Side::ALL {
                    sum += points::<G>(rules, side, [bot, other], (plan.seed, pair), plan.max_turns, stop)?;
                }
                Some(sum / 2.0)
            };
            match opponent {
                None => score(&makers[0], &makers[1]).map(|share| 2.0 * share - 1.0),
                Some(other) => Some(score(&makers[0], other)? - score(&makers[1], other)?),
            }
        };
        let mut sum = 0.0;
        let handled = execution(&state).ordered(0..trials, stop, work, |_, difference| {
            sum += difference;
            Ok::<(), E>(())
        })?;
        if handled < trials {
            break;
        }
        let difference = sum / trials as f64;
        spsa.learn(&mut state, difference);
        each(&state, difference)?;
    }
    Ok(state)
}

/// The maker of an opponent; `None` for the other variant.
fn opponent<G: Roster>(name: &str) -> Result<Option<Maker<G>>, TuneError> {
    if name == ITSELF { Ok(None) } else { Ok(Some(build::<G>(&name.parse()?)?)) }
}

/// The points of the first bot on a side.
fn points<G: Hidden>(
    rules: &G::Rules,
    side: Side,
    [bot, other]: [&Maker<G>; 2],
    key: (u64, u64),
    max_turns: u16,
    stop: &AtomicBool,
) -> Option<f64> {
    let bots = if side == Side::Fln { (bot(), other()) } else { (other(), bot()) };
    let dice = CountingDice::new(SeededDice::new(key.0, key.1));
    let mut game = Match::<G, _, _, _>::new(rules, dice, bots, key, &mut ());
    let played = play_out(&mut game, max_turns, stop, &mut ())?;
    Some(played.outcome.map_or(0.5, |outcome| outcome.score(side)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights() -> Vec<Weight> {
        let weight = |name, start, scale| Weight { name, least: -10.0, most: 10.0, start, scale };
        vec![weight("a", 2.0, 0.5), weight("b", -1.0, 0.2), weight("c", 0.0, 0.3)]
    }

    /// A score that falls with the distance from known weights, with as much noise as a few dozen games have.
    #[test]
    fn the_best_weights_are_found_through_the_noise() {
        let (weights, best) = (weights(), [0.5, -1.6, 1.0]);
        let spsa = Spsa::new(&weights, 7, 4_000, 3.0);
        let mut state = TuneState::new(&weights);
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let score = |values: &[f64]| -> f64 {
            -values
                .iter()
                .zip(best)
                .zip(&weights)
                .map(|((value, best), weight)| (value - best) / weight.scale)
                .map(|off| 0.01 * off * off)
                .sum::<f64>()
        };
        while state.done < 4_000 {
            let [plus, minus] = spsa.variants(&state);
            let difference = score(&plus) - score(&minus) + rng.random_range(-0.1..0.1);
            spsa.learn(&mut state, difference);
        }
        for ((found, best), weight) in state.found(4_000).iter().zip(best).zip(&weights) {
            assert!((found - best).abs() < 0.5 * weight.scale, "{}: {found} is not near {best}", weight.name);
        }
    }

    #[test]
    fn weights_stay_in_their_range() {
        let weights = vec![Weight { name: "a", least: 0.0, most: 1.0, start: 0.9, scale: 0.4 }];
        let spsa = Spsa::new(&weights, 1, 10, 5.0);
        let mut state = TuneState::new(&weights);
        for _ in 0..10 {
            let variants = spsa.variants(&state);
            assert!(variants.iter().flatten().all(|value| (0.0..=1.0).contains(value)), "{variants:?}");
            let sign = (variants[0][0] - variants[1][0]).signum();
            spsa.learn(&mut state, sign);
        }
        assert!((state.now[0] - 1.0).abs() < 1e-12);
    }
}
