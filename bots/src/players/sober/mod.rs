//! Plain, cheap play by fixed habits: `sober` plays as a reader of the rules does who wants no adventures.
//!
//! One bot a game, [`AlgeriaSober`] and [`IciSober`], whose pages say exactly what they do: somebody who writes the same
//! habits for another engine must find the same shares of wins, and that is what they are for. They are rules of thumb
//! in the sense of Gigerenzer and Goldstein (*Reasoning the fast and frugal way*, 1996): one reason decides, nothing is
//! weighed. So they are fast (tens of nanoseconds a decision), which makes them the yardstick of the engine's speed, and
//! a fair sparring partner that neither wastes nor plans.
//!
//! What they do not know: what the opponent is about to do, how near the end is, and what one thing is worth in terms of
//! another. How often that loses is in the ladders in `results/arena`.

mod algeria;
mod ici;

pub use algeria::AlgeriaSober;
pub(crate) use algeria::entry as algeria;
pub use ici::IciSober;
pub(crate) use ici::entry as ici;
