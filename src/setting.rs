//! The options that say what is played.

use std::fmt;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context as _, Result};
use clap::Args;
use wilaya_bots::Roster;
use wilaya_engine::data::Figures;
use wilaya_engine::{Game, Setting};

/// What every command takes that plays from the beginning.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Game")]
pub(crate) struct SettingArgs {
    /// Scenario: 1954, 1958 or 1960 in Algeria, 1955 or 1959 in Ici [default: 1958 or 1955]
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Set-up: default, or free, where the players place the pieces [default: default]
    #[arg(long, value_name = "NAME")]
    setup: Option<String>,
    /// Optional rule to use, such as shorter_game; repeatable
    #[arg(long = "option", value_name = "NAME")]
    options: Vec<String>,
    /// Item to remove from the game, such as event:suez or action:fln:raid; repeatable
    #[arg(long = "bar", value_name = "WHAT")]
    bars: Vec<String>,
    #[command(flatten)]
    pub(crate) data: DataArgs,
}

/// What every command takes that builds rules.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Figures")]
pub(crate) struct DataArgs {
    /// Use other figures: an edited copy of the exported folder, or a file with just the changed keys
    #[arg(long, value_name = "DIR|FILE")]
    pub(crate) data: Option<PathBuf>,
    /// Change one figure, such as unit.division.count=14; repeatable
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<Change>,
}

/// A figure that is changed.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    key: String,
    value: String,
}

impl Change {
    /// The key of the figure.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// Its new value.
    pub(crate) fn value(&self) -> &str {
        &self.value
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.key, self.value)
    }
}

impl FromStr for Change {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((key, value)) if !key.trim().is_empty() => {
                Ok(Self { key: key.trim().to_owned(), value: value.trim().to_owned() })
            }
            _ => Err("expected KEY=VALUE, as unit.division.count=14".to_owned()),
        }
    }
}

impl DataArgs {
    /// The figures in force.
    pub(crate) fn figures<G: Game>(&self) -> Result<Figures> {
        let mut figures = match &self.data {
            Some(path) => read_figures(&G::figures(), path)?,
            None => G::figures(),
        };
        for Change { key, value } in &self.set {
            figures.set(key, value)?;
        }
        Ok(figures)
    }

    /// The rules of a setting with the figures in force.
    pub(crate) fn rules<G: Game>(&self, setting: &Setting) -> Result<G::Rules> {
        Ok(G::rules(&self.figures::<G>()?, setting)?)
    }
}

/// Reads figures from a folder that holds all files, or from a file with the changed keys only.
pub(crate) fn read_figures(builtin: &Figures, path: &Path) -> Result<Figures> {
    let wrong = || path.display().to_string();
    if !path.is_dir() {
        let mut figures = builtin.clone();
        let text = read(path)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        figures.overlay(&name, &text)?;
        return Ok(figures);
    }
    let mut files = Vec::new();
    let entries = std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
    for entry in entries {
        let file = entry.with_context(wrong)?.path();
        if file.extension().is_some_and(|extension| extension == "toml") {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push((name, read(&file)?));
        }
    }
    Figures::from_files(builtin, files).with_context(wrong)
}

impl SettingArgs {
    /// The scenarios, with commas between them; all of the game if none is given.
    pub(crate) fn scenarios<G: Roster>(&self) -> Result<Vec<String>> {
        if let Some(names) = &self.scenario {
            return Ok(names.split(',').map(|name| name.trim().to_owned()).collect());
        }
        let mut names = Vec::new();
        for setting in G::samples() {
            let rules =
                G::rules(&G::figures(), &Setting { scenario: setting.scenario, ..Setting::default() })?;
            names.extend(G::setting(&rules).scenario.filter(|name| !names.contains(name)));
        }
        names.sort();
        Ok(names)
    }

    /// The rules of one of several scenarios.
    pub(crate) fn rules_of<G: Game>(&self, scenario: &str) -> Result<G::Rules> {
        Self { scenario: Some(scenario.to_owned()), ..self.clone() }.rules::<G>()
    }

    /// The rules.
    pub(crate) fn rules<G: Game>(&self) -> Result<G::Rules> {
        self.data.rules::<G>(&self.setting())
    }

    /// The words.
    pub(crate) fn setting(&self) -> Setting {
        let Self { scenario, setup, options, bars, .. } = self.clone();
        Setting { scenario, setup, options, bars }
    }

    /// Takes something out of the game.
    pub(crate) fn bar(&mut self, item: &str) {
        self.bars.push(item.to_owned());
    }

    /// Takes those of a file where none are given here.
    pub(crate) fn fill_in(&mut self, other: &Setting) {
        let Setting { scenario, setup, options, bars } = other.clone();
        self.scenario = self.scenario.take().or(scenario);
        self.setup = self.setup.take().or(setup);
        for (mine, other) in [(&mut self.options, options), (&mut self.bars, bars)] {
            if mine.is_empty() {
                *mine = other;
            }
        }
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
