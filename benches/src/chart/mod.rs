//! Results as pictures: SVG, without scripts, readable in print and for colour-blind people.
//!
//! * [`bars`]: the runs of a command, one panel a workload;
//! * [`lines`]: a figure over another, one panel a group, one line a table;
//! * [`pairs`]: two figures of the same tables side by side.

pub mod bars;
pub mod lines;
pub mod pairs;

use std::fs;
use std::path::Path;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::Error;

pub(crate) type Canvas<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
pub(crate) type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Text is drawn with the viewer's fonts, so its width is only estimated, on the safe side.
pub(crate) const LETTER: i32 = 8;

pub(crate) const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
pub(crate) const FAINT_INK: RGBColor = RGBColor(0x66, 0x66, 0x66);
pub(crate) const GRID: RGBColor = RGBColor(0xe2, 0xe2, 0xe2);
pub(crate) const STRIPE: RGBColor = RGBColor(0xf6, 0xf6, 0xf6);
// The colours of Okabe and Ito, which colour-blind people can tell apart.
pub(crate) const PEER: RGBColor = RGBColor(0xe6, 0x9f, 0x00);
pub(crate) const LAYOUTS: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x00, 0x00),
    RGBColor(0xf0, 0xe4, 0x42),
];

/// A picture of this size on white, as SVG text.
pub(crate) fn picture((width, height): (i32, i32), draw: impl FnOnce(&Canvas<'_>) -> Drawn) -> Result<String, Error> {
    let mut svg = String::new();
    let size = (width.unsigned_abs(), height.unsigned_abs());
    let canvas = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    let drawn = canvas.fill(&WHITE).map_err(Into::into).and_then(|()| draw(&canvas));
    let drawn = drawn.and_then(|()| canvas.present().map_err(Into::into));
    drop(canvas);
    drawn.map_err(|error| Error::Chart { reason: error.to_string() })?;
    Ok(svg)
}

/// Writes a picture to a file.
pub fn write(path: &Path, picture: &str) -> Result<(), Error> {
    fs::write(path, picture).map_err(|source| Error::Write { output: path.display().to_string(), source })
}

/// A round step that gives some five to ten ticks.
fn tick_step(limit: f64) -> f64 {
    let power = 10_f64.powf((limit / 5.0).log10().floor());
    [5.0, 2.0, 1.0].into_iter().map(|factor| factor * power).find(|step| limit / step >= 5.0).unwrap_or(power)
}

fn tick_text(value: f64, step: f64) -> String {
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    format!("{value:.decimals$}")
}

/// One line of text, its middle at the height given. `size` is in pixels.
pub(crate) fn text(canvas: &Canvas<'_>, words: &str, at: (i32, i32), size: i32, colour: RGBColor, side: HPos) -> Drawn {
    // The drawing library divides sizes by this factor.
    let font = ("sans-serif", f64::from(size) * 1.24).into_font().color(&colour);
    canvas.draw(&Text::new(words, at, font.pos(Pos::new(side, VPos::Center))))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers() {
        for (limit, step) in [(13.0, 2.0), (25.0, 5.0), (60.0, 10.0), (0.7, 0.1), (5.0, 1.0), (900.0, 100.0)] {
            assert!((tick_step(limit) - step).abs() < 1e-12, "{limit}: {}", tick_step(limit));
        }
        assert_eq!((tick_text(0.3, 0.1), tick_text(20.0, 10.0)), ("0.3".to_owned(), "20".to_owned()));
    }
}
