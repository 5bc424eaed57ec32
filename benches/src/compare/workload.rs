//! What is done to each table: whole loops, the same keys for all.

use std::hash::{Hash, Hasher};
use std::hint::black_box;
use std::num::NonZeroU64;
use std::ops::Range;

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::clock::timed;
use crate::measure::Sample;
use crate::tables::{MapTable, Subject};
use crate::{Error, memory};

/// What is timed, in this order, in every table.
pub const OPERATIONS: [&str; 8] = ["insert", "hit", "miss", "batch-hit", "batch-miss", "churn", "iterate", "delete"];

/// Loops that are shorter are repeated, so that the clock's own time does not count.
const LEAST_OPERATIONS: usize = if MEASURES { 1_000_000 } else { 20_000 };

/// A program with assertions compiled in is tested, not believed: it does less.
const MEASURES: bool = !cfg!(debug_assertions);

/// The least different lookups: more than the processor's branch predictor learns by heart.
const LEAST_LOOKUPS: usize = 1 << 16;

/// Keys that are brought near before the clock starts. What is measured is the table, not how fast keys come from memory: that
/// would add as much to each table as a fast one takes.
const NEAR: usize = 1 << 16;

/// The same where keys are moved into the table, and each is there twice.
const NEAR_MOVED: usize = 1 << 14;

/// The least steps of churn. A table that marks what was deleted fills up with marks and clears them once in about a million
/// steps, and is slower and slower until then: fewer steps would only show its beginning.
const LEAST_CHURN: usize = if MEASURES { 2_000_000 } else { 20_000 };

/// Keys to put in, to look up and to churn with, for tables of one size.
#[derive(Debug)]
pub struct Workload<K> {
    /// Entries.
    pub size: usize,
    /// Keys in the order in which they come, those of the first table in random order. The value of each is its place, from 1.
    keys: Vec<K>,
    /// Keys of the first table, in random order.
    hits: Vec<K>,
    /// The sum of their values.
    hit_sum: u64,
    /// Keys that are never in a table, as many.
    misses: Vec<K>,
    /// Loops over all entries that make one measurement.
    rounds: usize,
    /// Loops over `hits` and over `misses` that make one measurement.
    lookup_rounds: usize,
}

/// What a table is like, and what its operations came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Census {
    /// The sum of the values found, deleted and iterated over.
    pub checksum: u64,
    /// Bytes allocated, with all entries in, if they are counted. What keys own is not part of them.
    pub bytes: Option<u64>,
    /// Entries it has room for then.
    pub capacity: u64,
    /// The same after the churn.
    pub capacity_after_churn: u64,
}

/// The value of the key at this place.
fn value(place: usize) -> u64 {
    place as u64 + 1
}

/// Reads all that keys consist of.
fn bring_near<K: Hash>(keys: &[K]) {
    let mut hasher = rustc_hash::FxHasher::default();
    keys.hash(&mut hasher);
    black_box(hasher.finish());
}

/// Does it with all keys, some at a time, which are near; the sum of what comes of it, and the time it took.
fn in_parts<K: Hash>(keys: &[K], mut work: impl FnMut(&[K]) -> u64) -> (u64, u64) {
    let parts = keys.chunks(NEAR).map(|keys| {
        bring_near(keys);
        timed(|| black_box(work(keys)))
    });
    parts.fold((0, 0), |(sum, time), (result, took)| (sum.wrapping_add(result), time + took))
}

/// The sum of the values of the keys at these places.
fn sum_of_values(places: Range<usize>) -> u64 {
    let sum_to = |last: u64| last.wrapping_mul(last.wrapping_add(1)) / 2;
    sum_to(places.end as u64).wrapping_sub(sum_to(places.start as u64))
}

impl<K: Clone + Hash> Workload<K> {
    /// For tables of `size` entries.
    pub fn new<S: Subject<Key = K>>(size: usize) -> Self {
        Self::sized::<S>(size, LEAST_CHURN, LEAST_OPERATIONS)
    }

