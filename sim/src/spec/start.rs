//! The position from which the games of a run start.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wilaya_engine::Notation;
use wilaya_engine::notation::{hash_text, text_hash};
use wilaya_engine::position::Position;

use super::error::RunError;
use crate::figures::read_text;
use crate::games::{GameName, UnknownGame};

/// A position from a file, from which the games of a run start.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "(PathBuf, String)", into = "(PathBuf, String)")]
pub struct Start {
    path: PathBuf,
    position: Position,
    text: String,
}

impl TryFrom<(PathBuf, String)> for Start {
    type Error = RunError;

    fn try_from((path, text): (PathBuf, String)) -> Result<Self, RunError> {
        Self::new(&path, &text)
    }
}

impl From<Start> for (PathBuf, String) {
    fn from(start: Start) -> Self {
        (start.path, start.text)
    }
}

impl Start {
    /// Reads a position file; `-` is standard input.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(path: &Path) -> Result<Self, RunError> {
        Self::new(path, &read_text(path)?)
    }

    /// The position in a text; errors name it by this path.
    ///
    /// # Errors
    /// If the text is not a position.
    pub fn new(path: &Path, text: &str) -> Result<Self, RunError> {
        let position =
            Position::parse(text).map_err(|why| RunError::Position { path: path.to_owned(), why })?;
        // The text does not depend on the layout of the file.
        Ok(Self { path: path.to_owned(), text: position.to_text(), position })
    }

    /// The same, provided that it has this hash.
    pub(super) fn with_hash(self, hash: Option<&String>) -> Result<Self, RunError> {
        if hash.is_none_or(|hash| *hash == self.hash()) {
            Ok(self)
        } else {
            Err(RunError::OtherPosition(self.path))
        }
    }

    pub(super) fn hash(&self) -> String {
        hash_text(text_hash(&self.text))
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Its file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The content of the file.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Its game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn game(&self) -> Result<GameName, RunError> {
        self.position.game.parse().map_err(|why: UnknownGame| RunError::from(why).within(&self.path))
    }

    /// The position itself.
    ///
    /// # Errors
    /// If it belongs to another game, or is impossible.
    pub(crate) fn parse<G: Notation>(&self, rules: &G::Rules) -> Result<G::State, RunError> {
        self.position.state::<G>(rules).map_err(|why| RunError::Position { path: self.path.clone(), why })
    }

    /// The position, provided that the game is not over.
    pub(super) fn state<G: Notation>(&self, rules: &G::Rules) -> Result<G::State, RunError> {
        let state = self.parse::<G>(rules)?;
        match G::status(&state).side() {
            Some(_) => Ok(state),
            None => Err(RunError::GameOver(self.path.clone())),
        }
    }
}
