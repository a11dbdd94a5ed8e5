//! The figures of a page.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wilaya_engine::BySide;
use wilaya_sim::impact::Question;
use wilaya_sim::{FIGURES, RunInfo, TURNS};

use super::chart::{Bar, Curve, curves, intervals};
use super::read::{Counts, Row, cell, number, rows, table, text};
use crate::text::sides;

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
    /// Its numbers as CSV.
    pub(super) fn csv(&self) -> Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.columns)?;
        self.rows.iter().try_for_each(|row| writer.write_record(row))?;
        Ok(String::from_utf8(writer.into_inner().context("a table cannot be built")?)?)
    }
}

fn names(columns: &[&str]) -> Vec<String> {
    columns.iter().map(|&name| name.to_owned()).collect()
}

fn side<'a>(word: &'a str, sides: BySide<&'a str>) -> &'a str {
    match word {
        "fln" => sides.fln,
        "france" => sides.france,
        other => other,
    }
}

/// A row of a table as a bar, from the columns of its value and the ends of its interval.
fn bar(line: &Row, columns: [&str; 3], scale: f64, name: String, sure: bool, note: String) -> Bar {
    let [value, low, high] = columns.map(|column| scale * number(line, column));
    Bar { name, value, low, high, sure, note }
}

/// The cells of a row in some columns.
fn cells<'a>(line: &Row, columns: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    columns.into_iter().map(|column| cell(line, column).to_owned()).collect()
}

/// Shares with their intervals.
fn shares(id: String, title: &str, text: &str, shares: &[(String, &Row)]) -> Result<Figure> {
    const COLUMNS: [&str; 4] = ["n", "estimate", "low", "high"];
    let bars = shares.iter().map(|(name, line)| {
        let note = format!("{:.1} %", 100.0 * number(line, "estimate"));
        bar(line, ["estimate", "low", "high"], 100.0, name.clone(), true, note)
    });
    Ok(Figure {
        id,
        title: title.to_owned(),
        text: text.to_owned(),
        svg: intervals(&bars.collect::<Vec<_>>(), "% of games", true)?,
        columns: names(&["what", "n", "share", "low", "high"]),
        rows: shares.iter().map(|(name, line)| [vec![name.clone()], cells(line, COLUMNS)].concat()).collect(),
    })
}

/// The figures of a run.
pub(super) fn run(folder: &Path, info: &RunInfo, id: &str) -> Result<Vec<Figure>> {
    let sides = sides(&info.game);
    let (_, lines) = text(&folder.join("summary.csv"))?;
    let mut wins = Vec::new();
    let mut endings = BTreeMap::<&str, Vec<(String, &Row)>>::new();
    for line in &lines {
        let name = match cell(line, "measure") {
            "win_rate.fln" => format!("{} wins", sides.fln),
            "win_rate.france" => format!("{} wins", sides.france),
            "draw_rate" => "draws".to_owned(),
            "adjusted.win_rate.fln" => format!("{} wins, adjusted for luck", sides.fln),
            "pairs.score" => "score of the first bot".to_owned(),
            "adjusted.pairs.score" => "the same, adjusted for luck".to_owned(),
            "unfinished" if number(line, "estimate") > 0.0 => "unfinished".to_owned(),
            other => {
                let parts: Vec<_> = other.split('.').collect();
                if let ["share", column, word, winner] = parts[..] {
                    let name = format!("{}: {}", side(winner, sides), word.replace('_', " "));
                    endings.entry(column).or_default().push((name, line));
                }
                continue;
            }
        };
        wins.push((name, line));
    }
    let mut figures = vec![shares(
        format!("{id}-wins"),
        "Who wins",
        "Shares of finished games, with Wilson's 95 % interval (Student's if adjusted for luck); the games of a pair are one cluster.",
        &wins,
    )?];
    for (column, mut words) in endings {
        words.sort_by(|one, other| one.0.cmp(&other.0));
        let title = format!("How games end: {}", column.replace('_', " "));
        let note = "Shares of finished games by winner, with Wilson's 95 % interval.";
        figures.push(shares(format!("{id}-{column}"), &title, note, &words)?);
    }
    figures.extend(length(folder, sides, id)?);
    figures.extend(tracks(folder, info, id)?);
    Ok(figures)
}

/// True if the summary of a run in pairs shows that both games of each pair are the same.
pub(super) fn bots_are_identical(folder: &Path) -> Result<bool> {
    let (_, lines) = text(&folder.join("summary.csv"))?;
    let mut lines = lines.iter().filter(|line| cell(line, "measure") == "pairs.identical");
    Ok(lines.any(|line| number(line, "n") > 0.0 && number(line, "estimate") == 1.0))
}

#[derive(Deserialize)]
struct Game {
    winner: String,
    turns: i64,
}

