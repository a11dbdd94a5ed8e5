//! The figures of a page.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use wilaya_sim::{RunInfo, TURNS};

use super::chart::{Bar, Curve, curves, intervals};
use super::read::{Counts, Measure, Rating, Row, rows, table, text};

/// A figure with its numbers.
#[derive(Debug)]
pub(super) struct Figure {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) text: String,
    pub(super) svg: String,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Figure {
    /// Its numbers as a file.
    pub(super) fn csv(&self) -> Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.columns)?;
        self.rows.iter().try_for_each(|row| writer.write_record(row))?;
        Ok(String::from_utf8(writer.into_inner().context("a table cannot be put together")?)?)
    }
}

fn names(columns: &[&str]) -> Vec<String> {
    columns.iter().map(|&name| name.to_owned()).collect()
}

fn side(word: &str) -> &str {
    match word {
        "fln" => "FLN",
        "france" => "France",
        other => other,
    }
}

/// Shares with their intervals.
fn shares(id: String, title: &str, text: &str, shares: &[(String, &Measure)]) -> Result<Figure> {
    let bars: Vec<_> = shares
        .iter()
        .map(|(name, one)| Bar {
            name: name.clone(),
            value: 100.0 * one.estimate,
            low: 100.0 * one.low,
            high: 100.0 * one.high,
            sure: true,
            note: format!("{:.1} %", 100.0 * one.estimate),
        })
        .collect();
    let row = |(name, one): &(String, &Measure)| {
        let part = |value: f64| format!("{value:.6}");
        vec![name.clone(), one.n.to_string(), part(one.estimate), part(one.low), part(one.high)]
    };
    Ok(Figure {
        id,
        title: title.to_owned(),
        text: text.to_owned(),
        svg: intervals(&bars, "% of games", true)?,
        columns: names(&["what", "n", "share", "low", "high"]),
        rows: shares.iter().map(row).collect(),
    })
}

/// Those of a run.
pub(super) fn run(folder: &Path, info: &RunInfo, id: &str) -> Result<Vec<Figure>> {
    let measures: Vec<Measure> = table(&folder.join("summary.csv"))?;
    let mut figures = Vec::new();
    let wins: Vec<_> = measures
        .iter()
        .filter_map(|one| {
            let name = match one.measure.as_str() {
                "win_rate.fln" => "FLN wins",
                "win_rate.france" => "France wins",
                "adjusted.win_rate.fln" => "FLN wins, less luck",
                "pairs.score" => "score of the first bot",
                "adjusted.pairs.score" => "the same, less luck",
                "unfinished" if one.estimate > 0.0 => "unfinished",
                _ => return None,
            };
            Some((name.to_owned(), one))
        })
        .collect();
    figures.push(shares(
        format!("{id}-wins"),
        "Who wins",
        "Shares of finished games, with Wilson's 95 % interval (Student's where luck is taken off or pairs are counted).",
        &wins,
    )?);
    let mut endings = BTreeMap::<&str, Vec<(String, &Measure)>>::new();
    for one in &measures {
        let parts: Vec<_> = one.measure.split('.').collect();
        if let ["share", column, word, winner] = parts[..] {
            endings
                .entry(column)
                .or_default()
                .push((format!("{}: {}", side(winner), word.replace('_', " ")), one));
        }
    }
    for (column, mut words) in endings {
        words.sort_by(|one, other| one.0.cmp(&other.0));
        let title = format!("How games end: {}", column.replace('_', " "));
        let note = "Shares of finished games by winner, with Wilson's 95 % interval.";
        figures.push(shares(format!("{id}-{column}"), &title, note, &words)?);
    }
    figures.extend(length(folder, id)?);
    figures.extend(tracks(folder, info, id)?);
    Ok(figures)
}

#[derive(Deserialize)]
struct Game {
    winner: String,
    turns: i64,
}

/// How long games are, by winner.
fn length(folder: &Path, id: &str) -> Result<Option<Figure>> {
    const WINNERS: [(&str, &str); 3] =
        [("fln", "FLN wins"), ("france", "France wins"), ("none", "unfinished")];
    let mut counts: [Counts; 3] = Default::default();
    let (mut last, mut all) = (0, 0u64);
    rows(&folder.join("games.csv"), |game: Game| {
        if let Some(number) = WINNERS.iter().position(|(word, _)| *word == game.winner) {
            counts[number].push(game.turns);
            last = last.max(game.turns);
            all += 1;
        }
    })?;
    if all == 0 {
        return Ok(None);
    }
    let first = (1..=last).find(|turn| counts.iter().any(|one| one.of(*turn) > 0)).unwrap_or(1);
    let there = || WINNERS.iter().zip(&counts).filter(|(_, counts)| counts.total() > 0);
    let lines: Vec<_> = there()
        .map(|((_, name), counts)| Curve {
            name: (*name).to_owned(),
            points: (first..=last)
                .map(|turn| (turn as f64, 100.0 * counts.of(turn) as f64 / all as f64))
                .collect(),
            bands: Vec::new(),
        })
        .collect();
    let row = |turn: i64| {
        [turn.to_string()].into_iter().chain(there().map(|(_, counts)| counts.of(turn).to_string())).collect()
    };
    Ok(Some(Figure {
        id: format!("{id}-length"),
        title: "How long games are".to_owned(),
        text: format!("Games that end in each turn, by winner; {all} games."),
        svg: curves(&lines, ("last turn", "% of all games"))?,
        columns: ["last_turn"]
            .into_iter()
            .chain(there().map(|((word, _), _)| *word))
            .map(str::to_owned)
            .collect(),
        rows: (first..=last).map(row).collect(),
    }))
}

