//! Positions, one move after the other.

use std::any::Any;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::{Value, json};
use wilaya_bots::analysis::{Odds, OddsOptions};
use wilaya_bots::evaluation::evaluate_within;
use wilaya_bots::protocol::Choose;
use wilaya_bots::{Bot, BotSpec, build, seen_by_other};
use wilaya_engine::data::Figures;
use wilaya_engine::dice::{Dice, Label, RecordingDice, ScriptedDice, SeededDice, bot_rng};
use wilaya_engine::notation::{dice_error_text, parse_script, roll_text, text_hash};
use wilaya_engine::observation;
use wilaya_engine::position::{FormatError, Position as File};
use wilaya_engine::record::{Header, Record};
use wilaya_engine::{Actions, Game as _, Outcome, Setting, Side, Status, View as EngineView, try_apply};
use wilaya_sim::files::replace;
use wilaya_sim::{DEFAULT_SEED, FigureSpec, GameName, read_text, with_game};

use crate::bot::{View, from_json};
use crate::encode::{Encoded, Encoding, shown};
use crate::error::refused;
use crate::map;
use crate::run::{figures, word};

/// An immutable position of a game: playing an action returns a new one.
#[pyclass(frozen, module = "wilaya")]
pub struct Position(Arc<dyn AnyPosition>);

/// A position of any game.
trait AnyPosition: Send + Sync {
    fn file(&self) -> File;
    fn game(&self) -> &'static str;
    fn setting(&self) -> Setting;
    fn figures(&self) -> &FigureSpec;
    fn clock(&self) -> (u16, u8);
    fn decision(&self) -> Option<(Side, String)>;
    fn outcome(&self) -> Option<Outcome>;
    fn describe(&self, side: Option<Side>) -> String;
    fn actions(&self) -> Vec<(String, String)>;
    fn apply(&self, actions: &[String], dice: Rolling<'_>) -> PyResult<Position>;
    fn odds(&self, action: &str, options: OddsOptions) -> PyResult<Value>;
    fn observe(&self, side: Side) -> Value;
    fn view(&self) -> Option<View>;
    fn tracks(&self) -> Vec<(&'static str, i32)>;
    fn evaluate(&self) -> f64;
    fn svg(&self, side: Option<Side>) -> PyResult<String>;
    fn happened(&self) -> (&[String], &[String]);
    fn encoding(&self) -> &Encoding;
    /// What a side sees and its legal actions, as numbers, and the number of actions.
    fn encode(&self, side: Side) -> Result<(Vec<i16>, Vec<i16>, usize), String>;
    fn player(&self, bot: &BotSpec, side: Side, seed: u64) -> PyResult<Box<dyn AnyPlayer>>;
    fn as_any(&self) -> &dyn Any;
}

/// A bot of any game.
trait AnyPlayer: Send {
    fn choose(&mut self, position: &dyn AnyPosition) -> PyResult<String>;
    fn watch(&mut self, position: &dyn AnyPosition, action: &str) -> PyResult<()>;
}

/// A bot that plays a side.
struct Seated<G: Encoded> {
    bot: Box<dyn Bot<G>>,
    side: Side,
    rng: rand_pcg::Pcg64Mcg,
}

fn position_of<G: Encoded>(position: &dyn AnyPosition) -> PyResult<&Of<G>> {
    let other = || refused(format!("the position is of {}, but the bot plays {}", position.game(), G::NAME));
    position.as_any().downcast_ref().ok_or_else(other)
}

impl<G: Encoded> AnyPlayer for Seated<G> {
    fn choose(&mut self, position: &dyn AnyPosition) -> PyResult<String> {
        let Of { world, state, .. } = position_of::<G>(position)?;
        if G::status(state).side() != Some(self.side) {
            return Err(refused(format!("{} is not the side to decide", self.side.name())));
        }
        let mut choices = G::Choices::default();
        G::choices(&world.rules, state, &mut choices);
        let view = EngineView::new(&world.rules, state, self.side);
        Ok(G::action_text(&world.rules, self.bot.choose(view, &choices, &mut self.rng)))
    }

    fn watch(&mut self, position: &dyn AnyPosition, action: &str) -> PyResult<()> {
        let of = position_of::<G>(position)?;
        let action = of.parse(action)?;
        if self.bot.watches()
            && let Some(view) = seen_by_other::<G>(&of.world.rules, &of.state, action)
        {
            self.bot.watch(view, action, &mut self.rng);
        }
        Ok(())
    }
}

/// Where dice come from: a script or a seed.
#[derive(Clone, Copy)]
struct Rolling<'a> {
    script: Option<&'a str>,
    seed: Option<u64>,
}

/// What all positions of a game share.
struct World<G: Encoded> {
    rules: G::Rules,
    spec: FigureSpec,
    figures: Figures,
    /// The encoding of observations, once it has been asked for.
    encoding: OnceLock<Encoding>,
}

struct Of<G: Encoded> {
    world: Arc<World<G>>,
    state: G::State,
    /// What happened since the previous position.
    events: Vec<String>,
    rolls: Vec<String>,
}

impl<G: Encoded> World<G> {
    fn new(spec: FigureSpec, setting: &Setting) -> PyResult<Arc<Self>> {
        let figures = spec.figures::<G>().map_err(refused)?;
        let rules = G::rules(&figures, setting).map_err(refused)?;
        Ok(Arc::new(Self { rules, spec, figures, encoding: OnceLock::new() }))
    }

