//! One line of `pg_waldump` text to its block references.
//!
//! A reference looks like `blkref #0: rel 1663/16384/1259 fork vm blk 7`; the main fork is usually left out.

use std::fmt;

/// The name of a relation on disk, as the write-ahead log has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RelationName {
    /// The tablespace; 1663 is the default one.
    pub tablespace: u32,
    /// The database; 0 for relations that all databases share.
    pub database: u32,
    /// The relation's file number.
    pub relation: u32,
}

/// The files of one relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fork {
    /// The rows or index entries themselves.
    Main,
    /// The free space map, `fsm`.
    FreeSpaceMap,
    /// The visibility map, `vm`.
    VisibilityMap,
    /// The empty state of an unlogged relation, `init`.
    Initialization,
}

/// One block that a record of the log touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockReference {
    /// The relation.
    pub relation: RelationName,
    /// The file of the relation.
    pub fork: Fork,
    /// The block in that file.
    pub block: u32,
}

/// Why a line is skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadLine {
    /// It is longer than any record's line.
    TooLong,
    /// It is not UTF-8.
    NotUtf8,
    /// It is no record: it does not start with `rmgr:`.
    NotARecord,
    /// A block reference in it is malformed.
    Malformed {
        /// What was expected.
        expected: &'static str,
        /// What is there instead, shortened.
        found: String,
    },
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadLine::TooLong => f.write_str("longer than 1 MiB"),
            BadLine::NotUtf8 => f.write_str("not UTF-8"),
            BadLine::NotARecord => f.write_str("not a record, expected \"rmgr:\" at the start"),
            BadLine::Malformed { expected, found } => {
                write!(f, "malformed block reference, expected {expected}, found {found:?}")
            }
        }
    }
}

/// Replaces the contents of `references` by those of one line, given without its line end.
///
/// Blank lines and the notices that `pg_waldump` itself prints have none. A bad line has none either, whatever stands
/// before the fault.
pub fn parse_line(line: &[u8], references: &mut Vec<BlockReference>) -> Result<(), BadLine> {
    references.clear();
    let line = str::from_utf8(line).map_err(|_| BadLine::NotUtf8)?;
    if is_quiet(line) {
        return Ok(());
    }
    if !is_record(line) {
        return Err(BadLine::NotARecord);
    }
    let mut rest = line;
    while let Some(start) = rest.find(MARK) {
        let mut cursor = Cursor(&rest[start + MARK.len()..]);
        match cursor.block_reference() {
            Ok(reference) => references.push(reference),
            Err(fault) => {
                references.clear();
                return Err(fault);
            }
        }
        rest = cursor.0;
    }
    Ok(())
}

const MARK: &str = "blkref #";

fn is_quiet(line: &str) -> bool {
    line.starts_with("pg_waldump:") || line.starts_with("first record is after") || line.trim().is_empty()
}

/// With `--bkp-details` the references follow their record, each on a line of its own after a tab.
fn is_record(line: &str) -> bool {
    line.starts_with("rmgr:") || line.strip_prefix('\t').is_some_and(|line| line.starts_with(MARK))
}

/// What is left of the line.
struct Cursor<'a>(&'a str);

