//! The plan of a suite: what is drawn, from which games, and what counts as proved.

use std::path::Path;

use serde::Deserialize;
use wilaya_engine::{Setting, Side};

use super::aim::Aim;
use super::error::SuiteError;
use super::player::{Player, parsed};
use crate::figures::read_text;
use crate::games::GameName;

/// What a suite is drawn from. Read from TOML.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuitePlan {
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// Games played for a slot before it is left empty.
    pub games: u64,
    /// Decisions of a game that are screened, at most.
    pub looks: usize,
    /// A decision with more choices than this is passed over.
    pub most_choices: usize,
    /// Rollouts of each choice in the last round of screening.
    pub screen: u64,
    /// The lead over what was played that a choice needs there, in chances to win.
    pub lead: f64,
    /// Rollouts of each choice in a proof, with each policy.
    pub rollouts: u64,
    /// The lead that a proof needs, in chances to win.
    pub gap: f64,
    /// Positions of one kind of decision in a cell, at most.
    pub per_kind: usize,
    /// Positions of one turn in a cell, at most.
    pub per_turn: usize,
    /// A game that goes on after this turn counts as unfinished.
    pub max_turns: u16,
    /// What is drawn, cell by cell.
    #[serde(rename = "cell")]
    pub cells: Vec<Cell>,
    /// Positions that are looked for first.
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
    /// Who decides.
    #[serde(deserialize_with = "parsed")]
    pub side: Side,
    /// How many positions.
    pub want: usize,
    /// Who errs: the players of this side, slot by slot, again from the first at the end.
    pub players: Vec<Player>,
    /// Who plays the other side.
    pub opponent: Player,
    /// The bots that play rollouts out, each for both sides.
    pub policies: Vec<Player>,
}

impl Cell {
    /// Its name: game, scenario and side.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}-{}-{}", self.game.name(), self.scenario, self.side.name())
    }

    /// True if a mistake is looked for here.
    pub(super) fn has(&self, aim: &Aim) -> bool {
        let scenario = aim.scenarios.is_empty() || aim.scenarios.contains(&self.scenario);
        aim.game == self.game && aim.side == self.side && scenario
    }

    /// What its games are set up from.
    #[must_use]
    pub fn setting(&self) -> Setting {
        Setting { scenario: Some(self.scenario.clone()), ..Setting::default() }
    }
}

impl SuitePlan {
    /// Reads a plan.
    ///
    /// # Errors
    /// If the file cannot be read or is no plan.
    pub fn read(path: &Path) -> Result<Self, SuiteError> {
        let malformed = |why: String| SuiteError::Malformed { path: path.to_owned(), why };
        let plan: Self = toml::from_str(&read_text(path)?).map_err(|error| malformed(error.to_string()))?;
        for cell in &plan.cells {
            let name = cell.name();
            if plan.cells.iter().filter(|other| other.name() == name).count() > 1 {
                return Err(malformed(format!("cell {name} is there twice")));
            }
            if cell.players.is_empty() || cell.policies.len() < 2 {
                return Err(malformed(format!("cell {name}: expected a player and two policies at least")));
            }
        }
        for aim in &plan.aims {
            aim.check().map_err(|why| malformed(format!("aim {}: {why}", aim.name)))?;
        }
        Ok(plan)
    }
}
