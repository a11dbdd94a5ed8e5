//! Observations and actions as numbers, for learners.
//!
//! An observation has one number for each value that `wilaya.observation/1` can hold: the fields are listed by patterns of its
//! keys, and nothing else is read. A value without a field is an error, so none is left out silently.

mod algeria;
mod ici;

use std::collections::HashMap;

use serde_json::Value;
use wilaya_engine::{Actions, MAX_CHOICES, Observation};
use wilaya_play::Playable;

/// A game whose observations have fields.
pub trait Encoded: Playable {
    /// The fields as patterns, with their meanings. `{NAME}` stands for each word of a list. A path that ends in `=word` counts how
    /// often the word occurs there; one that ends in `#{NAME}` is the position of the word in the list, from 1; any other is the
    /// number there, 1 for true, or -1 for null.
    const FIELDS: &'static [(&'static str, &'static str)];

    /// The lists.
    fn lists(rules: &Self::Rules) -> Vec<(&'static str, Vec<String>)>;

    /// The verbs of actions.
    fn verbs() -> Vec<String>;

    /// The places of actions.
    fn places(rules: &Self::Rules) -> Vec<String>;

    /// The other words of actions.
    fn words(rules: &Self::Rules) -> Vec<String>;
}

/// Words of an enum of the engine.
macro_rules! words_of {
    ($name:ty) => {
        <$name>::ALL.iter().map(|one| one.word().to_owned()).collect::<Vec<String>>()
    };
}
use words_of;

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The numbers of an action: verb, place, three other words, a number.
pub const ACTION_FIELDS: [&str; 6] = ["verb", "place", "word_1", "word_2", "word_3", "number"];

/// The fields of observations and actions of one game.
pub struct Encoding {
    /// The names of the fields of an observation.
    pub fields: Vec<String>,
    /// The patterns of the fields, the number of fields of each, and their meanings.
    pub patterns: Vec<(&'static str, usize, &'static str)>,
    pub verbs: Vec<String>,
    pub places: Vec<String>,
    pub words: Vec<String>,
    /// The field of a key or of a key with a word, and the number that the word adds.
    slots: HashMap<String, (usize, i16)>,
}

/// All texts of a pattern.
fn expanded(pattern: &str, lists: &HashMap<&str, Vec<String>>) -> Vec<String> {
    let Some((before, rest)) = pattern.split_once('{') else { return vec![pattern.to_owned()] };
    let (name, after) = rest.split_once('}').unwrap_or((rest, ""));
    let words = lists.get(name).map(Vec::as_slice).unwrap_or_default();
    words.iter().flat_map(|word| expanded(&format!("{before}{word}{after}"), lists)).collect()
}

impl Encoding {
    pub fn new<G: Encoded>(rules: &G::Rules) -> Self {
        let lists: HashMap<_, _> = G::lists(rules).into_iter().collect();
        let (mut fields, mut patterns, mut slots) = (Vec::new(), Vec::new(), HashMap::new());
        for &(pattern, help) in G::FIELDS {
            let first = fields.len();
            let (key, list) = pattern.split_once("#{").unwrap_or((pattern, ""));
            for field in expanded(key, &lists) {
                let words = lists.get(list.trim_end_matches('}')).map(Vec::as_slice).unwrap_or_default();
                for (word, number) in words.iter().zip(1..) {
                    slots.insert(format!("{field}={word}"), (fields.len(), number));
                }
                slots.entry(field.clone()).or_insert((fields.len(), 1));
                fields.push(field);
            }
            patterns.push((pattern, fields.len() - first, help));
        }
        let (verbs, places, words) = (G::verbs(), G::places(rules), G::words(rules));
        Self { fields, patterns, verbs, places, words, slots }
    }

