//! A figure over another: one panel a group, one line a table, all panels on one scale.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{Canvas, Drawn, FAINT_INK, GRID, INK, LAYOUTS, LETTER, PEER, picture, text, tick_step, tick_text};
use crate::Error;

/// What is drawn.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// The title on top.
    pub title: String,
    /// What is on the horizontal axis, with its unit.
    pub across: String,
    /// What is on the vertical axis, with its unit.
    pub up: String,
    /// The panels, in the order they are shown.
    pub panels: Vec<Panel>,
}

/// The lines of one group.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// The name of the group.
    pub title: String,
    /// Its lines; those of one name look alike in all panels.
    pub lines: Vec<Line>,
}

/// One line: its name, and its points from left to right.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// As in the legend.
    pub name: String,
    /// Across and up.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: i32 = 960;
const MARGIN: i32 = 24;
const HEAD: i32 = 84;
/// Room for the numbers of the vertical axis.
const NUMBERS: i32 = 48;
const GAP: i32 = 22;
const PANEL_HEAD: i32 = 26;
const PANEL: i32 = 300;
const PANEL_FOOT: i32 = 30;
const FOOT: i32 = 44;
const COLOURS: [RGBColor; 5] = [LAYOUTS[0], PEER, LAYOUTS[1], LAYOUTS[2], LAYOUTS[3]];
/// Lines whose values are further above the middle one are cut off: one that degenerates must not flatten the others.
const CUT_OFF: f64 = 12.0;

/// The picture, as SVG text.
pub fn svg(lines: &Lines) -> Result<String, Error> {
    let columns = lines.panels.len().clamp(1, 3);
    let rows = lines.panels.len().div_ceil(columns).max(1);
    let height = HEAD + rows as i32 * (PANEL_HEAD + PANEL + PANEL_FOOT) + FOOT;
    picture((WIDTH, height), |canvas| draw(canvas, lines, columns, height))
}

fn draw(canvas: &Canvas<'_>, lines: &Lines, columns: usize, height: i32) -> Drawn {
    text(canvas, &lines.title, (MARGIN, 26), 19, INK, HPos::Left)?;
    let names = names(lines);
    legend(canvas, &names)?;
    let (scale, cut_off) = Scale::of(lines);
    let room = WIDTH - 2 * MARGIN - NUMBERS - (columns as i32 - 1) * GAP;
    for (index, panel) in lines.panels.iter().enumerate() {
        let (column, row) = ((index % columns) as i32, (index / columns) as i32);
        let left = MARGIN + NUMBERS + column * (room / columns as i32 + GAP);
        let top = HEAD + row * (PANEL_HEAD + PANEL + PANEL_FOOT) + PANEL_HEAD;
        let frame = Frame { left, right: left + room / columns as i32, top, bottom: top + PANEL, scale };
        frame.draw(canvas, panel, &names, column == 0)?;
    }
    text(canvas, &lines.up, (MARGIN, HEAD - 8), 13, INK, HPos::Left)?;
    text(canvas, &lines.across, (WIDTH - MARGIN, height - FOOT + 6), 13, INK, HPos::Right)?;
    if cut_off {
        let note = "A line that leaves its panel at the top is cut off there.";
        text(canvas, note, (MARGIN, height - FOOT + 24), 11, FAINT_INK, HPos::Left)?;
    }
    Ok(())
}

fn names(lines: &Lines) -> Vec<&str> {
    let mut names = Vec::new();
    for line in lines.panels.iter().flat_map(|panel| &panel.lines) {
        if !names.contains(&line.name.as_str()) {
            names.push(line.name.as_str());
        }
    }
    names
}

fn legend(canvas: &Canvas<'_>, names: &[&str]) -> Drawn {
    let (mut x, y) = (MARGIN, 52);
    for (index, name) in names.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        canvas.draw(&PathElement::new([(x, y), (x + 26, y)], colour.stroke_width(2)))?;
        mark(canvas, index, (x + 13, y))?;
        text(canvas, name, (x + 34, y), 13, INK, HPos::Left)?;
        x += 34 + i32::try_from(name.chars().count())? * LETTER + 20;
    }
    Ok(())
}

/// The mark of a line at a point: besides its colour, a shape tells a line from another.
fn mark(canvas: &Canvas<'_>, index: usize, at: (i32, i32)) -> Drawn {
    let style = COLOURS[index % COLOURS.len()].filled();
    let (x, y) = at;
    match index % 4 {
        0 => canvas.draw(&Circle::new(at, 4, style))?,
        1 => canvas.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], style))?,
        2 => canvas.draw(&TriangleMarker::new(at, 6, style))?,
        _ => canvas.draw(&Cross::new(at, 4, COLOURS[index % COLOURS.len()].stroke_width(2)))?,
    }
    Ok(())
}

/// The ranges of both axes, for all panels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scale {
    across: (f64, f64),
    /// From zero up to this.
    up: f64,
}

