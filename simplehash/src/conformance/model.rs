//! Random operations on maps, all of the surface, against the standard library's map.

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
use crate::table::map::entry::{Entry, EntryRef};

/// An operation: which, on which key, with what number.
pub(super) type Operation = (u8, u8, u16);

/// Keys are few, so that operations meet.
pub(super) const KEYS: u32 = 97;

type Map<P> = Table<u32, Tracked, P, Global>;
type Model = HashMap<u32, u32>;

fn run<P>(create: usize, operations: &[Operation])
where
    P: Policy<Hasher: Default + HashFn<u32> + Clone, Hooks = NoHooks>,
{
    let mut table = Map::<P>::create(create);
    let mut model = Model::new();
    for &(operation, key, number) in operations {
        let (key, number) = (u32::from(key) % KEYS, u32::from(number));
        match operation % 5 {
            0 | 1 => change_one(&mut table, &mut model, operation / 5, key, number),
            2 => look(&mut table, &mut model, operation / 5, key, number),
            3 => hold_one(&mut table, &mut model, operation / 5, key, number),
            _ => change_many(&mut table, &mut model, operation / 5, key, number),
        }
        assert_eq!(table.len(), model.len(), "after {operation} of {key}");
        assert_eq!(Tracked::live(), model.len().cast_signed(), "after {operation} of {key}");
    }
    check(&table, &model);
    drop(table);
    assert_eq!(Tracked::live(), 0);
}

fn value(tracked: Tracked) -> u32 {
    tracked.value()
}

/// Insertions and removals, by key and by hash.
fn change_one<P>(table: &mut Map<P>, model: &mut Model, operation: u8, key: u32, number: u32)
where
    P: Policy<Hasher: HashFn<u32>, Hooks = NoHooks>,
{
    let token = table.prehash(&key);
    match operation % 16 {
        0..4 => assert_eq!(table.insert(key, Tracked::new(number)).map(value), model.insert(key, number)),
        4 => {
            let old = table.insert_hashed(token, key, Tracked::new(number));
            assert_eq!(old.map(value), model.insert(key, number));
        }
        5 => {
            let old = table.try_insert(key, Tracked::new(number)).unwrap();
            assert_eq!(old.map(value), model.insert(key, number));
        }
        6 => {
            let old = table.insert_entry(Pair(key, Tracked::new(number)));
            assert_eq!(old.map(|pair| pair.1.value()), model.insert(key, number));
        }
        7 => {
            let (pair, new) = table.find_or_insert_with(&key, || Pair(key, Tracked::new(number)));
            let new_in_model = !model.contains_key(&key);
            assert_eq!((pair.1.value(), new), (*model.entry(key).or_insert(number), new_in_model));
        }
        8 => match table.insert_no_grow(&key, || Pair(key, Tracked::new(number))) {
            Ok((pair, _)) => assert_eq!(pair.1.value(), *model.entry(key).or_insert(number)),
            Err(Error::WouldGrow { .. }) => assert!(!model.contains_key(&key), "what is there is found"),
            Err(error) => panic!("{error}"),
        },
        9 | 10 => assert_eq!(table.remove(&key).map(value), model.remove(&key)),
        11 => assert_eq!(table.remove_hashed(token, &key).map(value), model.remove(&key)),
        12 => {
            let removed = table.remove_entry(&key);
            assert_eq!(removed.map(|(key, tracked)| (key, tracked.value())), model.remove_entry(&key));
        }
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
        _ => assert_eq!(table.extract(&key).map(|pair| pair.1.value()), model.remove(&key)),
    }
}

