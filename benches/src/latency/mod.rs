//! The command `hashlab latency`: what a single insertion costs while a table grows, and what the worst of them.
//!
//! The mean hides the insertions at which a table moves everything it holds. Each insertion is timed by itself, in thread
//! CPU time; the time that reading the clock takes is subtracted.

pub mod chart;
pub mod options;

use std::hint::black_box;
use std::io::Write;
use std::time::Duration;

use hdrhistogram::Histogram;

pub use options::Options;

use crate::clock::thread_cpu_nanoseconds;
use crate::progress::Progress;
use crate::report::{Report, Run, aligned, claim, rounded};
use crate::tables::numbers::Numbers;
use crate::tables::{MapTable, REFERENCE, Subject, WithTable};
use crate::{Error, memory};

/// The workload's name in the JSON.
const WORKLOAD: &str = "latency/insert";

/// The percentiles shown, with their names.
pub const PERCENTILES: [(&str, f64); 3] = [("p50", 50.0), ("p99", 99.0), ("p99.99", 99.99)];

/// The single insertions of one table while it grew, in nanoseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Latencies {
    /// The table.
    pub name: &'static str,
    /// As [`PERCENTILES`].
    pub percentiles: [f64; PERCENTILES.len()],
    /// The slowest insertion: of each repetition its slowest, and of those the median.
    pub worst: f64,
    /// The mean.
    pub mean: f64,
    /// Bytes for each entry at the end.
    pub bytes_per_entry: Option<f64>,
    /// Entries there is room for at the end.
    pub capacity: u64,
}

/// One growth of one table.
struct Growth {
    latencies: Histogram<u64>,
    worst: u64,
    bytes: Option<u64>,
    capacity: u64,
}

struct Contender {
    name: &'static str,
    grow: fn(u64, u64) -> Growth,
}

struct ToContender;

impl WithTable<u64> for ToContender {
    type Output = Contender;
    fn with<T: MapTable<u64>>(&self, name: &'static str) -> Contender {
        Contender { name, grow: grow::<T> }
    }
}

/// Three digits are more than a shared machine is good for.
fn histogram() -> Histogram<u64> {
    let longest = Duration::from_secs(100).as_nanos() as u64;
    Histogram::new_with_bounds(1, longest, 3).unwrap_or_else(|error| unreachable!("constant bounds: {error}"))
}

/// What reading the clock takes, at least: the time between two readings of which nothing is done.
fn clock_nanoseconds() -> u64 {
    let mut between: Vec<u64> = (0..10_000)
        .map(|_| {
            let start = thread_cpu_nanoseconds();
            thread_cpu_nanoseconds().saturating_sub(start)
        })
        .collect();
    between.sort_unstable();
    between[between.len() / 2]
}

/// Inserts so many keys one by one into an empty table.
fn grow<T: MapTable<u64>>(entries: u64, clock: u64) -> Growth {
    let mut latencies = histogram();
    let mut worst = 0;
    let (table, bytes) = memory::allocated_by(|| {
        let mut table = T::create();
        let mut last = thread_cpu_nanoseconds();
        for number in 0..entries {
            table.put(black_box(Numbers::key(number)), number + 1);
            let now = thread_cpu_nanoseconds();
            let taken = now.saturating_sub(last).saturating_sub(clock);
            worst = worst.max(taken);
            latencies.saturating_record(taken.max(1));
            // Read again: what recording takes is not the table's.
            last = thread_cpu_nanoseconds();
        }
        table
    });
    let mut table = table;
    assert_eq!(table.find(&Numbers::key(entries - 1)), entries, "the last entry is there");
    Growth { latencies, worst, bytes, capacity: table.capacity() as u64 }
}

fn combined(name: &'static str, growths: &[Growth], entries: u64) -> Latencies {
    let mut all = histogram();
    for growth in growths {
        // (Of the same bounds.)
        _ = all.add(&growth.latencies);
    }
    let mut worst: Vec<u64> = growths.iter().map(|growth| growth.worst).collect();
    worst.sort_unstable();
    let last = growths.last();
    Latencies {
        name,
        percentiles: PERCENTILES.map(|(_, percentile)| all.value_at_percentile(percentile) as f64),
        worst: worst.get(worst.len() / 2).copied().unwrap_or_default() as f64,
        mean: all.mean(),
        bytes_per_entry: last.and_then(|growth| growth.bytes).map(|bytes| bytes as f64 / entries as f64),
        capacity: last.map_or(0, |growth| growth.capacity),
    }
}

