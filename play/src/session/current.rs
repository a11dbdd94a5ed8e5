//! The current game with its automatic save.

use std::fmt;
use std::path::{Path, PathBuf};

use wilaya_bots::protocol::Programs;

use super::{AnySession, Seat, Store, StoreError, read_save};
use crate::games::Catalogue;

/// The current game and the save it keeps up to date: each game has its own and never overwrites another's.
pub struct CurrentGame {
    session: Box<dyn AnySession>,
    /// The name of its save, if it has one yet.
    name: Option<String>,
    /// The saved version.
    saved: Option<u64>,
}

impl fmt::Debug for CurrentGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CurrentGame").field("name", &self.name).finish_non_exhaustive()
    }
}

impl CurrentGame {
    /// A game without a save so far.
    #[must_use]
    pub fn new(session: Box<dyn AnySession>) -> Self {
        Self { session, name: None, saved: None }
    }

    /// Loads a save. The game continues to update an automatic save; it never changes one that the user made, and gets a
    /// new save with its next decision.
    ///
    /// # Errors
    /// A file that cannot be read, is not a save, or does not fit the current rules.
    pub fn load(catalogue: &Catalogue, store: &Store, path: &Path) -> Result<Self, StoreError> {
        Self::load_with(catalogue, store, path, None)
    }

    /// Loads a save as [`CurrentGame::load`] does. If a bot is named, it replaces any program in the save; it may itself be
    /// one of the given programs.
    ///
    /// # Errors
    /// As [`CurrentGame::load`].
    pub fn load_with(
        catalogue: &Catalogue,
        store: &Store,
        path: &Path,
        instead: Option<(&Seat, Option<&Programs>)>,
    ) -> Result<Self, StoreError> {
        let mut save = read_save(path)?;
        if let Some((seat, _)) = instead {
            save.replace_programs(seat);
        }
        let session = catalogue
            .resume_with(&save, instead.and_then(|(_, programs)| programs))
            .map_err(|error| StoreError::Content { path: path.display().to_string(), error })?;
        let saved = Some(session.version());
        Ok(Self { session, name: store.name_of(path).filter(|_| save.is_automatic()), saved })
    }

    /// The session.
    #[must_use]
    pub fn session(&self) -> &dyn AnySession {
        self.session.as_ref()
    }

    /// The session.
    pub fn session_mut(&mut self) -> &mut dyn AnySession {
        self.session.as_mut()
    }

    /// The name of its save, if it has one yet.
    #[must_use]
    pub fn save_name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// True if its save is up to date.
    #[must_use]
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.session.version())
    }

    /// Brings its save up to date.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn keep(&mut self, store: &Store) -> Result<PathBuf, StoreError> {
        let saved = self.session.save().automatic();
        let path = match &self.name {
            Some(name) => store.write(name, &saved)?,
            None => {
                let scenario = self.session.setting().scenario.unwrap_or_default();
                let name = store.write_next(&format!("{}-{scenario}", self.session.game().0), &saved)?;
                store.path(self.name.insert(name))?
            }
        };
        self.saved = Some(self.session.version());
        Ok(path)
    }

    /// Brings its save up to date, unless it already is or nothing has been decided yet.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn keep_up(&mut self, store: &Store) -> Result<(), StoreError> {
        if self.is_saved() || self.name.is_none() && self.session.steps() == 0 {
            return Ok(());
        }
        self.keep(store).map(|_| ())
    }
}
