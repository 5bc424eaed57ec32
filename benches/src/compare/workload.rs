//! What is done to each table: whole loops, the same keys for all.

use std::hint::black_box;
use std::num::NonZeroU64;

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};

use crate::clock::timed;
use crate::measure::Sample;
use crate::numbers::{NumberTable, key};
use crate::{Error, memory};

/// What is timed, in this order, in every table.
pub const OPERATIONS: [&str; 6] = ["insert", "hit", "miss", "churn", "iterate", "delete"];

/// Where a loop over all entries is shorter it is repeated, so that the clock's own time does not count.
const LEAST_OPERATIONS: usize = 200_000;

/// The least steps of churn. A table that marks what was deleted fills up with marks and clears them once in about a million
/// steps, and is slower and slower until then: fewer steps would only show its beginning.
const LEAST_CHURN: usize = 2_000_000;

/// Keys to look up and to churn with, for tables of one size.
#[derive(Debug)]
pub struct Workload {
    /// Entries.
    pub size: usize,
    /// Numbers of keys that are there, in random order.
    hits: Vec<u64>,
    /// Steps of churn: the oldest key goes, a new one comes.
    steps: usize,
    /// Loops over all entries that make one measurement.
    rounds: usize,
}

/// What a table is like, and what its operations came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Census {
    /// The sum of the values found, deleted and iterated over.
    pub checksum: u64,
    /// Bytes allocated, with all entries in, if they are counted.
    pub bytes: Option<u64>,
    /// Entries it has room for then.
    pub capacity: u64,
    /// The same after the churn.
    pub capacity_after_churn: u64,
}

impl Workload {
    /// For tables of `size` entries.
    pub fn new(size: usize) -> Self {
        Self::with_churn(size, LEAST_CHURN)
    }

    /// For tables of `size` entries, and so many steps of churn or as many as they have entries.
    fn with_churn(size: usize, least: usize) -> Self {
        let mut random = SmallRng::seed_from_u64(size as u64);
        let mut hits: Vec<u64> = (0..size as u64).collect();
        hits.shuffle(&mut random);
        let again = LEAST_OPERATIONS.saturating_sub(size);
        hits.extend((0..again).map(|_| random.random_range(0..size as u64)));
        // (Fresh entropy would make runs differ.)
        _ = random.next_u64();
        Self { size, hits, steps: size.max(least), rounds: LEAST_OPERATIONS.div_ceil(size) }
    }

    /// Numbers of keys that are never in a table.
    fn absent(&self) -> u64 {
        (self.size + self.steps) as u64
    }

    /// What all operations come to in a table without faults, which is why they may be measured.
    fn expected(&self) -> u64 {
        let sum_below = |end: u64| end.wrapping_mul(end.wrapping_sub(1)) / 2;
        let (size, steps) = (self.size as u64, self.steps as u64);
        let hits = self.hits.iter().sum::<u64>();
        let iterated = (sum_below(size + steps) - sum_below(steps)).wrapping_mul(self.rounds as u64);
        hits.wrapping_add(iterated).wrapping_add(steps).wrapping_add(size)
    }

    /// Whether a table came to what it should; a wrong one must not be measured.
    pub fn check(&self, table: &str, census: &Census) -> Result<(), Error> {
        let (expected, found) = (self.expected(), census.checksum);
        if expected == found {
            return Ok(());
        }
        Err(Error::WrongOutcome { table: table.to_owned(), what: "the sum of the values", expected, found })
    }
}

fn filled<T: NumberTable>(size: usize) -> T {
    let mut table = T::create();
    for number in 0..size as u64 {
        table.put(key(number), number);
    }
    table
}

fn hit<T: NumberTable>(table: &mut T, numbers: &[u64]) -> u64 {
    numbers.iter().map(|number| table.find(key(*number)).unwrap_or(0)).fold(0, u64::wrapping_add)
}

fn miss<T: NumberTable>(table: &mut T, from: u64, count: usize) -> u64 {
    (from..from + count as u64).map(|number| table.find(key(number)).unwrap_or(0)).fold(0, u64::wrapping_add)
}

