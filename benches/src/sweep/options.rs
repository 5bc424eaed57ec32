//! The options of `hashlab sweep`, and of the sweeps of other crates.

use std::convert::Infallible;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;

use super::workload::{Popularity, SMALLEST_SIZE};
use crate::fill_factor::FillFactor;
use crate::trace::read::Source;

/// What to sweep, and where the results go.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// uniform or zipf for random keys looked up so; or a file of keys, one a line, plain or compressed with zstd, looked
    /// up in the order of the file; - for standard input
    #[arg(long, value_name = "KEYS", default_value = "uniform")]
    pub keys: KeySource,

    /// Slots of the tables, a power of two; each is filled up to its fill factor. With a file of fewer keys the tables
    /// are smaller
    #[arg(long, value_name = "SLOTS", default_value = "65536", value_parser = size)]
    pub size: usize,

    /// Lookups of keys that are there, and as many of keys that are not
    #[arg(long, value_name = "NUMBER", default_value = "100000", value_parser = lookups)]
    pub lookups: usize,

    /// Fill factors: 0.5 to 0.95 in steps of 0.05 [default: all]
    #[arg(long, value_name = "FRACTION,...", value_delimiter = ',')]
    pub fill_factors: Vec<FillFactor>,

    /// Layouts to sweep [default: all]
    #[arg(long, value_name = "LAYOUT,...", value_delimiter = ',')]
    pub layouts: Vec<String>,

    /// Hash functions to sweep [default: all]
    #[arg(long, value_name = "HASH,...", value_delimiter = ',')]
    pub hashes: Vec<String>,

    /// Let the tables grow from nothing, instead of making them with room for all
    #[arg(long)]
    pub growing: bool,

    #[command(flatten)]
    #[expect(missing_docs, reason = "it would be shown as help")]
    pub results: Results,
}

/// How to measure, and where the results go.
#[derive(Clone, Debug, clap::Args)]
pub struct Results {
    /// Repetitions of each table; the median counts
    #[arg(long, value_name = "NUMBER", default_value = "5")]
    pub reps: NonZeroU32,

    /// Also print PostgreSQL's statistics line of every table
    #[arg(long)]
    pub stat: bool,

    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Draw the results as SVG, one picture a figure, into this folder
    #[arg(long, value_name = "FOLDER")]
    pub svg: Option<PathBuf>,
}

impl Options {
    /// The fill factors asked for, from the lowest.
    pub fn fill_factors(&self) -> Vec<FillFactor> {
        let mut fill_factors =
            if self.fill_factors.is_empty() { FillFactor::ALL.to_vec() } else { self.fill_factors.clone() };
        fill_factors.sort();
        fill_factors.dedup();
        fill_factors
    }
}

/// Where keys come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// Random ones.
    Drawn(Popularity),
    /// The lines of a file.
    File(Source),
}

impl KeySource {
    /// For the name of the workload.
    pub fn name(&self) -> String {
        match self {
            KeySource::Drawn(Popularity::Uniform) => "uniform".to_owned(),
            KeySource::Drawn(Popularity::Zipf) => "zipf".to_owned(),
            KeySource::File(source) => source.workload(),
        }
    }
}

impl FromStr for KeySource {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "uniform" => KeySource::Drawn(Popularity::Uniform),
            "zipf" => KeySource::Drawn(Popularity::Zipf),
            path => KeySource::File(Source::from_argument(path.as_ref())),
        })
    }
}

/// The largest table that is swept, in slots: 128 Mi.
const LARGEST_SIZE: usize = 1 << 27;

fn size(text: &str) -> Result<usize, String> {
    let size: usize = text.parse().map_err(|_| "expected a number")?;
    if size.is_power_of_two() && (SMALLEST_SIZE..=LARGEST_SIZE).contains(&size) {
        Ok(size)
    } else {
        Err(format!("expected a power of two from {SMALLEST_SIZE} to {LARGEST_SIZE}"))
    }
}

fn lookups(text: &str) -> Result<usize, String> {
    let lookups: usize = text.parse().map_err(|_| "expected a number")?;
    if (1..=LARGEST_SIZE).contains(&lookups) {
        Ok(lookups)
    } else {
        Err(format!("expected a number from 1 to {LARGEST_SIZE}"))
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
        assert_eq!((options.keys, options.size), (KeySource::Drawn(Popularity::Uniform), 65_536));
        assert_eq!(parse(&[]).unwrap().fill_factors(), FillFactor::ALL);
        assert!(options.results.json.is_none() && options.results.svg.is_none());
    }

    #[test]
    fn fill_factors_are_sorted_and_distinct() {
        let options = parse(&["--fill-factors", "0.9,0.5,0.90"]).unwrap();
        assert_eq!(options.fill_factors(), [FillFactor::P50, FillFactor::P90]);
    }

    #[test]
    fn keys_are_a_law_or_a_file() {
        let name = |text: &str| parse(&["--keys", text]).unwrap().keys.name();
        assert_eq!(
            ["uniform", "zipf", "a/oids.txt.zst", "./zipf", "-"].map(name),
            ["uniform", "zipf", "oids", "zipf", "stdin"]
        );
        assert_ne!("./zipf".parse(), Ok(KeySource::Drawn(Popularity::Zipf)));
    }

    #[test]
    fn what_cannot_be_swept_is_a_usage_error() {
        for arguments in [
            ["--size", "1000"],
            ["--size", "8"],
            ["--size", "1099511627776"],
            ["--size", "much"],
            ["--lookups", "0"],
            ["--fill-factors", "0.97"],
            ["--reps", "0"],
        ] {
            assert!(parse(&arguments).is_err(), "{arguments:?}");
        }
    }
}
