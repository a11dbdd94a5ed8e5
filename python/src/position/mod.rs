//! Positions, one move after the other.

mod any;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::{Value, json};
use wilaya_bots::analysis::OddsOptions;
use wilaya_engine::notation::{roll_text, text_hash};
use wilaya_engine::position::{FormatError, Position as File};
use wilaya_engine::record::{Header, Record};
use wilaya_engine::{Game as _, Outcome, Setting, Side};
use wilaya_sim::files::replace;
use wilaya_sim::{DEFAULT_SEED, FigureSpec, GameName, read_text, with_game};

use crate::bot::{View, from_json};
use crate::encode::Encoding;
use crate::error::refused;
use crate::run::{figures, word};

use any::{AnyPlayer, AnyPosition, Rolling, World};

/// An immutable position of a game: playing an action returns a new one.
#[pyclass(frozen, module = "wilaya")]
pub struct Position(Arc<dyn AnyPosition>);

/// Changed figures: a mapping from keys to values, or a list of `key=value`.
pub struct Changes(pub Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Changes {
    type Error = PyErr;

    fn extract(changes: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let words = changes.py().import("wilaya._run")?.getattr("_changes")?.call1((changes,))?;
        Ok(Self(words.extract()?))
    }
}

/// The position of a text.
fn read(text: &str, spec: FigureSpec) -> PyResult<Position> {
    let file = File::parse(text).map_err(refused)?;
    with_game!(file.game.parse::<GameName>().map_err(refused)?, G => {
        let world = World::<G>::new(spec, &file.setting)?;
        let state = file.state::<G>(&world.rules).map_err(refused)?;
        Ok(world.position(state, &[], Vec::new()))
    })
}

fn as_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    from_json(py, &value.to_string())
}

fn side_of(text: Option<&str>) -> PyResult<Option<Side>> {
    text.map(|text| word("side", text)).transpose()
}

#[pymethods]
impl Position {
    /// Sets up a game and plays it to its first decision.
    ///
    /// `seed` is the seed of the dice of the set-up (1 by default); `dice` gives the rolls in order instead.
    #[staticmethod]
    #[pyo3(signature = (game, scenario=None, *, setup=None, options=vec![], bars=vec![], set=Changes(vec![]), data=None, seed=None, dice=None))]
    #[expect(clippy::too_many_arguments, reason = "they are the options of the command")]
    fn new(
        game: &str,
        scenario: Option<String>,
        setup: Option<String>,
        options: Vec<String>,
        bars: Vec<String>,
        set: Changes,
        data: Option<PathBuf>,
        seed: Option<u64>,
        dice: Option<&str>,
    ) -> PyResult<Self> {
        let spec = figures(data, &set.0)?;
        let setting = Setting { scenario, setup, options, bars };
        let seed = seed.or_else(|| dice.is_none().then_some(DEFAULT_SEED));
        with_game!(game.parse::<GameName>().map_err(refused)?, G => {
            let world = World::<G>::new(spec, &setting)?;
            let mut events = Vec::new();
            let dice = Rolling { script: dice, seed };
            let (state, rolls) = world.roll(dice, |dice| Ok(G::start(&world.rules, dice, &mut events)))?;
            Ok(world.position(state, &events, rolls))
        })
    }

    /// Reads a position file. If figures were changed, give the same changes.
    #[staticmethod]
    #[pyo3(signature = (path, *, set=Changes(vec![]), data=None))]
    fn load(path: PathBuf, set: Changes, data: Option<PathBuf>) -> PyResult<Self> {
        let text = read_text(&path).map_err(refused)?;
        let spec = figures(data, &set.0)?;
        read(&text, spec)
            .map_err(|why| Python::attach(|py| refused(format!("{}: {}", path.display(), why.value(py)))))
    }

    /// Reads the text of a position file.
    #[staticmethod]
    #[pyo3(signature = (text, *, set=Changes(vec![]), data=None))]
    fn parse(text: &str, set: Changes, data: Option<PathBuf>) -> PyResult<Self> {
        read(text, figures(data, &set.0)?)
    }

