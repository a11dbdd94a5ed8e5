//! A game in progress between two humans, two bots, or a human and a bot: turns, undo, clock, log, saves.

mod any;
mod both;
mod current;
mod draft;
mod error;
mod log;
mod odds;
mod player;
mod repeat;
mod review;
mod save;
mod seat;
mod standing;
mod store;
#[cfg(test)]
mod tests;
mod think;
mod view;
mod world;

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use wilaya_bots::Control;
use wilaya_bots::protocol::Programs;
use wilaya_engine::dice::{RecordingDice, Roll, SeededDice, bot_rng};
use wilaya_engine::record::{Source, step_lines, step_lines_apart};
use wilaya_engine::{Actions, Audience, BySide, Setting, Side, Status};

use crate::playable::Playable;
use log::Log;
use player::Player;
use standing::Standing;

pub use any::{AnySession, Decided, Job};
use both::{AND, Step, opened};
pub use current::CurrentGame;
pub use draft::{Draft, DraftChoice, DraftItem, DraftRow, DraftView};
pub use error::SessionError;
pub use log::{Die, Line, LineKind};
pub use odds::{OddsAnswer, OddsLine, OddsTrack, OddsView};
pub use review::{Judgement, Mistake, Review, Swing, WORK};
pub use save::{SAVE_SCHEMA, Save, Saved};
pub use seat::{HUMAN, Seat};
pub use store::{SaveEntry, Store, StoreError, ago, read as read_save};
pub use think::{Hint, HintLine, Thought};
pub use view::{ChoiceView, DecisionView, LogPart, SeatView, StoppedView, UndoView, View};
pub use world::World;

/// The settings a session starts with.
#[derive(Clone, Debug)]
pub struct Begin {
    /// The player of each side.
    pub seats: BySide<Seat>,
    /// The seed of all randomness.
    pub seed: u64,
    /// The game's index within its seed: 0 unless a recorded game is resumed.
    pub index: u64,
    /// True if undo may go back past dice.
    pub practice: bool,
    /// The programs that may play as `exec:NAME`; only the command line provides any.
    pub programs: Option<Programs>,
}

/// A decision already made.
#[derive(Clone, Debug)]
struct Past<G: Playable> {
    side: Side,
    action: G::Action,
    /// The sides that may know of it.
    audience: Audience,
    rolls: Vec<Roll>,
    /// Its lines of the record, each with its audience, kept so that a save need not format them again.
    lines: Vec<(Audience, String)>,
    /// The same with each roll on its own line, for a record with lines left out.
    apart: Vec<(Audience, String)>,
    /// The position and the dice after the decision.
    after: Moment<G>,
    /// True if it showed this side something hidden.
    showed: BySide<bool>,
    /// True if it revealed an unannounced choice of this side.
    told: BySide<bool>,
    /// True if it was drafted together with the decision before it.
    joined: bool,
}

/// A seat passed from one player to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Handover {
    /// Number of decisions made before it.
    steps: usize,
    side: Side,
    /// The previous player.
    from: Seat,
}

/// The point undo returns to: the number of decisions and of handovers before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    steps: usize,
    handovers: usize,
}

/// A position with the state of its dice.
#[derive(Clone, Debug)]
struct Moment<G: Playable> {
    state: G::State,
    dice: SeededDice,
}

/// A game in progress.
#[derive(Debug)]
pub struct Session<G: Playable> {
    world: Arc<World<G>>,
    seats: BySide<Seat>,
    players: BySide<Option<Player<G>>>,
    programs: Option<Programs>,
    /// Why a bot cannot continue.
    stopped: BySide<Option<String>>,
    seed: u64,
    index: u64,
    practice: bool,
    start: Moment<G>,
    start_rolls: Vec<Roll>,
    past: Vec<Past<G>>,
    /// Seats that changed hands, in order.
    handovers: Vec<Handover>,
    /// What persons choose for the rest of the phase.
    standing: Vec<Standing<G>>,
    /// The side whose view the screen shows while there are secrets.
    screen: Side,
    log: Log,
    /// Grows with each change.
    version: u64,
    /// Number of decisions taken back that this side never knew of.
    forgotten: BySide<u64>,
    /// Grows whenever something is taken back.
    epoch: u64,
    /// The side whose bot is thinking, and the version it is thinking about.
    thinking: Option<(Side, u64, Control)>,
    used: BySide<Duration>,
    since: Instant,
}

