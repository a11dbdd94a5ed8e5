//! Runs: many games of one setting between two bots.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use pyo3::prelude::*;
use rayon::ThreadPool;
use wilaya_bots::{BotSpec, Maker, Roster};
use wilaya_engine::{BySide, Field, Form, Measured, Setting, Tally as _};
use wilaya_sim::{
    FigureSpec, FolderError, GameColumns, GameName, Heading, MOST_GAMES, Prepared, Row, RunContext,
    RunFolder, RunResults, RunSpec, Start, threads as start_threads, with_game,
};

use crate::bot::{self, BOT_STAYS, Failure, class_name};
use crate::error::refused;
use crate::executor::{Tasks, workers};
use crate::table::{Rows, Table};
use crate::work::work;

/// The fields of a `wilaya.Run`.
#[derive(FromPyObject)]
pub struct Words {
    game: String,
    scenario: Option<String>,
    setup: Option<String>,
    options: Vec<String>,
    bars: Vec<String>,
    position: Option<String>,
    data: Option<PathBuf>,
    set: Vec<String>,
    fln: Player,
    france: Player,
    seed: u64,
    pairs: bool,
    luck: Option<u16>,
    turns: bool,
    max_turns: u16,
}

/// The setting that several games share: the fields of a `wilaya._run._Setting`.
#[derive(FromPyObject)]
pub struct SettingWords {
    game: String,
    scenarios: Option<Vec<String>>,
    setup: Option<String>,
    options: Vec<String>,
    bars: Vec<String>,
    data: Option<PathBuf>,
    set: Vec<String>,
}

impl SettingWords {
    /// The game, the setting and the figures that they describe.
    pub fn read(self) -> PyResult<(GameName, Setting, FigureSpec)> {
        let Self { game, scenarios, setup, options, bars, data, set } = self;
        let scenario = scenarios.map(|names| names.join(","));
        let game = game.parse().map_err(refused)?;
        Ok((game, Setting { scenario, setup, options, bars }, figures(data, &set)?))
    }
}

/// A player of a `wilaya.Run`.
#[derive(FromPyObject)]
pub enum Player {
    /// A bot of the game, by its specification.
    #[pyo3(transparent)]
    Bot(String),
    /// A class of bots in Python.
    #[pyo3(transparent)]
    Class(Py<PyAny>),
}

/// Reads a word; errors name its option.
pub fn word<T: std::str::FromStr>(option: &str, text: &str) -> PyResult<T>
where
    T::Err: std::fmt::Display,
{
    text.parse().map_err(|why| refused(format!("{option} = \"{text}\": {why}")))
}

/// The figures given by options.
pub fn figures(data: Option<PathBuf>, set: &[String]) -> PyResult<FigureSpec> {
    let set = set.iter().map(|text| word("set", text)).collect::<PyResult<_>>()?;
    Ok(FigureSpec { data, set })
}

/// The position in a text.
pub fn start(text: &str) -> PyResult<Start> {
    Start::new("position".as_ref(), text).map_err(refused)
}

impl Words {
    /// The run that they describe, and the bots in it that are classes: the default bot holds their places.
    pub fn spec(self) -> PyResult<(RunSpec, BySide<Option<Py<PyAny>>>)> {
        let game: GameName = self.game.parse().map_err(refused)?;
        let from = self.position.as_deref().map(start).transpose()?;
        let Self { scenario, setup, options, bars, .. } = self;
        let figures = figures(self.data, &self.set)?;
        let (fln, fln_class) = self.fln.split("fln")?;
        let (france, france_class) = self.france.split("france")?;
        let mut spec = RunSpec::new(game).start(from).figures(figures);
        spec.setting = Setting { scenario, setup, options, bars };
        spec.bots = BySide { fln, france };
        spec.seed = self.seed;
        spec.pairs = self.pairs;
        spec.luck = self.luck;
        spec.turns = self.turns;
        spec.max_turns = self.max_turns;
        Ok((spec, BySide { fln: fln_class, france: france_class }))
    }
}

