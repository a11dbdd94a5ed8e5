//! The plan of an arena, and the result of a pair of games.

use serde::{Deserialize, Serialize};
use wilaya_bots::play::Played;
use wilaya_engine::Side;

use crate::makers::is_program;

/// The plan of an arena, without its rules and bots.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArenaPlan {
    /// The seed of all dice and draws.
    pub seed: u64,
    /// Pairs of games between any two bots in every scenario.
    pub pairs: u64,
    /// The turn limit: a game that exceeds it counts as half a win for both.
    pub max_turns: u16,
    /// The names of the bots, at least two.
    pub bots: Vec<String>,
    /// The names of the scenarios.
    pub scenarios: Vec<String>,
}

/// A pair of games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The index of the pair among those of its bots and scenario; it determines the dice.
    pub pair: u64,
    /// The index of the scenario in the plan.
    pub scenario: usize,
    /// The indexes of the bots in the plan. The first plays the FLN in the first game and France in the second.
    pub bots: [usize; 2],
}

impl ArenaPlan {
    /// True if one of the bots is a program.
    #[must_use]
    pub fn has_programs(&self) -> bool {
        self.bots.iter().any(|bot| is_program(bot))
    }

    /// Any two bots, by index.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let bots = 0..self.bots.len();
        bots.clone()
            .flat_map(|first| bots.clone().skip(first + 1).map(move |second| [first, second]))
            .collect()
    }

    /// The total number of pairs.
    #[must_use]
    pub fn jobs(&self) -> u64 {
        self.pairs * self.scenarios.len() as u64 * self.pairings().len() as u64
    }

    /// The pair with this number, from 0: index 0 of all scenarios and bots comes first.
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

/// A pair of games that has been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedPair {
    /// The pair.
    pub job: Job,
    /// The game in which the first bot plays the FLN, and the other.
    pub games: [Played; 2],
}

impl PlayedPair {
    /// The points of the first bot in each game: 1 for a win, one half for a draw or a game beyond the turn limit.
    #[must_use]
    pub fn points(&self) -> [f64; 2] {
        let points = |played: &Played, side: Side| played.outcome.map_or(0.5, |outcome| outcome.score(side));
        [points(&self.games[0], Side::Fln), points(&self.games[1], Side::France)]
    }

    /// The number of games that each bot forfeited.
    #[must_use]
    pub fn forfeits(&self) -> [u8; 2] {
        let by =
            |game: usize, side: Side| u8::from(self.games[game].forfeit.is_some_and(|one| one.side == side));
        [by(0, Side::Fln) + by(1, Side::France), by(0, Side::France) + by(1, Side::Fln)]
    }
}
