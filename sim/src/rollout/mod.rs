//! Rollouts of the choices of a position.

mod line;
mod play;
mod spec;

pub(crate) use line::COLUMNS;
pub use line::RolloutLine;
pub use play::rollout;
pub use spec::{RolloutResults, RolloutSpec};
