//! The value of each removable item of a game: two readings of the same question. ([`forked`](crate::forked) is a third.)
//!
//! - *Seen*: do games in which it takes effect end differently from others? Turn by turn, games in which it takes effect for
//!   the first time are compared with those that have reached the same turn without it, so that long games, in which more
//!   happens, do not distort it ([`difference_stratified`]). This is correlation, not necessarily causation.
//! - *Barred*: the same games, with the same dice, without the item. This is its causal effect, including everything that
//!   changes without it.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use wilaya_bots::Bot;
use wilaya_bots::evaluation::Evaluated;
use wilaya_engine::{FullGame, Outcome, Sink, Tally as _, Use};
use wilaya_stats::{Estimate, Interval, Stratified, difference_stratified, wilson};

use crate::row::Row;
use crate::run::{Plan, game};
use crate::workers::Execution;

/// No turn.
const NEVER: u16 = u16::MAX;

/// What happened to one item in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ItemHistory {
    /// True if it was in a hand before the first turn began.
    opening: bool,
    /// True if it was drawn into a hand.
    drawn: bool,
    /// The turn in which it first took effect.
    effect: u16,
}

/// What happened to all items in one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct GameHistory {
    outcome: Outcome,
    first: u16,
    last: u16,
    items: Box<[ItemHistory]>,
}

/// Watches what happens to the items of a game.
struct Watch<'a, G: FullGame> {
    rules: &'a G::Rules,
    turn: u16,
    /// The first turn, once it has begun.
    first: Option<u16>,
    items: Box<[ItemHistory]>,
}

impl<G: FullGame> Sink<G::Event> for Watch<'_, G> {
    fn event(&mut self, event: G::Event) {
        if let Some(turn) = G::turn_begun(&event) {
            self.turn = turn;
            self.first.get_or_insert(turn);
        }
        let Some((number, what)) = G::item(self.rules, &event) else { return };
        let Some(item) = self.items.get_mut(number) else { return };
        match what {
            Use::Drawn(_) => {
                item.drawn = true;
                item.opening |= self.first.is_none();
            }
            Use::Played(_) | Use::Happened => item.effect = item.effect.min(self.turn),
        }
    }
}

/// The games of a run, reduced to what happened to the items. Unfinished games are left out.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    games: Vec<(u64, GameHistory)>,
    unfinished: u64,
}

/// Plays the games of a plan without pairs and watches the items. `each` receives every game in order. `None` if `stop` was
/// set.
///
/// # Errors
/// The first error of `each`.
pub fn watch<'a, G: FullGame + Evaluated, A: Bot<G>, B: Bot<G>, E>(
    rules: &G::Rules,
    plan: &Plan<G::State>,
    (fln, france): (impl Fn() -> A + Sync, impl Fn() -> B + Sync),
    execution: impl Into<Execution<'a>>,
    stop: &AtomicBool,
    mut each: impl FnMut(&Row) -> Result<(), E>,
) -> Result<Option<Watched>, E> {
    let (count, columns) = (G::items(rules).len(), G::Tally::columns().len());
    let work = |offset| {
        let none = ItemHistory { opening: false, drawn: false, effect: NEVER };
        let items = vec![none; count].into_boxed_slice();
        let mut watch = Watch::<G> { rules, turn: 0, first: None, items };
        let bots = (fln(), france());
        let row =
            game::<G, G::Tally, A, B, _>(rules, plan, columns, plan.first + offset, bots, stop, &mut watch)?;
        let history = row.played.outcome.map(|outcome| GameHistory {
            outcome,
            first: watch.first.unwrap_or_default(),
            last: watch.turn,
            items: watch.items,
        });
        Some((row, history))
    };
    let mut watched = Watched::default();
    let done = execution.into().ordered(0..plan.games, stop, work, |offset, (row, history)| {
        match history {
            Some(history) => watched.games.push((offset, history)),
            None => watched.unfinished += 1,
        }
        each(&row)
    })?;
    Ok((done == plan.games).then_some(watched))
}

/// The number of games with some property, and how many of them the FLN won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The games.
    pub n: u64,
    /// The games that the FLN won.
    pub fln_wins: u64,
}

impl Share {
    /// The share that the FLN won, 0 to 1; `None` if there are no games.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        (self.n > 0).then(|| self.fln_wins as f64 / self.n as f64)
    }

    /// Its 95 % interval (Wilson's).
    #[must_use]
    pub fn interval(&self) -> Interval {
        wilson(self.fln_wins, self.n)
    }
}

