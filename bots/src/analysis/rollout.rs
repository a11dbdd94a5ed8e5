//! Rollouts of a decision: each choice is played out many times with the same dice.

use std::sync::atomic::AtomicBool;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use wilaya_engine::dice::{SeededDice, stream_key};
use wilaya_engine::{Actions, BySide, Observation, Side, Status};
use wilaya_stats::{Adjusted, Estimate, Moments, paired};

use super::{Luck, play_with_luck};
use crate::Bot;
use crate::evaluation::Evaluated;
use crate::play::{CountingDice, Match, Played, play_out};

/// The purpose of the streams of imagined positions.
const PURPOSE: u64 = 33;

/// How to play out the choices of a decision.
#[derive(Clone, Copy, Debug)]
pub struct RolloutConfig {
    /// The seed of all random draws.
    pub seed: u64,
    /// The turn limit: a game that exceeds it is ignored.
    pub max_turns: u16,
    /// The number of rerolls per step for measuring luck; 0 skips luck, which is faster.
    pub rerolls: u16,
    /// True to keep hidden parts as in the position; otherwise each game draws hidden parts consistent with what the deciding
    /// side sees.
    pub as_it_is: bool,
}

/// The result of a game for the side that decided: its points (1 for a win, 0.5 for a draw) and its luck. `None` if the game
/// was not finished.
pub type Points = Option<(f64, f64)>;

/// A decision whose choices are played out in games that differ only in the choice.
#[derive(Clone, Debug)]
pub struct Rollout<'a, G: Evaluated> {
    rules: &'a G::Rules,
    state: G::State,
    seen: Observation<G>,
    side: Side,
    legal: Actions<G>,
    config: RolloutConfig,
}

impl<'a, G: Evaluated> Rollout<'a, G> {
    /// The decision at `state`; `None` if the game is over there.
    #[must_use]
    pub fn new(rules: &'a G::Rules, state: &G::State, config: RolloutConfig) -> Option<Self> {
        let Status::Decision { side, .. } = G::status(state) else { return None };
        let mut legal = Actions::<G>::new();
        G::legal(rules, state, &mut legal);
        let seen = G::observe(rules, state, side);
        Some(Self { rules, state: *state, seen, side, legal, config })
    }

    /// The side that decides.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The choices.
    #[must_use]
    pub fn choices(&self) -> &[G::Action] {
        &self.legal
    }

    /// Plays one of the choices, and then the game to its end with these bots. Games with the same number have the same dice
    /// and hidden parts for every choice. Returns the outcome and what was played; `None` if `stop` was set before the end.
    pub fn play<A: Bot<G>, B: Bot<G>>(
        &self,
        choice: G::Action,
        game: u64,
        bots: (A, B),
        stop: &AtomicBool,
    ) -> Option<(Points, Played)> {
        let RolloutConfig { seed, max_turns, rerolls, as_it_is } = self.config;
        let start = if as_it_is {
            self.state
        } else {
            let mut rng = Pcg64Mcg::seed_from_u64(stream_key(seed, game, PURPOSE));
            G::determinize(self.rules, &self.seen, &mut rng)
        };
        let key = (seed, game);
        let dice = CountingDice::new(SeededDice::new(seed, game));
        let mut game = Match::<G, _, _, _>::from(self.rules, start, dice, bots, key);
        let (played, luck) = if rerolls == 0 {
            game.carry_out(self.side, choice, &mut ());
            (play_out(&mut game, max_turns, stop, &mut ())?, 0.0)
        } else {
            let mut luck = Luck::new(rerolls, key);
            let first = Some(choice);
            let played = play_with_luck(self.rules, &mut game, max_turns, stop, &mut (), &mut luck, first)?;
            (played, BySide { fln: luck.total(), france: -luck.total() }[self.side])
        };
        Some((played.outcome.map(|outcome| (outcome.score(self.side), luck)), played))
    }
}

/// The results of a choice, for the side that decides: 1 if it wins, 0 if not.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolled<A> {
    /// The choice.
    pub action: A,
    /// The results.
    pub results: Moments,
    /// The results minus their luck.
    pub adjusted: Adjusted,
    games: Vec<Points>,
}

impl<A> Rolled<A> {
    /// A choice without results yet.
    #[must_use]
    pub fn new(action: A) -> Self {
        Self { action, results: Moments::default(), adjusted: Adjusted::default(), games: Vec::new() }
    }

    /// Adds the outcome of the next game.
    pub fn push(&mut self, outcome: Points) {
        if let Some((result, luck)) = outcome {
            self.results.push(result);
            self.adjusted.push(result, luck);
        }
        self.games.push(outcome);
    }

    /// The outcomes, in the order of the games.
    #[must_use]
    pub fn games(&self) -> &[Points] {
        &self.games
    }

    /// How much better its luck-adjusted results are than those of another choice with the same dice. The coefficient of the
    /// luck comes from this choice's games.
    #[must_use]
    pub fn better_than(&self, other: &Self) -> Estimate {
        let less = |game: (f64, f64), by: &Adjusted| game.0 - by.coefficient() * game.1;
        let both = self.games.iter().zip(&other.games);
        paired(
            both.filter_map(|(one, two)| {
                Some((less((*one)?, &self.adjusted), less((*two)?, &other.adjusted)))
            }),
        )
    }
}
