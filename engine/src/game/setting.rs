//! The words that a game is set up from.

use serde::{Deserialize, Serialize};

/// What a game is set up from, in words, as they come from a command line or a file.
///
/// `None` and empty lists stand for the game's defaults. [`Game::setting`](crate::Game::setting) returns the resolved form,
/// with every word spelled out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setting {
    /// The scenario.
    pub scenario: Option<String>,
    /// How the pieces are placed: `default`, or another word of the game.
    pub setup: Option<String>,
    /// Optional rules in force.
    pub options: Vec<String>,
    /// What is removed from the game, such as `event:suez` or `action:fln:raid`.
    pub bars: Vec<String>,
}

impl Setting {
    /// The setting of a game without scenarios, set-ups, options or bars, spelled out.
    pub(super) fn plain() -> Self {
        let word = || Some(Self::DEFAULT.to_owned());
        Self { scenario: word(), setup: word(), ..Self::default() }
    }

    /// The word for the only scenario, or the usual set-up.
    const DEFAULT: &str = "default";

    /// Refuses every word, for a `game` without scenarios, set-ups, options or bars.
    ///
    /// # Errors
    /// The first word that is not `default`.
    pub fn expect_plain(&self, game: &'static str) -> Result<(), SettingError> {
        let scenario =
            self.scenario.iter().filter(|word| *word != Self::DEFAULT).map(|word| ("scenario", word));
        let setup = self.setup.iter().filter(|word| *word != Self::DEFAULT).map(|word| ("setup", word));
        let options = self.options.iter().map(|word| ("option", word));
        let bars = self.bars.iter().map(|word| ("bar", word));
        let Some((what, word)) = scenario.chain(setup).chain(options).chain(bars).next() else {
            return Ok(());
        };
        let known = if matches!(what, "scenario" | "setup") { Self::DEFAULT } else { "none" };
        Err(SettingError::Unknown { game, what, word: word.clone(), known: vec![known.to_owned()] })
    }
}

/// An invalid setting or figure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// An unknown word.
    #[error("unknown {what} \"{word}\": {game} has {}", known.join(", "))]
    Unknown {
        /// The game.
        game: &'static str,
        /// The kind of word.
        what: &'static str,
        /// The word.
        word: String,
        /// The known words.
        known: Vec<String>,
    },
    /// A combination that the rules exclude.
    #[error("{0}")]
    Excluded(String),
    /// An invalid figure.
    #[error(transparent)]
    Data(#[from] crate::data::DataError),
}
