//! Bots that play to win without searching: `heuristic` values each choice by what the rules' own tables let it expect.
//!
//! One module a game, [`algeria`] and [`ici`]: their pages say which plan each side follows. They have in common:
//!
//! - **One number for everything.** Each kind of choice is turned into the same currency (PSP in *Algeria*, votes of the
//!   last referendum in *Ici, c'est la France!*), and the choice with the highest value is played; the first of several
//!   equals. That is a one-ply expectation: the mean over the dice of what the choice itself does, plus what stays of it.
//! - **The tables are the rules' own.** Odds of missions, searches, fights and votes are computed from the figures in
//!   force, so a house rule or another printed copy changes how they play.
//! - **What the tables do not say is a weight**: how much one thing is worth in terms of another. Every weight is a key of
//!   the specification (`heuristic:danger=2.5`), with its unit and range in `wilaya bots`. The defaults stand in
//!   `bots/data`, for each scenario by itself; each file begins with the command that found it. They come from simultaneous perturbation (Spall,
//!   *Implementation of the simultaneous perturbation algorithm for stochastic optimization*, 1998) by self-play and play
//!   against a pool, as weights of chess engines are tuned.
//! - **Profiles** (`heuristic:profile=NAME`) change some weights together, for people who want another temper.
//! - **They see what their side sees.** They never look at hidden types, hands or coming dice. Where any fixed choice has an
//!   answer (combat chits), they draw.
//! - They keep nothing from one decision to the next, allocate nothing, and take microseconds, so that a search can use
//!   them for priors and playouts ([`mcts`](crate::mcts)).
//!
//! What they do not do: look ahead to what the opponent answers. How strong they are is in `results/arena`.

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
pub use weights::{Wanted, Weights};
