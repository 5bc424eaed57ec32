//! The command `hashlab compare`: this project's tables beside the tables people know, operation by operation.

pub mod options;
pub mod workload;

use std::fs;
use std::hash::Hash;
use std::io::Write;

pub use options::Options;

use crate::Error;
use crate::chart::bars::{self, Labels};
use crate::measure::{Contender, Measurement, Sample, measure};
use crate::pages::{self, HugePages};
use crate::progress::Progress;
use crate::report::{Report, Run, claim, rounded, text_table};
use crate::tables::numbers::Numbers;
use crate::tables::relations::BoxedRelations;
use crate::tables::strings::Strings;
use crate::tables::{MapTable, REFERENCE, Subject, WithTable};
use options::{Keys, Size};
use workload::{Census, OPERATIONS, Workload};

/// The tables that ratios are also given to, where they run: what a layout with stable addresses is paid with, and
/// PostgreSQL's own.
const OTHER_REFERENCES: [&str; 2] = ["robin-hood/foldhash", "pg-simplehash"];

/// A table type: what can be done with it.
struct Entry<K> {
    name: &'static str,
    run: fn(&Workload<K>) -> [Sample; OPERATIONS.len()],
    census: fn(&Workload<K>) -> Census,
}

struct ToEntry;

impl<K: Clone + Hash> WithTable<K> for ToEntry {
    type Output = Entry<K>;
    fn with<T: MapTable<K>>(&self, name: &'static str) -> Entry<K> {
        Entry { name, run: Workload::run::<T>, census: Workload::census::<T> }
    }
}

/// Runs the command: a table on `output` for each workload, then the files asked for.
pub fn run(options: &Options, output: &mut dyn Write) -> Result<(), Error> {
    pages::apply(options.huge_pages)?;
    options.json.iter().try_for_each(|path| claim(path))?;
    if let Some(folder) = &options.svg {
        fs::create_dir_all(folder).map_err(|source| Error::Write { output: folder.display().to_string(), source })?;
    }
    let mut all = Vec::new();
    let mut printed = Ok(());
    for keys in options.keys() {
        for size in options.sizes_of(keys) {
            let runs = match keys {
                Keys::U64 => compared::<Numbers>(size, options)?,
                Keys::String => compared::<Strings>(size, options)?,
                Keys::SmgrBoxed => compared::<BoxedRelations>(size, options)?,
            };
            for runs in &runs {
                if printed.is_ok() {
                    printed = print(output, runs, options, all.is_empty());
                }
                all.extend_from_slice(runs);
            }
            if let Some(folder) = &options.svg {
                draw(folder, keys, size, &runs.concat())?;
            }
        }
    }
    // A reader of standard output that went away must not cost the files.
    if let Some(path) = &options.json {
        Report::new("compare", all).write_json(path)?;
    }
    printed
}

/// The runs of one size, those of one operation together.
fn compared<S: Subject>(size: Size, options: &Options) -> Result<Vec<Vec<Run>>, Error> {
    let entries: Vec<Entry<S::Key>> =
        S::for_each_table(&ToEntry).into_iter().filter(|entry| options.selects(entry.name)).collect();
    let workload = Workload::new::<S>(size.0);
    let mut censuses = Vec::new();
    for entry in &entries {
        let census = (entry.census)(&workload);
        workload.check(entry.name, &census)?;
        censuses.push(census);
    }
    let progress = Progress::measuring(&format!("comparing tables of {size} {}", S::TITLE));
    let mut contenders: Vec<_> =
        entries.iter().map(|entry| Contender::new(entry.name, || (entry.run)(&workload))).collect();
    let references = std::iter::once(REFERENCE).chain(OTHER_REFERENCES);
    let references: Vec<_> = references.filter(|name| entries.iter().any(|entry| entry.name == *name)).collect();
    let measured = measure(&mut contenders, options.reps, &references, &mut |done, all| progress.set(done, all))?;
    let to_run = |operation: usize, parts: &[Measurement; OPERATIONS.len()], census: &Census| Run {
        bytes_per_entry: census.bytes.map(|bytes| rounded(bytes as f64 / size.0 as f64)),
        capacity: Some(if OPERATIONS[operation] == "churn" { census.capacity_after_churn } else { census.capacity }),
        ..Run::new(&format!("{}/{}/{size}", S::NAME, OPERATIONS[operation]), &parts[operation])
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
    let pages = match options.huge_pages {
        HugePages::On => ", huge pages asked for",
        HugePages::Off => "",
    };
    write!(output, "{gap}{head}{pages}\n\n{}", text_table(runs, REFERENCE, "hashbrown"))
        .and_then(|()| output.flush())
        .map_err(|source| Error::Write { output: "standard output".to_owned(), source })
}

/// One chart for the tables of one size, a panel for each operation.
fn draw(folder: &std::path::Path, keys: Keys, size: Size, runs: &[Run]) -> Result<(), Error> {
    let labels = Labels {
        title: &format!("Tables of {size} {}", keys.title()),
        axis: "ns per operation (thread CPU time), lower is better",
        reference: REFERENCE,
    };
    bars::write_svg(&folder.join(format!("{}-{size}.svg", keys.name())), runs, labels)
}
