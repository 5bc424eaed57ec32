//! The tables that replay a trace: what they must be able to do, and the list of them.

use std::hint::black_box;
use std::num::NonZeroU64;

use dynahash_compat::Chained;
use simplehash::{Dense, Fingerprint, Remembering, RobinHood};

use super::peers::{HashbrownFoldhash, HashbrownFx, IndexMap, Std};
use super::relation::RelationKey;
use super::relation_table::RelationTable;
use super::tables::{
    Foldhash, PackedWord, PgCombine, PgHashBytes, PgMultiply, PgMultiplyRotate, PgMurmur, PgRelation, PgRotate,
    Relations, ThroughDynahash,
};
use crate::clock::timed;
use crate::fill_factor::{AtFill, Fill, FillFactor, at_fill};
use crate::measure::Sample;
use crate::{Error, memory};

/// The table that all others are compared to; it always runs.
pub const REFERENCE: &str = "hashbrown-foldhash";

/// The table of the 2021 patch, which all others are compared to as well where it runs.
pub const PATCH_OF_2021: &str = "robin-hood/pg-murmur";

/// The size PostgreSQL creates its relation table with.
const INITIAL_CAPACITY: usize = 400;

/// A table of the list: its name, and what can be done with a trace through it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The table's name.
    pub name: &'static str,
    /// Replays the trace and gives the time it took, creation included and destruction not.
    pub timed: fn(&[RelationKey]) -> Sample,
    /// Replays the trace and looks at the table then.
    pub census: fn(&[RelationKey]) -> Census,
}

impl Entry {
    /// The entry of a table type.
    fn of<T: RelationTable>(name: &'static str) -> Self {
        Entry { name, timed: timed_replay::<T>, census: census::<T> }
    }
}

/// All tables, those with a fill factor to choose having the one given, or their layout's own.
///
/// Fill factors are constants of the table types, so each has its own instances of them.
pub fn roster(fill_factor: Option<FillFactor>) -> Vec<Entry> {
    struct All;

    impl AtFill for All {
        type Output = Vec<Entry>;
        fn at<F: Fill + 'static>(self) -> Vec<Entry> {
            roster_at::<F>()
        }
    }

    at_fill(fill_factor, All)
}

/// The list of the tables, one a line, in the order they are shown.
fn roster_at<F: Fill + 'static>() -> Vec<Entry> {
    vec![
        Entry::of::<Relations<PgMurmur, RobinHood, F>>("robin-hood/pg-murmur"),
        Entry::of::<Relations<PgCombine, RobinHood, F>>("robin-hood/pg-combine"),
        Entry::of::<Relations<PgHashBytes, RobinHood, F>>("robin-hood/pg-hash-bytes"),
        Entry::of::<Relations<PgMultiplyRotate, RobinHood, F>>("robin-hood/pg-multiply-rotate"),
        Entry::of::<Relations<PgRotate, RobinHood, F>>("robin-hood/pg-rotate"),
        Entry::of::<Relations<PgMultiply, RobinHood, F>>("robin-hood/pg-multiply"),
        Entry::of::<Relations<PgRelation, RobinHood, F>>("robin-hood/pg-relation"),
        Entry::of::<Relations<PackedWord, RobinHood, F>>("robin-hood/packed"),
        Entry::of::<Relations<Foldhash, RobinHood, F>>("robin-hood/foldhash"),
        Entry::of::<Relations<PgMurmur, Remembering<RobinHood>, F>>("remembering/pg-murmur"),
        Entry::of::<Relations<PackedWord, Remembering<RobinHood>, F>>("remembering/packed"),
        Entry::of::<Relations<PgMurmur, Fingerprint, F>>("fingerprint/pg-murmur"),
        Entry::of::<Relations<PackedWord, Fingerprint, F>>("fingerprint/packed"),
        Entry::of::<Relations<Foldhash, Fingerprint, F>>("fingerprint/foldhash"),
        Entry::of::<Relations<PgMurmur, Dense, F>>("dense/pg-murmur"),
        Entry::of::<Relations<PackedWord, Dense, F>>("dense/packed"),
        Entry::of::<Relations<PgMurmur, Chained, F>>("chained/pg-murmur"),
        Entry::of::<Relations<PgCombine, Chained, F>>("chained/pg-combine"),
        Entry::of::<Relations<PgHashBytes, Chained, F>>("chained/pg-hash-bytes"),
        Entry::of::<Relations<PgMultiplyRotate, Chained, F>>("chained/pg-multiply-rotate"),
        Entry::of::<Relations<PgRotate, Chained, F>>("chained/pg-rotate"),
        Entry::of::<Relations<PgMultiply, Chained, F>>("chained/pg-multiply"),
        Entry::of::<Relations<PgRelation, Chained, F>>("chained/pg-relation"),
        Entry::of::<Relations<PackedWord, Chained, F>>("chained/packed"),
        Entry::of::<Relations<Foldhash, Chained, F>>("chained/foldhash"),
        Entry::of::<ThroughDynahash>("dynahash"),
        Entry::of::<Std>("std"),
        Entry::of::<HashbrownFoldhash>(REFERENCE),
        Entry::of::<HashbrownFx>("hashbrown-fx"),
        Entry::of::<IndexMap>("indexmap"),
    ]
}

