//! Hashes in hand, and hashes that are wrong.

use core::cell::Cell;
use std::string::String;
use std::vec::Vec;

use super::policies::{By, Constant, Mixed, Plain, Reseeding, Seeded, Unlucky};
use super::raw::Meter;
use super::tracked::{Tracked, survives};
use crate::entry::Pair;
use crate::hash::HashFn;
use crate::layout::Layout;
use crate::table::{Set, Table};
use equivalent::Equivalent;

/// Every operation with a token does what the plain one does.
pub fn tokens_do_what_plain_operations_do<L: Layout>() {
    fn check<P>()
    where
        P: crate::Policy<Hasher: Default + HashFn<u32>, Hooks: crate::Hooks<Pair<u32, String>>>,
    {
        let mut table = Table::<u32, String, P>::default();
        let text = |key: u32| std::format!("value {key}");
        for key in 0..300 {
            let token = table.prehash(&key);
            assert!(table.find_hashed(token, &key).is_none() && table.get_hashed(token, &key).is_none());
            match key % 4 {
                0 => assert_eq!(table.insert_hashed(token, key, text(key)), None),
                1 => assert!(table.find_or_insert_with_hashed(token, &key, || Pair(key, text(key))).1),
                2 if key % 8 == 2 => assert!(table.insert_entry_hashed(token, Pair(key, text(key))).is_none()),
                2 => assert!(matches!(table.try_insert_entry_hashed(token, Pair(key, text(key))), Ok(None))),
                _ => {
                    let made = table.find_or_try_insert_with_hashed(token, &key, || Ok::<_, ()>(Pair(key, text(key))));
                    assert!(matches!(made, Ok((_, true))));
                }
            }
            assert_eq!(table.get(&key), Some(&text(key)));
            assert_eq!(table.token(table.prehash(&key).hash()).hash(), table.prehash(&key).hash());
        }
        for key in 0..300 {
            let token = table.prehash(&key);
            assert_eq!(table.find_mut_hashed(token, &key).map(|pair| pair.0), Some(key));
            assert!(table.insert_no_grow_hashed(token, &key, || unreachable!()).is_ok());
            assert!(table.contains_key_hashed(token, &key) && table.get_mut_hashed(token, &key).is_some());
            match key % 3 {
                0 => assert!(table.delete_hashed(token, &key)),
                1 => assert_eq!(table.remove_hashed(token, &key), Some(text(key))),
                _ => assert_eq!(table.find_entry_hashed(token, &key).unwrap().extract().1, text(key)),
            }
            assert!(table.get(&key).is_none());
        }
        assert!(table.is_empty());
    }
    check::<Plain<L>>();
    check::<Plain<L, By<Constant>>>();
    check::<Seeded<L>>();

    let mut set = Set::<u32, Plain<L>>::default();
    for key in 0..100 {
        let token = set.prehash(&key);
        assert!(!set.contains_hashed(token, &key) && set.insert_hashed(token, key) && !set.insert_hashed(token, key));
        assert_eq!(set.get_hashed(token, &key), Some(&key));
        match key % 3 {
            0 => assert!(set.remove_hashed(token, &key) && !set.remove_hashed(token, &key)),
            1 => assert_eq!(set.take_hashed(token, &key), Some(key)),
            _ => assert!(set.contains(&key)),
        }
    }
    assert_eq!(set.len(), 33);
}