impl Player {
    /// The bot of the game, or the class.
    fn split(self, option: &str) -> PyResult<(Option<BotSpec>, Option<Py<PyAny>>)> {
        Ok(match self {
            Self::Bot(text) => (Some(word(option, &text)?), None),
            Self::Class(class) => (None, Some(class)),
        })
    }
}

/// Checks a run by building its rules and bots, without playing. Returns the command line that plays `games` of its games.
#[pyfunction]
#[pyo3(signature = (run, games=1000))]
pub fn command(py: Python<'_>, run: Words, games: u64) -> PyResult<Vec<String>> {
    let (spec, classes) = run.spec()?;
    let spec = spec.games(games);
    with_game!(spec.game().map_err(refused)?, G => Ok(Ready::<G>::new(py, &spec, classes)?.run.info.command))
}

/// A run whose rules and bots are built, with its bots in Python.
struct Ready<G: Roster> {
    run: Prepared<G>,
    failure: Failure,
    /// One of the bots is a class in Python.
    python: bool,
}

/// Puts a class in the place of a placeholder.
fn seat<G: Roster>(
    py: Python<'_>,
    (maker, name): (&mut Maker<G>, &mut String),
    class: Option<Py<PyAny>>,
    failure: &Failure,
) -> PyResult<bool> {
    let Some(class) = class else { return Ok(false) };
    *name = class_name(py, &class)?;
    *maker = bot::maker::<G>(class, failure);
    Ok(true)
}

impl<G: Roster> Ready<G> {
    fn new(py: Python<'_>, spec: &RunSpec, classes: BySide<Option<Py<PyAny>>>) -> PyResult<Self> {
        let mut run = spec.prepare::<G>().map_err(refused)?;
        let failure = Failure::default();
        let (fln, france) = (&mut run.makers.0, &mut run.makers.1);
        let mut python = seat(py, (fln, &mut run.info.bots.fln), classes.fln, &failure)?;
        python |= seat(py, (france, &mut run.info.bots.france), classes.france, &failure)?;
        run.plan.bots = run.info.bots.clone();
        run.info.command = run.info.words();
        Ok(Self { run, failure, python })
    }
}

/// The tables of games under construction.
struct Collected {
    columns: GameColumns,
    games: Rows,
    turns: Option<Rows>,
}

impl Collected {
    fn new<G: Roster>(run: &Prepared<G>) -> Self {
        let columns = run.columns();
        let whole = |name: &str, help| Heading { name: name.to_owned().into(), form: Form::WHOLE, help };
        let turns = run.plan.turns.then(|| {
            let own = [whole("game", "its number, from 0"), whole("turn", "the turn, from 1")];
            let tracks =
                G::TRACKS.iter().map(|name| whole(name, "the track at the first decision of the turn"));
            Rows::new(&own.into_iter().chain(tracks).collect::<Vec<_>>())
        });
        Self { games: Rows::new(&columns.headings), columns, turns }
    }

    fn push(&mut self, row: &Row) {
        self.games.push(self.columns.fields(row));
        if let (Some(turns), Some(text)) = (&mut self.turns, &row.turns) {
            text.lines().for_each(|line| turns.push(line.split(',').map(Field::read)));
        }
    }

    fn finish(self) -> PyResult<(Table, Option<Table>)> {
        let turns = self.turns.map(Rows::finish).transpose().map_err(refused)?;
        Ok((self.games.finish().map_err(refused)?, turns))
    }
}

/// Plays games `first` to `first + n - 1` of a run: the table of games and, if requested, of their tracks by turn.
#[pyfunction]
#[pyo3(signature = (run, first, n, threads=None, progress=None))]
pub fn play(
    py: Python<'_>,
    run: Words,
    first: u64,
    n: u64,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Table, Option<Table>)> {
    let (spec, classes) = run.spec()?;
    if first.checked_add(n).is_none_or(|end| end > MOST_GAMES) {
        return Err(refused(format!("first = {first}, n = {n}: a run has at most {MOST_GAMES} games")));
    }
    with_game!(spec.game().map_err(refused)?, G => {
        let Ready { mut run, failure, .. } = Ready::<G>::new(py, &spec, classes)?;
        (run.plan.first, run.plan.games) = (first, n);
        let pool = pool(threads)?;
        let stop = &*failure.stop;
        let played = work(py, progress.as_ref(), stop, |meter| {
            let mut collected = Collected::new(&run);
            let context = RunContext::new(&pool, stop);
            run.play(&context, |row, progress| {
                collected.push(row);
                meter.set(progress.done, n);
            })?;
            Ok::<_, FolderError>(collected)
        })?;
        failure.check()?;
        played.map_err(refused)?.finish()
    })
}

