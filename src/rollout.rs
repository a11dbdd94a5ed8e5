//! `wilaya rollout`

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde_json::json;
use wilaya_bots::{BotSpec, Roster, build};
use wilaya_engine::notation::hash_text;
use wilaya_engine::position::Position;
use wilaya_engine::{Game, Side};
use wilaya_sim::files::{self, Lock};
use wilaya_sim::{Progress, Rolled, Rollout, RolloutConfig, rollout};
use wilaya_stats::{Interval, wilson};

use crate::games::{GameName, WithGame};
use crate::position::Format;
use crate::progress::Bar;
use crate::run::{DEFAULT_MAX_TURNS, DEFAULT_SEED, Threads, at_least_one, parse_rerolls};
use crate::setting::{DataArgs, read};
use crate::signals::Stop;
use crate::text::{setting_line, stamp, version};

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
    /// Number of games per action; at least 1
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = at_least_one::<u64>)]
    games: u64,
    /// Keep hidden information as it is in the file instead of redrawing what the side to decide cannot see
    #[arg(long)]
    as_it_is: bool,
    /// Rerolls per step to estimate luck; at least 8
    #[arg(long, value_name = "N", default_value_t = wilaya_sim::LEAST_REROLLS, value_parser = parse_rerolls)]
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
    /// Output format of the table
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
    /// Hide the progress bar
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

struct Roll<'a, W> {
    args: &'a RolloutArgs,
    position: &'a Position,
    out: &'a mut W,
}

/// A choice in words and numbers.
struct Line {
    action: String,
    n: u64,
    wins: u64,
    win_rate: f64,
    interval: Interval,
    adjusted: f64,
    adjusted_interval: Interval,
    /// Less than the best choice by so much.
    behind: Option<(f64, Interval)>,
}

impl Line {
    fn new<G: Game>(rules: &G::Rules, one: &Rolled<G::Action>, best: &Rolled<G::Action>) -> Self {
        let (n, win_rate) = (one.results.count(), one.results.mean());
        let wins = (win_rate * n as f64).round() as u64;
        let adjusted = one.adjusted.estimate();
        let behind = (one.action != best.action).then(|| one.better_than(best));
        Self {
            action: G::action_text(rules, one.action),
            n,
            wins,
            win_rate,
            interval: wilson(wins, n),
            adjusted: adjusted.value,
            adjusted_interval: adjusted.interval(),
            behind: behind.map(|behind| (behind.value, behind.interval())),
        }
    }
}

