use serde::Serialize;

/// The kind of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An area or region.
    Area,
    /// An area that is a large city.
    City,
    /// A town or site, a point inside or between areas.
    Town,
    /// A country at the edge.
    Country,
}

/// A place as the rules know it, without geography.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SketchArea {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Its wilaya.
    pub group: Option<String>,
    /// A short note: terrain, rating.
    pub note: String,
    /// The ids of adjacent areas and countries.
    pub near: Vec<String>,
    /// For a town, the ids of the areas it lies in or touches.
    pub within: Vec<String>,
}

/// The places of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// The places, in the game's order.
    pub areas: Vec<SketchArea>,
}