/// The kernel. Keys are read whole, as recovery has them: a hash function works on all four fields, and not on those
/// that the compiler does not know.
fn replay<T: RelationTable>(references: &[RelationKey]) -> T {
    let mut table = T::create(INITIAL_CAPACITY);
    for &key in references {
        table.open(key);
    }
    table
}

fn timed_replay<T: RelationTable>(references: &[RelationKey]) -> Sample {
    let (table, nanoseconds) = timed(|| black_box(replay::<T>(black_box(references))));
    drop(table);
    Sample { nanoseconds, operations: NonZeroU64::new(references.len() as u64).unwrap_or(NonZeroU64::MIN) }
}

/// What a table is like after a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Census {
    /// Relations in the table.
    pub relations: u64,
    /// Openings counted in all objects together.
    pub opens: u64,
    /// Bytes allocated for table and objects, if they are counted.
    pub bytes: Option<u64>,
    /// Entries the table has room for.
    pub capacity: u64,
    /// PostgreSQL's statistics line.
    pub stat: Option<String>,
    /// The table's fill factor.
    pub fill_factor: Option<FillFactor>,
}

fn census<T: RelationTable>(references: &[RelationKey]) -> Census {
    let (mut table, bytes) = memory::allocated_by(|| replay::<T>(references));
    Census {
        relations: table.relations() as u64,
        opens: table.opens(),
        bytes,
        capacity: table.capacity() as u64,
        stat: table.stat(),
        fill_factor: T::fill_factor(),
    }
}

impl Census {
    /// Whether the table came to what the trace holds; a wrong table must not be measured.
    pub fn check(&self, table: &str, relations: u64, opens: u64) -> Result<(), Error> {
        for (what, expected, found) in [("relations", relations, self.relations), ("opens", opens, self.opens)] {
            if expected != found {
                return Err(Error::WrongOutcome { table: table.to_owned(), what, expected, found });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn references() -> Vec<RelationKey> {
        (0..10_000).map(|index| RelationKey::permanent(1663, index % 3, index % 700)).collect()
    }

    #[test]
    fn every_table_replays_rightly_at_every_fill_factor() {
        let references = references();
        for fill_factor in FillFactor::ALL {
            for entry in roster(Some(fill_factor)) {
                let census = (entry.census)(&references);
                census.check(entry.name, 2100, 10_000).unwrap();

                assert_eq!((entry.timed)(&references).operations.get(), 10_000);
            }
        }
    }

    #[test]
    fn a_wrong_replay_is_an_error() {
        let census = (roster(None)[0].census)(&references());
        let error = census.check("std", 2101, 10_000).unwrap_err();
        assert_eq!(error.to_string(), "std came out wrong: 2100 relations, expected 2101");
        assert!(matches!(census.check("std", 2100, 1), Err(Error::WrongOutcome { what: "opens", .. })));
    }

    #[test]
    fn names_are_distinct_and_have_the_reference() {
        let names: Vec<_> = roster(None).iter().map(|entry| entry.name).collect();
        assert!(names.contains(&REFERENCE));
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    }
}
