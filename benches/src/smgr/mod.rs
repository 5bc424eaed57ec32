//! The command `hashlab smgr`: replays real write-ahead-log traces as recovery does, each block reference opening its
//! relation in the relation table.

pub mod contenders;
pub mod options;
pub mod peers;
pub mod relation;
pub mod relation_table;
pub mod tables;

use std::io::Write;

pub use options::Options;

use crate::Error;
use crate::chart::bars::{self, Labels};
use crate::fill_factor::FillFactor;
use crate::measure::{Contender, measure};
use crate::progress::Progress;
use crate::report::{Report, Run, claim, rounded, text_table, with_commas};
use crate::trace::Trace;
use crate::trace::complaints::Complaints;
use crate::trace::read::{Source, decompressed};
use contenders::{Census, Entry, PATCH_OF_2021, REFERENCE, roster};
use relation::logged;

const LABELS: Labels<'_> = Labels {
    title: "Opening relations as recovery does",
    axis: "ns per lookup (thread CPU time), lower is better",
    reference: REFERENCE,
};

/// Runs the command: a table on `output` for each trace, then the files asked for.
pub fn run(options: &Options, output: &mut dyn Write) -> Result<(), Error> {
    let sources = match options.traces.as_slice() {
        [] => vec![Source::Excerpt],
        traces => traces.iter().map(|argument| Source::from_argument(argument)).collect(),
    };
    // Wrong names are found before any work is done for them.
    for path in options.json.iter().chain(&options.svg) {
        claim(path)?;
    }
    for source in &sources {
        source.check()?;
    }
    let entries: Vec<Entry> =
        roster(options.fill_factor).into_iter().filter(|entry| options.selects(entry.name)).collect();

    let mut all = Vec::new();
    let mut printed = Ok(());
    for source in &sources {
        let mut trace = read_trace(source)?;
        trace.name = unused_name(trace.name, &all);
        let (head, runs) = replay(&trace, &entries, options)?;
        if printed.is_ok() {
            printed = print(output, &head, &runs, all.is_empty());
        }
        all.extend(runs);
    }

    // A reader of standard output that went away must not cost the files.
    if let Some(path) = &options.svg {
        bars::write_svg(path, &all, LABELS)?;
    }
    if let Some(path) = &options.json {
        Report::new("smgr", all).write_json(path)?;
    }
    printed
}

fn read_trace(source: &Source) -> Result<Trace, Error> {
    let label = source.to_string();
    let input = source.open()?;
    let progress = Progress::reading(&format!("reading {label}"), input.length);
    let text = decompressed(progress.watch(input.reader)).map_err(|source| Error::Read {
        input: label.clone(),
        line: 1,
        source,
    })?;
    let mut complaints = Complaints::about(label.clone());
    let trace = Trace::read(source.workload(), &label, text, |number, reason| {
        if let Some(message) = complaints.line(number, &reason) {
            progress.say(&message);
        }
    });
    if let Some(message) = complaints.rest() {
        progress.say(&message);
    }
    trace
}

/// Two traces of one name, from different directories, are told apart by a number.
fn unused_name(name: String, runs: &[Run]) -> String {
    let taken = |name: &str| runs.iter().any(|run| run.workload == workload(name));
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(name)
}

fn workload(name: &str) -> String {
    format!("smgr/{name}")
}

/// Replays one trace through all tables: a headline, and the runs.
fn replay(trace: &Trace, entries: &[Entry], options: &Options) -> Result<(String, Vec<Run>), Error> {
    let workload = workload(&trace.name);
    let relations = trace.distinct_relations();
    let keys: Vec<_> = trace.references.iter().copied().map(logged).collect();
    let (opens, references) = (keys.len() as u64, keys.as_slice());
    let censuses: Vec<Census> = entries.iter().map(|entry| (entry.census)(references)).collect();
    for (entry, census) in entries.iter().zip(&censuses) {
        census.check(entry.name, relations, opens)?;
    }

    let progress = Progress::measuring(&format!("replaying {workload}"));
    let mut contenders: Vec<_> =
        entries.iter().map(|entry| Contender::new(entry.name, || [(entry.timed)(references)])).collect();
    let compared = [REFERENCE, PATCH_OF_2021].into_iter().filter(|name| options.selects(name)).collect::<Vec<_>>();
    let measured = measure(&mut contenders, options.reps, &compared, &mut |done, all| progress.set(done, all))?;
    let runs: Vec<_> = measured
        .iter()
        .zip(censuses)
        .map(|([measured], census)| Run {
            bytes_per_entry: census.bytes.map(|bytes| rounded(bytes as f64 / census.relations as f64)),
            capacity: Some(census.capacity),
            fill_factor: census.fill_factor.map(FillFactor::fraction),
            stat: census.stat,
            ..Run::new(&workload, measured)
        })
        .collect();
    let fill_factor = runs.iter().find_map(|run| run.fill_factor);
    let head = format!(
        "{workload}: {} opens of {} relations, median of {} repetitions{}, times in ns of thread CPU",
        with_commas(opens),
        with_commas(relations),
        options.reps,
        fill_factor.map(|fill_factor| format!(", fill factor {fill_factor:.2}")).unwrap_or_default()
    );
    Ok((head, runs))
}

fn print(output: &mut dyn Write, head: &str, runs: &[Run], first: bool) -> Result<(), Error> {
    let gap = if first { "" } else { "\n" };
    write!(output, "{gap}{head}\n\n{}", text_table(runs, REFERENCE, "hashbrown"))
        .and_then(|()| output.flush())
        .map_err(|source| Error::Write { output: "standard output".to_owned(), source })
}