/// Lookups of all kinds, and changes of values.
fn look<P>(table: &mut Map<P>, model: &mut Model, operation: u8, key: u32, number: u32)
where
    P: Policy<Hasher: HashFn<u32>, Hooks = NoHooks>,
{
    let expected = model.get(&key).copied();
    let token = table.prehash(&key);
    match operation % 10 {
        0 => assert_eq!(table.get(&key).map(Tracked::value), expected),
        1 => {
            let found = [table.get_hashed(token, &key), table.get(&key), table.get(&key)];
            assert_eq!(found.map(|found| found.map(Tracked::value)), [expected; 3]);
        }
        2 => {
            let found = table.get_key_value(&key).map(|(key, tracked)| (*key, tracked.value()));
            assert_eq!(found, expected.map(|value| (key, value)));
        }
        3 => assert_eq!((table.contains_key(&key), table.contains_key(&(key + KEYS))), (expected.is_some(), false)),
        4 => check(table, model),
        5 => {
            let others = [key, (key + number) % KEYS, key + KEYS];
            if others[0] == others[1] {
                return;
            }
            let found = table.get_disjoint_mut(others.each_ref());
            let in_model = others.map(|key| model.get(&key).copied());
            assert_eq!(found.each_ref().map(|found| found.as_ref().map(|value| value.value())), in_model);
            if let [Some(first), Some(second), None] = found {
                core::mem::swap(first, second);
                model.insert(others[0], in_model[1].unwrap());
                model.insert(others[1], in_model[0].unwrap());
            }
        }
        6 => {
            for (key, tracked) in table.iter_mut() {
                *tracked = Tracked::new(tracked.value() ^ key);
            }
            model.iter_mut().for_each(|(key, value)| *value ^= key);
        }
        7 => {
            table.values_mut().for_each(|tracked| *tracked = Tracked::new(tracked.value().wrapping_add(number)));
            model.values_mut().for_each(|value| *value = value.wrapping_add(number));
        }
        _ => {
            let (stored, in_model) = (table.get_mut(&key), model.get_mut(&key));
            assert_eq!(stored.is_some(), in_model.is_some());
            if let (Some(stored), Some(in_model)) = (stored, in_model) {
                *stored = Tracked::new(number);
                *in_model = number;
            }
        }
    }
}

/// The entry interface.
fn hold_one<P>(table: &mut Map<P>, model: &mut Model, operation: u8, key: u32, number: u32)
where
    P: Policy<Hasher: HashFn<u32>, Hooks = NoHooks>,
{
    let token = table.prehash(&key);
    match operation % 8 {
        0 => {
            let stored = table.entry(key).or_insert_with(|| Tracked::new(number)).value();
            assert_eq!(stored, *model.entry(key).or_insert(number));
        }
        1 => {
            let change = |value: &mut Tracked| *value = Tracked::new(value.value() / 2);
            let stored = table.entry_hashed(token, key).and_modify(change).or_insert(Tracked::new(number)).value();
            assert_eq!(stored, *model.entry(key).and_modify(|value| *value /= 2).or_insert(number));
        }
        2 => {
            let stored = table.entry(key).or_insert_with_key(|key| Tracked::new(*key)).value();
            assert_eq!(stored, *model.entry(key).or_insert_with_key(|key| *key));
        }
        3 => match table.entry(key) {
            Entry::Occupied(mut pair) => {
                assert_eq!((*pair.key(), pair.get().value()), (key, model[&key]));
                assert_eq!(Some(value(pair.insert(Tracked::new(number)))), model.insert(key, number));
                pair.get_mut();
            }
            Entry::Vacant(vacancy) => assert_eq!((vacancy.into_key(), model.get(&key)), (key, None)),
        },
        4 => match table.entry(key) {
            Entry::Occupied(pair) => assert_eq!(Some(value(pair.remove())), model.remove(&key)),
            Entry::Vacant(vacancy) => {
                assert_eq!(*vacancy.key(), key);
                assert_eq!(vacancy.try_insert(Tracked::new(number)).unwrap().value(), number);
                assert_eq!(model.insert(key, number), None);
            }
        },
        5 => match table.entry_ref(&key) {
            EntryRef::Occupied(pair) => {
                let (key, tracked) = pair.remove_entry();
                assert_eq!(model.remove(&key), Some(tracked.value()));
            }
            EntryRef::Vacant(vacancy) => {
                assert_eq!(vacancy.insert_entry_with_key(key, Tracked::new(number)).get().value(), number);
                assert_eq!(model.insert(key, number), None);
            }
        },
        6 => {
            assert_eq!(table.entry(key).insert_entry(Tracked::new(number)).get().value(), number);
            model.insert(key, number);
        }
        _ => {
            let pair = table.entry_for_hashed(token, &key).or_insert_with(|| Pair(key, Tracked::new(number)));
            assert_eq!(pair.1.value(), *model.entry(key).or_insert(number));
        }
    }
}

