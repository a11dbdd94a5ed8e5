//! Plain, cheap play by fixed habits: `sober` plays like a cautious reader of the rules.
//!
//! There is one bot per game, [`AlgeriaSober`] and [`IciSober`], whose docs define exactly what they do: implementing the same
//! habits for another engine must give the same shares of wins, which is their purpose. They are rules of thumb in the sense of
//! Gigerenzer and Goldstein (*Reasoning the fast and frugal way*, 1996): one reason decides, nothing is weighed. So they are
//! fast (tens of nanoseconds per decision), which makes them the yardstick of the engine's speed, and a fair sparring partner
//! that neither wastes nor plans.
//!
//! They do not consider what the opponent is about to do, how near the end is, or how much one thing is worth in terms of
//! another. The ladders in `results/arena` show how often that loses.

mod algeria;
mod ici;

pub use algeria::AlgeriaSober;
pub(crate) use algeria::entry as algeria;
pub use ici::IciSober;
pub(crate) use ici::entry as ici;
