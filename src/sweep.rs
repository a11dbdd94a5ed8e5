//! `wilaya sweep`

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde::{Deserialize, Serialize};
use wilaya_bots::Roster;
use wilaya_engine::Side;
use wilaya_sim::files::{self, Lock};
use wilaya_sim::{End, SWEEP, Seal, Seals, claim};
use wilaya_stats::{Clusters, Estimate, Interval, benjamini_hochberg};

use crate::games::WithGame;
use crate::position::Format;
use crate::progress::Bar;
use crate::run::{Extras, Prepared, RunArgs, Wanted};
use crate::setting::{Change, read};
use crate::signals::Stop;
use crate::text::{IDENTICAL, bots_line, p_value, p_value_text, setting_line};

/// The schema of `sweep.toml`.
const SCHEMA: &str = "wilaya.sweep/1";
/// No sweep has more combinations.
const MOST: usize = 10_000;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya sweep algeria --vary mission.civil-affairs.cost=1,2,3\n  wilaya sweep algeria --vary unit.division.count=13,14 --games 5000 --out sweeps/divisions"
)]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    run: RunArgs,
    /// Figure and its values, such as mission.civil-affairs.cost=1,2,3; repeat to play all combinations, at most 10,000. All
    /// are compared with the combination of first values
    #[arg(long, required = true, value_name = "KEY=V1,V2,…", help_heading = "Figures")]
    vary: Vec<Vary>,
    /// Write sweep.csv to this folder, and the run of each combination to a subfolder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Resume the sweep in DIR, or start it if there is none
    #[arg(long, requires = "out", help_heading = "Output")]
    resume: bool,
    /// Output format of the table
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

/// A figure and the values it takes.
#[derive(Clone, Debug)]
struct Vary(Vec<Change>);

impl FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "expected KEY=V1,V2,…, as mission.civil-affairs.cost=1,2,3".to_owned();
        let (key, values) = text.split_once('=').ok_or_else(wrong)?;
        let changes: Vec<Change> = split_values(values)
            .into_iter()
            .map(|value| format!("{key}={value}").parse().map_err(|_| wrong()))
            .collect::<Result<_, _>>()?;
        if changes.iter().any(|change| change.value().is_empty()) {
            return Err(wrong());
        }
        Ok(Self(changes))
    }
}

impl fmt::Display for Vary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<_> = self.0.iter().map(Change::value).collect();
        write!(f, "{}={}", self.0.first().map_or("", Change::key), values.join(","))
    }
}

/// Values between commas; those within brackets or quotes are part of a value.
fn split_values(text: &str) -> Vec<&str> {
    let mut values = Vec::new();
    let (mut depth, mut quoted, mut start) = (0, false, 0);
    for (at, sign) in text.char_indices() {
        match sign {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                values.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    values.push(&text[start..]);
    values
}

/// All combinations; the last figure changes fastest.
fn combinations(vary: &[Vary]) -> Vec<Vec<Change>> {
    vary.iter().fold(vec![Vec::new()], |all, Vary(changes)| {
        let with =
            |one: &Vec<Change>, change: &Change| [one.as_slice(), std::slice::from_ref(change)].concat();
        all.iter().flat_map(|one| changes.iter().map(move |change| with(one, change))).collect()
    })
}

/// What `sweep.toml` holds: everything that is needed to repeat a sweep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Notes {
    schema: String,
    version: String,
    pub(crate) command: Vec<String>,
    /// The figures that vary, each with its values in their order.
    vary: Vec<String>,
    /// The table, once it is there.
    #[serde(default, skip_serializing_if = "Seals::is_empty")]
    pub(crate) files: Seals,
}

impl Notes {
    /// `first` is the run of the first combination.
    fn new<G: Roster>(args: &SweepArgs, first: &Prepared<G>) -> Self {
        let vary: Vec<_> = args.vary.iter().map(ToString::to_string).collect();
        let varies =
            |set: &String| args.vary.iter().flat_map(|one| &one.0).any(|one| one.to_string() == *set);
        let mut info = first.info.clone();
        info.set.retain(|set| !varies(set));
        let mut command = info.words();
        command[1] = "sweep".to_owned();
        command.extend(vary.iter().flat_map(|one| ["--vary".to_owned(), one.clone()]));
        Self { schema: SCHEMA.to_owned(), version: info.version, command, vary, files: Seals::new() }
    }

    /// Reads those of a folder; none if there are none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(SWEEP);
        if !path.exists() {
            return Ok(None);
        }
        let found = toml::from_str(&read(&path)?);
        found.map(Some).with_context(|| format!("{} does not describe a sweep", path.display()))
    }

    /// Locks a folder, and begins the sweep there or goes on with it.
    fn begin(&self, folder: &Path, resume: bool) -> Result<Lock> {
        let path = folder.join(SWEEP);
        if resume && path.exists() {
            let lock = Lock::folder(folder)?;
            let Some(found) = Self::read(folder)? else { bail!("{} is gone", path.display()) };
            if (Self { files: Seals::new(), ..found.clone() }) != *self {
                bail!(
                    "{} holds another sweep, {}: resume it as it was begun, or name another folder",
                    folder.display(),
                    found.command.join(" ")
                );
            }
            return Ok(lock);
        }
        let lock = claim(folder)?;
        files::replace(&path, &toml::to_string(self)?)?;
        Ok(lock)
    }
}

