//! Measured tables: what is printed, drawn and written of each.

use std::num::NonZeroU32;

use super::key::Key;
use super::tables::{Case, Census, OPERATIONS, Start};
use super::workload::Workload;
use crate::Error;
use crate::fill_factor::FillFactor;
use crate::measure::{Contender, Measurement, measure};
use crate::progress::Progress;
use crate::report::{Run, aligned, or_dash, rounded, statistics, with_commas};

/// A table to measure: its name, its type and what is done with it.
#[derive(Debug)]
pub struct Subject<'a, K> {
    /// The layout's name.
    pub layout: &'static str,
    /// The hash function's name.
    pub hash: &'static str,
    /// The table type.
    pub case: Case<K>,
    /// The keys.
    pub workload: &'a Workload<K>,
}

/// One table, measured.
#[derive(Clone, Debug)]
pub struct Point {
    /// The workload, for example `sweep/uniform`.
    pub workload: String,
    /// The layout's name.
    pub layout: &'static str,
    /// The hash function's name.
    pub hash: &'static str,
    /// The fill factor, if it is not the layout's own.
    pub fill_factor: Option<FillFactor>,
    /// The times of [`OPERATIONS`].
    pub times: [Measurement; OPERATIONS.len()],
    /// What the table was like.
    pub census: Census,
}

/// The name under which a subject is measured.
fn contender(layout: &str, hash: &str, fill_factor: Option<FillFactor>) -> String {
    match fill_factor {
        Some(fill_factor) => format!("{layout}/{hash}@{fill_factor}"),
        None => format!("{layout}/{hash}"),
    }
}

/// Looks at all the tables, and measures them in turns. `reference` is the name of the one that the ratios are to.
pub fn measured<K: Key>(
    name: &str,
    subjects: &[Subject<'_, K>],
    start: Start,
    repetitions: NonZeroU32,
    reference: Option<&str>,
    progress: &Progress,
) -> Result<Vec<Point>, Error> {
    let mut censuses = Vec::new();
    let mut contenders = Vec::new();
    for Subject { layout, hash, case, workload } in subjects {
        let name = contender(layout, hash, case.fill_factor);
        let census = (case.census)(workload, start);
        census.check(&name, workload)?;
        censuses.push(census);
        contenders.push(Contender::new(name, move || (case.run)(workload, start)));
    }
    let references: Vec<&str> = reference.into_iter().collect();
    let measured = measure(&mut contenders, repetitions, &references, &mut |done, all| progress.set(done, all))?;
    let points = subjects.iter().zip(measured).zip(censuses).map(|((subject, times), census)| Point {
        workload: name.to_owned(),
        layout: subject.layout,
        hash: subject.hash,
        fill_factor: subject.case.fill_factor,
        times,
        census,
    });
    Ok(points.collect())
}

impl Point {
    /// `<layout>/<hash>`.
    pub fn table(&self) -> String {
        format!("{}/{}", self.layout, self.hash)
    }

    /// Bytes for an entry: the table and what is in it, if they are counted.
    pub fn bytes_per_entry(&self) -> Option<f64> {
        self.census.bytes.filter(|_| self.census.members > 0).map(|bytes| bytes as f64 / self.census.members as f64)
    }

    /// For the JSON.
    pub fn to_run(&self) -> Run {
        Run {
            table: self.table(),
            operations: OPERATIONS.iter().zip(&self.times).map(|(&name, times)| (name.into(), times.into())).collect(),
            bytes_per_entry: self.bytes_per_entry().map(rounded),
            capacity: Some(self.census.capacity),
            size: Some(self.census.stats.size),
            fill_factor: self.fill_factor.map(FillFactor::fraction),
            stat: Some(self.census.stats.to_string()),
            ..Run::new(&self.workload, &self.times[0])
        }
    }
}

/// The points as an aligned table; with `lines` also PostgreSQL's statistics lines.
pub fn text_table(points: &[Point], reference: Option<&str>, lines: bool) -> String {
    let ratio = |point: &Point| reference.and_then(|name| point.times[0].ratios.get(name)).copied();
    let titles = ["table", "fill", "hit", "miss", "insert", "x hit", "bytes", "size", "chain", "longest", "collisions"];
    let rows = points.iter().map(|point| {
        let [hit, miss, insert] = [0, 1, 2].map(|operation| format!("{:.2}", point.times[operation].median));
        [
            point.table(),
            or_dash(point.fill_factor.map(|fill_factor| fill_factor.to_string())),
            hit,
            miss,
            insert,
            or_dash(ratio(point).map(|ratio| format!("{ratio:.2}"))),
            or_dash(point.bytes_per_entry().map(|bytes| format!("{bytes:.1}"))),
            with_commas(point.census.stats.size),
            format!("{:.2}", point.census.stats.avg_chain()),
            point.census.stats.max_chain.to_string(),
            format!("{:.3}", point.census.stats.avg_collisions()),
        ]
    });
    let mut text = aligned(std::iter::once(titles.map(str::to_owned)).chain(rows));
    if lines {
        let named = points.iter().map(|point| Run {
            table: contender(point.layout, point.hash, point.fill_factor),
            stat: Some(point.census.stats.to_string()),
            ..Run::default()
        });
        text.push_str(&statistics(&named.collect::<Vec<_>>()));
    }
    text
}