    /// Writes a position file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        replace(&path, &self.text()).map_err(refused)
    }

    /// The game: `algeria` or `ici`.
    #[getter]
    fn game(&self) -> &str {
        self.0.game()
    }

    /// Scenario, set-up, options and bars, with defaults filled in.
    #[getter]
    fn setting<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_python(py, &json!(self.0.setting()))
    }

    /// The turn, from 1; 0 during set-up.
    #[getter]
    fn turn(&self) -> u16 {
        self.0.clock().0
    }

    /// The number of the phase in the turn.
    #[getter]
    fn phase(&self) -> u8 {
        self.0.clock().1
    }

    /// The side to decide, `fln` or `france`; None once the game is over.
    #[getter]
    fn side(&self) -> Option<&str> {
        self.0.decision().map(|(side, _)| side.name())
    }

    /// The kind of decision; None once the game is over.
    #[getter]
    fn decision(&self) -> Option<String> {
        self.0.decision().map(|(_, kind)| kind)
    }

    /// The outcome: `fln`, `france` or `draw`; None while the game is not over.
    #[getter]
    fn outcome(&self) -> Option<&str> {
        self.0.outcome().map(Outcome::name)
    }

    /// The values of the tracks, by name.
    #[getter]
    fn tracks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tracks = PyDict::new(py);
        self.0.tracks().into_iter().try_for_each(|(name, value)| tracks.set_item(name, value))?;
        Ok(tracks)
    }

    /// The legal actions in notation, in the order of the engine, each with a description. Empty once the game is over.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let actions = PyDict::new(py);
        self.0.actions().into_iter().try_for_each(|(action, words)| actions.set_item(action, words))?;
        Ok(actions)
    }

    /// What happened since the previous position, in words; empty in a loaded position.
    #[getter]
    fn events(&self) -> Vec<String> {
        self.0.happened().0.to_vec()
    }

    /// The rolls since the previous position, in notation.
    #[getter]
    fn rolls(&self) -> Vec<String> {
        self.0.happened().1.to_vec()
    }

    /// The text of a position file.
    #[getter]
    fn text(&self) -> String {
        self.0.file().to_text()
    }

    /// What the side to decide sees, without anything hidden from it. None once the game is over.
    #[getter]
    fn view(&self) -> Option<View> {
        self.0.view()
    }

    /// Plays actions in sequence and returns the resulting position; this one does not change.
    ///
    /// `seed` is the seed of the dice; `dice` gives the rolls in order instead, such as "3,5,1", or labelled, such as "raid=3",
    /// and all must be used. Without either, an action that rolls dice raises an error. The same seed rolls the same dice each
    /// time, so use a different one for each action.
    #[pyo3(signature = (*actions, seed=None, dice=None))]
    fn apply(
        &self,
        py: Python<'_>,
        actions: Vec<String>,
        seed: Option<u64>,
        dice: Option<&str>,
    ) -> PyResult<Self> {
        py.detach(|| self.0.apply(&actions, Rolling { script: dice, seed }))
    }

    /// The possible results of an action up to the next decision, with probabilities, as the side to decide knows them: a
    /// dictionary as printed by `wilaya position odds --format json`.
    ///
    /// Up to `leaves` combinations of dice are enumerated (100,000 by default); if there are more, `samples` of them are drawn
    /// (2,000 by default).
    #[pyo3(signature = (action, *, leaves=None, samples=None, seed=1))]
    fn odds<'py>(
        &self,
        py: Python<'py>,
        action: &str,
        leaves: Option<u64>,
        samples: Option<u64>,
        seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let known = OddsOptions::default();
        if samples == Some(0) {
            return Err(refused("samples must be at least 1"));
        }
        let (leaves, samples) = (leaves.unwrap_or(known.leaves), samples.unwrap_or(known.samples));
        let odds = py.detach(|| self.0.odds(action, OddsOptions { leaves, samples, seed }))?;
        as_python(py, &odds)
    }

    /// What a side sees, as a `wilaya.observation/1` (docs/protocol.md).
    fn observe<'py>(&self, py: Python<'py>, side: &str) -> PyResult<Bound<'py, PyAny>> {
        as_python(py, &self.0.observe(word("side", side)?))
    }

    /// The FLN's win probability if the bot `heuristic` plays on for both sides, from 0 to 1, by the built-in evaluation, which is
    /// meant for positions at the start of a turn or just after a roll. Once the game is over it is 1, 0 or 0.5.
    fn evaluate(&self) -> f64 {
        self.0.evaluate()
    }

    /// A description on several lines: the whole position, or what a side sees.
    #[pyo3(signature = (side=None))]
    fn describe(&self, side: Option<&str>) -> PyResult<String> {
        Ok(self.0.describe(side_of(side)?))
    }

    /// The map with its counters as SVG: the whole position, or what a side sees.
    #[pyo3(signature = (side=None))]
    fn svg(&self, side: Option<&str>) -> PyResult<String> {
        self.0.svg(side_of(side)?)
    }

    /// Plays out each legal action: `wilaya.rollout` with this position.
    #[pyo3(signature = (games=400, **options))]
    fn rollout<'py>(
        slf: &Bound<'py, Self>,
        games: u64,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("wilaya._plans")?.getattr("rollout")?.call((slf, games), options)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.0.svg(None)
    }

    /// What a side sees and its legal actions as 16-bit numbers, and the number of actions.
    fn _encode<'py>(
        &self,
        py: Python<'py>,
        side: &str,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, usize)> {
        let side = word("side", side)?;
        let lost = |what: String| refused(format!("{what} has no number: please report it"));
        let (observation, actions, count) = py.detach(|| self.0.encode(side)).map_err(lost)?;
        let bytes = |numbers: &[i16]| {
            PyBytes::new(py, &numbers.iter().flat_map(|number| number.to_ne_bytes()).collect::<Vec<_>>())
        };
        Ok((bytes(&observation), bytes(&actions), count))
    }

    fn __repr__(&self) -> String {
        let (game, turn) = (self.0.game(), self.0.clock().0);
        match (self.0.decision(), self.0.outcome()) {
            (Some((side, kind)), _) => {
                format!("<wilaya.Position: {game}, turn {turn}, {} to decide: {kind}>", side.name())
            }
            (None, outcome) => {
                let outcome = outcome.map_or("", Outcome::name);
                format!("<wilaya.Position: {game}, turn {turn}, over: {outcome}>")
            }
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.text() == other.text()
    }

    fn __hash__(&self) -> u64 {
        text_hash(&self.text())
    }

    /// A position is pickled as its text, with the figures that were changed.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let (text, (data, set)) = self.parts();
        Ok((py.import("wilaya._wilaya")?.getattr("_position")?, (text, data, set)))
    }
}

