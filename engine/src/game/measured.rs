//! Statistics of a game: columns and tracks.

use std::fmt;

use super::core::Game;
use crate::field::{Field, TallyColumn};
use crate::sink::Sink;

/// A game with columns in a table of games, and with tracks.
pub trait Measured: Game {
    /// Computes the columns of one game from its events alone; `()` has none.
    type Tally: Tally<Self>;

    /// The names of the tracks that show the course of a game, in the order of [`Measured::tracks`].
    const TRACKS: &'static [&'static str] = &[];

    /// Appends the current value of each of [`Measured::TRACKS`].
    fn tracks(rules: &Self::Rules, state: &Self::State, out: &mut Vec<i32>) {
        let _ = (rules, state, out);
    }

    /// The calendar year, if a year of the game has several turns; else the turn.
    fn period(rules: &Self::Rules, state: &Self::State) -> u16 {
        let _ = rules;
        Self::clock(state).0
    }

    /// The turn that an event begins, if any.
    fn turn_begun(event: &Self::Event) -> Option<u16> {
        let _ = event;
        None
    }
}

/// Counts what happens in one game from its events.
pub trait Tally<G: Game>: Sink<G::Event> + Clone + fmt::Debug + Default + Send + 'static {
    /// The columns.
    const COLUMNS: &'static [TallyColumn<Self, G::Rules>] = &[];

    /// The names of the columns.
    #[must_use]
    fn columns() -> Vec<&'static str> {
        Self::COLUMNS.iter().map(|column| column.name).collect()
    }

    /// Appends the values of the columns, in the same order.
    fn values(&self, rules: &G::Rules, out: &mut Vec<Field>) {
        out.extend(Self::COLUMNS.iter().map(|column| (column.value)(self, rules)));
    }
}

/// Counts nothing.
impl<G: Game> Tally<G> for () {}

/// The columns of both tallies, in that order.
impl<G: Game, A: Tally<G>, B: Tally<G>> Tally<G> for (A, B) {
    fn columns() -> Vec<&'static str> {
        [A::columns(), B::columns()].concat()
    }

    fn values(&self, rules: &G::Rules, out: &mut Vec<Field>) {
        self.0.values(rules, out);
        self.1.values(rules, out);
    }
}
