//! The options of `hashlab compare`.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;

use super::workload::OPERATIONS;
use crate::pages::HugePages;
use crate::report::Selection;
use crate::tables::numbers::Numbers;
use crate::tables::relations::BoxedRelations;
use crate::tables::strings::Strings;
use crate::tables::{REFERENCE, Subject, names};

/// Compares tables with the tables people know, operation by operation.
///
/// Keys: u64 (random numbers, to numbers), string (names that begin alike, to numbers), smgr-boxed (16-byte keys of PostgreSQL's
/// relations, to objects in memory of their own).
///
/// Operations: insert (from nothing, without reserving), hit, miss, the same for many keys at once (batch-hit, batch-miss; one
/// at a time in tables that cannot), churn (the oldest key goes, a new one comes), iterate, delete (all). Shown are nanoseconds
/// of thread CPU time and bytes per entry. Keys are hashed by what stands after the table's name; by foldhash in hashbrown and
/// indexmap, by SipHash in std, by PostgreSQL's functions in dynahash.
///
/// A ratio is the median of the ratios within one repetition, not the quotient of the medians shown.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// What tables are of [default: all]
    #[arg(long, value_name = "KEYS,...", value_delimiter = ',')]
    pub keys: Vec<Keys>,

    /// Entries of the tables [default: 1e3,1e5,1e6, and 2032 for smgr-boxed]
    #[arg(long, value_name = "NUMBER,...", value_delimiter = ',')]
    pub sizes: Vec<Size>,

    /// Tables to run, by full name or by the part before /; hashbrown-foldhash always runs [default: all]
    #[arg(long, value_name = "TABLE,...", value_delimiter = ',', value_parser = Selection::parser(all_names))]
    pub tables: Vec<Selection>,

    /// Operations to show [default: all]
    #[arg(long, value_name = "OPERATION,...", value_delimiter = ',', value_parser = operation)]
    pub operations: Vec<&'static str>,

    /// Whether large tables may be in huge pages, all of them alike
    #[arg(long, value_name = "ON|OFF", default_value = "off")]
    pub huge_pages: HugePages,

    /// Repetitions of each table; the median counts
    #[arg(long, value_name = "NUMBER", default_value = "11")]
    pub reps: NonZeroU32,

    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Draw the results as SVG, one file for each kind of keys and each size
    #[arg(long, value_name = "FOLDER")]
    pub svg: Option<PathBuf>,
}

/// What tables are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Keys {
    /// From 64 bits to 64 bits.
    U64,
    /// From text to 64 bits.
    String,
    /// From 16 bytes to an object in memory of its own.
    SmgrBoxed,
}

impl Keys {
    /// The first part of a workload's name.
    pub fn name(self) -> &'static str {
        match self {
            Keys::U64 => Numbers::NAME,
            Keys::String => Strings::NAME,
            Keys::SmgrBoxed => BoxedRelations::NAME,
        }
    }

    /// In words.
    pub fn title(self) -> &'static str {
        match self {
            Keys::U64 => Numbers::TITLE,
            Keys::String => Strings::TITLE,
            Keys::SmgrBoxed => BoxedRelations::TITLE,
        }
    }

    /// What fits the first two caches and neither; or PostgreSQL's relations after a run of a benchmark.
    fn usual_sizes(self) -> &'static [Size] {
        match self {
            Keys::U64 | Keys::String => &[Size(1000), Size(100_000), Size(1_000_000)],
            Keys::SmgrBoxed => &[Size(2032)],
        }
    }
}

