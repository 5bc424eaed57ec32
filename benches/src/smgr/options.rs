//! The options of `hashlab smgr`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use super::contenders::{REFERENCE, roster};
use crate::fill_factor::FillFactor;
use crate::report::Selection;

/// Replays write-ahead-log traces through relation tables, as recovery does.
///
/// A trace is what pg_waldump prints. Each block reference opens its relation in a table that starts as PostgreSQL's
/// does, with room for 400. Shown are nanoseconds of thread CPU time per lookup, bytes per entry (the table and its
/// objects of 112 bytes), and PostgreSQL's statistics line.
///
/// Tables are named layout/hash. robin-hood is PostgreSQL's simplehash with each object behind a pointer, chained its
/// dynahash, dense its engineers' proposal of 2021; dynahash is chained through the interface of C, sizes and hash
/// function (pg-hash-bytes) known only when the program runs. The hashes are those compared on this table in 2021: pg-murmur (murmurhash32 of every field, combined by
/// rotation), pg-combine (the same by hash_combine), pg-hash-bytes (what dynahash does), pg-multiply-rotate, pg-rotate
/// (relation rotated, with the database), pg-multiply (database times a constant, with the relation), pg-relation (the
/// relation number as it is; degenerates where many databases have the same relations); and of today: packed (the key in
/// one word, one multiplication) and foldhash, both seeded.
///
/// A ratio is the median of the ratios within one repetition, not the quotient of the medians shown.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Traces: files, plain or compressed with zstd, or - for standard input [default: an excerpt of a real trace]
    #[arg(value_name = "TRACE")]
    pub traces: Vec<PathBuf>,

    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Draw the results as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Fill factor of the tables that have one to choose: 0.5 to 0.95 in steps of 0.05 [default: each layout's own]
    #[arg(long, value_name = "FRACTION")]
    pub fill_factor: Option<FillFactor>,

    /// Tables to run, by full name or by the part before /; hashbrown-foldhash always runs [default: all]
    #[arg(long, value_name = "TABLE,...", value_delimiter = ',', value_parser = Selection::parser(names))]
    pub tables: Vec<Selection>,

    /// Repetitions of each table; the median counts
    #[arg(long, value_name = "NUMBER", default_value = "31")]
    pub reps: NonZeroU32,
}

/// The names of all tables.
fn names() -> Vec<&'static str> {
    roster(None).iter().map(|entry| entry.name).collect()
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

    fn parse(arguments: &[&str]) -> Result<Options, String> {
        command_line::parse(arguments)
    }

    #[test]
    fn nothing_given() {
        let options = parse(&[]).unwrap();
        assert!(options.traces.is_empty() && options.json.is_none() && options.svg.is_none());
        assert_eq!((options.fill_factor, options.reps.get()), (None, 31));
        assert!(options.selects("std") && options.selects("robin-hood/packed"));
    }

    #[test]
    fn everything_given() {
        let arguments =
            ["a.zst", "-", "--json", "j", "--svg", "s", "--fill-factor", "0.75", "--tables", "std,indexmap"];
        let options = parse(&[&arguments[..], &["--reps", "3"]].concat()).unwrap();
        assert_eq!(options.traces, [PathBuf::from("a.zst"), PathBuf::from("-")]);
        assert_eq!((options.fill_factor, options.reps.get()), (Some(FillFactor::P75), 3));
        let runs = ["std", REFERENCE, "hashbrown-fx", "indexmap"].map(|name| options.selects(name));
        assert_eq!(runs, [true, true, false, true]);
    }

    #[test]
    fn an_unknown_table_is_told_the_known_ones() {
        for list in ["nonsense", "std,nonsense", "", "hashbrown"] {
            let message = parse(&["--tables", list]).unwrap_err();
            assert!(message.contains("hashbrown-foldhash, hashbrown-fx, indexmap"), "{message}");
        }
    }

    #[test]
    fn fill_factors_come_in_steps() {
        for (text, fill_factor) in [("0.5", FillFactor::P50), ("0.55", FillFactor::P55), (".950", FillFactor::P95)] {
            assert_eq!(text.parse(), Ok(fill_factor));
        }
        for text in ["0.45", "1", "0.51", "90", "-0.5", "nan", "inf", "much", ""] {
            assert!(text.parse::<FillFactor>().is_err(), "{text}");
        }
    }

    #[test]
    fn no_repetition_is_a_usage_error() {
        assert!(parse(&["--reps", "0"]).is_err());
    }
}
