//! Observations with readable names: a position without keys for what a side does not see, or with totals instead of types.
//!
//! It is written from a position that is already blanked ([`State::seen_by`]), so it cannot contain hidden information.

use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::knowledge::full_time;
use super::position::{MIX_WORD, Types, find_holder, set};
use super::rules::Rules;
use super::state::{Group, HOLDERS, MIX, State, TYPES};
use super::types::{Chits, Failek, Location};
use super::words::Node;
use crate::StateError::{self, Forbidden};
use crate::position::{WHOLE, read};
use crate::side::Side;

/// The side's own chits; it does not see the faces of those on the Game Turn Track.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Own {
    hand: Vec<String>,
    cup_or_track: Vec<String>,
    cup_size: u8,
    track_years: Vec<u16>,
}

/// Chits of the other side.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Others {
    hand_size: u8,
    cup_or_hand: Vec<String>,
    cup_size: u8,
    track: Vec<String>,
}

/// Faileks in a location as France sees them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unseen {
    here: u8,
    sure: Types,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    full_time: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moved: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    arrived: Option<u8>,
}

/// Reads a part of an observation; an error gives its full key.
fn part<T: DeserializeOwned>(key: &str, value: &Value) -> Result<T, StateError> {
    read(value).map_err(|error| {
        renamed(error, |inner| if inner == WHOLE { key.to_owned() } else { format!("{key}.{inner}") })
    })
}

/// The same error with the key used in observations.
fn renamed(error: StateError, key_of: impl FnOnce(String) -> String) -> StateError {
    match error {
        StateError::Malformed { key, what } => StateError::Malformed { key: key_of(key), what },
        error => error,
    }
}

/// A part of a position, if present.
fn at<'a>(value: &'a mut Value, keys: &[&str]) -> Option<&'a mut Value> {
    keys.iter().try_fold(value, |value, key| value.get_mut(key))
}

impl State {
    /// True if the lowest choice still allowed is a secret of the other side.
    fn hides_least(&self, side: Side) -> bool {
        match self.flow.node {
            Node::ChooseChits => self.flow.chooser != side,
            Node::Supply => side == Side::France,
            _ => false,
        }
    }

    /// What a side sees, with readable names; the position must be blanked already.
    pub(crate) fn observation_to_json(&self, rules: &Rules, side: Side) -> Value {
        let mut value = self.to_json(rules);
        let (own, others) = (side.name(), side.other().name());
        let years = (0..rules.calendar.years).filter(|year| self.track_years[side] & 1 << year != 0);
        let chits = &mut value["chits"];
        chits[own] = json!({
            "hand": chits[own]["hand"],
            "cup_or_track": chits[own]["cup"],
            "cup_size": self.cup_size[side],
            "track_years": years.map(|year| rules.calendar.first_year + u16::from(year)).collect::<Vec<_>>(),
        });
        chits[others] = json!({
            "hand_size": self.hand_size[side.other()],
            "cup_or_hand": chits[others]["cup"],
            "cup_size": self.cup_size[side.other()],
            "track": chits[others]["track"],
        });
        let mut forget = |keys: &[&str], last: &str| {
            if let Some(Value::Object(object)) = at(&mut value, keys) {
                object.shift_remove(last);
            }
        };
        forget(&["under_way", "combat_chits"], others);
        if self.hides_least(side) {
            forget(&["under_way"], "least");
        }
        if side == Side::France {
            forget(&["under_way"], "picked_failek");
            for (_, row) in value["faileks"].as_object_mut().into_iter().flatten() {
                for key in ["here", "moved", "arrived"] {
                    if let Some(Value::Object(types)) = row.get(key) {
                        row[key] = types.values().filter_map(Value::as_u64).sum::<u64>().into();
                    }
                }
            }
        }
        value
    }

