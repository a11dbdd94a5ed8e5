//! Evaluation: the probability that the FLN wins, by logistic regression on features of a position. These are a few numbers,
//! whose weights change over the course of a game, and a set of things that are present or not.
//!
//! The weights are in `bots/data/evaluation.toml`, with a model for each game and scenario. The example `calibrate` fits them
//! to games between bots and writes the file, with the loss on games that were not used for the fit. There is one value, the
//! FLN's; France's is 1 minus that.
//!
//! These models are for the beginning of a turn, where a search stops. In the middle of a turn, where points are half spent and
//! units have moved, a small network with additional features takes their place ([`Network`]).
//!
//! The value is the probability of winning if the heuristic plays on for both sides, which is what a playout needs where it
//! stops. Positions are taken only from where it plays both sides, and other bots play the turns before: if the same player led
//! to a position and played on from it, whatever a bad player likes would look bad.

mod algeria;
mod features;
mod ici;
mod model;
mod network;

pub use features::{Evaluated, Features, MOST_FEATURES, Within};
pub use model::{Model, Models, evaluate, logistic};
pub use network::{Arrival, Input, Network, Networks, UNITS, evaluate_within};
