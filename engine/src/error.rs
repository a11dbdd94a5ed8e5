//! Errors in states and in notation.

use std::fmt::Display;

/// An invalid state, shown as one line.
///
/// ```
/// use wilaya_engine::ici::Ici;
/// use wilaya_engine::{Game, Notation, Setting, StateError};
///
/// let rules = Ici::rules(&Ici::figures(), &Setting::default())?;
/// let Err(StateError::Malformed { key, what }) = Ici::from_json(&rules, &serde_json::json!({ "turn": 1 })) else {
///     panic!("it is no position");
/// };
/// assert_eq!((key.as_str(), what.as_str()), ("turn", "found 1, expected an object"));
/// # Ok::<(), wilaya_engine::SettingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// The game cannot read states.
    #[error("positions of {0} cannot be read")]
    Unsupported(&'static str),
    /// A key is missing, unknown, or holds an invalid value: the input is not a state of the game.
    #[error("{key}: {what}")]
    Malformed {
        /// The dotted key.
        key: String,
        /// What was found and what was expected.
        what: String,
    },
    /// The state can be read, but the rules do not allow it.
    #[error("{0}")]
    Forbidden(String),
}

impl StateError {
    /// An error about the value of a key.
    pub fn at(key: impl Into<String>, what: impl Display) -> Self {
        Self::Malformed { key: key.into(), what: what.to_string() }
    }
}

/// An invalid action, label, roll or hash in notation, shown as one line.
///
/// ```
/// use wilaya_engine::algeria::Algeria;
/// use wilaya_engine::{Game, Notation, NotationError, Setting};
///
/// let rules = Algeria::rules(&Algeria::figures(), &Setting::default())?;
/// let read = |text| Algeria::parse_action(&rules, text);
/// assert!(matches!(read("place"), Err(NotationError::Missing(_))));
/// assert!(matches!(read("place:atlantis"), Err(NotationError::Unknown(_))));
/// assert!(matches!(read("pass/now"), Err(NotationError::Unknown(_))));
/// assert!(matches!(read("pass:now"), Err(NotationError::Extra(_))));
/// # Ok::<(), wilaya_engine::SettingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The game cannot read actions.
    #[error("actions of {0} cannot be read")]
    Unsupported(&'static str),
    /// The text does not have the expected form.
    #[error("{0}")]
    Malformed(String),
    /// The text ends before its last argument.
    #[error("{0}")]
    Missing(String),
    /// An unknown word.
    #[error("{0}")]
    Unknown(String),
    /// The text goes on after its last argument.
    #[error("{0}")]
    Extra(String),
}
