//! The results of a command: its JSON, and the table for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::thread;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::measure::Measurement;

/// The version of the JSON's shape. It changes when a field changes its meaning, not when one is added.
pub const SCHEMA: u32 = 1;

/// Everything one command found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The command, for example `smgr`.
    pub command: String,
    /// Where it ran.
    pub machine: Machine,
    /// One entry for each workload and table.
    pub runs: Vec<Run>,
}

/// The machine a command ran on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's model, where the system tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
    /// Cores that the program may use.
    pub cores: usize,
    /// The operating system, for example `linux`.
    pub os: String,
    /// The instruction set, for example `x86_64`.
    pub arch: String,
}

/// One table under one workload.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The workload: the command and what it ran on, for example `smgr/hp1000-insert`.
    pub workload: String,
    /// The table: `<layout>/<hash>` for this project's, a plain name for its peers.
    pub table: String,
    /// Median of the repetitions.
    pub ns_per_op: f64,
    /// Fastest repetition.
    pub ns_min: f64,
    /// Slowest repetition.
    pub ns_max: f64,
    /// The times of each kind of operation, where there are several; those above are of the first of them, `hit`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub operations: BTreeMap<String, Times>,
    /// Percentiles of single operations, from a command that times them one by one; `ns_min` is their median then.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub percentiles: BTreeMap<String, f64>,
    /// Bytes allocated for the table and the objects in it, by entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_per_entry: Option<f64>,
    /// Entries the table has room for, as the table itself counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u64>,
    /// Slots or buckets, from a command that compares them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// The fill factor the table was made with, where it has one to choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill_factor: Option<f64>,
    /// The table's statistics in PostgreSQL's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stat: Option<String>,
    /// Instructions of one operation, from the command that counts them; the times are 0 then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<f64>,
    /// Branches among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branches: Option<f64>,
    /// Branches that the simulated processor predicted wrongly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mispredicts: Option<f64>,
    /// Medians of the paired ratios of this table's time to those of the named ones.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub vs: BTreeMap<String, f64>,
}

/// What one kind of operation took, in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// Median of the repetitions.
    pub ns_per_op: f64,
    /// Fastest repetition.
    pub ns_min: f64,
    /// Slowest repetition.
    pub ns_max: f64,
}

impl From<&Measurement> for Times {
    fn from(measured: &Measurement) -> Self {
        Times {
            ns_per_op: rounded(measured.median),
            ns_min: rounded(measured.minimum),
            ns_max: rounded(measured.maximum),
        }
    }
}

impl Report {
    /// A report of `command` on this machine.
    pub fn new(command: &str, runs: Vec<Run>) -> Self {
        Report { schema: SCHEMA, command: command.to_owned(), machine: Machine::this(), runs }
    }

    /// Writes the report as JSON.
    pub fn write_json(&self, path: &Path) -> Result<(), Error> {
        let failed = |source| Error::Write { output: path.display().to_string(), source };
        let mut text = serde_json::to_string_pretty(self).map_err(|error| failed(error.into()))?;
        text.push('\n');
        fs::write(path, text).map_err(failed)
    }
}

/// Finds out whether a file can be written before work is done for it.
pub fn claim(path: &Path) -> Result<(), Error> {
    let failed = |source| Error::Write { output: path.display().to_string(), source };
    if path.as_os_str() == "-" {
        let why = "standard output has the table: name a file (./- for one of this name)";
        return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, why)));
    }
    fs::OpenOptions::new().create(true).append(true).open(path).map(drop).map_err(failed)
}

impl Machine {
    /// The machine the program runs on.
    pub fn this() -> Self {
        Machine {
            cpu: fs::read_to_string("/proc/cpuinfo").ok().as_deref().and_then(cpu_model),
            cores: thread::available_parallelism().map_or(1, usize::from),
            os: std::env::consts::OS.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
        }
    }
}

fn cpu_model(cpuinfo: &str) -> Option<String> {
    let models = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    let model = models.filter(|(key, _)| key.trim() == "model name").map(|(_, value)| value.trim()).next()?;
    (!model.is_empty()).then(|| model.to_owned())
}

impl Run {
    /// A run of `workload` with the times measured; what else is known of the table is up to the caller.
    pub fn new(workload: &str, measured: &Measurement) -> Self {
        let Times { ns_per_op, ns_min, ns_max } = measured.into();
        Run {
            workload: workload.to_owned(),
            table: measured.name.clone(),
            ns_per_op,
            ns_min,
            ns_max,
            vs: measured.ratios.iter().map(|(name, &ratio)| (name.clone(), rounded(ratio))).collect(),
            ..Run::default()
        }
    }
}

