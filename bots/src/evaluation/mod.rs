//! What a position is worth: the chance that the FLN wins, by logistic regression on a few numbers that a game reads off
//! it.
//!
//! The weights are in `bots/data/evaluation.toml`, a model for each game and scenario. The example `calibrate` fits them
//! on games that bots play and writes the file, with the loss on games that were not used for the fit. There is one value, for
//! the FLN; France's is what is missing to 1.

mod algeria;
mod ici;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use wilaya_engine::Game;

/// No game reads more numbers off a position.
pub const MOST_FEATURES: usize = 48;

/// A number that a game reads off a position: its name, and whom more of it can only help: 1 the FLN, -1 France, 0 either.
/// The fit keeps to it, since what goes with winning in games of certain bots need not be what wins.
pub type Feature = (&'static str, i8);

/// The numbers that a game reads off a position, in the order of [`Evaluated::FEATURES`].
pub type Features = [f64; MOST_FEATURES];

/// A game whose positions are evaluated by a model.
pub trait Evaluated: Game {
    /// The numbers.
    const FEATURES: &'static [Feature];

    /// The scenario, by which the model is found.
    fn scenario(rules: &Self::Rules) -> &str;

    /// Reads the numbers off a position, each of the order of 1; those that there is no name for are 0.
    fn features(rules: &Self::Rules, state: &Self::State) -> Features;
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
    /// The log odds where all numbers are 0.
    pub intercept: f64,
    /// The weights of the numbers, in log odds, with their names.
    pub weights: Vec<(String, f64)>,
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
        let sum: f64 = self.weights.iter().zip(features).map(|((_, weight), number)| weight * number).sum();
        logistic(self.intercept + sum)
    }
}

/// The chance of some log odds.
#[must_use]
pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The chance that the FLN wins from a position of a game that is not over.
#[must_use]
pub fn evaluate<G: Evaluated>(rules: &G::Rules, state: &G::State) -> f64 {
    Models::built_in()
        .of::<G>(G::scenario(rules))
        .map_or(0.5, |model| model.chance(&G::features(rules, state)))
}

#[cfg(test)]
mod tests {
    use wilaya_engine::algeria::Algeria;
    use wilaya_engine::ici::Ici;

    use super::*;

    #[test]
    fn every_model_has_a_weight_for_every_number() {
        fn check<G: Evaluated>(scenarios: &[&str]) {
            for scenario in scenarios {
                let model =
                    Models::built_in().of::<G>(scenario).unwrap_or_else(|| panic!("{scenario}: none"));
                assert_eq!(model.scenario, *scenario);
                let names: Vec<_> = model.weights.iter().map(|(name, _)| name.as_str()).collect();
                let expected: Vec<_> = G::FEATURES.iter().map(|(name, _)| *name).collect();
                assert_eq!(names, expected, "{} {scenario}", G::NAME);
                for ((name, weight), (_, sign)) in model.weights.iter().zip(G::FEATURES) {
                    assert!(weight * f64::from(*sign) >= 0.0, "{scenario}: {name} helps the wrong side");
                }
                assert!(model.loss < model.blind_loss, "{scenario}: it knows nothing");
            }
        }
        check::<Algeria>(&["1954", "1958", "1960"]);
        check::<Ici>(&["1955", "1959"]);
    }
}
