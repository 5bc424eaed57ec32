//! The options of `hashlab count`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;

use crate::compare::options::Size;
use crate::report::Selection;
use crate::tables::names;
use crate::tables::numbers::Numbers;

/// Counts the instructions, the branches and the mispredicted branches of a lookup, under valgrind.
///
/// The processor's branch predictor is simulated. The counts of a table are the same in every run, but std's.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Entries of the tables
    #[arg(long, value_name = "NUMBER", default_value = "1e3")]
    pub size: Size,

    /// Tables to count, by full name or by the part before / [default: all]
    #[arg(long, value_name = "TABLE,...", value_delimiter = ',', value_parser = Selection::parser(names::<Numbers>))]
    pub tables: Vec<Selection>,

    /// What to count [default: hit,miss]
    #[arg(long, value_name = "OPERATION,...", value_delimiter = ',')]
    pub operations: Vec<Operation>,

    /// The program valgrind
    #[arg(long, value_name = "PROGRAM", default_value = "valgrind")]
    pub valgrind: PathBuf,

    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// What the command asks of itself under valgrind
    #[arg(long, hide = true)]
    pub inner: Option<Inner>,
}

/// A kind of lookups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Operation {
    /// Of keys that are there.
    Hit,
    /// Of keys that are not.
    Miss,
    /// Of keys that are there, many at once.
    BatchHit,
    /// Of keys that are not, many at once.
    BatchMiss,
}

impl Operation {
    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Hit => "hit",
            Operation::Miss => "miss",
            Operation::BatchHit => "batch-hit",
            Operation::BatchMiss => "batch-miss",
        }
    }

    /// Whether keys are not there.
    pub fn misses(self) -> bool {
        matches!(self, Operation::Miss | Operation::BatchMiss)
    }

    /// Whether many keys are looked up at once.
    pub fn in_batches(self) -> bool {
        matches!(self, Operation::BatchHit | Operation::BatchMiss)
    }
}

/// One table and one kind of lookups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inner {
    /// The table's name.
    pub table: String,
    /// The lookups.
    pub operation: Operation,
}

impl FromStr for Inner {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (table, operation) = text.split_once(',').ok_or("expected a table and an operation")?;
        Ok(Self { table: table.to_owned(), operation: Operation::from_str(operation, false)? })
    }
}

impl Options {
    /// Whether this table is counted.
    pub fn selects(&self, name: &str) -> bool {
        self.tables.is_empty() || self.tables.iter().any(|selection| selection.matches(name))
    }

    /// What is counted.
    pub fn operations(&self) -> Vec<Operation> {
        if self.operations.is_empty() { vec![Operation::Hit, Operation::Miss] } else { self.operations.clone() }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::command_line;

    pub(in crate::count) fn parse(arguments: &[&str]) -> Result<Options, String> {
        command_line::parse(arguments)
    }

    #[test]
    fn nothing_given() {
        let options = parse(&[]).unwrap();
        assert_eq!((options.size, options.operations()), (Size(1000), vec![Operation::Hit, Operation::Miss]));
        assert!(options.selects("std") && options.inner.is_none());
    }

    #[test]
    fn what_is_asked_inside() {
        for operation in Operation::value_variants() {
            let options = parse(&["--inner", &format!("dense/foldhash,{}", operation.name())]).unwrap();
            assert_eq!(options.inner, Some(Inner { table: "dense/foldhash".to_owned(), operation: *operation }));
        }
        assert!(parse(&["--inner", "std"]).is_err() && parse(&["--inner", "std,put"]).is_err());
    }
}
