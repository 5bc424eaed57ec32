//! The latencies as a picture: a line a table from its median to its slowest insertion, on a scale of powers of ten.

use std::path::Path;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{Latencies, PERCENTILES};
use crate::Error;
use crate::chart::{Canvas, Drawn, FAINT_INK, GRID, INK, LAYOUTS, LETTER, PEER, STRIPE, picture, text, write};
use crate::compare::options::Size;
use crate::report::layout;

const WIDTH: i32 = 960;
const MARGIN: i32 = 24;
const HEAD: i32 = 96;
const ROW: i32 = 34;
const FOOT: i32 = 64;
/// Room for the number at the end of a line.
const NUMBER: i32 = 84;

/// Draws the latencies and writes the picture as SVG.
pub fn write_svg(path: &Path, all: &[Latencies], entries: Size) -> Result<(), Error> {
    write(path, &svg(all, entries)?)
}

fn svg(all: &[Latencies], entries: Size) -> Result<String, Error> {
    let height = HEAD + all.len() as i32 * ROW + FOOT;
    picture((WIDTH, height), |canvas| draw(canvas, all, entries, height))
}

fn draw(canvas: &Canvas<'_>, all: &[Latencies], entries: Size, height: i32) -> Drawn {
    let title = format!("Single insertions while growing to {entries} entries");
    text(canvas, &title, (MARGIN, 26), 19, INK, HPos::Left)?;
    legend(canvas)?;
    let longest = all.iter().map(|latencies| latencies.name.chars().count()).max().unwrap_or_default();
    let left = MARGIN + i32::try_from(longest)? * LETTER + 12;
    let right = WIDTH - MARGIN - NUMBER;
    let bottom = HEAD + all.len() as i32 * ROW;
    // Powers of ten around all values.
    let values = || all.iter().flat_map(|latencies| latencies.percentiles.iter().chain([&latencies.worst]));
    let low = values().copied().fold(f64::INFINITY, f64::min).max(1.0).log10().floor();
    let high = values().copied().fold(1.0, f64::max).log10().ceil().max(low + 1.0);
    let x = |ns: f64| {
        let share = ((ns.max(1.0).log10() - low) / (high - low)).clamp(0.0, 1.0);
        left + (share * f64::from(right - left)).round() as i32
    };
    for (row, _) in all.iter().enumerate().filter(|(row, _)| row % 2 == 0) {
        let top = HEAD + row as i32 * ROW;
        canvas.draw(&Rectangle::new([(MARGIN, top), (WIDTH - MARGIN, top + ROW)], STRIPE.filled()))?;
    }
    for power in low as i32..=high as i32 {
        let at = x(10_f64.powi(power));
        canvas.draw(&PathElement::new([(at, HEAD), (at, bottom)], GRID.stroke_width(1)))?;
        text(canvas, &duration(10_f64.powi(power)), (at, bottom + 14), 11, FAINT_INK, HPos::Center)?;
    }
    for (row, latencies) in all.iter().enumerate() {
        let y = HEAD + row as i32 * ROW + ROW / 2;
        let colour = if layout(latencies.name).is_some() { LAYOUTS[0] } else { PEER };
        text(canvas, latencies.name, (left - 10, y), 13, INK, HPos::Right)?;
        let [p50, p99, p9999] = latencies.percentiles;
        canvas.draw(&PathElement::new([(x(p50), y), (x(latencies.worst), y)], colour.stroke_width(2)))?;
        for (figure, ns) in [p50, p99, p9999, latencies.worst].into_iter().enumerate() {
            mark(canvas, figure, (x(ns), y), colour)?;
        }
        text(canvas, &duration(latencies.worst), (WIDTH - MARGIN - 4, y), 12, INK, HPos::Right)?;
    }
    let axis = "thread CPU time of one insertion, lower is better; on the right the slowest";
    text(canvas, axis, (left, height - FOOT + 44), 13, INK, HPos::Left)
}

/// A shape for each of the four figures.
fn mark(canvas: &Canvas<'_>, figure: usize, (x, y): (i32, i32), colour: RGBColor) -> Drawn {
    match figure {
        0 => canvas.draw(&Circle::new((x, y), 4, colour.filled()))?,
        1 => canvas.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], colour.filled()))?,
        2 => canvas.draw(&TriangleMarker::new((x, y), 6, colour.filled()))?,
        _ => canvas.draw(&Cross::new((x, y), 5, colour.stroke_width(3)))?,
    }
    Ok(())
}

fn legend(canvas: &Canvas<'_>) -> Drawn {
    let names = PERCENTILES.map(|(name, _)| name);
    let y = 60;
    let mut x = MARGIN + 6;
    for (index, name) in names.into_iter().chain(["max"]).enumerate() {
        mark(canvas, index, (x, y), FAINT_INK)?;
        text(canvas, name, (x + 14, y), 13, INK, HPos::Left)?;
        x += 14 + i32::try_from(name.chars().count())? * LETTER + 28;
    }
    for (name, colour) in [("this project's", LAYOUTS[0]), ("others", PEER)] {
        canvas.draw(&PathElement::new([(x, y), (x + 26, y)], colour.stroke_width(3)))?;
        text(canvas, name, (x + 34, y), 13, INK, HPos::Left)?;
        x += 34 + i32::try_from(name.chars().count())? * LETTER + 28;
    }
    Ok(())
}

/// In the unit that makes it short.
fn duration(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "µs"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    if value < 10.0 && value.fract() > 0.05 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latencies(name: &'static str, percentiles: [f64; 3], worst: f64) -> Latencies {
        Latencies { name, percentiles, worst, mean: 1.0, bytes_per_entry: None, capacity: 1 }
    }

    #[test]
    fn every_table_has_a_line() {
        let all = [
            latencies("chained/foldhash", [80.0, 900.0, 4000.0], 90_000.0),
            latencies("std", [60.0, 300.0, 5000.0], 250_000_000.0),
        ];
        let picture = svg(&all, Size(10_000_000)).unwrap();
        for word in ["chained/foldhash", "std", "1e7 entries", "p99.99", "90 µs", "250 ms", "</svg>"] {
            assert!(picture.contains(word), "{word}");
        }
    }

    #[test]
    fn odd_values_are_drawn_too() {
        for value in [0.0, 1.0, 1e12] {
            assert!(svg(&[latencies("a", [value; 3], value)], Size(1)).is_ok());
        }
        assert!(svg(&[], Size(1)).is_ok());
        assert_eq!([3.0, 1500.0, 2e6, 5e9].map(duration), ["3 ns", "1.5 µs", "2 ms", "5 s"]);
    }
}
