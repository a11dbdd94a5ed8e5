//! The test positions of a suite, and their files.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wilaya_engine::position::Position;
use wilaya_engine::{BySide, Side};

use super::error::SuiteError;
use super::prove::{Proof, right_choices};
use crate::error::FolderError;
use crate::figures::read_text;
use crate::files::{make_folder, replace};
use crate::games::GameName;

/// A position with its right choices. The position itself is in a separate file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestPosition {
    /// Its id, which is also the name of its position file.
    pub id: String,
    /// The game.
    pub game: GameName,
    /// The scenario.
    pub scenario: String,
    /// The side that decides.
    pub side: Side,
    /// The turn.
    pub turn: u16,
    /// The kind of decision.
    pub decision: String,
    /// The number of choices.
    pub choices: usize,
    /// The right choices, in notation.
    pub right: Vec<String>,
    /// What was played in the game, in notation: an error.
    pub played: String,
    /// The aim that it was found for, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<String>,
    /// The game in which it was found.
    pub origin: Origin,
    /// The rollouts that prove it.
    pub proofs: Vec<Proof>,
}

impl TestPosition {
    /// The choices that its proofs show to be right with this gap; `None` if they do not agree.
    #[must_use]
    pub fn proved(&self, gap: f64) -> Option<Vec<String>> {
        right_choices(&self.proofs, gap)
    }
}

/// The game that a position comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The seed of the game.
    pub seed: u64,
    /// The number of the game.
    pub index: u64,
    /// The number of earlier decisions.
    pub step: u64,
    /// The players.
    pub players: BySide<String>,
}

/// The search for one slot: one line in the file of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Slot {
    /// Its number.
    pub(super) slot: u64,
    /// The aim, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) aim: Option<String>,
    /// The player who was to err.
    pub(super) player: String,
    /// The number of games played.
    pub(super) games: u64,
    /// The number of decisions screened.
    pub(super) screened: u64,
    /// The number of decisions for which a proof was attempted.
    pub(super) tried: u64,
    /// The test found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) found: Option<TestPosition>,
}

/// The file of the slots of a cell.
pub(super) fn cell_file(folder: &Path, cell: &str) -> PathBuf {
    folder.join(format!("{cell}.jsonl"))
}

/// The file of a position.
pub(super) fn position_file(folder: &Path, id: &str) -> PathBuf {
    folder.join("positions").join(format!("{id}.json"))
}

/// Reads the slots of a cell; empty if there is no file.
pub(super) fn read_slots(path: &Path) -> Result<Vec<Slot>, SuiteError> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = read_text(path)?;
    let slot = |(line, text): (usize, &str)| {
        serde_json::from_str(text).map_err(|why| SuiteError::Malformed {
            path: path.to_owned(),
            why: format!("line {}: {why}", line + 1),
        })
    };
    text.lines().enumerate().map(slot).collect()
}

/// Writes the slots of a cell.
pub(super) fn write_slots(path: &Path, slots: &[Slot]) -> Result<(), SuiteError> {
    // Structures of strings and finite numbers can always be serialized.
    let lines = slots.iter().map(|slot| serde_json::to_string(slot).unwrap_or_default() + "\n");
    Ok(replace(path, &lines.collect::<String>()).map_err(FolderError::from)?)
}

/// Writes a position on one line.
pub(super) fn write_position(folder: &Path, id: &str, position: &Position) -> Result<(), SuiteError> {
    let path = position_file(folder, id);
    make_folder(path.parent().unwrap_or(folder)).map_err(FolderError::from)?;
    let text = serde_json::to_string(position).unwrap_or_default() + "\n";
    Ok(replace(&path, &text).map_err(FolderError::from)?)
}

/// A suite read from its folder.
#[derive(Clone, Debug)]
pub struct Suite {
    folder: PathBuf,
    /// The tests, cell by cell.
    pub tests: Vec<TestPosition>,
}

impl Suite {
    /// Reads the suite in a folder.
    ///
    /// # Errors
    /// If a file cannot be read or is malformed, or there are no tests.
    pub fn read(folder: &Path) -> Result<Self, SuiteError> {
        let entries = fs::read_dir(folder).map_err(FolderError::read(folder))?;
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut paths: Vec<_> =
            paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
        paths.sort();
        let mut tests = Vec::new();
        for path in &paths {
            tests.extend(read_slots(path)?.into_iter().filter_map(|slot| slot.found));
        }
        if tests.is_empty() {
            return Err(SuiteError::Empty(folder.to_owned()));
        }
        Ok(Self { folder: folder.to_owned(), tests })
    }

    /// The position of a test.
    ///
    /// # Errors
    /// If its file cannot be read or is not a position.
    pub fn position(&self, test: &TestPosition) -> Result<Position, SuiteError> {
        let path = position_file(&self.folder, &test.id);
        Position::parse(&read_text(&path)?).map_err(|why| SuiteError::Position { path, why })
    }

    /// The file of the position of a test.
    #[must_use]
    pub fn file(&self, test: &TestPosition) -> PathBuf {
        position_file(&self.folder, &test.id)
    }
}