    /// For tables of `size` entries, and so many steps of churn and other operations, or as many as they have entries.
    fn sized<S: Subject<Key = K>>(size: usize, least_churn: usize, least_operations: usize) -> Self {
        let mut random = SmallRng::seed_from_u64(size as u64);
        let steps = size.max(least_churn);
        let lookups = size.max(LEAST_LOOKUPS.min(least_operations));
        let mut keys: Vec<K> = (0..(size + steps) as u64).map(S::key).collect();
        keys[..size].shuffle(&mut random);
        let mut places: Vec<usize> = (0..size).collect();
        places.shuffle(&mut random);
        places.extend((size..lookups).map(|_| random.random_range(0..size)));
        let absent = keys.len() as u64;
        Self {
            size,
            hits: places.iter().map(|place| keys[*place].clone()).collect(),
            hit_sum: places.iter().fold(0, |sum: u64, place| sum.wrapping_add(value(*place))),
            misses: (absent..absent + lookups as u64).map(S::key).collect(),
            rounds: least_operations.div_ceil(size),
            lookup_rounds: least_operations.div_ceil(lookups),
            keys,
        }
    }

    /// Steps of churn: the oldest key goes, a new one comes.
    fn steps(&self) -> usize {
        self.keys.len() - self.size
    }

    /// Places of the keys of a round. Those of the first are at the beginning, those of each further one are others, where there
    /// are as many.
    fn window(&self, round: usize) -> Range<usize> {
        let start = round * self.size % (self.steps() + 1);
        start..start + self.size
    }

    /// Puts in the keys at these places; the time it took.
    fn fill<T: MapTable<K>>(&self, table: &mut T, places: Range<usize>) -> u64 {
        let starts = places.clone().step_by(NEAR_MOVED);
        starts
            .map(|start| {
                let mut keys = self.keys[start..places.end.min(start + NEAR_MOVED)].to_vec();
                timed(|| black_box(&mut *table).fill(keys.drain(..), value(start))).1
            })
            .sum()
    }

    /// Takes out the keys at these places; how many were there, and the time it took.
    fn delete<T: MapTable<K>>(&self, table: &mut T, places: Range<usize>) -> (u64, u64) {
        in_parts(&self.keys[places], |keys| black_box(&mut *table).take_all(keys))
    }

    /// The whole churn: how many of the oldest were there, and the time it took.
    fn churn<T: MapTable<K>>(&self, table: &mut T) -> (u64, u64) {
        let (mut taken, mut time) = (0, 0);
        for start in (0..self.steps()).step_by(NEAR_MOVED) {
            let end = self.steps().min(start + NEAR_MOVED);
            let oldest = &self.keys[start..end];
            bring_near(oldest);
            let mut newest = self.keys[start + self.size..end + self.size].to_vec();
            let first = value(start + self.size);
            let (found, took) = timed(|| black_box(&mut *table).churn(oldest, newest.drain(..), first));
            (taken, time) = (taken + found, time + took);
        }
        (taken, time)
    }

    fn iterate<T: MapTable<K>>(&self, table: &mut T) -> u64 {
        (0..self.rounds).map(|_| black_box(&mut *table).sum()).fold(0, u64::wrapping_add)
    }

    /// What all operations come to in a table without faults, which is why they may be measured.
    fn expected(&self) -> u64 {
        let iterated = sum_of_values(self.steps()..self.keys.len()).wrapping_mul(self.rounds as u64);
        let (churned, deleted) = (self.steps() as u64, self.size as u64);
        self.hit_sum.wrapping_mul(2).wrapping_add(iterated).wrapping_add(churned).wrapping_add(deleted)
    }

    /// Whether a table came to what it should; a wrong one must not be measured.
    pub fn check(&self, table: &str, census: &Census) -> Result<(), Error> {
        let (expected, found) = (self.expected(), census.checksum);
        if expected == found {
            return Ok(());
        }
        Err(Error::WrongOutcome { table: table.to_owned(), what: "the sum of the values", expected, found })
    }

    /// Does every operation once and looks at the table.
    pub fn census<T: MapTable<K>>(&self) -> Census {
        let mut keys = self.keys[..self.size].to_vec();
        let (mut table, allocated) = memory::allocated_by(|| {
            let mut table = T::create();
            table.fill(keys.drain(..), value(0));
            table
        });
        let bytes = table.bytes().or(allocated);
        let capacity = table.capacity() as u64;
        let found = [
            table.find_all(&self.hits),
            table.find_all(&self.misses),
            table.find_batch(&self.hits),
            table.find_batch(&self.misses),
            self.churn(&mut table).0,
            self.iterate(&mut table),
        ];
        let capacity_after_churn = table.capacity() as u64;
        let (deleted, _) = self.delete(&mut table, self.steps()..self.keys.len());
        let checksum = found.into_iter().fold(deleted, u64::wrapping_add);
        Census { checksum, bytes, capacity, capacity_after_churn }
    }

