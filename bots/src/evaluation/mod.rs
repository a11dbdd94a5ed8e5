//! What a position is worth: the chance that the FLN wins, by logistic regression on what a game reads off it: a few numbers,
//! which count otherwise early in a game than late, and a set of things that are there or not.
//!
//! The weights are in `bots/data/evaluation.toml`, a model for each game and scenario. The example `calibrate` fits them
//! on games that bots play and writes the file, with the loss on games that were not used for the fit. There is one value, for
//! the FLN; France's is what is missing to 1.
//!
//! That is for the beginning of a turn, where a search stops. In the middle of a turn, where points are half spent and units
//! stand elsewhere, a small network takes its place ([`Network`]), which is told some more.
//!
//! It is the chance to win if the heuristic plays on for both sides, which is what a playout wants to know where it stops. So
//! positions are taken only from where it plays both, and others play the turns before: where the same player brings about a
//! position and plays on from it, what a bad player likes to have looks bad.

mod algeria;
mod ici;
mod network;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use wilaya_engine::Game;

pub use network::{Arrival, Input, Network, Networks, UNITS, Within, evaluate_within};

/// No game reads more numbers off a position.
pub const MOST_FEATURES: usize = 32;

/// What a game reads off a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features {
    /// The numbers in the order of [`Evaluated::FEATURES`], each of the order of 1; those that there is no name for are 0.
    pub numbers: [f64; MOST_FEATURES],
    /// What is there, one bit each in the order of [`Evaluated::things`].
    pub things: u64,
    /// How late in the game it is: from 0 at the beginning to 1.
    pub late: f64,
}

impl Features {
    /// With these numbers.
    #[must_use]
    pub fn new(numbers: &[f64], things: u64, late: f64) -> Self {
        let mut all = [0.0; MOST_FEATURES];
        all.iter_mut().zip(numbers).for_each(|(one, number)| *one = *number);
        Self { numbers: all, things, late: late.clamp(0.0, 1.0) }
    }
}

/// A game whose positions are evaluated by a model.
pub trait Evaluated: Game {
    /// The numbers.
    const FEATURES: &'static [&'static str];

    /// The numbers that count besides in the middle of a turn.
    const WITHIN: &'static [&'static str] = &[];

    /// The scenario, by which the model is found.
    fn scenario(rules: &Self::Rules) -> &str;

    /// The names of things that are there in a position or not, at most 64.
    fn things(rules: &Self::Rules) -> Vec<String> {
        let _ = rules;
        Vec::new()
    }

    /// The names of things that count besides in the middle of a turn, at most 128.
    fn things_within(rules: &Self::Rules) -> Vec<String> {
        let _ = rules;
        Vec::new()
    }

    /// Reads what counts off a position.
    fn features(rules: &Self::Rules, state: &Self::State) -> Features;

    /// Reads what counts besides in the middle of a turn off a position in which somebody decides.
    fn within(rules: &Self::Rules, state: &Self::State) -> Within {
        let _ = (rules, state);
        Within::default()
    }
}

/// A model of one scenario, as the file holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Games that were played.
    pub games: u64,
    /// Their seed.
    pub seed: u64,
    /// Positions of games that were not used for the fit.
    pub held_out: u64,
    /// The mean loss on these: the negative logarithm of the chance that was given to what happened.
    pub loss: f64,
    /// The loss of a model that knows only how often the FLN wins.
    pub blind_loss: f64,
    /// The mean square of the difference between the chance and what happened (Brier, 1950) on these.
    pub brier: f64,
    /// Ten classes of these by the chance given: its mean, the share that the FLN won, and how many.
    pub calibration: Vec<(f64, f64, u64)>,
    /// The log odds where all numbers are 0 and nothing is there, at the beginning and at the end.
    pub intercept: (f64, f64),
    /// The weights of the numbers in log odds, with their names: at the beginning, and at the end.
    pub weights: Vec<(String, f64, f64)>,
    /// What each thing that is there adds to the log odds.
    pub things: Vec<(String, f64)>,
}

/// The models of all games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Models {
    /// One for each scenario.
    pub model: Vec<Model>,
}

static MODELS: LazyLock<Models> =
    LazyLock::new(|| toml::from_str(include_str!("../../data/evaluation.toml")).unwrap_or_default());

impl Models {
    /// Those that are built in.
    #[must_use]
    pub fn built_in() -> &'static Self {
        &MODELS
    }

    /// The model of a scenario; of another one of the game if that has none.
    #[must_use]
    pub fn of<G: Evaluated>(&self, scenario: &str) -> Option<&Model> {
        let mut those = self.model.iter().filter(|model| model.game == G::NAME);
        those.clone().find(|model| model.scenario == scenario).or_else(|| those.next())
    }
}

impl Model {
    /// The chance that the FLN wins with these numbers.
    #[must_use]
    pub fn chance(&self, features: &Features) -> f64 {
        let (mut early, mut late) = self.intercept;
        for ((_, at_first, at_last), number) in self.weights.iter().zip(&features.numbers) {
            early += at_first * number;
            late += at_last * number;
        }
        let mut there = 0.0;
        let mut items = features.things;
        while items != 0 {
            there += self.things.get(items.trailing_zeros() as usize).map_or(0.0, |(_, weight)| *weight);
            items &= items - 1;
        }
        logistic(early + (late - early) * features.late + there)
    }
}

/// The chance of some log odds.
#[must_use]
pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

/// The chance that the FLN wins from the beginning of a turn.
#[must_use]
pub fn evaluate<G: Evaluated>(rules: &G::Rules, state: &G::State) -> f64 {
    Models::built_in()
        .of::<G>(G::scenario(rules))
        .map_or(0.5, |model| model.chance(&G::features(rules, state)))
}

#[cfg(test)]
mod tests {
    use wilaya_engine::Setting;
    use wilaya_engine::algeria::Algeria;
    use wilaya_engine::ici::Ici;

    use super::*;

    #[test]
    fn every_model_has_a_weight_for_every_number() {
        fn check<G: Evaluated>(scenarios: &[&str]) {
            assert!(G::FEATURES.len() <= MOST_FEATURES);
            for scenario in scenarios {
                let setting = Setting { scenario: Some((*scenario).to_owned()), ..Setting::default() };
                let rules = G::rules(&G::figures(), &setting).expect("the scenario is there");
                let things = G::things(&rules);
                assert!(things.len() <= 64);
                let model =
                    Models::built_in().of::<G>(scenario).unwrap_or_else(|| panic!("{scenario}: none"));
                let numbers = model.weights.iter().map(|(name, ..)| name);
                let names: Vec<_> = numbers.chain(model.things.iter().map(|(name, _)| name)).collect();
                let expected: Vec<_> =
                    G::FEATURES.iter().map(|name| (*name).to_owned()).chain(things).collect();
                assert_eq!((model.scenario.as_str(), names), (*scenario, expected.iter().collect()));
                assert!(model.loss < model.blind_loss, "{scenario}: it knows nothing");
            }
        }
        check::<Algeria>(&["1954", "1958", "1960"]);
        check::<Ici>(&["1955", "1959"]);
    }
}
