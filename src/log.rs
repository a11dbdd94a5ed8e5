//! A game as a log: decisions, rolls and events, turn by turn.

use std::io::{self, Write};

use wilaya_engine::dice::Roll;
use wilaya_engine::notation::roll_text;
use wilaya_engine::record::Step;
use wilaya_engine::{Game, Side};

/// Writes a log of what one side sees of a game, or all of it.
pub(crate) struct Log<'a, G: Game, W> {
    rules: &'a G::Rules,
    side: Option<Side>,
    out: W,
    turn: Option<u16>,
}

impl<'a, G: Game, W: Write> Log<'a, G, W> {
    pub(crate) fn new(rules: &'a G::Rules, side: Option<Side>, out: W) -> Self {
        Self { rules, side, out, turn: None }
    }

    /// The same log, going on in a position.
    pub(crate) fn from(self, state: &G::State) -> Self {
        Self { turn: Some(G::clock(state).0), ..self }
    }

    /// Writes what happened before the first decision.
    pub(crate) fn start(&mut self, state: &G::State, rolls: &[Roll], events: &[G::Event]) -> io::Result<()> {
        writeln!(self.out, "Set-up{}", self.rolls(rolls))?;
        self.events(events)?;
        self.heading(state)
    }

    /// Writes a decision and what followed.
    pub(crate) fn step(
        &mut self,
        step: &Step<G::Action>,
        state: &G::State,
        events: &[G::Event],
    ) -> io::Result<()> {
        let audience = G::action_audience(step.side, step.action);
        let seen = self.side.is_none_or(|side| audience.includes(side));
        let action = if seen { G::action_text(self.rules, step.action) } else { "…".to_owned() };
        writeln!(self.out, "  {}: {action}{}", step.side, self.rolls(&step.rolls))?;
        self.events(events)?;
        self.heading(state)
    }

    fn heading(&mut self, state: &G::State) -> io::Result<()> {
        let turn = G::clock(state).0;
        if self.turn.replace(turn) == Some(turn) || G::status(state).outcome().is_some() {
            return Ok(());
        }
        writeln!(self.out, "Turn {turn}")
    }

    fn rolls(&self, rolls: &[Roll]) -> String {
        let seen = |roll: &&Roll| self.side.is_none_or(|side| G::roll_audience(roll.label).includes(side));
        let rolls: Vec<_> = rolls.iter().filter(seen).map(|&roll| roll_text::<G>(self.rules, roll)).collect();
        if rolls.is_empty() { String::new() } else { format!("  [{}]", rolls.join(", ")) }
    }

    fn events(&mut self, events: &[G::Event]) -> io::Result<()> {
        for event in events {
            if self.side.is_none_or(|side| G::audience(event).includes(side)) {
                writeln!(self.out, "      {}", G::event_text(self.rules, event))?;
            }
        }
        Ok(())
    }
}
