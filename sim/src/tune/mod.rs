//! Tuning: finds weights of a bot in games against itself and a pool, by simultaneous perturbation stochastic approximation.
//!
//! SPSA (Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", 1998) perturbs all
//! weights at once, each by a random sign, up and down, plays both variants with the same dice, and follows the difference of
//! their scores. It needs two variants per iteration, for any number of weights. The result is the mean of the weights over
//! the second half of the iterations (Polyak and Juditsky 1992), which is less noisy than the last.

mod spec;
mod spsa;

pub use spec::{TuneResults, TuneRunError, TuneSpec};
pub use spsa::{ITSELF, Spsa, TuneError, TunePlan, TuneState, Weight, spelled_out, tune, with_weights};
