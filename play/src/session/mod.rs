//! A game under way between a person and a bot, two persons, or two bots: whose turn it is, undo, clock, log, save.

mod any;
mod error;
mod log;
mod review;
mod save;
mod seat;
mod store;
mod think;
mod view;
mod world;

use std::sync::Arc;
use std::time::{Duration, Instant};

use wilaya_bots::{Control, build};
use wilaya_engine::dice::{RecordingDice, Roll, SeededDice, bot_rng};
use wilaya_engine::record::{Source, step_lines};
use wilaya_engine::{Actions, Audience, BySide, Setting, Side, Status};

use crate::playable::Playable;
use log::Log;

pub use any::{AnySession, Decided, Job};
pub use error::SessionError;
pub use log::{Die, Line, LineKind};
pub use review::{Review, Swing};
pub use save::{SAVE_SCHEMA, Save, Saved};
pub use seat::{HUMAN, Seat};
pub use store::{Store, StoreError, read as read_save};
pub use think::{Hint, HintLine, Thought};
pub use view::{ChoiceView, DecisionView, LogPart, UndoView, View};
pub use world::World;

/// How a session begins.
#[derive(Clone, Debug)]
pub struct Begin {
    /// Who sits where.
    pub seats: BySide<Seat>,
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// The index of the game among those of the seed: 0 unless a recorded one is taken up.
    pub index: u64,
    /// Dice may be taken back.
    pub practice: bool,
}

/// A decision that was made.
#[derive(Clone, Debug)]
struct Past<G: Playable> {
    side: Side,
    action: G::Action,
    rolls: Vec<Roll>,
    /// Its lines of the record, each with who may see it: a save after every decision writes none of them anew.
    lines: Vec<(Audience, String)>,
    /// The position and the dice after it.
    after: Moment<G>,
    /// It showed something that was hidden.
    showed: bool,
}

/// A position with the dice as they lie.
#[derive(Clone, Debug)]
struct Moment<G: Playable> {
    state: G::State,
    dice: SeededDice,
}

/// A game under way.
#[derive(Debug)]
pub struct Session<G: Playable> {
    world: Arc<World<G>>,
    seats: BySide<Seat>,
    players: BySide<Option<think::Player<G>>>,
    seed: u64,
    index: u64,
    practice: bool,
    start: Moment<G>,
    start_rolls: Vec<Roll>,
    past: Vec<Past<G>>,
    log: Log,
    /// Grows with every change.
    version: u64,
    /// Grows whenever something is taken back.
    epoch: u64,
    thinking: Option<(Side, Control)>,
    used: BySide<Duration>,
    since: Instant,
}

impl<G: Playable> Session<G> {
    /// Sets the game up and plays it to its first decision.
    ///
    /// # Errors
    /// A bot that there is not.
    pub fn new(world: Arc<World<G>>, begin: Begin) -> Result<Self, SessionError> {
        let Begin { seats, seed, index, practice } = begin;
        let mut players = BySide::default();
        for side in Side::ALL {
            if let Seat::Bot(spec) = &seats[side] {
                let bot = build::<G>(spec)?();
                players[side] = Some(think::Player { bot, rng: bot_rng(seed, index, side) });
            }
        }
        let mut dice = RecordingDice::new(SeededDice::new(seed, index));
        let mut events = Vec::new();
        let state = G::start(&world.rules, &mut dice, &mut events);
        let start_rolls = dice.take();
        let mut log = Log::default();
        log.start(&world, &start_rolls, &events);
        Ok(Self {
            world,
            seats,
            players,
            seed,
            index,
            practice,
            start: Moment { state, dice: dice.into_inner() },
            start_rolls,
            past: Vec::new(),
            log,
            version: 0,
            epoch: 0,
            thinking: None,
            used: BySide::default(),
            since: Instant::now(),
        })
    }

    /// Rules and map.
    #[must_use]
    pub fn world(&self) -> &World<G> {
        &self.world
    }