impl Cursor<'_> {
    /// The part of a reference after `blkref #`.
    fn block_reference(&mut self) -> Result<BlockReference, BadLine> {
        self.number("a reference number")?;
        self.text(": rel ", "\": rel \" after the reference number")?;
        let tablespace = self.number("a tablespace number")?;
        self.text("/", "\"/\" after the tablespace")?;
        let database = self.number("a database number")?;
        self.text("/", "\"/\" after the database")?;
        let relation = self.number("a relation number")?;
        let fork = if self.skip(" fork ") { self.fork()? } else { Fork::Main };
        self.text(" blk ", "\" blk \"")?;
        let block = self.number("a block number")?;
        if !(self.0.is_empty() || self.0.starts_with([' ', ',', ';'])) {
            return Err(self.fault("an end of the block number"));
        }
        Ok(BlockReference { relation: RelationName { tablespace, database, relation }, fork, block })
    }

    fn skip(&mut self, text: &str) -> bool {
        let rest = self.0.strip_prefix(text);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn text(&mut self, text: &str, expected: &'static str) -> Result<(), BadLine> {
        if self.skip(text) { Ok(()) } else { Err(self.fault(expected)) }
    }

    /// Digits only: `u32::from_str` would also take a sign.
    fn number(&mut self, expected: &'static str) -> Result<u32, BadLine> {
        let end = self.0.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(self.0.len());
        let Ok(number) = self.0[..end].parse() else { return Err(self.fault(expected)) };
        self.0 = &self.0[end..];
        Ok(number)
    }

    fn fork(&mut self) -> Result<Fork, BadLine> {
        let end = self.0.find(' ').unwrap_or(self.0.len());
        let fork = match &self.0[..end] {
            "main" => Fork::Main,
            "fsm" => Fork::FreeSpaceMap,
            "vm" => Fork::VisibilityMap,
            "init" => Fork::Initialization,
            _ => return Err(self.fault("a fork (main, fsm, vm, init)")),
        };
        self.0 = &self.0[end..];
        Ok(fork)
    }

    fn fault(&self, expected: &'static str) -> BadLine {
        BadLine::Malformed { expected, found: self.0.chars().take(24).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: impl AsRef<[u8]>) -> Result<Vec<BlockReference>, BadLine> {
        let mut references = Vec::new();
        let outcome = parse_line(line.as_ref(), &mut references);
        if outcome.is_err() {
            assert!(references.is_empty());
        }
        outcome.map(|()| references)
    }

    fn reference(numbers: [u32; 3], fork: Fork, block: u32) -> BlockReference {
        let [tablespace, database, relation] = numbers;
        BlockReference { relation: RelationName { tablespace, database, relation }, fork, block }
    }

    #[test]
    fn a_real_record() {
        let line = "rmgr: Heap2       len (rec/tot):     59/  6015, tx:          0, lsn: 0/022EE1F8, prev 0/022EE180, \
                    desc: PRUNE latestRemovedXid 726 nredirected 11 ndead 1, blkref #0: rel 1663/16384/1259 blk 0 FPW";
        assert_eq!(parsed(line), Ok(vec![reference([1663, 16384, 1259], Fork::Main, 0)]));
    }

    #[test]
    fn several_references_with_each_fork() {
        let line = "rmgr: X desc: Y, blkref #0: rel 1663/5/10 fork main blk 1, blkref #1: rel 1664/0/11 fork fsm blk 2 \
                    FPW, blkref #2: rel 1663/5/12 fork vm blk 3; x, blkref #32: rel 1663/5/13 fork init blk 4294967295";
        assert_eq!(
            parsed(line),
            Ok(vec![
                reference([1663, 5, 10], Fork::Main, 1),
                reference([1664, 0, 11], Fork::FreeSpaceMap, 2),
                reference([1663, 5, 12], Fork::VisibilityMap, 3),
                reference([1663, 5, 13], Fork::Initialization, u32::MAX),
            ])
        );
    }

    #[test]
    fn a_record_without_references() {
        assert_eq!(parsed("rmgr: Transaction len (rec/tot): 34/34, tx: 731, desc: COMMIT 2026-11-30"), Ok(vec![]));
    }

    #[test]
    fn references_on_lines_of_their_own() {
        let line = "\tblkref #0: rel 1663/5/10 fork main blk 1 (FPW); hole: offset: 60, length: 8016";
        assert_eq!(parsed(line), Ok(vec![reference([1663, 5, 10], Fork::Main, 1)]));
    }

    #[test]
    fn blank_lines_and_notices_are_quiet() {
        let notices = [
            "",
            "   ",
            "\t",
            "first record is after 0/1000000, at 0/1000028, skipping over 40 bytes",
            "pg_waldump: fatal: error in WAL record at 0/1: invalid record length at 0/2: wanted 24, got 0",
        ];
        for line in notices {
            assert_eq!(parsed(line), Ok(vec![]), "{line:?}");
        }
    }

    #[test]
    fn lines_that_are_no_records() {
        for line in ["nonsense", " rmgr: Heap", "blkref #0: rel 1663/5/10 blk 1", "rmgr"] {
            assert_eq!(parsed(line), Err(BadLine::NotARecord), "{line:?}");
        }
        assert_eq!(parsed(b"rmgr: Heap desc: \xff, blkref #0: rel 1663/5/10 blk 1"), Err(BadLine::NotUtf8));
    }

    #[test]
    fn malformed_references() {
        let faults = [
            ("", "a reference number"),
            ("x: rel 1/2/3 blk 4", "a reference number"),
            ("0 rel 1/2/3 blk 4", "\": rel \" after the reference number"),
            ("0: blk 4", "\": rel \" after the reference number"),
            ("0: rel /2/3 blk 4", "a tablespace number"),
            ("0: rel -1/2/3 blk 4", "a tablespace number"),
            ("0: rel +1/2/3 blk 4", "a tablespace number"),
            ("0: rel 4294967296/2/3 blk 4", "a tablespace number"),
            ("0: rel 1 blk 4", "\"/\" after the tablespace"),
            ("0: rel 1/4294967296/3 blk 4", "a database number"),
            ("0: rel 1/2 blk 4", "\"/\" after the database"),
            ("0: rel 1/2/99999999999999999999 blk 4", "a relation number"),
            ("0: rel 1/2/3", "\" blk \""),
            ("0: rel 1/2/3/4 blk 4", "\" blk \""),
            ("0: rel 1/2/3 fork", "\" blk \""),
            ("0: rel 1/2/3 fork toast blk 4", "a fork (main, fsm, vm, init)"),
            ("0: rel 1/2/3 fork  blk 4", "a fork (main, fsm, vm, init)"),
            ("0: rel 1/2/3 fork vm", "\" blk \""),
            ("0: rel 1/2/3 blk ", "a block number"),
            ("0: rel 1/2/3 blk 4294967296", "a block number"),
            ("0: rel 1/2/3 blk 4x", "an end of the block number"),
            ("0: rel 1/2/3 blk 4é", "an end of the block number"),
        ];
        for (text, wanted) in faults {
            // A good reference before the fault does not count.
            let line = format!("rmgr: Heap desc: X, blkref #0: rel 1663/5/10 blk 1, blkref #{text}");
            match parsed(&line) {
                Err(BadLine::Malformed { expected, .. }) => assert_eq!(expected, wanted, "{line}"),
                other => panic!("{line}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_fault_is_shown_shortened() {
        let message = parsed(format!("rmgr: X blkref #0: rel {}", "é".repeat(1000))).unwrap_err().to_string();
        assert!(message.starts_with("malformed block reference, expected a tablespace number, found \"é"), "{message}");
        assert!(message.chars().count() < 120, "{message}");
    }
}
