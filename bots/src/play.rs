//! A game between two bots.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use wilaya_engine::dice::{Dice, Label};
use wilaya_engine::{BySide, Game, Hidden, Outcome, Side, Sink, Status, View};

use crate::{Bot, Forfeit, Forfeited, Pair};

/// Passes on the rolls of other dice and counts them.
#[derive(Clone, Debug)]
pub struct CountingDice<D> {
    inner: D,
    count: u32,
}

impl<D: Dice> CountingDice<D> {
    /// Counts the rolls of `inner`.
    pub fn new(inner: D) -> Self {
        Self { inner, count: 0 }
    }

    /// The number of rolls and draws.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The wrapped dice.
    pub fn inner_mut(&mut self) -> &mut D {
        &mut self.inner
    }
}

impl<D: Dice> Dice for CountingDice<D> {
    #[inline]
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        self.count += 1;
        self.inner.uniform(label, n)
    }

    #[inline]
    fn rekey(&mut self, turn: u16, phase: u8) {
        self.inner.rekey(turn, phase);
    }
}

/// The number of times that a bot without explanations is asked for one of a few choices.
const ASKED: usize = 200;

/// A game between two bots, played decision by decision.
#[derive(Debug)]
pub struct Match<'a, G: Game, D, A, B> {
    rules: &'a G::Rules,
    /// The dice.
    pub dice: D,
    state: G::State,
    bots: Pair<A, B>,
    choices: G::Choices,
    decisions: BySide<u32>,
}

impl<'a, G: Hidden, D: Dice, A: Bot<G>, B: Bot<G>> Match<'a, G, D, A, B> {
    /// Sets up a game, keyed by the seed of its run and its index in the run.
    pub fn new<S: Sink<G::Event>>(
        rules: &'a G::Rules,
        mut dice: D,
        bots: (A, B),
        key: (u64, u64),
        sink: &mut S,
    ) -> Self {
        let state = G::start(rules, &mut dice, sink);
        Self::from(rules, state, dice, bots, key)
    }

    /// Starts a game from a position.
    pub fn from(rules: &'a G::Rules, state: G::State, dice: D, bots: (A, B), key: (u64, u64)) -> Self {
        let mut choices = G::Choices::default();
        G::choices(rules, &state, &mut choices);
        Self { rules, dice, state, bots: Pair::new(bots, key), choices, decisions: BySide::default() }
    }

    /// Lets the side to move decide. `None` if the game has ended.
    #[inline]
    pub fn step<S: Sink<G::Event>>(&mut self, sink: &mut S) -> Option<(Side, G::Action)> {
        let Status::Decision { side, .. } = G::status(&self.state) else { return None };
        let view = View::new(self.rules, &self.state, side);
        let action = self.bots.choose(view, &self.choices);
        self.carry_out(side, action, sink);
        Some((side, action))
    }

    /// Like [`Match::step`], for bots that [can forfeit](Bot::can_forfeit).
    ///
    /// # Errors
    /// The deciding side has forfeited; nothing was played.
    pub fn try_step<S: Sink<G::Event>>(
        &mut self,
        sink: &mut S,
    ) -> Result<Option<(Side, G::Action)>, Forfeited> {
        let Status::Decision { side, .. } = G::status(&self.state) else { return Ok(None) };
        let action = self.bots.choose(View::new(self.rules, &self.state, side), &self.choices);
        let forfeit = match side {
            Side::Fln => self.bots.fln.forfeit(),
            Side::France => self.bots.france.forfeit(),
        };
        if let Some(Forfeit { fault, .. }) = forfeit {
            return Err(Forfeited { side, fault: *fault });
        }
        self.carry_out(side, action, sink);
        Ok(Some((side, action)))
    }

    /// True if one of the bots can forfeit.
    pub fn can_forfeit(&self) -> bool {
        self.bots.fln.can_forfeit() || self.bots.france.can_forfeit()
    }

    /// Plays an action of the side to move, without asking its bot.
    #[inline]
    pub fn carry_out<S: Sink<G::Event>>(&mut self, side: Side, action: G::Action, sink: &mut S) {
        debug_assert!(G::is_legal(self.rules, &self.state, action), "{action:?} is not legal");
        self.bots.show::<G>(self.rules, &self.state, action);
        self.decisions[side] += 1;
        G::advance(self.rules, &mut self.state, action, &mut self.dice, sink, &mut self.choices);
    }

