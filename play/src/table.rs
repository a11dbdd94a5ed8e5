//! What lies on the map and beside it, as both faces show it.

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
    /// How many.
    pub count: u8,
    /// Name and number in words.
    pub text: String,
    /// On its weaker side: reduced or neutralized.
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
    /// Whose.
    pub side: Option<Side>,
    /// The short name of the box; empty if the game has no boxes.
    pub short: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What stands in it.
    pub counters: Vec<Counter>,
}

/// Who controls an area.
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
    /// What it is.
    pub name: String,
    /// Whose work it is.
    pub side: Option<Side>,
}

/// What lies in an area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Area {
    /// Its id.
    pub id: String,
    /// Who controls it, if that means anything.
    pub holder: Option<Holder>,
    /// Markers.
    pub marks: Vec<Mark>,
    /// Boxes with counters; empty ones are left out.
    pub strips: Vec<Strip>,
}

/// A track with its marker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Track {
    /// What is counted.
    pub name: &'static str,
    /// Whose it is.
    pub side: Option<Side>,
    /// Where the marker is.
    pub value: i32,
    /// The first space.
    pub first: i32,
    /// The last space.
    pub last: i32,
    /// What the space says, if it says more than its number.
    pub text: Option<String>,
    /// Spaces that mean something, with what they mean.
    pub notes: Vec<(i32, String)>,
}

/// Things that a side holds beside the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hand {
    /// What it is.
    pub title: String,
    /// Whose.
    pub side: Option<Side>,
    /// What the reader may see of it.
    pub items: Vec<String>,
    /// How many more there are.
    pub unseen: u8,
}

/// All of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// The date or turn, and the phase.
    pub when: String,
    /// The tracks.
    pub tracks: Vec<Track>,
    /// What is in effect.
    pub notes: Vec<String>,
    /// The areas, those without anything left out.
    pub areas: Vec<Area>,
    /// Hands and what is on its way.
    pub hands: Vec<Hand>,
}

impl Area {
    /// True if nothing lies in it and nobody holds it.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.holder.is_none() && self.marks.is_empty() && self.strips.is_empty()
    }
}
