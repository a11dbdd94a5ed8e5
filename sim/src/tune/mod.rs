//! Finds weights of a bot by self-play and play against a pool: simultaneous perturbation stochastic approximation.
//!
//! SPSA (Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", 1998) moves all
//! weights at once by a random sign each, up and down, plays both variants with the same dice, and follows the difference
//! of their scores. It needs two variants an iteration whatever the number of weights. The result is the mean of the
//! weights in the second half of the iterations (Polyak and Juditsky 1992), which is less noisy than the last.

mod spec;
mod spsa;

pub use spec::{TuneResults, TuneRunError, TuneSpec};
pub use spsa::{ITSELF, Spsa, TuneError, TunePlan, TuneState, Weight, spelled_out, tune, with_weights};
