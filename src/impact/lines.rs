//! What was found, as tables.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context as _, Result};
use clap::ValueEnum;
use serde_json::{Value, json};
use wilaya_bots::Roster;
use wilaya_engine::Item;
use wilaya_sim::forked::{Against, Fork, gain, gain_by_period};
use wilaya_sim::impact::{Share, Shares};
use wilaya_stats::{Estimate, benjamini_hochberg};

use super::Notes;
use crate::position::Format;
use crate::text::{bots_line, p_value, setting_line};

/// A column of readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Column {
    Seen,
    Barred,
    Now,
    Worth,
}

impl Column {
    pub(super) const ALL: [Self; 4] = [Self::Seen, Self::Barred, Self::Now, Self::Worth];
    /// Those that people are shown. What is played now is mostly played next turn otherwise, so `now` hardly tells an item
    /// that matters from one that does not: it stands in the tables only.
    pub(crate) const SHOWN: [Self; 3] = [Self::Barred, Self::Worth, Self::Seen];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Barred => "barred",
            Self::Now => "now",
            Self::Worth => "worth",
        }
    }

    /// Which question it answers, for people.
    pub(crate) fn question(self) -> &'static str {
        match self {
            Self::Barred => {
                "Barred: what is it worth that it is in the game at all? The same games, with the same dice, with it and \
                 without it."
            }
            Self::Worth => {
                "Worth: what is it worth to the side that can play it? At positions of real games, played at once against \
                 taken out for good; an event, rolled against nothing rolled."
            }
            Self::Now => {
                "Now: what is it worth not to wait with it? At positions of real games, played at once against the next \
                 best choice."
            }
            Self::Seen => {
                "Seen: what goes with it? Games in which it takes effect, against those that have come as far without it; \
                 that need not be what it causes, and turns without an event are mostly turns with another event."
            }
        }
    }
}

/// A reading of one item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    pub(super) estimate: Estimate,
    pub(super) q: f64,
}

impl Read {
    pub(super) fn new(estimate: Estimate) -> Self {
        Self { estimate, q: 1.0 }
    }
}

/// What is known of one item.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) item: String,
    pub(super) name: String,
    /// By [`Column`].
    pub(super) reads: [Option<Read>; 4],
    pub(super) shares: Option<Shares>,
    /// Why it cannot be taken out.
    pub(super) compulsory: Option<String>,
}

impl Line {
    pub(super) fn new(item: &Item) -> Self {
        let Item { word, name, .. } = item;
        Self { item: word.clone(), name: name.clone(), reads: [None; 4], shares: None, compulsory: None }
    }

    pub(super) fn read(&self, column: Column) -> Option<&Read> {
        self.reads[column as usize].as_ref()
    }
}

/// Corrects p-values for their number.
fn correct<'a>(reads: impl Iterator<Item = &'a mut Read>) {
    let mut reads: Vec<_> = reads.collect();
    let p: Vec<f64> = reads.iter().map(|read| read.estimate.p_value()).collect();
    reads.iter_mut().zip(benjamini_hochberg(&p)).for_each(|(read, q)| read.q = q);
}

/// Corrects the p-values of a reading for the number of items.
pub(super) fn correct_column(lines: &mut [Line], column: Column) {
    correct(lines.iter_mut().filter_map(|line| line.reads[column as usize].as_mut()));
}

/// The columns of an estimate.
fn fields(read: Option<&Read>) -> [String; 6] {
    let Some(Read { estimate, q }) = read else { return <[String; 6]>::default() };
    let interval = estimate.interval();
    let part = |value: f64| {
        let text = format!("{value:.6}");
        // What rounds to zero has no sign.
        if text == "-0.000000" { "0.000000".to_owned() } else { text }
    };
    [
        estimate.n.to_string(),
        part(estimate.value),
        part(interval.low),
        part(interval.high),
        p_value(estimate.p_value()),
        p_value(*q),
    ]
}

const FIELDS: [&str; 6] = ["n", "estimate", "low", "high", "p", "q"];

fn finish(writer: csv::Writer<Vec<u8>>) -> Result<String> {
    let bytes = writer.into_inner().context("the table cannot be put together")?;
    Ok(String::from_utf8(bytes)?)
}

