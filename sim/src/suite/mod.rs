//! A suite of test positions: drawn from games in which a player errs, proved by rollouts, and used to score bots.

mod aim;
mod draw;
mod error;
mod plan;
mod player;
mod prove;
mod score;
mod test;

pub use aim::Aim;
pub use draw::{Drawn, SuiteRun};
pub use error::SuiteError;
pub use plan::{Cell, SuitePlan};
pub use player::{Player, PlayerError};
pub use prove::{ChoiceProof, Proof};
pub(crate) use score::COLUMNS;
pub use score::{ScoreLine, ScoreResults, ScoreSpec};
pub use test::{Origin, Suite, TestPosition};
