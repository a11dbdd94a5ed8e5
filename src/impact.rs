//! `wilaya impact`

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};
use wilaya_engine::Item;
use wilaya_sim::impact::{
    Budget, ImpactLine, ImpactProgress, ImpactResults, ImpactSpec, Question, Read, Reading, left_out,
};
use wilaya_sim::{Parted, RunContext};

use crate::position::Format;
use crate::progress::Bar;
use crate::run::{RunArgs, at_least_one};
use crate::shard::{self, ShardArgs};
use crate::signals::Stop;
use crate::text::{bots_line, print_json, setting_line, stamp_lines};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya impact algeria --list\n  wilaya impact algeria --of events --games 5000\n  wilaya impact ici --of chits --readings forked --budget 30m --out impacts/chits"
)]
// It refuses pairs, luck and positions.
#[command(mut_arg("from", |arg| arg.hide(true)))]
#[command(mut_arg("pairs", |arg| arg.hide(true)))]
#[command(mut_arg("luck", |arg| arg.hide(true)))]
#[command(mut_arg("games", |arg| arg.help("Number of games; at least 1 [default: 1000]")))]
pub(crate) struct ImpactArgs {
    #[command(flatten)]
    run: RunArgs,
    /// Items to examine, comma-separated: chits, events, actions, or single ones such as event:suez [default: all]
    #[arg(long, help_heading = "Impact", value_name = "ITEMS", value_delimiter = ',')]
    of: Vec<String>,
    /// Readings: seen compares games in which the item takes effect with others; barred replays the games without it; forked
    /// plays positions out with and without it
    #[arg(long, help_heading = "Impact", value_delimiter = ',', default_values = ["seen", "barred"], value_parser = readings())]
    readings: Vec<Reading>,
    /// Limit of the forked reading: a time such as 30m or 2h, or a number of games to fork, such as 500games [default: the
    /// number of --games]
    #[arg(long, help_heading = "Impact", value_name = "LIMIT")]
    budget: Option<Budget>,
    /// Playouts per position and branch in the forked reading; at least 1 [default: 8]
    #[arg(long, help_heading = "Impact", value_name = "N", value_parser = at_least_one::<u32>)]
    playouts: Option<u32>,
    /// List the items, including those that cannot occur, without playing
    #[arg(long, help_heading = "Impact", conflicts_with_all = ["out", "budget", "playouts"])]
    list: bool,
    /// Write impact.csv, impact.toml and the tables of the readings to this folder, and the runs with all items and without
    /// each to subfolders
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Resume the impact in DIR, or start it if there is none
    #[arg(long, requires = "out", help_heading = "Output")]
    resume: bool,
    #[command(flatten)]
    shard: ShardArgs,
    /// Output format of the table
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

fn readings() -> impl TypedValueParser<Value = Reading> {
    let known = Reading::ALL.map(|reading| (reading.word(), reading));
    PossibleValuesParser::new(known.map(|(word, _)| word)).map(move |word| BTreeMap::from(known)[&*word])
}

/// Shows the progress of an impact: one bar for whole games, another for forked games.
#[derive(Default)]
struct Bars {
    quiet: bool,
    /// True once games are being forked.
    forks: bool,
    bar: Option<Bar>,
}

impl Bars {
    fn update(&mut self, progress: ImpactProgress) {
        let forks = !matches!(progress, ImpactProgress::Games(_));
        if std::mem::replace(&mut self.forks, forks) != forks {
            self.finish();
        }
        let (count, what) = match &progress {
            ImpactProgress::Games(series) => (series.games, "games"),
            ImpactProgress::Forks(_, limit) => (*limit, "games forked"),
            ImpactProgress::Timed(.., limit) => (limit.as_secs().max(1), "seconds"),
        };
        let bar = self.bar.get_or_insert_with(|| Bar::of(count, what, self.quiet));
        match progress {
            ImpactProgress::Games(series) => bar.update_by(series.before, series.progress),
            ImpactProgress::Forks(games, _) => bar.at(games),
            ImpactProgress::Timed(games, spent, _) => {
                bar.at(spent.as_secs());
                bar.say(|| format!("{games} games forked"));
            }
        }
    }

