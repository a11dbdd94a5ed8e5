//! Charts as SVG. In addition to its colour, each series has its own dash pattern and marker, so that they can be told apart in
//! grey.

use std::ops::Range;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Dark blue, red and yellow that also differ in lightness (Tol, *Colour schemes*, 2021: high contrast).
const COLOURS: [RGBColor; 3] = [RGBColor(0, 68, 136), RGBColor(187, 85, 102), RGBColor(171, 130, 30)];
/// Length of dash and gap in pixels; `None` is a solid line.
const DASHES: [Option<(i32, i32)>; 3] = [None, Some((7, 4)), Some((2, 3))];
const INK: RGBColor = RGBColor(40, 40, 40);
const WIDTH: u32 = 760;
const FONT: &str = "sans-serif";

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// A name with a value and its interval.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// True for a filled marker, false for an empty one.
    pub(super) sure: bool,
    /// The text at the right end.
    pub(super) note: String,
}

/// A line over turns, with bands around it.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
    /// From the widest to the narrowest: turn, lower end, upper end.
    pub(super) bands: Vec<Vec<(f64, f64, f64)>>,
}

fn wrong<E: std::fmt::Display>(why: E) -> anyhow::Error {
    anyhow!("a chart cannot be drawn: {why}")
}

fn style(size: u32, color: RGBColor) -> TextStyle<'static> {
    (FONT, size).into_font().color(&color)
}

fn svg(height: u32, draw: impl FnOnce(&Area<'_>) -> Result<()>) -> Result<String> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        root.fill(&WHITE).map_err(wrong)?;
        draw(&root)?;
        root.present().map_err(wrong)?;
    }
    Ok(text)
}

/// The range of some values, with a margin at both ends.
fn around(values: impl Iterator<Item = f64>) -> Range<f64> {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return 0.0..1.0;
    }
    let room = ((high - low) * 0.05).max(1e-9_f64.max(high.abs() * 1e-6));
    low - room..high + room
}

/// Values with their intervals, one below the other. `zero` draws a line at 0.
pub(super) fn intervals(bars: &[Bar], axis: &str, zero: bool) -> Result<String> {
    let names = bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or(0) as u32;
    let notes = bars.iter().map(|bar| bar.note.chars().count()).max().unwrap_or(0) as u32;
    let (left, right) = ((names * 7 + 16).min(WIDTH / 2), notes * 7 + 16);
    let ends = bars.iter().flat_map(|bar| [bar.low, bar.high, bar.value]);
    let range = around(ends.chain(zero.then_some(0.0)));
    let count = bars.len() as f64;
    svg(60 + 20 * bars.len() as u32, |root| {
        let mut chart = ChartBuilder::on(root)
            .margin_top(8)
            .margin_right(right)
            .margin_left(left)
            .x_label_area_size(44)
            .build_cartesian_2d(range.clone(), -count..0.0)
            .map_err(wrong)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_desc(axis)
            .x_label_formatter(&number)
            .label_style(style(13, INK))
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.12))
            .draw()
            .map_err(wrong)?;
        if zero {
            let line = PathElement::new([(0.0, -count), (0.0, 0.0)], BLACK.mix(0.6));
            chart.draw_series([line]).map_err(wrong)?;
        }
        for (row, bar) in bars.iter().enumerate() {
            interval(root, &mut chart, &range, -(row as f64) - 0.5, bar)?;
        }
        Ok(())
    })
}

fn interval(root: &Area<'_>, chart: &mut Chart<'_, '_>, range: &Range<f64>, y: f64, bar: &Bar) -> Result<()> {
    let colour = COLOURS[0];
    let clip = |value: f64| value.clamp(range.start, range.end);
    let line = PathElement::new([(clip(bar.low), y), (clip(bar.high), y)], colour.stroke_width(2));
    chart.draw_series([line]).map_err(wrong)?;
    if bar.value.is_finite() {
        let inside = if bar.sure { colour.filled() } else { WHITE.filled() };
        chart.draw_series([Circle::new((bar.value, y), 4, inside)]).map_err(wrong)?;
        chart.draw_series([Circle::new((bar.value, y), 4, colour.stroke_width(2))]).map_err(wrong)?;
    }
    let (left, at) = chart.backend_coord(&(range.start, y));
    let (right, _) = chart.backend_coord(&(range.end, y));
    let name = style(13, INK).pos(Pos::new(HPos::Right, VPos::Center));
    let note = style(12, INK).pos(Pos::new(HPos::Left, VPos::Center));
    root.draw(&Text::new(bar.name.clone(), (left - 8, at), name)).map_err(wrong)?;
    root.draw(&Text::new(bar.note.clone(), (right + 8, at), note)).map_err(wrong)
}

