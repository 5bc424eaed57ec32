//! The runs of a command as horizontal bars, one panel a workload.

use std::path::Path;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{Canvas, Drawn, FAINT_INK, GRID, INK, LAYOUTS, LETTER, PEER, STRIPE, picture, text, tick_step, tick_text};
use crate::Error;
use crate::report::{Run, layout};

/// The words of a chart.
#[derive(Clone, Copy, Debug)]
pub struct Labels<'a> {
    /// The title on top.
    pub title: &'a str,
    /// What the bars show, with its unit.
    pub axis: &'a str,
    /// The table that a line through each panel marks and that the ratios are to.
    pub reference: &'a str,
}

const WIDTH: i32 = 960;
const MARGIN: i32 = 24;
const HEAD: i32 = 80;
const PANEL_HEAD: i32 = 34;
const ROW: i32 = 22;
const BAR: i32 = 14;
const PANEL_FOOT: i32 = 36;
const FOOT: i32 = 50;
/// Room for the two columns of numbers, where no bar and no line reaches them.
const NUMBERS: i32 = 124;
/// Draws the runs and writes the picture as SVG.
pub fn write_svg(path: &Path, runs: &[Run], labels: Labels<'_>) -> Result<(), Error> {
    super::write(path, &svg(runs, labels)?)
}

/// The picture of the runs, as SVG text. Workloads and tables come in the order given.
pub fn svg(runs: &[Run], labels: Labels<'_>) -> Result<String, Error> {
    let panels = panels(runs);
    let rows = i32::try_from(runs.len()).unwrap_or(i32::MAX / ROW / 2);
    let height = HEAD + panels.len() as i32 * (PANEL_HEAD + PANEL_FOOT) + rows * ROW + FOOT;
    picture((WIDTH, height), |canvas| draw(canvas, runs, &panels, labels))
}

fn draw(canvas: &Canvas<'_>, runs: &[Run], panels: &[Vec<&Run>], labels: Labels<'_>) -> Drawn {
    let layouts = layouts(runs);
    text(canvas, labels.title, (MARGIN, 28), 19, INK, HPos::Left)?;
    legend(canvas, runs, &layouts, labels.reference)?;

    let longest = runs.iter().map(|run| run.table.chars().count()).max().unwrap_or_default();
    let left = MARGIN + i32::try_from(longest)? * LETTER + 8;
    let mut top = HEAD;
    let mut cut_off = false;
    for panel in panels {
        let frame = Frame::around(panel, left, top);
        cut_off |= frame.draw(canvas, panel, &layouts, labels)?;
        top = frame.bottom + PANEL_FOOT;
    }
    text(canvas, labels.axis, (left, top + 8), 13, INK, HPos::Left)?;
    let mut note = format!("Bars: median; ratio: to {}; whiskers: fastest and slowest repetition", labels.reference);
    note.push_str(if cut_off { "; an arrow marks what is cut off." } else { "." });
    text(canvas, &note, (left, top + 28), 11, FAINT_INK, HPos::Left)
}

/// The runs by workload, in order of their first appearance.
fn panels(runs: &[Run]) -> Vec<Vec<&Run>> {
    let mut panels: Vec<Vec<&Run>> = Vec::new();
    for run in runs {
        match panels.iter_mut().find(|panel| panel[0].workload == run.workload) {
            Some(panel) => panel.push(run),
            None => panels.push(vec![run]),
        }
    }
    panels
}

fn layouts(runs: &[Run]) -> Vec<&str> {
    let mut layouts = Vec::new();
    for layout in runs.iter().filter_map(|run| layout(&run.table)) {
        if !layouts.contains(&layout) {
            layouts.push(layout);
        }
    }
    layouts
}

fn colour(table: &str, layouts: &[&str]) -> RGBColor {
    let index = layout(table).and_then(|layout| layouts.iter().position(|&known| known == layout));
    index.map_or(PEER, |index| LAYOUTS[index % LAYOUTS.len()])
}

