//! The figures of *Ici, c'est la France!*: the files, their checks, and the rules compiled from them.
//!
//! The printed map, the chit charts and some other charts were not available. Figures that stand in for them have a source that
//! begins with `reconstructed`; [`statement`] gives their number.
//!
//! Sizes in code are capacities, checked here, so that a printed copy fits: 30 regions, 40 places, 64 chits, 72 French units,
//! 128 faileks.

mod charts;
mod chits;
mod compile;
mod doubts;
mod fights;
mod files;
mod map;
mod scales;
mod schema;
mod setting;
mod setup;
#[cfg(test)]
mod tests;
mod units;
pub(in crate::ici) mod words;

pub use compile::{check, compile};
pub use doubts::doubts;
pub use files::{GAME, figures, reconstructed, statement};
pub use setting::{items, setting};
