//! Bots that play to win without searching: `heuristic` values each choice by its expectation from the rules' own tables.
//!
//! There is one module per game, [`algeria`] and [`ici`], which describes each side's plan. Both share these principles:
//!
//! - **One currency.** Each kind of choice is valued in the same currency (PSP in *Algeria*, votes of the last referendum in
//!   *Ici, c'est la France!*), and the choice with the highest value is played; the first of several equals. That is a one-ply
//!   expectation: the mean over the dice of the immediate effect of a choice, plus its lasting effect.
//! - **The rules' own tables.** Odds of missions, searches, fights and votes are computed from the figures in force, so a house
//!   rule or a different edition changes how the bots play.
//! - **Weights for the rest**: exchange rates between different goods. Every weight is a key of the specification
//!   (`heuristic:danger=2.5`), with its unit and range in `wilaya bots`. The defaults are in `bots/data`, with a file for each
//!   scenario that begins with the command that found it. They come from simultaneous perturbation (Spall, *Implementation of
//!   the simultaneous perturbation algorithm for stochastic optimization*, 1998) by self-play and play against a pool, as
//!   weights of chess engines are tuned.
//! - **Profiles** (`heuristic:profile=NAME`) change several weights together, for another style of play.
//! - **Only what their side sees.** They never look at hidden types, hands or future dice. Where any fixed choice could be
//!   countered (combat chits), they draw at random.
//! - Their choices do not depend on earlier decisions. They allocate nothing and take microseconds, so that a search can use
//!   them for priors and playouts ([`mcts`](crate::mcts)).
//!
//! They do not look ahead to the opponent's reply. `results/arena` has their ratings.

pub mod algeria;
mod best;
pub mod ici;
mod weights;

pub use algeria::{AlgeriaHeuristic, AlgeriaWeights};
pub use ici::{IciHeuristic, IciWeights};

pub(crate) use algeria::entry as algeria;
use best::best;
pub(crate) use ici::entry as ici;
use weights::weights;
pub use weights::{LazyWeights, Weights};
