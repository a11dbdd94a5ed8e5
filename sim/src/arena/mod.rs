//! Arenas: matches between bots, as pairs of games with the same seed and the sides swapped, between any two bots, in every
//! scenario.
//!
//! Pair `i` draws its dice and the bots' random numbers from streams keyed by (seed, `i`), the same for all bots and scenarios,
//! and results are handled in the order of the pairs, so they do not depend on the number of threads.

mod folder;
mod plan;
mod play;
mod spec;
mod standings;
mod tables;

pub use folder::{ARENA_SCHEMA, ArenaFolder, ArenaInfo, SprtInfo};
pub use plan::{ArenaPlan, Job, PlayedPair};
pub use play::{TimeUsed, arena};
pub use spec::{ArenaError, ArenaResults, ArenaSpec, BotList, BotListError, SequentialTest};
pub use standings::{Figure, Pairing, Rating, Ratings, SideTerm, Standings};
pub use tables::Look;
pub(crate) use tables::{
    GAME_COLUMNS, LOOK_COLUMNS, PAIRING_COLUMNS, RATING_COLUMNS, SIDE_COLUMNS, SPEED_COLUMNS,
};