    /// The choice of the side to move among `few`: the best by its bot's explanation or, for a bot without one, the first of them
    /// that it plays when asked repeatedly.
    ///
    /// # Panics
    /// If there are none, or the game is over.
    pub fn choose_among(&mut self, few: &[G::Action]) -> G::Action {
        let side = G::status(&self.state).side().expect("somebody decides");
        let view = View::new(self.rules, &self.state, side);
        if let [only] = few {
            return *only;
        }
        let told = match side {
            Side::Fln => self.bots.fln.explain(view, few),
            Side::France => self.bots.france.explain(view, few),
        };
        let ranked = told.into_iter().flat_map(|told| told.ranked);
        let best = ranked.map(|one| one.action).find(|action| few.contains(action));
        let asked =
            || (0..ASKED).map(|_| self.bots.choose(view, &self.choices)).find(|one| few.contains(one));
        best.or_else(asked).unwrap_or(few[0])
    }

    /// The position.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The choices of the current decision; empty at the end of the game.
    pub fn choices(&self) -> &G::Choices {
        &self.choices
    }

    /// The number of decisions made by each side.
    pub fn decisions(&self) -> BySide<u32> {
        self.decisions
    }
}

impl<G: Hidden, D: Dice, A: Bot<G>, B: Bot<G>> Match<'_, G, CountingDice<D>, A, B> {
    /// The summary of the game, if it is over or has reached the end of turn `max_turns`.
    pub(crate) fn played(&self, max_turns: u16) -> Played {
        let outcome = G::status(&self.state).outcome();
        let turns = G::clock(&self.state).0.min(max_turns);
        Played { outcome, turns, decisions: self.decisions, dice: self.dice.count, forfeit: None }
    }

    /// The summary, after telling bots that can forfeit. If a side has forfeited, the other has won.
    pub(crate) fn ended(&mut self, max_turns: u16, forfeit: Option<Forfeited>) -> Played {
        let played = self.played(max_turns);
        let outcome = forfeit.map_or(played.outcome, |one| Some(Outcome::won_by(one.side.other())));
        self.bots.fln.end(outcome);
        self.bots.france.end(outcome);
        Played { outcome, forfeit, ..played }
    }
}

/// The summary of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The outcome; `None` if the game exceeded the turn limit.
    #[serde(rename = "winner")]
    pub outcome: Option<Outcome>,
    /// The last turn.
    pub turns: u16,
    /// The number of decisions made by each side.
    pub decisions: BySide<u32>,
    /// The number of rolls and draws.
    pub dice: u32,
    /// The side that forfeited, if any; the other has won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeited>,
}

/// Plays a game to its end, or to the end of turn `max_turns`. `None` if `stop` was set before.
///
/// `each` is called after every decision.
pub fn play<G: Hidden, D: Dice, S: Sink<G::Event>, A: Bot<G>, B: Bot<G>>(
    game: &mut Match<'_, G, CountingDice<D>, A, B>,
    max_turns: u16,
    stop: &AtomicBool,
    sink: &mut S,
    mut each: impl FnMut(&mut Match<'_, G, CountingDice<D>, A, B>, Side, G::Action),
) -> Option<Played> {
    if game.can_forfeit() {
        return play_watched(game, max_turns, stop, sink, each);
    }
    while G::clock(&game.state).0 <= max_turns {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let Some((side, action)) = game.step(sink) else { break };
        each(game, side, action);
    }
    Some(game.played(max_turns))
}

/// Like [`play`], checking after each decision whether a side has forfeited.
fn play_watched<G: Hidden, D: Dice, S: Sink<G::Event>, A: Bot<G>, B: Bot<G>>(
    game: &mut Match<'_, G, CountingDice<D>, A, B>,
    max_turns: u16,
    stop: &AtomicBool,
    sink: &mut S,
    mut each: impl FnMut(&mut Match<'_, G, CountingDice<D>, A, B>, Side, G::Action),
) -> Option<Played> {
    let mut forfeit = None;
    while G::clock(&game.state).0 <= max_turns {
        let step = game.try_step(sink);
        // It may have interrupted a bot before it answered.
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        match step {
            Ok(Some((side, action))) => each(game, side, action),
            Ok(None) => break,
            Err(forfeited) => {
                forfeit = Some(forfeited);
                break;
            }
        }
    }
    Some(game.ended(max_turns, forfeit))
}

/// Like [`play`], without a callback.
pub fn play_out<G: Hidden, D: Dice, S: Sink<G::Event>, A: Bot<G>, B: Bot<G>>(
    game: &mut Match<'_, G, CountingDice<D>, A, B>,
    max_turns: u16,
    stop: &AtomicBool,
    sink: &mut S,
) -> Option<Played> {
    play(game, max_turns, stop, sink, |_, _, _| ())
}
