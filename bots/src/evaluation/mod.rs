//! What a position is worth: the chance that the FLN wins, by logistic regression on what a game reads off it: a few numbers,
//! which count otherwise early in a game than late, and a set of things that are there or not.
//!
//! The weights are in `bots/data/evaluation.toml`, a model for each game and scenario. The example `calibrate` fits them
//! on games that bots play and writes the file, with the loss on games that were not used for the fit. There is one value, for
//! the FLN; France's is what is missing to 1.
//!
//! There is one model for the beginning of a turn, where a search stops, and one for each phase, for positions in the middle of
//! a turn, where points are half spent and units stand elsewhere: `bots/data/phases.toml`. Those know some numbers more, and are
//! fitted once more for what they are there for: that the dice of a game, as they value them, leave as little of its result
//! open as possible.
//!
//! It is the chance to win if the heuristic plays on for both sides, which is what a playout wants to know where it stops. So
//! positions are taken only from where it plays both, and others play the turns before: where the same player brings about a
//! position and plays on from it, what a bad player likes to have looks bad.

mod algeria;
mod ici;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use wilaya_engine::{Game, Side};

/// No game reads more numbers off a position.
pub const MOST_FEATURES: usize = 48;

/// What a game reads off a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features {
    /// The numbers in the order of [`Evaluated::FEATURES`], each of the order of 1; those that there is no name for are 0.
    pub numbers: [f64; MOST_FEATURES],
    /// What is there, one bit each in the order of [`Evaluated::things`], then of [`Evaluated::things_within`].
    pub things: u128,
    /// How late in the game it is: from 0 at the beginning to 1.
    pub late: f64,
}

impl Features {
    /// With these numbers.
    #[must_use]
    pub fn new(numbers: &[f64], things: u64, late: f64) -> Self {
        let mut all = [0.0; MOST_FEATURES];
        all.iter_mut().zip(numbers).for_each(|(one, number)| *one = *number);
        Self { numbers: all, things: things.into(), late: late.clamp(0.0, 1.0) }
    }
}

/// A game whose positions are evaluated by a model.
pub trait Evaluated: Game {
    /// The numbers.
    const FEATURES: &'static [&'static str];

    /// The numbers that count besides in the middle of a turn; with the others they are [`MOST_FEATURES`] at most.
    const WITHIN: &'static [&'static str] = &["fln_decides"];

    /// The scenario, by which the model is found.
    fn scenario(rules: &Self::Rules) -> &str;

    /// The names of things that are there in a position or not, at most 64.
    fn things(rules: &Self::Rules) -> Vec<String> {
        let _ = rules;
        Vec::new()
    }

    /// The names of things that count besides in the middle of a turn; with the others they are 128 at most.
    fn things_within(rules: &Self::Rules) -> Vec<String> {
        let _ = rules;
        Vec::new()
    }

    /// Reads what counts off a position.
    fn features(rules: &Self::Rules, state: &Self::State) -> Features;

    /// Adds what counts besides in the middle of a turn: the numbers after those of [`Evaluated::FEATURES`], the things after
    /// those of [`Evaluated::things`].
    fn within(rules: &Self::Rules, state: &Self::State, features: &mut Features) {
        let _ = rules;
        features.numbers[Self::FEATURES.len()] = fln_decides::<Self>(state);
    }
}

/// 1 if the FLN decides in a position, else 0.
fn fln_decides<G: Game>(state: &G::State) -> f64 {
    f64::from(u8::from(G::status(state).side() == Some(Side::Fln)))
}

/// Reads all that counts in the middle of a turn off a position.
#[must_use]
pub fn features_within<G: Evaluated>(rules: &G::Rules, state: &G::State) -> Features {
    let mut features = G::features(rules, state);
    G::within(rules, state, &mut features);
    features
}

/// A model of one scenario, as the file holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// The phase, as the clock of the game has it; none for the beginning of a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<u8>,
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
static PHASES: LazyLock<Models> =
    LazyLock::new(|| toml::from_str(include_str!("../../data/phases.toml")).unwrap_or_default());

impl Models {
    /// Those for the beginning of a turn that are built in.
    #[must_use]
    pub fn built_in() -> &'static Self {
        &MODELS
    }

    /// Those for phases that are built in.
    #[must_use]
    pub fn of_phases() -> &'static Self {
        &PHASES
    }

    /// The model of a scenario; of another one of the game if that has none.
    #[must_use]
    pub fn of<G: Evaluated>(&self, scenario: &str) -> Option<&Model> {
        let mut those = self.model.iter().filter(|model| model.game == G::NAME);
        those.clone().find(|model| model.scenario == scenario).or_else(|| those.next())
    }

    /// The model of a scenario in a phase.
    #[must_use]
    pub fn in_phase<G: Evaluated>(&self, scenario: &str, phase: u8) -> Option<&Model> {
        self.model
            .iter()
            .find(|model| model.phase == Some(phase) && model.game == G::NAME && model.scenario == scenario)
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
    1.0 / (1.0 + (-log_odds).exp())
}

/// The chance that the FLN wins from any position of a game that is not over.
#[must_use]
pub fn evaluate_within<G: Evaluated>(rules: &G::Rules, state: &G::State) -> f64 {
    let scenario = G::scenario(rules);
    match Models::of_phases().in_phase::<G>(scenario, G::clock(state).1) {
        Some(model) => model.chance(&features_within::<G>(rules, state)),
        None => evaluate::<G>(rules, state),
    }
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
        fn names(model: &Model) -> Vec<String> {
            let numbers = model.weights.iter().map(|(name, ..)| name);
            numbers.chain(model.things.iter().map(|(name, _)| name)).cloned().collect()
        }
        fn check<G: Evaluated>(scenarios: &[&str]) {
            assert!(G::FEATURES.len() + G::WITHIN.len() <= MOST_FEATURES);
            for scenario in scenarios {
                let setting = Setting { scenario: Some((*scenario).to_owned()), ..Setting::default() };
                let rules = G::rules(&G::figures(), &setting).expect("the scenario is there");
                let things = G::things(&rules);
                let more = G::things_within(&rules);
                assert!(things.len() <= 64 && things.len() + more.len() <= 128);
                let numbers = |within: &'static [&'static str], more: &[String]| {
                    let numbers = G::FEATURES.iter().chain(within).map(|name| (*name).to_owned());
                    numbers.chain(things.iter().chain(more).cloned()).collect::<Vec<_>>()
                };
                let model =
                    Models::built_in().of::<G>(scenario).unwrap_or_else(|| panic!("{scenario}: none"));
                assert_eq!((model.scenario.as_str(), names(model)), (*scenario, numbers(&[], &[])));
                assert!(model.loss < model.blind_loss, "{scenario}: it knows nothing");
                let of = |model: &&Model| (&*model.game, &*model.scenario) == (G::NAME, *scenario);
                let phases: Vec<_> = Models::of_phases().model.iter().filter(of).collect();
                assert!(!phases.is_empty(), "{scenario}");
                for model in phases {
                    assert_eq!(names(model), numbers(G::WITHIN, &more), "{scenario} {:?}", model.phase);
                    assert!(
                        model.phase.is_some() && model.loss < model.blind_loss,
                        "{scenario} {:?}: it knows nothing",
                        model.phase
                    );
                }
            }
        }
        check::<Algeria>(&["1954", "1958", "1960"]);
        check::<Ici>(&["1955", "1959"]);
    }
}