/// Lines over turns, at most three.
pub(super) fn curves(curves: &[Curve], (across, up): (&str, &str)) -> Result<String> {
    let bands = || curves.iter().flat_map(|curve| curve.bands.iter().flatten());
    let points = || curves.iter().flat_map(|curve| curve.points.iter());
    let x = around(points().map(|point| point.0));
    let y = around(bands().flat_map(|band| [band.1, band.2]).chain(points().map(|point| point.1)));
    svg(330, |root| {
        let mut chart = ChartBuilder::on(root)
            .margin(8)
            .margin_top(28)
            .margin_right(24)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(x, y)
            .map_err(wrong)?;
        chart
            .configure_mesh()
            .x_desc(across)
            .y_desc(up)
            .x_label_formatter(&number)
            .y_label_formatter(&number)
            .label_style(style(13, INK))
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.12))
            .draw()
            .map_err(wrong)?;
        for (number, curve) in curves.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            for band in &curve.bands {
                let there = band.iter().map(|&(at, _, high)| (at, high));
                let back = band.iter().rev().map(|&(at, low, _)| (at, low));
                let area = Polygon::new(there.chain(back).collect::<Vec<_>>(), colour.mix(0.16));
                chart.draw_series([area]).map_err(wrong)?;
            }
        }
        for (number, curve) in curves.iter().enumerate() {
            line(&mut chart, number, curve)?;
        }
        if curves.len() > 1 {
            legend(root, curves)?;
        }
        Ok(())
    })
}

/// A line with the dash pattern and marker of its number.
fn line<'a, 'b: 'a>(chart: &mut Chart<'a, 'b>, number: usize, curve: &Curve) -> Result<()> {
    let number = number % COLOURS.len();
    let stroke = COLOURS[number].stroke_width(2);
    let points = curve.points.iter().copied();
    match DASHES[number] {
        None => chart.draw_series(LineSeries::new(points, stroke)).map_err(wrong)?,
        Some((dash, gap)) => {
            chart.draw_series(DashedLineSeries::new(points, dash, gap, stroke)).map_err(wrong)?
        }
    };
    let marks = curve.points.iter().map(|&point| EmptyElement::at(point) + marker(number, (0, 0)));
    chart.draw_series(marks).map_err(wrong)?;
    Ok(())
}

/// The legend, above the lines.
fn legend(root: &Area<'_>, curves: &[Curve]) -> Result<()> {
    let mut x = 80;
    for (number, curve) in curves.iter().enumerate() {
        let number = number % COLOURS.len();
        let (dash, gap) = DASHES[number].unwrap_or((24, 0));
        for start in (0..24).step_by((dash + gap) as usize) {
            let line = [(x + start, 14), (x + (start + dash).min(24), 14)];
            root.draw(&PathElement::new(line, COLOURS[number].stroke_width(2))).map_err(wrong)?;
        }
        root.draw(&marker(number, (x + 12, 14))).map_err(wrong)?;
        let name = style(13, INK).pos(Pos::new(HPos::Left, VPos::Center));
        root.draw(&Text::new(curve.name.clone(), (x + 30, 14), name)).map_err(wrong)?;
        x += 54 + 8 * curve.name.chars().count() as i32;
    }
    Ok(())
}

/// A circle, a square, a triangle.
fn marker(number: usize, (x, y): (i32, i32)) -> Polygon<(i32, i32)> {
    let corners: Vec<(f64, f64)> = match number {
        0 => (0..10).map(|part| libm::sincos(f64::from(part) * std::f64::consts::TAU / 10.0)).collect(),
        1 => vec![(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
        _ => vec![(0.0, -1.3), (1.2, 0.9), (-1.2, 0.9)],
    };
    let place = |(dx, dy): (f64, f64)| (x + (3.2 * dx).round() as i32, y + (3.2 * dy).round() as i32);
    Polygon::new(corners.into_iter().map(place).collect::<Vec<_>>(), COLOURS[number].filled())
}

/// A number on an axis, without trailing zeros.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the library hands it over like this")]
fn number(value: &f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
