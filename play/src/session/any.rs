//! A session of any game, as the front ends hold it.

use std::any::Any;
use std::time::Duration;

use serde_json::Value;
use wilaya_bots::{BotSpec, Control};
use wilaya_engine::{BySide, Setting, Side};

use super::{Draft, DraftView, Hint, Judgement, OddsAnswer, Review, Saved, Session, SessionError, View};
use crate::board::Board;
use crate::guide::Guide;
use crate::playable::Playable;
use crate::table::Table;

/// Work for another thread.
pub type Job<T> = Box<dyn FnOnce() -> T + Send>;

/// A bot's choice, to be handed back to its session.
pub struct Decided(Box<dyn Any + Send>);

impl std::fmt::Debug for Decided {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Decided")
    }
}

/// A session of any game: [`Session`] documents the methods.
#[allow(missing_docs)]
pub trait AnySession: Send {
    fn game(&self) -> (&'static str, &'static str);
    /// The names of the sides.
    fn sides(&self) -> BySide<&'static str>;
    fn secrets(&self) -> bool;
    fn setting(&self) -> Setting;
    fn setting_line(&self) -> String;
    fn statement(&self) -> Option<String>;
    fn board(&self) -> &Board;
    fn guide(&self) -> &Guide;
    fn seats(&self) -> BySide<String>;
    fn practice(&self) -> bool;
    fn seed(&self) -> u64;
    fn version(&self) -> u64;
    fn shown_version(&self) -> u64;
    fn steps(&self) -> usize;
    fn is_over(&self) -> bool;
    fn is_open(&self) -> bool;
    fn turn(&self) -> Option<(Side, bool)>;
    fn view(&self, asked: Option<Side>, log_from: usize) -> Result<View, SessionError>;
    fn table_at(&self, step: usize) -> Result<Table, SessionError>;
    fn act(&mut self, text: &str, version: Option<u64>) -> Result<(), SessionError>;
    fn act_for_phase(&mut self, text: &str, version: Option<u64>) -> Result<(), SessionError>;
    fn ask_again(&mut self);
    fn undo(&mut self) -> Result<(), SessionError>;
    fn begin(&mut self) -> Result<Job<Decided>, SessionError>;
    fn end(&mut self, decided: Decided) -> bool;
    fn stop(&self);
    fn thinking(&self) -> Option<f32>;
    fn waits_in_secret(&self) -> bool;
    fn hint(&self, spec: &BotSpec) -> Result<Job<Result<Hint, SessionError>>, SessionError>;
    /// The odds of choices, in notation, for the human to move: as many as time allows, and of all choices if none is named.
    fn odds(
        &self,
        actions: &[String],
        time: Duration,
    ) -> Result<Job<Result<OddsAnswer, SessionError>>, SessionError>;
    fn draft(&self, draft: &Draft, version: u64) -> Result<DraftView, SessionError>;
    fn play_draft(&mut self, draft: &Draft, version: u64) -> Result<(), SessionError>;
    fn review(&self) -> Result<Job<Review>, SessionError>;
    /// Judges the choices of a finished game with this much work ([`WORK`](super::WORK) for users); the control reports
    /// progress and stops it.
    fn judge(&self, work: u64, control: Control) -> Result<Job<Judgement>, SessionError>;
    fn save(&self) -> Saved;
    fn record(&self) -> String;
    fn seat(&mut self, side: Side, seat: &str) -> Result<(), SessionError>;
    fn take_screen(&mut self, side: Side) -> Result<(), SessionError>;
    /// The full position with readable names: only for tests and for games without secrets.
    fn position(&self) -> Value;
}

impl<G: Playable> AnySession for Session<G> {
    fn game(&self) -> (&'static str, &'static str) {
        (G::NAME, G::TITLE)
    }

