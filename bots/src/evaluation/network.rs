//! What a position in the middle of a turn is worth: a network with one layer of rectified linear units, and direct connections
//! from its inputs to the log odds beside it.
//!
//! Its inputs are what the models of the beginning of a turn know, what is under way, and what the rest of the turn can be
//! expected to bring. The weights are in `bots/data/networks.toml`, a network for each scenario, which the example `calibrate`
//! trains on positions after dice have fallen, each played on from a number of times. Where dice fall luck is measured, so a
//! network is as good as it tells one roll from another.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::features::{Evaluated, Features, Within};
use super::model::{evaluate, logistic};

/// Units of the layer.
pub const UNITS: usize = 32;

/// An input: its name, what it adds to the log odds for each 1 that it is, and what to each unit.
pub type Input = (String, f64, [f64; UNITS]);

/// The network of one scenario, as the file holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Games that were played.
    pub games: u64,
    /// Their seed.
    pub seed: u64,
    /// Positions of them that it was trained on.
    pub positions: u64,
    /// How often each was played on from.
    pub playouts: u32,
    /// Positions of games that it was not trained on.
    pub held_out: u64,
    /// The mean loss on these: the negative logarithm of the chance that was given to what happened.
    pub loss: f64,
    /// The loss of one that knows only how often the FLN wins.
    pub blind_loss: f64,
    /// The mean square of the difference between the chance and the share of playouts that the FLN won on these, less what the
    /// number of playouts adds to it.
    pub error: f64,
    /// The same for one that knows only how often the FLN wins.
    pub blind_error: f64,
    /// Ten classes of these by the chance given: its mean, the share that the FLN won, and how many.
    pub calibration: Vec<(f64, f64, u64)>,
    /// The log odds, and the units, where all inputs are 0.
    pub constant: (f64, [f64; UNITS]),
    /// What each unit adds to the log odds for each 1 that it is above 0.
    pub units: [f64; UNITS],
    /// How late it is, and the numbers that a game reads off a position.
    pub numbers: Vec<Input>,
    /// What is there or not at the beginning of a turn, too.
    pub things: Vec<Input>,
    /// What is there or not in the middle of a turn only.
    pub things_within: Vec<Input>,
}

/// The networks of all games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Networks {
    /// What the inputs are called: [`Networks::SCHEMA`].
    pub schema: String,
    /// One for each scenario.
    pub network: Vec<Network>,
}

static NETWORKS: LazyLock<Networks> =
    LazyLock::new(|| toml::from_str(include_str!("../../data/networks.toml")).unwrap_or_default());

impl Networks {
    /// The schema of the networks of this version.
    pub const SCHEMA: &'static str = "wilaya.networks/2";

    /// Those that are built in.
    #[must_use]
    pub fn built_in() -> &'static Self {
        &NETWORKS
    }

    /// The network of a scenario.
    #[must_use]
    pub fn of<G: Evaluated>(&self, scenario: &str) -> Option<&Network> {
        self.network.iter().find(|network| network.game == G::NAME && network.scenario == scenario)
    }
}

impl Network {
    /// The names of its inputs.
    #[must_use]
    pub fn names<G: Evaluated>(rules: &G::Rules) -> [Vec<String>; 3] {
        let numbers = ["late"].iter().chain(G::FEATURES).chain(G::WITHIN).map(|name| (*name).to_owned());
        [numbers.collect(), G::things(rules), G::things_within(rules)]
    }

    /// The numbers among its inputs in a position.
    pub fn numbers<'a, G: Evaluated>(
        features: &'a Features,
        within: &'a Within,
    ) -> impl Iterator<Item = f64> + 'a {
        let features_there = features.numbers.iter().take(G::FEATURES.len());
        let within_there = within.numbers.iter().take(G::WITHIN.len());
        std::iter::once(features.late).chain(features_there.chain(within_there).copied())
    }

    /// The chance that the FLN wins from a position.
    #[must_use]
    pub fn chance<G: Evaluated>(&self, features: &Features, within: &Within) -> f64 {
        let (mut odds, mut sums) = self.constant;
        let mut add = |(_, direct, weights): &Input, number: f64| {
            odds += number * direct;
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += number * weight);
        };
        for (input, number) in self.numbers.iter().zip(Self::numbers::<G>(features, within)) {
            add(input, number);
        }
        for (inputs, mut things) in
            [(&self.things, u128::from(features.things)), (&self.things_within, within.things)]
        {
            while things != 0 {
                if let Some(input) = inputs.get(things.trailing_zeros() as usize) {
                    add(input, 1.0);
                }
                things &= things - 1;
            }
        }
        let layer: f64 = sums.iter().zip(&self.units).map(|(sum, unit)| sum.max(0.0) * unit).sum();
        logistic(odds + layer)
    }
}

