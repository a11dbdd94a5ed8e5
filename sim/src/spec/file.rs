//! A run described by a file: the `run.toml` of another run, or one written by hand.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Deserialize;
use serde::de::IgnoredAny;
use wilaya_engine::Setting;

use super::error::RunError;
use crate::info::RUN_SCHEMA;

/// The keys that a file may have.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RunFile {
    schema: Option<String>,
    pub(super) game: Option<String>,
    pub(super) data_from: Option<PathBuf>,
    pub(super) set: Vec<String>,
    pub(super) seed: Option<u64>,
    pub(super) games: Option<u64>,
    pub(super) pairs: bool,
    pub(super) until_ci: Option<f64>,
    pub(super) luck: Option<u16>,
    pub(super) turns: Vec<String>,
    pub(super) max_turns: Option<u16>,
    pub(super) from: Option<PathBuf>,
    pub(super) from_hash: Option<String>,
    pub(super) setting: Setting,
    pub(super) bots: Bots,
    /// The hash of the figures that the run was played with.
    pub(super) data: Option<String>,
    // The other keys that a run writes describe its course.
    budgets: IgnoredAny,
    version: IgnoredAny,
    command: IgnoredAny,
    reconstructed: IgnoredAny,
    statement: IgnoredAny,
    shard: IgnoredAny,
    state: IgnoredAny,
    played: IgnoredAny,
    files: IgnoredAny,
    until_ci_reached: IgnoredAny,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Bots {
    pub(super) fln: Option<String>,
    pub(super) france: Option<String>,
}

impl RunFile {
    pub(super) fn parse(text: &str, path: &Path) -> Result<Self, RunError> {
        let mut this: Self = toml::from_str(text)
            .map_err(|why| RunError::Malformed { path: path.to_owned(), why: why.to_string() })?;
        if let Some(found) = this.schema.take().filter(|schema| schema != RUN_SCHEMA) {
            return Err(RunError::Schema { path: path.to_owned(), found });
        }
        // The position is next to the file.
        let folder = path.parent().unwrap_or(Path::new(""));
        this.from = this.from.map(|from| folder.join(from));
        Ok(this)
    }
}

/// The value of a key that holds a word.
pub(super) fn word<T: FromStr<Err: Display>>(key: &'static str, text: &str) -> Result<T, RunError> {
    text.parse().map_err(|why: T::Err| RunError::Word { key, text: text.to_owned(), why: why.to_string() })
}