/// Operations on the whole table.
fn change_many<P>(table: &mut Map<P>, model: &mut Model, operation: u8, key: u32, number: u32)
where
    P: Policy<Hasher: Default + HashFn<u32> + Clone, Hooks = NoHooks>,
{
    let chosen = |at: &u32| (at ^ number) & 3 == 0;
    let some = number as usize % 7;
    match operation % 21 {
        0 => {
            // Delete while iterating.
            let (mut walk, mut seen) = (table.iterate(), Vec::new());
            while let Some(entry) = walk.next() {
                let at = entry.get().0;
                seen.push(at);
                if chosen(&at) {
                    entry.delete();
                }
            }
            seen.sort_unstable();
            let mut keys: Vec<u32> = model.keys().copied().collect();
            keys.sort_unstable();
            assert_eq!(seen, keys, "each entry once");
            model.retain(|at, _| !chosen(at));
        }
        1 => table.reserve(number as usize % 200),
        2 => table.grow(number as usize % 512).unwrap(),
        3 => {
            table.shrink_to_fit();
            assert!(table.capacity() >= table.len() && (!table.is_empty() || table.allocation_size() == 0));
        }
        4 => {
            let least = number as usize % 200;
            let before = table.capacity();
            table.shrink_to(least);
            assert!(table.capacity() >= least.min(before) && table.capacity() <= before);
        }
        5 | 6 => {
            table.retain(|at, _| !chosen(at));
            model.retain(|at, _| !chosen(at));
        }
        7 | 8 => {
            let mut taken: Vec<u32> = table.extract_if(|at, _| chosen(at)).map(|(at, _)| at).collect();
            taken.sort_unstable();
            let mut expected: Vec<u32> = model.keys().copied().filter(chosen).collect();
            expected.sort_unstable();
            assert_eq!(taken, expected);
            model.retain(|at, _| !chosen(at));
        }
        9 => {
            // Given up halfway, by a drop or by being forgotten: the rest stays.
            let mut extracting = table.extract_if(|at, _| chosen(at));
            let taken: Vec<u32> = extracting.by_ref().take(some).map(|(at, _)| at).collect();
            if key.is_multiple_of(2) {
                core::mem::forget(extracting);
            }
            taken.iter().for_each(|at| assert!(chosen(at) && model.remove(at).is_some()));
        }
        10 if key.is_multiple_of(4) => {
            let mut drain = table.drain();
            assert_eq!(drain.len(), model.len());
            for (at, tracked) in drain.by_ref().take(some) {
                assert_eq!(model.remove(&at), Some(tracked.value()));
            }
            if key.is_multiple_of(8) {
                core::mem::forget(drain);
            } else {
                drop(drain);
                model.clear();
            }
        }
        11 | 12 => {
            let more = (0..some as u32 * 4).map(|n| ((key + n) % KEYS, number + n));
            table.extend(more.clone().map(|(key, value)| (key, Tracked::new(value))));
            model.extend(more);
        }
        13 if key.is_multiple_of(4) => {
            let taken: Model =
                core::mem::take(table).into_iter().map(|(key, tracked)| (key, tracked.value())).collect();
            assert_eq!(taken, *model);
            *table = taken.into_iter().map(|(key, value)| (key, Tracked::new(value))).collect();
        }
        14 if key.is_multiple_of(4) => {
            let mut keys: Vec<u32> = core::mem::take(table).into_keys().collect();
            keys.sort_unstable();
            assert!(keys.len() == model.len() && keys.iter().all(|key| model.contains_key(key)));
            model.clear();
        }
        15 if key.is_multiple_of(4) => {
            let values: u64 = core::mem::take(table).into_values().map(|tracked| u64::from(tracked.value())).sum();
            assert_eq!(values, model.drain().map(|(_, value)| u64::from(value)).sum());
        }
        16 | 17 => {
            // A copy is equal, has the same order, and lives on its own.
            let mut copy = table.clone();
            assert!(copy == *table && copy.keys().eq(table.keys()));
            assert_eq!((copy.stats(), copy.capacity()), (table.stats(), table.capacity()));
            let had = copy.insert(key, Tracked::new(number)).map(value);
            assert_eq!((had, copy == *table), (model.get(&key).copied(), model.get(&key) == Some(&number)));
            check(table, model);
            model.insert(key, number);
            *table = copy;
        }
        18 if key.is_multiple_of(4) => {
            table.clear();
            model.clear();
        }
        19 => many_at_once(table, model, key, number),
        _ => check(table, model),
    }
}

