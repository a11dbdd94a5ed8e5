//! Matches between bots: pairs of games with the same seed and the sides swapped, every two bots, every scenario.
//!
//! Pair `i` draws its dice and its bots' chances from streams keyed by (seed, `i`), the same for all bots and scenarios,
//! and results are handled in the order of the pairs: they do not depend on the number of threads.

mod folder;
mod plan;
mod play;
mod spec;
mod standings;
mod tables;

pub use folder::{ARENA_SCHEMA, ArenaFolder, ArenaInfo, SprtInfo};
pub use plan::{ArenaPlan, Job, PlayedPair};
pub use play::{Took, arena};
pub use spec::{ArenaError, ArenaResults, ArenaSpec, BotList, BotListError, SequentialTest};
pub use standings::{Figure, Pairing, Rating, Ratings, SideTerm, Standings};
pub use tables::Look;
pub(crate) use tables::{
    GAME_COLUMNS, LOOK_COLUMNS, PAIRING_COLUMNS, RATING_COLUMNS, SIDE_COLUMNS, SPEED_COLUMNS,
};
