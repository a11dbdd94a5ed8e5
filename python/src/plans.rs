//! What is more than one run: impacts, sweeps, arenas, rollouts.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use serde_json::json;
use wilaya_bots::{BotSpec, Maker, build};
use wilaya_engine::BySide;
use wilaya_engine::record::VERSION;
use wilaya_sim::arena::{ArenaError, ArenaFolder, ArenaSpec, BotList, PlayedPair, SprtInfo};
use wilaya_sim::impact::{ImpactProgress, ImpactSpec, Reading};
use wilaya_sim::rollout::{RolloutResults, RolloutSpec};
use wilaya_sim::stats::Verdict;
use wilaya_sim::sweep::{SweepSpec, Vary};
use wilaya_sim::{Cells, LEAST_REROLLS, RunContext, RunSpec, SeriesProgress, with_game};

use crate::bot::{self, BOT_STAYS, Failure, class_name};
use crate::error::{at_least, refused};
use crate::executor::{Tasks, workers};
use crate::position::Position;
use crate::run::{Player, SettingWords, Words, figures, pool, start, word};
use crate::table::Table;
use crate::work::{Meter, work};

/// Tables by file name without `.csv`.
type Tables = Vec<(String, Table)>;

fn named(tables: impl IntoIterator<Item = (&'static str, Cells)>) -> PyResult<Tables> {
    let name = |file: &str| file.trim_end_matches(".csv").to_owned();
    tables.into_iter().map(|(file, cells)| Ok((name(file), Table::of(cells)?))).collect()
}

/// The run of some words, with all bots given by name.
fn plain(run: Words, games: Option<u64>, what: &str) -> PyResult<RunSpec> {
    let (mut spec, classes) = run.spec()?;
    if classes.iter().any(|(_, class)| class.is_some()) {
        return Err(refused(format!(
            "{what} takes bots by name: only simulate and arena can play a bot in Python"
        )));
    }
    spec.games = games;
    Ok(spec)
}

fn series(meter: &Meter, SeriesProgress { before, games, progress }: SeriesProgress) {
    meter.set(before + progress.done, games);
}

fn stopped() -> PyErr {
    refused("it was stopped: continue from the folder with resume=True")
}

/// The impact of some words.
fn impact_of(
    run: Words,
    games: Option<u64>,
    of: Vec<String>,
    readings: &[String],
    budget: Option<&str>,
    playouts: Option<u32>,
) -> PyResult<ImpactSpec> {
    let reading = |text: &String| {
        let known = Reading::ALL.map(Reading::word).join(", ");
        let found = Reading::ALL.into_iter().find(|reading| reading.word() == text);
        found
            .ok_or_else(|| refused(format!("readings: unknown reading \"{text}\": the readings are {known}")))
    };
    if playouts == Some(0) {
        return Err(refused("playouts must be at least 1"));
    }
    Ok(ImpactSpec {
        run: plain(run, games, "impact")?,
        of,
        readings: readings.iter().map(reading).collect::<PyResult<_>>()?,
        budget: budget.map(|text| word("budget", text)).transpose()?,
        playouts,
    })
}

/// The items that can be removed from the game of a run, with their names, and the reason if one cannot occur.
#[pyfunction]
pub fn items(run: Words) -> PyResult<Vec<(String, String, Option<String>)>> {
    let items = impact_of(run, None, Vec::new(), &[], None, None)?.items().map_err(refused)?;
    Ok(items.into_iter().map(|item| (item.word, item.name, item.absent)).collect())
}

/// Plays an impact: the content of `impact.toml` as JSON, and the tables.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the options of the command")]
pub fn impact(
    py: Python<'_>,
    run: Words,
    games: Option<u64>,
    of: Vec<String>,
    readings: Vec<String>,
    budget: Option<&str>,
    playouts: Option<u32>,
    folder: Option<PathBuf>,
    resume: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    tasks: Option<Py<PyAny>>,
) -> PyResult<(String, Tables)> {
    let spec = impact_of(run, games, of, &readings, budget, playouts)?;
    let (pool, stop) = (pool(threads)?, AtomicBool::new(false));
    let tasks = tasks.map(|tasks| Tasks::new(py, tasks)).transpose()?;
    let workers = workers(tasks.as_ref());
    let results = work(py, progress.as_ref(), &stop, |meter| {
        let context = RunContext { out: folder.as_deref(), resume, workers, ..RunContext::new(&pool, &stop) };
        spec.run_in(&context, |progress| match progress {
            ImpactProgress::Games(progress) => series(meter, progress),
            ImpactProgress::Forks(games, limit) => meter.set(games, limit),
            ImpactProgress::Timed(_, spent, limit) => meter.set(spent.as_secs(), limit.as_secs().max(1)),
        })
    })?;
    tasks.iter().try_for_each(|tasks| tasks.check(py))?;
    let results = results.map_err(refused)?.ok_or_else(stopped)?;
    Ok((serde_json::to_string(&results.info).map_err(refused)?, named(results.tables)?))
}

/// Plays a sweep: its notes as JSON, and the table.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the options of the command")]
pub fn sweep(
    py: Python<'_>,
    run: Words,
    vary: Vec<String>,
    games: Option<u64>,
    folder: Option<PathBuf>,
    resume: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    tasks: Option<Py<PyAny>>,
) -> PyResult<(String, Table)> {
    let vary: Vec<Vary> = vary.iter().map(|text| word("vary", text)).collect::<PyResult<_>>()?;
    if vary.is_empty() {
        return Err(refused("vary: name at least one figure with its values"));
    }
    let spec = SweepSpec { run: plain(run, games, "sweep")?, vary };
    let (pool, stop) = (pool(threads)?, AtomicBool::new(false));
    let tasks = tasks.map(|tasks| Tasks::new(py, tasks)).transpose()?;
    let workers = workers(tasks.as_ref());
    let results = work(py, progress.as_ref(), &stop, |meter| {
        let context = RunContext { out: folder.as_deref(), resume, workers, ..RunContext::new(&pool, &stop) };
        spec.run_in(&context, |progress| series(meter, progress))
    })?;
    tasks.iter().try_for_each(|tasks| tasks.check(py))?;
    let results = results.map_err(refused)?;
    if results.lines.len() < results.combinations {
        return Err(stopped());
    }
    let mut notes = json!(results.info);
    notes["command"] = json!(results.command);
    Ok((notes.to_string(), Table::of(results.cells())?))
}

/// The arguments of `wilaya.arena`.
#[derive(FromPyObject)]
pub struct ArenaWords {
    setting: SettingWords,
    bots: Vec<Player>,
    pairs: u64,
    seed: u64,
    max_turns: u16,
    sprt: Option<(f64, f64)>,
    alpha: f64,
    beta: f64,
    batch: u64,
}

impl ArenaWords {
    /// The arena that they describe, and the bots in it that are classes: their names hold their places.
    fn spec(self, py: Python<'_>) -> PyResult<(ArenaSpec, Vec<Option<Py<PyAny>>>)> {
        at_least("pairs", self.pairs, 1)?;
        at_least("max_turns", self.max_turns.into(), 1)?;
        at_least("batch", self.batch, 1)?;
        if self.sprt.is_some_and(|(low, high)| !(low < high && (high - low).is_finite())) {
            return Err(refused(
                "sprt: expected two Elo differences, the smaller one first, such as (0, 50)",
            ));
        }
        for (option, chance) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(0.0001..=0.49).contains(&chance) {
                return Err(refused(format!(
                    "{option} = {chance}: expected a probability from 0.0001 to 0.49"
                )));
            }
        }
        let (mut bots, mut classes) = (Vec::new(), Vec::new());
        for bot in self.bots {
            let (spec, class) = match bot {
                Player::Bot(text) => (word("bots", &text)?, None),
                Player::Class(class) => {
                    let spec = BotSpec { name: class_name(py, &class)?, keys: Vec::new() };
                    (spec, Some(class))
                }
            };
            bots.push(spec);
            classes.push(class);
        }
        let (game, setting, figures) = self.setting.read()?;
        let bots = BotList::new(bots).map_err(|why| refused(format!("bots: {why}")))?;
        let Self { alpha, beta, batch, .. } = self;
        let spec = ArenaSpec {
            setting,
            figures,
            pairs: self.pairs,
            seed: self.seed,
            max_turns: self.max_turns,
            sprt: self.sprt.map(|(low, high)| SprtInfo { elo: [low, high], alpha, beta, batch }),
            ..ArenaSpec::new(game, bots)
        };
        Ok((spec, classes))
    }
}

