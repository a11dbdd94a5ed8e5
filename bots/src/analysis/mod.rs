//! Analysis of finished games and single decisions: luck, rollouts of choices with the same dice, and exact odds of an action.
//!
//! Nothing here starts a thread or reads a clock: callers distribute the work and measure the time.

mod judge;
mod luck;
mod odds;
mod rollout;

pub use judge::{Judge, JudgeConfig, Judged};
pub use luck::{LEAST_REROLLS, Luck, chance, play_with_luck};
pub use odds::{
    Chance, ChangeOdds, EventOdds, Fraction, Next, NextOdds, Odds, OddsMethod, OddsOptions, OutcomeOdds,
    TrackOdds,
};
pub use rollout::{Points, Rolled, Rollout, RolloutConfig};
