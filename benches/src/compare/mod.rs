//! The command `hashlab compare`: this project's tables beside the tables people know, operation by operation.

pub mod options;
pub mod workload;

use std::io::Write;

pub use options::Options;

use crate::Error;
use crate::chart::bars::{self, Labels};
use crate::measure::{Contender, Measurement, Sample, measure};
use crate::numbers::{NumberTable, REFERENCE, WithTable, for_each_table};
use crate::progress::Progress;
use crate::report::{Report, Run, claim, rounded, text_table};
use options::Size;
use workload::{Census, OPERATIONS, Workload};

const LABELS: Labels<'_> = Labels {
    title: "Tables of 64-bit numbers",
    axis: "ns per operation (thread CPU time), lower is better",
    reference: REFERENCE,
};

/// The tables that ratios are also given to, where they run: what a layout with stable addresses is paid with.
const OWN_REFERENCE: &str = "robin-hood/foldhash";

/// A table type: what can be done with it.
struct Entry {
    name: &'static str,
    run: fn(&Workload) -> [Sample; OPERATIONS.len()],
    census: fn(&Workload) -> Census,
}

struct ToEntry;

impl WithTable for ToEntry {
    type Output = Entry;
    fn with<T: NumberTable>(&self, name: &'static str) -> Entry {
        Entry { name, run: workload::run::<T>, census: workload::census::<T> }
    }
}

/// Runs the command: a table on `output` for each workload, then the files asked for.
pub fn run(options: &Options, output: &mut dyn Write) -> Result<(), Error> {
    for path in options.json.iter().chain(&options.svg) {
        claim(path)?;
    }
    let entries: Vec<Entry> =
        for_each_table(&ToEntry).into_iter().filter(|entry| options.selects(entry.name)).collect();
    let mut all = Vec::new();
    let mut printed = Ok(());
    for size in &options.sizes {
        for runs in compared(*size, &entries, options)? {
            if printed.is_ok() {
                printed = print(output, &runs, options, all.is_empty());
            }
            all.extend(runs);
        }
    }
    // A reader of standard output that went away must not cost the files.
    if let Some(path) = &options.svg {
        bars::write_svg(path, &all, LABELS)?;
    }
    if let Some(path) = &options.json {
        Report::new("compare", all).write_json(path)?;
    }
    printed
}

/// The runs of one size, those of one operation together.
fn compared(size: Size, entries: &[Entry], options: &Options) -> Result<Vec<Vec<Run>>, Error> {
    let workload = Workload::new(size.0);
    let mut censuses = Vec::new();
    for entry in entries {
        let census = (entry.census)(&workload);
        workload.check(entry.name, &census)?;
        censuses.push(census);
    }
    let progress = Progress::measuring(&format!("comparing tables of {size}"));
    let mut contenders: Vec<_> =
        entries.iter().map(|entry| Contender::new(entry.name, || (entry.run)(&workload))).collect();
    let references: Vec<_> = [REFERENCE, OWN_REFERENCE].into_iter().filter(|name| options.selects(name)).collect();
    let measured = measure(&mut contenders, options.reps, &references, &mut |done, all| progress.set(done, all))?;
    let to_run = |operation: usize, parts: &[Measurement; OPERATIONS.len()], census: &Census| Run {
        bytes_per_entry: census.bytes.map(|bytes| rounded(bytes as f64 / size.0 as f64)),
        capacity: Some(if OPERATIONS[operation] == "churn" { census.capacity_after_churn } else { census.capacity }),
        ..Run::new(&format!("u64/{}/{size}", OPERATIONS[operation]), &parts[operation])
    };
    let shown = (0..OPERATIONS.len()).filter(|operation| options.shows(OPERATIONS[*operation]));
    Ok(shown
        .map(|operation| {
            measured.iter().zip(&censuses).map(|(parts, census)| to_run(operation, parts, census)).collect()
        })
        .collect())
}

fn print(output: &mut dyn Write, runs: &[Run], options: &Options, first: bool) -> Result<(), Error> {
    let gap = if first { "" } else { "\n" };
    let workload = runs.first().map(|run| run.workload.as_str()).unwrap_or_default();
    let head = format!("{workload}: median of {} repetitions, times in ns of thread CPU", options.reps);
    write!(output, "{gap}{head}\n\n{}", text_table(runs, REFERENCE, "hashbrown"))
        .and_then(|()| output.flush())
        .map_err(|source| Error::Write { output: "standard output".to_owned(), source })
}
