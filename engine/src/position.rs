//! Position files: one state with everything needed to play on from it.
//!
//! JSON; see `docs/formats.md`. Reading takes two steps, because the rules have to be built in between: [`Position::parse`]
//! reads the envelope, [`Position::state`] the state.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_path_to_error::Segment;

use crate::notation::{hash_text, parse_hash};
use crate::{Game, Notation, Setting, StateError};

/// The schema that this version writes and reads.
pub const POSITION_SCHEMA: &str = "wilaya.position/2";

/// An invalid position or record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The text is malformed.
    #[error("line {line}: {what}")]
    Malformed {
        /// The line, from 1.
        line: usize,
        /// What is wrong, and what was expected.
        what: String,
    },
    /// An unknown schema, or none.
    #[error("its schema is \"{found}\": this version of wilaya reads \"{expected}\"")]
    Schema {
        /// The schema in the file.
        found: String,
        /// The schema that this version reads.
        expected: &'static str,
    },
    /// A record made by another version.
    #[error("it was made by wilaya {found}, but this is {expected}: use that version to read it")]
    Version {
        /// The version that made it.
        found: String,
        /// This version.
        expected: &'static str,
    },
    /// The file belongs to another game.
    #[error("it belongs to the game \"{found}\", not to \"{expected}\"")]
    Game {
        /// The game in the file.
        found: String,
        /// The expected game.
        expected: &'static str,
    },
    /// The file was made with other figures.
    #[error(
        "it was made with other data (hash {found}, here {expected}): use the same data and changed figures as when it was made"
    )]
    Data {
        /// The hash in the file.
        found: String,
        /// The hash of the figures in force.
        expected: String,
    },
    /// The rules do not allow the state.
    #[error("impossible state: {0}")]
    State(StateError),
    /// A step of a record does not fit.
    #[error("line {line}: {what}")]
    Step {
        /// The line, from 1.
        line: usize,
        /// What does not fit.
        what: String,
    },
}

impl FormatError {
    pub(crate) fn json(line: usize, error: &serde_json::Error) -> Self {
        let text = error.to_string();
        // The reader counts lines from its own start; the caller knows the position in the file.
        let what = text.split(" at line ").next().unwrap_or(&text);
        if error.is_eof() {
            return Self::Malformed { line, what: format!("it ends too early ({what})") };
        }
        Self::Malformed { line, what: what.to_owned() }
    }
}

/// A position file whose state has not been read yet.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    schema: String,
    /// The game: [`Game::NAME`].
    pub game: String,
    /// The setting, with every word spelled out.
    pub setting: Setting,
    data: String,
    /// For people who read the file; never read back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    statement: Option<String>,
    state: Value,
}

impl Position {
    /// Makes a position file from a state.
    pub fn new<G: Notation>(rules: &G::Rules, state: &G::State) -> Self {
        Self {
            schema: POSITION_SCHEMA.to_owned(),
            game: G::NAME.to_owned(),
            setting: G::setting(rules),
            data: hash_text(G::data_hash(rules)),
            statement: G::statement(rules),
            state: G::to_json(rules, state),
        }
    }

    /// The text of the file, ending in a line break; [`Position::parse`] reads it back.
    #[must_use]
    pub fn to_text(&self) -> String {
        // Strings and JSON values can always be serialized.
        serde_json::to_string_pretty(self).map(|text| text + "\n").unwrap_or_default()
    }

    /// Reads the envelope.
    ///
    /// # Errors
    /// If the text is not a position file, or has another schema.
    pub fn parse(text: &str) -> Result<Self, FormatError> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| FormatError::json(error.line(), &error))?;
        check_schema(&value, POSITION_SCHEMA)?;
        Self::deserialize(value).map_err(|error| FormatError::json(1, &error))
    }

    /// Reads the state.
    ///
    /// # Errors
    /// If the game or the figures differ, the state is malformed, or the rules do not allow it.
    pub fn state<G: Notation>(&self, rules: &G::Rules) -> Result<G::State, FormatError> {
        check_game::<G>(&self.game)?;
        check_data::<G>(rules, &self.data)?;
        let state = G::from_json(rules, &self.state).map_err(FormatError::State)?;
        G::check(rules, &state).map_err(FormatError::State)?;
        Ok(state)
    }
}

