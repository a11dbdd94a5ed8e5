use serde::Serialize;

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An area or region.
    Area,
    /// An area that is a big city.
    City,
    /// A town or site, a point inside or between areas.
    Town,
    /// A country at the edge.
    Country,
}

/// A place as the rules know it, without its geography.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SketchArea {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// The wilaya that it lies in.
    pub group: Option<String>,
    /// A word on it: terrain, rating.
    pub note: String,
    /// The ids of the areas and countries that it borders.
    pub near: Vec<String>,
    /// Of a town: the ids of the areas that it lies in or touches.
    pub within: Vec<String>,
}

/// The places of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// In the game's order.
    pub areas: Vec<SketchArea>,
}