/// The names of all tables, each once.
fn all_names() -> Vec<&'static str> {
    let mut all = names::<Numbers>();
    for name in [names::<Strings>(), names::<BoxedRelations>()].concat() {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

impl Options {
    /// What tables to compare.
    pub fn keys(&self) -> Vec<Keys> {
        if self.keys.is_empty() { Keys::value_variants().to_vec() } else { self.keys.clone() }
    }

    /// The sizes of tables of these keys.
    pub fn sizes_of(&self, keys: Keys) -> Vec<Size> {
        if self.sizes.is_empty() { keys.usual_sizes().to_vec() } else { self.sizes.clone() }
    }

    /// Whether the table of this name is to run.
    pub fn selects(&self, name: &str) -> bool {
        name == REFERENCE || self.tables.is_empty() || self.tables.iter().any(|selection| selection.matches(name))
    }

    /// Whether this operation is shown.
    pub fn shows(&self, operation: &str) -> bool {
        self.operations.is_empty() || self.operations.contains(&operation)
    }
}

fn operation(text: &str) -> Result<&'static str, String> {
    let known = OPERATIONS.into_iter().find(|operation| *operation == text);
    known.ok_or_else(|| format!("no such operation; there are {}", OPERATIONS.join(", ")))
}

/// A number of entries, written as 1000 or as 1e3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub usize);

/// More would not fit the machines this is for.
const MOST: f64 = 1e8;

impl FromStr for Size {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let number: f64 = text.parse().map_err(|_| "expected a number, such as 1000 or 1e3")?;
        if (1.0..=MOST).contains(&number) && number.fract() == 0.0 {
            Ok(Size(number as usize))
        } else {
            Err("expected a whole number from 1 to 1e8")
        }
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let zeros = self.0.checked_ilog10().unwrap_or_default();
        if zeros >= 3 && self.0 == 10_usize.pow(zeros) { write!(f, "1e{zeros}") } else { write!(f, "{}", self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line;

    fn parse(arguments: &[&str]) -> Result<Options, String> {
        command_line::parse(arguments)
    }

    #[test]
    fn nothing_given() {
        let options = parse(&[]).unwrap();
        assert_eq!(options.keys(), [Keys::U64, Keys::String, Keys::SmgrBoxed]);
        assert_eq!(options.sizes_of(Keys::String), [Size(1000), Size(100_000), Size(1_000_000)]);
        assert_eq!(options.sizes_of(Keys::SmgrBoxed), [Size(2032)]);
        assert_eq!(options.huge_pages, HugePages::Off);
        assert!(options.selects("chained/foldhash") && options.shows("hit"));
    }

    #[test]
    fn a_selection_of_everything() {
        let options = parse(&["--sizes", "1e7,12345", "--tables", "chained,std", "--operations", "hit,miss"]).unwrap();
        assert_eq!(options.sizes.iter().map(Size::to_string).collect::<Vec<_>>(), ["1e7", "12345"]);
        let runs = ["chained/foldhash", "std", REFERENCE, "indexmap"].map(|name| options.selects(name));
        assert_eq!(runs, [true, true, true, false]);
        assert_eq!(["hit", "churn"].map(|operation| options.shows(operation)), [true, false]);
    }

    #[test]
    fn sizes_are_of_all_keys() {
        let options = parse(&["--keys", "smgr-boxed,u64", "--sizes", "3600"]).unwrap();
        assert_eq!(options.keys(), [Keys::SmgrBoxed, Keys::U64]);
        assert!(options.keys().into_iter().all(|keys| options.sizes_of(keys) == [Size(3600)]));
    }

    #[test]
    fn keys_are_named_as_in_the_workloads() {
        for keys in Keys::value_variants() {
            assert_eq!(Keys::from_str(keys.name(), false), Ok(*keys));
        }
    }

    #[test]
    fn each_table_is_named_once() {
        let names = all_names();
        let different: std::collections::HashSet<_> = names.iter().collect();
        assert_eq!(different.len(), names.len());
        assert!(["linear/integer", "fingerprint/packed", "std"].iter().all(|name| names.contains(name)));
    }

    #[test]
    fn what_there_is_not_is_an_error_that_names_what_there_is() {
        for (arguments, word) in [
            (["--sizes", "0"], "whole number"),
            (["--sizes", "1.5"], "whole number"),
            (["--sizes", "1e9"], "whole number"),
            (["--sizes", "many"], "such as"),
            (["--operations", "rehash"], "insert, hit"),
            (["--tables", "nonsense"], "hashbrown-fx, indexmap"),
        ] {
            let message = parse(&arguments).unwrap_err();
            assert!(message.contains(word), "{message}");
        }
    }
}
