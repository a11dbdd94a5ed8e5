//! The table: everything on the map and beside it, as both front ends show it.

use serde::Serialize;
use wilaya_engine::Side;

use crate::plural::count;

/// What stands on the counters of a kind of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Face {
    /// One or two letters.
    pub letter: &'static str,
    /// The name of the symbol that the page draws.
    pub symbol: &'static str,
}

/// Counters of one kind in one box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counter {
    /// What stands on them.
    #[serde(flatten)]
    pub face: Face,
    /// The printed strength, in games where it differs within a kind.
    pub strength: Option<u8>,
    /// Its name.
    pub name: String,
    /// Number of counters.
    pub count: u8,
    /// Name and number in words.
    pub text: String,
    /// True if they lie on their weaker side: reduced or neutralized.
    pub weak: bool,
}

impl Counter {
    /// Counters of one kind.
    pub(crate) fn new(face: Face, name: impl Into<String>, number: u8, weak: bool) -> Self {
        let name = name.into();
        Self { face, strength: None, text: count(number, &name), name, count: number, weak }
    }
}

/// A box of an area with its counters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strip {
    /// The side that owns the box.
    pub side: Option<Side>,
    /// The short name of the box; empty if the game has no boxes.
    pub short: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its counters.
    pub counters: Vec<Counter>,
}

/// The side that controls an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Holder {
    /// The FLN.
    Fln,
    /// France.
    France,
    /// Neither.
    Contested,
}

/// A marker of an area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// One to three letters.
    pub short: String,
    /// Its meaning.
    pub name: String,
    /// The side that placed it.
    pub side: Option<Side>,
}

/// The contents of an area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Area {
    /// Its id.
    pub id: String,
    /// The controlling side; `None` where control does not apply.
    pub holder: Option<Holder>,
    /// Its markers.
    pub marks: Vec<Mark>,
    /// Boxes with counters; empty ones are left out.
    pub strips: Vec<Strip>,
}

/// A track with its marker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Track {
    /// Its name.
    pub name: &'static str,
    /// The side it belongs to.
    pub side: Option<Side>,
    /// The marker's space.
    pub value: i32,
    /// The first space.
    pub first: i32,
    /// The last space.
    pub last: i32,
    /// The label of the space, if it has more than a number.
    pub text: Option<String>,
    /// Spaces with a meaning, and that meaning.
    pub notes: Vec<(i32, String)>,
}

/// Items a side holds off the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hand {
    /// Its title.
    pub title: String,
    /// The side that owns it.
    pub side: Option<Side>,
    /// The items the reader may see.
    pub items: Vec<String>,
    /// Number of further items, hidden from the reader.
    pub unseen: u8,
}

/// The whole table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// The date or turn, and the phase.
    pub when: String,
    /// The tracks.
    pub tracks: Vec<Track>,
    /// Effects in force.
    pub notes: Vec<String>,
    /// The areas; empty ones are left out.
    pub areas: Vec<Area>,
    /// Hands and reinforcements.
    pub hands: Vec<Hand>,
}

impl Area {
    /// True if the area is empty and nobody holds it.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.holder.is_none() && self.marks.is_empty() && self.strips.is_empty()
    }
}
