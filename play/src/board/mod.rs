//! The map, drawn from the data: approximate coordinates of the areas come from a table, their shapes are computed.
//!
//! The shape of an area is its Voronoi cell, clipped to the outline of the country. A few rounds of relaxation first move
//! every point to the middle of its cell (Lloyd, 1982), so that all areas have room for counters. Borders follow from the
//! cells; a connection in the rules without a common border is drawn as a link.

mod layout;
mod shape;
mod sketch;

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use layout::Layout;
pub use layout::LayoutError;
use shape::Shapes;
pub use shape::{Border, Crossing, Room};
pub use sketch::{Kind, Sketch, SketchArea};

/// A place on the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spot {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// The index of its wilaya in [`Board::groups`].
    pub group: Option<usize>,
    /// A short note: terrain, rating.
    pub note: String,
    /// The ids of its neighbours.
    pub near: Vec<String>,
    /// Its shape as an SVG path; `None` for a town.
    pub path: Option<String>,
    /// The position of its name and counters.
    pub at: [f64; 2],
    /// Boxes of several shapes that fit in an area, the first of them around [`Spot::at`]; none in a town.
    pub rooms: Vec<Room>,
}

/// The map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// Its width and height.
    pub size: [f64; 2],
    /// The outline of the country.
    pub land: String,
    /// The wilayas.
    pub groups: Vec<String>,
    /// The places.
    pub spots: Vec<Spot>,
    /// The borders between areas.
    pub borders: Vec<Border>,
    /// Connections without a common border, each from one place to another.
    pub links: Vec<[[f64; 2]; 2]>,
}

/// The maps drawn so far, with their sources.
static DRAWN: Mutex<Vec<(Sketch, &str, Arc<Board>)>> = Mutex::new(Vec::new());

impl Board {
    /// The map of these places, drawn only once: a click that starts a game must not wait for it.
    ///
    /// # Errors
    /// As [`Board::draw`].
    pub fn of(sketch: Sketch, layout: &'static str) -> Result<Arc<Self>, LayoutError> {
        let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., board)) = drawn.iter().find(|(of, by, _)| *by == layout && *of == sketch) {
            return Ok(Arc::clone(board));
        }
        let board = Arc::new(Self::draw(&sketch, layout)?);
        drawn.push((sketch, layout, Arc::clone(&board)));
        Ok(board)
    }

    /// Draws the map.
    ///
    /// # Errors
    /// A place without coordinates, coordinates without a place, or coordinates that yield no map.
    pub fn draw(sketch: &Sketch, layout: &str) -> Result<Self, LayoutError> {
        let layout = Layout::parse(layout)?;
        layout.check(sketch)?;
        let mut groups: Vec<String> = Vec::new();
        for area in sketch.areas.iter().filter_map(|area| area.group.as_ref()) {
            if !groups.contains(area) {
                groups.push(area.clone());
            }
        }
        let shapes = Shapes::compute(sketch, &layout)?;
        let spots = sketch.areas.iter().zip(&shapes.spots).map(|(area, shape)| Spot {
            id: area.id.clone(),
            name: area.name.clone(),
            kind: area.kind,
            group: area.group.as_ref().and_then(|group| groups.iter().position(|one| one == group)),
            note: area.note.clone(),
            near: area.near.iter().chain(&area.within).cloned().collect(),
            path: shape.path.clone(),
            at: shape.at,
            rooms: shape.rooms.clone(),
        });
        let spots = spots.collect();
        let Shapes { size, land, borders, links, .. } = shapes;
        Ok(Self { size, land, groups, spots, borders, links })
    }

    /// The place with this id.
    #[must_use]
    pub fn spot(&self, id: &str) -> Option<&Spot> {
        self.spots.iter().find(|spot| spot.id == id)
    }

    /// The ids of the places named by a choice in notation, in order.
    #[must_use]
    pub fn places_in(&self, notation: &str) -> Vec<String> {
        let words = notation.split([':', '/']).skip(1);
        words.filter(|word| self.spot(word).is_some()).map(str::to_owned).collect()
    }
}
