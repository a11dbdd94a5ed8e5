//! A network with one layer of rectified linear units, and direct connections from its inputs to the log odds.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use wilaya_engine::Side;

use super::features::{Evaluated, Features, Within};

/// The number of units in the layer.
pub const UNITS: usize = 32;

/// An input: its name, its weight in the log odds, and its weight in each unit.
pub type Input = (String, f64, [f64; UNITS]);

/// The network of one scenario, as stored in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// The side whose searches use it; both, if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The number of games played.
    pub games: u64,
    /// Their seed.
    pub seed: u64,
    /// The number of their positions used for training.
    pub positions: u64,
    /// The number of playouts of each; 1 if only its own game was played on.
    pub playouts: u32,
    /// The number of positions from games not used for training.
    pub held_out: u64,
    /// The mean loss on these: the negative logarithm of the probability given to the actual outcome.
    pub loss: f64,
    /// The loss of a model that knows only the FLN's share of wins.
    pub blind_loss: f64,
    /// The mean square of the difference between the probability and the share of playouts that the FLN won on these, minus the
    /// contribution of the finite number of playouts; with one playout nothing is subtracted (Brier, 1950).
    pub error: f64,
    /// The same for a model that knows only the FLN's share of wins.
    pub blind_error: f64,
    /// Ten classes of these by probability: the mean probability, the share that the FLN won, and the number of positions.
    pub calibration: Vec<(f64, f64, u64)>,
    /// The log odds, and the units, if all inputs are 0.
    pub constant: (f64, [f64; UNITS]),
    /// The weight of each unit in the log odds.
    pub units: [f64; UNITS],
    /// The progress of the game, and the numeric features of a position.
    pub numbers: Vec<Input>,
    /// Things that are also used at the beginning of a turn.
    pub things: Vec<Input>,
    /// Things used only in the middle of a turn.
    pub things_within: Vec<Input>,
    /// The number of numeric inputs up to the last one with a weight; all, if a thing in the middle of a turn has one. What
    /// lies beyond need not be computed.
    #[serde(skip)]
    pub weighed: usize,
}

/// The networks of all games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Networks {
    /// The schema of the input names: [`Networks::SCHEMA`].
    pub schema: String,
    /// One for each scenario.
    pub network: Vec<Network>,
}

static LUCK: LazyLock<Networks> = LazyLock::new(|| read(include_str!("../../data/networks.toml")));
static EVALUATION: LazyLock<Networks> = LazyLock::new(|| read(include_str!("../../data/evaluation.toml")));

fn read(text: &str) -> Networks {
    let mut networks: Networks = toml::from_str(text).unwrap_or_default();
    let weighs = |(_, direct, weights): &Input| *direct != 0.0 || weights.iter().any(|&weight| weight != 0.0);
    for network in &mut networks.network {
        network.weighed = match network.things_within.iter().any(weighs) {
            true => network.numbers.len(),
            false => network.numbers.iter().rposition(weighs).map_or(0, |last| last + 1),
        };
    }
    networks
}

impl Networks {
    /// The schema of the networks in this version.
    pub const SCHEMA: &'static str = "wilaya.networks/2";

    /// The built-in networks for the middle of a turn, which measure luck.
    #[must_use]
    pub fn luck() -> &'static Self {
        &LUCK
    }

    /// The built-in networks for the beginning of a turn, where a search stops.
    #[must_use]
    pub fn evaluation() -> &'static Self {
        &EVALUATION
    }

    /// The probability that the FLN wins from a position of a game that is not over, for a side's search; one half if there is
    /// no network.
    fn chance<G: Evaluated>(&self, rules: &G::Rules, state: &G::State, side: Option<Side>) -> f64 {
        let Some(network) = self.of_or_next::<G>(G::scenario(rules), side) else { return 0.5 };
        let begins = network.weighed <= 1 + G::FEATURES.len();
        let within = if begins { Within::default() } else { G::within(rules, state) };
        network.chance::<G>(&G::features(rules, state), &within)
    }

    /// The scenario's network, or another scenario's if it has none (as with a scenario of your own data).
    fn of_or_next<G: Evaluated>(&self, scenario: &str, side: Option<Side>) -> Option<&Network> {
        let fits = |network: &&Network| side.is_none() || network.side.is_none() || network.side == side;
        let next = || self.network.iter().find(|network| network.game == G::NAME);
        self.of::<G>(scenario).find(fits).or_else(next)
    }

    /// The networks of a scenario: one, or one for each side.
    pub fn of<G: Evaluated>(&self, scenario: &str) -> impl Iterator<Item = &Network> {
        self.network.iter().filter(move |network| network.game == G::NAME && network.scenario == scenario)
    }
}

impl Network {
    /// The names of its inputs.
    #[must_use]
    pub fn names<G: Evaluated>(rules: &G::Rules) -> [Vec<String>; 3] {
        let numbers = ["late"].iter().chain(G::FEATURES).chain(G::WITHIN).map(|name| (*name).to_owned());
        [numbers.collect(), G::things(rules), G::things_within(rules)]
    }

