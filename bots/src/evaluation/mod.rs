//! Evaluation: the probability that the FLN wins. There is one value, the FLN's; France's is 1 minus that.
//!
//! It is given by a network ([`Network`]) for each scenario. Its inputs are features of the position: numbers such as the PSLs and
//! things that are present or not, the kind of decision, and what the rest of the turn can be expected to bring. There are two
//! sets of weights, both made by the example `calibrate`, with their loss on games that were not used for training:
//!
//! - `bots/data/networks.toml` for the middle of a turn ([`evaluate_within`]). Luck is measured where dice fall, so what matters
//!   is how well a network tells one roll from another. They are trained on positions after a roll, each played out several times
//!   by the heuristic.
//! - `bots/data/evaluation.toml` for the beginning of a turn ([`evaluate`]), where a search stops. They begin as the others, but
//!   what leads to the log odds is fitted to games of the search itself: it reaches other positions than the heuristic, and plays
//!   them better. Where no such network was stronger, the units count for nothing, and it is a logistic regression on games of
//!   the heuristic.
//!
//! Positions are taken only from where one bot plays both sides, and other bots play the turns before: if the same player led
//! to a position and played on from it, whatever a bad player likes would look bad.

mod algeria;
mod features;
mod ici;
mod network;

pub use features::{Evaluated, Features, MOST_FEATURES, Within};
pub use network::{Arrival, Input, Network, Networks, UNITS, evaluate, evaluate_within, logistic};
