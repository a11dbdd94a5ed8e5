//! The figures of a page.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wilaya_sim::impact::Question;
use wilaya_sim::{RunInfo, TURNS};

use super::FIGURES;
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
        "Shares of finished games, with Wilson's 95 % interval (Student's where luck is taken off); the games of a pair are one cluster.",
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

/// True if the summary of a run in pairs says that both games of each pair are the same.
pub(super) fn bots_are_identical(folder: &Path) -> Result<bool> {
    let measures: Vec<Measure> = table(&folder.join("summary.csv"))?;
    Ok(measures.iter().any(|one| one.measure == "pairs.identical" && one.n > 0 && one.estimate == 1.0))
}

#[derive(Deserialize)]
struct Game {
    winner: String,
    turns: i64,
}

/// How long games are, by winner.
fn length(folder: &Path, id: &str) -> Result<Option<Figure>> {
    const WINNERS: [(&str, &str); 4] =
        [("fln", "FLN wins"), ("france", "France wins"), ("draw", "draws"), ("none", "unfinished")];
    let mut counts: [Counts; 4] = Default::default();
    let (mut last, mut all) = (0, 0u64);
    let mut count = |winner: &str, turns: i64, games: u64| {
        if let Some(number) = WINNERS.iter().position(|(word, _)| *word == winner) {
            counts[number].add(turns, games);
            last = last.max(turns);
            all += games;
        }
    };
    if !rows(&folder.join("games.csv"), |game: Game| count(&game.winner, game.turns, 1))? {
        for row in kept::<Row>(folder, "run-length.csv")? {
            let number = |name: &str| row.get(name).and_then(|cell| cell.parse::<u64>().ok());
            for (word, _) in WINNERS {
                count(word, number("last_turn").unwrap_or(0) as i64, number(word).unwrap_or(0));
            }
        }
    }
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

/// The rows of a figure's table that an earlier report has left: all that is drawn stands there, so that a figure can be
/// drawn again where the games are gone.
fn kept<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<Vec<T>> {
    let places = [folder.join(name), folder.join(FIGURES).join(name)];
    places.iter().find(|path| path.exists()).map_or_else(|| Ok(Vec::new()), |path| table(path))
}

/// The shares of games at or below the ends of bands, and the median.
const QUANTILES: [f64; 5] = [0.1, 0.25, 0.5, 0.75, 0.9];

/// Tracks are drawn up to the last turn that so many games have come to, or half of the games of a smaller run: quantiles of
/// the few games that go on longest say nothing.
const LEAST_GAMES: u64 = 100;

/// Where a track stands in a turn, among the games that come so far.
#[derive(Clone, Debug, Deserialize)]
struct TrackRow {
    track: String,
    turn: i64,
    n: u64,
    mean: f64,
    p10: f64,
    p25: f64,
    median: f64,
    p75: f64,
    p90: f64,
}

/// Where the tracks stand, turn by turn. Tracks that differ in the side only share a figure.
fn tracks(folder: &Path, info: &RunInfo, id: &str) -> Result<Vec<Figure>> {
    let mut counts = vec![BTreeMap::<i64, Counts>::new(); info.turns.len()];
    let counted = rows(&folder.join(TURNS), |row: Vec<i64>| {
        if let [_, turn, values @ ..] = &row[..] {
            counts
                .iter_mut()
                .zip(values)
                .for_each(|(one, value)| one.entry(*turn).or_default().add(*value, 1));
        }
    })?;
    let mut groups = Vec::<(&str, Vec<usize>)>::new();
    for (number, name) in info.turns.iter().enumerate() {
        let stem = ["fln_", "france_"]
            .iter()
            .find_map(|side| name.strip_prefix(side))
            .filter(|_| name != "fln_marker");
        let stem = stem.unwrap_or(name);
        match groups.iter_mut().find(|(group, _)| *group == stem) {
            Some((_, numbers)) => numbers.push(number),
            None => groups.push((stem, vec![number])),
        }
    }
    let mut figures = Vec::new();
    for (stem, numbers) in groups {
        let mut rows = if counted {
            numbers.iter().flat_map(|&number| track_rows(&info.turns[number], &counts[number])).collect()
        } else {
            kept(folder, &format!("run-track-{stem}.csv"))?
        };
        let games = rows.iter().map(|row: &TrackRow| row.n).max().unwrap_or(0);
        let least = LEAST_GAMES.min(games.div_ceil(2));
        rows.retain(|row| row.n >= least);
        if !rows.is_empty() {
            figures.push(track(stem, &rows, least, id)?);
        }
    }
    Ok(figures)
}

fn track_rows(track: &str, turns: &BTreeMap<i64, Counts>) -> Vec<TrackRow> {
    let row = |(turn, counts): (&i64, &Counts)| {
        let [p10, p25, median, p75, p90] = QUANTILES.map(|share| counts.quantile(share));
        let (track, n, mean) = (track.to_owned(), counts.total(), counts.mean());
        TrackRow { track, turn: *turn, n, mean, p10, p25, median, p75, p90 }
    };
    turns.iter().map(row).collect()
}

fn track(stem: &str, rows: &[TrackRow], least: u64, id: &str) -> Result<Figure> {
    let words = |name: &str| {
        name.replace("fln", "FLN").replace("france", "France").replace("psl", "PSL").replace('_', " ")
    };
    let mut lines = Vec::<Curve>::new();
    for row in rows {
        let name = words(&row.track);
        if lines.last().is_none_or(|line| line.name != name) {
            lines.push(Curve { name, points: Vec::new(), bands: vec![Vec::new(); 2] });
        }
        let Some(line) = lines.last_mut() else { continue };
        let turn = row.turn as f64;
        line.points.push((turn, row.median));
        line.bands[0].push((turn, row.p10, row.p90));
        line.bands[1].push((turn, row.p25, row.p75));
    }
    let last = rows.iter().map(|row| row.turn).max().unwrap_or(0);
    let across = format!("turn (up to {last}: after it fewer than {least} games are left)");
    let cells = |row: &TrackRow| {
        let own = [row.track.clone(), row.turn.to_string(), row.n.to_string(), format!("{:.3}", row.mean)];
        let at = [row.p10, row.p25, row.median, row.p75, row.p90];
        own.into_iter().chain(at.map(|value| value.to_string())).collect()
    };
    Ok(Figure {
        id: format!("{id}-track-{stem}"),
        title: format!("Turn by turn: {}", words(stem)),
        text: format!(
            "Median at the first decision of each turn, among games that come so far; the bands hold the middle half and \
             the middle 80 % of them. Cut after turn {last}, since fewer than {least} games are left then: the few that go \
             on longest are no picture of the game."
        ),
        svg: curves(&lines, (&across, &words(stem)))?,
        columns: names(&["track", "turn", "n", "mean", "p10", "p25", "median", "p75", "p90"]),
        rows: rows.iter().map(cells).collect(),
    })
}

/// Those of an impact: a forest plot for each reading that people are shown.
pub(super) fn impact(folder: &Path, id: &str) -> Result<Vec<Figure>> {
    let (_, lines) = text(&folder.join("impact.csv"))?;
    // The tables of versions before 0.2.0 have no names.
    let name = |line: &Row| line.get("name").filter(|name| !name.is_empty()).unwrap_or(&line["item"]).clone();
    let mut figures = Vec::new();
    for column in Question::SHOWN {
        let reading = column.word();
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
                    name: name(line),
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
            title: format!("What each is worth: {reading}"),
            text: format!(
                "{} Points of the FLN's chance to win; a full marker where q (Benjamini and Hochberg) is below 0.05, an \
                 empty one elsewhere.",
                column.text()
            ),
            svg: intervals(&bars, "points of the FLN's chance to win", true)?,
            columns: ["item", "name"].into_iter().chain(PARTS).map(str::to_owned).collect(),
            rows: there
                .iter()
                .map(|line| {
                    let own = [line["item"].clone(), name(line)];
                    own.into_iter().chain(PARTS.map(|part| cell(line, part))).collect()
                })
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
                sure: value(line, "q").is_none_or(|q| q < 0.05),
                note: change,
            }
        })
        .collect();
    Ok(vec![Figure {
        id: id.to_owned(),
        title: "How often the FLN wins".to_owned(),
        text: "Shares of finished games with Wilson's 95 % interval; at the right the difference from the first row in the same \
               games, in points, with a full marker where q (Benjamini and Hochberg) is below 0.05."
            .to_owned(),
        svg: intervals(&bars, "% of games that the FLN wins", false)?,
        rows: lines.iter().map(|line| columns.iter().map(|name| line[name].clone()).collect()).collect(),
        columns,
    }])
}

