//! Figures that vary.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::figures::Change;

/// A figure and the values it takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vary(Vec<Change>);

/// The text does not give a figure and its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected KEY=V1,V2,…, such as mission.civil-affairs.cost=1,2,3")]
pub struct VaryError;

impl FromStr for Vary {
    type Err = VaryError;

    fn from_str(text: &str) -> Result<Self, VaryError> {
        let (key, values) = text.split_once('=').ok_or(VaryError)?;
        let changes = split_values(values).into_iter().map(|value| format!("{key}={value}").parse());
        let changes: Vec<Change> = changes.collect::<Result<_, _>>().map_err(|_| VaryError)?;
        if changes.iter().any(|change| change.value().is_empty()) {
            return Err(VaryError);
        }
        Ok(Self(changes))
    }
}

impl fmt::Display for Vary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<_> = self.0.iter().map(Change::value).collect();
        write!(f, "{}={}", self.0.first().map_or("", Change::key), values.join(","))
    }
}

impl Vary {
    /// The values in turn, each as a change of the figure.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.0
    }
}

/// Comma-separated values; commas within brackets or quotes are part of a value.
fn split_values(text: &str) -> Vec<&str> {
    let mut values = Vec::new();
    let (mut depth, mut quoted, mut start) = (0, false, 0);
    for (at, sign) in text.char_indices() {
        match sign {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                values.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    values.push(&text[start..]);
    values
}

/// All combinations; the last figure changes fastest.
pub(super) fn combinations(vary: &[Vary]) -> Vec<Vec<Change>> {
    vary.iter().fold(vec![Vec::new()], |all, Vary(changes)| {
        let with =
            |one: &Vec<Change>, change: &Change| [one.as_slice(), std::slice::from_ref(change)].concat();
        all.iter().flat_map(|one| changes.iter().map(move |change| with(one, change))).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_tables_are_one_value() {
        assert_eq!(split_values("1,2,3"), ["1", "2", "3"]);
        assert_eq!(split_values("[1,2],[3,4]"), ["[1,2]", "[3,4]"]);
        assert_eq!(split_values(r#""a,b",{ x = 1, y = [2, 3] }"#), [r#""a,b""#, "{ x = 1, y = [2, 3] }"]);
    }

    #[test]
    fn all_combinations_come_with_the_first_values_first() {
        let vary: Vec<Vary> =
            ["a=1,2", "b=x,y,z"].iter().map(|text| text.parse().expect("it is one")).collect();
        let names: Vec<_> = combinations(&vary)
            .into_iter()
            .map(|changes| changes.iter().map(Change::value).collect::<String>())
            .collect();
        assert_eq!(names, ["1x", "1y", "1z", "2x", "2y", "2z"]);
        for wrong in ["a", "a=", "a=1,", "=1"] {
            assert!(wrong.parse::<Vary>().is_err(), "{wrong}");
        }
    }
}
