//! The evaluation of a position at the beginning of a turn.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::features::{Evaluated, Features};

/// A model of one scenario, as stored in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// The number of games played.
    pub games: u64,
    /// Their seed.
    pub seed: u64,
    /// The number of positions from games not used for the fit.
    pub held_out: u64,
    /// The mean loss on these: the negative logarithm of the probability given to the actual outcome.
    pub loss: f64,
    /// The loss of a model that knows only the FLN's share of wins.
    pub blind_loss: f64,
    /// The mean square of the difference between probability and outcome (Brier, 1950) on these.
    pub brier: f64,
    /// Ten classes of these by probability: the mean probability, the share that the FLN won, and the number of positions.
    pub calibration: Vec<(f64, f64, u64)>,
    /// The log odds if all numbers are 0 and no thing is present, at the beginning and at the end.
    pub intercept: (f64, f64),
    /// The weights of the numbers in log odds, with their names: at the beginning and at the end.
    pub weights: Vec<(String, f64, f64)>,
    /// What each thing adds to the log odds if it is present.
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
    /// The built-in models.
    #[must_use]
    pub fn built_in() -> &'static Self {
        &MODELS
    }

    /// The model of a scenario; that of another scenario of the game if it has none.
    #[must_use]
    pub fn of<G: Evaluated>(&self, scenario: &str) -> Option<&Model> {
        let mut those = self.model.iter().filter(|model| model.game == G::NAME);
        those.clone().find(|model| model.scenario == scenario).or_else(|| those.next())
    }
}

impl Model {
    /// The probability that the FLN wins with these features.
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

/// The probability for given log odds.
#[must_use]
pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

/// The probability that the FLN wins from the beginning of a turn.
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
    use crate::evaluation::features::MOST_FEATURES;

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
