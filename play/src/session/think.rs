//! Bots that think on their own thread.

use std::sync::Arc;

use serde::Serialize;
use wilaya_bots::{Bot, BotSpec, Control, Explanation, Unit, build};
use wilaya_engine::dice::bot_rng;
use wilaya_engine::{Actions, Side, Status, View};

use super::player::Player;
use super::{Session, SessionError, World};
use crate::playable::Playable;

/// A bot with a position to think about: send it to another thread and [run](Thought::run) it.
#[derive(Debug)]
pub struct Thought<G: Playable> {
    world: Arc<World<G>>,
    state: G::State,
    side: Side,
    version: u64,
    player: Player<G>,
}

/// The result of a [`Thought`].
#[derive(Debug)]
pub struct Done<G: Playable> {
    side: Side,
    version: u64,
    player: Player<G>,
    /// The bot's choice, or why it cannot continue.
    action: Result<G::Action, String>,
}

impl<G: Playable> Thought<G> {
    /// Lets the bot choose.
    #[must_use]
    pub fn run(mut self) -> Done<G> {
        let mut choices = G::Choices::default();
        G::choices(&self.world.rules, &self.state, &mut choices);
        let view = View::new(&self.world.rules, &self.state, self.side);
        let action = self.player.bot.choose(view, &choices, &mut self.player.rng);
        let action = match self.player.bot.forfeit() {
            Some(forfeit) => Err(forfeit.reason.clone()),
            None => Ok(action),
        };
        Done { side: self.side, version: self.version, player: self.player, action }
    }
}

impl<G: Playable> Session<G> {
    /// Hands out the bot to move.
    ///
    /// # Errors
    /// If no bot is to move, or it is thinking already.
    pub fn begin_thought(&mut self) -> Result<Thought<G>, SessionError> {
        let side = match self.turn() {
            None => return Err(SessionError::Over),
            Some((side, true)) => return Err(SessionError::OutOfTurn(side)),
            Some((side, false)) => side,
        };
        if let Some(why) = self.stopped(side) {
            return Err(SessionError::Stopped(why));
        }
        let mut player = self.players[side].take().ok_or(SessionError::Busy)?;
        let control = Control::default();
        player.bot.set_control(control.clone());
        self.thinking = Some((side, self.version, control));
        let (world, state) = (Arc::clone(&self.world), *self.state());
        Ok(Thought { world, state, side, version: self.version, player })
    }

    /// Takes the bot back and plays its choice, unless the position has changed since. True if it was played.
    pub fn end_thought(&mut self, done: Done<G>) -> bool {
        let Done { side, version, player, action } = done;
        // The seat may have a new player by now.
        if self.players[side].is_none() && !self.seats[side].is_human() {
            self.players[side] = Some(player);
        }
        if self.thinking.as_ref().is_some_and(|(_, of, _)| *of == version) {
            self.thinking = None;
        }
        let fits = version == self.version && self.turn() == Some((side, false));
        match action {
            Ok(action) if fits => {
                self.play(action);
                self.settle();
                true
            }
            Err(why) if fits => {
                self.stopped[side] = Some(why);
                false
            }
            _ => false,
        }
    }

    /// The bot of a side that cannot continue, with the reason.
    pub(super) fn stopped(&self, side: Side) -> Option<String> {
        let why = self.stopped[side].as_ref()?;
        Some(format!("{} ({}) has stopped: {why}", self.seats[side], G::SIDES[side]))
    }

    /// Makes a thinking bot answer now.
    pub fn stop_thinking(&self) {
        if let Some((_, _, control)) = &self.thinking {
            control.stop();
        }
    }

    /// A thinking bot's progress, 0 to 1, unless that is secret.
    #[must_use]
    pub fn thinking(&self) -> Option<f32> {
        let open = self.thinking.as_ref().filter(|_| !self.waits_in_secret());
        open.map(|(_, _, control)| control.progress())
    }
}

/// A choice with a bot's opinion of it.
#[derive(Clone, Debug, Serialize)]
pub struct HintLine {
    /// The choice in notation.
    pub action: String,
    /// In words.
    pub text: String,
    /// Its value.
    pub value: f64,
    /// The 95 % interval of the value.
    pub interval: Option<[f64; 2]>,
    /// Number of times it was tried.
    pub visits: Option<u64>,
}

/// The choices, ranked by a bot.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    /// The bot that was asked.
    pub bot: String,
    /// The version of the position.
    pub version: u64,
    /// True if the values are winning chances, false if they are on the bot's own scale.
    pub chance: bool,
    /// The choices, best first.
    pub lines: Vec<HintLine>,
}

/// A question to a bot: send it to another thread and [ask](Question::ask) it.
pub(super) struct Question<G: Playable> {
    world: Arc<World<G>>,
    state: G::State,
    side: Side,
    version: u64,
    spec: BotSpec,
    bot: Box<dyn Bot<G>>,
}

impl<G: Playable> Question<G> {
    pub(super) fn ask(self) -> Result<Hint, SessionError> {
        let Self { world, state, side, version, spec, bot } = self;
        let mut legal = Actions::<G>::new();
        G::legal(&world.rules, &state, &mut legal);
        let view = View::new(&world.rules, &state, side);
        let Explanation { unit, ranked } =
            bot.explain(view, &legal).ok_or(SessionError::Hint("this bot does not rank choices"))?;
        let seen = *G::observe(&world.rules, &state, side).state();
        // A search ranks by visits, but readers expect values in descending order.
        let mut ranked = ranked;
        ranked.sort_by(|one, other| other.value.total_cmp(&one.value));
        let lines = ranked.into_iter().map(|one| HintLine {
            action: G::action_text(&world.rules, one.action),
            text: G::action_words(&world.rules, &seen, one.action),
            value: one.value,
            interval: one.interval.map(|range| [*range.start(), *range.end()]),
            visits: one.visits,
        });
        Ok(Hint { bot: spec.to_string(), version, chance: unit == Unit::Chance, lines: lines.collect() })
    }
}

impl<G: Playable> Session<G> {
    /// A question to a bot about a human's decision.
    pub(super) fn question(&self, spec: &BotSpec) -> Result<Question<G>, SessionError> {
        let Status::Decision { side, .. } = G::status(self.state()) else {
            return Err(SessionError::Over);
        };
        if !self.seats[side].is_human() {
            return Err(SessionError::OutOfTurn(side));
        }
        self.check_screen(side)?;
        let (world, state) = (Arc::clone(&self.world), *self.state());
        let mut asked = Player { bot: build::<G>(spec)?(), rng: bot_rng(0, 0, side), side };
        self.brief(&mut asked);
        Ok(Question { world, state, side, version: self.shown_version(), spec: spec.clone(), bot: asked.bot })
    }
}