/// A table that draws another seed loses nothing: not when the hash panics meanwhile, nor when memory is refused; and
/// tokens of before go on working. (Layouts that never ask for a seed pass with the bad one.)
pub fn another_seed_loses_nothing<L: Layout>() {
    const KEYS: u32 = 150;
    let all_there = |table: &Table<u32, Tracked, Reseeding<L>, &Meter>, keys: u32| {
        assert_eq!((table.len(), table.entries().count()), (keys as usize, keys as usize));
        assert!((0..keys).all(|key| table.get(&key).map(Tracked::value) == Some(key)));
    };
    let mut call = 1;
    loop {
        Unlucky::start();
        let meter = Meter::new();
        let mut table = Table::<u32, Tracked, Reseeding<L>, &Meter>::try_create_in(1500, &meter).unwrap();
        let early = table.prehash(&7);
        let mut key = 0;
        // Every insertion in turn has its call-th use of the hash panic; the one that draws a seed has many.
        let mut quiet = true;
        while key < KEYS {
            let seeds = Unlucky::drawn();
            if !survives(call, || assert!(table.insert(key, Tracked::new(key)).is_none())) {
                quiet = false;
                assert_eq!(Tracked::live(), key as isize);
                all_there(&table, key);
                table.insert(key, Tracked::new(key));
            }
            key += 1;
            if Unlucky::drawn() > seeds {
                all_there(&table, key);
            }
        }
        all_there(&table, KEYS);
        assert_eq!(table.find_hashed(early, &7).map(|pair| pair.1.value()), Some(7));
        assert!(table.delete_hashed(early, &7) && !table.contains_key(&7));
        drop(table);
        assert_eq!((Tracked::live(), meter.live()), (0, 0));
        if quiet || call > 60 {
            break;
        }
        call += 1;
    }
    // Without memory for other slots the old seed stays. An insertion is granted nothing, or one allocation, in turn:
    // begun with either, one of the two runs refuses the insertion that would draw the seed.
    for first in 0..2 {
        Unlucky::start();
        let meter = Meter::new();
        let mut table = Table::<u32, Tracked, Reseeding<L>, &Meter>::try_create_in(1500, &meter).unwrap();
        for key in 0..KEYS {
            meter.grant(((key + first) % 2) as usize);
            if let Err((entry, _)) = table.try_insert_entry(Pair(key, Tracked::new(key))) {
                meter.grant(usize::MAX);
                assert!(table.insert_entry(entry).is_none());
            }
            all_there(&table, key + 1);
        }
        drop(table);
        assert_eq!((Tracked::live(), meter.live()), (0, 0));
    }
}

/// A token of another key: entries are stored twice or not found, and nothing worse.
pub fn a_wrong_token_gives_wrong_answers_only<L: Layout>() {
    let mut table = Table::<u32, String, Plain<L>>::default();
    for key in 0..500 {
        let wrong = table.prehash(&(key / 7));
        table.insert_hashed(wrong, key, String::from("stored under another hash"));
        table.remove_hashed(wrong, &(key / 2));
        table.get(&key);
    }
    assert_eq!(table.entries().count(), table.len());
    table.grow(4096).unwrap();
    assert_eq!(table.entries().count(), table.len());
}

/// A hash function that gives another answer at every call.
pub fn a_wrong_hash_gives_wrong_answers_only<L: Layout>() {
    #[derive(Default)]
    struct Fickle(Cell<u64>);
    impl HashFn<u32> for Fickle {
        fn hash(&self, _: &u32) -> u64 {
            self.0.set(self.0.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
            self.0.get() >> 20
        }
    }
    let mut table = Table::<u32, String, Plain<L, Fickle>>::default();
    for key in 0..2000 {
        table.insert(key % 100, String::from("somewhere"));
        table.remove(&(key % 50));
        table.find_or_insert_with(&(key % 10), || Pair(key % 10, String::from("anywhere")));
    }
    assert_eq!(table.entries().count(), table.len());
    let mut walk = table.iterate();
    while let Some(entry) = walk.next() {
        entry.delete();
    }
    assert!(table.is_empty());
}

/// Lookups by a type that is not the key's, and not borrowed from it.
pub fn any_equivalent_form_finds<L: Layout>() {
    /// A key, wider.
    struct Wide(u64);
    impl Equivalent<u32> for Wide {
        fn equivalent(&self, key: &u32) -> bool {
            self.0 == u64::from(*key)
        }
    }
    impl HashFn<Wide> for By<Mixed> {
        fn hash(&self, key: &Wide) -> u64 {
            self.hash(&key.0)
        }
    }
    let mut table = Table::<u32, u32, Plain<L>>::default();
    (0..100).for_each(|key| assert!(table.insert(key, key).is_none()));
    assert!((0..100).all(|key| table.get(&Wide(key)).copied().map(u64::from) == Some(key)));
    assert!(table.get(&Wide(1 << 40)).is_none());
    assert!(table.find_or_insert_with(&Wide(100), || Pair(100, 100)).1);
    assert_eq!(table.remove(&Wide(7)), Some(7));
    let rest: Vec<_> = (0..101).filter(|key| table.contains_key(&Wide(*key))).collect();
    assert_eq!(rest.len(), 100);
}