/// To three decimals: further ones are noise in every unit used here, and hard to read.
pub fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// The layout of a table, the part of its name before `/`; the dynahash interface counts as one. A peer has none.
pub fn layout(table: &str) -> Option<&str> {
    table.split_once('/').map_or_else(|| (table == "dynahash").then_some(table), |(layout, _)| Some(layout))
}

/// One or several tables: the name of one, or the layout of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection(String);

impl Selection {
    /// Whether it is of the table with this name.
    pub fn matches(&self, name: &str) -> bool {
        self.0 == name || layout(name) == Some(&self.0)
    }

    /// Reads a selection of the tables with these names.
    pub fn parser(names: fn() -> Vec<&'static str>) -> impl Fn(&str) -> Result<Self, String> + Clone {
        move |text| {
            let (selection, names) = (Selection(text.to_owned()), names());
            if names.iter().any(|name| selection.matches(name)) {
                Ok(selection)
            } else {
                Err(format!("no such table; the tables are {}", names.join(", ")))
            }
        }
    }
}

/// A whole number with commas between its thousands.
pub fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Lines of the text table stay within this width, unless one word is longer.
const WIDTH: usize = 96;

/// The runs of one workload as an aligned table, the statistics lines below it.
///
/// `reference` is the table whose ratio makes a column, titled `x` and `short`.
pub fn text_table(runs: &[Run], reference: &str, short: &str) -> String {
    let titles = ["table", "ns/op", "min", "max", &format!("x {short}"), "bytes/entry", "capacity"].map(str::to_owned);
    let rows = runs.iter().map(|run| {
        [
            run.table.clone(),
            format!("{:.2}", run.ns_per_op),
            format!("{:.2}", run.ns_min),
            format!("{:.2}", run.ns_max),
            or_dash(run.vs.get(reference).map(|ratio| format!("{ratio:.2}"))),
            or_dash(run.bytes_per_entry.map(|bytes| format!("{bytes:.1}"))),
            or_dash(run.capacity.map(with_commas)),
        ]
    });
    let mut text = aligned(std::iter::once(titles).chain(rows));
    text.push_str(&statistics(runs));
    text
}

/// Lines of cells in columns, the first to the left and the others to the right.
pub fn aligned<const N: usize>(lines: impl Iterator<Item = [String; N]>) -> String {
    let lines: Vec<_> = lines.collect();
    let mut widths = [0; N];
    for line in &lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for line in &lines {
        for (index, (cell, width)) in line.iter().zip(widths).enumerate() {
            let _ = if index == 0 { write!(text, "{cell:<width$}") } else { write!(text, "  {cell:>width$}") };
        }
        text.push('\n');
    }
    text
}

/// The cell, or a dash where there is none.
pub fn or_dash(cell: Option<String>) -> String {
    cell.unwrap_or_else(|| "-".to_owned())
}

/// The statistics lines, wrapped. Tables with the same line are named together.
pub fn statistics(runs: &[Run]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for run in runs {
        let Some(stat) = &run.stat else { continue };
        match groups.iter_mut().find(|(line, _)| line == stat) {
            Some((_, tables)) => tables.push(&run.table),
            None => groups.push((stat, vec![&run.table])),
        }
    }
    let mut text = String::new();
    if !groups.is_empty() {
        text.push_str("\nstatistics\n");
    }
    for (stat, tables) in groups {
        push_wrapped(&mut text, 2, &tables.join(", "));
        push_wrapped(&mut text, 6, stat);
    }
    text
}

