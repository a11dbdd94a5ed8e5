//! The table of map coordinates.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::sketch::{Kind, Sketch};

/// An error of a table of coordinates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// It cannot be parsed.
    #[error("the map layout cannot be read: {0}")]
    Text(String),
    /// A place without coordinates.
    #[error("the map layout has no coordinates for \"{0}\"")]
    Missing(String),
    /// Coordinates of an unknown place.
    #[error("the map layout has coordinates for \"{0}\", which is not a place in the game")]
    Unknown(String),
    /// The coordinates yield no cells.
    #[error("the map layout yields no map: points coincide or lie outside the outline")]
    Shape,
}

/// A longitude and a latitude, or a point on the map.
pub(super) type Point = [f64; 2];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Projection {
    west: f64,
    north: f64,
    /// Map units per degree of longitude and of latitude.
    degree: [f64; 2],
    south: Option<South>,
    /// Number of relaxation rounds, each of which moves the points to the middle of their cells.
    rounds: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct South {
    below: f64,
    degree: f64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Outline {
    land: Vec<Point>,
}

/// The table, with its coordinates still in degrees.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layout {
    projection: Projection,
    outline: Outline,
    place: BTreeMap<String, Vec<Point>>,
    country: BTreeMap<String, Vec<Point>>,
}

impl Layout {
    pub(super) fn parse(text: &str) -> Result<Self, LayoutError> {
        toml::from_str(text).map_err(|error| LayoutError::Text(error.to_string()))
    }

    /// Checks that places and coordinates match.
    pub(super) fn check(&self, sketch: &Sketch) -> Result<(), LayoutError> {
        for area in &sketch.areas {
            let table = if area.kind == Kind::Country { &self.country } else { &self.place };
            if table.get(&area.id).is_none_or(Vec::is_empty) {
                return Err(LayoutError::Missing(area.id.clone()));
            }
        }
        let known = |id: &&String| sketch.areas.iter().any(|area| area.id == **id);
        match self.place.keys().chain(self.country.keys()).find(|id| !known(id)) {
            Some(id) => Err(LayoutError::Unknown(id.clone())),
            None => Ok(()),
        }
    }

    fn project(&self, [longitude, latitude]: Point) -> Point {
        let Projection { west, north, degree: [wide, high], ref south, .. } = self.projection;
        let pressed =
            south.as_ref().map_or(0.0, |south| (south.below - latitude).max(0.0) * (high - south.degree));
        [(longitude - west) * wide, (north - latitude) * high - pressed]
    }

    fn projected(&self, points: &[Point]) -> Vec<Point> {
        points.iter().map(|&point| self.project(point)).collect()
    }

    pub(super) fn rounds(&self) -> usize {
        self.projection.rounds
    }

    pub(super) fn land(&self) -> Vec<Point> {
        self.projected(&self.outline.land)
    }

    /// The points of a place, or the outline of a country.
    pub(super) fn points(&self, id: &str) -> Vec<Point> {
        self.place
            .get(id)
            .or_else(|| self.country.get(id))
            .map_or_else(Vec::new, |points| self.projected(points))
    }
}