    /// The position of a state, with what led to it.
    fn position(self: &Arc<Self>, state: G::State, events: &[G::Event], rolls: Vec<String>) -> Position {
        let events = events.iter().map(|event| G::event_text(&self.rules, event)).collect();
        Position(Arc::new(Of { world: Arc::clone(self), state, events, rolls }))
    }

    /// Runs `act` with the given dice, and returns its result with the rolls; a script must be used up.
    fn roll<T>(
        &self,
        Rolling { script, seed }: Rolling<'_>,
        what: impl FnOnce(&mut RecordingDice<Either>) -> PyResult<T>,
    ) -> PyResult<(T, Vec<String>)> {
        let rules = &self.rules;
        let dice = match (script, seed) {
            (Some(_), Some(_)) => return Err(refused("dice, seed: give only one of them")),
            (None, Some(seed)) => Either::Seeded(SeededDice::new(seed, 0)),
            (script, None) => {
                let items = parse_script::<G>(rules, script.unwrap_or_default());
                Either::Scripted(ScriptedDice::new(items.map_err(|why| refused(format!("dice: {why}")))?))
            }
        };
        let mut dice = RecordingDice::new(dice);
        let done = what(&mut dice)?;
        let rolls = dice.take().into_iter().map(|roll| roll_text::<G>(rules, roll)).collect();
        if let Either::Scripted(dice) = dice.into_inner() {
            dice.finish().map_err(|why| {
                let why = dice_error_text::<G>(rules, why);
                match script {
                    Some(_) => refused(format!("dice: {why}")),
                    None => refused(format!("{why}: give dice or a seed")),
                }
            })?;
        }
        Ok((done, rolls))
    }
}

/// Changed figures: a mapping from keys to values, or a list of `key=value`.
pub struct Changes(pub Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Changes {
    type Error = PyErr;

    fn extract(changes: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let words = changes.py().import("wilaya._run")?.getattr("_changes")?.call1((changes,))?;
        Ok(Self(words.extract()?))
    }
}

/// Dice of either kind.
enum Either {
    Seeded(SeededDice),
    Scripted(ScriptedDice),
}

impl Dice for Either {
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        match self {
            Self::Seeded(dice) => dice.uniform(label, n),
            Self::Scripted(dice) => dice.uniform(label, n),
        }
    }

    fn rekey(&mut self, turn: u16, phase: u8) {
        match self {
            Self::Seeded(dice) => dice.rekey(turn, phase),
            Self::Scripted(dice) => dice.rekey(turn, phase),
        }
    }
}

impl<G: Encoded> Of<G> {
    fn legal(&self) -> Actions<G> {
        let mut legal = Actions::<G>::new();
        if G::status(&self.state).side().is_some() {
            G::legal(&self.world.rules, &self.state, &mut legal);
        }
        legal
    }

    fn parse(&self, text: &str) -> PyResult<G::Action> {
        G::parse_action(&self.world.rules, text).map_err(|why| refused(format!("action \"{text}\": {why}")))
    }

    /// The side that decides on an action.
    fn decider(&self, action: &str) -> PyResult<Side> {
        let over = || refused(format!("action \"{action}\": the game is over"));
        G::status(&self.state).side().ok_or_else(over)
    }
}

fn illegal(why: impl std::fmt::Display) -> PyErr {
    refused(format!("action {why}: `actions` has what is"))
}

impl<G: Encoded> AnyPosition for Of<G> {
    fn file(&self) -> File {
        File::new::<G>(&self.world.rules, &self.state)
    }

    fn game(&self) -> &'static str {
        G::NAME
    }

    fn setting(&self) -> Setting {
        G::setting(&self.world.rules)
    }