impl<W: Write> WithGame for Roll<'_, W> {
    type Output = ExitCode;

    fn with<G: Roster>(self) -> Result<ExitCode> {
        let Self { args, position, out } = self;
        let within = || args.file.display().to_string();
        let rules = args.data.rules::<G>(&position.setting)?;
        let state = position.state::<G>(&rules).with_context(within)?;
        let spec = |given: &Option<BotSpec>| given.clone().map_or_else(|| G::DEFAULT.parse(), Ok);
        let bots = [spec(&args.fln)?, spec(&args.france)?];
        let (fln, france) = (build::<G>(&bots[0])?, build::<G>(&bots[1])?);
        let config = RolloutConfig {
            seed: args.seed,
            max_turns: args.max_turns,
            rerolls: args.luck,
            as_it_is: args.as_it_is,
        };
        let Some(decision) = Rollout::new(&rules, &state, config) else {
            bail!("{}: the game is over, so there is nothing to choose", args.file.display());
        };
        let side = decision.side();
        let pool = args.threads.pool()?;
        let stop = Stop::on_signal()?;
        let _lock = args.out.as_deref().map(Lock::file).transpose()?;
        let games = args.games * decision.choices().len() as u64;
        let bar = Bar::new(games, args.quiet || args.format == Format::Json);
        let makers = (|| fln(), || france());
        let rolled = rollout::<G, _, _>(&decision, args.games, makers, &pool, &stop, |done| {
            bar.update(Progress { done, ..Progress::default() });
        });
        bar.finish();
        let Some(rolled) = rolled else { return Ok(stop.code()) };
        let Some(best) = rolled.first() else { bail!("{}: there is nothing to choose", args.file.display()) };
        let lines: Vec<_> = rolled.iter().map(|one| Line::new::<G>(&rules, one, best)).collect();
        if let Some(path) = &args.out {
            files::replace(path, &csv(&lines)?)?;
        }
        match args.format {
            Format::Json => {
                let value = json!({
                    "game": G::NAME,
                    "version": version(),
                    "data": hash_text(G::data_hash(&rules)),
                    "statement": G::statement(&rules),
                    "setting": position.setting,
                    "bots": { "fln": bots[0].to_string(), "france": bots[1].to_string() },
                    "seed": args.seed,
                    "side": side,
                    "choices": lines.iter().map(Line::json).collect::<Vec<_>>(),
                });
                writeln!(out, "{}", serde_json::to_string_pretty(&value)?)?;
            }
            Format::Text => {
                writeln!(out, "{}: {}", G::TITLE, setting_line(&position.setting))?;
                stamp::<G>(&rules).iter().try_for_each(|line| writeln!(out, "{line}"))?;
                let [fln, france] = bots;
                writeln!(
                    out,
                    "FLN {fln}, France {france}; seed {}, {} games a choice",
                    args.seed, args.games
                )?;
                text(&lines, side, out)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn text(lines: &[Line], side: Side, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{side} to decide: how often it wins with each choice\n")?;
    let width = lines.iter().map(|line| line.action.chars().count()).max().unwrap_or(0);
    writeln!(
        out,
        "{:width$}  less luck  95 % interval    as it was  95 % interval      n; less the best, 95 % interval",
        ""
    )?;
    let percent = |value: f64| format!("{:.1}", value * 100.0);
    for line in lines {
        let range = |interval: Interval| format!("{} to {}", percent(interval.low), percent(interval.high));
        write!(
            out,
            "{:width$}  {:>7} %  {:<15}  {:>7} %  {:<15}  {:>5}",
            line.action,
            percent(line.adjusted),
            range(line.adjusted_interval),
            percent(line.win_rate),
            range(line.interval),
            line.n
        )?;
        match &line.behind {
            Some((value, interval)) => writeln!(out, "; {}, {}", percent(*value), range(*interval))?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

impl Line {
    fn json(&self) -> serde_json::Value {
        json!({
            "action": self.action,
            "n": self.n,
            "wins": self.wins,
            "win_rate": self.win_rate,
            "low": self.interval.low,
            "high": self.interval.high,
            "adjusted": self.adjusted,
            "adjusted_low": self.adjusted_interval.low,
            "adjusted_high": self.adjusted_interval.high,
            "behind": self.behind.map(|(value, _)| value),
            "behind_low": self.behind.map(|(_, interval)| interval.low),
            "behind_high": self.behind.map(|(_, interval)| interval.high),
        })
    }
}

fn csv(lines: &[Line]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "action",
        "n",
        "wins",
        "win_rate",
        "low",
        "high",
        "adjusted",
        "adjusted_low",
        "adjusted_high",
        "behind",
        "behind_low",
        "behind_high",
    ])?;
    let part = |value: f64| format!("{value:.6}");
    for line in lines {
        let behind = line.behind.map(|(value, Interval { low, high })| [value, low, high].map(part));
        let figures = [line.win_rate, line.interval.low, line.interval.high];
        let adjusted = [line.adjusted, line.adjusted_interval.low, line.adjusted_interval.high];
        let fields = [line.action.clone(), line.n.to_string(), line.wins.to_string()].into_iter();
        let fields = fields.chain(figures.map(part)).chain(adjusted.map(part));
        writer.write_record(fields.chain(behind.unwrap_or_default()))?;
    }
    let bytes = writer.into_inner().context("the table cannot be put together")?;
    Ok(String::from_utf8(bytes)?)
}

pub(crate) fn run(args: &RolloutArgs, out: &mut impl Write) -> Result<ExitCode> {
    let within = || args.file.display().to_string();
    let position = Position::parse(&read(&args.file)?).with_context(within)?;
    let game = GameName::of_file(&position.game).with_context(within)?;
    game.with(Roll { args, position: &position, out })
}