/// A pool of threads; one per core by default.
pub fn pool(threads: Option<usize>) -> PyResult<ThreadPool> {
    if threads == Some(0) {
        return Err(refused("threads must be at least 1"));
    }
    start_threads(threads).map_err(refused)
}

/// The results of a run: the content of `run.toml` as JSON, whether it was stopped, seconds, the summary, and the tables of
/// games and turns if they were kept.
type Simulated = (String, f64, Table, Option<Table>, Option<Table>);

/// Plays a run and summarizes it.
#[pyfunction]
#[pyo3(signature = (run, games=None, folder=None, resume=false, record=None, until_ci=None, keep=true, threads=None, progress=None, tasks=None))]
#[expect(clippy::too_many_arguments, reason = "they are the options of the command")]
pub fn simulate(
    py: Python<'_>,
    run: Words,
    games: Option<u64>,
    folder: Option<PathBuf>,
    resume: bool,
    record: Option<&str>,
    until_ci: Option<f64>,
    keep: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    tasks: Option<Py<PyAny>>,
) -> PyResult<Simulated> {
    let (mut spec, classes) = run.spec()?;
    spec.games = games;
    spec.until_ci = until_ci;
    spec.record = record.map(|text| word("record", text)).transpose()?.unwrap_or_default();
    with_game!(spec.game().map_err(refused)?, G => {
        let Ready { run, failure, python } = Ready::<G>::new(py, &spec, classes)?;
        if python && resume {
            return Err(refused("resume: a bot in Python may have changed: play into another folder"));
        }
        if python && tasks.is_some() {
            return Err(refused(BOT_STAYS));
        }
        let pool = pool(threads)?;
        let tasks = tasks.map(|tasks| Tasks::new(py, tasks)).transpose()?;
        let workers = workers(tasks.as_ref());
        let stop = &*failure.stop;
        let out = folder.as_deref();
        let played = work(py, progress.as_ref(), stop, |meter| {
            let mut collected = keep.then(|| Collected::new(&run));
            // If a bot in Python fails, nothing may be written.
            let mut rows = Vec::new();
            let in_memory = python && out.is_some();
            let out_now = out.filter(|_| !in_memory);
            let context = RunContext { out: out_now, resume, workers, ..RunContext::new(&pool, stop) };
            let mut results = run.play(&context, |row, progress| {
                collected.iter_mut().for_each(|collected| collected.push(row));
                if in_memory {
                    rows.push(row.clone());
                }
                meter.set(progress.done, run.plan.games);
            })?;
            if let (Some(out), true, false) = (out, in_memory, stop.load(Ordering::Relaxed)) {
                let mut folder = RunFolder::create(out, &<<G as Measured>::Tally>::columns(), &run.info, None)?;
                rows.iter().try_for_each(|row| folder.push(row))?;
                results.info = folder.finish(&results.summary, results.end)?;
            }
            Ok::<_, FolderError>((results, collected))
        })?;
        failure.check()?;
        tasks.iter().try_for_each(|tasks| tasks.check(py))?;
        let (RunResults { info, seconds, summary, .. }, collected) = played.map_err(refused)?;
        let (games, turns) = match collected {
            Some(collected) => collected.finish().map(|(games, turns)| (Some(games), turns))?,
            None => (None, None),
        };
        let notes = serde_json::to_string(&info).map_err(refused)?;
        Ok((notes, seconds, Table::of(summary.cells())?, games, turns))
    })
}