impl<G: Playable> Session<G> {
    /// Sets the game up and plays it to its first decision.
    ///
    /// # Errors
    /// An unknown bot.
    pub fn new(world: Arc<World<G>>, begin: Begin) -> Result<Self, SessionError> {
        let Begin { seats, seed, index, practice, programs } = begin;
        let mut players = BySide::default();
        for side in Side::ALL {
            let rng = bot_rng(seed, index, side);
            players[side] = Player::new(side, &seats[side], rng, programs.as_ref(), &world)?;
        }
        let mut dice = RecordingDice::new(SeededDice::new(seed, index));
        let mut events = Vec::new();
        let state = G::start(&world.rules, &mut dice, &mut events);
        let start_rolls = dice.take();
        let mut log = Log::default();
        log.start(&world, &start_rolls, &events);
        let screen = next_screen(&seats, G::status(&state).side(), Side::Fln);
        Ok(Self {
            world,
            seats,
            players,
            programs,
            stopped: BySide::default(),
            seed,
            index,
            practice,
            start: Moment { state, dice: dice.into_inner() },
            start_rolls,
            past: Vec::new(),
            handovers: Vec::new(),
            standing: Vec::new(),
            screen,
            log,
            version: 0,
            forgotten: BySide::default(),
            epoch: 0,
            thinking: None,
            used: BySide::default(),
            since: Instant::now(),
        })
    }

    /// The rules and the map.
    #[must_use]
    pub fn world(&self) -> &World<G> {
        &self.world
    }