/// Those of an arena: the ladder, and how every two bots have fared.
pub(super) fn arena(folder: &Path, id: &str) -> Result<Vec<Figure>> {
    let ratings: Vec<Rating> = table(&folder.join("ratings.csv"))?;
    // An arena in one scenario has no rows for all.
    let mut scenarios: Vec<&str> = ratings.iter().map(|one| one.scenario.as_str()).collect();
    scenarios.dedup();
    let mut figures = Vec::new();
    if let Some(first) = scenarios.first() {
        figures.push(ladder(&ratings, first, id)?);
    }
    let (columns, pairings) = text(&folder.join("pairings.csv"))?;
    for (number, scenario) in scenarios.into_iter().enumerate() {
        let own: Vec<_> = pairings.iter().filter(|row| row["scenario"] == scenario).collect();
        let place = if number == 0 { String::new() } else { format!("-{scenario}") };
        figures.push(versus(&columns, &own, scenario, format!("{id}-pairings{place}"))?);
    }
    Ok(figures)
}

/// Where an arena took place.
fn place(scenario: &str) -> String {
    if scenario == "all" { "all scenarios together".to_owned() } else { format!("scenario {scenario}") }
}

/// What an empty marker means in an arena.
const PENALIZED: &str = "An empty marker (penalized): one of them won or lost everything, so the fit is penalized to stay \
                         finite, and the number means \"at least about\".";