/// The shares of games at or below the ends of bands, and the median.
const QUANTILES: [f64; 5] = [0.1, 0.25, 0.5, 0.75, 0.9];

/// Where the tracks stand, turn by turn. Tracks that differ in the side only share a figure.
fn tracks(folder: &Path, info: &RunInfo, id: &str) -> Result<Vec<Figure>> {
    let mut counts = vec![BTreeMap::<i64, Counts>::new(); info.turns.len()];
    rows(&folder.join(TURNS), |row: Vec<i64>| {
        if let [_, turn, values @ ..] = &row[..] {
            counts.iter_mut().zip(values).for_each(|(one, value)| one.entry(*turn).or_default().push(*value));
        }
    })?;
    let mut groups = Vec::<(String, Vec<usize>)>::new();
    for (number, name) in info.turns.iter().enumerate().filter(|(number, _)| !counts[*number].is_empty()) {
        let stem = ["fln_", "france_"]
            .iter()
            .find_map(|side| name.strip_prefix(side))
            .filter(|_| name != "fln_marker");
        let stem = stem.unwrap_or(name);
        match groups.iter_mut().find(|(group, _)| group == stem) {
            Some((_, numbers)) => numbers.push(number),
            None => groups.push((stem.to_owned(), vec![number])),
        }
    }
    groups.into_iter().map(|(stem, numbers)| track(&stem, &numbers, &counts, info, id)).collect()
}

fn track(
    stem: &str,
    numbers: &[usize],
    counts: &[BTreeMap<i64, Counts>],
    info: &RunInfo,
    id: &str,
) -> Result<Figure> {
    let words = |name: &str| name.replace("fln", "FLN").replace("psl", "PSL").replace('_', " ");
    let mut rows = Vec::new();
    let mut lines = Vec::new();
    for &number in numbers {
        let name = &info.turns[number];
        let mut line = Curve { name: words(name), points: Vec::new(), bands: vec![Vec::new(); 2] };
        for (turn, counts) in &counts[number] {
            let at = QUANTILES.map(|share| counts.quantile(share));
            line.points.push((*turn as f64, at[2]));
            line.bands[0].push((*turn as f64, at[0], at[4]));
            line.bands[1].push((*turn as f64, at[1], at[3]));
            let own =
                [name.clone(), turn.to_string(), counts.total().to_string(), format!("{:.3}", counts.mean())];
            rows.push(own.into_iter().chain(at.map(|value| value.to_string())).collect());
        }
        lines.push(line);
    }
    Ok(Figure {
        id: format!("{id}-track-{stem}"),
        title: format!("Turn by turn: {}", words(stem)),
        text: "Median at the first decision of each turn, among games that come so far; the bands hold the middle half and the \
               middle 80 % of them."
            .to_owned(),
        svg: curves(&lines, ("turn", &words(stem)))?,
        columns: names(&["track", "turn", "n", "mean", "p10", "p25", "median", "p75", "p90"]),
        rows,
    })
}

