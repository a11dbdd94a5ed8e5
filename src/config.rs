//! A run described by a file: the `run.toml` of another run, or one written by hand.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use wilaya_bots::BotSpec;
use wilaya_engine::Setting;
use wilaya_sim::{LEAST_REROLLS, Seals};

use crate::games::GameName;
use crate::setting::{Change, read};

/// What a file may say of a run. What it does not say is as if it were not given on the command line.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    schema: Option<String>,
    game: Option<String>,
    pub(crate) data_from: Option<PathBuf>,
    set: Vec<String>,
    pub(crate) seed: Option<u64>,
    pub(crate) games: Option<u64>,
    pub(crate) pairs: bool,
    pub(crate) until_ci: Option<f64>,
    pub(crate) luck: Option<u16>,
    pub(crate) turns: Vec<String>,
    pub(crate) max_turns: Option<u16>,
    from: Option<PathBuf>,
    pub(crate) from_hash: Option<String>,
    pub(crate) setting: Setting,
    bots: Bots,
    /// The hash of the figures with which the run was played.
    pub(crate) data: Option<String>,
    // What else a run writes there says how it went.
    #[serde(rename = "budgets")]
    _budgets: Bots,
    #[serde(rename = "version")]
    _version: Option<String>,
    #[serde(rename = "command")]
    _command: Vec<String>,
    #[serde(rename = "reconstructed")]
    _reconstructed: Option<usize>,
    #[serde(rename = "statement")]
    _statement: Option<String>,
    #[serde(rename = "shard")]
    _shard: Option<String>,
    #[serde(rename = "state")]
    _state: Option<String>,
    #[serde(rename = "played")]
    _played: Option<u64>,
    #[serde(rename = "files")]
    _files: Seals,
    #[serde(rename = "until_ci_reached")]
    _until_ci_reached: Option<bool>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Bots {
    fln: Option<String>,
    france: Option<String>,
}

impl Config {
    /// Reads one.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = read(path)?;
        let mut this: Self = toml::from_str(&text)
            .map_err(|error| anyhow::anyhow!("{error}"))
            .with_context(|| format!("{} does not describe a run", path.display()))?;
        if let Some(schema) = &this.schema
            && schema != wilaya_sim::RUN_SCHEMA
        {
            bail!(
                "{}: its schema is \"{schema}\": this version of wilaya reads \"{}\"",
                path.display(),
                wilaya_sim::RUN_SCHEMA
            );
        }
        let zero = [("games", this.games == Some(0)), ("max_turns", this.max_turns == Some(0))];
        if let Some((key, _)) = zero.into_iter().find(|(_, is_zero)| *is_zero) {
            bail!("{}: {key} must be at least 1", path.display());
        }
        if this.until_ci.is_some_and(|width| !(width > 0.0 && width < 1.0)) {
            bail!("{}: until_ci must be a width between 0 and 1, as 0.01", path.display());
        }
        if this.luck.is_some_and(|rerolls| rerolls < LEAST_REROLLS) {
            bail!(
                "{}: luck must be at least {LEAST_REROLLS}, the number of other rolls of a step",
                path.display()
            );
        }
        // The position lies beside the file.
        let folder = path.parent().unwrap_or(Path::new(""));
        this.from = this.from.map(|from| folder.join(from));
        Ok(this)
    }

    /// The game.
    pub(crate) fn game(&self) -> Result<Option<GameName>> {
        self.game.as_deref().map(GameName::of_file).transpose()
    }

    /// The position in which the games begin.
    pub(crate) fn from(&self) -> Option<PathBuf> {
        self.from.clone()
    }

    /// The figures that are changed.
    pub(crate) fn set(&self) -> Result<Vec<Change>> {
        self.set.iter().map(|text| read_word("set", text)).collect()
    }

    /// Who plays the FLN and France.
    pub(crate) fn bots(&self) -> Result<(Option<BotSpec>, Option<BotSpec>)> {
        let read = |key, text: &Option<String>| text.as_deref().map(|text| read_word(key, text)).transpose();
        Ok((read("bots.fln", &self.bots.fln)?, read("bots.france", &self.bots.france)?))
    }
}

fn read_word<T: FromStr<Err: std::fmt::Display>>(key: &str, text: &str) -> Result<T> {
    text.parse().map_err(|error| anyhow::anyhow!("{key} = \"{text}\": {error}"))
}