/// How the games of a combination ended, and how they differ from those of the first.
#[derive(Debug, Serialize)]
struct Line {
    #[serde(skip)]
    changes: Vec<Change>,
    n: u64,
    /// Of how many pairs these games are, if games are pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<u64>,
    fln_wins: u64,
    win_rate: f64,
    #[serde(flatten)]
    interval: Interval,
    matched: u64,
    difference: Option<f64>,
    difference_low: Option<f64>,
    difference_high: Option<f64>,
    p: Option<f64>,
    q: Option<f64>,
}

impl Line {
    /// The line of games of which so many belong together: two if games are pairs.
    fn new(
        changes: Vec<Change>,
        winners: &[Option<Side>],
        first: Option<&[Option<Side>]>,
        each: usize,
    ) -> Self {
        let value = |winner: Side| f64::from(u8::from(winner == Side::Fln));
        let wins = clusters(winners.iter().map(|winner| winner.map(value)), each);
        let fln_wins = winners.iter().filter(|&&winner| winner == Some(Side::Fln)).count() as u64;
        let n = wins.values();
        let less = |first: &[Option<Side>]| {
            let both = winners.iter().zip(first);
            clusters(both.map(|(one, first)| Some(value((*one)?) - value((*first)?))), each).estimate()
        };
        let difference = first.map(less);
        let interval = difference.as_ref().map(Estimate::interval);
        Self {
            changes,
            n,
            pairs: (each > 1).then(|| wins.clusters()),
            fln_wins,
            win_rate: if n == 0 { 0.0 } else { fln_wins as f64 / n as f64 },
            interval: wins.share(),
            matched: difference.map_or(0, |difference| difference.n),
            difference: difference.map(|difference| difference.value),
            difference_low: interval.map(|interval| interval.low),
            difference_high: interval.map(|interval| interval.high),
            p: difference.map(|difference| difference.p_value()),
            q: None,
        }
    }

    fn name(&self) -> String {
        self.changes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// What games say that come in clusters of so many; one that says nothing counts for none.
fn clusters(values: impl Iterator<Item = Option<f64>>, each: usize) -> Clusters {
    let mut clusters = Clusters::default();
    let (mut seen, mut count, mut sum) = (0, 0, 0.0);
    for value in values {
        seen += 1;
        if let Some(value) = value {
            count += 1;
            sum += value;
        }
        if seen % each == 0 {
            clusters.push(std::mem::take(&mut count), std::mem::take(&mut sum));
        }
    }
    clusters
}

/// Corrects the p-values for the number of combinations.
fn correct(lines: &mut [Line]) {
    let p: Vec<f64> = lines.iter().filter_map(|line| line.p).collect();
    let compared = lines.iter_mut().filter(|line| line.p.is_some());
    compared.zip(benjamini_hochberg(&p)).for_each(|(line, q)| line.q = Some(q));
}

struct Sweep<'a, W> {
    args: &'a SweepArgs,
    wanted: &'a Wanted,
    out: &'a mut W,
}

impl<W: Write> WithGame for Sweep<'_, W> {
    type Output = ExitCode;

