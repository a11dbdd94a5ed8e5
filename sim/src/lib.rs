//! Plays many games in parallel, summarizes their results and writes them to files.
//!
//! Game `i` of a run draws its dice and the bots' random numbers from streams keyed by (seed, `i`), and results are handled in
//! the order of the games, so they do not depend on the number of threads. Memory use does not grow with the number of games.

#[macro_use]
mod games;

mod append;
pub mod arena;
mod cells;
mod column;
mod context;
mod error;
mod figures;
mod folder;
pub mod forked;
mod formats;
pub mod impact;
mod info;
mod makers;
mod merge;
mod notes;
mod ordered;
mod outputs;
mod parts;
pub mod rollout;
mod row;
mod run;
mod seal;
mod shard;
mod signature;
mod spec;
pub mod suite;
mod summary;
pub mod sweep;
mod table;
mod task;
#[cfg(test)]
mod tests;
pub mod tune;
mod turns;
mod words;
mod workers;

pub use cells::{Cells, Heading};
pub use context::{RunContext, ThreadsError, threads};
pub use error::FolderError;
pub use figures::{Change, ChangeError, FigureError, FigureSpec, ReadError, read_figures, read_text};
pub use folder::{RunFolder, write_record};
pub use formats::{formats, read_table};
pub use games::{GameName, UnknownGame};
pub use info::{RUN_SCHEMA, RunInfo, RunState};
pub use merge::{MergeError, merge};
pub use ordered::ordered;
pub use outputs::{FIGURES, REPORT, RUNS, SWEEP, claim, clear_report, entries};
pub use parts::{Parted, PartsError, SHARD, merge_parts};
pub use row::{Progress, Row, SeriesProgress};
pub use run::{End, Finished, LOOK_EVERY, MOST_GAMES, Plan, Recorded, RecordedError, run};
pub use seal::{Seal, Seals, verify};
pub use shard::{Shard, ShardError};
pub use signature::{SIGNATURE_SEED, SignatureError, signature};
pub use spec::{
    DEFAULT_GAMES, DEFAULT_MAX_TURNS, DEFAULT_SEED, Prepared, RunError, RunResults, RunSpec, Start,
};
pub use summary::{Measure, Summary};
pub use table::GameColumns;
pub use task::play_task;
pub use turns::TURNS;
pub use wilaya_bots::analysis::{
    LEAST_REROLLS, Luck, Rolled, Rollout, RolloutConfig, chance, play_with_luck,
};
pub use wilaya_bots::play::{CountingDice, Match, Played, play, play_out};
pub use wilaya_bots::protocol::{Programs, ProgramsError};
pub use wilaya_bots::{Fault, Forfeited};
pub use wilaya_engine as engine;
pub use wilaya_files::{self as files, FileError};
pub use wilaya_stats as stats;
pub use wilaya_stats::Adjusted;
pub use workers::{Execution, Part, Reply, TaskError, TaskFailure, WorkerPool, Workers};
