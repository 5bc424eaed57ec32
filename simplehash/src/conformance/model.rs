//! Random operations against the standard library's map.

use std::collections::HashMap;
use std::vec::Vec;

use allocator_api2::alloc::Global;
use quickcheck::{QuickCheck, TestResult};

use super::policies::{By, Clustered, Constant, Mixed, Plain, Reseeding, Seeded, Wrapping};
use super::tracked::Tracked;
use crate::entry::Pair;
use crate::error::Error;
use crate::hash::HashFn;
use crate::hooks::NoHooks;
use crate::layout::Layout;
use crate::policy::Policy;
use crate::table::Table;

/// An operation: which, on which key, with what number.
type Operation = (u8, u8, u16);

/// Keys are few, so that operations meet.
const KEYS: u32 = 97;

fn run<P>(create: usize, operations: &[Operation])
where
    P: Policy<Hasher: Default + HashFn<u32>, Hooks = NoHooks>,
{
    let mut table = Table::<u32, Tracked, P>::create(create);
    let mut model = HashMap::new();
    for &(operation, key, number) in operations {
        let (key, number) = (u32::from(key) % KEYS, u32::from(number));
        apply(&mut table, &mut model, operation, key, number);
        assert_eq!(table.len(), model.len(), "after {operation} of {key}");
        assert_eq!(Tracked::live(), model.len().cast_signed());
    }
    check(&table, &model);
    drop(table);
    assert_eq!(Tracked::live(), 0);
}

fn apply<P>(
    table: &mut Table<u32, Tracked, P, Global>,
    model: &mut HashMap<u32, u32>,
    operation: u8,
    key: u32,
    number: u32,
) where
    P: Policy<Hasher: HashFn<u32>, Hooks = NoHooks>,
{
    let value = |tracked: Tracked| tracked.value();
    match operation % 20 {
        0..6 => assert_eq!(table.insert(key, Tracked::new(number)).map(value), model.insert(key, number)),
        6 => {
            let (pair, new) = table.find_or_insert_with(&key, || Pair(key, Tracked::new(number)));
            let new_in_model = !model.contains_key(&key);
            assert_eq!((pair.1.value(), new), (*model.entry(key).or_insert(number), new_in_model));
        }
        7 => match table.insert_no_grow(&key, || Pair(key, Tracked::new(number))) {
            Ok((pair, _)) => assert_eq!(pair.1.value(), *model.entry(key).or_insert(number)),
            Err(Error::WouldGrow { .. }) => assert!(!model.contains_key(&key), "what is there is found"),
            Err(error) => panic!("{error}"),
        },
        8 | 9 => assert_eq!(table.get(&key).map(Tracked::value), model.get(&key).copied()),
        10 => {
            let (stored, in_model) = (table.get_mut(&key), model.get_mut(&key));
            assert_eq!(stored.is_some(), in_model.is_some());
            if let (Some(stored), Some(in_model)) = (stored, in_model) {
                *stored = Tracked::new(number);
                *in_model = number;
            }
        }
        11 | 12 => assert_eq!(table.remove(&key).map(value), model.remove(&key)),
        13 => assert_eq!(table.delete(&key), model.remove(&key).is_some()),
        14 => {
            let found = table.find_entry(&key);
            assert_eq!(found.is_some(), model.contains_key(&key));
            if let Some(found) = found {
                assert_eq!(found.get().0, key);
                found.delete();
                model.remove(&key);
            }
        }
        15 => {
            // Delete while iterating.
            let (mut walk, mut seen) = (table.iterate(), Vec::new());
            while let Some(entry) = walk.next() {
                let at = entry.get().0;
                seen.push(at);
                if (at ^ number) & 3 == 0 {
                    entry.delete();
                }
            }
            seen.sort_unstable();
            let mut keys: Vec<u32> = model.keys().copied().collect();
            keys.sort_unstable();
            assert_eq!(seen, keys, "each entry once");
            model.retain(|at, _| (at ^ number) & 3 != 0);
        }
        16 => table.reserve(number as usize % 200),
        17 => table.grow(number as usize % 512).unwrap(),
        18 => check(table, model),
        _ if number.is_multiple_of(8) => {
            table.clear();
            model.clear();
        }
        _ => assert_eq!(table.contains_key(&(key + KEYS)), model.contains_key(&(key + KEYS))),
    }
}

fn check<P>(table: &Table<u32, Tracked, P, Global>, model: &HashMap<u32, u32>)
where
    P: Policy<Hasher: HashFn<u32>, Hooks = NoHooks>,
{
    let sorted = |mut pairs: Vec<(u32, u32)>| {
        pairs.sort_unstable();
        pairs
    };
    let in_table = sorted(table.iter().map(|(key, value)| (*key, value.value())).collect());
    assert_eq!(in_table, sorted(model.iter().map(|(key, value)| (*key, *value)).collect()));
    assert_eq!(table.keys().len(), model.len(), "the iterator knows how many are left");
    for key in 0..2 * KEYS {
        assert_eq!(table.get(&key).map(Tracked::value), model.get(&key).copied());
    }
    let stats = table.stats();
    assert_eq!(stats.members, model.len() as u64);
    assert!(stats.max_chain <= stats.total_chain && stats.max_collisions <= stats.total_collisions);
}

fn check_all<P>()
where
    P: Policy<Hasher: Default + HashFn<u32>, Hooks = NoHooks>,
{
    fn property<P>(create: u8, operations: Vec<Operation>) -> TestResult
    where
        P: Policy<Hasher: Default + HashFn<u32>, Hooks = NoHooks>,
    {
        run::<P>(usize::from(create), &operations);
        TestResult::passed()
    }
    QuickCheck::new().quickcheck(property::<P> as fn(u8, Vec<Operation>) -> TestResult);
    // quickcheck's sequences are short; a long one sees growth and churn.
    let mut state = 1_u64;
    let long = (0..20_000).map(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as u8, (state >> 41) as u8, (state >> 48) as u16)
    });
    run::<P>(0, &long.collect::<Vec<_>>());
}

/// Keys spread well.
pub fn under_a_good_hash<L: Layout>() {
    check_all::<Plain<L, By<Mixed>>>();
}

/// The default of most users.
pub fn under_a_seeded_hash<L: Layout>() {
    check_all::<Seeded<L>>();
}

/// Eight keys share a hash, and hashes follow each other.
pub fn under_a_clustering_hash<L: Layout>() {
    check_all::<Plain<L, By<Clustered>>>();
}

/// All keys have the hash 0.
pub fn under_a_constant_hash<L: Layout>() {
    check_all::<Plain<L, By<Constant>>>();
}

/// Hashes at the end of their range: runs of slots go around the end of the table.
pub fn under_a_wrapping_hash<L: Layout>() {
    check_all::<Plain<L, By<Wrapping>>>();
}

/// Tables that begin with a bad seed, and may draw another.
pub fn under_a_bad_seed<L: Layout>() {
    check_all::<Reseeding<L>>();
}

/// Every small size, filled to every length around its threshold.
pub fn when_created_with_a_size<L: Layout>() {
    for create in 0..40_u32 {
        let inserts = |n: u32| (0..n).map(|key| (0, key as u8, 1));
        for n in create.saturating_sub(2)..create + 3 {
            run::<Plain<L>>(create as usize, &inserts(n).chain(inserts(n)).collect::<Vec<_>>());
        }
    }
}