/// Those of an impact: a forest plot for each reading.
pub(super) fn impact(folder: &Path, id: &str) -> Result<Vec<Figure>> {
    const READINGS: [(&str, &str, &str); 4] = [
        (
            "barred",
            "the same games with it and without it",
            "The same games, with the same dice, with the item and without it.",
        ),
        (
            "worth",
            "played now or never",
            "At positions of real games: the item played at once, against taken out for good.",
        ),
        (
            "now",
            "now or the next best",
            "At positions of real games: the item played (or rolled) at once, against the next best choice (or nothing).",
        ),
        (
            "seen",
            "where it takes effect",
            "Games in which it takes effect, beside games that have come as far without it; what goes with it need not be what it causes.",
        ),
    ];
    let (_, lines) = text(&folder.join("impact.csv"))?;
    let mut figures = Vec::new();
    for (reading, title, note) in READINGS {
        let cell =
            |line: &Row, part: &str| line.get(&format!("{reading}_{part}")).cloned().unwrap_or_default();
        let value = |line: &Row, part: &str| cell(line, part).parse::<f64>().ok();
        let mut there: Vec<_> =
            lines.iter().filter(|line| value(line, "low").is_some_and(f64::is_finite)).collect();
        let size = |line: &Row| value(line, "estimate").unwrap_or(0.0).abs();
        there.sort_by(|one, other| size(other).total_cmp(&size(one)));
        if there.is_empty() {
            continue;
        }
        let points = |line: &Row, part: &str| 100.0 * value(line, part).unwrap_or(f64::NAN);
        let bars: Vec<_> = there
            .iter()
            .map(|line| {
                let q = value(line, "q").unwrap_or(1.0);
                Bar {
                    name: line["item"].clone(),
                    value: points(line, "estimate"),
                    low: points(line, "low"),
                    high: points(line, "high"),
                    sure: q < 0.05,
                    note: if q < 0.001 { "q < 0.001".to_owned() } else { format!("q = {q:.3}") },
                }
            })
            .collect();
        const PARTS: [&str; 6] = ["n", "estimate", "low", "high", "p", "q"];
        figures.push(Figure {
            id: format!("{id}-{reading}"),
            title: format!("What each is worth: {title}"),
            text: format!(
                "{note} Points of the FLN's chance to win; a full marker where q (Benjamini and Hochberg) is below 0.05, an \
                 empty one elsewhere."
            ),
            svg: intervals(&bars, "points of the FLN's chance to win", true)?,
            columns: ["item"].into_iter().chain(PARTS).map(str::to_owned).collect(),
            rows: there
                .iter()
                .map(|line| [line["item"].clone()].into_iter().chain(PARTS.map(|part| cell(line, part))).collect())
                .collect(),
        });
    }
    Ok(figures)
}

/// That of a sweep: differences from the first combination.
pub(super) fn sweep(folder: &Path, id: &str) -> Result<Vec<Figure>> {
    let (columns, lines) = text(&folder.join("sweep.csv"))?;
    let keys: Vec<_> = columns.iter().take_while(|name| *name != "n").cloned().collect();
    let value = |line: &Row, part: &str| line.get(part).and_then(|cell| cell.parse::<f64>().ok());
    let bars: Vec<_> = lines
        .iter()
        .map(|line| {
            let percent = |part: &str| 100.0 * value(line, part).unwrap_or(f64::NAN);
            let change = value(line, "difference")
                .map_or_else(|| "the first".to_owned(), |it| format!("{:+.1}", 100.0 * it));
            Bar {
                name: keys.iter().map(|key| format!("{key}={}", line[key])).collect::<Vec<_>>().join(" "),
                value: percent("win_rate"),
                low: percent("low"),
                high: percent("high"),
                sure: value(line, "p").is_none_or(|p| p < 0.05),
                note: change,
            }
        })
        .collect();
    Ok(vec![Figure {
        id: id.to_owned(),
        title: "How often the FLN wins".to_owned(),
        text: "Shares of finished games with Wilson's 95 % interval; at the right the difference from the first row in the same \
               games, in points, with a full marker where it is significant by itself (p below 0.05)."
            .to_owned(),
        svg: intervals(&bars, "% of games that the FLN wins", false)?,
        rows: lines.iter().map(|line| columns.iter().map(|name| line[name].clone()).collect()).collect(),
        columns,
    }])
}

/// That of an arena: the ladder.
pub(super) fn arena(folder: &Path, id: &str) -> Result<Vec<Figure>> {
    let mut ratings: Vec<Rating> = table(&folder.join("ratings.csv"))?;
    // An arena in one scenario has no row for all.
    let all = ratings.iter().find(|one| one.scenario == "all").or(ratings.first());
    let wanted = all.map(|one| one.scenario.clone()).unwrap_or_default();
    ratings.retain(|one| one.scenario == wanted);
    let place =
        if wanted == "all" { "all scenarios together".to_owned() } else { format!("scenario {wanted}") };
    ratings.sort_by(|one, other| other.rating.total_cmp(&one.rating));
    let bars: Vec<_> = ratings
        .iter()
        .map(|one| Bar {
            name: one.bot.clone(),
            value: one.rating,
            low: one.low,
            high: one.high,
            sure: true,
            note: format!("{:.0}", one.rating),
        })
        .collect();
    let row = |one: &Rating| {
        let part = |value: f64| format!("{value:.2}");
        let games = one.n_fln + one.n_france;
        vec![one.bot.clone(), games.to_string(), part(one.rating), part(one.low), part(one.high)]
    };
    Ok(vec![Figure {
        id: format!("{id}-ladder"),
        title: "Ladder".to_owned(),
        text: format!("Elo in {place}, with 95 % intervals; one bot has 1500 by definition."),
        svg: intervals(&bars, "Elo", false)?,
        columns: names(&["bot", "games", "rating", "low", "high"]),
        rows: ratings.iter().map(row).collect(),
    }])
}
