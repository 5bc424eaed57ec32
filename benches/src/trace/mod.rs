//! Real traces: the block references of PostgreSQL's write-ahead log, as `pg_waldump` prints them.
//!
//! [`parse`] turns one line into its block references; [`read`] gets the lines from a file, from standard input or
//! from the excerpt kept in the repository; [`complaints`] words what is said of bad lines; [`Trace`] is what a replay
//! needs of them all.

pub mod complaints;
pub mod parse;
pub mod read;

use std::collections::HashSet;
use std::io::BufRead;

use crate::Error;
use parse::{BadLine, RelationName, parse_line};
use read::{Line, next_line};

/// The relations of a trace's block references, in order: the key stream that recovery puts to its relation table.
#[derive(Debug)]
pub struct Trace {
    /// The workload's name, for example `hp1000-insert`.
    pub name: String,
    /// The relation of every block reference.
    pub references: Vec<RelationName>,
    /// Lines read, bad ones included.
    pub lines: u64,
    /// Lines skipped because they are not as expected.
    pub bad_lines: u64,
}

impl Trace {
    /// Reads a whole trace.
    ///
    /// `input` names the source in errors. `on_bad_line` is told each skipped line's number, from 1, and the reason.
    pub fn read(
        name: String,
        input: &str,
        mut source: impl BufRead,
        mut on_bad_line: impl FnMut(u64, BadLine),
    ) -> Result<Trace, Error> {
        let mut trace = Trace { name, references: Vec::new(), lines: 0, bad_lines: 0 };
        let mut buffer = Vec::new();
        let mut found = Vec::new();
        loop {
            let line = next_line(&mut source, &mut buffer).map_err(|source| Error::Read {
                input: input.to_owned(),
                line: trace.lines + 1,
                source,
            })?;
            let outcome = match line {
                Line::End => break,
                Line::TooLong => Err(BadLine::TooLong),
                Line::Whole(text) => parse_line(text, &mut found),
            };
            trace.lines += 1;
            match outcome {
                Ok(()) => {
                    make_room(&mut trace.references, found.len());
                    trace.references.extend(found.iter().map(|reference| reference.relation));
                }
                Err(reason) => {
                    trace.bad_lines += 1;
                    on_bad_line(trace.lines, reason);
                }
            }
        }
        if trace.references.is_empty() {
            let Trace { lines, bad_lines, .. } = trace;
            return Err(Error::NoReferences { input: input.to_owned(), lines, bad_lines });
        }
        Ok(trace)
    }

    /// How many relations the references name.
    pub fn distinct_relations(&self) -> u64 {
        self.references.iter().collect::<HashSet<_>>().len() as u64
    }
}

