//! Tunings.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use serde_json::json;
use wilaya_engine::record::VERSION;
use wilaya_sim::RunContext;
use wilaya_sim::tune::{TuneResults, TuneSpec};

use crate::error::{at_least, refused};
use crate::executor::{Tasks, workers};
use crate::run::{SettingWords, pool, word};
use crate::work::work;

/// The arguments of `wilaya.tune`.
#[derive(FromPyObject)]
pub struct TuneWords {
    setting: SettingWords,
    bot: String,
    pool: Vec<String>,
    iterations: u64,
    pairs: u64,
    step: f64,
    seed: u64,
    max_turns: u16,
}

impl TuneWords {
    fn spec(self) -> PyResult<TuneSpec> {
        at_least("iterations", self.iterations, 1)?;
        at_least("pairs", self.pairs, 1)?;
        at_least("max_turns", self.max_turns.into(), 1)?;
        if !(0.001..=1000.0).contains(&self.step) {
            return Err(refused(format!("step = {}: expected a number from 0.001 to 1000", self.step)));
        }
        if self.pool.is_empty() {
            return Err(refused("pool: name at least one opponent"));
        }
        let Self { iterations, pairs, step, seed, max_turns, .. } = self;
        let (game, setting, figures) = self.setting.read()?;
        Ok(TuneSpec {
            game,
            setting,
            figures,
            bot: word("bot", &self.bot)?,
            pool: self.pool,
            seed,
            iterations,
            pairs,
            step,
            max_turns,
        })
    }
}

/// The results of a tuning: its notes as JSON, the bot found, and each weight with its value before and after.
type Tuned = (String, String, Vec<(&'static str, f64, f64)>);

/// Tunes the weights of a bot.
#[pyfunction]
pub fn tune(
    py: Python<'_>,
    words: TuneWords,
    file: Option<PathBuf>,
    resume: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    tasks: Option<Py<PyAny>>,
) -> PyResult<Tuned> {
    let spec = words.spec()?;
    let (pool, stop) = (pool(threads)?, AtomicBool::new(false));
    let tasks = tasks.map(|tasks| Tasks::new(py, tasks)).transpose()?;
    let workers = workers(tasks.as_ref());
    let results = work(py, progress.as_ref(), &stop, |meter| {
        let context = RunContext { out: file.as_deref(), resume, workers, ..RunContext::new(&pool, &stop) };
        spec.run_in(&context, |done, _| meter.set(done, spec.iterations))
    })?;
    tasks.iter().try_for_each(|tasks| tasks.check(py))?;
    let results = results.map_err(refused)?;
    if results.done < spec.iterations {
        return Err(refused("it was stopped: continue from the file with resume=True"));
    }
    let command = spec.command().map_err(refused)?;
    let TuneResults { plan, data, statement, weights, found, bot, .. } = results;
    let notes = json!({
        "game": spec.game,
        "version": VERSION,
        "command": command,
        "data": data,
        "statement": statement,
        "plan": plan,
    });
    let weights = weights.iter().zip(found).map(|(weight, found)| (weight.name, weight.start, found));
    Ok((notes.to_string(), bot.to_string(), weights.collect()))
}
