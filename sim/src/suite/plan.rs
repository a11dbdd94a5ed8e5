//! The plan of a suite: which games to draw from, and what counts as proved.

use std::path::Path;

use serde::Deserialize;
use wilaya_engine::{Setting, Side, algeria, ici};

use super::aim::Aim;
use super::error::SuiteError;
use super::player::{Player, parsed};
use crate::figures::read_text;
use crate::games::GameName;

/// The plan of a suite. Read from TOML.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuitePlan {
    /// The seed of all dice and draws.
    pub seed: u64,
    /// The number of slots, beside those of aims, after which a cell is left incomplete.
    pub slots: usize,
    /// Games played for a slot before it is left empty.
    pub games: u64,
    /// The maximum number of decisions screened per game.
    pub looks: usize,
    /// Decisions with more choices than this are skipped.
    pub most_choices: usize,
    /// Rollouts of each choice in the last round of screening.
    pub screen: u64,
    /// The lead over what was played that a choice needs there, in probability of winning.
    pub lead: f64,
    /// Rollouts of each choice in a proof, with each policy.
    pub rollouts: u64,
    /// The lead that a proof needs, in probability of winning.
    pub gap: f64,
    /// The maximum number of positions with one kind of decision in a cell.
    pub per_kind: usize,
    /// The maximum number of positions from one turn in a cell.
    pub per_turn: usize,
    /// The turn limit: a game that exceeds it counts as unfinished.
    pub max_turns: u16,
    /// The first words, in notation, of choices of which one has to be right and the best; empty means any.
    #[serde(default)]
    pub better: Vec<String>,
    /// The cells to draw.
    #[serde(rename = "cell")]
    pub cells: Vec<Cell>,
    /// Positions to look for first.
    #[serde(default, rename = "aim")]
    pub aims: Vec<Aim>,
}

/// The positions of one game, scenario and side.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// The game.
    pub game: GameName,
    /// The scenario.
    pub scenario: String,
    /// The side that decides.
    #[serde(deserialize_with = "parsed")]
    pub side: Side,
    /// The number of positions.
    pub want: usize,
    /// The players of this side, who err, one per slot in rotation.
    pub players: Vec<Player>,
    /// The player of the other side.
    pub opponent: Player,
    /// The bots that play rollouts, each for both sides.
    pub policies: Vec<Player>,
}

impl Cell {
    /// Its name: game, scenario and side.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}-{}-{}", self.game.name(), self.scenario, self.side.name())
    }

    /// True if an aim applies to this cell.
    pub(super) fn has(&self, aim: &Aim) -> bool {
        let scenario = aim.scenarios.is_empty() || aim.scenarios.contains(&self.scenario);
        aim.game == self.game && aim.side == self.side && scenario
    }

    /// The setting of its games.
    #[must_use]
    pub fn setting(&self) -> Setting {
        Setting { scenario: Some(self.scenario.clone()), ..Setting::default() }
    }
}

impl SuitePlan {
    /// True if a choice in notation may be the best one of a position.
    pub(super) fn looks_for(&self, text: &str) -> bool {
        let verb = text.split(':').next().unwrap_or_default();
        self.better.is_empty() || self.better.iter().any(|word| word == verb)
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// If the file cannot be read or is not a plan.
    pub fn read(path: &Path) -> Result<Self, SuiteError> {
        let malformed = |why: String| SuiteError::Malformed { path: path.to_owned(), why };
        let plan: Self = toml::from_str(&read_text(path)?).map_err(|error| malformed(error.to_string()))?;
        for cell in &plan.cells {
            let name = cell.name();
            if plan.cells.iter().filter(|other| other.name() == name).count() > 1 {
                return Err(malformed(format!("cell {name} is defined twice")));
            }
            if cell.players.is_empty() || cell.policies.is_empty() {
                return Err(malformed(format!("cell {name}: expected a player and a policy")));
            }
        }
        let is_verb = |word: &&String| {
            let of_a_game = |cell: &Cell| match cell.game.name() {
                "algeria" => algeria::Verb::from_word(word).is_some(),
                "ici" => ici::Verb::from_word(word).is_some(),
                _ => true,
            };
            plan.cells.iter().any(of_a_game)
        };
        if let Some(word) = plan.better.iter().find(|word| !is_verb(word)) {
            return Err(malformed(format!("better: no game of the plan has the verb \"{word}\"")));
        }
        for aim in &plan.aims {
            aim.check().map_err(|why| malformed(format!("aim {}: {why}", aim.name)))?;
        }
        Ok(plan)
    }
}
