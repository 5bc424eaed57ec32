//! The command: what is done in which order.

use std::io::Write;

use simplehash::MapKey;

use super::charts::{self, write_lines, write_pairs};
use super::key::{Key, Number, Text};
use super::library::for_each_line;
use super::options::{KeySource, Options, Results};
use super::points::{Point, Subject, measured, text_table};
use super::roster::{self, Entry, Roster};
use super::tables::Start;
use super::workload::Keys;
use super::{hashes, relations};
use crate::fill_factor::FillFactor;
use crate::progress::Progress;
use crate::report::{Report, claim, with_commas};
use crate::{Error, sweep};

/// Sweeps fill factor × layout × hash function.
///
/// Tables of one size are filled up to their fill factor, and searched for keys that are there and keys that are not.
/// Shown are nanoseconds of thread CPU time, bytes per entry, and PostgreSQL's statistics: the mean and the longest
/// distance of an entry from its home, and collisions per entry. Keys are numbers of 64 bits, or the lines of a file.
///
/// Layouts: robin-hood, boxed (entries do not move), remembering (and keeps the entry found last in mind), dense, fingerprint, chained.
/// Hashes of numbers: foldhash, packed (one multiplication), pg-murmur; of text: foldhash, pg-hash-bytes.
#[derive(Clone, Debug, clap::Args)]
pub struct Command {
    /// An experiment of PostgreSQL's engineers on the relation table, instead: relations fills a table created for 400
    /// with 231 to 2,031 relations at two fill factors; hashes compares hash functions on robin-hood and chained
    #[arg(long, value_name = "NAME", conflicts_with_all = [
        "keys", "size", "lookups", "fill_factors", "layouts", "hashes", "growing",
    ])]
    pub preset: Option<Preset>,

    #[command(flatten)]
    #[expect(missing_docs, reason = "it would be shown as help")]
    pub options: Options,
}

/// An experiment of PostgreSQL's engineers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Preset {
    /// Of 2021, on fill factors.
    Relations,
    /// Of 2021, on hash functions.
    Hashes,
}

/// Runs the command: a table on `output`, then the files asked for.
pub fn run(command: &Command, output: &mut dyn Write) -> Result<(), Error> {
    let results = &command.options.results;
    claim_results(results)?;
    let (points, printed) = match command.preset {
        Some(preset) => run_preset(preset, results, output)?,
        None => sweep_numbers_or_texts(&command.options, output)?,
    };
    // A reader of standard output that went away must not cost the files.
    match (command.preset, &results.svg) {
        (Some(Preset::Relations), Some(folder)) => write_lines(
            folder,
            &points,
            "A table created for 400 relations",
            ("relations", |point| point.census.members as f64),
            |_| "robin-hood/pg-murmur".to_owned(),
            |point| point.fill_factor.map(|fill_factor| format!("fill factor {fill_factor}")).unwrap_or_default(),
        )?,
        (Some(Preset::Hashes), Some(folder)) => {
            write_pairs(folder, &points, "Hash functions on the relation table: cost and collisions")?;
        }
        (None, Some(folder)) => write_sweep_charts(folder, &points)?,
        (_, None) => {}
    }
    write_json(results, &points)?;
    printed
}

fn run_preset(
    preset: Preset,
    results: &Results,
    output: &mut dyn Write,
) -> Result<(Vec<Point>, Result<(), Error>), Error> {
    let progress = Progress::measuring("sweeping");
    let (head, reference, points) = match preset {
        Preset::Relations => {
            let head = "a table created for 400 relations; x hit: to fill factor 0.90";
            (head, relations::REFERENCE, relations::run(results, &progress)?)
        }
        Preset::Hashes => {
            let head = "relation tables created for 400; x hit: to robin-hood/pg-murmur";
            (head, hashes::REFERENCE, hashes::run(results, &progress)?)
        }
    };
    drop(progress);
    let mut printed = Ok(());
    for of_one_workload in points.chunk_by(|a, b| a.workload == b.workload) {
        let workload = &of_one_workload[0].workload;
        let members = with_commas(of_one_workload[0].census.members);
        let head = format!("{workload}: {members} relations, {head}");
        printed = printed.and_then(|()| print(output, &head, of_one_workload, Some(reference), true));
    }
    Ok((points, printed))
}