impl Position {
    /// Its text, and the figures that differ from the built-in ones: a folder or file, and changes.
    pub fn parts(&self) -> (String, (Option<PathBuf>, Vec<String>)) {
        let FigureSpec { data, set } = self.0.figures();
        (self.text(), (data.clone(), set.iter().map(ToString::to_string).collect()))
    }
}

/// A bot that plays a side from a position.
#[pyclass(frozen, module = "wilaya")]
pub struct Player(Mutex<Box<dyn AnyPlayer>>);

#[pymethods]
impl Player {
    #[new]
    fn new(position: &Position, bot: &str, side: &str, seed: u64) -> PyResult<Self> {
        let player = position.0.player(&word("bot", bot)?, word("side", side)?, seed)?;
        Ok(Self(Mutex::new(player)))
    }

    /// The action that the bot chooses; its side must be the one to decide.
    fn choose(&self, py: Python<'_>, position: &Position) -> PyResult<String> {
        py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).choose(&*position.0))
    }

    /// Tells the bot the action that the other side is about to play, if it may see it.
    fn watch(&self, py: Python<'_>, position: &Position, action: &str) -> PyResult<()> {
        py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).watch(&*position.0, action))
    }
}

/// Names of the fields; patterns with the number of their fields and their meanings; verbs, places and words of actions.
type Fields<'a> =
    (&'a [String], &'a [(&'static str, usize, &'static str)], &'a [String], &'a [String], &'a [String]);

/// The encoding of the observations and actions of a game.
#[pyfunction]
pub fn encoding<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
    let Encoding { fields, patterns, verbs, places, words, .. } = position.0.encoding();
    let all: Fields<'_> = (fields, patterns, verbs, places, words);
    all.into_bound_py_any(py)
}

/// Text of a position, folder or file of its figures, changes.
type Parts = (String, Option<PathBuf>, Vec<String>);

/// Restores a pickled position.
#[pyfunction]
pub fn _position(text: &str, data: Option<PathBuf>, set: Vec<String>) -> PyResult<Position> {
    read(text, figures(data, &set)?)
}

/// A step of a replay: the side, its action, and the position after it; the set-up has neither side nor action.
type Replayed = (Option<&'static str>, Option<String>, Position);

/// Plays a record back: its source as JSON, its steps, the outcome and the last turn.
#[pyfunction]
pub fn replay(
    py: Python<'_>,
    path: PathBuf,
    set: Changes,
    data: Option<PathBuf>,
) -> PyResult<(String, Vec<Replayed>, Option<&'static str>, u16)> {
    let spec = figures(data, &set.0)?;
    let wrong = |why: FormatError| refused(format!("{}: {why}", path.display()));
    py.detach(|| {
        let text = read_text(&path).map_err(refused)?;
        let header = Header::parse(&text).map_err(wrong)?;
        with_game!(header.game.parse::<GameName>().map_err(refused)?, G => {
            let world = World::<G>::new(spec, &header.setting)?;
            let rules = &world.rules;
            let record = Record::<G>::parse(rules, &text).map_err(wrong)?;
            let mut steps = Vec::new();
            record.replay(rules, |step, state, events| {
                let rolls = step.map_or(&record.rolls, |step| &step.rolls);
                let rolls = rolls.iter().map(|&roll| roll_text::<G>(rules, roll)).collect();
                let position = world.position(*state, events, rolls);
                let action = step.map(|step| G::action_text(rules, step.action));
                steps.push((step.map(|step| step.side.name()), action, position));
            }).map_err(wrong)?;
            let source = serde_json::to_string(&record.source).map_err(refused)?;
            Ok((source, steps, record.end.outcome.map(Outcome::name), record.end.turn))
        })
    })
}
