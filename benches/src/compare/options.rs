//! The options of `hashlab compare`.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;

use super::workload::OPERATIONS;
use crate::numbers::{REFERENCE, names};
use crate::report::Selection;

/// Compares tables of numbers, from 64 bits to 64 bits, with the tables people know.
///
/// Operations: insert (from nothing, without reserving), hit, miss, churn (the oldest key goes, a new one comes), iterate,
/// delete (all). Shown are nanoseconds of thread CPU time and bytes per entry. Keys are random, hashed by foldhash in
/// every table but std (SipHash), hashbrown-fx and dynahash (PostgreSQL's tag_hash).
///
/// A ratio is the median of the ratios within one repetition, not the quotient of the medians shown.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Entries of the tables
    #[arg(long, value_name = "NUMBER,...", value_delimiter = ',', default_value = "1e3,1e5,1e6")]
    pub sizes: Vec<Size>,

    /// Tables to run, by full name or by the part before /; hashbrown-foldhash always runs [default: all]
    #[arg(long, value_name = "TABLE,...", value_delimiter = ',', value_parser = Selection::parser(names))]
    pub tables: Vec<Selection>,

    /// Operations to show [default: all]
    #[arg(long, value_name = "OPERATION,...", value_delimiter = ',', value_parser = operation)]
    pub operations: Vec<&'static str>,

    /// Repetitions of each table; the median counts
    #[arg(long, value_name = "NUMBER", default_value = "11")]
    pub reps: NonZeroU32,

    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Draw the results as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

impl Options {
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
        assert_eq!(options.sizes, [Size(1000), Size(100_000), Size(1_000_000)]);
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
