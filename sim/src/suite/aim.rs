//! Aims of a suite: conditions on a decision and on what was played.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use wilaya_engine::{FullGame, Side, Status};

use super::player::{Player, parsed};
use crate::games::GameName;

/// A mistake to look for, given by conditions on a decision and the choice made there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aim {
    /// Its name.
    pub name: String,
    /// The game.
    pub game: GameName,
    /// The scenarios; empty means all.
    #[serde(default)]
    pub scenarios: Vec<String>,
    /// The side that decides.
    #[serde(deserialize_with = "parsed")]
    pub side: Side,
    /// The players of that side, each for the given number of games.
    pub players: Vec<Player>,
    /// The number of games each of them plays before the aim is abandoned.
    pub games: u64,
    /// Kinds of decision; empty means all.
    #[serde(default)]
    pub decisions: Vec<String>,
    /// What was played, in notation; `*` stands for any word. Empty means anything.
    #[serde(default)]
    pub played: Vec<String>,
    /// Ranges of tracks, from and to.
    #[serde(default)]
    pub tracks: BTreeMap<String, [i32; 2]>,
    /// Ranges of sums of the numbers in parts of the state in a position file, from and to. Keys are JSON pointers in which
    /// `{1}` is the second word of what was played.
    #[serde(default)]
    pub state: BTreeMap<String, [i64; 2]>,
}

impl Aim {
    /// Checks that everything named in the aim exists in the game.
    pub(super) fn check(&self) -> Result<(), String> {
        let tracks = with_game!(self.game, G => <G as wilaya_engine::Measured>::TRACKS);
        match self.tracks.keys().find(|name| !tracks.contains(&name.as_str())) {
            Some(name) => Err(format!("unknown track \"{name}\"; {} has {}", self.game, tracks.join(", "))),
            None => Ok(()),
        }
    }

    /// True if the choice at the decision meets the conditions.
    pub(super) fn meets<G: FullGame>(&self, rules: &G::Rules, state: &G::State, action: G::Action) -> bool {
        let Status::Decision { kind, .. } = G::status(state) else { return false };
        if !self.decisions.is_empty() && !self.decisions.contains(&kind.to_string()) {
            return false;
        }
        let mut tracks = Vec::new();
        G::tracks(rules, state, &mut tracks);
        let stand = |(name, [low, high]): (&String, &[i32; 2])| {
            let place = G::TRACKS.iter().position(|track| track == name);
            place.and_then(|place| tracks.get(place)).is_some_and(|value| (low..=high).contains(&value))
        };
        let text = G::action_text(rules, action);
        if !self.tracks.iter().all(stand)
            || !(self.played.is_empty() || self.played.iter().any(|pattern| fits(pattern, &text)))
        {
            return false;
        }
        if self.state.is_empty() {
            return true;
        }
        let (json, split) = (G::to_json(rules, state), words(&text).collect::<Vec<_>>());
        self.state.iter().all(|(pointer, [low, high])| {
            let mut pointer = pointer.clone();
            for (place, word) in split.iter().enumerate() {
                pointer = pointer.replace(&format!("{{{place}}}"), word);
            }
            let sum = json.pointer(&pointer).map_or(0, sum);
            (*low..=*high).contains(&sum)
        })
    }
}

/// The sum of all numbers in a value.
fn sum(value: &Value) -> i64 {
    match value {
        Value::Number(number) => number.as_i64().unwrap_or(0),
        Value::Array(values) => values.iter().map(sum).sum(),
        Value::Object(values) => values.values().map(sum).sum(),
        Value::Null | Value::Bool(_) | Value::String(_) => 0,
    }
}

/// The words of an action in notation.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([':', '/'])
}

/// True if each word of a pattern equals that of the text, or is `*`.
fn fits(pattern: &str, text: &str) -> bool {
    let (mut pattern, mut text) = (words(pattern), words(text));
    loop {
        match (pattern.next(), text.next()) {
            (None, None) => return true,
            (Some(one), Some(word)) if one == "*" || one == word => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_pattern_fits_word_by_word() {
        for (pattern, text, expected) in [
            ("with:*:band", "with:III-3/band", true),
            ("with:*:band", "with:III-3/cadre", false),
            ("with:*", "with:III-3/band", false),
            ("count:0", "count:0", true),
            ("count:0", "count:01", false),
        ] {
            assert_eq!(fits(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn numbers_add_up_wherever_they_are() {
        assert_eq!(sum(&json!({"ug": 2, "ops": [1, {"x": 3}], "name": "7", "on": true})), 6);
        assert_eq!(sum(&json!(null)), 0);
    }
}
