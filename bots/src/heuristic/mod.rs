//! Bots that play to win without searching: they value each choice by what the rules' own tables let it expect.
//!
//! One module a game. What a bot cannot read from the tables (how much one thing is worth in terms of another) is a
//! weight, and every weight is a key of the specification, so that people and tuners can change it.

mod algeria;
mod ici;
mod weights;

pub use algeria::{AlgeriaHeuristic, AlgeriaWeights};
pub use ici::{IciHeuristic, IciWeights};

pub(crate) use algeria::entry as algeria;
pub(crate) use ici::entry as ici;
use weights::weights;

/// The choice with the highest value; the first of them if several have it.
///
/// # Panics
/// If there are no choices.
fn best<A: Copy>(choices: &[A], mut value: impl FnMut(A) -> f64) -> A {
    let mut best = (choices[0], f64::NEG_INFINITY);
    for &choice in choices {
        let value = value(choice);
        if value > best.1 {
            best = (choice, value);
        }
    }
    best.0
}