/// How a position was reached, which decides whether the networks know such positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// It is the first decision of a turn, though not of the game.
    pub turn_began: bool,
    /// Dice fell or something was drawn just before.
    pub dice_fell: bool,
}

impl Arrival {
    /// By one decision, with or without dice.
    #[must_use]
    pub fn new<G: Evaluated>(before: &G::State, after: &G::State, dice_fell: bool) -> Self {
        Self { turn_began: G::clock(before).0 != G::clock(after).0, dice_fell }
    }

    /// True if networks are trained on positions that are reached in this way, and the calibration and loss in their file are
    /// measured on them. Luck asks only there. Elsewhere, in the middle of spending points or moving units, a network has never
    /// been corrected: in the recruitment of *Ici* its chance is off by more than a half.
    #[must_use]
    pub fn is_covered(self) -> bool {
        self.turn_began || self.dice_fell
    }
}

/// The chance that the FLN wins from a position of a game that is not over. It is calibrated where
/// [`Arrival::is_covered`].
#[must_use]
pub fn evaluate_within<G: Evaluated>(rules: &G::Rules, state: &G::State) -> f64 {
    match Networks::built_in().of::<G>(G::scenario(rules)) {
        Some(network) => network.chance::<G>(&G::features(rules, state), &G::within(rules, state)),
        None => evaluate::<G>(rules, state),
    }
}

#[cfg(test)]
mod tests {
    use wilaya_engine::Setting;
    use wilaya_engine::algeria::Algeria;
    use wilaya_engine::ici::Ici;

    use super::*;
    use crate::evaluation::features::MOST_WITHIN;

    /// By hand: the first number of the position is 2, the first number besides 3, it is half way, and the second thing is there.
    #[test]
    fn a_chance_is_what_the_weights_say() {
        let units = |first: f64, second: f64| {
            let mut units = [0.0; UNITS];
            (units[0], units[1]) = (first, second);
            units
        };
        let input = |direct, weights| ("".to_owned(), direct, weights);
        let mut numbers = vec![input(1.0, units(0.0, 4.0)), input(0.25, units(1.0, 0.0))];
        numbers.resize(Algeria::FEATURES.len() + 1, input(0.0, units(0.0, 0.0)));
        numbers.push(input(-0.5, units(0.0, -1.0)));
        let network = Network {
            game: String::new(),
            scenario: String::new(),
            games: 0,
            seed: 0,
            positions: 0,
            playouts: 0,
            held_out: 0,
            loss: 0.0,
            blind_loss: 0.0,
            error: 0.0,
            blind_error: 0.0,
            calibration: Vec::new(),
            constant: (0.5, units(-1.0, 0.5)),
            units: units(2.0, 100.0),
            numbers,
            things: Vec::new(),
            things_within: vec![input(9.0, units(9.0, 9.0)), input(-1.0, units(0.5, 0.0))],
        };
        // The first unit is -1 + 2 + 0.5 = 1.5, the second one 0.5 + 4 / 2 - 3 = -0.5, which counts as 0.
        let odds = 0.5 + 0.5 + 2.0 * 0.25 - 3.0 * 0.5 - 1.0 + 2.0 * 1.5;
        let chance = network.chance::<Algeria>(&Features::new(&[2.0], 0, 0.5), &Within::new(&[3.0], 0b10));
        assert!((chance - logistic(odds)).abs() < 1e-12, "{chance}");
    }

    #[test]
    fn every_network_has_an_input_for_all_that_is_read() {
        fn check<G: Evaluated>(scenarios: &[&str]) {
            assert!(G::WITHIN.len() <= MOST_WITHIN);
            for scenario in scenarios {
                let setting = Setting { scenario: Some((*scenario).to_owned()), ..Setting::default() };
                let rules = G::rules(&G::figures(), &setting).expect("the scenario is there");
                assert!(G::things_within(&rules).len() <= 128);
                let network = Networks::built_in().of::<G>(scenario).unwrap_or_else(|| panic!("{scenario}"));
                assert_eq!(Networks::built_in().schema, Networks::SCHEMA);
                let names = [&network.numbers, &network.things, &network.things_within]
                    .map(|inputs| inputs.iter().map(|(name, ..)| name.clone()).collect::<Vec<_>>());
                assert_eq!(names, Network::names::<G>(&rules), "{scenario}");
                assert!(network.error < network.blind_error / 4.0, "{scenario}: it knows little");
            }
        }
        check::<Algeria>(&["1954", "1958", "1960"]);
        check::<Ici>(&["1955", "1959"]);
    }
}
