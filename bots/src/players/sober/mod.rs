//! Simple, fast play by fixed habits: `sober` plays like a cautious reader of the rules.
//!
//! There is one bot per game, [`AlgeriaSober`] and [`IciSober`]. Their docs define exactly what they do, so that the same habits
//! implemented for another engine give the same win rates; that is their purpose. They are rules of thumb in the sense of
//! Gigerenzer and Goldstein (*Reasoning the fast and frugal way*, 1996): a single reason decides each choice. So they are fast
//! (tens of nanoseconds per decision), which makes them the yardstick of the engine's speed, and a sparring partner that
//! neither wastes nor plans.
//!
//! They ignore the opponent's reply, the end of the game and trade-offs between costs. The ladders in `results/arena` show how
//! often that loses.

mod algeria;
mod ici;

pub use algeria::AlgeriaSober;
pub(crate) use algeria::entry as algeria;
pub use ici::IciSober;
pub(crate) use ici::entry as ici;
