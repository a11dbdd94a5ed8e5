//! Finished games and single decisions taken apart: luck, and rollouts of choices with the same dice.
//!
//! Nothing here starts a thread or reads a clock: callers hand out the work and count the time.

mod judge;
mod luck;
mod rollout;

pub use judge::{Judge, JudgeConfig, Judged};
pub use luck::{LEAST_REROLLS, Luck, chance, play_with_luck};
pub use rollout::{Points, Rolled, Rollout, RolloutConfig};
