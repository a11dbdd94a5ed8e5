//! Observations as JSON: what one side sees of a position, for players that run as separate programs.
//!
//! An object with the keys `schema`, `game`, `data` (the hash of the figures), `side` and `state`; see `docs/protocol.md` for
//! an example. It is made from an [`Observation`], in which everything hidden is blanked, so it cannot contain hidden
//! information.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::notation::hash_text;
use crate::position::{FormatError, check_data, check_game, check_schema};
use crate::{Notation, Observation, Side};

/// The schema that this version writes and reads.
pub const OBSERVATION_SCHEMA: &str = "wilaya.observation/1";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope {
    schema: String,
    game: String,
    data: String,
    side: Side,
    state: Value,
}

/// What a side sees, as JSON; [`from_json`] reads it back.
pub fn to_json<G: Notation>(rules: &G::Rules, seen: &Observation<G>) -> Value {
    let envelope = Envelope {
        schema: OBSERVATION_SCHEMA.to_owned(),
        game: G::NAME.to_owned(),
        data: hash_text(G::data_hash(rules)),
        side: seen.side(),
        state: G::observation_to_json(rules, seen),
    };
    // Strings and JSON values can always be serialized.
    serde_json::to_value(envelope).unwrap_or_default()
}

/// Reads what a side sees.
///
/// # Errors
/// If the schema, game, side or figures differ, the value is malformed, or no position fits it.
pub fn from_json<G: Notation>(
    rules: &G::Rules,
    side: Side,
    value: &Value,
) -> Result<Observation<G>, FormatError> {
    check_schema(value, OBSERVATION_SCHEMA)?;
    let found = Envelope::deserialize(value).map_err(|error| FormatError::json(1, &error))?;
    check_game::<G>(&found.game)?;
    check_data::<G>(rules, &found.data)?;
    if found.side != side {
        let what = format!("side: found \"{}\", expected \"{}\"", found.side.name(), side.name());
        return Err(FormatError::Malformed { line: 1, what });
    }
    G::observation_from_json(rules, side, &found.state).map_err(FormatError::State)
}
