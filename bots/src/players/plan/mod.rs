//! Bots with a single plan: opponents for testing that a bot does not rely on nobody playing like that.
//!
//! `plan:name=NAME` plays one side by a single idea, whatever the opponent does, and everything else as [`sober`](crate::sober)
//! does, or as [`heuristic`](crate::heuristic) with `base=heuristic`: the other side, and every decision on which the plan has
//! no opinion. [`AlgeriaPlan`] and [`IciPlan`] define each plan exactly, so that results can be compared between engines. A
//! plan uses only the position and has no weights. It cannot be good against everybody, and need not be: it exposes a bot that
//! beats its base by exploiting a habit of the base.
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
