//! A reader's view of a session.

use serde::Serialize;
use wilaya_engine::dice::{RecordingDice, SeededDice, bot_rng};
use wilaya_engine::{BySide, Outcome, Side, Status};

use super::both::{AND, legal, opened};
use super::{Handover, Line, Session, SessionError};
use crate::playable::{Drafted, Playable, Prompt};
use crate::table::Table;

/// Number of states consistent with a side's view that are tried for dice.
const WORLDS: usize = 4;

/// A choice.
#[derive(Clone, Debug, Serialize)]
pub struct ChoiceView {
    /// The choice in notation, to be sent back.
    pub action: String,
    /// In words.
    pub text: String,
    /// The ids of the places it names.
    pub places: Vec<String>,
    /// The guide entry that explains it, if not the decision's own.
    pub topic: Option<String>,
    /// Its cost, unless the words state it.
    pub price: Option<String>,
    /// True if dice may fall before the next decision, so that its odds are worth asking for.
    pub uncertain: bool,
    /// True if it may be chosen for the rest of the phase.
    pub repeats: bool,
    /// The choices of the decision that it leads to, if it only chooses what is decided next: each stands for both.
    pub then: Vec<ChoiceView>,
}

/// The current decision.
#[derive(Clone, Debug, Serialize)]
pub struct DecisionView {
    /// The side to move.
    pub side: Side,
    /// True if the reader decides.
    pub yours: bool,
    /// True if a bot decides.
    pub bot: bool,
    /// The question, in words.
    pub text: String,
    /// The rule section.
    pub rule: &'static str,
    /// True if it can be drafted together with the decisions after it.
    pub draft: bool,
    /// The choices, if the reader decides.
    pub choices: Vec<ChoiceView>,
}

/// Whether undo is possible.
#[derive(Clone, Debug, Serialize)]
pub struct UndoView {
    /// True if it is.
    pub allowed: bool,
    /// The reason if it is not.
    pub why: Option<String>,
}

/// A human's seat that a bot has taken over.
#[derive(Clone, Debug, Serialize)]
pub struct SeatView {
    /// Its side.
    pub side: Side,
    /// Why the human cannot take it back, if so.
    pub why: Option<String>,
}

/// A bot that cannot continue.
#[derive(Clone, Debug, Serialize)]
pub struct StoppedView {
    /// Its side.
    pub side: Side,
    /// The bot, and the reason.
    pub why: String,
}

/// A part of the log.
#[derive(Clone, Debug, Serialize)]
pub struct LogPart {
    /// The index of its first entry.
    pub from: usize,
    /// The index of the next part's first entry.
    pub next: usize,
    /// The lines.
    pub lines: Vec<Line>,
}

/// Everything a reader sees.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The version of the position: send it back with a choice.
    pub version: u64,
    /// Grows whenever something is taken back, which replaces the log.
    pub epoch: u64,
    /// The reader's side; `None` if nothing is hidden.
    pub reader: Option<Side>,
    /// The side whose player must take the screen before the game continues.
    pub hand_over: Option<Side>,
    /// Number of decisions made that the reader knows of.
    pub steps: usize,
    /// The winner, once the game is over.
    pub winner: Option<Side>,
    /// How the game ended, once it is over: the last sentence of the log.
    pub ending: Option<String>,
    /// The map and everything beside it.
    pub table: Table,
    /// The current decision.
    pub decision: Option<DecisionView>,
    /// What persons have chosen for the rest of the phase, in words.
    pub standing: Vec<String>,
    /// Whether undo is possible.
    pub undo: UndoView,
    /// The human's seat that a bot has taken over, if any.
    pub seat: Option<SeatView>,
    /// The log.
    pub log: LogPart,
    /// Seconds used by each side.
    pub used: BySide<f64>,
    /// A bot's progress in its thinking, if one is thinking.
    pub thinking: Option<f32>,
    /// The bot to move, if it cannot continue.
    pub stopped: Option<StoppedView>,
}

impl<G: Playable> Session<G> {
    /// A reader's view, with the log from entry `log_from`.
    ///
    /// # Errors
    /// If the view of a bot's side is asked for while there are secrets.
    pub fn view(&self, asked: Option<Side>, log_from: usize) -> Result<View, SessionError> {
        let reader = self.reader(asked)?;
        let steps = self.announced();
        let state = self.state_at(steps).unwrap_or(self.state());
        let seen = self.seen(state, reader);
        let undo = self.undo_to(steps);
        let next = self.log.len(steps, reader);
        let from = log_from.min(next);
        let lines = self.log.lines(steps, from, reader, self.person().is_some());
        Ok(View {
            version: self.version_for(reader),
            epoch: self.epoch,
            reader,
            hand_over: self.hand_over(),
            seat: self.seat_view(),
            steps: steps - self.untold(steps, reader),
            winner: G::status(&seen).outcome().and_then(Outcome::winner),
            ending: self.is_over().then(|| self.log.last(steps, reader)).flatten(),
            table: G::table(&self.world.rules, &seen, reader),
            decision: self.decision(state, &seen, reader),
            standing: self.standing_words(),
            undo: UndoView { allowed: undo.is_ok(), why: undo.err().map(|error| error.to_string()) },
            log: LogPart { from, next, lines },
            used: BySide::new_with(|side| self.used_by(side)),
            thinking: self.thinking(),
            stopped: self.turn().and_then(|(side, _)| Some(StoppedView { side, why: self.stopped(side)? })),
        })
    }

