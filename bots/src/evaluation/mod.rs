//! Evaluation: the probability that the FLN wins. There is one value, the FLN's; France's is 1 minus that.
//!
//! Each scenario has a network ([`Network`]). Its inputs are features of the position: numbers such as the PSLs, things that are
//! present or not, the kind of decision, and the expected results of the rest of the turn. There are two sets of weights, both
//! made by the example `calibrate`, with their loss on games that were not used for training:
//!
//! - `bots/data/networks.toml` for the middle of a turn ([`evaluate_within`]). Luck is measured where dice fall, so these
//!   networks need to tell one roll from another. They are trained on positions after a roll, each played out several times
//!   by the heuristic.
//! - `bots/data/evaluation.toml` for the beginning of a turn ([`evaluate`]), where a search stops. Their hidden units are those of
//!   the first set, but the weights of the log odds are fitted to games of the search itself, which reaches other positions than
//!   the heuristic and plays them better. Where no such network was stronger, the units have no weight, and the network is a
//!   logistic regression on games of the heuristic. A side may have a network of its own.
//!
//! Positions are taken only from where one bot plays both sides, and other bots play the turns before: if the same player led
//! to a position and played on from it, any position that a weak bot prefers would look weak.

mod algeria;
mod features;
mod ici;
mod network;

pub use features::{Evaluated, Features, MOST_FEATURES, Within};
pub use network::{Arrival, Input, Network, Networks, UNITS, evaluate, evaluate_within, logistic};