    /// Reads what a side sees.
    ///
    /// # Errors
    /// The invalid key, what it holds, and what was expected.
    pub(crate) fn observation_from_json(
        rules: &Rules,
        side: Side,
        value: &Value,
    ) -> Result<Self, StateError> {
        // Hidden keys are filled in with valid placeholders, which are blanked below.
        let mut value = value.clone();
        let [own, others] = [side, side.other()].map(Side::name);
        let (mut mine, mut theirs) = (None, None);
        if let Some(found) = at(&mut value, &["chits", own]) {
            let chits: Own = part(&format!("chits.{own}"), found)?;
            *found = json!({ "hand": chits.hand, "cup": chits.cup_or_track, "track": [] });
            mine = Some(chits);
        }
        if let Some(found) = at(&mut value, &["chits", others]) {
            let chits: Others = part(&format!("chits.{others}"), found)?;
            *found = json!({ "hand": [], "cup": chits.cup_or_hand, "track": chits.track });
            theirs = Some(chits);
        }
        fill(&mut value, side, &["under_way", "combat_chits"], others, Value::Null)?;
        let least = at(&mut value, &["under_way", "least"]).is_some();
        if !least {
            fill(&mut value, side, &["under_way"], "least", 0.into())?;
        }
        let mut faileks = Vec::new();
        if side == Side::France {
            fill(&mut value, side, &["under_way"], "picked_failek", Failek::ALL[0].to_string().into())?;
            for (id, row) in at(&mut value, &["faileks"]).and_then(Value::as_object_mut).into_iter().flatten()
            {
                let unseen: Unseen = part(&format!("faileks.{id}"), row)?;
                for key in ["here", "moved", "arrived"] {
                    if let Some(total) = row.get_mut(key) {
                        *total = serde_json::to_value(Types::new([0; TYPES])).unwrap_or_default();
                    }
                }
                faileks.push((id.clone(), unseen));
            }
        }
        let seen = |key: String| match key.strip_suffix(".cup") {
            Some(chits) if chits.ends_with(own) => key + "_or_track",
            Some(_) => key + "_or_hand",
            None => key,
        };
        let mut state = Self::read(rules, &value).map_err(|error| renamed(error, seen))?;
        if state.hides_least(side) == least {
            let expected = if least { "no such key: it is hidden" } else { "a number" };
            return Err(StateError::at(
                "under_way.least",
                format_args!("expected {expected} at this decision"),
            ));
        }
        if let Some(chits) = mine {
            let year = |year: &u16| {
                let known = year.checked_sub(rules.calendar.first_year);
                known.filter(|year| *year < rules.calendar.years.into()).map(|year| 1 << year)
            };
            let key = format!("chits.{own}.track_years");
            let years: Vec<String> = chits.track_years.iter().map(u16::to_string).collect();
            let read = |word: &str| word.parse().ok().as_ref().and_then(year);
            state.track_years[side] = set(&key, &years, "a year of the calendar", read)? as u16;
            state.cup_size[side] = chits.cup_size;
            let there = usize::from(chits.cup_size) + chits.track_years.len();
            counted(&format!("chits.{own}.cup_or_track"), state.cup[side], there)?;
        }
        if let Some(chits) = theirs {
            let side = side.other();
            (state.hand_size[side], state.cup_size[side]) = (chits.hand_size, chits.cup_size);
            let there = usize::from(chits.cup_size) + usize::from(chits.hand_size);
            counted(&format!("chits.{others}.cup_or_hand"), state.cup[side], there)?;
        }
        for (id, row) in faileks {
            // The reader of positions has accepted the id.
            let Some(holder) = find_holder(rules, &id).map(Location::index) else { continue };
            state.faileks[holder] = Group::new([row.here, 0, 0]);
            for (total, slot) in
                [(row.moved, state.moved.get_mut(holder)), (row.arrived, state.arrived.get_mut(holder))]
            {
                if let (Some(total), Some(slot)) = (total, slot) {
                    *slot = [total, 0, 0];
                }
            }
        }
        state.count_occupied();
        state.check_observation(rules, side)?;
        Ok(state)
    }

    /// Checks that some position is consistent with what a side sees.
    fn check_observation(&self, rules: &Rules, side: Side) -> Result<(), StateError> {
        let other = side.other();
        if self.flow.node == Node::ChooseChits
            && self.flow.chooser == other
            && self.flow.left > self.cup_size[other]
        {
            let most = self.cup_size[other];
            return Err(Forbidden(format!(
                "under_way.left: found {}, expected a number from 0 to {most}",
                self.flow.left
            )));
        }
        if side == Side::France {
            let mut left = rules.faileks.map(|row| u16::from(row.count));
            let (mut total, all) = (0u16, left.iter().sum::<u16>());
            for holder in 0..HOLDERS {
                let id = if holder == MIX.index() { MIX_WORD } else { rules.id(Location(holder as u8)) };
                let (here, sure, known) =
                    (self.faileks[holder].total, self.sure[holder], self.full_time[holder]);
                total += u16::from(here);
                if known < full_time(sure) || u16::from(sure[0]) + u16::from(known) > u16::from(here) {
                    return Err(Forbidden(format!(
                        "faileks.{id}: found {here} faileks, {sure:?} of them sure and {known} no moussebilines, expected \
                         no more sure than there are"
                    )));
                }
                for (left, sure) in left.iter_mut().zip(sure) {
                    *left = left.checked_sub(sure.into()).ok_or_else(|| {
                        Forbidden(format!(
                            "faileks.{id}.sure: found {sure}, expected no more than there are counters"
                        ))
                    })?;
                }
                for (key, part) in [("moved", self.moved.get(holder)), ("arrived", self.arrived.get(holder))]
                {
                    if let Some([part, ..]) = part.filter(|part| part[0] > here) {
                        return Err(Forbidden(format!(
                            "faileks.{id}.{key}: found {part}, expected a number from 0 to {here}"
                        )));
                    }
                }
            }
            if total != all {
                return Err(Forbidden(format!(
                    "faileks: found a total of {total}, expected {all}, the number of counters"
                )));
            }
        }
        let mut result = Ok(());
        let rng = &mut Pcg64Mcg::seed_from_u64(0);
        let fitting = self.determinized_to(rules, side, rng, |full| {
            result = full.check(rules);
            result.is_ok()
        });
        fitting.map_or(result, |_| Ok(()))
    }
}

/// Inserts a value that a position has and the observation does not.
fn fill(value: &mut Value, side: Side, keys: &[&str], last: &str, with: Value) -> Result<(), StateError> {
    let Some(Value::Object(object)) = at(value, keys) else { return Ok(()) };
    object.insert(last.to_owned(), with).map_or(Ok(()), |found| {
        let key = keys.join(".");
        Err(StateError::at(
            format!("{key}.{last}"),
            format_args!("found {found}, expected no such key: {side} does not see it"),
        ))
    })
}

/// Checks the number of chits.
fn counted(key: &str, chits: Chits, expected: usize) -> Result<(), StateError> {
    let found = chits.count_ones() as usize;
    if found == expected {
        return Ok(());
    }
    Err(StateError::at(
        key,
        format_args!("found {found} chits, expected {expected}, as the sizes next to it say"),
    ))
}
