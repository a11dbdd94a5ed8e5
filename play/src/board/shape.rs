//! The geometry of the map: cells, outlines, borders, room for counters.

use std::fmt::Write as _;

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::clip::FloatClip as _;
use i_overlay::float::single::SingleFloatOverlay as _;
use i_overlay::string::clip::ClipRule;
use serde::Serialize;
use voronoice::{BoundingBox, Point as Site, Voronoi, VoronoiBuilder};

use super::layout::{Layout, LayoutError, Point};
use super::sketch::{Kind, Sketch, SketchArea};

/// How a border can be crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Crossing {
    /// Freely: both areas belong to the same wilaya.
    Inner,
    /// Into another wilaya.
    Outer,
    /// Not at all.
    Closed,
}

/// A piece of border as an SVG path.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Border {
    /// How it can be crossed.
    pub crossing: Crossing,
    /// The path.
    pub path: String,
}

/// Margin around the map.
const MARGIN: f64 = 6.0;

/// Typical size of the counters of an area, and of a town.
const COUNTERS: [f64; 2] = [84.0, 62.0];
const TOWN: [f64; 2] = [26.0, 18.0];

/// Number of points tried along each axis of an area to find the roomiest one.
const GRID: u8 = 14;

type Polygon = Vec<Point>;

/// A box within an area.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Room {
    /// Its centre.
    pub at: [f64; 2],
    /// Its width and height.
    pub size: [f64; 2],
}

/// The drawing of a place.
pub(super) struct SpotShape {
    pub(super) path: Option<String>,
    pub(super) at: Point,
    pub(super) rooms: Vec<Room>,
}

/// The drawing of the map.
pub(super) struct Shapes {
    pub(super) size: [f64; 2],
    pub(super) land: String,
    pub(super) spots: Vec<SpotShape>,
    pub(super) borders: Vec<Border>,
    pub(super) links: Vec<[Point; 2]>,
}

/// The cells of the areas: for each, its point, the number of its area, and its clipped shape.
struct Cells {
    sites: Vec<(Point, usize)>,
    voronoi: Voronoi,
    clipped: Vec<Vec<Polygon>>,
}

fn intersect(one: &[Polygon], other: &[Polygon]) -> Vec<Polygon> {
    outer(one.to_vec().overlay(&other.to_vec(), OverlayRule::Intersect, FillRule::NonZero))
}

fn union(one: &[Polygon], other: &[Polygon]) -> Vec<Polygon> {
    outer(one.to_vec().overlay(&other.to_vec(), OverlayRule::Union, FillRule::NonZero))
}

/// The outer contours of some shapes.
fn outer(shapes: Vec<Vec<Polygon>>) -> Vec<Polygon> {
    shapes.into_iter().filter_map(|contours| contours.into_iter().next()).collect()
}

/// The unsigned area and the centroid.
fn measure(polygon: &[Point]) -> (f64, Point) {
    let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
    for (a, b) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let cross = a[0] * b[1] - b[0] * a[1];
        area += cross;
        x += (a[0] + b[0]) * cross;
        y += (a[1] + b[1]) * cross;
    }
    if area.abs() < f64::EPSILON {
        return (0.0, polygon.first().copied().unwrap_or_default());
    }
    ((area / 2.0).abs(), [x / (3.0 * area), y / (3.0 * area)])
}

fn largest(polygons: &[Polygon]) -> Option<&Polygon> {
    polygons.iter().max_by(|a, b| measure(a).0.total_cmp(&measure(b).0))
}

fn inside(polygon: &[Point], [x, y]: Point) -> bool {
    let mut within = false;
    let mut a = polygon.last();
    for b in polygon {
        if let Some(a) = a {
            within ^= (a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0];
        }
        a = Some(b);
    }
    within
}

/// Widths of the boxes tried in an area, relative to their heights. The first is that of its name with some counters.
const SHAPES: [f64; 4] = [1.15, 0.7, 1.7, 2.5];

