//! `wilaya impact`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use wilaya_bots::Roster;
use wilaya_engine::Side;
use wilaya_sim::impact::{Share, Shares, watch};
use wilaya_sim::{End, Progress, files};
use wilaya_stats::{Estimate, benjamini_hochberg, paired};

use crate::games::WithGame;
use crate::position::Format;
use crate::progress::Bar;
use crate::run::{Extras, INTERRUPTED, Prepared, RunArgs, Wanted, stop_on_signal};
use crate::text::{setting_line, stamp};

#[derive(Debug, Args)]
pub(crate) struct ImpactArgs {
    #[command(flatten)]
    run: RunArgs,
    /// What is looked at: chits, events, actions, or single items as event:suez, with commas between them; everything if it
    /// is not given
    #[arg(long, value_name = "ITEMS", value_delimiter = ',')]
    of: Vec<String>,
    /// How it is looked at: seen, games in which it takes effect beside others; barred, the same games without it
    #[arg(long, value_enum, value_delimiter = ',', default_values = ["seen", "barred"])]
    readings: Vec<Reading>,
    /// Write impact.csv and seen.csv into this folder, and the runs without each item into folders below it
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Go on with what was stopped or killed in DIR; begin it if there is none
    #[arg(long, requires = "out", help_heading = "Output")]
    resume: bool,
    /// How to print the table
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

/// A way to look at what something is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Reading {
    Seen,
    Barred,
}

/// The items that are asked for.
fn chosen(all: &[String], of: &[String]) -> Result<Vec<(usize, String)>> {
    let kind = |word: &str| match word {
        "chits" => Some("chit:"),
        "events" => Some("event:"),
        "actions" => Some("action:"),
        _ => None,
    };
    for word in of {
        let known = match kind(word) {
            Some(kind) => all.iter().any(|item| item.starts_with(kind)),
            None => all.contains(word),
        };
        if !known {
            bail!("--of {word}: there is no such thing to take out: there are {}", all.join(", "));
        }
    }
    let wanted = |item: &String| {
        of.is_empty() || of.iter().any(|word| kind(word).map_or(item == word, |kind| item.starts_with(kind)))
    };
    Ok(all
        .iter()
        .enumerate()
        .filter(|(_, item)| wanted(item))
        .map(|(number, item)| (number, item.clone()))
        .collect())
}

/// A reading of one item.
#[derive(Clone, Copy, Debug)]
struct Read {
    estimate: Estimate,
    q: f64,
}

/// What is known of one item.
#[derive(Debug)]
struct Line {
    item: String,
    seen: Option<Read>,
    barred: Option<Read>,
    shares: Option<Shares>,
    /// Why it cannot be taken out.
    compulsory: Option<String>,
}

/// Corrects the p-values of one reading for the number of items.
fn correct(lines: &mut [Line], read: fn(&mut Line) -> &mut Option<Read>) {
    let p: Vec<f64> =
        lines.iter_mut().filter_map(|line| read(line).as_ref().map(|read| read.estimate.p_value())).collect();
    let mut q = benjamini_hochberg(&p).into_iter();
    for line in lines {
        if let (Some(read), q) = (read(line), &mut q) {
            read.q = q.next().unwrap_or(1.0);
        }
    }
}

struct Impact<'a, W> {
    args: &'a ImpactArgs,
    wanted: &'a Wanted,
    out: &'a mut W,
}

/// The results of the games of a run, by number.
type Winners = Vec<Option<Side>>;

/// By how much the FLN wins more often in games with something than in the same games without it.
fn difference(with: &Winners, without: &Winners) -> Estimate {
    let value = |winner: Side| f64::from(u8::from(winner == Side::Fln));
    paired(with.iter().zip(without).filter_map(|(with, without)| Some((value((*with)?), value((*without)?)))))
}

