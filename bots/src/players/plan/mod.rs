//! Bots with a single plan: opponents that test a bot for weak spots.
//!
//! `plan:name=NAME` plays one side by a single idea, whatever the opponent does. The other side, and every decision on which the
//! plan has no opinion, is played by [`sober`](crate::sober), or by [`heuristic`](crate::heuristic) with `base=heuristic`.
//! [`AlgeriaPlan`] and [`IciPlan`] define each plan exactly, so that results can be compared between engines. A plan uses only the
//! position and has no weights. It need not be good against every opponent: it exposes a bot that beats the base only by exploiting
//! one of its habits.
//!
//! Single-minded opponents keep a pool honest: self-play alone drifts into cycles in which each version beats the previous one
//! (Balduzzi and others, *Open-ended learning in symmetric zero-sum games*, 2019), and so does tuning against one opponent.

mod algeria;
mod ici;
mod planned;

pub(crate) use algeria::entry as algeria;
pub(crate) use ici::entry as ici;

pub use algeria::AlgeriaPlan;
pub use ici::IciPlan;
pub use planned::{Plan, Planned};