    fn with<G: Roster>(self) -> Result<ExitCode> {
        let Self { args, wanted, out } = self;
        let all = combinations(&args.vary);
        if all.len() > MOST {
            bail!("--vary: {} combinations are more than {MOST}: vary fewer figures at once", all.len());
        }
        // A value that cannot be is found before anything is played.
        let runs: Vec<Prepared<G>> =
            all.iter().map(|changes| wanted.with(changes).prepare::<G>()).collect::<Result<_>>()?;
        let pool = args.run.threads.pool()?;
        let stop = Stop::on_signal()?;
        let notes = Notes::new(args, &runs[0]);
        let _lock = args.out.as_deref().map(|folder| notes.begin(folder, args.resume)).transpose()?;
        let games: u64 = runs.iter().map(|run| run.plan.games).sum();
        let bar = Bar::new(games, args.run.quiet || args.format == Format::Json);
        let mut lines: Vec<Line> = Vec::new();
        let mut first: Option<Vec<Option<Side>>> = None;
        let (mut done, mut identical) = (0, true);
        for (number, (changes, run)) in (1..).zip(all.into_iter().zip(&runs)) {
            let folder = args.out.as_ref().map(|out| out.join(number.to_string()));
            let mut winners = Vec::new();
            let ended = run.play((folder.as_deref(), args.resume), &pool, &stop, |row, progress| {
                winners.push(row.played.winner);
                bar.update_by(done, progress);
            })?;
            if ended.end == End::Stopped {
                bar.finish();
                writeln!(out, "stopped in combination {number} of {}", runs.len())?;
                return Ok(stop.code());
            }
            done += run.plan.games;
            let each = if run.plan.pairs { 2 } else { 1 };
            identical &= ended.summary.bots_are_identical();
            lines.push(Line::new(changes, &winners, first.as_deref(), each));
            first.get_or_insert(winners);
        }
        bar.finish();
        correct(&mut lines);
        if let Some(folder) = &args.out {
            let table = csv(&lines)?;
            files::replace(&folder.join("sweep.csv"), &table)?;
            let files = Seals::from([("sweep.csv".to_owned(), Seal::of(&table))]);
            files::replace(&folder.join(SWEEP), &toml::to_string(&Notes { files, ..notes })?)?;
        }
        match (args.format, runs.first()) {
            (Format::Json, Some(run)) => json(&lines, run, out)?,
            (Format::Text, Some(run)) => text(&lines, run, args, identical, out)?,
            _ => {}
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The columns of `sweep.csv` after those of the figures that vary, and after `n` and, if games are pairs, `pairs`.
const COLUMNS: [&str; 10] = [
    "fln_wins",
    "win_rate",
    "low",
    "high",
    "matched",
    "difference",
    "difference_low",
    "difference_high",
    "p",
    "q",
];

fn csv(lines: &[Line]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let keys = lines.first().into_iter().flat_map(|line| line.changes.iter().map(Change::key));
    let pairs = lines.iter().any(|line| line.pairs.is_some()).then_some("pairs");
    writer.write_record(keys.chain(["n"]).chain(pairs).chain(COLUMNS))?;
    let part = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.6}"));
    for line in lines {
        let own = line.changes.iter().map(|change| change.value().to_owned());
        let n = [line.n].into_iter().chain(line.pairs).map(|n| n.to_string());
        let figures = [
            line.fln_wins.to_string(),
            part(Some(line.win_rate)),
            part(Some(line.interval.low)),
            part(Some(line.interval.high)),
            line.matched.to_string(),
            part(line.difference),
            part(line.difference_low),
            part(line.difference_high),
            line.p.map_or_else(String::new, p_value),
            line.q.map_or_else(String::new, p_value),
        ];
        writer.write_record(own.chain(n).chain(figures))?;
    }
    let bytes = writer.into_inner().context("the table cannot be put together")?;
    Ok(String::from_utf8(bytes)?)
}

fn json<G: Roster>(lines: &[Line], run: &Prepared<G>, out: &mut impl Write) -> Result<()> {
    let mut table = Vec::new();
    for line in lines {
        let mut value = serde_json::to_value(line)?;
        let changes = line.changes.iter().map(|change| (change.key().to_owned(), change.value().into()));
        if let Some(object) = value.as_object_mut() {
            object.insert("set".to_owned(), serde_json::Value::Object(changes.collect()));
        }
        table.push(value);
    }
    let info = &run.info;
    let value = serde_json::json!({
        "game": info.game,
        "version": info.version,
        "setting": info.setting,
        "bots": info.bots,
        "seed": info.seed,
        "games": info.games,
        "statement": info.statement,
        "combinations": table,
    });
    writeln!(out, "{}", serde_json::to_string_pretty(&value)?)?;
    Ok(())
}

/// A share in percent.
struct Percent(f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1}", self.0 * 100.0)
    }
}

