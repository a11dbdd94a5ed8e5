//! What is more than one run: rollouts.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use serde_json::json;
use wilaya_bots::BotSpec;
use wilaya_engine::BySide;
use wilaya_engine::record::VERSION;
use wilaya_sim::rollout::{RolloutResults, RolloutSpec};
use wilaya_sim::{LEAST_REROLLS, RunContext};

use crate::error::refused;
use crate::position::Position;
use crate::run::{figures, pool, start, word};
use crate::table::Table;
use crate::work::work;

/// Plays the choices of a position out: what there is to say of it as JSON, and the table of the choices.
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
    let results = work(py, progress.as_ref(), &stop, |meter| {
        let context = RunContext { out: file.as_deref(), ..RunContext::new(&pool, &stop) };
        spec.run_in(&context, |done, all| meter.set(done, all))
    })?;
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

fn at_least(option: &str, found: u64, least: u64) -> PyResult<()> {
    if found < least { Err(refused(format!("{option} must be at least {least}"))) } else { Ok(()) }
}