/// The largest box of this shape that fits, around a point of a grid.
fn roomy(polygon: &[Point], shape: f64) -> Room {
    let (_, middle) = measure(polygon);
    let xs = || polygon.iter().map(|point| point[0]);
    let ys = || polygon.iter().map(|point| point[1]);
    let (west, east) = (xs().fold(f64::MAX, f64::min), xs().fold(f64::MIN, f64::max));
    let (north, south) = (ys().fold(f64::MAX, f64::min), ys().fold(f64::MIN, f64::max));
    let fits = |[x, y]: Point, half: f64| {
        let steps = [-1.0, 0.0, 1.0];
        steps.iter().all(|i| steps.iter().all(|j| inside(polygon, [x + i * half * shape, y + j * half])))
    };
    let mut best = (middle, 0.0, f64::MIN);
    for i in 1..GRID {
        for j in 1..GRID {
            let part = |number: u8| f64::from(number) / f64::from(GRID);
            let at = [west + (east - west) * part(i), north + (south - north) * part(j)];
            if !inside(polygon, at) {
                continue;
            }
            let mut half = 4.0;
            while half < 90.0 && fits(at, half + 2.0) {
                half += 2.0;
            }
            let [x, y] = [at[0] - middle[0], at[1] - middle[1]];
            let far = (x * x + y * y).sqrt();
            let score = half - far * 0.02;
            if score > best.2 {
                best = (at, half, score);
            }
        }
    }
    Room { at: best.0, size: [best.1 * 2.0 * shape, best.1 * 2.0] }
}

fn path(polygon: &[Point]) -> String {
    let mut text = line(polygon);
    text.push('Z');
    text
}

fn line(points: &[Point]) -> String {
    let mut text = String::new();
    for (index, [x, y]) in points.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
    }
    text
}

impl Cells {
    fn new(sites: Vec<(Point, usize)>, land: &Polygon) -> Result<Self, LayoutError> {
        let reach = land.iter().flatten().fold(0.0f64, |most, value| most.max(value.abs())) * 4.0;
        let points = sites.iter().map(|([x, y], _)| Site { x: *x, y: *y }).collect();
        let frame = BoundingBox::new_centered(reach, reach);
        let voronoi = VoronoiBuilder::default().set_sites(points).set_bounding_box(frame).build();
        let voronoi = voronoi.ok_or(LayoutError::Shape)?;
        let land = [land.clone()];
        let clipped: Vec<_> = voronoi
            .iter_cells()
            .map(|cell| intersect(&[cell.iter_vertices().map(|v| [v.x, v.y]).collect()], &land))
            .collect();
        if clipped.len() != sites.len() || clipped.iter().any(Vec::is_empty) {
            return Err(LayoutError::Shape);
        }
        Ok(Self { sites, voronoi, clipped })
    }

    /// The same sites, each moved to the middle of its cell.
    fn relaxed(self, land: &Polygon) -> Result<Self, LayoutError> {
        let middle = |cell: &[Polygon]| largest(cell).map_or([0.0, 0.0], |polygon| measure(polygon).1);
        let sites = self.sites.iter().zip(&self.clipped).map(|((_, area), cell)| (middle(cell), *area));
        Self::new(sites.collect(), land)
    }

    /// The common edge of two cells, if any.
    fn edge(&self, one: usize, other: usize) -> Option<[Point; 2]> {
        let cells = self.voronoi.cells();
        let mut shared = cells[one].iter().filter(|&vertex| cells[other].contains(vertex));
        let vertices = self.voronoi.vertices();
        let mut next = || shared.next().map(|&index| [vertices[index].x, vertices[index].y]);
        Some([next()?, next()?])
    }

    /// The cells of an area, merged.
    fn of(&self, area: usize) -> Vec<Polygon> {
        let own = self.sites.iter().zip(&self.clipped).filter(|((_, number), _)| *number == area);
        own.fold(Vec::new(), |all, (_, cell)| if all.is_empty() { cell.clone() } else { union(&all, cell) })
    }
}

