//! A position of either game behind one trait, so that a Python object can hold any.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use serde_json::Value;
use wilaya_bots::analysis::{Odds, OddsOptions};
use wilaya_bots::evaluation::evaluate_within;
use wilaya_bots::protocol::Choose;
use wilaya_bots::{Bot, BotSpec, build, seen_by_other};
use wilaya_engine::data::Figures;
use wilaya_engine::dice::{Dice, Label, RecordingDice, ScriptedDice, SeededDice, bot_rng};
use wilaya_engine::notation::{dice_error_text, parse_script, roll_text};
use wilaya_engine::observation;
use wilaya_engine::position::Position as File;
use wilaya_engine::{Actions, Outcome, Setting, Side, Status, View as EngineView, try_apply};
use wilaya_sim::FigureSpec;

use super::Position;
use crate::bot::View;
use crate::encode::{Encoded, Encoding, shown};
use crate::error::refused;
use crate::map;

/// A position of any game.
pub trait AnyPosition: Send + Sync {
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
pub trait AnyPlayer: Send {
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
pub struct Rolling<'a> {
    pub script: Option<&'a str>,
    pub seed: Option<u64>,
}

/// What all positions of a game share.
pub struct World<G: Encoded> {
    pub rules: G::Rules,
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
    pub fn new(spec: FigureSpec, setting: &Setting) -> PyResult<Arc<Self>> {
        let figures = spec.figures::<G>().map_err(refused)?;
        let rules = G::rules(&figures, setting).map_err(refused)?;
        Ok(Arc::new(Self { rules, spec, figures, encoding: OnceLock::new() }))
    }

    /// The position of a state, with what led to it.
    pub fn position(self: &Arc<Self>, state: G::State, events: &[G::Event], rolls: Vec<String>) -> Position {
        let events = events.iter().map(|event| G::event_text(&self.rules, event)).collect();
        Position(Arc::new(Of { world: Arc::clone(self), state, events, rolls }))
    }

    /// Runs `act` with the given dice, and returns its result with the rolls; a script must be used up.
    pub fn roll<T>(
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

/// Dice of either kind.
pub enum Either {
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