    /// The numeric inputs of a position.
    pub fn numbers<'a, G: Evaluated>(
        features: &'a Features,
        within: &'a Within,
    ) -> impl Iterator<Item = f64> + 'a {
        let features_there = features.numbers.iter().take(G::FEATURES.len());
        let within_there = within.numbers.iter().take(G::WITHIN.len());
        std::iter::once(features.late).chain(features_there.chain(within_there).copied())
    }

    /// The probability that the FLN wins from a position.
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
        for (inputs, mut things) in [(&self.things, features.things), (&self.things_within, within.things)] {
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

/// How a position was reached, which decides whether the networks cover it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// True if it is the first decision of a turn, though not of the game.
    pub turn_began: bool,
    /// True if dice fell or something was drawn just before.
    pub dice_fell: bool,
}

impl Arrival {
    /// Reached by one decision, with or without dice.
    #[must_use]
    pub fn new<G: Evaluated>(before: &G::State, after: &G::State, dice_fell: bool) -> Self {
        Self { turn_began: G::clock(before).0 != G::clock(after).0, dice_fell }
    }

    /// True if networks are trained on positions reached like this, and the calibration and loss in their file are measured on
    /// them. Luck is evaluated only there. Elsewhere, while points are being spent or units moved, a network has never been
    /// corrected: in the recruitment of *Ici*, its probability is off by more than one half.
    #[must_use]
    pub fn is_covered(self) -> bool {
        self.turn_began || self.dice_fell
    }
}

/// The probability that the FLN wins from a position of a game that is not over. It is calibrated where
/// [`Arrival::is_covered`].
#[must_use]
pub fn evaluate_within<G: Evaluated>(rules: &G::Rules, state: &G::State) -> f64 {
    Networks::luck().chance::<G>(rules, state, None)
}

/// The probability that the FLN wins from the first decision of a turn, as a search of this side needs it.
#[must_use]
pub fn evaluate<G: Evaluated>(rules: &G::Rules, state: &G::State, side: Side) -> f64 {
    Networks::evaluation().chance::<G>(rules, state, Some(side))
}

/// The probability for given log odds.
#[must_use]
pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

#[cfg(test)]
mod tests {
    use wilaya_engine::Setting;
    use wilaya_engine::algeria::Algeria;
    use wilaya_engine::ici::Ici;

    use super::*;
    use crate::evaluation::features::{MOST_FEATURES, MOST_WITHIN};

    /// By hand: the first number of the position is 2, the first additional number 3, the progress one half, and the second
    /// thing is present.
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
            side: None,
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
            weighed: 0,
        };
        // The first unit is -1 + 2 + 0.5 = 1.5, the second one 0.5 + 4 / 2 - 3 = -0.5, which counts as 0.
        let odds = 0.5 + 0.5 + 2.0 * 0.25 - 3.0 * 0.5 - 1.0 + 2.0 * 1.5;
        let chance = network.chance::<Algeria>(&Features::new(&[2.0], 0, 0.5), &Within::new(&[3.0], 0b10));
        assert!((chance - logistic(odds)).abs() < 1e-12, "{chance}");
    }

    #[test]
    fn every_network_has_an_input_for_all_that_is_read() {
        fn check<G: Evaluated>(scenarios: &[&str]) {
            assert!(G::FEATURES.len() <= MOST_FEATURES && G::WITHIN.len() <= MOST_WITHIN);
            for scenario in scenarios {
                let setting = Setting { scenario: Some((*scenario).to_owned()), ..Setting::default() };
                let rules = G::rules(&G::figures(), &setting).expect("the scenario is there");
                assert!(G::things(&rules).len() <= 128 && G::things_within(&rules).len() <= 128);
                // Results of games that were played on once vary more than shares of playouts.
                for (networks, known) in [(Networks::luck(), 4.0), (Networks::evaluation(), 1.4)] {
                    assert_eq!(networks.schema, Networks::SCHEMA);
                    let sides: Vec<_> = networks.of::<G>(scenario).map(|network| network.side).collect();
                    assert!(sides == [None] || sides == Side::ALL.map(Some), "{scenario}: {sides:?}");
                    for network in networks.of::<G>(scenario) {
                        let names = [&network.numbers, &network.things, &network.things_within]
                            .map(|inputs| inputs.iter().map(|(name, ..)| name.clone()).collect::<Vec<_>>());
                        assert_eq!(names, Network::names::<G>(&rules), "{scenario}");
                        assert!(network.error < network.blind_error / known, "{scenario}: it knows little");
                        // A regression on what the beginning of a turn shows has no units.
                        let regression = network.units.iter().all(|&unit| unit == 0.0);
                        assert_eq!(network.weighed <= 1 + G::FEATURES.len(), regression, "{scenario}");
                    }
                }
            }
        }
        check::<Algeria>(&["1954", "1958", "1960"]);
        check::<Ici>(&["1955", "1959"]);
    }

    #[test]
    fn a_scenario_without_a_network_borrows_one() {
        for networks in [Networks::luck(), Networks::evaluation()] {
            let own = networks.of::<Algeria>("1954").next();
            assert!(own.is_some() && networks.of::<Algeria>("1956").next().is_none());
            for side in [None, Some(Side::Fln), Some(Side::France)] {
                assert_eq!(networks.of_or_next::<Algeria>("1956", side), own);
                assert_eq!(networks.of_or_next::<Ici>("1962", side), networks.of::<Ici>("1955").next());
                for network in networks.of::<Algeria>("1960").filter(|network| network.side == side) {
                    assert_eq!(networks.of_or_next::<Algeria>("1960", side), Some(network));
                }
            }
        }
    }
}