    fn figures(&self) -> &FigureSpec {
        &self.world.spec
    }

    fn clock(&self) -> (u16, u8) {
        G::clock(&self.state)
    }

    fn decision(&self) -> Option<(Side, String)> {
        match G::status(&self.state) {
            Status::Decision { side, kind } => Some((side, kind.to_string())),
            Status::Over(_) => None,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        G::status(&self.state).outcome()
    }

    fn describe(&self, side: Option<Side>) -> String {
        let rules = &self.world.rules;
        let seen = side.map_or(self.state, |side| *G::observe(rules, &self.state, side).state());
        G::describe(rules, &seen, side)
    }

    fn actions(&self) -> Vec<(String, String)> {
        let rules = &self.world.rules;
        let Some(side) = G::status(&self.state).side() else { return Vec::new() };
        let seen = G::observe(rules, &self.state, side);
        let words = |&action: &G::Action| {
            (G::action_text(rules, action), G::action_words(rules, seen.state(), action))
        };
        self.legal().iter().map(words).collect()
    }

    fn apply(&self, actions: &[String], dice: Rolling<'_>) -> PyResult<Position> {
        let (world, mut state) = (&self.world, self.state);
        let mut events = Vec::new();
        let ((), rolls) = world.roll(dice, |dice| {
            for text in actions {
                let action = self.parse(text)?;
                if G::status(&state).outcome().is_some() {
                    return Err(refused(format!("action \"{text}\": the game is over")));
                }
                try_apply::<G, _, _>(&world.rules, &mut state, action, dice, &mut events).map_err(illegal)?;
            }
            Ok(())
        })?;
        Ok(world.position(state, &events, rolls))
    }

    fn odds(&self, action: &str, options: OddsOptions) -> PyResult<Value> {
        let side = self.decider(action)?;
        let seen = G::observe(&self.world.rules, &self.state, side);
        let odds = Odds::new::<G>(&self.world.rules, &seen, self.parse(action)?, options);
        serde_json::to_value(odds.map_err(illegal)?).map_err(refused)
    }

    fn observe(&self, side: Side) -> Value {
        let rules = &self.world.rules;
        observation::to_json::<G>(rules, &G::observe(rules, &self.state, side))
    }

    fn view(&self) -> Option<View> {
        let side = G::status(&self.state).side()?;
        let view = EngineView::new(&self.world.rules, &self.state, side);
        Some(View::new(G::NAME, side, Choose::of::<G>(view, &self.legal(), None)))
    }

    fn tracks(&self) -> Vec<(&'static str, i32)> {
        let mut tracks = Vec::new();
        G::tracks(&self.world.rules, &self.state, &mut tracks);
        G::TRACKS.iter().copied().zip(tracks).collect()
    }

    fn evaluate(&self) -> f64 {
        match G::status(&self.state) {
            Status::Over(outcome) => outcome.score(Side::Fln),
            Status::Decision { .. } => evaluate_within::<G>(&self.world.rules, &self.state),
        }
    }

    fn svg(&self, side: Option<Side>) -> PyResult<String> {
        let World { rules, figures, .. } = &*self.world;
        let seen = side.map_or(self.state, |side| *G::observe(rules, &self.state, side).state());
        map::draw::<G>(rules, figures, &seen, side).map_err(refused)
    }

    fn happened(&self) -> (&[String], &[String]) {
        (&self.events, &self.rolls)
    }

    fn encoding(&self) -> &Encoding {
        self.world.encoding.get_or_init(|| Encoding::new::<G>(&self.world.rules))
    }

    fn encode(&self, side: Side) -> Result<(Vec<i16>, Vec<i16>, usize), String> {
        let rules = &self.world.rules;
        let seen = G::observe(rules, &self.state, side);
        let legal = shown::<G>(rules, &seen);
        let encoding = self.encoding();
        let observation = encoding.observation(&G::observation_to_json(rules, &seen))?;
        Ok((observation, encoding.actions(legal.iter().map(String::as_str))?, legal.len()))
    }

    fn player(&self, bot: &BotSpec, side: Side, seed: u64) -> PyResult<Box<dyn AnyPlayer>> {
        let bot = build::<G>(bot).map_err(refused)?();
        Ok(Box::new(Seated { bot, side, rng: bot_rng(seed, 0, side) }))
    }

    fn as_any(&self) -> &dyn Any {
        self
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

    /// The possible results of an action up to the next decision, with probabilities, as the side to decide knows them: a dictionary
    /// as printed by `wilaya position odds --format json`.
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