    /// The numbers of an observation: the `state` of `wilaya.observation/1`.
    ///
    /// # Errors
    /// The key of a value without a field.
    pub fn observation(&self, state: &Value) -> Result<Vec<i16>, String> {
        let mut numbers = vec![0; self.fields.len()];
        self.put(&mut String::new(), state, &mut numbers)?;
        Ok(numbers)
    }

    fn put(&self, key: &mut String, value: &Value, numbers: &mut [i16]) -> Result<(), String> {
        let end = key.len();
        let slot = |key: &str| self.slots.get(key).copied();
        match value {
            Value::Object(values) => {
                for (word, value) in values {
                    if end > 0 {
                        key.push('.');
                    }
                    key.push_str(word);
                    self.put(key, value, numbers)?;
                    key.truncate(end);
                }
            }
            Value::Array(values) => {
                for (place, value) in values.iter().enumerate() {
                    let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    key.push_str(&format!("={word}"));
                    if let Some((field, number)) = slot(key) {
                        numbers[field] += number;
                    } else {
                        key.truncate(end);
                        key.push_str(&format!(".{place}"));
                        self.put(key, value, numbers)?;
                    }
                    key.truncate(end);
                }
            }
            Value::String(word) => {
                key.push_str(&format!("={word}"));
                let (field, number) = slot(key).ok_or_else(|| key.clone())?;
                numbers[field] += number;
                key.truncate(end);
            }
            // The fields of a missing word stay 0.
            Value::Null => {
                if let Some((field, _)) = slot(key).filter(|_| !self.is_word(key)) {
                    numbers[field] = -1;
                }
            }
            Value::Bool(flag) => {
                let (field, _) = slot(key).ok_or_else(|| key.clone())?;
                numbers[field] = i16::from(*flag);
            }
            Value::Number(number) => {
                let (field, _) = slot(key).ok_or_else(|| key.clone())?;
                let number = number.as_i64().and_then(|number| i16::try_from(number).ok());
                numbers[field] = number.ok_or_else(|| key.clone())?;
            }
        }
        Ok(())
    }

    /// True if the field of a key is the position of a word in a list.
    fn is_word(&self, key: &str) -> bool {
        self.patterns
            .iter()
            .any(|(pattern, ..)| pattern.split_once("#{").is_some_and(|(start, _)| start == key))
    }

    /// The numbers of legal actions, of [`ACTION_FIELDS`] for each; zeros after the last.
    ///
    /// # Errors
    /// A word without a number.
    pub fn actions<'a>(&self, actions: impl Iterator<Item = &'a str>) -> Result<Vec<i16>, String> {
        let code = |list: &[String], word: &str| {
            list.iter().position(|one| one == word).map(|place| place as i16 + 1)
        };
        let mut numbers = vec![0; MAX_CHOICES * ACTION_FIELDS.len()];
        for (row, action) in numbers.chunks_exact_mut(ACTION_FIELDS.len()).zip(actions) {
            let (verb, rest) = action.split_once(':').unwrap_or((action, ""));
            let lost = || format!("action \"{action}\"");
            row[0] = code(&self.verbs, verb).ok_or_else(lost)?;
            row[5] = -1;
            let mut next = 2;
            for word in rest.split('/').filter(|word| !word.is_empty()) {
                if let Some(place) = code(&self.places, word) {
                    row[1] = place;
                } else if let Ok(number) = word.parse() {
                    row[5] = number;
                } else {
                    let code = code(&self.words, word).filter(|_| next < 5).ok_or_else(lost)?;
                    row[next] = code;
                    next += 1;
                }
            }
        }
        Ok(numbers)
    }
}

/// The legal actions shown to a side: none unless it decides.
pub fn shown<G: Encoded>(rules: &G::Rules, seen: &Observation<G>) -> Vec<String> {
    let mut legal = Actions::<G>::new();
    if G::status(seen.state()).side() == Some(seen.side()) {
        G::legal(rules, seen.state(), &mut legal);
    }
    legal.iter().map(|&action| G::action_text(rules, action)).collect()
}