    /// The position, with everything in it.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.moment().state
    }

    fn moment(&self) -> &Moment<G> {
        self.past.last().map_or(&self.start, |past| &past.after)
    }

    /// The position after so many decisions; none if there were fewer.
    #[must_use]
    pub fn state_at(&self, step: usize) -> Option<&G::State> {
        match step.checked_sub(1) {
            None => Some(&self.start.state),
            Some(index) => self.past.get(index).map(|past| &past.after.state),
        }
    }

    /// How many decisions were made.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.past.len()
    }

    /// A number that grows with every change.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Who sits where.
    #[must_use]
    pub fn seats(&self) -> &BySide<Seat> {
        &self.seats
    }

    /// True once the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        G::status(self.state()).outcome().is_some()
    }

    /// True if nobody plays who may not see everything: the game is over or without secrets, or bots play each other.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !G::SECRETS || self.is_over() || !self.seats.iter().any(|(_, seat)| seat.is_human())
    }

    /// Who reads, given whose eyes are asked for: that side, the one that a person plays, or nobody in particular.
    ///
    /// # Errors
    /// A side that a bot plays, while there are secrets.
    pub fn reader(&self, asked: Option<Side>) -> Result<Option<Side>, SessionError> {
        if let Some(side) = asked {
            if self.seats[side].is_human() || self.is_open() {
                return Ok(Some(side));
            }
            return Err(SessionError::NotYours(side));
        }
        if self.is_open() {
            return Ok(None);
        }
        let humans: Vec<Side> = Side::ALL.into_iter().filter(|side| self.seats[*side].is_human()).collect();
        // Two persons at one screen: whoever decides.
        let decider = G::status(self.state()).side().filter(|side| humans.contains(side));
        Ok(decider.or(humans.first().copied()))
    }

    /// The side that decides, and whether a person does.
    #[must_use]
    pub fn turn(&self) -> Option<(Side, bool)> {
        G::status(self.state()).side().map(|side| (side, self.seats[side].is_human()))
    }

    /// A person chooses, in notation. `version` is that of the view it was chosen in.
    ///
    /// # Errors
    /// If it is not a person's turn, the position is another one, or the choice is none.
    pub fn act(&mut self, text: &str, version: Option<u64>) -> Result<(), SessionError> {
        if version.is_some_and(|version| version != self.version) {
            return Err(SessionError::Stale);
        }
        match self.turn() {
            None => return Err(SessionError::Over),
            Some((side, false)) => return Err(SessionError::OutOfTurn(side)),
            Some((_, true)) => {}
        }
        let illegal = || SessionError::Illegal(text.chars().take(80).collect());
        let action = G::parse_action(&self.world.rules, text).map_err(|_| illegal())?;
        if !G::is_legal(&self.world.rules, self.state(), action) {
            return Err(illegal());
        }
        self.play(action);
        Ok(())
    }

    /// Plays a legal action.
    fn play(&mut self, action: G::Action) {
        let before = *self.state();
        let Status::Decision { side, .. } = G::status(&before) else { return };
        let (mut state, mut events) = (before, Vec::new());
        let mut dice = RecordingDice::new(self.moment().dice.clone());
        G::apply(&self.world.rules, &mut state, action, &mut dice, &mut events);
        let rolls = dice.take();
        self.log.step(&self.world, &before, action, &rolls, &events);
        let showed = events.iter().any(|event| G::audience(event) != Audience::All);
        let lines = step_lines::<G>(&self.world.rules, side, action, &rolls);
        let after = Moment { state, dice: dice.into_inner() };
        self.past.push(Past { side, action, rolls, lines, after, showed });
        self.tick(side);
        self.version += 1;
    }

    fn tick(&mut self, side: Side) {
        self.used[side] += self.since.elapsed();
        self.since = Instant::now();
    }

    /// How many decisions are left if the last one of a person is taken back.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn undo_to(&self) -> Result<usize, SessionError> {
        let human = |past: &Past<G>| self.seats[past.side].is_human();
        let Some(index) = self.past.iter().rposition(human) else {
            return Err(SessionError::Undo("there is nothing to take back"));
        };
        if self.practice {
            return Ok(index);
        }
        let since = &self.past[index..];
        if since.iter().any(|past| !past.rolls.is_empty()) {
            return Err(SessionError::Undo("dice have fallen: only practice games go back behind them"));
        }
        if since.len() > 1 {
            return Err(SessionError::Undo(
                "the other side has decided since: only practice games go back behind that",
            ));
        }
        if since.iter().any(|past| past.showed) {
            return Err(SessionError::Undo(
                "something hidden was shown: only practice games go back behind that",
            ));
        }
        let next = G::status(self.state()).side();
        let two = self.seats.iter().all(|(_, seat)| seat.is_human());
        if G::SECRETS && two && next != Some(since[0].side) {
            return Err(SessionError::Undo("the other player has the screen now"));
        }
        Ok(index)
    }

    /// Takes back the last decision of a person, and what came after it.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn undo(&mut self) -> Result<(), SessionError> {
        let steps = self.undo_to()?;
        if let Some((_, control)) = &self.thinking {
            control.stop();
        }
        self.past.truncate(steps);
        self.log.truncate(steps);
        // What a bot remembers of this turn has not happened.
        for (side, seat) in self.seats.iter() {
            if let (Seat::Bot(spec), Some(player)) = (seat, &mut self.players[side]) {
                player.bot = build::<G>(spec)?();
            }
        }
        self.version += 1;
        self.epoch += 1;
        self.since = Instant::now();
        Ok(())
    }

    /// The choices of the decision that waits.
    #[must_use]
    pub fn legal(&self) -> Actions<G> {
        let mut legal = Actions::<G>::new();
        if !self.is_over() {
            G::legal(&self.world.rules, self.state(), &mut legal);
        }
        legal
    }

    /// Where the game comes from, for its record.
    fn source(&self) -> Source {
        let word = |side: Side| self.seats[side].to_string();
        Source { seed: self.seed, index: self.index, bots: BySide::new_with(word) }
    }

    /// The setting.
    #[must_use]
    pub fn setting(&self) -> Setting {
        G::setting(&self.world.rules)
    }
}
