//! Memory that is refused, dirty, or given back.

use std::collections::BTreeMap;

use simplehash::table::map::entry::Entry;
use simplehash::{Error, Layout, Pair, Table, Using};
use simplehash_tests::raw::meter::Meter;
use simplehash_tests::stream::SplitMix;

use crate::support::{
    By, CONSTANT, Chosen, EIGHTH, IDENTITY, MURMUR, WRAPPING, assert_equal, on_every_layout, watched,
};

type Map<'a, L> = Table<u32, u32, Using<Chosen, L>, &'a Meter>;

fn numbers(keys: std::ops::Range<u32>) -> BTreeMap<u32, u32> {
    keys.map(|key| (key, key)).collect()
}

/// Inserts a key that is not there, in one of the ways that can fail.
fn try_to_insert<L: Layout>(table: &mut Map<L>, way: usize, key: u32) -> Result<(), Error> {
    let give_back = |(pair, error)| {
        assert_eq!(pair, Pair(key, key));
        error
    };
    match way % 4 {
        0 => table.try_insert(key, key).map(|old| assert!(old.is_none())).map_err(give_back),
        1 => table.try_insert_entry(Pair(key, key)).map(|old| assert!(old.is_none())).map_err(give_back),
        2 => match table.entry(key) {
            Entry::Vacant(vacancy) => vacancy.try_insert(key).map(|value| assert_eq!(*value, key)).map_err(give_back),
            Entry::Occupied(_) => unreachable!("it is new"),
        },
        _ => match table.find_or_try_insert_with(&key, || Ok::<_, ()>(Pair(key, key))) {
            Ok((pair, new)) => {
                assert_eq!((*pair, new), (Pair(key, key), true));
                Ok(())
            }
            Err(simplehash::table::TryInsertError::Room(error)) => Err(error),
            Err(simplehash::table::TryInsertError::Make(())) => unreachable!("it was made"),
        },
    }
}

/// An allocation failed within growth, after size and mask had been changed (PostgreSQL, 2023). Whichever allocation
/// fails, the table is as it was, the key is not in, nothing leaks, and all goes on when there is memory.
#[test]
fn sh_06_a_refused_allocation_changes_nothing() {
    fn check<L: Layout>() {
        for hash in [MURMUR, EIGHTH, WRAPPING, CONSTANT] {
            for granted in 0.. {
                let meter = Meter::default();
                let mut table = Map::<L>::with_hasher_in(hash, &meter);
                meter.refuse_once_after(granted);
                for key in 0..500 {
                    let capacity = table.capacity();
                    // (A refusal of growth that was for speed alone is no failure.)
                    if let Err(error) = try_to_insert(&mut table, granted, key) {
                        assert!(matches!(error, Error::AllocError { .. }) && meter.has_refused());
                        assert_equal(&table, &numbers(0..key));
                        assert_eq!((table.capacity(), table.get(&key)), (capacity, None));
                        assert_eq!(table.allocation_size().cast_signed(), meter.bytes());
                        assert_eq!(try_to_insert(&mut table, granted + 1, key), Ok(()));
                    }
                }
                assert_equal(&table, &numbers(0..500));
                drop(table);
                assert_eq!((meter.live(), meter.bytes()), (0, 0));
                if !meter.has_refused() {
                    break;
                }
            }
        }
    }
    watched(|| on_every_layout!(check));
}

/// As [`sh_06_a_refused_allocation_changes_nothing`], for what moves all entries at once.
#[test]
fn sh_06_a_refused_resize_changes_nothing() {
    fn check<L: Layout>() {
        for hash in [MURMUR, CONSTANT] {
            for granted in 0..70 {
                let meter = Meter::default();
                let mut table = Map::<L>::with_hasher_in(hash, &meter);
                table.extend(numbers(0..50));
                let capacity = table.capacity();
                let unchanged = |table: &Map<L>| {
                    assert_equal(table, &numbers(0..50));
                    assert_eq!(table.capacity(), capacity);
                    // (Chained may keep a larger directory that it got before the refusal.)
                    assert_eq!(table.allocation_size().cast_signed(), meter.bytes());
                };
                meter.refuse_once_after(granted);
                if table.try_reserve(5000).is_err() {
                    unchanged(&table);
                    assert_eq!(table.try_reserve(5000), Ok(()));
                }
                meter.refuse_once_after(granted);
                table.shrink_to_fit();
                // (Refused the smaller directory, Chained has shrunk all the same.)
                assert_equal(&table, &numbers(0..50));
                assert!(table.capacity() >= 50);
                assert_eq!(table.allocation_size().cast_signed(), meter.bytes());
                meter.refuse_once_after(usize::MAX);
                table.shrink_to_fit();
                assert!(table.capacity() < 5050);
                meter.refuse_once_after(granted);
                let (live, bytes) = (meter.live(), meter.bytes());
                match table.try_clone() {
                    Ok(copy) => assert_equal(&copy, &numbers(0..50)),
                    Err(error) => assert!(matches!(error, Error::AllocError { .. })),
                }
                assert_eq!((meter.live(), meter.bytes()), (live, bytes));
                assert_equal(&table, &numbers(0..50));
                drop(table);
                assert_eq!((meter.live(), meter.bytes()), (0, 0));
            }
        }
    }
    watched(|| on_every_layout!(check));
}

