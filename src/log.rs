//! A game as a log of decisions, rolls and events, turn by turn.

use std::io::{self, Write};

use anyhow::Result;
use wilaya_engine::dice::Roll;
use wilaya_engine::notation::roll_text;
use wilaya_engine::record::{Record, Step};
use wilaya_engine::{Audience, FullGame, Game, Side, Status};

/// Replays a record and writes what a side sees of it, or everything.
pub(crate) fn replay<G: FullGame>(
    rules: &G::Rules,
    record: &Record<G>,
    side: Option<Side>,
    out: impl Write,
) -> Result<()> {
    let mut log = Log::<G, _>::new(rules, side, out);
    let mut result = Ok(());
    record.replay(rules, |step, state, events| {
        if result.is_ok() {
            result = match step {
                None => log.start(state, &record.rolls, events),
                Some(step) => log.step(step, state, events),
            };
        }
    })?;
    result?;
    Ok(log.finish()?)
}

/// Writes a log of what one side sees of a game, or everything.
///
/// For an unannounced decision of the other side, only its consequences are shown, together with the decision before it: a side
/// cannot know whether there was such a decision.
pub(crate) struct Log<'a, G: FullGame, W> {
    rules: &'a G::Rules,
    side: Option<Side>,
    out: W,
    turn: Option<u16>,
    /// The current decision.
    asked: Option<G::Decision>,
    /// Output not yet written: a decision, its rolls, and what followed.
    head: String,
    rolls: Vec<Roll>,
    tail: Vec<String>,
}

impl<'a, G: FullGame, W: Write> Log<'a, G, W> {
    pub(crate) fn new(rules: &'a G::Rules, side: Option<Side>, out: W) -> Self {
        let (head, rolls, tail) = (String::new(), Vec::new(), Vec::new());
        Self { rules, side, out, turn: None, asked: None, head, rolls, tail }
    }

    /// The log, continuing from a position.
    pub(crate) fn from(self, state: &G::State) -> Self {
        Self { turn: Some(G::clock(state).0), asked: asked::<G>(state), ..self }
    }

    /// Writes what happened before the first decision.
    fn start(&mut self, state: &G::State, rolls: &[Roll], events: &[G::Event]) -> io::Result<()> {
        self.begin("Set-up".to_owned())?;
        self.follow(rolls, events, state);
        Ok(())
    }

    /// Writes a decision and what followed.
    pub(crate) fn step(
        &mut self,
        step: &Step<G::Action>,
        state: &G::State,
        events: &[G::Event],
    ) -> io::Result<()> {
        let seen = self.side.is_none_or(|side| step.audience.includes(side));
        let other = self.side.is_some_and(|side| side != step.side);
        if !(other && self.asked.is_some_and(|kind| !G::is_announced(kind))) {
            let action = if seen { G::action_text(self.rules, step.action) } else { "…".to_owned() };
            self.begin(format!("  {}: {action}", step.side))?;
        }
        self.follow(&step.rolls, events, state);
        Ok(())
    }

    /// Writes the rest.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.begin(String::new())
    }

    fn begin(&mut self, head: String) -> io::Result<()> {
        let before = std::mem::replace(&mut self.head, head);
        let rolls: Vec<_> = self.rolls.drain(..).map(|roll| roll_text::<G>(self.rules, roll)).collect();
        let rolls = if rolls.is_empty() { String::new() } else { format!("  [{}]", rolls.join(", ")) };
        if !before.is_empty() {
            writeln!(self.out, "{before}{rolls}")?;
        }
        self.tail.drain(..).try_for_each(|line| writeln!(self.out, "{line}"))
    }

    fn follow(&mut self, rolls: &[Roll], events: &[G::Event], state: &G::State) {
        let sees = |audience: Audience| self.side.is_none_or(|side| audience.includes(side));
        self.rolls.extend(rolls.iter().filter(|roll| sees(G::roll_audience(roll.label))));
        let told = events.iter().filter(|event| sees(G::audience(event)));
        self.tail.extend(told.map(|event| format!("      {}", G::event_text(self.rules, event))));
        self.asked = asked::<G>(state);
        let turn = G::clock(state).0;
        if self.turn.replace(turn) != Some(turn) && self.asked.is_some() {
            self.tail.push(format!("Turn {turn}"));
        }
    }
}

/// The current decision, if any.
fn asked<G: Game>(state: &G::State) -> Option<G::Decision> {
    match G::status(state) {
        Status::Decision { kind, .. } => Some(kind),
        Status::Over(_) => None,
    }
}