/// Batches, some of whose keys are there, some are not, and some come twice.
fn many_at_once<P>(table: &mut Map<P>, model: &mut Model, key: u32, number: u32)
where
    P: Policy<Hasher: HashFn<u32>, Hooks = NoHooks>,
{
    let keys: Vec<u32> = (0..number % 80).map(|n| (key + n * n) % KEYS).collect();
    let mut seen = Vec::new();
    table.get_many(&keys, |place, tracked| seen.push((place, tracked.map(Tracked::value))));
    assert!(seen.into_iter().eq(keys.iter().map(|key| model.get(key).copied()).enumerate()));
    let mut seen = Vec::new();
    table.contains_many(&keys, |place, there| seen.push((place, there)));
    assert!(seen.into_iter().eq(keys.iter().map(|key| model.contains_key(key)).enumerate()));
    if number.is_multiple_of(2) {
        let pairs = || keys.iter().map(|key| (*key, number + key));
        let before = model.len();
        model.extend(pairs());
        assert_eq!(table.insert_many(pairs().map(|(key, value)| (key, Tracked::new(value)))), model.len() - before);
        return;
    }
    let mut places = 0..;
    let done = table.find_or_insert_many(
        &keys,
        |place| Pair(keys[place], Tracked::new(number)),
        |place, pair, is_new| {
            assert_eq!((Some(place), pair.0, is_new), (places.next(), keys[place], !model.contains_key(&keys[place])));
            let value = model.entry(keys[place]).and_modify(|value| *value ^= 1).or_insert(number);
            if !is_new {
                pair.1 = Tracked::new(pair.1.value() ^ 1);
            }
            assert_eq!(pair.1.value(), *value);
        },
    );
    assert_eq!((done, places.next()), (Ok(()), Some(keys.len())));
}

fn check<P>(table: &Map<P>, model: &Model)
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

/// Operations from a fixed sequence; quickcheck's are short, a long one sees growth and churn.
pub(super) fn long_sequence(length: usize) -> Vec<Operation> {
    let mut state = 1_u64;
    let next = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as u8, (state >> 41) as u8, (state >> 48) as u16)
    };
    (0..length).map(next).collect()
}

fn check_all<P>()
where
    P: Policy<Hasher: Default + HashFn<u32> + Clone, Hooks = NoHooks>,
{
    fn property<P>(create: u8, operations: Vec<Operation>) -> TestResult
    where
        P: Policy<Hasher: Default + HashFn<u32> + Clone, Hooks = NoHooks>,
    {
        run::<P>(usize::from(create), &operations);
        TestResult::passed()
    }
    QuickCheck::new().quickcheck(property::<P> as fn(u8, Vec<Operation>) -> TestResult);
    run::<P>(0, &long_sequence(20_000));
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