/// The length of games, by winner.
fn length(folder: &Path, sides: BySide<&str>, id: &str) -> Result<Option<Figure>> {
    let wins = |side: &str| format!("{side} wins");
    let endings = [
        ("fln", wins(sides.fln)),
        ("france", wins(sides.france)),
        ("draw", "draws".to_owned()),
        ("none", "unfinished".to_owned()),
    ];
    let mut counts: [Counts; 4] = Default::default();
    let (mut last, mut all) = (0, 0u64);
    let mut count = |winner: &str, turns: i64, games: u64| {
        if let Some(number) = endings.iter().position(|(word, _)| *word == winner) {
            counts[number].add(turns, games);
            last = last.max(turns);
            all += games;
        }
    };
    if !rows(&folder.join("games.csv"), |game: Game| count(&game.winner, game.turns, 1))? {
        for row in kept::<Row>(folder, "run-length.csv")? {
            for (word, _) in &endings {
                count(word, number(&row, "last_turn") as i64, number(&row, word) as u64);
            }
        }
    }
    if all == 0 {
        return Ok(None);
    }
    let first = (1..=last).find(|turn| counts.iter().any(|one| one.of(*turn) > 0)).unwrap_or(1);
    let there = || endings.iter().zip(&counts).filter(|(_, counts)| counts.total() > 0);
    let lines: Vec<_> = there()
        .map(|((_, name), counts)| Curve {
            name: (*name).clone(),
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
        title: "Length of games".to_owned(),
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

/// The rows of a figure's table from an earlier report, which hold all drawn data, so that the figure can be redrawn after the
/// games have been deleted.
fn kept<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<Vec<T>> {
    let places = [folder.join(name), folder.join(FIGURES).join(name)];
    places.iter().find(|path| path.exists()).map_or_else(|| Ok(Vec::new()), |path| table(path))
}

/// The shares of games at or below the ends of the bands, and the median.
const QUANTILES: [f64; 5] = [0.1, 0.25, 0.5, 0.75, 0.9];

/// Tracks are drawn up to the last turn that this many games reach, or half of the games of a smaller run: quantiles of the few
/// longest games are meaningless.
const LEAST_GAMES: u64 = 100;

/// The quantiles of a track in one turn, among the games that reach it.
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

/// The tracks, turn by turn. Tracks that differ only in the side share a figure.
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
    let across = format!("turn (up to {last}: fewer than {least} games last longer)");
    let cells = |row: &TrackRow| {
        let own = [row.track.clone(), row.turn.to_string(), row.n.to_string(), format!("{:.3}", row.mean)];
        let at = [row.p10, row.p25, row.median, row.p75, row.p90];
        own.into_iter().chain(at.map(|value| value.to_string())).collect()
    };
    Ok(Figure {
        id: format!("{id}-track-{stem}"),
        title: format!("Turn by turn: {}", words(stem)),
        text: format!(
            "Median at the first decision of each turn, among games that reach it; the bands contain the middle half and \
             the middle 80 % of them. Cut after turn {last}, since fewer than {least} games last longer: the few longest \
             ones are not typical."
        ),
        svg: curves(&lines, (&across, &words(stem)))?,
        columns: names(&["track", "turn", "n", "mean", "p10", "p25", "median", "p75", "p90"]),
        rows: rows.iter().map(cells).collect(),
    })
}

/// The figures of an impact: a forest plot for each reading shown to people.
pub(super) fn impact(folder: &Path, id: &str) -> Result<Vec<Figure>> {
    const PARTS: [&str; 6] = ["n", "estimate", "low", "high", "p", "q"];
    let (_, lines) = text(&folder.join("impact.csv"))?;
    // Tables of versions before 0.2.0 have no names.
    let name = |line: &Row| {
        let name = cell(line, "name");
        if name.is_empty() { cell(line, "item") } else { name }.to_owned()
    };
    let mut figures = Vec::new();
    for question in Question::SHOWN {
        let reading = question.word();
        let columns = PARTS.map(|part| format!("{reading}_{part}"));
        let [_, estimate, low, high, _, q] = columns.each_ref().map(String::as_str);
        let mut there: Vec<_> = lines.iter().filter(|line| number(line, low).is_finite()).collect();
        there.sort_by(|one, other| number(other, estimate).abs().total_cmp(&number(one, estimate).abs()));
        if there.is_empty() {
            continue;
        }
        let bars = there.iter().map(|line| {
            let q = number(line, q);
            let note = if q < 0.001 { "q < 0.001".to_owned() } else { format!("q = {q:.3}") };
            bar(line, [estimate, low, high], 100.0, name(line), q < 0.05, note)
        });
        let row = |line: &&Row| {
            let own = vec![cell(line, "item").to_owned(), name(line)];
            [own, cells(line, columns.iter().map(String::as_str))].concat()
        };
        figures.push(Figure {
            id: format!("{id}-{reading}"),
            title: format!("What each is worth: {reading}"),
            text: format!(
                "{} Percentage points of the FLN's win rate; a filled marker where q (Benjamini and Hochberg) is below 0.05, an \
                 empty one elsewhere.",
                question.text()
            ),
            svg: intervals(&bars.collect::<Vec<_>>(), "percentage points of the FLN's win rate", true)?,
            columns: names(&[&["item", "name"][..], &PARTS].concat()),
            rows: there.iter().map(row).collect(),
        });
    }
    Ok(figures)
}

/// The figure of a sweep: differences from the first combination.
pub(super) fn sweep(folder: &Path, id: &str) -> Result<Vec<Figure>> {
    let (columns, lines) = text(&folder.join("sweep.csv"))?;
    let keys = || columns.iter().take_while(|name| *name != "n");
    let bars = lines.iter().map(|line| {
        let (change, q) = (number(line, "difference"), number(line, "q"));
        let note = if change.is_nan() { "the first".to_owned() } else { format!("{:+.1}", 100.0 * change) };
        let name = keys().map(|key| format!("{key}={}", cell(line, key))).collect::<Vec<_>>().join(" ");
        bar(line, ["win_rate", "low", "high"], 100.0, name, q.is_nan() || q < 0.05, note)
    });
    Ok(vec![Figure {
        id: id.to_owned(),
        title: "How often the FLN wins".to_owned(),
        text: "Shares of finished games with Wilson's 95 % interval; on the right the difference from the first row in the same \
               games, in percentage points, with a filled marker where q (Benjamini and Hochberg) is below 0.05."
            .to_owned(),
        svg: intervals(&bars.collect::<Vec<_>>(), "% of games that the FLN wins", false)?,
        rows: lines.iter().map(|line| cells(line, columns.iter().map(String::as_str))).collect(),
        columns,
    }])
}

/// The figures of an arena: the ladder, and the results of any two bots.
pub(super) fn arena(folder: &Path, id: &str) -> Result<Vec<Figure>> {
    let (_, ratings) = text(&folder.join("ratings.csv"))?;
    // An arena with one scenario has no rows for `all`.
    let mut scenarios: Vec<&str> = ratings.iter().map(|line| cell(line, "scenario")).collect();
    scenarios.dedup();
    let mut figures = Vec::new();
    if let Some(first) = scenarios.first() {
        figures.push(ladder(&ratings, first, id)?);
    }
    let (columns, pairings) = text(&folder.join("pairings.csv"))?;
    for (number, scenario) in scenarios.into_iter().enumerate() {
        let own: Vec<_> = pairings.iter().filter(|line| cell(line, "scenario") == scenario).collect();
        let place = if number == 0 { String::new() } else { format!("-{scenario}") };
        figures.push(versus(&columns, &own, scenario, format!("{id}-pairings{place}"))?);
    }
    Ok(figures)
}

/// The scenarios of an arena, in words.
fn place(scenario: &str) -> String {
    if scenario == "all" { "all scenarios together".to_owned() } else { format!("scenario {scenario}") }
}

/// The meaning of an empty marker in an arena.
const PENALIZED: &str = "An empty marker (penalized): one bot won or lost everything, so the fit is penalized to stay \
                         finite, and the number means \"at least about\".";

fn ladder(ratings: &[Row], scenario: &str, id: &str) -> Result<Figure> {
    let mut ratings: Vec<_> = ratings.iter().filter(|line| cell(line, "scenario") == scenario).collect();
    ratings.sort_by(|one, other| number(other, "rating").total_cmp(&number(one, "rating")));
    let bars = ratings.iter().map(|line| {
        let (name, note) = (cell(line, "bot").to_owned(), format!("{:.0}", number(line, "rating")));
        bar(line, ["rating", "low", "high"], 1.0, name, cell(line, "penalized") != "true", note)
    });
    let row = |line: &&Row| {
        let games = number(line, "n_fln") + number(line, "n_france");
        let own = vec![cell(line, "bot").to_owned(), games.to_string()];
        [own, cells(line, ["rating", "low", "high", "penalized"])].concat()
    };
    let place = place(scenario);
    Ok(Figure {
        id: format!("{id}-ladder"),
        title: "Ladder".to_owned(),
        text: format!("Elo in {place}, with 95 % intervals; one bot has 1500 by definition. {PENALIZED}"),
        svg: intervals(&bars.collect::<Vec<_>>(), "Elo", false)?,
        columns: names(&["bot", "games", "rating", "low", "high", "penalized"]),
        rows: ratings.iter().map(row).collect(),
    })
}

/// The results of any two bots in a scenario.
fn versus(columns: &[String], pairings: &[&Row], scenario: &str, id: String) -> Result<Figure> {
    let fitted = pairings.iter().filter(|line| number(line, "elo").is_finite());
    let bars = fitted.map(|line| {
        let name = format!("{} - {}", cell(line, "bot"), cell(line, "opponent"));
        let note = format!("{:.1} %", 100.0 * number(line, "score"));
        bar(line, ["elo", "elo_low", "elo_high"], 1.0, name, cell(line, "penalized") != "true", note)
    });
    let columns: Vec<_> = columns.iter().map(String::as_str).filter(|name| *name != "scenario").collect();
    Ok(Figure {
        id,
        title: format!("Pairings, {}", place(scenario)),
        text: format!(
            "Elo advantage of the first over the second, with 95 % intervals, from their games alone; on the right the first \
             one's share of points. {PENALIZED}"
        ),
        svg: intervals(&bars.collect::<Vec<_>>(), "Elo", true)?,
        rows: pairings.iter().map(|line| cells(line, columns.iter().copied())).collect(),
        columns: names(&columns),
    })
}
