//! Allocation: none before it is needed, refused at every call, returned in the end.

use core::cell::Cell;
use std::string::{String, ToString};
use std::vec::Vec;

use super::policies::{By, Constant, Counting, Plain};
use super::raw::Meter;
use super::tracked::{Tracked, survives};
use crate::entry::{Member, Pair};
use crate::error::{Error, Growth};
use crate::hash::HashFn;
use crate::layout::Layout;
use crate::table::{EntryTable, Table};

type Metered<'a, L, V = String> = Table<u32, V, Plain<L>, &'a Meter>;

/// Neither being made nor any operation that finds nothing allocates.
pub fn an_empty_table_allocates_nothing<L: Layout>() {
    let meter = Meter::new();
    let mut table = Metered::<L>::new_in(&meter);
    assert_eq!((table.len(), table.capacity(), table.allocation_size()), (0, 0, 0));
    assert!(table.get(&1).is_none() && table.remove(&1).is_none() && !table.delete(&1));
    assert!(table.entries().next().is_none() && table.iterate().next().is_none());
    table.clear();
    table.reserve(0);
    assert_eq!(table.stats().members, 0);
    drop(table);
    assert_eq!(meter.asked(), 0);
}

/// Whichever allocation fails: the entry comes back, the table is as it was, and goes on when there is memory.
pub fn a_refused_allocation_changes_nothing<L: Layout>() {
    let contents =
        |table: &Metered<L>| -> Vec<(u32, String)> { table.iter().map(|(key, value)| (*key, value.clone())).collect() };
    for first_refused in 0..60 {
        let meter = Meter::new();
        let mut table = Metered::<L>::new_in(&meter);
        meter.grant(first_refused);
        let mut key = 0;
        while key < 500 {
            let (before, capacity) = (contents(&table), table.capacity());
            match table.try_insert_entry(Pair(key, key.to_string())) {
                Ok(old) => {
                    assert!(old.is_none());
                    assert_eq!((table.len(), table.get(&key)), (key as usize + 1, Some(&key.to_string())));
                }
                Err((entry, error)) => {
                    assert_eq!((entry.0, entry.1), (key, key.to_string()), "the entry comes back");
                    assert!(matches!(error, Error::AllocError { .. }));
                    assert!(contents(&table) == before && table.capacity() == capacity, "refused at {key}");
                    assert!((0..key).all(|key| table.get(&key) == Some(&key.to_string())));
                    assert!(table.get(&key).is_none());
                    // A hit needs no memory.
                    if key > 0 {
                        assert!(table.try_insert_entry(Pair(0, "0".into())).is_ok());
                    }
                    meter.grant(usize::MAX);
                    continue;
                }
            }
            key += 1;
        }
        // A request that is refused halfway changes nothing either, and can be made again.
        for granted in 0..4 {
            meter.grant(granted);
            let (before, capacity) = (contents(&table), table.capacity());
            if table.try_reserve(5000).is_err() {
                assert!(contents(&table) == before && table.capacity() == capacity, "{granted} granted");
                assert_eq!(table.allocation_size().cast_signed(), meter.bytes(), "it knows what it holds");
            }
        }
        meter.grant(usize::MAX);
        assert!(table.try_reserve(5000).is_ok() && table.capacity() >= 5500);
        assert!((0..500).all(|key| table.get(&key) == Some(&key.to_string())));
        drop(table);
        assert_eq!((meter.live(), meter.bytes()), (0, 0));
    }
}

/// The allocator's memory is full of bytes that look like entries.
pub fn dirty_memory_does_not_show<L: Layout>() {
    for byte in [0xA5, 0x01, 0xFF] {
        let meter = Meter::dirty(byte);
        let mut table = Metered::<L>::new_in(&meter);
        (0..1000).for_each(|key| assert!(table.insert(key, key.to_string()).is_none()));
        (0..1000).step_by(3).for_each(|key| assert_eq!(table.remove(&key), Some(key.to_string())));
        table.grow(8192).unwrap();
        assert_eq!(table.iter().count(), 666);
        table.reset();
        assert_eq!(table.iter().count(), 0);
        (0..100).for_each(|key| assert!(table.insert(key, key.to_string()).is_none()));
        drop(table);
        assert_eq!(meter.live(), 0);
    }
}

