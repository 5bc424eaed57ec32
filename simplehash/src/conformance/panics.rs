//! User code that panics, at every call in turn.

use std::vec::Vec;

use super::policies::{By, Clustered, Counting, Plain, Reseeding, Unlucky};
use super::raw::Meter;
use super::tracked::{Tracked, arm, armed, burn, survives};
use crate::entry::{Entry, Pair};
use crate::hooks::{Hooks, Init, NoHooks};
use crate::layout::Layout;
use crate::policy::Policy;
use crate::table::{EntryTable, Table};

/// A key that may panic when compared.
#[derive(Debug, Clone, Copy)]
struct Key(u32);

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        burn();
        self.0 == other.0
    }
}
impl Eq for Key {}

impl crate::hash::HashFn<Key> for By<Clustered> {
    fn hash(&self, key: &Key) -> u64 {
        self.hash(&key.0)
    }
}

/// The keys that are there, with a fuse that is out.
fn keys<P: Policy<Hooks: Hooks<Pair<Key, Tracked>>>>(table: &Table<Key, Tracked, P>) -> Vec<u32> {
    let mut keys: Vec<u32> = table.keys().map(|key| key.0).collect();
    keys.sort_unstable();
    keys
}

/// Runs `action` on fresh tables with the panic at call 1, 2, .. until none is left to panic. After each the
/// table holds `before` or `after`, and nothing leaks.
fn at_every_call<L: Layout>(
    before: impl Fn(&mut Table<Key, Tracked, Plain<L, By<Clustered>>>),
    action: impl Fn(&mut Table<Key, Tracked, Plain<L, By<Clustered>>>),
) {
    let mut call = 1;
    loop {
        let mut table = Table::<Key, Tracked, Plain<L, By<Clustered>>>::default();
        before(&mut table);
        let old = keys(&table);
        let quiet = survives(call, || action(&mut table));
        let now = keys(&table);
        assert_eq!(table.len(), now.len());
        assert_eq!(Tracked::live(), now.len().cast_signed());
        if !quiet {
            assert_eq!(now, old, "a panic at call {call} changes nothing");
        }
        // All of it can be found, changed and taken out.
        for key in now {
            assert_eq!(table.get(&Key(key)).map(Tracked::value), Some(key));
            assert!(table.remove(&Key(key)).is_some());
        }
        assert!(table.is_empty());
        table.insert(Key(1), Tracked::new(1));
        drop(table);
        assert_eq!(Tracked::live(), 0);
        if quiet {
            break;
        }
        call += 1;
    }
    assert!(call > 1, "the action runs user code");
}

/// In every operation.
pub fn in_hash_and_eq<L: Layout>() {
    let fill = |table: &mut Table<Key, Tracked, _>| {
        (0..28).for_each(|key| assert!(table.insert(Key(key), Tracked::new(key)).is_none()));
    };
    at_every_call::<L>(fill, |table| assert!(table.get(&Key(20)).is_some()));
    at_every_call::<L>(fill, |table| assert!(table.get(&Key(99)).is_none()));
    // The 29th entry of 32 slots makes RobinHood grow.
    at_every_call::<L>(fill, |table| assert!(table.insert(Key(28), Tracked::new(28)).is_none()));
    at_every_call::<L>(fill, |table| assert!(table.insert(Key(23), Tracked::new(23)).is_some()));
    at_every_call::<L>(fill, |table| {
        assert!(table.find_or_insert_with(&Key(30), || Pair(Key(30), Tracked::new(30))).1);
    });
    at_every_call::<L>(fill, |table| drop(table.insert_no_grow(&Key(22), || Pair(Key(22), Tracked::new(22)))));
    at_every_call::<L>(fill, |table| assert!(table.remove(&Key(15)).is_some()));
    at_every_call::<L>(fill, |table| assert!(table.delete(&Key(15))));
    at_every_call::<L>(fill, |table| table.find_entry(&Key(7)).unwrap().delete());
}

/// `make` and `init` run when all memory is there and before anything moves.
pub fn in_constructors<L: Layout>() {
    struct Making;
    impl Hooks<Pair<u32, Tracked>> for Making {
        const ACTIVE: bool = false;
        fn cleanup(_: &mut Pair<u32, Tracked>) {}
    }
    impl Init<Pair<u32, Tracked>, u32> for Making {
        fn init(key: &u32) -> Pair<u32, Tracked> {
            let made = Pair(*key, Tracked::new(*key));
            burn();
            made
        }
    }
    let mut table = Table::<u32, Tracked, Plain<L, By<Clustered>, Making>>::default();
    for key in 0..200 {
        let make = || {
            arm(1);
            burn();
            unreachable!()
        };
        assert!(!survives(0, || assert!(table.find_or_insert_with(&key, make).1)));
        let token = table.prehash(&key);
        assert!(!survives(1, || assert!(table.find_or_init_hashed(token, &key).1)));
        assert_eq!((table.len(), Tracked::live()), (key as usize, key as isize));
        assert!((0..key).all(|key| table.get(&key).map(Tracked::value) == Some(key)));
        assert!(table.find_or_init(&key).1 && !table.find_or_init(&key).1);
    }
    drop(table);
    assert_eq!(Tracked::live(), 0);
}