fn ladder(ratings: &[Rating], scenario: &str, id: &str) -> Result<Figure> {
    let mut ratings: Vec<_> = ratings.iter().filter(|one| one.scenario == scenario).collect();
    ratings.sort_by(|one, other| other.rating.total_cmp(&one.rating));
    let bars: Vec<_> = ratings
        .iter()
        .map(|one| Bar {
            name: one.bot.clone(),
            value: one.rating,
            low: one.low,
            high: one.high,
            sure: !one.penalized,
            note: format!("{:.0}", one.rating),
        })
        .collect();
    let row = |one: &&Rating| {
        let part = |value: f64| format!("{value:.2}");
        let games = one.n_fln + one.n_france;
        let figures = [part(one.rating), part(one.low), part(one.high)];
        let own = [one.bot.clone(), games.to_string()];
        own.into_iter().chain(figures).chain([one.penalized.to_string()]).collect()
    };
    let place = place(scenario);
    Ok(Figure {
        id: format!("{id}-ladder"),
        title: "Ladder".to_owned(),
        text: format!("Elo in {place}, with 95 % intervals; one bot has 1500 by definition. {PENALIZED}"),
        svg: intervals(&bars, "Elo", false)?,
        columns: names(&["bot", "games", "rating", "low", "high", "penalized"]),
        rows: ratings.iter().map(row).collect(),
    })
}

/// How every two bots have fared in a scenario.
fn versus(columns: &[String], pairings: &[&Row], scenario: &str, id: String) -> Result<Figure> {
    let value = |line: &Row, part: &str| line[part].parse::<f64>().ok();
    let bars: Vec<_> = pairings
        .iter()
        .filter_map(|line| {
            Some(Bar {
                name: format!("{} - {}", line["bot"], line["opponent"]),
                value: value(line, "elo")?,
                low: value(line, "elo_low")?,
                high: value(line, "elo_high")?,
                sure: line["penalized"] != "true",
                note: format!("{:.1} %", 100.0 * value(line, "score")?),
            })
        })
        .collect();
    let columns: Vec<_> = columns.iter().filter(|name| *name != "scenario").cloned().collect();
    Ok(Figure {
        id,
        title: format!("Pairings, {}", place(scenario)),
        text: format!(
            "How much stronger the first is than the second, in Elo with 95 % intervals, from their games alone; at the right the \
             first one's share of points. {PENALIZED}"
        ),
        svg: intervals(&bars, "Elo", true)?,
        rows: pairings.iter().map(|line| columns.iter().map(|name| line[name].clone()).collect()).collect(),
        columns,
    })
}