/// Until the promised number of entries is in, nothing is allocated but the entries themselves; churn at
/// constant size allocates nothing either.
pub fn reserved_room_is_there<L: Layout>() {
    for n in (1..130).chain([1000, 1843, 1844]) {
        let meter = Meter::new();
        let mut table = Metered::<L, u32>::with_capacity_in(n, &meter);
        let (capacity, before) = (table.capacity(), table.allocation_size());
        assert!(capacity >= n);
        let bytes_of_one = {
            table.insert(0, 0);
            let bytes = table.allocation_size() - before;
            table.remove(&0);
            bytes
        };
        for key in 0..5 * n as u32 {
            if key >= n as u32 {
                table.remove(&(key - n as u32));
            }
            table.insert(key, key);
            assert_eq!(table.allocation_size(), before + table.len() * bytes_of_one, "{key} of {n}");
            assert_eq!(table.capacity(), capacity);
        }
        table.reserve(0);
        assert_eq!(table.capacity(), capacity);
        assert_eq!(table.allocation_size().cast_signed(), meter.bytes(), "it knows what it holds");
    }
}

/// Dropped, cleared and forgotten halfway: no allocation stays.
pub fn everything_goes_back<L: Layout>() {
    let meter = Meter::new();
    for n in [0, 1, 10, 300] {
        let mut table = Table::<u32, Tracked, Plain<L>, &Meter>::new_in(&meter);
        (0..n).for_each(|key| assert!(table.insert(key, Tracked::new(key)).is_none()));
        let mut walk = table.iterate();
        walk.next();
        core::mem::forget(walk);
        assert_eq!(Tracked::live(), n as isize);
        let mut entries = table.entries();
        entries.next();
        core::mem::forget(entries);
        drop(table);
        assert_eq!((Tracked::live(), meter.live(), meter.bytes()), (0, 0, 0));
    }
    // Entries without drop go back as well.
    let mut table = Metered::<L, u32>::new_in(&meter);
    (0..300).for_each(|key| assert!(table.insert(key, key).is_none()));
    table.clear();
    assert_eq!(table.len(), 0);
    (0..300).for_each(|key| assert!(table.insert(key, key).is_none()));
    drop(table);
    assert_eq!((meter.live(), meter.bytes()), (0, 0));
}

/// A constructor that fails or panics leaves no memory behind that the table does not know of.
pub fn a_failing_constructor_keeps_no_memory<L: Layout>() {
    let meter = Meter::new();
    let mut table = Metered::<L>::new_in(&meter);
    for key in 0..300 {
        assert!(table.find_or_try_insert_with(&key, || Err(())).is_err());
        assert_eq!(table.allocation_size().cast_signed(), meter.bytes());
        assert!(!survives(0, || assert!(table.find_or_insert_with(&key, || panic!("on purpose")).1)));
        assert_eq!((table.allocation_size().cast_signed(), table.len()), (meter.bytes(), key as usize));
        assert!(table.insert(key, key.to_string()).is_none());
    }
    // Under refusals the constructor is not even asked.
    meter.grant(0);
    for key in 300..2000 {
        let made = Cell::new(false);
        let make = || {
            made.set(true);
            Ok::<_, ()>(Pair(key, key.to_string()))
        };
        let inserted = table.find_or_try_insert_with(&key, make).is_ok();
        assert_eq!((inserted, table.contains_key(&key)), (made.get(), made.get()));
    }
    drop(table);
    assert_eq!(meter.bytes(), 0);
}

/// As many entries fit as the capacity says, and the next one makes the table grow.
pub fn capacity_is_exact<L: Layout>() {
    for create in [2, 7, 30, 57, 100] {
        let mut table = Table::<u32, u32, Plain<L>>::create(create);
        let (size, capacity) = (table.stats().size, table.capacity());
        (0..capacity as u32).for_each(|key| assert!(table.insert(key, key).is_none()));
        assert_eq!((table.stats().size, table.capacity()), (size, capacity));
        table.insert(capacity as u32, 0);
        assert!(table.stats().size > size && table.capacity() > capacity, "{create}");
    }
}