    /// The full position, secrets included.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.moment().state
    }

    fn moment(&self) -> &Moment<G> {
        self.past.last().map_or(&self.start, |past| &past.after)
    }

    /// The position after `step` decisions; `None` if there were fewer.
    #[must_use]
    pub fn state_at(&self, step: usize) -> Option<&G::State> {
        match step.checked_sub(1) {
            None => Some(&self.start.state),
            Some(index) => self.past.get(index).map(|past| &past.after.state),
        }
    }

    /// Number of decisions made.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.past.len()
    }

    /// A number that grows with every change.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The version a reader may know: it grows with every change the reader sees, including the start of the reader's turn,
    /// and does not count unseen decisions of the other side.
    fn version_for(&self, reader: Option<Side>) -> u64 {
        let Some(side) = reader.filter(|_| !self.is_open()) else { return 2 * self.version };
        let steps = self.announced();
        let turn = self.state_at(steps).and_then(|state| G::status(state).side()) == reader;
        let unknown = self.untold(steps, reader) + (self.past.len() - steps);
        2 * (self.version - self.forgotten[side] - unknown as u64) + u64::from(turn)
    }

    /// Number of decisions among the first `steps` that the reader does not know of.
    fn untold(&self, steps: usize, reader: Option<Side>) -> usize {
        let Some(side) = reader.filter(|_| !self.is_open()) else { return 0 };
        self.past[..steps].iter().filter(|past| !past.audience.includes(side)).count()
    }

    /// The side of the human who has the screen and plays against a bot, in a game with secrets.
    ///
    /// Whether a bot had a decision to make may be a secret, since it depends on its hand or the types of its counters. So
    /// the human's view stands still until the bot has made all such decisions. (Two humans at one screen see who is asked.)
    fn person(&self) -> Option<Side> {
        let human = |side: Side| self.seats[side].is_human();
        let alone = !self.is_open() && human(self.screen) && !human(self.screen.other());
        alone.then_some(self.screen)
    }

    /// True if the human player may not know of a decision.
    fn is_secret(&self, side: Side, kind: G::Decision) -> bool {
        !G::is_announced(kind) && self.person().is_some_and(|person| side != person)
    }

    /// Number of decisions after which the human player sees the game.
    fn announced(&self) -> usize {
        let secret = |step: usize| match self.state_at(step).map(G::status) {
            Some(Status::Decision { side, kind }) => self.is_secret(side, kind),
            _ => false,
        };
        (0..=self.past.len()).rev().find(|&step| !secret(step)).unwrap_or(0)
    }

    /// True while a bot has decisions to make that the human may not know of; until then the view does not change.
    #[must_use]
    pub fn waits_in_secret(&self) -> bool {
        self.announced() < self.past.len()
    }

    /// The version on the screen.
    #[must_use]
    pub fn shown_version(&self) -> u64 {
        self.version_for((!self.is_open()).then_some(self.screen))
    }

    /// The player of each side.
    #[must_use]
    pub fn seats(&self) -> &BySide<Seat> {
        &self.seats
    }

    /// True once the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        G::status(self.state()).outcome().is_some()
    }

    /// True if everything may be shown: the game is over or has no secrets, or both players are bots.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !G::SECRETS || self.is_over() || !self.seats.iter().any(|(_, seat)| seat.is_human())
    }

    /// The side whose view is shown, given the one asked for: the side that has the screen, or `asked` if everything is open.
    ///
    /// # Errors
    /// A side other than the one that has the screen, while there are secrets.
    pub fn reader(&self, asked: Option<Side>) -> Result<Option<Side>, SessionError> {
        if self.is_open() {
            return Ok(asked);
        }
        match asked {
            Some(side) if side != self.screen => Err(SessionError::NotYours(side)),
            _ => Ok(Some(self.screen)),
        }
    }

    /// The side to hand the screen to before the game continues.
    fn hand_over(&self) -> Option<Side> {
        let next = next_screen(&self.seats, G::status(self.state()).side(), self.screen);
        (!self.is_open() && next != self.screen).then_some(next)
    }

    /// Shows this side's view from now on: its player has taken the screen.
    ///
    /// # Errors
    /// If it is not this side's turn to take the screen.
    pub fn take_screen(&mut self, side: Side) -> Result<(), SessionError> {
        if self.is_open() || self.screen == side {
            return Ok(());
        }
        if self.hand_over() != Some(side) {
            return Err(SessionError::NotYours(side));
        }
        self.screen = side;
        self.version += 1;
        Ok(())
    }

    /// The side to move, and whether it is human.
    #[must_use]
    pub fn turn(&self) -> Option<(Side, bool)> {
        G::status(self.state()).side().map(|side| (side, self.seats[side].is_human()))
    }

    /// Plays a human's choice, given in notation. `version` is that of the view it was made in.
    ///
    /// # Errors
    /// If it is not a human's turn, the position has changed, or the choice is illegal.
    pub fn act(&mut self, text: &str, version: Option<u64>) -> Result<(), SessionError> {
        if version.is_some_and(|version| version != self.shown_version()) {
            return Err(SessionError::Stale);
        }
        match self.turn() {
            None => return Err(SessionError::Over),
            Some((side, false)) => return Err(SessionError::OutOfTurn(side)),
            Some((side, true)) => self.check_screen(side)?,
        }
        for (index, (_, action)) in self.read(text)?.into_iter().enumerate() {
            self.play(action);
            if let Some(past) = self.past.last_mut() {
                past.joined = index > 0;
            }
        }
        self.settle();
        Ok(())
    }

    /// Reads a choice: a legal action, or two if the first only chooses what is decided next; each with the position before it.
    fn read(&self, text: &str) -> Result<Vec<Step<G>>, SessionError> {
        let rules = &self.world.rules;
        let mut at = *self.state();
        let mut read = |part: &str| {
            let action = G::parse_action(rules, part).ok().filter(|&one| G::is_legal(rules, &at, one))?;
            let before = at;
            if let Status::Decision { side, kind } = G::status(&before)
                && G::opens(kind)
            {
                at = opened::<G>(rules, &before, side, action).unwrap_or(before);
            }
            Some((before, action))
        };
        let read = match text.split_once(AND) {
            None => read(text).map(|one| vec![one]),
            Some((first, second)) => read(first)
                .zip(read(second))
                .filter(|(one, two)| one.0 != two.0)
                .map(|(one, two)| vec![one, two]),
        };
        read.ok_or_else(|| SessionError::Illegal(text.chars().take(80).collect()))
    }

    /// Checks that this side's player has the screen.
    fn check_screen(&self, side: Side) -> Result<(), SessionError> {
        if self.is_open() || self.screen == side { Ok(()) } else { Err(SessionError::Screen(side)) }
    }

    /// Plays a legal action.
    fn play(&mut self, action: G::Action) {
        let mut dice = RecordingDice::new(self.moment().dice.clone());
        let (mut state, mut events) = (*self.state(), Vec::new());
        G::apply(&self.world.rules, &mut state, action, &mut dice, &mut events);
        let rolls = dice.take();
        self.note(action, rolls, &events, Moment { state, dice: dice.into_inner() });
    }

    /// Appends an action and its effects to the history.
    fn note(&mut self, action: G::Action, rolls: Vec<Roll>, events: &[G::Event], after: Moment<G>) {
        let before = *self.state();
        let Status::Decision { side, kind } = G::status(&before) else { return };
        self.log.step(&self.world, &before, action, &rolls, events);
        let shows = |event: &G::Event, side| {
            let audience = G::audience(event);
            audience != Audience::All && audience.includes(side)
        };
        let showed = BySide::new_with(|side| events.iter().any(|event| shows(event, side)));
        let told = BySide::new_with(|side| events.iter().any(|event| G::chosen_by(event) == Some(side)));
        let audience = G::action_audience(side, kind, action);
        if let Some(player) = &mut self.players[side.other()] {
            player.watch(&self.world, &before, action);
        }
        let lines = step_lines::<G>(&self.world.rules, side, kind, action, &rolls);
        let apart = step_lines_apart::<G>(&self.world.rules, side, kind, action, &rolls);
        self.past.push(Past {
            side,
            action,
            audience,
            rolls,
            lines,
            apart,
            after,
            showed,
            told,
            joined: false,
        });
        if !self.is_secret(side, kind) {
            self.used[side] += self.since.elapsed();
        }
        self.since = Instant::now();
        self.version += 1;
        self.report_outcome();
    }

    /// Tells the bots the result once the game is over.
    fn report_outcome(&mut self) {
        let Some(outcome) = G::status(self.state()).outcome() else { return };
        for side in Side::ALL {
            if let Some(player) = &mut self.players[side] {
                player.bot.end(Some(outcome));
            }
        }
    }

    /// A bot for a seat, with its own generator or a fresh one.
    fn player(
        &self,
        side: Side,
        seat: &Seat,
        rng: Option<Pcg64Mcg>,
    ) -> Result<Option<Player<G>>, SessionError> {
        let rng = rng.unwrap_or_else(|| bot_rng(self.seed, self.index + self.version, side));
        let mut player = Player::new(side, seat, rng, self.programs.as_ref(), &self.world)?;
        if let Some(player) = &mut player {
            self.brief(player);
        }
        Ok(player)
    }

    /// Shows a bot everything the other side has decided, as if it had played from the start.
    fn brief(&self, player: &mut Player<G>) {
        let before = std::iter::once(&self.start).chain(self.past.iter().map(|past| &past.after));
        for (moment, past) in before.zip(&self.past) {
            player.watch(&self.world, &moment.state, past.action);
        }
    }

    /// The player of a side at decision `steps`.
    fn seat_at(&self, steps: usize, side: Side) -> &Seat {
        let later = self.handovers.iter().find(|one| one.side == side && one.steps > steps);
        later.map_or(&self.seats[side], |one| &one.from)
    }

    /// True if the screen shows this decision.
    fn shows(&self, past: &Past<G>) -> bool {
        self.is_open() || past.audience.includes(self.screen)
    }

    /// The last act of a human among the first `steps` decisions, as far as the screen shows it: a decision, or a handover
    /// to a bot.
    fn last_act(&self, steps: usize) -> Option<(Side, Mark)> {
        let decided = self.past[..steps]
            .iter()
            .enumerate()
            .rposition(|(steps, past)| self.seat_at(steps, past.side).is_human() && self.shows(past));
        let handed = self.handovers.iter().rposition(|one| one.from.is_human());
        if let Some((handovers, one)) = handed.map(|index| (index, &self.handovers[index]))
            && decided.is_none_or(|index| one.steps > index)
        {
            return Some((one.side, Mark { steps: one.steps, handovers }));
        }
        let mut steps = decided?;
        while self.past[steps].joined {
            steps -= 1;
        }
        let handovers = self.handovers.partition_point(|one| one.steps <= steps);
        Some((self.past[steps].side, Mark { steps, handovers }))
    }

    /// The point undo returns to: just before a human's last act among the first `steps` decisions.
    fn undo_to(&self, steps: usize) -> Result<Mark, SessionError> {
        let Some((side, mark)) = self.last_act(steps) else {
            return Err(SessionError::Undo("there is nothing to take back"));
        };
        let refuse = |why| Err(SessionError::Undo(why));
        let gave_up = self.handovers[mark.handovers..].iter().any(|one| one.from.is_human());
        if G::SECRETS && gave_up {
            return refuse(
                "a bot has taken over a seat, and taking it back would reveal hidden information: it stays with \
                 the bot",
            );
        }
        if !self.is_open() && self.screen != side {
            return refuse("the other player has the screen now");
        }
        if self.practice {
            return Ok(mark);
        }
        let since = &self.past[mark.steps..steps.max(mark.steps)];
        // Rolls and draws that only the other side saw are not mentioned.
        let seen = |past: &Past<G>| past.rolls.iter().any(|roll| G::roll_audience(roll.label).includes(side));
        if since.iter().any(seen) {
            return refuse("dice have been rolled: only practice games can go back past them");
        }
        let decided = |past: &Past<G>| past.side != side && self.shows(past) || past.told[side.other()];
        if since.iter().any(decided) {
            return refuse("the other side has decided since: only practice games can go back past that");
        }
        if since.iter().any(|past| past.showed[side]) {
            return refuse("hidden information was revealed: only practice games can go back past that");
        }
        Ok(mark)
    }

    /// Takes back the last act of a human, a decision or a handover to a bot, and everything after it.
    ///
    /// # Errors
    /// Why it cannot be taken back.
    pub fn undo(&mut self) -> Result<(), SessionError> {
        let Mark { steps, handovers } = self.undo_to(self.past.len())?;
        if let Some((_, _, control)) = &self.thinking {
            control.stop();
        }
        for past in self.past.drain(steps..) {
            for side in Side::ALL {
                self.forgotten[side] += u64::from(!past.audience.includes(side));
            }
        }
        self.log.truncate(steps);
        for Handover { side, from, .. } in self.handovers.drain(handovers..).rev() {
            self.seats[side] = from;
        }
        self.standing.clear();
        // The bots must forget what they remember of this turn.
        for side in Side::ALL {
            let rng = self.players[side].take().map(|player| player.rng);
            self.players[side] = self.player(side, &self.seats[side], rng)?;
        }
        self.stopped = BySide::default();
        self.version += 1;
        self.epoch += 1;
        self.since = Instant::now();
        Ok(())
    }

    /// The choices of the current decision.
    #[must_use]
    pub fn legal(&self) -> Actions<G> {
        let mut legal = Actions::<G>::new();
        if !self.is_over() {
            G::legal(&self.world.rules, self.state(), &mut legal);
        }
        legal
    }

    /// The origin of the game, for its record.
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

/// The side the screen should show: a human decider, else the side that has the screen, else the other human.
fn next_screen(seats: &BySide<Seat>, decider: Option<Side>, now: Side) -> Side {
    let human = |side: &Side| seats[*side].is_human();
    decider.into_iter().chain([now, now.other()]).find(human).unwrap_or(now)
}