fn legend(canvas: &Canvas<'_>, runs: &[Run], layouts: &[&str], reference: &str) -> Drawn {
    let (mut x, y) = (MARGIN, 58);
    let own = layouts.iter().enumerate().map(|(index, &layout)| (layout, LAYOUTS[index % LAYOUTS.len()]));
    let peers = runs.iter().any(|run| layout(&run.table).is_none()).then_some(("peers", PEER));
    for (name, colour) in own.chain(peers) {
        canvas.draw(&Rectangle::new([(x, y - 6), (x + 12, y + 6)], colour.filled()))?;
        text(canvas, name, (x + 18, y), 13, INK, HPos::Left)?;
        x += 18 + i32::try_from(name.chars().count())? * LETTER + 20;
    }
    if runs.iter().any(|run| run.table == reference) {
        canvas.draw(&PathElement::new([(x + 6, y - 8), (x + 6, y + 8)], PEER.stroke_width(2)))?;
        text(canvas, reference, (x + 18, y), 13, INK, HPos::Left)?;
    }
    Ok(())
}

/// The place and the scale of one panel.
struct Frame {
    left: i32,
    top: i32,
    bottom: i32,
    /// The value at the right end of the scale.
    limit: f64,
}

impl Frame {
    const RIGHT: i32 = WIDTH - MARGIN - NUMBERS;
    /// Where the column of medians ends.
    const MEDIAN: i32 = WIDTH - MARGIN - NUMBERS / 2;
    /// Where the column of ratios ends.
    const RATIO: i32 = WIDTH - MARGIN - 4;

    fn around(panel: &[&Run], left: i32, top: i32) -> Self {
        let largest = panel.iter().map(|run| run.ns_per_op).fold(0.0, f64::max);
        let slowest = panel.iter().map(|run| run.ns_max).fold(largest, f64::max);
        let mut medians: Vec<f64> = panel.iter().map(|run| run.ns_per_op).collect();
        medians.sort_by(f64::total_cmp);
        let typical = medians.get(medians.len() / 2).copied().unwrap_or_default();
        // Neither one disturbed repetition nor one table that degenerates must squeeze all other bars.
        let limit = slowest.min(largest * 1.3).min(typical * 6.0);
        let rows = i32::try_from(panel.len()).unwrap_or(i32::MAX / ROW / 2);
        Frame { left, top, bottom: top + PANEL_HEAD + rows * ROW, limit: if limit > 0.0 { limit } else { 1.0 } }
    }

    fn x(&self, value: f64) -> i32 {
        let share = (value / self.limit).clamp(0.0, 1.0);
        self.left + (share * f64::from(Self::RIGHT - self.left)).round() as i32
    }

    /// Whether a whisker had to be cut off.
    fn draw(
        &self,
        canvas: &Canvas<'_>,
        panel: &[&Run],
        layouts: &[&str],
        labels: Labels<'_>,
    ) -> Result<bool, Box<dyn std::error::Error>> {
        text(canvas, &panel[0].workload, (self.left, self.top + 14), 15, INK, HPos::Left)?;
        text(canvas, "median", (Self::MEDIAN, self.top + 16), 11, FAINT_INK, HPos::Right)?;
        text(canvas, "ratio", (Self::RATIO, self.top + 16), 11, FAINT_INK, HPos::Right)?;
        let first = self.top + PANEL_HEAD;
        let middles = || panel.iter().zip((first + ROW / 2..).step_by(ROW.unsigned_abs() as usize));
        for (_, middle) in middles().step_by(2) {
            let row = [(MARGIN, middle - ROW / 2), (WIDTH - MARGIN, middle + ROW / 2)];
            canvas.draw(&Rectangle::new(row, STRIPE.filled()))?;
        }
        let step = tick_step(self.limit);
        let ticks = (0..).map(|index| f64::from(index) * step).take_while(|&value| value <= self.limit);
        for value in ticks {
            let x = self.x(value);
            canvas.draw(&PathElement::new([(x, first - 4), (x, self.bottom + 2)], GRID.stroke_width(1)))?;
            text(canvas, &tick_text(value, step), (x, self.bottom + 12), 11, FAINT_INK, HPos::Center)?;
        }
        let mut cut_off = false;
        for (run, middle) in middles() {
            cut_off |= self.draw_row(canvas, run, middle, colour(&run.table, layouts), labels.reference)?;
        }
        if let Some(reference) = panel.iter().find(|run| run.table == labels.reference) {
            let x = self.x(reference.ns_per_op);
            canvas.draw(&PathElement::new([(x, first - 4), (x, self.bottom + 2)], PEER.mix(0.8).stroke_width(2)))?;
        }
        Ok(cut_off)
    }

