//! `wilaya tune`

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use wilaya_bots::BotSpec;
use wilaya_sim::tune::{TuneResults, TuneSpec};
use wilaya_sim::{DEFAULT_SEED, GameName, RunContext};

use crate::progress::Bar;
use crate::run::{Threads, at_least_one, within};
use crate::setting::{SettingArgs, game_name};
use crate::signals::Stop;
use crate::text::stamp_lines;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya tune algeria --scenario 1958 --out weights.toml\n  wilaya tune ici --pool self,sober --iterations 5000 --out weights.toml --resume"
)]
#[command(mut_arg("scenario", |arg| arg.value_name("NAME,…").help("Scenarios, comma-separated [default: all]")))]
pub(crate) struct TuneArgs {
    /// The game
    #[arg(value_parser = game_name())]
    game: GameName,
    /// Bot whose real-valued keys are tuned, starting from the values given here
    #[arg(long, value_name = "BOT", default_value = "heuristic", help_heading = "Players")]
    bot: BotSpec,
    /// Opponents, comma-separated; self is the other variant of the bot
    #[arg(
        long,
        value_name = "A,B,…",
        default_value = "self",
        value_delimiter = ',',
        help_heading = "Players"
    )]
    pool: Vec<String>,
    #[command(flatten)]
    setting: SettingArgs,
    /// Number of iterations; at least 1
    #[arg(long, help_heading = "Tuning", value_name = "N", default_value_t = 1000, value_parser = at_least_one::<u64>)]
    iterations: u64,
    /// Pairs of games per iteration, variant, opponent and scenario; at least 1
    #[arg(long, help_heading = "Tuning", value_name = "N", default_value_t = 4, value_parser = at_least_one::<u64>)]
    pairs: u64,
    /// Step of the first iterations, in perturbations per unit of score, from 0.001 to 1000
    #[arg(long, help_heading = "Tuning", value_name = "X", default_value_t = 1.0, value_parser = parse_step)]
    step: f64,
    /// Seed of all dice and draws
    #[arg(long, help_heading = "Run", value_name = "N", default_value_t = DEFAULT_SEED)]
    seed: u64,
    #[command(flatten, next_help_heading = "Run")]
    threads: Threads,
    /// Abandon a game after this turn and count it as a draw
    #[arg(long, help_heading = "Run", value_name = "N", default_value_t = 200, value_parser = at_least_one::<u16>)]
    max_turns: u16,
    /// Write the weights to this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Resume the tuning in the file
    #[arg(long, requires = "out", help_heading = "Output")]
    resume: bool,
    /// Hide the progress bar
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

fn parse_step(text: &str) -> Result<f64> {
    within(text, 0.001..=1000.0, "a number from 0.001 to 1000")
}

pub(crate) fn run(args: &TuneArgs, out: &mut impl Write) -> Result<ExitCode> {
    let spec = TuneSpec {
        game: args.game,
        setting: args.setting.setting(),
        figures: args.setting.data.spec(),
        bot: args.bot.clone(),
        pool: args.pool.clone(),
        seed: args.seed,
        iterations: args.iterations,
        pairs: args.pairs,
        step: args.step,
        max_turns: args.max_turns,
    };
    let (pool, stop) = (args.threads.pool()?, Stop::on_signal()?);
    let context =
        RunContext { out: args.out.as_deref(), resume: args.resume, ..RunContext::new(&pool, &stop) };
    let (mut bar, mut recent) = (None, 0.0);
    let results = spec.run_in(&context, |done, difference| {
        recent += 0.05 * (difference.abs() - recent);
        let bar = bar.get_or_insert_with(|| Bar::of(spec.iterations, "iterations", args.quiet));
        bar.at(done);
        bar.say(|| format!("variants differ by {:.1} points in 100", 100.0 * recent));
    });
    bar.iter().for_each(Bar::finish);
    let TuneResults { plan, data, statement, weights, found, bot, done } = results?;
    writeln!(out, "{}: {done} of {} iterations, seed {}", spec.game.title(), plan.iterations, plan.seed)?;
    writeln!(out, "{}", stamp_lines(&data, statement.as_ref()))?;
    let width = weights.iter().map(|weight| weight.name.len()).max().unwrap_or(0);
    for (weight, found) in weights.iter().zip(&found) {
        writeln!(out, "{:width$}  {:>8} -> {found}", weight.name, weight.start)?;
    }
    writeln!(out, "{bot}")?;
    if let Some(path) = &args.out {
        writeln!(out, "written to {}", path.display())?;
    }
    Ok(if done == plan.iterations { ExitCode::SUCCESS } else { stop.code() })
}
