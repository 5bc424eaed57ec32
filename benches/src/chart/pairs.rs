//! Two figures of the same tables side by side: in each panel a row a table, and in each row the bars of all series,
//! with the first figure to the left and the second to the right.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{Canvas, Drawn, FAINT_INK, GRID, INK, LAYOUTS, LETTER, STRIPE, picture, text, tick_step, tick_text};
use crate::Error;

/// What is drawn.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// The title on top.
    pub title: String,
    /// The two figures, with their units.
    pub figures: [String; 2],
    /// The series, as in the legend.
    pub series: Vec<String>,
    /// The panels, in the order they are shown.
    pub panels: Vec<Panel>,
}

/// The rows of one workload.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// The name of the workload.
    pub title: String,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// One row: its name, and for each series the two figures.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// To the left of the bars.
    pub name: String,
    /// In the order of the series.
    pub values: Vec<[f64; 2]>,
}

const WIDTH: i32 = 960;
const MARGIN: i32 = 24;
const HEAD: i32 = 84;
const PANEL_HEAD: i32 = 38;
const PANEL_FOOT: i32 = 40;
const BAR: i32 = 13;
const ROW_GAP: i32 = 8;
const FOOT: i32 = 30;
/// Room for the number behind a bar.
const NUMBER: i32 = 60;
const GAP: i32 = 20;
/// Bars further above the middle one are cut off: a table that degenerates must not flatten the others.
const CUT_OFF: f64 = 5.0;

/// The picture, as SVG text.
pub fn svg(pairs: &Pairs) -> Result<String, Error> {
    let rows: usize = pairs.panels.iter().map(|panel| panel.rows.len()).sum();
    let panels = pairs.panels.len() as i32 * (PANEL_HEAD + PANEL_FOOT);
    let height = HEAD + panels + rows as i32 * row_height(pairs) + FOOT;
    picture((WIDTH, height), |canvas| draw(canvas, pairs, height))
}

fn row_height(pairs: &Pairs) -> i32 {
    pairs.series.len() as i32 * BAR + ROW_GAP
}

fn draw(canvas: &Canvas<'_>, pairs: &Pairs, height: i32) -> Drawn {
    text(canvas, &pairs.title, (MARGIN, 26), 19, INK, HPos::Left)?;
    let (mut x, y) = (MARGIN, 54);
    for (index, name) in pairs.series.iter().enumerate() {
        canvas.draw(&Rectangle::new([(x, y - 6), (x + 12, y + 6)], LAYOUTS[index % LAYOUTS.len()].filled()))?;
        text(canvas, name, (x + 18, y), 13, INK, HPos::Left)?;
        x += 18 + i32::try_from(name.chars().count())? * LETTER + 20;
    }
    let names = pairs.panels.iter().flat_map(|panel| &panel.rows).map(|row| row.name.chars().count());
    let left = MARGIN + i32::try_from(names.max().unwrap_or_default())? * LETTER + 8;
    let half = (WIDTH - MARGIN - left - GAP) / 2;
    let mut top = HEAD;
    let mut cut_off = false;
    for panel in &pairs.panels {
        text(canvas, &panel.title, (MARGIN, top + 6), 15, INK, HPos::Left)?;
        let first = top + PANEL_HEAD;
        let bottom = first + panel.rows.len() as i32 * row_height(pairs);
        for (index, row) in panel.rows.iter().enumerate() {
            let y = first + index as i32 * row_height(pairs);
            if index % 2 == 0 {
                let stripe = [(MARGIN, y), (WIDTH - MARGIN, y + row_height(pairs))];
                canvas.draw(&Rectangle::new(stripe, STRIPE.filled()))?;
            }
            text(canvas, &row.name, (left - 8, y + row_height(pairs) / 2), 13, INK, HPos::Right)?;
        }
        for figure in 0..2 {
            let left = left + figure as i32 * (half + GAP);
            let frame = Frame::of(panel, figure, (left, left + half - NUMBER), (first, bottom));
            cut_off |= frame.draw(canvas, pairs, panel, figure)?;
        }
        top = bottom + PANEL_FOOT;
    }
    if cut_off {
        let note = "A bar that ends in a point is longer than drawn; its number is what was measured.";
        text(canvas, note, (MARGIN, height - FOOT / 2), 11, FAINT_INK, HPos::Left)?;
    }
    Ok(())
}