    fn draw_row(
        &self,
        canvas: &Canvas<'_>,
        run: &Run,
        middle: i32,
        colour: RGBColor,
        reference: &str,
    ) -> Result<bool, Box<dyn std::error::Error>> {
        text(canvas, &run.table, (self.left - 8, middle), 13, INK, HPos::Right)?;
        let (low, median, high) = (self.x(run.ns_min), self.x(run.ns_per_op), self.x(run.ns_max));
        let bar = [(self.left, middle - BAR / 2), (median, middle + BAR / 2)];
        canvas.draw(&Rectangle::new(bar, colour.filled()))?;
        let line = INK.stroke_width(1);
        canvas.draw(&PathElement::new([(low, middle), (high, middle)], line))?;
        canvas.draw(&PathElement::new([(low, middle - 4), (low, middle + 4)], line))?;
        let cut_off = run.ns_max > self.limit;
        let end = if cut_off {
            [(high - 5, middle - 4), (high, middle), (high - 5, middle + 4)]
        } else {
            [(high, middle - 4), (high, middle), (high, middle + 4)]
        };
        canvas.draw(&PathElement::new(end, line))?;
        let median = format!("{:.1}", run.ns_per_op);
        text(canvas, &median, (Self::MEDIAN, middle), 12, INK, HPos::Right)?;
        if let Some(ratio) = run.vs.get(reference) {
            text(canvas, &format!("{ratio:.2}×"), (Self::RATIO, middle), 12, INK, HPos::Right)?;
        }
        Ok(cut_off)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const LABELS: Labels<'_> = Labels { title: "A < B", axis: "ns per lookup", reference: "hashbrown-foldhash" };

    fn run(workload: &str, table: &str, nanoseconds: f64) -> Run {
        Run {
            workload: workload.into(),
            table: table.into(),
            ns_per_op: nanoseconds,
            ns_min: nanoseconds * 0.9,
            ns_max: nanoseconds * 1.1,
            vs: BTreeMap::from([("hashbrown-foldhash".to_owned(), nanoseconds / 10.0)]),
            ..Run::default()
        }
    }

    #[test]
    fn every_table_of_every_workload_is_drawn() {
        let tables = ["robin-hood/packed", "chained/pg-multiply-rotate", "hashbrown-foldhash"];
        let runs: Vec<_> = ["smgr/a", "smgr/b"]
            .iter()
            .flat_map(|workload| tables.iter().map(move |table| run(workload, table, 10.0)))
            .collect();
        let picture = svg(&runs, LABELS).unwrap();
        let count = |text: &str| picture.matches(text).count();
        assert_eq!((count("smgr/a"), count("smgr/b")), (1, 1));
        assert_eq!(count("chained/pg-multiply-rotate"), 2);
        assert_eq!((count("1.00×"), count("A &lt; B"), count("peers")), (6, 1, 1));
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{picture}");
    }

    #[test]
    fn odd_values_are_drawn_too() {
        for nanoseconds in [0.0, 1e-9, 1e12, f64::NAN] {
            assert!(svg(&[run("w", "std", nanoseconds)], LABELS).is_ok(), "{nanoseconds}");
        }
        assert!(svg(&[], LABELS).is_ok());
    }

    #[test]
    fn a_disturbed_repetition_does_not_set_the_scale() {
        let calm = run("w", "std", 10.0);
        let disturbed = Run { ns_max: 5000.0, ..run("w", "indexmap", 10.0) };
        assert_eq!(Frame::around(&[&calm, &disturbed], 0, 0).limit, 13.0);
        assert!(svg(std::slice::from_ref(&calm), LABELS).unwrap().contains("repetition."));
        assert!(svg(&[calm, disturbed], LABELS).unwrap().contains("cut off."));
    }
}
