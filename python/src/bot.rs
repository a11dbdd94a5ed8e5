//! Bots that are classes in Python.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyList;
use wilaya_bots::protocol::{Choose, seed_text};
use wilaya_bots::{Bot, Maker, Roster};
use wilaya_engine::{Choices as _, Game, Side, View as EngineView};

use crate::error::{WilayaError, refused};

/// What your own bot sees of a position, without anything hidden from its side.
#[pyclass(frozen, module = "wilaya")]
pub struct View {
    game: &'static str,
    side: Side,
    shown: Choose,
}

impl View {
    pub fn new(game: &'static str, side: Side, shown: Choose) -> Self {
        Self { game, side, shown }
    }
}

#[pymethods]
impl View {
    /// The game: `algeria` or `ici`.
    #[getter]
    fn game(&self) -> &str {
        self.game
    }

    /// The side to decide: `fln` or `france`.
    #[getter]
    fn side(&self) -> &str {
        self.side.name()
    }

    /// The turn, from 1; 0 during set-up.
    #[getter]
    fn turn(&self) -> u16 {
        self.shown.turn
    }

    /// The number of the phase in the turn.
    #[getter]
    fn phase(&self) -> u8 {
        self.shown.phase
    }

    /// The kind of decision.
    #[getter]
    fn decision(&self) -> &str {
        &self.shown.decision
    }

    /// What the side sees, as a `wilaya.observation/1` (docs/protocol.md): a new dictionary each time.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &self.shown.observation.to_string())
    }

    fn __repr__(&self) -> String {
        let Choose { turn, decision, .. } = &self.shown;
        format!("<wilaya.View: {}, turn {turn}, {} to decide: {decision}>", self.game, self.side.name())
    }
}

/// A JSON text as Python objects.
pub fn from_json<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

/// The reason why a bot in Python cannot play on other workers.
pub const BOT_STAYS: &str = "executor: a bot in Python plays in this process only: leave out executor";

/// Ends a run in which a bot fails: the first failure, and the flag that it sets.
#[derive(Clone, Default)]
pub struct Failure {
    why: Arc<Mutex<Option<PyErr>>>,
    /// Ends the work.
    pub stop: Arc<AtomicBool>,
}

impl Failure {
    fn fail(&self, why: PyErr) {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The failure, if there was one.
    pub fn check(&self) -> PyResult<()> {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

/// The maker of the bots of a class, one for each game.
pub fn maker<G: Roster>(class: Py<PyAny>, failure: &Failure) -> Maker<G> {
    let (class, failure) = (Arc::new(class), failure.clone());
    Box::new(move || {
        Box::new(PythonBot { class: Arc::clone(&class), failure: failure.clone(), playing: None })
    })
}

/// The name of a class of bots, for notes and records.
pub fn class_name(py: Python<'_>, class: &Py<PyAny>) -> PyResult<String> {
    let name = class.bind(py).getattr_opt("__name__")?.and_then(|name| name.extract::<String>().ok());
    match name {
        Some(name) if class.bind(py).is_callable() => Ok(format!("python:{name}")),
        _ => Err(refused(format!(
            "{}: expected a bot's name, such as \"heuristic\", or a class with choose(view, actions, rng)",
            class.bind(py).repr()?
        ))),
    }
}

struct PythonBot {
    class: Arc<Py<PyAny>>,
    failure: Failure,
    /// The bot and its generator, from its first decision on.
    playing: Option<(Py<PyAny>, Py<PyAny>)>,
}

impl PythonBot {
    /// The index of its choice among the legal actions.
    fn ask<G: Roster>(
        &mut self,
        view: EngineView<'_, G>,
        legal: &[G::Action],
        seed: impl FnOnce() -> String,
    ) -> PyResult<usize> {
        Python::attach(|py| {
            let side = view.side();
            let shown = Choose::of::<G>(view, legal, None);
            let of = |what: String| {
                let name = class_name(py, &self.class).unwrap_or_default();
                format!("bot {name}, {}, turn {}, {}: {what}", side.name(), shown.turn, shown.decision)
            };
            let raised = |why: PyErr| {
                let error = WilayaError::new_err(of(format!("it raised {why}")));
                error.set_cause(py, Some(why));
                error
            };
            if self.playing.is_none() {
                let bot = self.class.call0(py).map_err(raised)?;
                let seed = u128::from_str_radix(&seed(), 16).unwrap_or_default();
                let rng = py.import("random")?.call_method1("Random", (seed,))?.unbind();
                self.playing = Some((bot, rng));
            }
            let Some((bot, rng)) = &self.playing else { return Ok(0) };
            let actions = PyList::new(py, &shown.legal)?;
            let seen = Py::new(py, View::new(G::NAME, side, shown.clone()))?;
            let answer = bot.call_method1(py, "choose", (seen, actions, rng)).map_err(raised)?;
            let chosen = answer.extract::<String>(py).ok();
            let place = chosen.and_then(|action| shown.legal.iter().position(|one| *one == action));
            place.ok_or_else(|| {
                let answer = answer.bind(py).repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
                WilayaError::new_err(of(format!(
                    "it chose {answer}, expected one of the actions it was given, such as \"{}\"",
                    shown.legal[0]
                )))
            })
        })
    }
}

impl<G: Roster> Bot<G> for PythonBot {
    fn choose(
        &mut self,
        view: EngineView<'_, G>,
        choices: &G::Choices,
        rng: &mut rand_pcg::Pcg64Mcg,
    ) -> <G as Game>::Action {
        let legal = choices.to_list();
        if self.failure.stop.load(Ordering::Relaxed) {
            return legal[0];
        }
        match self.ask::<G>(view, &legal, || seed_text(rng)) {
            Ok(place) => legal[place],
            Err(why) => {
                self.failure.fail(why);
                legal[0]
            }
        }
    }
}