/// Grows by a quarter: doubling would hold up to twice the memory that a long trace needs.
fn make_room(references: &mut Vec<RelationName>, more: usize) {
    if references.capacity() - references.len() < more {
        references.reserve_exact(more.max(references.len() / 4).max(1 << 16));
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader, Read};

    use super::read::{MAX_LINE, Source, decompressed};
    use super::*;

    const RECORD: &str =
        "rmgr: Heap  len (rec/tot): 59/6015, tx: 0, lsn: 0/022EE1F8, prev 0/022EE180, desc: INSERT off 8";

    type Skipped = Vec<(u64, BadLine)>;

    /// The relation numbers of the references, the skipped lines, and the number of lines.
    fn read_text(text: &[u8]) -> Result<(Vec<u32>, Skipped, u64), Error> {
        let mut skipped = Vec::new();
        let trace = Trace::read("t".into(), "t.txt", text, |number, reason| skipped.push((number, reason)))?;
        assert_eq!(trace.bad_lines, skipped.len() as u64);
        Ok((trace.references.iter().map(|reference| reference.relation).collect(), skipped, trace.lines))
    }

    fn read_compressed(bytes: &'static [u8]) -> Result<Trace, Error> {
        let source = decompressed(bytes).unwrap();
        Trace::read("t".into(), "t.zst", source, |_, _| ())
    }

    fn compressed(text: &str) -> Vec<u8> {
        zstd::encode_all(text.as_bytes(), 3).unwrap()
    }

    #[test]
    fn excerpt_holds_what_its_readme_says() {
        let source = Source::Excerpt.open().unwrap().reader;
        let trace = Trace::read("e".into(), "e", decompressed(source).unwrap(), |_, _| ()).unwrap();
        assert_eq!((trace.lines, trace.bad_lines, trace.references.len()), (200_000, 0, 201_000));
        assert_eq!(trace.distinct_relations(), 2_001);
    }

    #[test]
    fn a_bad_line_gives_no_reference_and_is_told_by_number() {
        let text = format!(
            "{RECORD}, blkref #0: rel 1663/5/1 blk 0\n\nnonsense\n\
             {RECORD}, blkref #0: rel 1663/5/2 blk 0, blkref #1: rel 1663/5 blk 0\n\
             {RECORD}, blkref #0: rel 1663/5/3 blk 0, blkref #1: rel 1663/5/4 fork vm blk 0"
        );
        let (relations, skipped, lines) = read_text(text.as_bytes()).unwrap();
        assert_eq!(relations, [1, 3, 4]);
        assert_eq!(skipped.iter().map(|&(number, _)| number).collect::<Vec<_>>(), [3, 4]);
        assert_eq!(lines, 5);
    }

    #[test]
    fn carriage_returns_before_line_ends_do_not_matter() {
        let text =
            format!("{RECORD}, blkref #0: rel 1663/5/1 blk 0\r\n\r\n{RECORD}, blkref #0: rel 1663/5/2 blk 7\r\n");
        let (relations, skipped, _) = read_text(text.as_bytes()).unwrap();
        assert_eq!((relations, skipped), (vec![1, 2], vec![]));
    }

    #[test]
    fn an_overlong_line_is_skipped_and_the_next_one_read() {
        let mut text = format!("{RECORD}, blkref #0: rel 1663/5/1 blk 0 {}\n", "x".repeat(3 * MAX_LINE)).into_bytes();
        text.extend(format!("{RECORD}, blkref #0: rel 1663/5/2 blk 0\n").bytes());
        let (relations, skipped, lines) = read_text(&text).unwrap();
        assert_eq!((relations, skipped, lines), (vec![2], vec![(1, BadLine::TooLong)], 2));
    }

    #[test]
    fn input_without_a_reference_is_an_error() {
        for text in ["", "\n\n", "nonsense\n", RECORD] {
            assert!(matches!(read_text(text.as_bytes()), Err(Error::NoReferences { .. })), "{text:?}");
        }
        let error = read_text(b"nonsense\n\n").unwrap_err();
        assert!(matches!(error, Error::NoReferences { input, lines: 2, bad_lines: 1 } if input == "t.txt"));
    }

    #[test]
    fn frames_one_after_the_other_are_one_trace() {
        // The first frame ends in the middle of a line.
        let (first, second) = (format!("{RECORD}, blkref #0: rel 16"), "63/5/1 blk 0\n".to_owned());
        let bytes = [compressed(&first), compressed(&second)].concat().leak();
        assert_eq!(read_compressed(bytes).unwrap().references.len(), 1);
    }

    #[test]
    fn a_truncated_compressed_trace_is_an_error_with_its_place() {
        let text = format!("{RECORD}, blkref #0: rel 1663/5/1 blk 0\n").repeat(1000);
        let whole = compressed(&text);
        for length in [5, whole.len() / 2, whole.len() - 1] {
            let error = read_compressed(whole[..length].to_vec().leak()).unwrap_err();
            assert!(matches!(&error, Error::Read { input, .. } if input == "t.zst"), "{error}");
        }
    }

    #[test]
    fn damage_after_the_last_frame_is_an_error() {
        let bytes = [compressed(&format!("{RECORD}, blkref #0: rel 1663/5/1 blk 0\n")), b"tail".to_vec()].concat();
        let error = read_compressed(bytes.leak()).unwrap_err();
        assert!(matches!(error, Error::Read { line: 2, .. }), "{error}");
    }

    #[test]
    fn a_failing_source_is_an_error_with_its_line() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("disk on fire"))
            }
        }
        let text = format!("{RECORD}, blkref #0: rel 1663/5/1 blk 0\n");
        let source = BufReader::new(text.as_bytes().chain(Failing));
        let error = Trace::read("t".into(), "t.txt", source, |_, _| ()).unwrap_err();
        assert_eq!(error.to_string(), "cannot read t.txt at line 2: disk on fire");
    }
}