fn churn<T: NumberTable>(table: &mut T, size: usize, steps: usize) -> u64 {
    let mut taken = 0;
    for oldest in 0..steps as u64 {
        taken += u64::from(table.take(key(oldest)));
        let newest = oldest + size as u64;
        table.put(key(newest), newest);
    }
    taken
}

fn iterate<T: NumberTable>(table: &mut T, rounds: usize) -> u64 {
    (0..rounds).map(|_| black_box(&mut *table).sum()).fold(0, u64::wrapping_add)
}

fn delete<T: NumberTable>(table: &mut T, from: u64, size: usize) -> u64 {
    (from..from + size as u64).map(|number| u64::from(table.take(key(number)))).sum()
}

/// Times every operation once.
pub fn run<T: NumberTable>(workload: &Workload) -> [Sample; OPERATIONS.len()] {
    let Workload { size, hits, steps, rounds } = black_box(workload);
    let (size, steps, rounds) = (*size, *steps, *rounds);
    let sample = |nanoseconds, operations: usize| Sample {
        nanoseconds,
        operations: NonZeroU64::new(operations as u64).unwrap_or(NonZeroU64::MIN),
    };
    // Small tables are built several times; dropping them is not timed.
    let (mut tables, insert) = timed(|| (0..rounds).map(|_| black_box(filled::<T>(size))).collect::<Vec<T>>());
    let Some(mut table) = tables.pop() else { unreachable!("there is a round") };
    drop(tables);
    let (_, hit) = timed(|| black_box(hit(&mut table, hits)));
    let (_, miss) = timed(|| black_box(miss(&mut table, workload.absent(), hits.len())));
    let (_, churn) = timed(|| black_box(churn(&mut table, size, steps)));
    let (_, iterate) = timed(|| black_box(iterate(&mut table, rounds)));
    // What is deleted is put in again, untimed, until there were enough deletions to time.
    let mut delete_time = 0;
    for round in 0..rounds {
        let from = steps as u64;
        let (_, time) = timed(|| black_box(delete(&mut table, from, size)));
        delete_time += time;
        if round + 1 < rounds {
            (from..from + size as u64).for_each(|number| table.put(key(number), number));
        }
    }
    [
        sample(insert, size * rounds),
        sample(hit, hits.len()),
        sample(miss, hits.len()),
        sample(churn, steps),
        sample(iterate, size * rounds),
        sample(delete_time, size * rounds),
    ]
}

/// Does every operation once and looks at the table.
pub fn census<T: NumberTable>(workload: &Workload) -> Census {
    let Workload { size, hits, steps, rounds } = workload;
    let (mut table, bytes) = memory::allocated_by(|| filled::<T>(*size));
    let capacity = table.capacity() as u64;
    let found = [
        hit(&mut table, hits),
        miss(&mut table, workload.absent(), hits.len()),
        churn(&mut table, *size, *steps),
        iterate(&mut table, *rounds),
    ];
    let capacity_after_churn = table.capacity() as u64;
    let deleted = delete(&mut table, *steps as u64, *size);
    let checksum = found.into_iter().fold(deleted, u64::wrapping_add);
    Census { checksum, bytes, capacity, capacity_after_churn }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::peers::Std;
    use crate::numbers::{WithTable, for_each_table};

    #[test]
    fn all_tables_come_to_the_same() {
        struct Check(Workload);
        impl WithTable for Check {
            type Output = ();
            fn with<T: NumberTable>(&self, name: &'static str) {
                self.0.check(name, &census::<T>(&self.0)).unwrap();
            }
        }
        for size in [1, 10, 1000] {
            for_each_table(&Check(Workload::with_churn(size, 5000)));
        }
    }

    #[test]
    fn a_wrong_table_is_not_measured() {
        let workload = Workload::with_churn(100, 5000);
        let census = Census { checksum: 7, ..census::<Std>(&workload) };
        let message = workload.check("std", &census).unwrap_err().to_string();
        assert!(message.contains("std came out wrong"), "{message}");
    }

    #[test]
    fn everything_is_counted() {
        let operations = run::<Std>(&Workload::with_churn(300, 250_000)).map(|sample| sample.operations.get());
        assert_eq!(operations, [200_100, 200_000, 200_000, 250_000, 200_100, 200_100]);
    }
}