impl Shapes {
    pub(super) fn compute(sketch: &Sketch, layout: &Layout) -> Result<Self, LayoutError> {
        let land = layout.land();
        let areas = || sketch.areas.iter().enumerate();
        let is_cell = |area: &SketchArea| matches!(area.kind, Kind::Area | Kind::City);
        let sites = areas().filter(|(_, area)| is_cell(area));
        let sites =
            sites.flat_map(|(i, area)| layout.points(&area.id).into_iter().map(move |point| (point, i)));
        let mut cells = Cells::new(sites.collect(), &land)?;
        for _ in 0..layout.rounds() {
            cells = cells.relaxed(&land)?;
        }
        let polygons: Vec<Vec<Polygon>> = areas()
            .map(|(i, area)| match area.kind {
                Kind::Area | Kind::City => cells.of(i),
                Kind::Country => vec![layout.points(&area.id)],
                Kind::Town => Vec::new(),
            })
            .collect();
        let mut spots: Vec<SpotShape> = polygons
            .iter()
            .map(|cells| {
                let Some(polygon) = largest(cells) else {
                    return SpotShape { path: None, at: [0.0, 0.0], rooms: Vec::new() };
                };
                let rooms: Vec<Room> = SHAPES.iter().map(|&shape| roomy(polygon, shape)).collect();
                let path = cells.iter().map(|polygon| path(polygon)).collect();
                SpotShape { path: Some(path), at: rooms[0].at, rooms }
            })
            .collect();
        let mut taken: Vec<(Point, [f64; 2])> =
            spots.iter().filter(|spot| spot.path.is_some()).map(|spot| (spot.at, COUNTERS)).collect();
        for (i, area) in areas().filter(|(_, area)| area.kind == Kind::Town) {
            spots[i].at = town(sketch, layout, area, &polygons, &taken);
            taken.push((spots[i].at, TOWN));
        }
        let (borders, touching) = borders(sketch, &cells, &land);
        let links = links(sketch, &spots, &touching);
        let all = || polygons.iter().flatten().flatten().chain(&land);
        let size = [0, 1].map(|axis| all().map(|point| point[axis]).fold(0.0, f64::max) + MARGIN);
        Ok(Self { size, land: path(&land), spots, borders, links })
    }
}

/// The position of a town: as near to its coordinates as possible, inside its areas, clear of their counters and other towns.
fn town(
    sketch: &Sketch,
    layout: &Layout,
    area: &SketchArea,
    polygons: &[Vec<Polygon>],
    taken: &[(Point, [f64; 2])],
) -> Point {
    let home = layout.points(&area.id).first().copied().unwrap_or_default();
    let homes: Vec<&Polygon> = area
        .within
        .iter()
        .filter_map(|id| sketch.areas.iter().position(|one| one.id == *id))
        .filter_map(|index| largest(&polygons[index]))
        .collect();
    let mut best = (home, f64::MAX);
    for i in -12..=12 {
        for j in -12..=12 {
            let (dx, dy) = (f64::from(i) * 7.0, f64::from(j) * 6.0);
            let at = [home[0] + dx, home[1] + dy];
            let meets = |(other, room): &&(Point, [f64; 2])| {
                (other[0] - at[0]).abs() < (room[0] + TOWN[0]) / 2.0
                    && (other[1] - at[1]).abs() < (room[1] + TOWN[1]) / 2.0
            };
            let outside = if homes.iter().any(|polygon| inside(polygon, at)) { 0.0 } else { 1000.0 };
            let crowd = taken.iter().filter(meets).count();
            let price = (dx * dx + dy * dy).sqrt() + outside + 60.0 * crowd as f64;
            if price < best.1 {
                best = (at, price);
            }
        }
    }
    best.0
}

/// The borders between cells of different areas, and the pairs of areas that share one.
fn borders(sketch: &Sketch, cells: &Cells, land: &Polygon) -> (Vec<Border>, Vec<(usize, usize)>) {
    let (mut borders, mut touching) = (Vec::new(), Vec::new());
    for one in 0..cells.sites.len() {
        for other in one + 1..cells.sites.len() {
            let (a, b) = (cells.sites[one].1, cells.sites[other].1);
            let Some(edge) = cells.edge(one, other).filter(|_| a != b) else { continue };
            let rule = ClipRule { invert: false, boundary_included: false };
            let pieces = edge.to_vec().clip_by(land, FillRule::NonZero, rule);
            if pieces.is_empty() {
                continue;
            }
            let (from, to) = (&sketch.areas[a], &sketch.areas[b]);
            let crossing = match () {
                () if !from.near.contains(&to.id) && !to.near.contains(&from.id) => Crossing::Closed,
                () if from.group == to.group => Crossing::Inner,
                () => Crossing::Outer,
            };
            touching.push((a, b));
            borders.extend(pieces.iter().map(|piece| Border { crossing, path: line(piece) }));
        }
    }
    (borders, touching)
}

/// Connections into another wilaya without a common border.
fn links(sketch: &Sketch, spots: &[SpotShape], touching: &[(usize, usize)]) -> Vec<[Point; 2]> {
    let mut links = Vec::new();
    for (a, from) in sketch.areas.iter().enumerate() {
        for (b, to) in sketch.areas.iter().enumerate().skip(a + 1) {
            let near = from.near.contains(&to.id) || to.near.contains(&from.id);
            let shown = touching.contains(&(a, b)) || touching.contains(&(b, a));
            let inland = from.group.is_some() && to.group.is_some();
            if near && !shown && inland && from.group != to.group {
                links.push([spots[a].at, spots[b].at]);
            }
        }
    }
    links
}
