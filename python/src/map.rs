//! The map of a position as a picture, drawn as the page of `wilaya play` draws it.

use std::fmt::Write as _;

use wilaya_engine::Side;
use wilaya_engine::data::Figures;
use wilaya_play::Playable;
use wilaya_play::board::{Board, Crossing, Kind, LayoutError, Spot};
use wilaya_play::table::{Area, Counter, Holder, Mark, Table, Track};

/// Height of a row of counters, least width of a counter, and room for the name of a box.
const ROW: f64 = 16.0;
const WIDE: f64 = 21.0;
const LABEL: f64 = 22.0;
/// Sizes of letters, and how wide a letter is of that.
const NAME: f64 = 13.0;
const TOWN_NAME: f64 = 10.5;
const LETTER: f64 = 0.58;
/// A town, and the scale of what stands beside it.
const CIRCLE: f64 = 8.0;
const TOWN_SCALE: f64 = 0.9;
/// More counters than these in a box begin a new row.
const MOST: usize = 4;
/// Height of a line of text below the map.
const LINE: f64 = 18.0;

/// Each rule begins with the class of the picture: a notebook puts it into its own page.
const STYLE: &str = "\
.wilaya-map .sea{fill:#dfe9ee}.wilaya-map text{font:11px system-ui,sans-serif;fill:#1c1b19}\
.wilaya-map .area,.wilaya-map .city{fill:#ece7db}.wilaya-map .country{fill:#dcd8cf;stroke:#cfc9bd}\
.wilaya-map .w0{fill:#efe3c8}.wilaya-map .w1{fill:#e3e6cf}.wilaya-map .w2{fill:#ecd9d3}.wilaya-map .w3{fill:#dbe4dd}\
.wilaya-map .w4{fill:#e9e0ea}.wilaya-map .w5{fill:#e6ddcb}.wilaya-map .w6{fill:#f0ead7}\
.wilaya-map .city{stroke:#1c1b19;stroke-width:2}.wilaya-map .town{fill:#fff;stroke:#1c1b19}\
.wilaya-map .coast{fill:none;stroke:#5f5b54;stroke-width:1.5}.wilaya-map .border{fill:none;stroke:#5f5b54}\
.wilaya-map .inner{opacity:.55}.wilaya-map .outer{stroke-width:2.2;stroke-dasharray:7 4}.wilaya-map .closed{stroke-width:4}\
.wilaya-map .link{stroke:#5f5b54;stroke-width:2;stroke-dasharray:2 5}\
.wilaya-map .name{font-size:13px;font-weight:600;text-anchor:middle}.wilaya-map .small{font-size:10.5px}\
.wilaya-map .box{font-size:9px;text-anchor:end;fill:#5f5b54}\
.wilaya-map .counter{fill:#fff;stroke:#1c1b19;stroke-width:.6}.wilaya-map .letters{font-weight:700;text-anchor:middle}\
.wilaya-map rect.fln{fill:#fbe0cc;stroke:#b34700}.wilaya-map text.fln,.wilaya-map path.fln{fill:#b34700}\
.wilaya-map rect.france{fill:#d2e6f4;stroke:#00568a}.wilaya-map text.france,.wilaya-map path.france{fill:#00568a}\
.wilaya-map .weak{stroke-dasharray:3 2;stroke-width:1.4}.wilaya-map .panel{fill:#f7f5f0}";

/// A box on the map: left, top, right, bottom.
type Taken = [f64; 4];

/// The text, escaped for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * LETTER
}

fn class(side: Option<Side>) -> &'static str {
    side.map_or("none", Side::name)
}

/// One counter or marker of a row.
struct Piece {
    side: Option<Side>,
    letters: String,
    weak: bool,
    title: String,
}

/// A row of counters in a place.
struct Line {
    label: &'static str,
    holder: Option<Side>,
    pieces: Vec<Piece>,
}

/// The rows of a place: its markers, then its boxes.
fn lines(area: &Area, sides: &dyn Fn(Side) -> &'static str) -> Vec<Line> {
    let holder = match area.holder {
        Some(Holder::Fln) => Some(Side::Fln),
        Some(Holder::France) => Some(Side::France),
        Some(Holder::Contested) | None => None,
    };
    let mut lines = Vec::new();
    if holder.is_some() || !area.marks.is_empty() {
        let piece = |Mark { short, name, side }: &Mark| Piece {
            side: *side,
            letters: short.clone(),
            weak: false,
            title: name.clone(),
        };
        lines.push(Line { label: "", holder, pieces: area.marks.iter().map(piece).collect() });
    }
    for strip in &area.strips {
        let whose = strip.side.map_or("", sides);
        let piece = |Counter { face, name, count, weak, .. }: &Counter| Piece {
            side: strip.side,
            letters: format!("{count}{}", face.letter),
            weak: *weak,
            title: format!(
                "{whose}, {}: {count} {name}{}",
                strip.name,
                if *weak { " (weak side)" } else { "" }
            ),
        };
        for (number, counters) in strip.counters.chunks(MOST).enumerate() {
            let label = if number == 0 { strip.short } else { "" };
            lines.push(Line { label, holder: None, pieces: counters.iter().map(piece).collect() });
        }
    }
    lines
}

