//! Iterators and guards that are forgotten.

use std::mem::ManuallyDrop;

use simplehash::table::map::entry::Entry;
use simplehash::{Layout, Table, Using};
use simplehash_tests::policies::Murmur;

use crate::support::{Plain, Tracked, on_every_layout, watched};

const ENTRIES: u32 = 100;
const TAKEN: [usize; 6] = [0, 1, 2, 50, 99, 100];

type Values<P> = Table<u32, Tracked, P>;

fn filled<P: Plain>() -> Values<P> {
    Tracked::assert_live(0);
    let mut table = Table::default();
    (0..ENTRIES).for_each(|key| assert!(table.insert(key, Tracked::new(key)).is_none()));
    table
}

/// The table has so many entries, is whole, and takes as many again; nothing is dropped twice.
fn assert_whole<P: Plain>(mut table: Values<P>, len: usize) {
    assert_eq!((table.len(), table.iter().count()), (len, len));
    assert!(table.iter().all(|(key, value)| *key == value.value && std::ptr::eq(value, table.get(key).unwrap())));
    let new = 1000..1000 + ENTRIES;
    new.clone().for_each(|key| assert!(table.insert(key, Tracked::new(key)).is_none()));
    assert_eq!(table.iter().count(), len + ENTRIES as usize);
    assert!(new.clone().all(|key| table.get(&key).is_some_and(|value| value.value == key)));
    assert!(new.clone().all(|key| table.remove(&key).is_some_and(|value| value.value == key)));
    Tracked::assert_live(len);
    drop(table);
    Tracked::assert_live(0);
}

/// Values that a drain had handed out still belonged to the table when the drain was forgotten, and were dropped twice
/// (http's header map, RUSTSEC-2019-0034). Whatever takes entries out leaves the table with what it did not reach.
#[test]
fn sh_14_forgotten_drains() {
    macro_rules! forgotten {
        ($policy:ty, $take:expr, |$table:ident| $iterator:expr) => {
            let mut $table = filled::<$policy>();
            let mut iterator = $iterator;
            let taken: Vec<_> = iterator.by_ref().take($take).collect();
            let _forgotten = ManuallyDrop::new(iterator);
            assert_eq!(taken.len(), $take);
            Tracked::assert_live(ENTRIES as usize);
            drop(taken);
            assert_whole($table, ENTRIES as usize - $take);
        };
    }
    fn check<L: Layout>() {
        fn check<P: Plain>() {
            for take in TAKEN {
                forgotten!(P, take, |table| table.drain());
                forgotten!(P, take, |table| table.drain_entries());
                forgotten!(P, take, |table| table.extract_if(|_, _| true));
                forgotten!(P, take, |table| table.extract_entries_if(|_| true));
                // Dropped: a drain takes the rest with it, an extraction leaves it.
                let mut table = filled::<P>();
                assert_eq!(table.drain().take(take).count(), take);
                assert_whole(table, 0);
                let mut table = filled::<P>();
                assert_eq!(table.extract_if(|_, _| true).take(take).count(), take);
                assert_whole(table, ENTRIES as usize - take);
            }
        }
        check::<Using<Murmur, L>>();
    }
    watched(|| on_every_layout!(check));
}

/// As [`sh_14_forgotten_drains`], for what borrows entries in place: views, walks, entries that are held.
#[test]
fn sh_14_forgotten_views_and_guards() {
    macro_rules! forgotten {
        ($policy:ty, $len:expr, |$table:ident| $guard:expr) => {
            let mut $table = filled::<$policy>();
            let _forgotten = ManuallyDrop::new($guard);
            assert_whole($table, $len);
        };
    }
    fn check<L: Layout>() {
        fn check<P: Plain>() {
            let all = ENTRIES as usize;
            for take in TAKEN {
                forgotten!(P, all, |table| table.iter_mut().nth(take));
                forgotten!(P, all, |table| table.values_mut().nth(take));
                forgotten!(P, all, |table| table.entries_mut().nth(take));
                let mut table = filled::<P>();
                let mut walk = table.iterate();
                (0..take).for_each(|_| walk.next().unwrap().delete());
                let _forgotten = ManuallyDrop::new(walk.next());
                let _forgotten = ManuallyDrop::new(walk);
                assert_whole(table, all - take);
            }
            forgotten!(P, all, |table| table.find_entry(&5));
            forgotten!(P, all, |table| table.entry(5));
            forgotten!(P, all, |table| table.entry(5000));
            forgotten!(P, all, |table| table.entry_for(&5000));
            forgotten!(P, all, |table| table.entry_ref(&5000));
            let mut table = filled::<P>();
            let Entry::Occupied(mut entry) = table.entry(5) else { unreachable!() };
            drop(entry.insert(Tracked::new(5)));
            let _forgotten = ManuallyDrop::new(entry);
            assert_whole(table, all);
        }
        check::<Using<Murmur, L>>();
    }
    watched(|| on_every_layout!(check));
}

/// As [`sh_14_forgotten_drains`], for iterators that own the table: the rest is leaked, nothing is dropped twice.
#[test]
fn sh_14_forgotten_owning_iterators() {
    macro_rules! forgotten {
        ($policy:ty, $take:expr, |$table:ident| $iterator:expr) => {
            let $table = filled::<$policy>();
            let mut iterator = $iterator;
            assert_eq!(iterator.by_ref().take($take).count(), $take);
            let _forgotten = ManuallyDrop::new(iterator);
            Tracked::assert_live(ENTRIES as usize - $take);
            Tracked::forget_all();
        };
    }
    fn check<L: Layout>() {
        for take in TAKEN {
            forgotten!(Using<Murmur, L>, take, |table| table.into_iter());
            forgotten!(Using<Murmur, L>, take, |table| table.into_keys());
            forgotten!(Using<Murmur, L>, take, |table| table.into_values());
            forgotten!(Using<Murmur, L>, take, |table| table.into_entries());
            assert_eq!(filled::<Using<Murmur, L>>().into_iter().take(take).count(), take);
        }
        Tracked::assert_live(0);
    }
    watched(|| on_every_layout!(check));
}
