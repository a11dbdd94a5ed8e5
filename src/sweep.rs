//! `wilaya sweep`

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use wilaya_sim::sweep::{SweepResults, SweepSpec, Vary};
use wilaya_sim::{Parted, RunContext, SeriesProgress};

use crate::position::Format;
use crate::progress::Bar;
use crate::run::RunArgs;
use crate::shard::{self, ShardArgs};
use crate::signals::Stop;
use crate::text::{IDENTICAL, bots_line, p_value_text, print_json, setting_line};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya sweep algeria --vary mission.civil-affairs.cost=1,2,3\n  wilaya sweep algeria --vary unit.division.count=13,14 --games 5000 --out sweeps/divisions"
)]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    run: RunArgs,
    /// Figure and its values, such as mission.civil-affairs.cost=1,2,3; repeat to play all combinations, at most 10,000. Each
    /// is compared with the combination of first values
    #[arg(long, required = true, value_name = "KEY=V1,V2,…", help_heading = "Figures")]
    vary: Vec<Vary>,
    /// Write sweep.csv to this folder, and the run of each combination to a subfolder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Resume the sweep in DIR, or start it if there is none
    #[arg(long, requires = "out", help_heading = "Output")]
    resume: bool,
    #[command(flatten)]
    shard: ShardArgs,
    /// Output format of the table
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

fn text(args: &SweepArgs, title: &str, results: &SweepResults, out: &mut impl Write) -> Result<()> {
    let SweepResults { info, lines, .. } = results;
    writeln!(out, "{title}: {}", setting_line(&info.setting))?;
    writeln!(
        out,
        "{}; seed {}, {} games per combination with the same dice, wilaya {}",
        bots_line(info),
        info.seed,
        info.rows(),
        info.version
    )?;
    info.statement.iter().try_for_each(|statement| writeln!(out, "{statement}"))?;
    if results.bots_are_identical {
        writeln!(out, "{IDENTICAL}")?;
    }
    writeln!(out)?;
    let width = lines.iter().map(|line| line.name().chars().count()).max().unwrap_or(0);
    writeln!(
        out,
        "{:width$}  FLN wins  95 % interval, n; minus the first, 95 % interval, matched games, p, q",
        ""
    )?;
    let percent = |share: f64| format!("{:.1}", share * 100.0);
    for line in lines {
        write!(
            out,
            "{:width$}  {:>6} %  {} to {} %, n = {}",
            line.name(),
            percent(line.win_rate),
            percent(line.interval.low),
            percent(line.interval.high),
            line.n
        )?;
        if let Some(pairs) = line.pairs {
            write!(out, " in {pairs} pairs")?;
        }
        if let (Some(value), Some(low), Some(high)) =
            (line.difference, line.difference_low, line.difference_high)
        {
            let sign = |value: f64| format!("{:+.1}", value * 100.0);
            write!(
                out,
                "; {} points, {} to {}, {} matched",
                sign(value),
                sign(low),
                sign(high),
                line.matched
            )?;
        }
        for (name, value) in [("p", line.p), ("q", line.q)] {
            if let Some(value) = value {
                write!(out, ", {name} {}", p_value_text(value))?;
            }
        }
        writeln!(out)?;
    }
    if lines.iter().any(|line| line.q.is_some()) {
        writeln!(
            out,
            "\nmatched: games finished both here and in the first, with the same dice; q: p corrected for the number of rows \
             (Benjamini and Hochberg)"
        )?;
    }
    if let Some(folder) = &args.out {
        writeln!(out, "\nwritten to {}", folder.display())?;
    }
    Ok(())
}

pub(crate) fn run(args: &SweepArgs, out: &mut impl Write) -> Result<ExitCode> {
    let mut run = args.run.spec()?;
    run.until_ci = None;
    let spec = SweepSpec::new(run, args.vary.clone());
    if let (Some(shard), Some(folder)) = (args.shard.shard, &args.out) {
        let how = (&args.run.threads, args.run.quiet);
        return shard::play(&Parted::Sweep(spec), shard, (folder, args.resume), how, out);
    }
    let (pool, stop) = (args.run.threads.pool()?, Stop::on_signal()?);
    let context =
        RunContext { out: args.out.as_deref(), resume: args.resume, ..RunContext::new(&pool, &stop) };
    let (mut bar, quiet) = (None, args.run.quiet || args.format == Format::Json);
    let results = spec.run_in(&context, |SeriesProgress { before, games, progress }| {
        bar.get_or_insert_with(|| Bar::new(games, quiet)).update_by(before, progress);
    });
    bar.iter().for_each(Bar::finish);
    let results = results?;
    let (played, all) = (results.lines.len(), results.combinations);
    if played < all {
        writeln!(out, "stopped in combination {} of {all}", played + 1)?;
        return Ok(stop.code());
    }
    match args.format {
        Format::Json => print_json(out, &results)?,
        Format::Text => text(args, spec.run.game()?.title(), &results, out)?,
    }
    Ok(ExitCode::SUCCESS)
}