impl Latencies {
    /// As an entry of the report.
    fn to_run(&self, all: &[Latencies]) -> Run {
        let reference = all.iter().find(|latencies| latencies.name == REFERENCE);
        let ratio = reference.filter(|reference| reference.worst > 0.0).map(|reference| self.worst / reference.worst);
        let [median, ..] = self.percentiles;
        Run {
            workload: WORKLOAD.to_owned(),
            table: self.name.to_owned(),
            ns_per_op: rounded(self.mean),
            ns_min: rounded(median),
            ns_max: rounded(self.worst),
            percentiles: PERCENTILES
                .iter()
                .zip(self.percentiles)
                .map(|((name, _), ns)| ((*name).to_owned(), ns))
                .collect(),
            bytes_per_entry: self.bytes_per_entry.map(rounded),
            capacity: Some(self.capacity),
            vs: ratio.map(|ratio| (REFERENCE.to_owned(), rounded_finely(ratio))).into_iter().collect(),
            ..Run::default()
        }
    }
}

/// A ratio of worst cases may be a thousandth.
fn rounded_finely(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// Runs the command: a table on `output`, then the files asked for.
pub fn run(options: &Options, output: &mut dyn Write) -> Result<(), Error> {
    for path in options.json.iter().chain(&options.svg) {
        claim(path)?;
    }
    let contenders: Vec<Contender> =
        Numbers::for_each_table(&ToContender).into_iter().filter(|contender| options.selects(contender.name)).collect();
    let entries = options.entries.0 as u64;
    let clock = clock_nanoseconds();
    let progress = Progress::measuring("growing tables");
    let all_runs = contenders.len() as u64 * u64::from(options.reps.get());
    let mut growths: Vec<Vec<Growth>> = contenders.iter().map(|_| Vec::new()).collect();
    let mut done = 0;
    // Interleaved, as everywhere.
    for round in 0..options.reps.get() as usize {
        for turn in 0..contenders.len() {
            let index = (round + turn) % contenders.len();
            growths[index].push((contenders[index].grow)(entries, clock));
            done += 1;
            progress.set(done, all_runs);
        }
    }
    drop(progress);
    let all: Vec<Latencies> = contenders
        .iter()
        .zip(&growths)
        .map(|(contender, growths)| combined(contender.name, growths, entries))
        .collect();
    let runs: Vec<Run> = all.iter().map(|latencies| latencies.to_run(&all)).collect();
    let head = format!(
        "{WORKLOAD}: single insertions while growing to {} entries, {} repetitions,\n\
         ns of thread CPU time, less the {clock} that reading the clock takes",
        options.entries, options.reps
    );
    let printed = write!(output, "{head}\n\n{}", text_table(&all, &runs))
        .and_then(|()| output.flush())
        .map_err(|source| Error::Write { output: "standard output".to_owned(), source });
    // A reader of standard output that went away must not cost the files.
    if let Some(path) = &options.svg {
        chart::write_svg(path, &all, options.entries)?;
    }
    if let Some(path) = &options.json {
        Report::new("latency", runs).write_json(path)?;
    }
    printed
}

fn text_table(all: &[Latencies], runs: &[Run]) -> String {
    let [p50, p99, p9999] = PERCENTILES.map(|(name, _)| name.to_owned());
    let titles =
        ["table".to_owned(), "mean".to_owned(), p50, p99, p9999, "max".to_owned(), "max x hashbrown".to_owned()];
    let rows = all.iter().zip(runs).map(|(latencies, run)| {
        let [p50, p99, p9999] = latencies.percentiles.map(|ns| format!("{ns:.0}"));
        let ratio = run.vs.get(REFERENCE).map_or("-".to_owned(), |ratio| format!("{ratio:.5}"));
        let (mean, worst) = (format!("{:.0}", latencies.mean), format!("{:.0}", latencies.worst));
        [latencies.name.to_owned(), mean, p50, p99, p9999, worst, ratio]
    });
    aligned(std::iter::once(titles).chain(rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_grows_and_is_reported() {
        for contender in Numbers::for_each_table(&ToContender) {
            let growths: Vec<Growth> = (0..3).map(|_| (contender.grow)(2000, 0)).collect();
            let latencies = combined(contender.name, &growths, 2000);
            let [p50, p99, p9999] = latencies.percentiles;
            assert!(p50 <= p99 && p99 <= p9999 && latencies.worst > 0.0 && latencies.capacity >= 1000, "{latencies:?}");
            let run = latencies.to_run(std::slice::from_ref(&latencies));
            assert_eq!((run.workload.as_str(), run.percentiles.len()), ("latency/insert", 3));
            assert_eq!(run.ns_max, rounded(latencies.worst));
        }
    }

    #[test]
    fn the_worst_is_the_median_of_the_worst() {
        let growth = |worst| Growth { latencies: histogram(), worst, bytes: Some(64), capacity: 4 };
        let latencies = combined("x", &[growth(5), growth(900), growth(7)], 4);
        assert_eq!((latencies.worst, latencies.bytes_per_entry), (7.0, Some(16.0)));
        let reference = Latencies { name: REFERENCE, worst: 700.0, ..latencies.clone() };
        assert_eq!(latencies.to_run(&[latencies.clone(), reference]).vs[REFERENCE], 0.01);
    }
}