/// The entry whose cleanup panics is gone, and dropped; in `clear` and drop so are the others.
pub fn in_cleanup<L: Layout>() {
    let fill = || {
        let mut table = Table::<u32, Tracked, Plain<L, By<Clustered>, Counting>>::default();
        (0..50).for_each(|key| assert!(table.insert(key, Tracked::new(key)).is_none()));
        table
    };
    let mut table = fill();
    let token = table.prehash(&3_u32);
    assert!(!survives(1, || assert!(table.delete_hashed(token, &3_u32))));
    assert_eq!((table.len(), Tracked::live(), table.entries().count()), (49, 49, 49));
    let entry = table.find_entry(&4).unwrap();
    assert!(!survives(1, || entry.delete()));
    assert_eq!((table.len(), Tracked::live(), Counting::cleaned()), (48, 48, 2));
    drop(table);
    assert_eq!((Tracked::live(), Counting::cleaned()), (0, 48));

    for call in 1..=50 {
        let mut table = fill();
        assert!(!survives(call, || table.clear()));
        assert_eq!((table.len(), Tracked::live(), Counting::cleaned()), (0, 0, 50));
        (0..9).for_each(|key| assert!(table.insert(key, Tracked::new(key)).is_none()));
        assert_eq!((table.len(), table.entries().count()), (9, 9), "good for more");
        drop(table);
        assert_eq!((Tracked::live(), Counting::cleaned()), (0, 9));

        let table = fill();
        assert!(!survives(call, || drop(table)));
        assert_eq!((Tracked::live(), Counting::cleaned()), (0, 50));
    }
}

/// At every allocation and at every return of memory: nothing is lost but what the operation was about.
pub fn in_the_allocator<L: Layout>() {
    let mut call = 1;
    loop {
        Unlucky::start();
        let meter = Meter::explosive();
        let mut table = Table::<u32, Tracked, Reseeding<L>, &Meter>::new_in(&meter);
        let mut under_way = 0;
        let quiet = survives(call, || {
            for key in 0..60 {
                under_way = key;
                table.insert(key, Tracked::new(key));
                if key % 3 == 2 {
                    table.delete(&(key - 1));
                }
            }
            table.grow(1024).unwrap();
        });
        for key in 0..under_way {
            let deleted = key % 3 == 1 && key + 1 < under_way;
            let may_be_either = key + 1 == under_way;
            assert!(table.contains_key(&key) != deleted || may_be_either, "{key} after a panic at call {call}");
        }
        assert_eq!((table.entries().count(), Tracked::live()), (table.len(), table.len().cast_signed()));
        assert!(table.keys().all(|key| table.get(key).map(Tracked::value) == Some(*key)));
        table.insert(1000, Tracked::new(1000));
        assert!(table.delete(&1000));
        drop(table);
        assert_eq!((Tracked::live(), meter.live(), meter.bytes()), (0, 0, 0), "after a panic at call {call}");
        if quiet {
            break;
        }
        call += 1;
    }
    assert!(call > 5);
}

/// An entry whose drop panics takes no other with it.
pub fn in_drop<L: Layout>() {
    struct Bomb(u32, #[expect(dead_code, reason = "counts")] Tracked);
    impl Drop for Bomb {
        fn drop(&mut self) {
            burn();
        }
    }
    impl Entry for Bomb {
        type Key = u32;
        fn key(&self) -> &u32 {
            &self.0
        }
    }
    type Bombs<L> = EntryTable<Bomb, Plain<L, By<Clustered>, NoHooks>>;
    let fill = || {
        let mut table = Bombs::<L>::default();
        (0..30).for_each(|key| assert!(table.insert_entry(Bomb(key, Tracked::new(key))).is_none()));
        table
    };
    for call in 1..=30 {
        let mut table = fill();
        assert!(!survives(call, || table.clear()));
        assert_eq!((table.len(), Tracked::live()), (0, 0));
        table.insert_entry(Bomb(1, Tracked::new(1)));
        drop(table);
        let table = fill();
        assert!(!survives(call, || drop(table)));
        assert_eq!(Tracked::live(), 0);
    }
    let mut table = fill();
    let token = table.prehash(&9_u32);
    assert!(!survives(1, || assert!(table.delete_hashed(token, &9_u32))));
    assert_eq!((table.len(), Tracked::live()), (29, 29));
    assert!(!armed());
    drop(table);
}