    fn finish(&mut self) {
        self.bar.take().iter().for_each(Bar::finish);
    }
}

fn json(ImpactResults { info, lines, .. }: &ImpactResults, out: &mut impl Write) -> Result<()> {
    let mut value = serde_json::to_value(info)?;
    if let Some(object) = value.as_object_mut() {
        object.remove("state");
        object.insert("items".to_owned(), serde_json::to_value(lines)?);
    }
    print_json(out, &value)
}

/// Lists items with their names.
fn list(items: &[Item], format: Format, out: &mut impl Write) -> Result<()> {
    if format == Format::Json {
        let value =
            |Item { word, name, absent }: &Item| json!({ "item": word, "name": name, "absent": absent });
        let values: Vec<Value> = items.iter().map(value).collect();
        return print_json(out, &values);
    }
    let width = items.iter().map(|item| item.word.chars().count()).max().unwrap_or(0);
    for Item { word, name, absent } in items {
        let why = absent.as_ref().map(|why| format!(" (cannot occur: {why})")).unwrap_or_default();
        writeln!(out, "{word:width$}  {name}{why}")?;
    }
    Ok(())
}

fn text(args: &ImpactArgs, title: &str, results: ImpactResults, out: &mut impl Write) -> Result<()> {
    let ImpactResults { info: notes, mut lines, .. } = results;
    let info = &notes.run;
    writeln!(out, "{title}: {}", setting_line(&info.setting))?;
    writeln!(out, "{}", stamp_lines(&info.data, info.statement.as_ref()))?;
    writeln!(out, "{}; seed {}, {} games of each kind", bots_line(info), info.seed, info.games)?;
    if let (Some(games), Some(playouts)) = (notes.forked_games, notes.playouts) {
        writeln!(out, "positions from {games} games, {playouts} playouts of each branch")?;
    }
    writeln!(
        out,
        "Increase in the FLN's win rate with it, in percentage points; 95 % intervals; q below 0.05: one in twenty such\n\
         is expected to be chance."
    )?;
    let there = |column: &Question| lines.iter().any(|line| line.read(*column).is_some());
    let columns: Vec<_> = Question::SHOWN.into_iter().filter(there).collect();
    columns.iter().try_for_each(|column| writeln!(out, "{}", column.text()))?;
    if !notes.left_out.is_empty() {
        writeln!(out, "{}", left_out(&notes.left_out))?;
    }
    writeln!(out)?;
    let size = |line: &ImpactLine| {
        let read = columns.iter().find_map(|column| line.read(*column));
        read.map_or(-1.0, |read| read.estimate.value.abs())
    };
    lines.sort_by(|one, other| size(other).total_cmp(&size(one)));
    let width =
        |of: fn(&ImpactLine) -> &String| lines.iter().map(|line| of(line).chars().count()).max().unwrap_or(0);
    let (words, names) = (width(|line| &line.item), width(|line| &line.name));
    let mut head = format!("{:words$}  {:names$}", "", "");
    columns.iter().for_each(|column| head += &format!("  {:<36}", column.word()));
    writeln!(out, "{}", head.trim_end())?;
    for line in &lines {
        let mut row = format!("{:words$}  {:names$}", line.item, line.name);
        for column in &columns {
            let cell = match line.read(*column) {
                Some(Read { estimate, q }) if estimate.error.is_finite() => {
                    let interval = estimate.interval();
                    let points = |value: f64| format!("{:+.1}", value * 100.0);
                    let sure = if *q < 0.05 { "*" } else { " " };
                    let range = format!("{} to {}", points(interval.low), points(interval.high));
                    format!("{:>6}{sure} {range}, n = {}", points(estimate.value), estimate.n)
                }
                Some(Read { estimate, .. }) => format!("too few games, n = {}", estimate.n),
                None if *column == Question::Barred && line.compulsory.is_some() => {
                    "cannot be removed".to_owned()
                }
                None => String::new(),
            };
            row += &format!("  {cell:<36}");
        }
        writeln!(out, "{}", row.trim_end())?;
    }
    writeln!(out, "\n* q < 0.05 (Benjamini and Hochberg), for {} items", lines.len())?;
    if let Some(folder) = &args.out {
        writeln!(out, "written to {}", folder.display())?;
    }
    Ok(())
}

pub(crate) fn run(args: &ImpactArgs, out: &mut impl Write) -> Result<ExitCode> {
    let mut run = args.run.spec()?;
    run.until_ci = None;
    let ImpactArgs { of, readings, budget, playouts, .. } = args;
    let (of, readings, budget, playouts) = (of.clone(), readings.clone(), *budget, *playouts);
    let spec = ImpactSpec { run, of, readings, budget, playouts };
    if args.list {
        list(&spec.items()?, args.format, out)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let (Some(shard), Some(folder)) = (args.shard.shard, &args.out) {
        let how = (&args.run.threads, args.run.quiet);
        return shard::play(&Parted::Impact(spec), shard, (folder, args.resume), how, out);
    }
    let (pool, stop) = (args.run.threads.pool()?, Stop::on_signal()?);
    let context =
        RunContext { out: args.out.as_deref(), resume: args.resume, ..RunContext::new(&pool, &stop) };
    let quiet = args.run.quiet || args.format == Format::Json;
    let mut bars = Bars { quiet, ..Bars::default() };
    let results = spec.run_in(&context, |progress| bars.update(progress));
    bars.finish();
    let Some(results) = results? else {
        writeln!(out, "stopped: use --resume to continue from what is in --out")?;
        return Ok(stop.code());
    };
    match args.format {
        Format::Text => text(args, spec.run.game()?.title(), results, out)?,
        Format::Json => json(&results, out)?,
    }
    Ok(ExitCode::SUCCESS)
}
