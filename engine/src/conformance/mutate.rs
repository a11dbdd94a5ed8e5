//! Corrupts input for readers: texts, and values in a JSON document.

use std::collections::BTreeMap;
use std::convert::Infallible;

use rand::{Rng, RngExt, TryRng};
use serde_json::{Map, Value};

/// Fragments used to corrupt texts.
const PIECES: [&str; 18] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\n",
    "null",
    "-1",
    "255",
    "256",
    "65536",
    "99999999999999999999",
    "1e309",
    "\\u0000",
    "é",
    "/",
];

/// A generator that draws from given bytes, so that a fuzzer controls it; 0 once they run out.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    bytes: &'a [u8],
}

impl<'a> Script<'a> {
    /// Draws from these bytes.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }
}

impl TryRng for Script<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut number = [0; 4];
        // Uniform draws look at the highest bits, so one byte decides a draw among up to 256.
        if let Some((byte, rest)) = self.bytes.split_first() {
            number[3] = *byte;
            self.bytes = rest;
        }
        Ok(u32::from_le_bytes(number))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.try_next_u32().map(|number| u64::from(number) << 32)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for byte in bytes {
            *byte = (self.try_next_u32()? >> 24) as u8;
        }
        Ok(())
    }
}

/// Corrupts a text in one to four places.
pub fn break_text(text: &str, others: &[String], rng: &mut impl Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..5u32) {
        let length = letters.len().max(1) as u32;
        let at = (rng.random_range(0..length) as usize).min(letters.len());
        let to = (at + rng.random_range(0..20u32) as usize).min(letters.len());
        match rng.random_range(0..7u32) {
            0 => letters.truncate(at),
            1 => drop(letters.drain(at..to)),
            2 => {
                let piece = pick(&PIECES, rng);
                drop(letters.splice(at..to.min(at + 3), piece.chars()));
            }
            3 => {
                let new = char::from(b'0' + rng.random_range(0..10u32) as u8);
                if let Some(digit) = letters.iter_mut().skip(at).find(|letter| letter.is_ascii_digit()) {
                    *digit = new;
                }
            }
            4 => {
                let copy: Vec<char> = letters[at..to].to_vec();
                let place = rng.random_range(0..=letters.len() as u32) as usize;
                drop(letters.splice(place..place, copy));
            }
            5 => {
                // Two words change places.
                let words = |from: usize| {
                    letters.iter().skip(from).position(|letter| *letter == '"').map(|i| i + from)
                };
                if let (Some(a), Some(b)) = (words(at), words(to)) {
                    let (a, b) = (a.min(b), a.max(b));
                    letters[a..b].rotate_left(1.min(b - a));
                }
            }
            _ => {
                let other: Vec<char> = pick(others, rng).chars().collect();
                let cut = rng.random_range(0..=other.len() as u32) as usize;
                letters.truncate(at);
                letters.extend(&other[cut..]);
            }
        }
    }
    letters.into_iter().collect()
}

/// Picks one element.
pub(super) fn pick<'a, T>(all: &'a [T], rng: &mut impl Rng) -> &'a T {
    &all[rng.random_range(0..all.len() as u32) as usize]
}

/// The values found under each key of some documents, and the keys that occur together in an object.
///
/// A key is the path to a value without the names of map entries, so that a value found in one area may be put into another.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    values: BTreeMap<String, Vec<Value>>,
    names: BTreeMap<String, Vec<String>>,
}

/// How many values are kept per key.
const REMEMBERED: usize = 64;

impl Vocabulary {
    /// Adds the values of a document.
    pub fn learn(&mut self, document: &Value) {
        self.learn_at("", document);
    }

    fn learn_at(&mut self, key: &str, value: &Value) {
        let known = self.values.entry(key.to_owned()).or_default();
        if known.len() < REMEMBERED && !known.contains(value) {
            known.push(value.clone());
        }
        match value {
            Value::Object(object) => {
                for (name, value) in object {
                    let names = self.names.entry(key.to_owned()).or_default();
                    if !names.contains(name) {
                        names.push(name.clone());
                    }
                    self.learn_at(&inside(key, name), value);
                }
            }
            Value::Array(list) => list.iter().for_each(|item| self.learn_at(&inside(key, "*"), item)),
            _ => {}
        }
    }
}

/// The key of an entry in the object under `key`: entries of maps keyed by id share one key.
fn inside(key: &str, name: &str) -> String {
    let map =
        matches!(key.rsplit('.').next(), Some("areas" | "regions" | "units" | "faileks" | "fln" | "gov"));
    format!("{key}.{}", if map { "*" } else { name })
}