pub(super) fn impact_csv(lines: &[Line]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let columns = |column: Column| FIELDS.map(|field| format!("{}_{field}", column.word()));
    let named = |item: &str, rest: Vec<String>, name: &str| {
        [item.to_owned()].into_iter().chain(rest).chain([name.to_owned()]).collect::<Vec<_>>()
    };
    writer.write_record(named("item", Column::ALL.into_iter().flat_map(columns).collect(), "name"))?;
    for line in lines {
        let readings = Column::ALL.into_iter().flat_map(|column| fields(line.read(column)));
        writer.write_record(named(&line.item, readings.collect(), &line.name))?;
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

pub(super) fn seen_csv(lines: &[Line]) -> Result<String> {
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

/// The forked readings, and by period.
pub(super) fn forked(lines: &mut [Line], numbers: &[usize], forks: &[Fork]) -> Result<String> {
    let mut rows = Vec::new();
    for (line, number) in lines.iter_mut().zip(numbers) {
        let own = || forks.iter().filter(|fork| fork.item == *number);
        for (column, against) in [(Column::Now, Against::Now), (Column::Worth, Against::Worth)] {
            let all = gain(own(), against);
            if all.games > 0 {
                line.reads[column as usize] = Some(Read::new(all.estimate));
            }
            for (period, forked) in gain_by_period(own(), against) {
                rows.push((column, line.item.clone(), period, forked.games, Read::new(forked.estimate)));
            }
        }
    }
    for wanted in [Column::Now, Column::Worth] {
        correct_column(lines, wanted);
        correct(rows.iter_mut().filter(|row| row.0 == wanted).map(|row| &mut row.4));
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["item", "reading", "period", "games"].into_iter().chain(FIELDS))?;
    for (column, item, period, games, read) in &rows {
        let own = [item.clone(), column.word().to_owned(), period.to_string(), games.to_string()];
        writer.write_record(own.into_iter().chain(fields(Some(read))))?;
    }
    finish(writer)
}

pub(super) fn json(lines: &[Line], notes: &Notes, out: &mut impl Write) -> Result<()> {
    let reading = |read: Option<&Read>| {
        read.map(|Read { estimate, q }| {
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
            let mut value = json!({ "item": line.item, "name": line.name, "compulsory": line.compulsory });
            for column in Column::ALL {
                value[column.word()] = reading(line.read(column)).into();
            }
            value
        })
        .collect();
    let mut value = serde_json::to_value(notes)?;
    if let Some(object) = value.as_object_mut() {
        object.remove("state");
        object.insert("items".to_owned(), items.into());
    }
    writeln!(out, "{}", serde_json::to_string_pretty(&value)?)?;
    Ok(())
}

/// How many items were left out because they cannot occur, and why.
pub(crate) fn left_out(items: &BTreeMap<String, Vec<String>>) -> String {
    let part = |(why, words): (&String, &Vec<String>)| match &words[..] {
        [one] => format!("{one}: {why}"),
        several => format!("{}: {why}", several.len()),
    };
    let count: usize = items.values().map(Vec::len).sum();
    let parts: Vec<_> = items.iter().map(part).collect();
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} item{plural} left out that cannot occur ({})", parts.join("; "))
}

/// Lists items with their names.
pub(super) fn list(items: &[(usize, &Item)], format: Format, out: &mut impl Write) -> Result<()> {
    if format == Format::Json {
        let value = |(_, Item { word, name, absent }): &(usize, &Item)| json!({ "item": word, "name": name, "absent": absent });
        let values: Vec<Value> = items.iter().map(value).collect();
        return Ok(writeln!(out, "{}", serde_json::to_string_pretty(&values)?)?);
    }
    let width = items.iter().map(|(_, item)| item.word.chars().count()).max().unwrap_or(0);
    for (_, Item { word, name, absent }) in items {
        let why = absent.as_ref().map(|why| format!(" (cannot occur: {why})")).unwrap_or_default();
        writeln!(out, "{word:width$}  {name}{why}")?;
    }
    Ok(())
}

pub(super) fn text<G: Roster>(
    lines: &mut [Line],
    notes: &Notes,
    stamp: &[String],
    folder: Option<&Path>,
    out: &mut impl Write,
) -> Result<()> {
    let info = &notes.run;
    writeln!(out, "{}: {}", G::TITLE, setting_line(&info.setting))?;
    stamp.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out, "{}; seed {}, {} games of each kind", bots_line(info), info.seed, info.games)?;
    if let (Some(games), Some(playouts)) = (notes.forked_games, notes.playouts) {
        writeln!(out, "positions from {games} games, {playouts} playouts of each branch")?;
    }
    writeln!(
        out,
        "Points of the FLN's chance to win with it, less without it; 95 % intervals; q below 0.05: one in twenty such is\n\
         expected to be chance."
    )?;
    let there = |column: &Column| lines.iter().any(|line| line.read(*column).is_some());
    let columns: Vec<_> = Column::SHOWN.into_iter().filter(there).collect();
    columns.iter().try_for_each(|column| writeln!(out, "{}", column.question()))?;
    if !notes.left_out.is_empty() {
        writeln!(out, "{}", left_out(&notes.left_out))?;
    }
    writeln!(out)?;
    let size = |line: &Line| {
        let read = columns.iter().find_map(|column| line.read(*column));
        read.map_or(-1.0, |read| read.estimate.value.abs())
    };
    lines.sort_by(|one, other| size(other).total_cmp(&size(one)));
    let width =
        |of: fn(&Line) -> &String| lines.iter().map(|line| of(line).chars().count()).max().unwrap_or(0);
    let (words, names) = (width(|line| &line.item), width(|line| &line.name));
    let mut head = format!("{:words$}  {:names$}", "", "");
    columns.iter().for_each(|column| head += &format!("  {:<36}", column.word()));
    writeln!(out, "{}", head.trim_end())?;
    for line in lines.iter() {
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
                Some(Read { estimate, .. }) => format!("too little to say, n = {}", estimate.n),
                None if *column == Column::Barred && line.compulsory.is_some() => {
                    "cannot be taken out".to_owned()
                }
                None => String::new(),
            };
            row += &format!("  {cell:<36}");
        }
        writeln!(out, "{}", row.trim_end())?;
    }
    writeln!(out, "\n* q < 0.05 (Benjamini and Hochberg), for {} items", lines.len())?;
    if let Some(folder) = folder {
        writeln!(out, "written to {}", folder.display())?;
    }
    Ok(())
}