/// Outcomes of games by what happened to one item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// It was in a hand before the first turn began.
    pub opening: Share,
    /// It was in a hand at some time.
    pub drawn: Share,
    /// It took effect: it was played, or it occurred.
    pub effect: Share,
    /// It did not take effect.
    pub no_effect: Share,
    /// It was neither in a hand nor took effect.
    pub unseen: Share,
}

impl Watched {
    /// The outcome of each game, in order; `None` if it was unfinished.
    #[must_use]
    pub fn outcomes(&self) -> Vec<Option<Outcome>> {
        let mut outcomes = vec![None; (self.finished() + self.unfinished) as usize];
        for (index, game) in &self.games {
            outcomes[*index as usize] = Some(game.outcome);
        }
        outcomes
    }

    /// The number of finished games.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.games.len() as u64
    }

    /// The number of unfinished games.
    #[must_use]
    pub fn unfinished(&self) -> u64 {
        self.unfinished
    }

    /// Outcomes of games by what happened to item `number`.
    #[must_use]
    pub fn shares(&self, number: usize) -> Shares {
        let mut shares = Shares::default();
        for (_, game) in &self.games {
            let Some(item) = game.items.get(number) else { continue };
            let effect = item.effect != NEVER;
            for (share, counts) in [
                (&mut shares.opening, item.opening),
                (&mut shares.drawn, item.drawn),
                (&mut shares.effect, effect),
                (&mut shares.no_effect, !effect),
                (&mut shares.unseen, !effect && !item.drawn),
            ] {
                share.n += u64::from(counts);
                share.fln_wins += u64::from(counts && game.outcome == Outcome::Fln);
            }
        }
        shares
    }

    /// The increase in the FLN's win rate if item `number` takes effect, among games that have reached the same turn without
    /// it: the reading *seen*. `n` is the number of games in which it takes effect.
    #[must_use]
    pub fn seen(&self, number: usize) -> Estimate {
        let at_risk =
            self.games.iter().filter_map(|(index, game)| Some((*index, game, game.items.get(number)?)));
        difference_stratified(at_risk.flat_map(|(group, game, item)| {
            let effect = item.effect;
            (game.first..=game.last.min(effect)).map(move |turn| Stratified {
                group,
                stratum: turn.into(),
                mark: turn == effect,
                value: f64::from(game.outcome == Outcome::Fln),
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(index: u64, fln_won: bool, last: u16, effect: u16) -> (u64, GameHistory) {
        let item = ItemHistory { opening: effect == 0, drawn: effect != NEVER, effect };
        let outcome = if fln_won { Outcome::Fln } else { Outcome::France };
        (index, GameHistory { outcome, first: 0, last, items: vec![item].into_boxed_slice() })
    }

    /// An item without effect that is the likelier the longer a game is, in a game that the FLN wins if it is long; comparing
    /// wins with and without it would find an effect.
    #[test]
    fn long_games_do_not_decide() {
        let mut games = Vec::new();
        for index in 0..4_000u64 {
            let last = if index % 2 == 0 { 10 } else { 2 };
            // In each turn one game in five, in turns that do not depend on who wins: the FLN wins the long ones.
            let first = (index / 2 * 7 % 5 + index / 10 % 3 * 5) as u16;
            let effect = if first <= last { first } else { NEVER };
            games.push(one(index, last == 10, last, effect));
        }
        let watched = Watched { games, unfinished: 0 };
        let shares = watched.shares(0);
        let naive =
            shares.effect.rate().expect("there are some") - shares.no_effect.rate().expect("there are some");
        assert!(naive > 0.3, "{naive}");
        let seen = watched.seen(0);
        assert!(seen.interval().contains(0.0) || seen.value.abs() < 0.05, "{seen:?}");
        assert_eq!(seen.n, shares.effect.n);
    }

    #[test]
    fn what_decides_is_seen() {
        let games = (0..1_000u64).map(|index| {
            let effect = if index % 4 == 0 { 3 } else { NEVER };
            // It wins the game for the FLN, which else wins every second one.
            one(index, effect == 3 || index % 2 == 0, 6, effect)
        });
        let watched = Watched { games: games.collect(), unfinished: 2 };
        let seen = watched.seen(0);
        // 250 of 250 with it; without it 250 of 750.
        assert!((seen.value - 2.0 / 3.0).abs() < 1e-9, "{seen:?}");
        assert!(seen.p_value() < 1e-6);
        let shares = watched.shares(0);
        assert_eq!((shares.effect, shares.unseen.n), (Share { n: 250, fln_wins: 250 }, 750));
        assert_eq!((watched.finished(), watched.unfinished(), shares.opening.n), (1_000, 2, 0));
    }
}