    fn sides(&self) -> BySide<&'static str> {
        G::SIDES
    }

    fn secrets(&self) -> bool {
        G::SECRETS
    }

    fn setting(&self) -> Setting {
        Self::setting(self)
    }

    fn setting_line(&self) -> String {
        self.world().setting_line()
    }

    fn statement(&self) -> Option<String> {
        G::statement(&self.world().rules)
    }

    fn board(&self) -> &Board {
        &self.world().board
    }

    fn guide(&self) -> &Guide {
        &self.world().guide
    }

    fn seats(&self) -> BySide<String> {
        BySide::new_with(|side| Self::seats(self)[side].to_string())
    }

    fn practice(&self) -> bool {
        self.practice
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn version(&self) -> u64 {
        Self::version(self)
    }

    fn shown_version(&self) -> u64 {
        Self::shown_version(self)
    }

    fn steps(&self) -> usize {
        Self::steps(self)
    }

    fn is_over(&self) -> bool {
        Self::is_over(self)
    }

    fn is_open(&self) -> bool {
        Self::is_open(self)
    }

    fn turn(&self) -> Option<(Side, bool)> {
        Self::turn(self)
    }

    fn view(&self, asked: Option<Side>, log_from: usize) -> Result<View, SessionError> {
        Self::view(self, asked, log_from)
    }

    fn table_at(&self, step: usize) -> Result<Table, SessionError> {
        Self::table_at(self, step)
    }

    fn act(&mut self, text: &str, version: Option<u64>) -> Result<(), SessionError> {
        Self::act(self, text, version)
    }

    fn act_for_phase(&mut self, text: &str, version: Option<u64>) -> Result<(), SessionError> {
        Self::act_for_phase(self, text, version)
    }

    fn ask_again(&mut self) {
        Self::ask_again(self);
    }

    fn undo(&mut self) -> Result<(), SessionError> {
        Self::undo(self)
    }

    fn begin(&mut self) -> Result<Job<Decided>, SessionError> {
        let thought = self.begin_thought()?;
        Ok(Box::new(move || Decided(Box::new(thought.run()))))
    }

    fn end(&mut self, decided: Decided) -> bool {
        decided.0.downcast().is_ok_and(|done| self.end_thought(*done))
    }

    fn stop(&self) {
        self.stop_thinking();
    }

    fn thinking(&self) -> Option<f32> {
        Self::thinking(self)
    }

    fn waits_in_secret(&self) -> bool {
        Self::waits_in_secret(self)
    }

    fn hint(&self, spec: &BotSpec) -> Result<Job<Result<Hint, SessionError>>, SessionError> {
        let question = self.question(spec)?;
        Ok(Box::new(move || question.ask()))
    }

    fn odds(
        &self,
        actions: &[String],
        time: Duration,
    ) -> Result<Job<Result<OddsAnswer, SessionError>>, SessionError> {
        let question = self.odds_question(actions)?;
        Ok(Box::new(move || question.answer(time)))
    }

    fn draft(&self, draft: &Draft, version: u64) -> Result<DraftView, SessionError> {
        Self::draft(self, draft, version)
    }

    fn play_draft(&mut self, draft: &Draft, version: u64) -> Result<(), SessionError> {
        Self::play_draft(self, draft, version)
    }

    fn review(&self) -> Result<Job<Review>, SessionError> {
        let game = self.finished()?;
        Ok(Box::new(move || game.review()))
    }

    fn judge(&self, work: u64, control: Control) -> Result<Job<Judgement>, SessionError> {
        let task = self.judge_task(control)?;
        Ok(Box::new(move || task.judge(work)))
    }

    fn save(&self) -> Saved {
        self.saved()
    }

    fn record(&self) -> String {
        self.record_text()
    }

    fn seat(&mut self, side: Side, seat: &str) -> Result<(), SessionError> {
        self.take_seat(side, seat.parse()?)
    }

    fn take_screen(&mut self, side: Side) -> Result<(), SessionError> {
        Self::take_screen(self, side)
    }

    fn position(&self) -> Value {
        G::to_json(&self.world().rules, self.state())
    }
}