impl Scale {
    /// With whether a line is cut off.
    fn of(lines: &Lines) -> (Scale, bool) {
        let points = || lines.panels.iter().flat_map(|panel| &panel.lines).flat_map(|line| &line.points);
        let low = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let high = points().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
        let across = if low < high { (low, high) } else { (low.min(0.0), low.max(1.0)) };
        let mut heights: Vec<f64> = points().map(|point| point.1).filter(|height| height.is_finite()).collect();
        heights.sort_by(f64::total_cmp);
        let typical = heights.get(heights.len() / 2).copied().unwrap_or_default();
        let highest = heights.last().copied().unwrap_or_default();
        let up = if typical > 0.0 { highest.min(typical * CUT_OFF) } else { highest };
        let scale = Scale { across, up: if up > 0.0 { up * 1.05 } else { 1.0 } };
        (scale, highest > scale.up)
    }
}

/// The place and the scale of one panel.
struct Frame {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    scale: Scale,
}

impl Frame {
    fn x(&self, value: f64) -> i32 {
        let (low, high) = self.scale.across;
        // The outer points stand a little inside of the frame.
        let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
        self.left + 12 + (share * f64::from(self.right - self.left - 24)).round() as i32
    }

    fn y(&self, value: f64) -> i32 {
        let share = (value / self.scale.up).clamp(0.0, 1.0);
        self.bottom - (share * f64::from(self.bottom - self.top)).round() as i32
    }

    fn draw(&self, canvas: &Canvas<'_>, panel: &Panel, names: &[&str], first: bool) -> Drawn {
        let &Frame { left, right, top, bottom, scale } = self;
        text(canvas, &panel.title, (left, top - 12), 14, INK, HPos::Left)?;
        let step = tick_step(scale.up);
        for value in (0..).map(|index| f64::from(index) * step).take_while(|&value| value <= scale.up) {
            let y = self.y(value);
            canvas.draw(&PathElement::new([(left, y), (right, y)], GRID.stroke_width(1)))?;
            if first {
                text(canvas, &tick_text(value, step), (left - 6, y), 11, FAINT_INK, HPos::Right)?;
            }
        }
        let (low, high) = scale.across;
        let mut step = tick_step(high - low);
        // Where the numbers would touch, every second one.
        while (high - low) / step * f64::from(5 * LETTER) > f64::from(right - left) {
            step *= 2.0;
        }
        let start = (low / step - 1e-9).ceil() as i32;
        for value in (start..).map(|index| f64::from(index) * step).take_while(|&value| value <= high + step * 1e-9) {
            let x = self.x(value);
            canvas.draw(&PathElement::new([(x, bottom), (x, bottom + 4)], FAINT_INK.stroke_width(1)))?;
            text(canvas, &tick_text(value, step), (x, bottom + 13), 11, FAINT_INK, HPos::Center)?;
        }
        canvas.draw(&PathElement::new([(left, bottom), (right, bottom)], FAINT_INK.stroke_width(1)))?;
        for line in &panel.lines {
            let index = names.iter().position(|&name| name == line.name).unwrap_or_default();
            let colour = COLOURS[index % COLOURS.len()];
            let places: Vec<_> = line.points.iter().map(|&(across, up)| (self.x(across), self.y(up))).collect();
            canvas.draw(&PathElement::new(places.clone(), colour.stroke_width(2)))?;
            for (&place, point) in places.iter().zip(&line.points) {
                if point.1 <= scale.up {
                    mark(canvas, index, place)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, points: &[(f64, f64)]) -> Line {
        Line { name: name.into(), points: points.to_vec() }
    }

    fn lines(panels: Vec<Panel>) -> Lines {
        Lines { title: "A & B".into(), across: "fill factor".into(), up: "ns".into(), panels }
    }

    #[test]
    fn every_panel_and_every_name_is_drawn() {
        let group = |title: &str| Panel {
            title: title.into(),
            lines: vec![line("boxed", &[(0.5, 3.0), (0.75, 4.0)]), line("chained", &[(0.5, 5.0), (0.75, 6.0)])],
        };
        let picture = svg(&lines(["group 1", "group 2", "group 3", "group 4"].map(group).into())).unwrap();
        let count = |text: &str| picture.matches(text).count();
        assert_eq!((count("group 1"), count("group 4"), count("A &amp; B"), count("fill factor")), (1, 1, 1, 1));
        // Once, in the legend.
        assert_eq!((count("boxed"), count("chained"), count("cut off")), (1, 1, 0));
        // Eight lines and two in the legend, with a frame and ticks for each panel.
        assert!(count("<polyline") > 10 && picture.ends_with("</svg>\n"));
    }

    #[test]
    fn odd_values_are_drawn_too() {
        for value in [0.0, 1e-9, 1e12, f64::NAN, f64::INFINITY] {
            for points in [&[][..], &[(0.5, value)], &[(0.5, value), (0.9, 1.0)]] {
                let panel = Panel { title: "p".into(), lines: vec![line("a", points)] };
                assert!(svg(&lines(vec![panel])).is_ok(), "{points:?}");
            }
        }
        assert!(svg(&lines(vec![])).is_ok());
    }

    #[test]
    fn one_that_degenerates_does_not_flatten_the_others() {
        let calm = line("calm", &[(1.0, 2.0), (2.0, 2.0), (3.0, 3.0)]);
        let wild = line("wild", &[(1.0, 2.0), (3.0, 900.0)]);
        let (scale, cut_off) = Scale::of(&lines(vec![Panel { title: "p".into(), lines: vec![calm, wild] }]));
        assert_eq!((scale.across, scale.up, cut_off), ((1.0, 3.0), 2.0 * CUT_OFF * 1.05, true));
    }
}