fn text<G: Roster>(
    lines: &[Line],
    run: &Prepared<G>,
    args: &SweepArgs,
    identical: bool,
    out: &mut impl Write,
) -> Result<()> {
    let info = &run.info;
    writeln!(out, "{}: {}", G::TITLE, setting_line(&info.setting))?;
    writeln!(
        out,
        "{}; seed {}, {} games a combination with the same dice, wilaya {}",
        bots_line(info),
        info.seed,
        info.rows(),
        info.version
    )?;
    info.statement.iter().try_for_each(|statement| writeln!(out, "{statement}"))?;
    if identical {
        writeln!(out, "{IDENTICAL}")?;
    }
    writeln!(out)?;
    let width = lines.iter().map(|line| line.name().chars().count()).max().unwrap_or(0);
    writeln!(
        out,
        "{:width$}  FLN wins  95 % interval, n; less the first, 95 % interval, matched games, p, q",
        ""
    )?;
    for line in lines {
        write!(
            out,
            "{:width$}  {:>6} %  {} to {} %, n = {}",
            line.name(),
            Percent(line.win_rate).to_string(),
            Percent(line.interval.low),
            Percent(line.interval.high),
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
    let wanted = Wanted::new(&args.run, Extras::default())?;
    wanted.game()?.with(Sweep { args, wanted: &wanted, out })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_tables_are_one_value() {
        assert_eq!(split_values("1,2,3"), ["1", "2", "3"]);
        assert_eq!(split_values("[1,2],[3,4]"), ["[1,2]", "[3,4]"]);
        assert_eq!(split_values(r#""a,b",{ x = 1, y = [2, 3] }"#), [r#""a,b""#, "{ x = 1, y = [2, 3] }"]);
    }

    #[test]
    fn all_combinations_come_with_the_first_values_first() {
        let vary: Vec<Vary> =
            ["a=1,2", "b=x,y,z"].iter().map(|text| text.parse().expect("it is one")).collect();
        let names: Vec<_> = combinations(&vary)
            .into_iter()
            .map(|changes| changes.iter().map(Change::value).collect::<String>())
            .collect();
        assert_eq!(names, ["1x", "1y", "1z", "2x", "2y", "2z"]);
        for wrong in ["a", "a=", "a=1,", "=1"] {
            assert!(wrong.parse::<Vary>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn differences_are_of_the_same_games() {
        use Side::{Fln, France};
        let first = [Some(Fln), Some(France), Some(France), None, Some(Fln)];
        let other = [Some(Fln), Some(Fln), Some(France), Some(Fln), None];
        let line = Line::new(Vec::new(), &other, Some(&first), 1);
        assert_eq!((line.n, line.pairs, line.fln_wins, line.matched), (4, None, 3, 3));
        assert!((line.difference.expect("there is a first") - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(Line::new(Vec::new(), &first, None, 1).difference, None);
    }

    #[test]
    fn the_same_game_twice_is_no_more_than_once() {
        use Side::{Fln, France};
        let twice = |winners: &[Side]| -> Vec<_> { winners.iter().flat_map(|&one| [Some(one); 2]).collect() };
        let once = |winners: &[Side]| -> Vec<_> { winners.iter().map(|&one| Some(one)).collect() };
        let first = [Fln, France, France, Fln, Fln, France, Fln, France];
        let other = [Fln, Fln, France, Fln, Fln, Fln, France, France];
        let pairs = Line::new(Vec::new(), &twice(&other), Some(&twice(&first)), 2);
        let single = Line::new(Vec::new(), &once(&other), Some(&once(&first)), 1);
        assert_eq!((pairs.n, pairs.pairs, pairs.matched), (16, Some(8), 16));
        let near = |one: Option<f64>, other: Option<f64>| {
            let (one, other) = (one.expect("there is a first"), other.expect("there is a first"));
            assert!((one - other).abs() < 1e-12, "{one} {other}");
        };
        near(pairs.difference_low, single.difference_low);
        near(pairs.p, single.p);
        assert!(pairs.interval.half_width() >= single.interval.half_width());
    }

    #[test]
    fn p_values_are_corrected_for_their_number() {
        let p = [None, Some(0.01), Some(0.04), Some(0.03), Some(0.005)];
        let line = |p| Line { p, ..Line::new(Vec::new(), &[], None, 1) };
        let mut lines: Vec<_> = p.into_iter().map(line).collect();
        correct(&mut lines);
        let q: Vec<_> = lines.iter().map(|line| line.q).collect();
        assert_eq!(q, [None, Some(0.02), Some(0.04), Some(0.04), Some(0.02)]);
    }
}
