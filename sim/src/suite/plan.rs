//! The plan of a suite: what is drawn, from which games, and what counts as proved.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::Deserialize;
use wilaya_bots::{BotSpec, SpecError};
use wilaya_engine::{Setting, Side};

use super::aim::Aim;
use super::error::SuiteError;
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

    /// What its games are set up from.
    #[must_use]
    pub fn setting(&self) -> Setting {
        Setting { scenario: Some(self.scenario.clone()), ..Setting::default() }
    }
}

/// A bot, and the share of its decisions in which it plays at random instead: `heuristic~0.1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// The bot.
    pub bot: BotSpec,
    /// The share, 0 to 1.
    pub random: f64,
}

/// Text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// No bot.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// No share.
    #[error("\"{0}\": expected BOT or BOT~SHARE with a share from 0 to 1, as heuristic~0.1")]
    Share(String),
}

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let (bot, share) = text.split_once('~').unwrap_or((text, "0"));
        let random = share.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        let random = random.ok_or_else(|| PlayerError::Share(text.to_owned()))?;
        Ok(Self { bot: bot.parse()?, random })
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bot, random } = self;
        if *random > 0.0 { write!(f, "{bot}~{random}") } else { write!(f, "{bot}") }
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: serde::Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        parsed(source)
    }
}

/// Reads a text that has a form of its own.
pub(super) fn parsed<'de, D: serde::Deserializer<'de>, T: FromStr<Err: fmt::Display>>(
    source: D,
) -> Result<T, D::Error> {
    String::deserialize(source)?.parse().map_err(serde::de::Error::custom)
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
