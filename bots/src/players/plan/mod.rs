//! Bots with one plan: opponents that a bot must not lose to because it expects nobody to play like that.
//!
//! `plan:name=NAME` plays one side by a single idea, carried through whatever the opponent does, and everything else as
//! [`sober`](crate::sober) does, or as [`heuristic`](crate::heuristic) with `base=heuristic`: the other side, and every
//! decision that the plan has no opinion on. [`AlgeriaPlan`] and [`IciPlan`] say exactly what each plan does, so that its
//! results can be compared between engines. A plan knows what is in the position and has no weights; it cannot be good
//! against everybody, and that is what it is for: a bot that beats its base by a habit of the base shows here.
//!
//! One-trick opponents keep a pool honest: self-play alone drifts into cycles in which each version beats the one before
//! it (Balduzzi and others, *Open-ended learning in symmetric zero-sum games*, 2019), and so does tuning against one
//! opponent.

mod algeria;
mod ici;
mod planned;

pub(crate) use algeria::entry as algeria;
pub(crate) use ici::entry as ici;

pub use algeria::AlgeriaPlan;
pub use ici::IciPlan;
pub use planned::{Plan, Planned};