/// The lines of a file are numbers if all are.
fn sweep_numbers_or_texts(options: &Options, output: &mut dyn Write) -> Result<(Vec<Point>, Result<(), Error>), Error> {
    let source = match &options.keys {
        KeySource::Drawn(popularity) => {
            let keys = Keys::random(options.size, *popularity)?;
            return sweep_keys(&roster::numbers(), &keys, options, output);
        }
        KeySource::File(source) => source,
    };
    let mut lines: Vec<Box<str>> = Vec::new();
    for_each_line(source, |_, line| {
        lines.push(line.into());
        Ok(())
    })?;
    let numbers: Option<Vec<Number>> = lines.iter().map(|line| Number::parsed(line)).collect();
    match numbers {
        Some(numbers) => sweep_keys(&roster::numbers(), &Keys::given(numbers), options, output),
        None => sweep_keys(&roster::texts(), &Keys::given(lines.into_iter().map(Text)), options, output),
    }
}

/// Sweeps the tables of a roster: the points, and whether they could be printed.
pub(super) fn sweep_keys<K: Key + MapKey<K::Value>>(
    roster: &Roster<K>,
    keys: &Keys<K>,
    options: &Options,
    output: &mut dyn Write,
) -> Result<(Vec<Point>, Result<(), Error>), Error> {
    let entries = selected(roster, options)?;
    let size = keys.largest_size(options.size)?;
    let fill_factors = options.fill_factors();
    let filled = |fill_factor: FillFactor| size * usize::from(fill_factor.permille()) / 1000;
    let workloads: Vec<_> =
        fill_factors.iter().map(|&fill_factor| keys.workload(filled(fill_factor), options.lookups)).collect();
    let subjects: Vec<_> = entries
        .iter()
        .flat_map(|entry| {
            fill_factors.iter().zip(&workloads).map(|(&fill_factor, workload)| Subject {
                layout: entry.layout,
                hash: entry.hash,
                case: (entry.at)(Some(fill_factor)),
                workload,
            })
        })
        .collect();
    let workload = format!("sweep/{}", options.keys.name());
    let start = if options.growing { Start::Empty } else { Start::Room };
    let progress = Progress::measuring(&format!("sweeping {workload}"));
    let points = measured(&workload, &subjects, start, options.results.reps, None, &progress)?;
    drop(progress);
    let head = format!(
        "{workload}: tables of {} slots or buckets, {},\n{} lookups, median of {} repetitions, times in ns of thread CPU",
        with_commas(size as u64),
        if options.growing { "grown from nothing" } else { "made with room for all" },
        with_commas(options.lookups as u64),
        options.results.reps,
    );
    let printed = print(output, &head, &points, None, options.results.stat);
    Ok((points, printed))
}

/// The tables of the layouts and hashes asked for.
fn selected<'a, K: Key>(roster: &'a Roster<K>, options: &Options) -> Result<Vec<&'a Entry<K>>, Error> {
    for (what, wanted, known) in
        [("layout", &options.layouts, roster.layouts()), ("hash function", &options.hashes, roster.hashes())]
    {
        if let Some(name) = wanted.iter().find(|name| !known.contains(&name.as_str())) {
            return Err(Error::UnknownName { what, name: name.clone(), known: known.join(", ") });
        }
    }
    let asked = |wanted: &[String], name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    let entries = roster.entries.iter();
    Ok(entries.filter(|entry| asked(&options.layouts, entry.layout) && asked(&options.hashes, entry.hash)).collect())
}

fn print(
    output: &mut dyn Write,
    head: &str,
    points: &[Point],
    reference: Option<&str>,
    lines: bool,
) -> Result<(), Error> {
    write!(output, "{head}\n\n{}\n", text_table(points, reference, lines))
        .and_then(|()| output.flush())
        .map_err(|source| Error::Write { output: "standard output".to_owned(), source })
}

/// Finds out whether the results can be written before work is done for them.
pub(super) fn claim_results(results: &Results) -> Result<(), Error> {
    results.json.as_deref().map_or(Ok(()), claim)?;
    results.svg.as_deref().map_or(Ok(()), charts::claim)
}

/// Writes the files asked for.
pub(super) fn write_results(results: &Results, points: &[Point]) -> Result<(), Error> {
    if let Some(folder) = &results.svg {
        write_sweep_charts(folder, points)?;
    }
    write_json(results, points)
}

fn write_sweep_charts(folder: &std::path::Path, points: &[Point]) -> Result<(), Error> {
    let workload = points.first().map(|point| point.workload.as_str()).unwrap_or_default();
    write_lines(
        folder,
        points,
        &format!("{workload}: by hash function and layout"),
        ("fill factor", |point| point.fill_factor.map_or(0.0, FillFactor::fraction)),
        |point| point.hash.to_owned(),
        |point| point.layout.to_owned(),
    )
}

fn write_json(results: &Results, points: &[Point]) -> Result<(), Error> {
    let Some(path) = &results.json else { return Ok(()) };
    Report::new("sweep", points.iter().map(sweep::points::Point::to_run).collect()).write_json(path)
}
