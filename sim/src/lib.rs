//! Plays many games in parallel, sums up how they ended and writes it to files.
//!
//! Game `i` of a run draws its dice and its bots' chances from streams keyed by (seed, `i`), and results are handled in
//! the order of the games: they do not depend on the number of threads. Memory does not grow with the number of games.

pub mod files;
mod folder;
mod ordered;
mod play;
mod run;
mod signature;
pub mod stats;
mod summary;

pub use files::FileError;
pub use folder::{RUN_SCHEMA, RunFolder, RunInfo, write_record};
pub use ordered::ordered;
pub use play::{CountingDice, Match, Played, play, play_out};
pub use run::{Finished, Plan, Progress, Recorded, Row, run};
pub use signature::{SIGNATURE_SEED, SignatureError, signature};
pub use summary::{Measure, Summary};
