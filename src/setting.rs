//! Options for the setting and the figures.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use wilaya_engine::{Game, Setting};
use wilaya_sim::{Change, FigureSpec, GameName};

/// Options of every command that plays from the set-up.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Game")]
pub(crate) struct SettingArgs {
    /// Scenario: 1954, 1958 or 1960 in Algeria, 1955 or 1959 in Ici [default: 1958 or 1955]
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Set-up: default (ready-made), or free (placed by the players) [default: default]
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

/// Options of every command that builds rules.
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

impl DataArgs {
    /// The requested figures.
    pub(crate) fn spec(&self) -> FigureSpec {
        FigureSpec { data: self.data.clone(), set: self.set.clone() }
    }

    /// The rules of a setting with the figures in force.
    pub(crate) fn rules<G: Game>(&self, setting: &Setting) -> Result<G::Rules> {
        Ok(self.spec().rules::<G>(setting)?)
    }
}

impl SettingArgs {
    /// The setting in words.
    pub(crate) fn setting(&self) -> Setting {
        let Self { scenario, setup, options, bars, .. } = self.clone();
        Setting { scenario, setup, options, bars }
    }
}

/// A parser for the name of a game.
pub(crate) fn game_name() -> impl TypedValueParser<Value = GameName> {
    let known = |game: GameName| PossibleValue::new(game.name()).help(game.title());
    PossibleValuesParser::new(GameName::ALL.map(known)).try_map(|name| name.parse())
}