/// The contents of a place, drawn from 0, with width and height.
fn pile(lines: &[Line]) -> (String, f64, f64) {
    let mut svg = String::new();
    let left = if lines.iter().any(|line| !line.label.is_empty()) { LABEL } else { 0.0 };
    let mut most = 0.0_f64;
    for (number, Line { label, holder, pieces }) in lines.iter().enumerate() {
        let (mut x, y) = (left, number as f64 * ROW + ROW / 2.0);
        if !label.is_empty() {
            let _ = write!(svg, r#"<text x="{}" y="{}" class="box">{label}</text>"#, x - 3.0, y + 3.0);
        }
        if let Some(side) = holder {
            let shape = if *side == Side::Fln { "M0 5L5 -5L10 5Z" } else { "M0 -5H10V5H0Z" };
            let name = side.name();
            let at = x + 1.0;
            let _ = write!(svg, r#"<path transform="translate({at} {y})" d="{shape}" class="{name}"/>"#);
            x += 14.0;
        }
        for Piece { side, letters, weak, title } in pieces {
            let (wide, class) = ((letters.chars().count() as f64 * 7.0 + 4.0).max(WIDE), class(*side));
            let weak = if *weak { " weak" } else { "" };
            let (top, middle, base) = (y - 7.0, x + wide / 2.0, y + 3.8);
            let (letters, title) = (escaped(letters), escaped(title));
            let _ = write!(
                svg,
                r#"<g><title>{title}</title><rect x="{x}" y="{top}" width="{wide}" height="14" rx="2" class="counter {class}{weak}"/><text x="{middle}" y="{base}" class="letters {class}">{letters}</text></g>"#
            );
            x += wide + 2.0;
        }
        most = most.max(x);
    }
    (svg, most, lines.len() as f64 * ROW)
}

/// The name of an area as it fits, and its size.
fn area_name(spot: &Spot) -> (&str, f64) {
    let fits = |name: &str| width(name, NAME) <= spot.rooms[0].size[0] * 1.1;
    let short = spot.name.split(" - ").next().and_then(|name| name.split(" (").next());
    let name = if fits(&spot.name) { &spot.name } else { short.unwrap_or_default() };
    (name, if fits(name) { NAME } else { TOWN_NAME })
}

/// Draws the contents of an area below its name.
fn lay_area(svg: &mut String, spot: &Spot, lines: &[Line]) -> [Taken; 2] {
    let (drawn, wide, high) = pile(lines);
    let ([x, y], [roomy, deep]) = (spot.at, spot.rooms[0].size);
    let scale = (roomy / wide.max(1.0)).min((deep - NAME) / high.max(1.0)).clamp(0.65, 1.45);
    let (wide, high) = (wide * scale, high * scale);
    let top = y - (high + NAME) / 2.0;
    let (name, size) = area_name(spot);
    let (half, base, below) = (width(name, size) / 2.0, top + NAME - 2.0, top + NAME + 2.0);
    let small = if size < NAME { " small" } else { "" };
    let _ = write!(
        svg,
        r#"<text x="{x:.1}" y="{base:.1}" class="name{small}">{}</text><g transform="translate({:.1} {below:.1}) scale({scale:.3})">{drawn}</g>"#,
        escaped(name),
        x - wide / 2.0
    );
    [[x - half, top, x + half, below], [x - wide / 2.0, below, x + wide / 2.0, below + high]]
}

/// Draws the contents of a town beside it, or its name where there is room.
fn lay_town(svg: &mut String, spot: &Spot, lines: &[Line], size: f64, taken: &[Taken]) -> Option<Taken> {
    let [x, y] = spot.at;
    if !lines.is_empty() {
        let (drawn, wide, high) = pile(lines);
        let (left, top) = (x + CIRCLE, y - high * TOWN_SCALE / 2.0);
        let _ =
            write!(svg, r#"<g transform="translate({left:.1} {top:.1}) scale({TOWN_SCALE})">{drawn}</g>"#);
        return Some([x - CIRCLE, top, left + wide * TOWN_SCALE, top + high * TOWN_SCALE]);
    }
    let half = width(&spot.name, TOWN_NAME) / 2.0;
    let places = [[x, y + 18.0], [x, y - 11.0], [x + half + CIRCLE, y + 4.0], [x - half - CIRCLE, y + 4.0]];
    let room = |[x, base]: [f64; 2]| [x - half, base - TOWN_NAME + 1.0, x + half, base + 2.0];
    let meets = |one: &Taken, other: &Taken| {
        one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
    };
    let free = |one: &Taken| one[0] > 0.0 && one[2] < size && !taken.iter().any(|other| meets(one, other));
    let [x, base] = places.into_iter().find(|place| free(&room(*place)))?;
    let _ =
        write!(svg, r#"<text x="{x:.1}" y="{base:.1}" class="name small">{}</text>"#, escaped(&spot.name));
    Some(room([x, base]))
}

/// Tracks in one line.
fn track_line(tracks: &[Track], sides: &dyn Fn(Side) -> &'static str) -> String {
    let text = |track: &Track| {
        let value = track.text.clone().unwrap_or_else(|| track.value.to_string());
        format!(
            "{}{} {value}",
            track.side.map_or(String::new(), |side| format!("{} ", sides(side))),
            track.name
        )
    };
    tracks.iter().map(text).collect::<Vec<_>>().join(" · ")
}

/// The map of a position with its counters: the whole position, or what a side sees.
///
/// # Errors
/// If the figures make no map.
pub fn draw<G: Playable>(
    rules: &G::Rules,
    figures: &Figures,
    seen: &G::State,
    side: Option<Side>,
) -> Result<String, LayoutError> {
    let board = Board::of(G::sketch(rules, figures), G::LAYOUT)?;
    Ok(picture(&board, &G::table(rules, seen, side), &|side| G::SIDES[side]))
}

fn picture(board: &Board, table: &Table, sides: &dyn Fn(Side) -> &'static str) -> String {
    let mut svg = String::new();
    let [wide, map_high] = board.size;
    let below = [table.when.clone(), track_line(&table.tracks, sides)];
    let high = map_high + LINE * (below.len() as f64 + 0.5);
    let _ = write!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="wilaya-map" viewBox="0 0 {wide:.0} {high:.0}" role="img" aria-label="Map: {}"><style>{STYLE}</style>"#,
        escaped(&table.when)
    );
    let _ = write!(svg, r#"<rect width="{wide:.0}" height="{high:.0}" class="sea"/>"#);
    let _ = write!(svg, r#"<path d="{}" class="area"/>"#, board.land);
    let is_town = |spot: &&Spot| spot.kind == Kind::Town;
    for spot in &board.spots {
        let Some(path) = &spot.path else { continue };
        let kind = match spot.kind {
            Kind::City => "city",
            Kind::Country => "country",
            Kind::Area | Kind::Town => "area",
        };
        let group = spot.group.map_or(String::new(), |group| format!(" w{}", group % 7));
        let title = format!("{} ({})", spot.name, spot.id);
        let _ = write!(
            svg,
            r#"<path d="{path}" class="{kind}{group}"><title>{}</title></path>"#,
            escaped(&title)
        );
    }
    for border in &board.borders {
        let crossing = match border.crossing {
            Crossing::Inner => "inner",
            Crossing::Outer => "outer",
            Crossing::Closed => "closed",
        };
        let _ = write!(svg, r#"<path d="{}" class="border {crossing}"/>"#, border.path);
    }
    let _ = write!(svg, r#"<path d="{}" class="coast"/>"#, board.land);
    for [[x1, y1], [x2, y2]] in &board.links {
        let _ = write!(svg, r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" class="link"/>"#);
    }
    let mut taken = Vec::new();
    for spot in board.spots.iter().filter(is_town) {
        let [x, y] = spot.at;
        let _ = write!(
            svg,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="6" class="town"><title>{}</title></circle>"#,
            escaped(&spot.name)
        );
        taken.push([x - CIRCLE, y - CIRCLE, x + CIRCLE, y + CIRCLE]);
    }
    let lying = |spot: &Spot| {
        let area = table.areas.iter().find(|area| area.id == spot.id);
        area.map_or(Vec::new(), |area| lines(area, sides))
    };
    for spot in board.spots.iter().filter(|spot| spot.kind != Kind::Town) {
        taken.extend(lay_area(&mut svg, spot, &lying(spot)));
    }
    for spot in board.spots.iter().filter(is_town) {
        taken.extend(lay_town(&mut svg, spot, &lying(spot), wide, &taken));
    }
    let _ = write!(
        svg,
        r#"<rect x="0" y="{map_high:.0}" width="{wide:.0}" height="{:.0}" class="panel"/>"#,
        high - map_high
    );
    for (number, text) in below.iter().enumerate() {
        let y = map_high + LINE * (number as f64 + 1.0);
        let _ = write!(svg, r#"<text x="8" y="{y:.0}">{}</text>"#, escaped(text));
    }
    svg + "</svg>"
}
