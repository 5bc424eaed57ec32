//! What is done to each table: whole loops, the same keys for all.

use std::hint::black_box;
use std::num::NonZeroU64;

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::clock::timed;
use crate::measure::Sample;
use crate::tables::{MapTable, Subject};
use crate::{Error, memory};

/// What is timed, in this order, in every table.
pub const OPERATIONS: [&str; 8] = ["insert", "hit", "miss", "batch-hit", "batch-miss", "churn", "iterate", "delete"];

/// Fewer lookups than this would be of a sequence that the processor's branch predictor learns; and loops over all entries that
/// are shorter are repeated, so that the clock's own time does not count.
const LEAST_OPERATIONS: usize = 1_000_000;

/// The least steps of churn. A table that marks what was deleted fills up with marks and clears them once in about a million
/// steps, and is slower and slower until then: fewer steps would only show its beginning.
const LEAST_CHURN: usize = 2_000_000;

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

/// The sum of the values of the keys at these places.
fn sum_of_values(places: std::ops::Range<usize>) -> u64 {
    let sum_to = |last: u64| last.wrapping_mul(last.wrapping_add(1)) / 2;
    sum_to(places.end as u64).wrapping_sub(sum_to(places.start as u64))
}

impl<K: Clone> Workload<K> {
    /// For tables of `size` entries.
    pub fn new<S: Subject<Key = K>>(size: usize) -> Self {
        Self::sized::<S>(size, LEAST_CHURN, LEAST_OPERATIONS)
    }

    /// For tables of `size` entries, and so many steps of churn and other operations, or as many as they have entries.
    fn sized<S: Subject<Key = K>>(size: usize, least_churn: usize, least_operations: usize) -> Self {
        let mut random = SmallRng::seed_from_u64(size as u64);
        let steps = size.max(least_churn);
        let lookups = size.max(least_operations);
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
            keys,
        }
    }

    /// Steps of churn: the oldest key goes, a new one comes.
    fn steps(&self) -> usize {
        self.keys.len() - self.size
    }

    /// Places of the keys of a round. Those of the first are at the beginning, those of each further one are others, where there
    /// are as many.
    fn window(&self, round: usize) -> std::ops::Range<usize> {
        let start = round * self.size % (self.steps() + 1);
        start..start + self.size
    }

    /// Puts in the keys at these places.
    fn fill<T: MapTable<K>>(table: &mut T, mut keys: Vec<K>, first: usize) {
        table.fill(keys.drain(..), value(first));
    }

    fn churn<T: MapTable<K>>(&self, table: &mut T, mut newest: Vec<K>) -> u64 {
        table.churn(&self.keys[..self.steps()], newest.drain(..), value(self.size))
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
        let mut supply = self.keys[..self.size].to_vec();
        let (mut table, allocated) = memory::allocated_by(|| {
            let mut table = T::create();
            table.fill(supply.drain(..), value(0));
            table
        });
        let bytes = table.bytes().or(allocated);
        let capacity = table.capacity() as u64;
        let found = [
            table.find_all(&self.hits),
            table.find_all(&self.misses),
            table.find_batch(&self.hits),
            table.find_batch(&self.misses),
            self.churn(&mut table, self.keys[self.size..].to_vec()),
            self.iterate(&mut table),
        ];
        let capacity_after_churn = table.capacity() as u64;
        let deleted = table.take_all(&self.keys[self.steps()..]);
        let checksum = found.into_iter().fold(deleted, u64::wrapping_add);
        Census { checksum, bytes, capacity, capacity_after_churn }
    }

    /// Times every operation once. Making keys, and dropping tables, is not timed.
    pub fn run<T: MapTable<K>>(&self) -> [Sample; OPERATIONS.len()] {
        let this = black_box(self);
        let (size, rounds) = (this.size, this.rounds);
        let sample = |nanoseconds, operations: usize| Sample {
            nanoseconds,
            operations: NonZeroU64::new(operations as u64).unwrap_or(NonZeroU64::MIN),
        };
        let mut table = T::create();
        let mut insert = 0;
        for round in (0..rounds).rev() {
            let window = this.window(round);
            let keys = this.keys[window.clone()].to_vec();
            table = T::create();
            insert += timed(|| Self::fill(black_box(&mut table), keys, window.start)).1;
        }
        let (_, hit) = timed(|| black_box(table.find_all(&this.hits)));
        let (_, miss) = timed(|| black_box(table.find_all(&this.misses)));
        let (_, batch_hit) = timed(|| black_box(table.find_batch(&this.hits)));
        let (_, batch_miss) = timed(|| black_box(table.find_batch(&this.misses)));
        let newest = this.keys[size..].to_vec();
        let (_, churn) = timed(|| black_box(this.churn(&mut table, newest)));
        let (_, iterate) = timed(|| black_box(this.iterate(&mut table)));
        // Others are put in, untimed, until there were enough deletions to time.
        let mut delete = timed(|| black_box(table.take_all(&this.keys[this.steps()..]))).1;
        for round in 1..rounds {
            let window = this.window(round);
            Self::fill(&mut table, this.keys[window.clone()].to_vec(), window.start);
            delete += timed(|| black_box(table.take_all(&this.keys[window]))).1;
        }
        let (lookups, all) = (this.hits.len(), size * rounds);
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

    impl<K: Clone> WithTable<K> for Check<K> {
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
