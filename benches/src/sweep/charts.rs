//! The pictures of a sweep: one a figure.

use std::fs;
use std::path::Path;

use super::points::Point;
use crate::Error;
use crate::chart::lines::{Line, Lines, Panel};
use crate::chart::{self, lines, pairs};

/// A figure of a table.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// The name of its file, without its ending.
    pub file: &'static str,
    /// With its unit.
    pub axis: &'static str,
    /// Its value; none where it is not known.
    pub of: fn(&Point) -> Option<f64>,
}

/// All figures; the first three are the times of the operations.
pub const FIGURES: [Figure; 6] = [
    Figure { file: "hit", axis: "ns per hit (thread CPU time)", of: |point| Some(point.times[0].median) },
    Figure { file: "miss", axis: "ns per miss (thread CPU time)", of: |point| Some(point.times[1].median) },
    Figure { file: "insert", axis: "ns per insertion (thread CPU time)", of: |point| Some(point.times[2].median) },
    Figure { file: "bytes", axis: "bytes per entry", of: Point::bytes_per_entry },
    Figure {
        file: "chain",
        axis: "mean distance from home, in entries",
        of: |point| Some(point.census.stats.avg_chain()),
    },
    Figure { file: "collisions", axis: "collisions per entry", of: |point| Some(point.census.stats.avg_collisions()) },
];

/// Where the pictures go: made if it is not there, so that a wrong name is found before any work is done.
pub fn claim(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|source| Error::Write { output: folder.display().to_string(), source })
}

/// One picture a figure: a panel for each of `panel`'s names, a line for each of `line`'s.
pub fn write_lines(
    folder: &Path,
    points: &[Point],
    title: &str,
    across: (&str, fn(&Point) -> f64),
    panel: fn(&Point) -> String,
    line: fn(&Point) -> String,
) -> Result<(), Error> {
    for figure in FIGURES {
        let mut panels: Vec<Panel> = Vec::new();
        for point in points {
            let Some(value) = (figure.of)(point) else { continue };
            let panel = found_or_added(
                &mut panels,
                panel(point),
                |panel| &panel.title,
                |title| Panel { title, lines: Vec::new() },
            );
            let line = found_or_added(
                &mut panel.lines,
                line(point),
                |line| &line.name,
                |name| Line { name, points: Vec::new() },
            );
            line.points.push(((across.1)(point), value));
        }
        let picture = lines::svg(&Lines {
            title: title.to_owned(),
            across: across.0.to_owned(),
            up: figure.axis.to_owned(),
            panels,
        })?;
        chart::write(&folder.join(figure.file).with_extension("svg"), &picture)?;
    }
    Ok(())
}

fn found_or_added<T>(
    list: &mut Vec<T>,
    name: String,
    name_of: fn(&T) -> &String,
    make: impl FnOnce(String) -> T,
) -> &mut T {
    let index = list.iter().position(|item| *name_of(item) == name).unwrap_or(list.len());
    if index == list.len() {
        list.push(make(name));
    }
    &mut list[index]
}

/// One picture for each operation: its cost, and the collisions beside it, for each hash a row with all layouts.
pub fn write_pairs(folder: &Path, points: &[Point], title: &str) -> Result<(), Error> {
    let mut series: Vec<String> = Vec::new();
    for point in points {
        found_or_added(&mut series, point.layout.to_owned(), |name| name, |name| name);
    }
    let [.., collisions] = FIGURES;
    for figure in &FIGURES[..3] {
        let mut panels: Vec<pairs::Panel> = Vec::new();
        for point in points {
            let panel = found_or_added(
                &mut panels,
                point.workload.clone(),
                |panel| &panel.title,
                |title| pairs::Panel { title, rows: Vec::new() },
            );
            let row = found_or_added(
                &mut panel.rows,
                point.hash.to_owned(),
                |row| &row.name,
                |name| pairs::Row { name, values: vec![[0.0; 2]; series.len()] },
            );
            let index = series.iter().position(|name| name == point.layout).unwrap_or_default();
            row.values[index] = [figure, &collisions].map(|figure| (figure.of)(point).unwrap_or_default());
        }
        let picture = pairs::svg(&pairs::Pairs {
            title: title.to_owned(),
            figures: [figure.axis, collisions.axis].map(str::to_owned),
            series: series.clone(),
            panels,
        })?;
        chart::write(&folder.join(figure.file).with_extension("svg"), &picture)?;
    }
    Ok(())
}
