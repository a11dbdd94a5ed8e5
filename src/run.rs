//! Options of every command that plays a run.

use std::ops::{Bound, RangeBounds};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context as _, Result};
use clap::Args;
use rayon::ThreadPool;
use wilaya_bots::BotSpec;
use wilaya_sim::{GameName, LEAST_REROLLS, RunError, RunSpec, Start, read_text, threads};

use crate::setting::{SettingArgs, game_name};

#[derive(Clone, Debug, Args)]
pub(crate) struct RunArgs {
    /// The game
    #[arg(required_unless_present = "config", value_parser = game_name())]
    game: Option<GameName>,
    #[command(flatten)]
    pub(crate) setting: SettingArgs,
    /// Start each game from this position instead of the set-up
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["scenario", "setup", "options", "bars"],
        help_heading = "Game"
    )]
    from: Option<PathBuf>,
    /// Read options not given here from a file, such as the run.toml of another run
    #[arg(long, value_name = "FILE", help_heading = "Game")]
    config: Option<PathBuf>,
    /// Bot that plays the FLN, as name[:key=value]…; `wilaya bots` lists them [default: heuristic]
    #[arg(long, value_name = "BOT", help_heading = "Players")]
    fln: Option<BotSpec>,
    /// Bot that plays France [default: heuristic]
    #[arg(long, alias = "gov", value_name = "BOT", help_heading = "Players")]
    france: Option<BotSpec>,
    /// Play each game twice with the same dice, the second time with the bots swapped
    #[arg(long, help_heading = "Players")]
    pairs: bool,
    /// Number of games, or of pairs of games with --pairs; at least 1 [default: 1000]
    #[arg(long, value_name = "N", help_heading = "Run", value_parser = at_least_one::<u64>)]
    games: Option<u64>,
    /// Seed of all dice and draws [default: 1]
    #[arg(long, value_name = "N", help_heading = "Run")]
    seed: Option<u64>,
    #[command(flatten, next_help_heading = "Run")]
    pub(crate) threads: Threads,
    /// Abandon a game after this turn and count it as unfinished [default: 200]
    #[arg(long, value_name = "N", help_heading = "Run", value_parser = at_least_one::<u16>)]
    max_turns: Option<u16>,
    /// Estimate the luck of each game by rerolling each step N times, at least 8; 32 if N is omitted. The result
    /// adjusted for luck has the same mean and a narrower interval
    #[arg(
        long,
        help_heading = "Run",
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "32",
        require_equals = true,
        value_parser = parse_rerolls
    )]
    luck: Option<u16>,
    /// Hide the progress bar
    #[arg(long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// The number of threads.
#[derive(Clone, Debug, Args)]
pub(crate) struct Threads {
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one::<usize>)]
    threads: Option<usize>,
}

impl Threads {
    /// Starts the thread pool.
    pub(crate) fn pool(&self) -> Result<ThreadPool> {
        Ok(threads(self.threads)?)
    }
}

/// A parser for a number within a range.
pub(crate) fn within<T: FromStr + PartialOrd>(
    text: &str,
    range: impl RangeBounds<T>,
    expected: &str,
) -> Result<T> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.with_context(|| format!("expected {expected}"))
}

pub(crate) fn at_least_one<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T> {
    within(text, T::from(1).., "a number, at least 1")
}

pub(crate) fn parse_rerolls(text: &str) -> Result<u16> {
    within(text, LEAST_REROLLS.., &format!("a number, at least {LEAST_REROLLS}"))
}

pub(crate) fn parse_width(text: &str) -> Result<f64> {
    let open = (Bound::Excluded(0.0), Bound::Excluded(1.0));
    within(text, open, "a width between 0 and 1, such as 0.01")
}

impl RunArgs {
    /// The run to play: the arguments, completed by a file.
    pub(crate) fn spec(&self) -> Result<RunSpec> {
        let from = self.from.as_deref().map(Start::read).transpose()?;
        let spec = match &self.config {
            Some(path) => RunSpec::parse(&read_text(path)?, path, self.game, from)?,
            None => RunSpec::new(self.game.ok_or(RunError::NoGame)?).start(from),
        };
        let mut spec = spec.setting(self.setting.setting()).figures(self.setting.data.spec());
        spec.bots.fln = self.fln.clone().or(spec.bots.fln);
        spec.bots.france = self.france.clone().or(spec.bots.france);
        spec.pairs |= self.pairs;
        spec.games = self.games.or(spec.games);
        spec.seed = self.seed.unwrap_or(spec.seed);
        spec.max_turns = self.max_turns.unwrap_or(spec.max_turns);
        spec.luck = self.luck.or(spec.luck);
        Ok(spec)
    }
}
