//! The summary of a run, as text and as JSON.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use serde_json::json;
use wilaya_engine::BySide;
use wilaya_sim::{Measure, RunResults, RunState};

use crate::text::{IDENTICAL, bots_line, print_json, setting_line, sides};

/// A run that has ended.
pub(crate) struct Report<'a> {
    pub(crate) title: &'a str,
    pub(crate) ended: &'a RunResults,
    pub(crate) threads: usize,
    pub(crate) folder: Option<&'a Path>,
}

impl Report<'_> {
    fn rate(&self) -> f64 {
        (self.played() - self.ended.before) as f64 / self.ended.seconds.max(1e-9)
    }

    fn played(&self) -> u64 {
        self.ended.summary.progress().done
    }

    /// As text.
    pub(crate) fn text(&self, out: &mut impl Write) -> Result<()> {
        let Self { title, ended, threads, folder } = self;
        let RunResults { info, summary, before, seconds, .. } = ended;
        writeln!(out, "{title}: {}", setting_line(&info.setting))?;
        writeln!(
            out,
            "{}; seed {}, data {}, wilaya {}",
            bots_line(info),
            info.seed,
            info.data,
            info.version
        )?;
        if let Some(statement) = &info.statement {
            writeln!(out, "{statement}")?;
        }
        if let Some(shard) = &info.shard {
            writeln!(out, "shard {shard} of {} games", info.rows())?;
        }
        let range = info.range();
        match info.state {
            RunState::Stopped => {
                writeln!(out, "stopped after {} of {} games", self.played(), range.end - range.start)?;
            }
            _ => self.width(out)?,
        }
        if summary.bots_are_identical() {
            writeln!(out, "{IDENTICAL}")?;
        }
        if *before > 0 {
            writeln!(out, "{before} games were already there")?;
        }
        let plural = if *threads == 1 { "" } else { "s" };
        let rate = self.rate();
        // A search may play less than one game per second.
        let decimals = if rate < 10.0 { 2 } else { 0 };
        writeln!(
            out,
            "{} games in {seconds:.2} s: {rate:.decimals$} games/s on {threads} thread{plural}",
            self.played() - before
        )?;
        writeln!(out)?;
        let measures = summary.measures();
        let sides = sides(&info.game);
        let shown = measures.iter().filter_map(|measure| Some((label(measure, sides)?, measure)));
        let shown: Vec<_> = shown.collect();
        let width = shown.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        writeln!(out, "{:width$}  {:>8}  95 % interval", "", "")?;
        for (label, measure) in shown {
            writeln!(out, "{label:width$}  {}", figures(measure))?;
        }
        if let Some(folder) = folder {
            writeln!(out)?;
            writeln!(out, "written to {}", folder.display())?;
        }
        Ok(())
    }

    /// States whether the interval became as narrow as requested.
    fn width(&self, out: &mut impl Write) -> Result<()> {
        let RunResults { info, summary, .. } = self.ended;
        let (Some(wanted), Some(reached)) = (info.until_ci, info.until_ci_reached) else { return Ok(()) };
        let played = self.played();
        if reached {
            writeln!(out, "narrow enough after {played} games")?;
        } else {
            writeln!(
                out,
                "not narrow enough after {played} games: the interval of {} is {:.4} wide, not {wanted}: raise \
                 --games, or leave it out",
                summary.decisive(),
                summary.width()
            )?;
        }
        Ok(())
    }

    /// As JSON.
    pub(crate) fn json(&self, out: &mut impl Write) -> Result<()> {
        let mut value = serde_json::to_value(self.ended)?;
        if let Some(object) = value.as_object_mut() {
            // These come last.
            let measures = object.shift_remove("measures").unwrap_or_default();
            object.insert("games_per_second".to_owned(), json!(self.rate()));
            object.insert("threads".to_owned(), json!(self.threads));
            object.insert("measures".to_owned(), measures);
        }
        print_json(out, &value)
    }
}

/// The label of a measure for people; `None` if it appears in files only.
fn label(measure: &Measure, sides: BySide<&str>) -> Option<String> {
    let (kind, rest) = measure.name.split_once('.').unwrap_or((&measure.name, ""));
    let side = |word: &str| match word {
        "fln" => sides.fln,
        _ => sides.france,
    };
    match (kind, rest) {
        ("win_rate", word) => Some(format!("{} wins", side(word))),
        ("adjusted", "win_rate.fln") => Some(format!("{} wins, adjusted for luck", sides.fln)),
        ("adjusted", "pairs.score") => Some("score of the first bot, adjusted for luck".to_owned()),
        ("savings", _) => Some("  times fewer games needed".to_owned()),
        ("pairs", "score") => Some("score of the first bot".to_owned()),
        ("pairs", "identical") => Some("pairs of identical games".to_owned()),
        ("pairs", rest) => Some(format!("first bot wins as {}", side(rest.rsplit('.').next()?))),
        ("draw_rate", _) => Some("draws".to_owned()),
        ("forfeit", word) => Some(format!("{} forfeits", side(word))),
        ("unfinished", _) => (measure.count != Some(0)).then(|| "unfinished".to_owned()),
        ("mean", "turns") => Some("turns".to_owned()),
        ("mean", "decisions") => Some("decisions".to_owned()),
        ("mean", "decisions_fln") => Some(format!("decisions, {}", sides.fln)),
        ("mean", "decisions_france") => Some(format!("decisions, {}", sides.france)),
        ("mean", "dice") => Some("dice".to_owned()),
        ("share", rest) => {
            let (rest, outcome) = rest.rsplit_once('.')?;
            let (column, word) = rest.split_once('.')?;
            let ended = if outcome == "draw" { "draw".to_owned() } else { format!("{} wins", side(outcome)) };
            Some(format!("{ended}, {} {word}", column.replace('_', " ")))
        }
        _ => None,
    }
}

fn figures(measure: &Measure) -> String {
    let (estimate, interval, n) = (measure.estimate, measure.interval, measure.n);
    let pairs = match measure.pairs {
        Some(pairs) if pairs < n => format!(" in {pairs} pairs"),
        _ => String::new(),
    };
    // A share that is not a whole number of games has no count.
    let is_share = measure.name == "pairs.score" || measure.name.starts_with("adjusted.");
    match measure.count {
        None if !is_share && !interval.low.is_finite() => format!("{estimate:>8.2}  none, n = {n}{pairs}"),
        None if !is_share => {
            format!("{estimate:>8.2}  {:.2} to {:.2}, n = {n}{pairs}", interval.low, interval.high)
        }
        count => {
            let [share, low, high] = [estimate, interval.low, interval.high].map(|share| share * 100.0);
            let count = count.map(|count| format!("{count} of ")).unwrap_or_default();
            format!("{share:>6.1} %  {low:.1} to {high:.1} %, {count}n = {n}{pairs}")
        }
    }
}
