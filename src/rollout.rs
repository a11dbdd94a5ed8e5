//! `wilaya rollout`

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use serde_json::json;
use wilaya_bots::BotSpec;
use wilaya_engine::BySide;
use wilaya_sim::rollout::{RolloutLine, RolloutResults, RolloutSpec};
use wilaya_sim::{DEFAULT_MAX_TURNS, DEFAULT_SEED, LEAST_REROLLS, Parted, Progress, RunContext, Start};

use crate::position::Format;
use crate::progress::Bar;
use crate::run::{Threads, at_least_one, parse_rerolls};
use crate::setting::DataArgs;
use crate::shard::{self, ShardArgs};
use crate::signals::Stop;
use crate::text::{print_json, setting_line, stamp_lines, version};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya rollout position.json\n  wilaya rollout position.json --games 2000 --fln mcts:iters=50 --out choices.csv"
)]
pub(crate) struct RolloutArgs {
    /// Position file, or - for standard input
    file: PathBuf,
    /// Bot that plays on for the FLN, as name[:key=value]…; `wilaya bots` lists them [default: heuristic]
    #[arg(long, value_name = "BOT", help_heading = "Players")]
    fln: Option<BotSpec>,
    /// Bot that plays on for France [default: heuristic]
    #[arg(long, alias = "gov", value_name = "BOT", help_heading = "Players")]
    france: Option<BotSpec>,
    /// Games per action; at least 1
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = at_least_one::<u64>)]
    games: u64,
    /// Use the hidden information in the file instead of redrawing it for each game
    #[arg(long)]
    as_it_is: bool,
    /// Rerolls per step to estimate luck; at least 8
    #[arg(long, value_name = "N", default_value_t = LEAST_REROLLS, value_parser = parse_rerolls)]
    luck: u16,
    /// Seed of all dice and draws
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Abandon a game after this turn and count it as unfinished
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_TURNS, value_parser = at_least_one::<u16>)]
    max_turns: u16,
    #[command(flatten)]
    data: DataArgs,
    /// Write the table to this CSV file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shard: ShardArgs,
    /// Resume the shard in the folder of --out
    #[arg(long, requires = "shard", help_heading = "Output")]
    resume: bool,
    /// Output format of the table
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
    /// Hide the progress bar
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

fn text(lines: &[RolloutLine], side: &str, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{side} to decide: how often it wins with each choice\n")?;
    let width = lines.iter().map(|line| line.action.chars().count()).max().unwrap_or(0);
    writeln!(
        out,
        "{:width$}   adjusted  95 % interval   unadjusted  95 % interval      n; minus the best, 95 % interval",
        ""
    )?;
    let percent = |value: f64| format!("{:.1}", value * 100.0);
    for line in lines {
        let range = |low: f64, high: f64| format!("{} to {}", percent(low), percent(high));
        write!(
            out,
            "{:width$}  {:>7} %  {:<15}  {:>7} %  {:<15}  {:>5}",
            line.action,
            percent(line.adjusted),
            range(line.adjusted_low, line.adjusted_high),
            percent(line.win_rate),
            range(line.interval.low, line.interval.high),
            line.n
        )?;
        if let (Some(value), Some(low), Some(high)) = (line.behind, line.behind_low, line.behind_high) {
            write!(out, "; {}, {}", percent(value), range(low, high))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

pub(crate) fn run(args: &RolloutArgs, out: &mut impl Write) -> Result<ExitCode> {
    let spec = RolloutSpec {
        from: Start::read(&args.file)?,
        figures: args.data.spec(),
        bots: BySide { fln: args.fln.clone(), france: args.france.clone() },
        games: args.games,
        as_it_is: args.as_it_is,
        luck: args.luck,
        seed: args.seed,
        max_turns: args.max_turns,
    };
    if let (Some(shard), Some(folder)) = (args.shard.shard, &args.out) {
        let how = (&args.threads, args.quiet);
        return shard::play(&Parted::Rollout(spec), shard, (folder, args.resume), how, out);
    }
    let game = spec.from.game()?;
    let (pool, stop) = (args.threads.pool()?, Stop::on_signal()?);
    let context = RunContext { out: args.out.as_deref(), ..RunContext::new(&pool, &stop) };
    let (mut bar, quiet) = (None, args.quiet || args.format == Format::Json);
    let results = spec.run_in(&context, |done, all| {
        let progress = Progress { done, ..Progress::default() };
        bar.get_or_insert_with(|| Bar::new(all, quiet)).update(progress);
    });
    bar.iter().for_each(Bar::finish);
    let Some(RolloutResults { command, data, statement, bots, side, lines }) = results? else {
        return Ok(stop.code());
    };
    let setting = &spec.from.position().setting;
    match args.format {
        Format::Json => {
            let value = json!({
                "game": game,
                "version": version(),
                "command": command,
                "data": data,
                "statement": statement,
                "setting": setting,
                "bots": bots,
                "seed": args.seed,
                "side": side,
                "choices": lines,
            });
            print_json(out, &value)?;
        }
        Format::Text => {
            writeln!(out, "{}: {}", game.title(), setting_line(setting))?;
            writeln!(out, "{}", stamp_lines(&data, statement.as_ref()))?;
            let BySide { fln, france } = bots;
            let sides = game.sides();
            let bots = format!("{} {fln}, {} {france}", sides.fln, sides.france);
            writeln!(out, "{bots}; seed {}, {} games per choice", args.seed, args.games)?;
            text(&lines, sides[side], out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
