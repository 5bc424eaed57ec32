//! The command `hashlab count`: instructions and simulated branch mispredictions of a lookup.
//!
//! Times on a shared machine differ by some per cent from run to run; counts do not. The program runs itself under valgrind's
//! callgrind, once for each table and operation, and only the loop of lookups is counted, after one loop that warms up. The
//! counts repeat because nothing in such a run is random: the environment is empty, addresses are those valgrind gives, and
//! the seeds of foldhash are made of addresses. (std's are from the system: its table differs by a per mille.)

mod callgrind;
pub mod options;

use std::hint::black_box;
use std::io::Write;
use std::process::{Command, Stdio};
use std::{env, fs, process};

pub use options::Options;
use options::{Inner, Operation};

use crate::Error;
use crate::progress::Progress;
use crate::report::{Report, Run, aligned, claim, or_dash, rounded};
use crate::tables::numbers::Numbers;
use crate::tables::{MapTable, Subject, WithTable};
use callgrind::Counts;

/// Lookups that are counted.
const LOOKUPS: u64 = 200_000;

/// The function whose callees are counted, as valgrind is to find it: a name that occurs once.
const COUNTED: &str = "*lookups_that_are_counted*";

/// Runs the command: a table on `output`, then the file asked for.
pub fn run(options: &Options, output: &mut dyn Write) -> Result<(), Error> {
    if let Some(inner) = &options.inner {
        return count_inside(inner, options);
    }
    options.json.iter().try_for_each(|path| claim(path))?;
    let tables: Vec<_> = crate::tables::names::<Numbers>().into_iter().filter(|name| options.selects(name)).collect();
    let progress = Progress::measuring("counting under valgrind");
    let mut runs = Vec::new();
    let all = (tables.len() * options.operations().len()) as u64;
    for operation in options.operations() {
        for table in &tables {
            runs.push(to_run(table, operation, options, under_valgrind(table, operation, options)?));
            progress.set(runs.len() as u64, all);
        }
    }
    drop(progress);
    let printed = print(output, &runs);
    if let Some(path) = &options.json {
        Report::new("count", runs).write_json(path)?;
    }
    printed
}

/// Runs this program for one table under valgrind.
fn under_valgrind(table: &str, operation: Operation, options: &Options) -> Result<Counts, Error> {
    let failed = |reason: String| Error::Valgrind { table: table.to_owned(), reason };
    let program = env::current_exe().map_err(|error| failed(error.to_string()))?;
    let file = env::temp_dir().join(format!("hashlab-count-{}", process::id()));
    let output = Command::new(&options.valgrind)
        .args(["--tool=callgrind", "--branch-sim=yes", "--collect-atstart=no", "--quiet"])
        .arg(format!("--toggle-collect={COUNTED}"))
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(program)
        .args(["count", "--inner", &format!("{table},{}", operation.name())])
        .args(["--size", &options.size.to_string()])
        .env_clear()
        .stdin(Stdio::null())
        .output()
        .map_err(|error| failed(format!("cannot run {}: {error}", options.valgrind.display())))?;
    let counted = fs::read_to_string(&file);
    // (What cannot be removed does no harm.)
    let _ = fs::remove_file(&file);
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(failed(format!("{}: {}", output.status, said.lines().last().unwrap_or("no message"))));
    }
    let counted = counted.map_err(|error| failed(error.to_string()))?;
    let counts = callgrind::parse(&counted).ok_or_else(|| failed("callgrind's file has no totals".to_owned()))?;
    if counts.instructions == 0 {
        return Err(failed("nothing was counted; is the program stripped?".to_owned()));
    }
    Ok(counts)
}

/// Under valgrind: builds one table and looks up keys.
fn count_inside(inner: &Inner, options: &Options) -> Result<(), Error> {
    struct Inside<'a> {
        inner: &'a Inner,
        size: u64,
    }
    impl WithTable<u64> for Inside<'_> {
        type Output = bool;
        fn with<T: MapTable<u64>>(&self, name: &'static str) -> bool {
            let mine = name == self.inner.table;
            if mine {
                look_up::<T>(self.size, self.inner.operation);
            }
            mine
        }
    }
    let ran = Numbers::for_each_table(&Inside { inner, size: options.size.0 as u64 });
    if ran.contains(&true) {
        return Ok(());
    }
    let known = crate::tables::names::<Numbers>().join(", ");
    Err(Error::UnknownName { what: "table", name: inner.table.clone(), known })
}