    /// Times every operation once. Making keys, and dropping tables, is not timed.
    pub fn run<T: MapTable<K>>(&self) -> [Sample; OPERATIONS.len()] {
        let this = black_box(self);
        let rounds = this.rounds;
        let sample = |nanoseconds, operations: usize| Sample {
            nanoseconds,
            operations: NonZeroU64::new(operations as u64).unwrap_or(NonZeroU64::MIN),
        };
        let mut table = T::create();
        let mut insert = 0;
        for round in (0..rounds).rev() {
            table = T::create();
            insert += this.fill(&mut table, this.window(round));
        }
        let look_up = |table: &mut T, keys: &[K], find: fn(&mut T, &[K]) -> u64| -> u64 {
            (0..this.lookup_rounds).map(|_| in_parts(keys, |keys| find(black_box(&mut *table), keys)).1).sum()
        };
        let hit = look_up(&mut table, &this.hits, |table, keys| table.find_all(keys));
        let miss = look_up(&mut table, &this.misses, |table, keys| table.find_all(keys));
        let batch_hit = look_up(&mut table, &this.hits, |table, keys| table.find_batch(keys));
        let batch_miss = look_up(&mut table, &this.misses, |table, keys| table.find_batch(keys));
        let (_, churn) = this.churn(&mut table);
        let (_, iterate) = timed(|| black_box(this.iterate(&mut table)));
        // Others are put in, untimed, until there were enough deletions to time.
        let (_, mut delete) = this.delete(&mut table, this.steps()..this.keys.len());
        for round in 1..rounds {
            this.fill(&mut table, this.window(round));
            delete += this.delete(&mut table, this.window(round)).1;
        }
        let (lookups, all) = (this.hits.len() * this.lookup_rounds, this.size * rounds);
        [
            sample(insert, all),
            sample(hit, lookups),
            sample(miss, lookups),
            sample(batch_hit, lookups),
            sample(batch_miss, lookups),
            sample(churn, this.steps()),
            sample(iterate, all),
            sample(delete, all),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::WithTable;
    use crate::tables::numbers::Numbers;
    use crate::tables::peers::Std;
    use crate::tables::relations::BoxedRelations;
    use crate::tables::strings::Strings;

    struct Check<K>(Workload<K>);

    impl<K: Clone + Hash> WithTable<K> for Check<K> {
        type Output = ();
        fn with<T: MapTable<K>>(&self, name: &'static str) {
            self.0.check(name, &self.0.census::<T>()).unwrap();
        }
    }

    fn all_tables_come_to_the_same<S: Subject>() {
        for size in [1, 10, 1000] {
            S::for_each_table(&Check(Workload::sized::<S>(size, 5000, 5000)));
        }
    }

    #[test]
    fn all_tables_of_numbers_come_to_the_same() {
        all_tables_come_to_the_same::<Numbers>();
    }

    #[test]
    fn all_tables_of_strings_come_to_the_same() {
        all_tables_come_to_the_same::<Strings>();
    }

    #[test]
    fn all_tables_of_relations_come_to_the_same() {
        all_tables_come_to_the_same::<BoxedRelations>();
    }

    #[test]
    fn a_wrong_table_is_not_measured() {
        let workload = Workload::sized::<Numbers>(100, 5000, 5000);
        let census = Census { checksum: 7, ..workload.census::<Std<u64, u64>>() };
        let message = workload.check("std", &census).unwrap_err().to_string();
        assert!(message.contains("std came out wrong"), "{message}");
    }

    #[test]
    fn everything_is_counted() {
        let workload = Workload::sized::<Numbers>(300, 25_000, 20_000);
        let operations = workload.run::<Std<u64, u64>>().map(|sample| sample.operations.get());
        assert_eq!(operations, [20_100, 20_000, 20_000, 20_000, 20_000, 25_000, 20_100, 20_100]);
    }

    #[test]
    fn each_round_has_other_keys() {
        let workload = Workload::sized::<Numbers>(1000, 2000, 3000);
        assert_eq!([0, 1, 2].map(|round| workload.window(round)), [0..1000, 1000..2000, 2000..3000]);
        assert!((0..100).all(|round| workload.window(round).end <= workload.keys.len()));
    }

    #[test]
    fn values_are_places_from_one() {
        assert_eq!((value(0), sum_of_values(0..3), sum_of_values(2..5)), (1, 6, 12));
    }
}