impl<W: Write> WithGame for Impact<'_, W> {
    type Output = ExitCode;

    fn with<G: Roster>(self) -> Result<ExitCode> {
        let Self { args, wanted, out } = self;
        let base = wanted.prepare::<G>()?;
        let all = G::items(&base.rules);
        let barred = G::setting(&base.rules).bars;
        let mut items = chosen(&all, &args.of)?;
        items.retain(|(_, item)| !barred.contains(item));
        let mut lines: Vec<Line> = Vec::new();
        let mut runs: Vec<Option<Prepared<G>>> = Vec::new();
        let reads = |reading| args.readings.contains(&reading);
        for (_, item) in &items {
            let without = reads(Reading::Barred).then(|| wanted.without(item).prepare::<G>());
            let (run, compulsory) = match without {
                Some(Ok(run)) => (Some(run), None),
                Some(Err(why)) => (None, Some(format!("{why:#}"))),
                None => (None, None),
            };
            runs.push(run);
            lines.push(Line { item: item.clone(), seen: None, barred: None, shares: None, compulsory });
        }
        let pool = args.run.threads.pool()?;
        let stop = stop_on_signal()?;
        let games = base.plan.games;
        let count = u64::from(reads(Reading::Seen))
            + if reads(Reading::Barred) { 1 + runs.iter().flatten().count() as u64 } else { 0 };
        let bar = Bar::new(games * count, args.run.quiet || args.format == Format::Json);
        let mut done = 0;
        let stopped = |out: &mut W| -> Result<ExitCode> {
            bar.finish();
            writeln!(out, "stopped: --resume goes on with what --out has kept")?;
            Ok(ExitCode::from(INTERRUPTED))
        };
        if reads(Reading::Seen) {
            let (fln, france) = &base.makers;
            let makers = (|| fln(), || france());
            let watched = watch::<G, _, _>(&base.rules, &base.plan, makers, &pool, &stop, |done| {
                bar.update(Progress { done, ..Progress::default() });
            });
            let Some(watched) = watched else { return stopped(out) };
            done += games;
            for (line, (number, _)) in lines.iter_mut().zip(&items) {
                let shares = watched.shares(*number);
                // An item that nothing tells of, as a kind of action, takes effect in no game.
                if shares.effect.n > 0 {
                    line.seen = Some(Read { estimate: watched.seen(*number), q: 1.0 });
                    line.shares = Some(shares);
                }
            }
            correct(&mut lines, |line| &mut line.seen);
        }
        if reads(Reading::Barred) {
            let mut play = |run: &Prepared<G>, name: &str| -> Result<Option<Winners>> {
                let folder = args.out.as_ref().map(|out| out.join("runs").join(name.replace(':', "-")));
                let mut winners = Vec::new();
                let ended = run.play((folder.as_deref(), args.resume), &pool, &stop, |row, progress| {
                    winners.push(row.played.winner);
                    bar.update_by(done, progress);
                })?;
                done += games;
                Ok((ended.end != End::Stopped).then_some(winners))
            };
            let Some(with) = play(&base, "all")? else { return stopped(out) };
            for (line, run) in lines.iter_mut().zip(&runs) {
                let Some(run) = run else { continue };
                let Some(without) = play(run, &line.item)? else { return stopped(out) };
                line.barred = Some(Read { estimate: difference(&with, &without), q: 1.0 });
            }
            correct(&mut lines, |line| &mut line.barred);
        }
        bar.finish();
        if let Some(folder) = &args.out {
            files::make_folder(folder)?;
            files::replace(&folder.join("impact.csv"), &impact_csv(&lines)?)?;
            if reads(Reading::Seen) {
                files::replace(&folder.join("seen.csv"), &seen_csv(&lines)?)?;
            }
        }
        match args.format {
            Format::Text => text::<G>(&mut lines, &base, args.out.as_deref(), out)?,
            Format::Json => json::<G>(&lines, &base, out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The columns of a reading.
fn fields(read: Option<&Read>) -> [String; 6] {
    let Some(Read { estimate, q }) = read else { return <[String; 6]>::default() };
    let interval = estimate.interval();
    let part = |value: f64| format!("{value:.6}");
    [
        estimate.n.to_string(),
        part(estimate.value),
        part(interval.low),
        part(interval.high),
        part(estimate.p_value()),
        part(*q),
    ]
}

fn finish(writer: csv::Writer<Vec<u8>>) -> Result<String> {
    let bytes = writer.into_inner().context("the table cannot be put together")?;
    Ok(String::from_utf8(bytes)?)
}

fn impact_csv(lines: &[Line]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let columns = |reading: &str| {
        ["n", "estimate", "low", "high", "p", "q"].map(|column| format!("{reading}_{column}"))
    };
    writer.write_record(["item".to_owned()].into_iter().chain(columns("seen")).chain(columns("barred")))?;
    for line in lines {
        let readings = fields(line.seen.as_ref()).into_iter().chain(fields(line.barred.as_ref()));
        writer.write_record([line.item.clone()].into_iter().chain(readings))?;
    }
    finish(writer)
}

/// The parts of [`Shares`], by name.
fn parts(shares: &Shares) -> [(&'static str, Share); 5] {
    [
        ("opening", shares.opening),
        ("drawn", shares.drawn),
        ("effect", shares.effect),
        ("no_effect", shares.no_effect),
        ("unseen", shares.unseen),
    ]
}

fn seen_csv(lines: &[Line]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["item", "games", "n", "fln_wins", "win_rate", "low", "high"])?;
    for line in lines {
        for (name, share) in line.shares.iter().flat_map(parts) {
            let interval = share.interval();
            writer.write_record([
                line.item.clone(),
                name.to_owned(),
                share.n.to_string(),
                share.fln_wins.to_string(),
                share.rate().map_or_else(String::new, |rate| format!("{rate:.6}")),
                format!("{:.6}", interval.low),
                format!("{:.6}", interval.high),
            ])?;
        }
    }
    finish(writer)
}

fn json<G: Roster>(lines: &[Line], base: &Prepared<G>, out: &mut impl Write) -> Result<()> {
    let reading = |read: &Option<Read>| {
        read.as_ref().map(|Read { estimate, q }| {
            let interval = estimate.interval();
            json!({
                "n": estimate.n,
                "estimate": estimate.value,
                "low": interval.low,
                "high": interval.high,
                "p": estimate.p_value(),
                "q": q,
            })
        })
    };
    let items: Vec<Value> = lines
        .iter()
        .map(|line| {
            json!({
                "item": line.item,
                "seen": reading(&line.seen),
                "barred": reading(&line.barred),
                "compulsory": line.compulsory,
            })
        })
        .collect();
    let mut value = serde_json::to_value(&base.info)?;
    if let Some(object) = value.as_object_mut() {
        object.remove("state");
        object.insert("items".to_owned(), items.into());
    }
    writeln!(out, "{}", serde_json::to_string_pretty(&value)?)?;
    Ok(())
}

fn text<G: Roster>(
    lines: &mut [Line],
    base: &Prepared<G>,
    folder: Option<&Path>,
    out: &mut impl Write,
) -> Result<()> {
    let info = &base.info;
    writeln!(out, "{}: {}", G::TITLE, setting_line(&info.setting))?;
    stamp::<G>(&base.rules).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(
        out,
        "FLN {}, France {}; seed {}, {} games of each kind",
        info.bots.fln, info.bots.france, info.seed, info.games
    )?;
    writeln!(
        out,
        "Points of the FLN's chance to win with it, less without it; 95 % intervals; q below 0.05: one in twenty such is\n\
         expected to be chance. Seen: where it takes effect, turn by turn. Barred: the same games without it.\n"
    )?;
    let size = |line: &Line| {
        let read = line.barred.or(line.seen);
        read.map_or(-1.0, |read| read.estimate.value.abs())
    };
    lines.sort_by(|one, other| size(other).total_cmp(&size(one)));
    let width = lines.iter().map(|line| line.item.chars().count()).max().unwrap_or(0);
    writeln!(out, "{:width$}  {:<36}  {:<36}", "", "barred", "seen")?;
    for line in lines.iter() {
        let cell = |read: &Option<Read>| match read {
            Some(Read { estimate, q }) if estimate.error.is_finite() => {
                let interval = estimate.interval();
                let points = |value: f64| format!("{:+.1}", value * 100.0);
                let sure = if *q < 0.05 { "*" } else { " " };
                let range = format!("{} to {}", points(interval.low), points(interval.high));
                format!("{:>6}{sure} {range}, n = {}", points(estimate.value), estimate.n)
            }
            Some(Read { estimate, .. }) => format!("too little to say, n = {}", estimate.n),
            None => String::new(),
        };
        let barred =
            if line.compulsory.is_some() { "cannot be taken out".to_owned() } else { cell(&line.barred) };
        writeln!(out, "{:width$}  {barred:<36}  {}", line.item, cell(&line.seen))?;
    }
    writeln!(out, "\n* q < 0.05 (Benjamini and Hochberg), for {} items", lines.len())?;
    if let Some(folder) = folder {
        writeln!(out, "written to {}", folder.display())?;
    }
    Ok(())
}

pub(crate) fn run(args: &ImpactArgs, out: &mut impl Write) -> Result<ExitCode> {
    let wanted = Wanted::new(&args.run, Extras::default())?;
    if let Some(option) = wanted.unusual() {
        bail!("{option} has no meaning here: impact plays single games from the set-up on");
    }
    wanted.game()?.with(Impact { args, wanted: &wanted, out })
}