/// Entries that are aligned to more than any word.
pub fn over_aligned_entries<L: Layout>() {
    #[repr(align(64))]
    #[derive(Debug, PartialEq)]
    struct Line(u32);
    #[repr(align(4096))]
    #[derive(Debug, PartialEq)]
    struct Page(u32);
    let meter = Meter::dirty(0xFF);
    let mut lines = Metered::<L, Line>::new_in(&meter);
    let mut pages = Metered::<L, Page>::new_in(&meter);
    assert!(lines.get(&1).is_none() && pages.get(&1).is_none());
    for key in 0..70 {
        assert!(lines.insert(key, Line(key)).is_none() && pages.insert(key, Page(key)).is_none());
    }
    assert_eq!((lines.remove(&3), pages.remove(&3)), (Some(Line(3)), Some(Page(3))));
    for key in (0..70).filter(|key| *key != 3) {
        let (line, page) = (lines.get(&key).unwrap(), pages.get(&key).unwrap());
        assert_eq!((line.0, core::ptr::from_ref(line).addr() % 64), (key, 0));
        assert_eq!((page.0, core::ptr::from_ref(page).addr() % 4096), (key, 0));
    }
    drop((lines, pages));
    assert_eq!(meter.live(), 0);
}

/// Requests beyond any address space are errors, at once, and change nothing.
pub fn impossible_requests_are_refused<L: Layout>() {
    let mut table = Table::<u32, [u64; 4], Plain<L>>::default();
    table.insert(1, [1; 4]);
    let capacity = table.capacity();
    for n in [usize::MAX, usize::MAX / 2 + 1, usize::MAX / 2 + 2, 1 << (usize::BITS - 1), usize::MAX / 40 + 1] {
        let refused = table.try_reserve(n).unwrap_err();
        assert!(matches!(refused, Error::CapacityOverflow | Error::AllocError { .. }), "{n}: {refused}");
        assert!(table.grow(n).is_err());
        assert_eq!((table.capacity(), table.get(&1)), (capacity, Some(&[1; 4])));
    }
    assert!(Table::<u32, [u64; 4], Plain<L>>::try_create_in(usize::MAX, allocator_api2::alloc::Global).is_err());
}

/// `insert_no_grow` fills what there is, finds what is there, and refuses the rest without asking for it.
pub fn insertion_without_growth<L: Layout>() {
    fn check<P>(least: impl Fn(usize) -> usize)
    where
        P: crate::Policy<Hasher: Default + HashFn<u32>, Hooks = crate::NoHooks>,
    {
        let mut table = Table::<u32, u32, P>::default();
        let refused = table.insert_no_grow(&0, || unreachable!());
        assert_eq!(refused.err(), Some(Error::WouldGrow { because: Growth::FillFactor }));
        table.grow(256).unwrap();
        let (size, capacity) = (table.stats().size, table.capacity());
        let fit = (0..1000).take_while(|key| table.insert_no_grow(key, || Pair(*key, *key)).is_ok()).count();
        assert!(fit >= least(capacity) && fit <= capacity, "{fit} of {capacity}");
        for key in 0..fit as u32 {
            assert!(matches!(table.insert_no_grow(&key, || unreachable!()), Ok((_, false))));
        }
        let refused = table.insert_no_grow(&1000, || unreachable!());
        assert!(matches!(refused, Err(Error::WouldGrow { .. })));
        assert_eq!((table.stats().size, table.len()), (size, fit));
        assert!(table.delete(&0) && table.insert_no_grow(&0, || Pair(0, 0)).is_ok(), "room again");
    }
    check::<Plain<L>>(|capacity| capacity * 85 / 100);
    check::<Plain<L, By<Constant>>>(|_| 20);
}

/// Keys and values without a size.
pub fn zero_sized_entries<L: Layout>() {
    #[derive(Default)]
    struct Nothing;
    impl HashFn<()> for Nothing {
        fn hash(&self, _: &()) -> u64 {
            0
        }
    }
    let meter = Meter::new();
    let mut set = EntryTable::<Member<()>, Plain<L, Nothing, Counting>, &Meter>::new_in(&meter);
    assert!(!set.contains(&()) && set.iter().next().is_none() && !set.remove(&()));
    assert!(set.insert(()) && !set.insert(()));
    assert_eq!(Counting::cleaned(), 1, "the duplicate");
    assert_eq!((set.len(), set.iter().count(), set.get(&())), (1, 1, Some(&())));
    assert!(set.remove(&()) && set.is_empty());
    assert_eq!(Counting::cleaned(), 1);
    let mut map = Table::<(), (), Plain<L, Nothing>, &Meter>::new_in(&meter);
    assert_eq!((map.insert((), ()), map.insert((), ())), (None, Some(())));
    map.grow(64).unwrap();
    assert_eq!((map.len(), map.iter().count(), map.stats().members), (1, 1, 1));
    drop((set, map));
    assert_eq!(meter.live(), 0);
}