/// Changes one to three values of a document: sets numbers to 0, to the maximum or one off; replaces words by others found
/// under the same key, and whole values by those of other documents; swaps two of one kind; removes or renames keys.
pub fn mutate(document: &mut Value, known: &Vocabulary, rng: &mut impl Rng) {
    let changes = [1, 1, 1, 1, 2, 3][rng.random_range(0..6u32) as usize];
    for _ in 0..changes {
        let mut places = Vec::new();
        list(document, "", "", &mut places);
        // What is under way is a small part of a position and the part that is most easily wrong.
        let near: Vec<_> =
            places.iter().filter(|place| !place.pointer[1..].contains('/') || place.flow).collect();
        let place = if !near.is_empty() && rng.random_range(0..2u32) == 0 {
            (*pick(&near, rng)).clone()
        } else {
            pick(&places, rng).clone()
        };
        let alike: Vec<_> = places
            .iter()
            .filter(|other| other.kind == place.kind && other.pointer != place.pointer)
            .filter(|other| {
                !other.pointer.starts_with(&place.pointer) && !place.pointer.starts_with(&other.pointer)
            })
            .collect();
        if !alike.is_empty() && rng.random_range(0..8u32) == 0 {
            let other = pick(&alike, rng).pointer.clone();
            swap(document, &place.pointer, &other);
        } else if let Some(value) = document.pointer_mut(&place.pointer) {
            change(value, &place.key, known, rng);
        }
    }
}

/// A value of a document.
#[derive(Clone, Debug)]
struct Place {
    /// Its position, as a JSON pointer.
    pointer: String,
    /// Its key in a [`Vocabulary`].
    key: String,
    /// The kind of value.
    kind: std::mem::Discriminant<Value>,
    /// True if it belongs to the operation in progress.
    flow: bool,
}

/// Lists the values inside a value.
fn list(value: &Value, pointer: &str, key: &str, out: &mut Vec<Place>) {
    let mut add = |name: &str, inner: &Value, of_list: bool| {
        let pointer = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
        let key = if of_list { inside(key, "*") } else { inside(key, name) };
        let flow = ["/under_way", "/next"].iter().any(|part| pointer.starts_with(part));
        out.push(Place {
            pointer: pointer.clone(),
            key: key.clone(),
            kind: std::mem::discriminant(inner),
            flow,
        });
        list(inner, &pointer, &key, out);
    };
    match value {
        Value::Object(object) => object.iter().for_each(|(name, inner)| add(name, inner, false)),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, inner)| add(&index.to_string(), inner, true));
        }
        _ => {}
    }
}

fn swap(document: &mut Value, one: &str, other: &str) {
    let (Some(a), Some(b)) = (document.pointer(one).cloned(), document.pointer(other).cloned()) else {
        return;
    };
    for (pointer, new) in [(one, b), (other, a)] {
        if let Some(value) = document.pointer_mut(pointer) {
            *value = new;
        }
    }
}

fn change(value: &mut Value, key: &str, known: &Vocabulary, rng: &mut impl Rng) {
    let others = known.values.get(key).map_or(&[][..], Vec::as_slice);
    if !others.is_empty() && rng.random_range(0..3u32) == 0 {
        *value = pick(others, rng).clone();
        return;
    }
    match value {
        Value::Null => *value = Value::from(rng.random_range(0..3u32)),
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(number) => {
            let now = number.as_i64().unwrap_or_default();
            let new = [0, 1, 2, now + 1, now - 1, now * 2, 127, 255, 65535, -1];
            *value = Value::from(*pick(&new, rng));
        }
        Value::String(_) => {
            if !others.is_empty() {
                *value = pick(others, rng).clone();
            }
        }
        Value::Array(list) => {
            let items = known.values.get(&inside(key, "*")).map_or(&[][..], Vec::as_slice);
            let at = rng.random_range(0..=list.len() as u32) as usize;
            if at < list.len() && (items.is_empty() || rng.random_range(0..2u32) == 0) {
                list.remove(at);
            } else if !items.is_empty() {
                list.insert(at, pick(items, rng).clone());
            }
        }
        Value::Object(object) => change_keys(object, key, known, rng),
    }
}

/// Removes, renames or adds a key of an object.
fn change_keys(object: &mut Map<String, Value>, key: &str, known: &Vocabulary, rng: &mut impl Rng) {
    let names = known.names.get(key).map_or(&[][..], Vec::as_slice);
    let mine: Vec<String> = object.keys().cloned().collect();
    let what = rng.random_range(0..3u32);
    let taken = if what < 2 && !mine.is_empty() { object.remove(pick(&mine, rng)) } else { None };
    if what > 0 && !names.is_empty() {
        let name = pick(names, rng).clone();
        let values = known.values.get(&inside(key, &name)).map_or(&[][..], Vec::as_slice);
        if let Some(value) = taken.or_else(|| (!values.is_empty()).then(|| pick(values, rng).clone())) {
            object.insert(name, value);
        }
    }
}
