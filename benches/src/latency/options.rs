//! The options of `hashlab latency`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use crate::compare::options::Size;
use crate::report::Selection;
use crate::tables::numbers::Numbers;
use crate::tables::{REFERENCE, names};

/// Times every single insertion while a table grows from nothing.
///
/// Shown are the median, the 99th and the 99.99th percentile and the slowest insertion: where a table moves all its
/// entries at once, it is a thousand times the median and more. Keys are random numbers of 64 bits, as in compare.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Entries to grow to
    #[arg(long, value_name = "NUMBER", default_value = "1e7")]
    pub entries: Size,

    /// Tables to run, by full name or by the part before /; hashbrown-foldhash always runs [default: all]
    #[arg(long, value_name = "TABLE,...", value_delimiter = ',', value_parser = Selection::parser(names::<Numbers>))]
    pub tables: Vec<Selection>,

    /// Repetitions of each table: percentiles are over all, of the slowest insertions the median counts
    #[arg(long, value_name = "NUMBER", default_value = "3")]
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line;

    #[test]
    fn defaults_and_selections() {
        let options: Options = command_line::parse(&[]).unwrap();
        assert_eq!((options.entries, options.reps.get()), (Size(10_000_000), 3));
        let options: Options = command_line::parse(&["--tables", "chained", "--entries", "1e5"]).unwrap();
        assert!(options.selects("chained/foldhash") && options.selects(REFERENCE) && !options.selects("std"));
        assert!(command_line::parse::<Options>(&["--tables", "nonsense"]).is_err());
    }
}