/// Appends `list` with line ends instead of the spaces after some of its commas.
fn push_wrapped(text: &mut String, indent: usize, list: &str) {
    let mut column = 0;
    for (index, item) in list.split(", ").enumerate() {
        let length = item.chars().count();
        if index > 0 {
            text.push(',');
        }
        // The comma that may follow must fit, too.
        if index == 0 || column + length + 2 > WIDTH {
            if index > 0 {
                text.push('\n');
            }
            text.push_str(&" ".repeat(indent));
            column = indent + length;
        } else {
            text.push(' ');
            column += 2 + length;
        }
        text.push_str(item);
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAT: &str = "size: 4096, members: 2001, filled: 0.488525, total chain: 725, max chain: 5, avg chain: \
                        0.362319, total_collisions: 614, max_collisions: 3, avg_collisions: 0.306847";

    fn run(table: &str) -> Run {
        Run {
            workload: "smgr/t".into(),
            table: table.into(),
            ns_per_op: 12.5,
            ns_min: 12.0,
            ns_max: 113.25,
            bytes_per_entry: Some(145.5),
            capacity: Some(4096),
            vs: BTreeMap::from([("hashbrown-foldhash".to_owned(), 0.93)]),
            ..Run::default()
        }
    }

    fn machine() -> Machine {
        Machine { cpu: Some("Z80".into()), cores: 2, os: "linux".into(), arch: "x86_64".into() }
    }

    #[test]
    fn a_layout_selects_its_tables() {
        let selection = Selection("chained".to_owned());
        assert!(selection.matches("chained/packed") && selection.matches("chained/pg-murmur"));
        assert!(!selection.matches("chained-more/packed") && !selection.matches("std"));
        assert!(Selection("chained/packed".to_owned()).matches("chained/packed"));
        assert!(!Selection("packed".to_owned()).matches("chained/packed"));
    }

    #[test]
    fn json_has_exactly_these_fields() {
        let operations = BTreeMap::from([("hit".to_owned(), Times { ns_per_op: 12.5, ns_min: 12.0, ns_max: 113.25 })]);
        let swept = Run { size: Some(8192), fill_factor: Some(0.5), operations, ..run("robin-hood/packed") };
        let full = Run { stat: Some("size: 1".into()), ..swept };
        let bare = Run { bytes_per_entry: None, capacity: None, vs: BTreeMap::new(), ..run("std") };
        let report = Report { schema: SCHEMA, command: "smgr".into(), machine: machine(), runs: vec![full, bare] };
        let expected = r#"{"schema":1,"command":"smgr",
            "machine":{"cpu":"Z80","cores":2,"os":"linux","arch":"x86_64"},
            "runs":[{"workload":"smgr/t","table":"robin-hood/packed","ns_per_op":12.5,"ns_min":12.0,"ns_max":113.25,
                     "operations":{"hit":{"ns_per_op":12.5,"ns_min":12.0,"ns_max":113.25}},
                     "bytes_per_entry":145.5,"capacity":4096,"size":8192,"fill_factor":0.5,"stat":"size: 1","vs":{"hashbrown-foldhash":0.93}},
                    {"workload":"smgr/t","table":"std","ns_per_op":12.5,"ns_min":12.0,"ns_max":113.25}]}"#;
        let expected: serde_json::Value = serde_json::from_str(expected).unwrap();
        assert_eq!(serde_json::to_value(&report).unwrap(), expected);
        assert_eq!(serde_json::from_value::<Report>(expected).unwrap(), report);
    }

    #[test]
    fn json_that_cannot_be_written_names_its_file() {
        let report = Report { schema: SCHEMA, command: "smgr".into(), machine: machine(), runs: vec![] };
        let error = report.write_json(Path::new("no/such/directory.json")).unwrap_err();
        assert!(error.to_string().starts_with("cannot write no/such/directory.json: "), "{error}");
    }

    #[test]
    fn the_model_is_the_first_of_the_list() {
        let cpuinfo = "processor\t: 0\nmodel\t\t: 1\nmodel name\t: AMD EPYC: big\n\nmodel name\t: other\n";
        assert_eq!(cpu_model(cpuinfo).as_deref(), Some("AMD EPYC: big"));
        assert_eq!(cpu_model("processor : 0\n"), None);
    }

    #[test]
    fn a_run_rounds_what_was_measured() {
        let measured = Measurement {
            name: "std".into(),
            median: 12.345_678,
            minimum: 1.0,
            maximum: 99.999_9,
            ratios: BTreeMap::from([("hashbrown-foldhash".to_owned(), 1.234_5)]),
        };
        let run = Run::new("smgr/t", &measured);
        assert_eq!((run.ns_per_op, run.ns_min, run.ns_max), (12.346, 1.0, 100.0));
        assert_eq!(run.vs["hashbrown-foldhash"], 1.235);
    }

    #[test]
    fn the_table_is_aligned_and_narrow() {
        let bare = Run { bytes_per_entry: None, capacity: None, vs: BTreeMap::new(), ..run("std") };
        let statistics = |table| Run { stat: Some(STAT.into()), ..run(table) };
        let runs = [statistics("chained/pg-multiply-rotate"), statistics("chained/packed"), bare];
        let expected = "\
table                       ns/op    min     max  x hashbrown  bytes/entry  capacity
chained/pg-multiply-rotate  12.50  12.00  113.25         0.93        145.5     4,096
chained/packed              12.50  12.00  113.25         0.93        145.5     4,096
std                         12.50  12.00  113.25            -            -         -

statistics
  chained/pg-multiply-rotate, chained/packed
      size: 4096, members: 2001, filled: 0.488525, total chain: 725, max chain: 5,
      avg chain: 0.362319, total_collisions: 614, max_collisions: 3, avg_collisions: 0.306847
";
        assert_eq!(text_table(&runs, "hashbrown-foldhash", "hashbrown"), expected);
    }

    #[test]
    fn thousands_have_commas() {
        let numbers = [0, 12, 123, 1234, 123_456, 1_234_567].map(with_commas);
        assert_eq!(numbers, ["0", "12", "123", "1,234", "123,456", "1,234,567"]);
    }
}
