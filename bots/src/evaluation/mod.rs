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
mod features;
mod ici;
mod model;
mod network;

pub use features::{Evaluated, Features, MOST_FEATURES, Within};
pub use model::{Model, Models, evaluate, logistic};
pub use network::{Arrival, Input, Network, Networks, UNITS, evaluate_within};