pub(crate) fn check_schema(value: &Value, expected: &'static str) -> Result<(), FormatError> {
    match value.get("schema").and_then(Value::as_str) {
        Some(found) if found == expected => Ok(()),
        found => Err(FormatError::Schema { found: found.unwrap_or("none").to_owned(), expected }),
    }
}

pub(crate) fn check_game<G: Game>(found: &str) -> Result<(), FormatError> {
    if found == G::NAME {
        return Ok(());
    }
    Err(FormatError::Game { found: found.to_owned(), expected: G::NAME })
}

pub(crate) fn check_data<G: Game>(rules: &G::Rules, found: &str) -> Result<(), FormatError> {
    let expected = G::data_hash(rules);
    if parse_hash(found) == Ok(expected) {
        return Ok(());
    }
    Err(FormatError::Data { found: found.to_owned(), expected: hash_text(expected) })
}

/// Stands in for the key in an error that concerns the whole position.
pub(crate) const WHOLE: &str = "the position";

/// Reads the state of a game; an error gives the key, what was found and what was expected.
pub(crate) fn read<T: DeserializeOwned>(value: &Value) -> Result<T, StateError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let text = error.inner().to_string().replace('`', "");
        let (mut keys, mut found) = (Vec::new(), Some(value));
        for segment in error.path() {
            found = match segment {
                Segment::Seq { index } => found.and_then(|value| value.get(index)),
                Segment::Map { key } => {
                    keys.push(key.as_str());
                    found.and_then(|value| value.get(key))
                }
                _ => found,
            };
        }
        if let Some(key) = text.strip_prefix("missing field ") {
            keys.push(key);
            return StateError::at(keys.join("."), "missing");
        }
        let path = if keys.is_empty() { WHOLE.to_owned() } else { keys.join(".") };
        let expected = text.rsplit_once(", expected ").map_or(text.as_str(), |(_, expected)| expected);
        if text.starts_with("unknown field ") {
            return StateError::at(path, format_args!("unknown, expected {expected}"));
        }
        let mut found = found.map_or("nothing".to_owned(), Value::to_string);
        if found.chars().count() > 60 {
            found = found.chars().take(57).collect::<String>() + "...";
        }
        let expected = match expected {
            "u8" => "a number from 0 to 255",
            "u16" => "a number from 0 to 65535",
            "i8" => "a number from -128 to 127",
            "a boolean" => "true or false",
            "a string" => "a word",
            "a sequence" => "a list",
            "a map" => "an object",
            expected if expected.starts_with("struct ") => "an object",
            expected => expected,
        };
        StateError::at(path, format_args!("found {found}, expected {expected}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::SeededDice;
    use crate::toy::Toy;

    fn text() -> (<Toy as Game>::Rules, <Toy as Game>::State, String) {
        let rules = Toy::rules(&Toy::figures(), &Setting::default()).expect("the default setting is one");
        let state = Toy::start(&rules, &mut SeededDice::new(1, 0), &mut ());
        let text = Position::new::<Toy>(&rules, &state).to_text();
        (rules, state, text)
    }

    #[test]
    fn a_position_is_read_back() {
        let (rules, state, text) = text();
        let position = Position::parse(&text).expect("it was just written");
        assert_eq!(position.state::<Toy>(&rules), Ok(state));
        assert_eq!(position.setting, Toy::setting(&rules));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let (rules, _, text) = text();
        let message = |text: &str| {
            Position::parse(text)
                .and_then(|position| position.state::<Toy>(&rules))
                .expect_err("it is wrong")
                .to_string()
        };
        assert!(message(&text.replace("position/2", "position/9")).contains("wilaya.position/9"));
        assert!(message(&text.replace("\"toy\"", "\"chess\"")).contains("chess"));
        assert!(
            message(&text.replace(&hash_text(Toy::data_hash(&rules)), &hash_text(1))).contains("other data")
        );
        assert!(message(&text.replace("\"turn\": 1", "\"turn\": 99")).contains("turn is 99"));
        assert!(message(&text.replace("\"turn\": 1", "\"turn\": \"one\"")).contains("turn"));
        assert!(message(&text.replace("\"game\"", "\"gaem\"")).contains("gaem"));
        for end in 0..text.trim_end().len() {
            assert!(!message(&text[..end]).is_empty());
        }
        assert!(message(&text[..text.len() / 2]).contains("ends too early"));
        assert!(message("[]").contains("schema is \"none\""));
    }
}
