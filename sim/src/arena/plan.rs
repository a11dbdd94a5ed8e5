//! What an arena plays, and what comes of a pair of games.

use serde::{Deserialize, Serialize};
use wilaya_bots::play::Played;
use wilaya_engine::Side;

use crate::seats::is_program;

/// What an arena plays, beside its rules and bots.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArenaPlan {
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// Pairs of games of every two bots in every scenario.
    pub pairs: u64,
    /// A game that goes on after this turn counts as half a win for both.
    pub max_turns: u16,
    /// The names of the bots, at least two.
    pub bots: Vec<String>,
    /// The names of the scenarios.
    pub scenarios: Vec<String>,
}

/// A pair of games that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The index of the pair among those of its bots and scenario: it gives the dice.
    pub pair: u64,
    /// The scenario, by its place in the plan.
    pub scenario: usize,
    /// The bots, by their places in the plan. The first is the FLN in the first game and France in the second.
    pub bots: [usize; 2],
}

impl ArenaPlan {
    /// True if one of the bots is a program.
    #[must_use]
    pub fn has_programs(&self) -> bool {
        self.bots.iter().any(|bot| is_program(bot))
    }

    /// Every two bots, by their places.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let bots = 0..self.bots.len();
        bots.clone()
            .flat_map(|first| bots.clone().skip(first + 1).map(move |second| [first, second]))
            .collect()
    }

    /// How many pairs are played altogether.
    #[must_use]
    pub fn jobs(&self) -> u64 {
        self.pairs * self.scenarios.len() as u64 * self.pairings().len() as u64
    }

    /// The pair with a number from 0: all scenarios and bots with index 0 come first.
    #[must_use]
    pub fn job(&self, number: u64) -> Job {
        let pairings = self.pairings();
        let (rest, pairing) = (number / pairings.len() as u64, number % pairings.len() as u64);
        let scenarios = self.scenarios.len() as u64;
        Job {
            pair: rest / scenarios,
            scenario: (rest % scenarios) as usize,
            bots: pairings[pairing as usize],
        }
    }
}

/// A pair of games that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedPair {
    /// Which one.
    pub job: Job,
    /// The game in which the first bot is the FLN, and the other.
    pub games: [Played; 2],
}

impl PlayedPair {
    /// Points of the first bot in each game: 1 for a win, a half for a draw or a game that went on too long.
    #[must_use]
    pub fn points(&self) -> [f64; 2] {
        let points = |played: &Played, side: Side| played.outcome.map_or(0.5, |outcome| outcome.score(side));
        [points(&self.games[0], Side::Fln), points(&self.games[1], Side::France)]
    }

    /// How many of the two games each bot forfeited.
    #[must_use]
    pub fn forfeits(&self) -> [u8; 2] {
        let by =
            |game: usize, side: Side| u8::from(self.games[game].forfeit.is_some_and(|one| one.side == side));
        [by(0, Side::Fln) + by(1, Side::France), by(0, Side::France) + by(1, Side::Fln)]
    }
}