    /// The table after `step` decisions.
    ///
    /// # Errors
    /// If the game has secrets and is not over.
    pub fn table_at(&self, step: usize) -> Result<Table, SessionError> {
        if !self.is_open() {
            return Err(SessionError::NotOver);
        }
        let state = self.state_at(step.min(self.past.len())).unwrap_or(&self.start.state);
        Ok(G::table(&self.world.rules, state, None))
    }

    fn seat_view(&self) -> Option<SeatView> {
        let given = |one: &&Handover| one.from.is_human() && !self.seats[one.side].is_human();
        let side = self.handovers.iter().rfind(given)?.side;
        let why = self.check_seat(side).err().map(|error| error.to_string());
        Some(SeatView { side, why })
    }

    fn used_by(&self, side: Side) -> f64 {
        let running = !self.waits_in_secret() && self.turn().is_some_and(|(decider, _)| decider == side);
        let now = if running { self.since.elapsed() } else { std::time::Duration::ZERO };
        (self.used[side] + now).as_secs_f64()
    }

    /// A state as a reader sees it.
    fn seen(&self, state: &G::State, reader: Option<Side>) -> G::State {
        match reader {
            Some(side) if !self.is_open() => *G::observe(&self.world.rules, state, side).state(),
            _ => *state,
        }
    }

    /// The state itself if nothing is hidden, else a few states consistent with a side's view: the same few whatever is
    /// hidden.
    fn worlds(&self, state: &G::State, side: Side) -> Vec<G::State> {
        if !G::SECRETS {
            return vec![*state];
        }
        let rules = &self.world.rules;
        let seen = G::observe(rules, state, side);
        let mut rng = bot_rng(0, 0, side);
        (0..WORLDS).map(|_| G::determinize(rules, &seen, &mut rng)).collect()
    }

    fn decision(&self, state: &G::State, seen: &G::State, reader: Option<Side>) -> Option<DecisionView> {
        let Status::Decision { side, kind } = G::status(seen) else { return None };
        let rules = &self.world.rules;
        let human = self.seats[side].is_human();
        let yours = human && reader.is_none_or(|reader| reader == side);
        let prompt = G::prompt(rules, seen, kind);
        // The question may name something the other side does not know, and even asking it may reveal something.
        let Prompt { text, rule } = if yours || self.is_open() { prompt } else { Prompt::new("decides", "") };
        let choices = if yours {
            let worlds = self.worlds(state, side);
            let first = |action| {
                let then = if G::opens(kind) { self.then(state, side, action) } else { Vec::new() };
                let repeats = G::repeats(kind, action);
                ChoiceView { then, repeats, ..self.choice(seen, &worlds, action) }
            };
            legal::<G>(rules, state).iter().map(|&action| first(action)).collect()
        } else {
            Vec::new()
        };
        let draft = yours
            && matches!(G::drafted(rules, seen, kind), Some(Drafted::Row { .. } | Drafted::List { .. }));
        Some(DecisionView { side, yours, bot: !human, text, rule, draft, choices })
    }

    fn choice(&self, seen: &G::State, worlds: &[G::State], action: G::Action) -> ChoiceView {
        let rules = &self.world.rules;
        let notation = G::action_text(rules, action);
        ChoiceView {
            places: self.world.board.places_in(&notation),
            text: G::action_words(rules, seen, action),
            topic: G::topic(rules, seen, action),
            price: G::cost(rules, seen, action).map(|cost| cost.to_string()),
            uncertain: worlds.iter().any(|world| rolls_dice::<G>(rules, world, action)),
            action: notation,
            repeats: false,
            then: Vec::new(),
        }
    }

    /// The choices of the decision that a first action leads to, as choices that stand for both.
    fn then(&self, state: &G::State, side: Side, first: G::Action) -> Vec<ChoiceView> {
        let rules = &self.world.rules;
        let Some(next) = opened::<G>(rules, state, side, first) else { return Vec::new() };
        let before = self.choice(state, &[], first);
        let both = |second: &G::Action| {
            let after = self.choice(&next, &[next], *second);
            ChoiceView {
                action: format!("{}{AND}{}", before.action, after.action),
                topic: after.topic.or_else(|| before.topic.clone()),
                price: after.price.or_else(|| before.price.clone()),
                ..after
            }
        };
        legal::<G>(rules, &next).iter().map(both).collect()
    }
}

/// True if this choice leads to dice before the next decision.
fn rolls_dice<G: Playable>(rules: &G::Rules, state: &G::State, action: G::Action) -> bool {
    let mut dice = RecordingDice::new(SeededDice::new(0, 0));
    let (mut state, mut events) = (*state, Vec::new());
    G::apply(rules, &mut state, action, &mut dice, &mut events);
    !dice.take().is_empty()
}