fn look_up<T: MapTable<u64>>(size: u64, operation: Operation) {
    let mut table = T::create();
    let mut keys: Vec<u64> = (0..size).map(Numbers::key).collect();
    table.fill(keys.drain(..), 1);
    // A generator of full period modulo 2^64, whose high bits are well mixed: never the same order twice.
    let mut state = 1_u64;
    let numbers = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(state) * u128::from(size)) >> 64) as u64
    });
    let first = if operation.misses() { size } else { 0 };
    let keys: Vec<u64> = numbers.take(2 * LOOKUPS as usize).map(|number| Numbers::key(first + number)).collect();
    let (warming, counted) = keys.split_at(LOOKUPS as usize);
    black_box(if operation.in_batches() { table.find_batch(warming) } else { table.find_all(warming) });
    black_box(lookups_that_are_counted(black_box(&mut table), counted, operation));
}

/// Nothing else in the program is counted, so it must be a function of its own.
#[inline(never)]
fn lookups_that_are_counted<T: MapTable<u64>>(table: &mut T, keys: &[u64], operation: Operation) -> u64 {
    if operation.in_batches() { table.find_batch(keys) } else { table.find_all(keys) }
}

fn to_run(table: &str, operation: Operation, options: &Options, counts: Counts) -> Run {
    let each = |count: u64| Some(rounded(count as f64 / LOOKUPS as f64));
    Run {
        workload: format!("count/{}/{}", operation.name(), options.size),
        table: table.to_owned(),
        instructions: each(counts.instructions),
        branches: each(counts.branches),
        mispredicts: each(counts.mispredicts),
        ..Run::default()
    }
}

fn print(output: &mut dyn Write, runs: &[Run]) -> Result<(), Error> {
    let head = ["workload", "table", "instructions", "branches", "mispredicts"].map(str::to_owned);
    let cell = |value: Option<f64>, digits: usize| or_dash(value.map(|value| format!("{value:.digits$}")));
    let rows = runs.iter().map(|run| {
        let counts = [cell(run.instructions, 2), cell(run.branches, 2), cell(run.mispredicts, 3)];
        let [instructions, branches, mispredicts] = counts;
        [run.workload.clone(), run.table.clone(), instructions, branches, mispredicts]
    });
    write!(output, "Counts of one lookup, simulated by callgrind\n\n{}", aligned(std::iter::once(head).chain(rows)))
        .and_then(|()| output.flush())
        .map_err(|source| Error::Write { output: "standard output".to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_table_is_an_error() {
        let inner = Inner { table: "nonsense".to_owned(), operation: Operation::Hit };
        let options = options::tests::parse(&["--size", "100"]).unwrap();
        let message = count_inside(&inner, &options).unwrap_err().to_string();
        assert!(message.contains("no table \"nonsense\"; there are robin-hood/foldhash"), "{message}");
    }

    #[test]
    fn without_valgrind_there_is_an_error_that_names_it() {
        let options = options::tests::parse(&["--valgrind", "/no/valgrind", "--tables", "indexmap"]).unwrap();
        let message = run(&options, &mut Vec::new()).unwrap_err().to_string();
        assert!(message.contains("cannot run /no/valgrind") && message.contains("indexmap"), "{message}");
    }

    #[test]
    fn counts_are_by_lookup() {
        let options = options::tests::parse(&[]).unwrap();
        let counts = Counts { instructions: 31 * LOOKUPS, branches: 3 * LOOKUPS, mispredicts: LOOKUPS / 100 };
        let run = to_run("std", Operation::Miss, &options, counts);
        assert_eq!((run.workload.as_str(), run.instructions), ("count/miss/1e3", Some(31.0)));
        assert_eq!((run.branches, run.mispredicts), (Some(3.0), Some(0.01)));
    }
}
