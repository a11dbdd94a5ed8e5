//! A game as text.

use serde_json::Value;

use super::hidden::{Hidden, Observation};
use crate::dice::Label;
use crate::error::{NotationError, StateError};
use crate::side::Side;

/// A game whose actions, rolls, events and positions have a text that can be read back. By default, actions and positions
/// cannot be read, and the rest is shown in Rust's debug form.
pub trait Notation: Hidden {
    /// Reads an action in notation ([`Game::action_text`](crate::Game::action_text)). It need not be legal anywhere.
    ///
    /// # Errors
    /// Describes what is wrong with the text.
    fn parse_action(rules: &Self::Rules, text: &str) -> Result<Self::Action, NotationError> {
        let _ = (rules, text);
        Err(NotationError::Unsupported(Self::NAME))
    }

    /// A label in notation; [`Notation::parse_label`] reads it back.
    fn label_text(rules: &Self::Rules, label: Label) -> String {
        let _ = rules;
        label.to_string()
    }

    /// Reads a label in notation.
    ///
    /// # Errors
    /// Describes what is wrong with the text.
    fn parse_label(rules: &Self::Rules, text: &str) -> Result<Label, NotationError> {
        let _ = rules;
        text.parse()
    }

    /// An event in words, for a log.
    fn event_text(rules: &Self::Rules, event: &Self::Event) -> String {
        let _ = rules;
        format!("{event:?}")
    }

    /// The state with readable names, as in a position file; [`Notation::from_json`] reads it back.
    fn to_json(rules: &Self::Rules, state: &Self::State) -> Value {
        let _ = rules;
        format!("{state:?}").into()
    }

    /// Reads a state.
    ///
    /// # Errors
    /// The invalid key, what it holds, and what was expected.
    fn from_json(rules: &Self::Rules, value: &Value) -> Result<Self::State, StateError> {
        let _ = (rules, value);
        Err(StateError::Unsupported(Self::NAME))
    }

    /// What a side sees, with readable names; the whole state, if nothing is hidden. Hidden values must not appear as if they
    /// were known. [`Notation::observation_from_json`] reads it back.
    fn observation_to_json(rules: &Self::Rules, seen: &Observation<Self>) -> Value {
        Self::to_json(rules, seen.state())
    }

    /// Reads what a side sees.
    ///
    /// # Errors
    /// The invalid key, what it holds, and what was expected.
    fn observation_from_json(
        rules: &Self::Rules,
        side: Side,
        value: &Value,
    ) -> Result<Observation<Self>, StateError> {
        Self::from_json(rules, value).map(|state| Observation::new(side, state))
    }

    /// The state for a person, on several lines; if `side` is given, without what it may not see.
    fn describe(rules: &Self::Rules, state: &Self::State, side: Option<Side>) -> String {
        let _ = (rules, side);
        format!("{state:?}\n")
    }
}