/// One figure of one panel.
struct Frame {
    sides: (i32, i32),
    heights: (i32, i32),
    limit: f64,
}

impl Frame {
    fn of(panel: &Panel, figure: usize, sides: (i32, i32), heights: (i32, i32)) -> Frame {
        let values = panel.rows.iter().flat_map(|row| &row.values).map(|value| value[figure]);
        let mut values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
        values.sort_by(f64::total_cmp);
        let highest = values.last().copied().unwrap_or_default();
        let typical = values.get(values.len() / 2).copied().unwrap_or_default();
        let limit = if typical > 0.0 { highest.min(typical * CUT_OFF) } else { highest };
        Frame { sides, heights, limit: if limit > 0.0 { limit } else { 1.0 } }
    }

    fn x(&self, value: f64) -> i32 {
        let (left, right) = self.sides;
        left + ((value / self.limit).clamp(0.0, 1.0) * f64::from(right - left)).round() as i32
    }

    /// Whether a bar had to be cut off.
    fn draw(
        &self,
        canvas: &Canvas<'_>,
        pairs: &Pairs,
        panel: &Panel,
        figure: usize,
    ) -> Result<bool, Box<dyn std::error::Error>> {
        let (top, bottom) = self.heights;
        text(canvas, &pairs.figures[figure], (self.sides.0, top - 10), 12, FAINT_INK, HPos::Left)?;
        let step = tick_step(self.limit);
        for value in (0..).map(|index| f64::from(index) * step).take_while(|&value| value <= self.limit) {
            let x = self.x(value);
            canvas.draw(&PathElement::new([(x, top), (x, bottom + 3)], GRID.stroke_width(1)))?;
            text(canvas, &tick_text(value, step), (x, bottom + 12), 11, FAINT_INK, HPos::Center)?;
        }
        let mut cut_off = false;
        for (index, row) in panel.rows.iter().enumerate() {
            for (series, value) in row.values.iter().enumerate() {
                let value = value[figure];
                let y = top + index as i32 * row_height(pairs) + ROW_GAP / 2 + series as i32 * BAR;
                let (end, colour) = (self.x(value), LAYOUTS[series % LAYOUTS.len()]);
                canvas.draw(&Rectangle::new([(self.sides.0, y + 1), (end, y + BAR - 1)], colour.filled()))?;
                let mut after = end + 5;
                if value > self.limit {
                    cut_off = true;
                    let point = [(end, y + 1), (end + 6, y + BAR / 2), (end, y + BAR - 1)];
                    canvas.draw(&Polygon::new(point, colour.filled()))?;
                    after += 6;
                }
                text(canvas, &format!("{value:.2}"), (after, y + BAR / 2), 11, INK, HPos::Left)?;
            }
        }
        Ok(cut_off)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(values: Vec<[f64; 2]>) -> Pairs {
        Pairs {
            title: "Cost < collisions".into(),
            figures: ["ns".into(), "collisions".into()],
            series: vec!["robin-hood".into(), "chained".into()],
            panels: vec![Panel { title: "w".into(), rows: vec![Row { name: "packed".into(), values }] }],
        }
    }

    #[test]
    fn both_figures_of_every_series_are_drawn() {
        let picture = svg(&pairs(vec![[1.25, 0.5], [2.75, 0.25]])).unwrap();
        for text in ["1.25", "0.50", "2.75", "0.25", "robin-hood", "chained", "packed", "Cost &lt; collisions"] {
            assert!(picture.contains(text), "{text}: {picture}");
        }
        assert!(!picture.contains("longer than drawn"));
    }

    #[test]
    fn what_degenerates_is_cut_off_and_said() {
        let picture = svg(&pairs(vec![[1.0, 0.5], [1.0, 0.5], [1.0, 0.5], [90.0, 0.5]])).unwrap();
        assert!(picture.contains("90.00") && picture.contains("longer than drawn"));
    }

    #[test]
    fn odd_values_are_drawn_too() {
        for value in [0.0, 1e12, f64::NAN, f64::INFINITY] {
            assert!(svg(&pairs(vec![[value, value], [1.0, 0.0]])).is_ok(), "{value}");
        }
        assert!(svg(&Pairs::default()).is_ok());
    }
}