/// The results of an arena: the content of `arena.toml` as JSON, the tables, and the verdict of a sequential test.
type Rated = (String, Tables, Option<&'static str>);

/// Rates bots.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the options of the command")]
pub fn arena(
    py: Python<'_>,
    words: ArenaWords,
    folder: Option<PathBuf>,
    resume: bool,
    keep: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    tasks: Option<Py<PyAny>>,
) -> PyResult<Rated> {
    let (spec, classes) = words.spec(py)?;
    let python = classes.iter().any(Option::is_some);
    if python && resume {
        return Err(refused("resume: a bot in Python may have changed: play into another folder"));
    }
    let (pool, failure) = (pool(threads)?, Failure::default());
    if python && tasks.is_some() {
        return Err(refused(BOT_STAYS));
    }
    let tasks = tasks.map(|tasks| Tasks::new(py, tasks)).transpose()?;
    let workers = workers(tasks.as_ref());
    with_game!(spec.game.ok_or_else(|| refused(ArenaError::NoGame))?, G => {
        let maker = |(spec, class): (&BotSpec, Option<Py<PyAny>>)| match class {
            Some(class) => Ok(bot::maker::<G>(class, &failure)),
            None => build::<G>(spec).map_err(refused),
        };
        let makers = spec.bots.specs().iter().zip(classes).map(maker).collect::<PyResult<Vec<Maker<G>>>>()?;
        let stop = &*failure.stop;
        let played = work(py, progress.as_ref(), stop, |meter| {
            // If a bot in Python fails, nothing may be written.
            let (now, later) = if python { (None, folder.as_deref()) } else { (folder.as_deref(), None) };
            let mut pairs: Vec<PlayedPair> = Vec::new();
            let context = RunContext { out: now, resume, workers, ..RunContext::new(&pool, stop) };
            let each = |pair: &PlayedPair, done, all| {
                if keep || later.is_some() {
                    pairs.push(*pair);
                }
                meter.set(done, all);
            };
            let results = if python {
                spec.play_with::<G>(&makers, &context, each)?
            } else {
                spec.play_pairs::<G>(&context, each)?
            };
            if let Some(path) = later.filter(|_| !stop.load(Ordering::Relaxed)) {
                let mut folder = ArenaFolder::create(path, &results.info)?;
                pairs.iter().try_for_each(|pair| folder.push(pair))?;
                let looks = results.test.as_ref().map_or(&[][..], |test| &test.looks);
                folder.finish(&results.standings, &results.took, looks)?;
            }
            Ok::<_, ArenaError>((results, pairs))
        })?;
        failure.check()?;
        tasks.iter().try_for_each(|tasks| tasks.check(py))?;
        let (results, pairs) = played.map_err(refused)?;
        if results.is_stopped() {
            return Err(stopped());
        }
        let mut tables = named(results.tables())?;
        if keep {
            tables.push(("games".to_owned(), Table::of(results.info.plan.games(&pairs))?));
        }
        let verdict = results.test.as_ref().and_then(|test| test.verdict).map(|verdict| match verdict {
            Verdict::First => "rejected",
            Verdict::Second => "accepted",
        });
        Ok((serde_json::to_string(&results.info).map_err(refused)?, tables, verdict))
    })
}

/// Plays out the choices of a position: the notes as JSON, and the table of the choices.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the options of the command")]
pub fn rollout(
    py: Python<'_>,
    position: &Position,
    games: u64,
    fln: &str,
    france: &str,
    as_it_is: bool,
    luck: u16,
    seed: u64,
    max_turns: u16,
    file: Option<PathBuf>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    tasks: Option<Py<PyAny>>,
) -> PyResult<(String, Table)> {
    at_least("games", games, 1)?;
    at_least("luck", luck.into(), LEAST_REROLLS.into())?;
    at_least("max_turns", max_turns.into(), 1)?;
    let (text, (data, set)) = position.parts();
    let from = start(&text)?;
    let bots =
        BySide { fln: Some(word::<BotSpec>("fln", fln)?), france: Some(word::<BotSpec>("france", france)?) };
    let figures = figures(data, &set)?;
    let spec =
        RolloutSpec { figures, bots, games, as_it_is, luck, seed, max_turns, ..RolloutSpec::new(from) };
    let (pool, stop) = (pool(threads)?, AtomicBool::new(false));
    let tasks = tasks.map(|tasks| Tasks::new(py, tasks)).transpose()?;
    let workers = workers(tasks.as_ref());
    let results = work(py, progress.as_ref(), &stop, |meter| {
        let context = RunContext { out: file.as_deref(), workers, ..RunContext::new(&pool, &stop) };
        spec.run_in(&context, |done, all| meter.set(done, all))
    })?;
    tasks.iter().try_for_each(|tasks| tasks.check(py))?;
    let results = results.map_err(refused)?.ok_or_else(|| refused("the rollout was stopped"))?;
    let table = Table::of(results.cells())?;
    let position = spec.from.position();
    let RolloutResults { command, data, statement, bots, side, .. } = results;
    let notes = json!({
        "game": position.game,
        "version": VERSION,
        "command": command,
        "data": data,
        "statement": statement,
        "setting": position.setting,
        "bots": bots,
        "seed": seed,
        "side": side,
    });
    Ok((notes.to_string(), table))
}
