//! The options that say what is played.

use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use clap::Args;
use wilaya_engine::data::Figures;
use wilaya_engine::{Game, Setting};

/// What every command takes that plays from the beginning.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "What is played")]
pub(crate) struct SettingArgs {
    /// The scenario
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// How the pieces are placed
    #[arg(long, value_name = "NAME")]
    setup: Option<String>,
    /// An optional rule in force; may be given several times
    #[arg(long = "option", value_name = "NAME")]
    options: Vec<String>,
    /// Something taken out of the game, as event:suez or action:fln:raid; may be given several times
    #[arg(long = "bar", value_name = "WHAT")]
    bars: Vec<String>,
    #[command(flatten)]
    pub(crate) data: DataArgs,
}

/// What every command takes that builds rules.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Data")]
pub(crate) struct DataArgs {}

impl DataArgs {
    /// The figures in force.
    pub(crate) fn figures<G: Game>(&self) -> Result<Figures> {
        Ok(G::figures())
    }

    /// The rules of a setting with the figures in force.
    pub(crate) fn rules<G: Game>(&self, setting: &Setting) -> Result<G::Rules> {
        Ok(G::rules(&self.figures::<G>()?, setting)?)
    }
}

impl SettingArgs {
    /// The rules.
    pub(crate) fn rules<G: Game>(&self) -> Result<G::Rules> {
        let Self { scenario, setup, options, bars, data } = self.clone();
        data.rules::<G>(&Setting { scenario, setup, options, bars })
    }
}

/// Reads a file, or standard input if it is called `-`.
pub(crate) fn read(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
    } else {
        bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    }
    String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{} is no text (UTF-8)", path.display()))
}
