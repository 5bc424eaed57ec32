//! The kernel of a sweep: one table type filled, searched and looked at.

use std::hint::black_box;
use std::marker::PhantomData;
use std::num::NonZeroU64;

use simplehash::stats::Stats;
use simplehash::{HashFn, Hooks, Layout, Pair, Policy, Table, Using};

use super::key::Key;
use super::workload::Workload;
use crate::clock::timed;
use crate::fill_factor::{AtFill, Fill, FillFactor, at_fill};
use crate::measure::Sample;
use crate::{Error, memory};

/// What is timed in every table, in this order.
pub const OPERATIONS: [&str; 3] = ["hit", "miss", "insert"];

/// How a table is made before it is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// With room for all that comes, which is its size then.
    Room,
    /// As PostgreSQL makes one for so many.
    Create(usize),
    /// Empty, without memory.
    Empty,
}

/// One table type at one fill factor: what can be done with it.
#[derive(Debug)]
pub struct Case<K> {
    /// Its fill factor, if it is not the layout's own.
    pub fill_factor: Option<FillFactor>,
    /// Fills a table, searches it, and gives the times of [`OPERATIONS`]; dropping it is not timed.
    pub run: fn(&Workload<K>, Start) -> [Sample; OPERATIONS.len()],
    /// Fills a table and looks at it then.
    pub census: fn(&Workload<K>, Start) -> Census,
}

/// What a table is like when it is full.
#[derive(Clone, Debug, PartialEq)]
pub struct Census {
    /// Entries.
    pub members: u64,
    /// Of the hits, those found.
    pub hits: u64,
    /// Of the misses, those found.
    pub false_hits: u64,
    /// Bytes allocated for the table and what is in it, if they are counted.
    pub bytes: Option<u64>,
    /// Entries the table has room for.
    pub capacity: u64,
    /// PostgreSQL's statistics.
    pub stats: Stats,
}

impl Census {
    /// Whether the table holds what was put in and nothing else; a wrong table must not be measured.
    pub fn check<K>(&self, table: &str, workload: &Workload<K>) -> Result<(), Error> {
        let checks = [
            ("members", workload.members.len() as u64, self.members),
            ("hits", workload.hits.len() as u64, self.hits),
            ("false hits", 0, self.false_hits),
        ];
        for (what, expected, found) in checks {
            if expected != found {
                return Err(Error::WrongOutcome { table: table.to_owned(), what, expected, found });
            }
        }
        Ok(())
    }
}

/// Policy `P` on layout `L`, filled as `F` says.
pub fn case_at<K, P, L, F>() -> Case<K>
where
    K: Key,
    P: Policy<Hasher: Default + HashFn<K>, Hooks: Hooks<Pair<K, K::Value>>>,
    L: Layout,
    F: Fill,
{
    Case { fill_factor: F::FACTOR, run: run::<K, F::Of<Using<P, L>>>, census: census::<K, F::Of<Using<P, L>>> }
}

/// Policy `P` on layout `L`, at the fill factor given or the layout's own: eleven table types.
pub fn case<K, P, L>(fill_factor: Option<FillFactor>) -> Case<K>
where
    K: Key,
    P: Policy<Hasher: Default + HashFn<K>, Hooks: Hooks<Pair<K, K::Value>>>,
    L: Layout,
{
    struct Make<K, P, L>(PhantomData<(K, P, L)>);

    impl<K, P, L> AtFill for Make<K, P, L>
    where
        K: Key,
        P: Policy<Hasher: Default + HashFn<K>, Hooks: Hooks<Pair<K, K::Value>>>,
        L: Layout,
    {
        type Output = Case<K>;
        fn at<F: Fill + 'static>(self) -> Case<K> {
            case_at::<K, P, L, F>()
        }
    }

    at_fill(fill_factor, Make::<K, P, L>(PhantomData))
}

fn fill<K, P>(members: &[K], start: Start) -> Table<K, K::Value, P>
where
    K: Key,
    P: Policy<Hasher: Default + HashFn<K>, Hooks: Hooks<Pair<K, K::Value>>>,
{
    let mut table = match start {
        Start::Room => Table::with_capacity(members.len()),
        Start::Create(entries) => Table::create(entries),
        Start::Empty => Table::default(),
    };
    for key in members {
        table.insert(key.clone(), K::Value::default());
    }
    table
}

fn search<K, P>(table: &Table<K, K::Value, P>, keys: &[K]) -> u64
where
    K: Key,
    P: Policy<Hasher: HashFn<K>, Hooks: Hooks<Pair<K, K::Value>>>,
{
    keys.iter().filter(|key| black_box(table.get(*key)).is_some()).count() as u64
}

fn run<K, P>(workload: &Workload<K>, start: Start) -> [Sample; OPERATIONS.len()]
where
    K: Key,
    P: Policy<Hasher: Default + HashFn<K>, Hooks: Hooks<Pair<K, K::Value>>>,
{
    let sample = |nanoseconds, operations: usize| Sample {
        nanoseconds,
        operations: NonZeroU64::new(operations as u64).unwrap_or(NonZeroU64::MIN),
    };
    let Workload { members, hits, misses } = black_box(workload);
    // So that every table finds the memory that its own last one gave back: where the one before it had another layout,
    // the allocator would have to ask the system for fresh pages, at some four times the cost of an insertion.
    drop(black_box(fill::<K, P>(members, start)));
    let (table, insert) = timed(|| black_box(fill::<K, P>(members, start)));
    let (_, hit) = timed(|| black_box(search(&table, hits)));
    let (_, miss) = timed(|| black_box(search(&table, misses)));
    [sample(hit, hits.len()), sample(miss, misses.len()), sample(insert, members.len())]
}

fn census<K, P>(workload: &Workload<K>, start: Start) -> Census
where
    K: Key,
    P: Policy<Hasher: Default + HashFn<K>, Hooks: Hooks<Pair<K, K::Value>>>,
{
    let (table, bytes) = memory::allocated_by(|| fill::<K, P>(&workload.members, start));
    Census {
        members: table.len() as u64,
        hits: search(&table, &workload.hits),
        false_hits: search(&table, &workload.misses),
        bytes,
        capacity: table.capacity() as u64,
        stats: table.stats(),
    }
}