/// Memory that an allocator had not zeroed made empty slots look used (PostgreSQL, 2021). Whatever fresh memory is full
/// of, tables behave the same; what must be zero is asked for by `allocate_zeroed`, whose promise is the allocator's.
#[test]
fn sh_08_dirty_memory_does_not_show() {
    fn lives<L: Layout>(byte: u8, hash: By) {
        let meter = Meter::dirty(byte);
        let mut table = Map::<L>::with_hasher_in(hash, &meter);
        let mut model = BTreeMap::new();
        let mut random = SplitMix(byte.into()).map(|word| (word % 400) as u32);
        for round in 0..40 {
            for _ in 0..200 {
                let (key, value) = (random.next().unwrap(), random.next().unwrap());
                if value % 3 == 0 {
                    assert_eq!(table.remove(&key), model.remove(&key));
                } else {
                    assert_eq!(table.insert(key, value), model.insert(key, value));
                }
            }
            match round % 8 {
                0 => table.shrink_to_fit(),
                1 => table.reserve(2000),
                2 => table = table.clone(),
                3 => {
                    table.clear();
                    model.clear();
                }
                4 => table.grow(4096).unwrap(),
                5 => {
                    assert_eq!(table.drain().count(), model.len());
                    model.clear();
                }
                6 => table = Map::<L>::with_capacity_and_hasher_in(300, hash, &meter),
                _ => table.reset(),
            }
            if round % 8 > 5 {
                model.clear();
            }
            assert_equal(&table, &model);
            assert_eq!(table.stats().members, model.len() as u64);
        }
        // A thousand in order, with growth from nothing.
        let mut table = Map::<L>::with_hasher_in(hash, &meter);
        (0..1000).for_each(|key| assert!(table.insert(key, key).is_none()));
        assert_equal(&table, &numbers(0..1000));
        table.reset();
        assert_equal(&table, &BTreeMap::new());
    }
    fn check<L: Layout>() {
        for byte in [0xA5, 0x01, 0xFF, 0x80] {
            for hash in [MURMUR, IDENTITY, EIGHTH] {
                lives::<L>(byte, hash);
            }
        }
    }
    watched(|| on_every_layout!(check));
}

/// A table that had become empty reported no capacity while it held memory, so that shrinking by the usual rule of thumb
/// never happened (hashbrown, 2020). The rule works at every length, and in the end nothing is held.
#[test]
fn sh_33_shrinking_as_a_table_empties() {
    fn check<L: Layout>() {
        for hash in [MURMUR, IDENTITY, CONSTANT] {
            for entries in (0..40).chain([100, 300]) {
                let meter = Meter::default();
                let mut table = Map::<L>::with_hasher_in(hash, &meter);
                table.extend(numbers(0..entries));
                for key in 0..entries {
                    assert_eq!(table.remove(&key), Some(key));
                    if table.len() * 3 < table.capacity() {
                        table.shrink_to_fit();
                    }
                    assert_equal(&table, &numbers(key + 1..entries));
                    assert!(table.capacity() >= table.len());
                    assert_eq!(table.capacity() == 0, meter.bytes() == 0, "capacity is memory");
                    assert_eq!(table.allocation_size().cast_signed(), meter.bytes());
                }
                assert_eq!((table.capacity(), meter.bytes(), meter.live()), (0, 0, 0));
                table.extend(numbers(0..entries));
                assert_equal(&table, &numbers(0..entries));
            }
        }
    }
    watched(|| on_every_layout!(check));
}

/// As [`sh_33_shrinking_as_a_table_empties`]: shrinking goes neither below what is there nor below what is asked for, and
/// as near to it as a smaller size would not fit.
#[test]
fn sh_33_shrinking_to_a_number() {
    fn check<L: Layout>() {
        for entries in [0, 1, 2, 3, 7, 8, 14, 15, 28, 40] {
            for least in [0, 1, 2, 3, 5, 14, 28, 29, 100, 1000, usize::MAX] {
                let meter = Meter::default();
                let mut table = Map::<L>::with_capacity_and_hasher_in(500, MURMUR, &meter);
                table.extend(numbers(0..entries));
                let capacity = table.capacity();
                table.shrink_to(least);
                let needed = least.max(entries as usize);
                let fresh = Map::<L>::with_capacity_and_hasher_in(needed.min(500), MURMUR, &meter).capacity();
                assert_eq!(table.capacity(), if needed > 500 { capacity } else { fresh }, "{entries}, {least}");
                assert!(table.capacity() >= needed.min(500));
                assert_eq!(table.capacity() == 0, meter.bytes() == 0);
                assert_equal(&table, &numbers(0..entries));
                assert!((0..3).all(|key| table.insert(1000 + key, key).is_none()));
            }
        }
    }
    watched(|| on_every_layout!(check));
}
