//! `wilaya suite`

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};
use wilaya_bots::BotSpec;
use wilaya_engine::Side;
use wilaya_sim::suite::{ScoreSpec, Suite, SuitePlan, SuiteRun};
use wilaya_sim::{DEFAULT_SEED, GameName, Progress, RunContext};

use crate::progress::Bar;
use crate::run::{Threads, at_least_one};
use crate::signals::Stop;

#[derive(Debug, Subcommand)]
pub(crate) enum SuiteCommand {
    /// Draw test positions from games in which a player errs
    Draw(DrawArgs),
    /// Count the test positions that bots solve
    Score(ScoreArgs),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya suite draw plan.toml --out suite\n  wilaya suite draw plan.toml --out suite --only ici-1959-fln,ici-1959-france --threads 1"
)]
pub(crate) struct DrawArgs {
    /// Plan of the suite: cells, players, policies and aims
    plan: PathBuf,
    /// Write the suite to this folder, or resume the one there
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: PathBuf,
    /// Draw only these cells, such as algeria-1954-fln
    #[arg(long, value_name = "CELL", value_delimiter = ',')]
    only: Vec<String>,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya suite score results/suite --bots heuristic,mcts:iters=64\n  wilaya suite score results/suite --bots mcts:level=expert --seeds 5 --out score.csv"
)]
pub(crate) struct ScoreArgs {
    /// Folder of the suite
    folder: PathBuf,
    /// Bots to score, as name[:key=value]…; `wilaya bots` lists them
    #[arg(long, value_name = "BOT", value_delimiter = ',', required = true, help_heading = "Players")]
    bots: Vec<BotSpec>,
    /// Attempts of each bot at each position, with different random numbers; at least 1
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = at_least_one::<u64>)]
    seeds: u64,
    /// First seed
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Write the table to this CSV file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Also list, for each position, how often each bot solves it
    #[arg(long, help_heading = "Output")]
    positions: bool,
    /// Hide the progress bar
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

fn draw(args: &DrawArgs, out: &mut impl Write) -> Result<ExitCode> {
    let plan = SuitePlan::read(&args.plan)?;
    let (pool, stop) = (args.threads.pool()?, Stop::on_signal()?);
    let mut lines = Vec::new();
    SuiteRun { plan: &plan, out: &args.out }.run(&args.only, &pool, &stop, |drawn| lines.push(drawn))?;
    for drawn in &lines {
        writeln!(out, "{}: {} of {} positions, {} slots", drawn.cell, drawn.found, drawn.want, drawn.slots)?;
    }
    Ok(if stop.load(std::sync::atomic::Ordering::Relaxed) { stop.code() } else { ExitCode::SUCCESS })
}

fn score(args: &ScoreArgs, out: &mut impl Write) -> Result<ExitCode> {
    let suite = Suite::read(&args.folder)?;
    let spec = ScoreSpec { suite, bots: args.bots.clone(), seeds: args.seeds, seed: args.seed };
    let (pool, stop) = (args.threads.pool()?, Stop::on_signal()?);
    let context = RunContext { out: args.out.as_deref(), ..RunContext::new(&pool, &stop) };
    let mut bar = None;
    let results = spec.run(&context, |done, all| {
        let progress = Progress { done, ..Progress::default() };
        bar.get_or_insert_with(|| Bar::new(all, args.quiet)).update(progress);
    });
    bar.iter().for_each(Bar::finish);
    let Some(results) = results? else { return Ok(stop.code()) };
    let width = args.bots.iter().map(|bot| bot.to_string().len()).max().unwrap_or(0).max(3);
    writeln!(out, "positions solved, as a mean over {} seeds; 95 % interval (Wilson)\n", args.seeds)?;
    writeln!(out, "{:width$}  game     side      found     n    share  95 % interval", "bot")?;
    for line in &results.lines {
        let (game, side) = (line.game.map_or("all", GameName::name), line.side.map_or("all", Side::name));
        let (low, high) = (line.interval.low * 100.0, line.interval.high * 100.0);
        writeln!(
            out,
            "{:width$}  {game:<7}  {side:<6}  {:>7.1}  {:>4}  {:>5.1} %  {low:.1} to {high:.1} %",
            line.bot,
            line.found,
            line.n,
            line.share * 100.0
        )?;
    }
    if args.positions {
        writeln!(out, "\nhow often each bot solves each position, in the order above")?;
        let width = results.positions.keys().map(String::len).max().unwrap_or(0);
        for (id, shares) in &results.positions {
            let shares: Vec<_> = shares.iter().map(|share| format!("{:>5.0} %", share * 100.0)).collect();
            writeln!(out, "{id:width$}  {}", shares.join("  "))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn run(command: &SuiteCommand, out: &mut impl Write) -> Result<ExitCode> {
    match command {
        SuiteCommand::Draw(args) => draw(args, out),
        SuiteCommand::Score(args) => score(args, out),
    }
}
