//! The choices of a position played out.

mod line;
mod play;
mod spec;

pub(crate) use line::COLUMNS;
pub use line::RolloutLine;
pub use play::rollout;
pub use spec::{RolloutResults, RolloutSpec};
