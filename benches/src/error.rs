//! What can go wrong, each with the place where it did.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Everything that ends a command early.
#[derive(Debug)]
pub enum Error {
    /// A trace could not be opened.
    Open {
        /// The file asked for.
        path: PathBuf,
        /// Why it could not be opened.
        source: io::Error,
    },
    /// A trace could not be read to its end.
    Read {
        /// The file, or `standard input`.
        input: String,
        /// The line being read, from 1.
        line: u64,
        /// Why it could not be read.
        source: io::Error,
    },
    /// A trace holds nothing to replay.
    NoReferences {
        /// The file, or `standard input`.
        input: String,
        /// Lines read.
        lines: u64,
        /// Lines skipped because they are not as expected.
        bad_lines: u64,
    },
    /// A layout or a hash function was asked for that there is not.
    UnknownName {
        /// What it was taken for: `layout`, `hash function` or `table`.
        what: &'static str,
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// There are too few different keys to sweep.
    TooFewKeys {
        /// How many are needed.
        wanted: u64,
        /// How many there are.
        found: u64,
    },
    /// A line of a file of keys is none.
    NotAKey {
        /// The file, or `standard input`.
        input: String,
        /// The line, from 1.
        line: u64,
        /// Its beginning.
        text: String,
    },
    /// A result could not be written.
    Write {
        /// The file asked for, or `standard output`.
        output: String,
        /// Why it could not be written.
        source: io::Error,
    },
    /// A chart could not be drawn.
    Chart {
        /// What the drawing library says.
        reason: String,
    },
    /// The page policy asked for cannot be had.
    HugePages {
        /// What the system says.
        source: io::Error,
    },
    /// A table could not be run under valgrind.
    Valgrind {
        /// The table.
        table: String,
        /// What went wrong.
        reason: String,
    },
    /// A ratio was asked for to a contender that does not run.
    UnknownReference {
        /// The name asked for.
        name: String,
    },
    /// A contender came to another outcome than what it was given has.
    WrongOutcome {
        /// The contender.
        table: String,
        /// What was counted, for example `relations`.
        what: &'static str,
        /// The number it should have come to.
        expected: u64,
        /// The number it came to.
        found: u64,
    },
}

impl Error {
    /// Whether the reader of standard output went away, as `| head` does; nothing is wrong then.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Error::Write { source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Open { path, source } => write!(f, "cannot open {}: {source}", path.display()),
            Error::Read { input, line, source } => write!(f, "cannot read {input} at line {line}: {source}"),
            Error::NoReferences { input, lines, bad_lines } => write!(
                f,
                "no block reference in {input} ({lines} lines, {bad_lines} bad); expected pg_waldump output, \
                 with parts such as \"blkref #0: rel 1663/16384/1259 blk 7\""
            ),
            Error::UnknownName { what, name, known } => write!(f, "no {what} {name:?}; there are {known}"),
            Error::TooFewKeys { wanted, found } => {
                write!(f, "too few different keys: {found}, where {wanted} are needed")
            }
            Error::NotAKey { input, line, text } => write!(f, "{input}, line {line}: {text:?} is no key of this type"),
            Error::Write { output, source } => write!(f, "cannot write {output}: {source}"),
            Error::Chart { reason } => write!(f, "cannot draw the chart: {reason}"),
            Error::HugePages { source } => write!(f, "cannot set the policy for huge pages: {source}"),
            Error::Valgrind { table, reason } => write!(f, "cannot count {table} under valgrind: {reason}"),
            Error::UnknownReference { name } => {
                write!(f, "ratios to {name} were asked for, but no contender has that name")
            }
            Error::WrongOutcome { table, what, expected, found } => {
                write!(f, "{table} came out wrong: {found} {what}, expected {expected}")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Open { source, .. }
            | Error::Read { source, .. }
            | Error::Write { source, .. }
            | Error::HugePages { source } => Some(source),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_one_line_and_says_where() {
        let cut_short = || io::Error::new(io::ErrorKind::UnexpectedEof, "incomplete frame");
        let errors = [
            (Error::Open { path: PathBuf::from("a.zst"), source: cut_short() }, "a.zst"),
            (Error::Read { input: "a.zst".into(), line: 7, source: cut_short() }, "line 7"),
            (Error::NoReferences { input: "a.zst".into(), lines: 3, bad_lines: 2 }, "3 lines, 2 bad"),
            (
                Error::UnknownName { what: "layout", name: "x".into(), known: "boxed, chained".into() },
                "no layout \"x\"; there are boxed, chained",
            ),
            (Error::TooFewKeys { wanted: 20, found: 5 }, "5, where 20"),
            (Error::NotAKey { input: "k.txt".into(), line: 7, text: "x\ny".into() }, "k.txt, line 7"),
            (Error::Write { output: "b.json".into(), source: cut_short() }, "b.json"),
            (Error::Chart { reason: "no room".into() }, "no room"),
            (Error::HugePages { source: cut_short() }, "huge pages"),
            (Error::Valgrind { table: "std".into(), reason: "no such program".into() }, "count std"),
            (Error::UnknownReference { name: "std".into() }, "std"),
            (Error::WrongOutcome { table: "std".into(), what: "relations", expected: 2, found: 1 }, "1 relations"),
        ];
        for (error, part) in errors {
            let message = error.to_string();
            assert!(message.contains(part), "{message}");
            assert!(!message.contains('\n'), "{message}");
        }
    }

    #[test]
    fn only_a_closed_output_is_a_broken_pipe() {
        let write = |kind| Error::Write { output: "standard output".into(), source: io::Error::from(kind) };
        assert!(write(io::ErrorKind::BrokenPipe).is_broken_pipe());
        assert!(!write(io::ErrorKind::StorageFull).is_broken_pipe());
    }
}
