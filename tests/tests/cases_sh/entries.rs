//! References to what was inserted.

use std::collections::BTreeMap;

use simplehash::table::entry::Entry as HeldEntry;
use simplehash::table::map::entry::{Entry, EntryRef};
use simplehash::{Layout, Pair, RobinHood, Tuned, Using};
use simplehash_tests::stream::SplitMix;

use crate::support::{
    By, CONSTANT, Chosen, EIGHTH, IDENTITY, MURMUR, Map, Plain, WRAPPING, assert_equal, on_every_layout, watched,
};

/// Every way to get a reference by inserting.
const WAYS: usize = 8;

/// Inserts `key`, which is not there, in one of the ways and marks what the reference is to.
fn insert_and_mark<P: Plain>(table: &mut Map<P>, way: usize, key: u32) {
    match way {
        0 => *table.entry(key).or_insert(0) = key,
        1 => *table.entry(key).or_insert_with(|| 0) = key,
        2 => *table.entry(key).insert_entry(0).get_mut() = key,
        3 => match table.entry(key) {
            Entry::Vacant(vacancy) => *vacancy.try_insert(0).unwrap() = key,
            Entry::Occupied(_) => unreachable!("it is new"),
        },
        4 => table.find_or_insert_with(&key, || Pair(key, 0)).0.1 = key,
        5 => table.find_or_try_insert_with(&key, || Ok::<_, ()>(Pair(key, 0))).unwrap().0.1 = key,
        6 => match table.entry_ref(&key) {
            EntryRef::Vacant(vacancy) => *vacancy.insert_entry_with_key(key, 0).into_mut() = key,
            EntryRef::Occupied(_) => unreachable!("it is new"),
        },
        _ => match table.entry_for(&key) {
            HeldEntry::Vacant(vacancy) => vacancy.insert(Pair(key, 0)).1 = key,
            HeldEntry::Occupied(_) => unreachable!("it is new"),
        },
    }
}

/// The reference from an insertion that took the slot of another entry was to that other entry (heapless, 2023). Here 35
/// takes the slot of 4, and in every way of inserting its marker lands on it; 4 and 5 are one slot further.
#[test]
fn sh_19_a_slot_that_is_taken() {
    fn check<L: Layout>() {
        for way in 0..WAYS {
            let mut table = Map::<Using<Chosen, L>>::with_hasher(IDENTITY);
            table.grow(16).unwrap();
            [3, 19, 4, 5].into_iter().for_each(|key| insert_and_mark(&mut table, way, key));
            insert_and_mark(&mut table, way, 35);
            assert_eq!(table.stats().size, 16);
            assert_equal(&table, &[3, 4, 5, 19, 35].map(|key| (key, key)).into());
        }
    }
    on_every_layout!(check);
    let mut table = Map::<Using<Chosen, RobinHood>>::create_with_hasher(14, IDENTITY);
    [3, 19, 4, 5, 35].into_iter().for_each(|key| insert_and_mark(&mut table, 0, key));
    let slots = [3, 19, 35, 4, 5].map(|key| table.find_entry(&key).unwrap().slot_number());
    assert_eq!(slots, [3, 4, 5, 6, 7], "it did take a slot");
}

/// As [`sh_19_a_slot_that_is_taken`], at random: in every way, with removals in between, while the table grows (several
/// times in one insertion, where keys crowd) and while it does not.
#[test]
fn sh_19_references_are_to_what_was_inserted() {
    fn marked<P: Plain<Hasher = By>>(hash: By, create: usize, keys: u64, insertions: usize) {
        let mut table = Map::<P>::create_with_hasher(create, hash);
        let mut model = BTreeMap::new();
        let mut random = SplitMix(keys);
        for step in 0..insertions {
            let word = random.next().unwrap();
            let key = ((word >> 32) % keys) as u32;
            if model.remove(&key).is_some() {
                assert_eq!(table.remove(&key), Some(key));
            }
            insert_and_mark(&mut table, word as usize % WAYS, key);
            model.insert(key, key);
            assert_eq!(table.get(&key), Some(&key));
            if step % 500 == 0 {
                assert_equal(&table, &model);
            }
        }
        assert_equal(&table, &model);
    }
    fn check<L: Layout>() {
        type Policy<L> = Using<Chosen, L>;
        // 0.85 of 4,096 slots in the end.
        marked::<Policy<L>>(MURMUR, 3600, 3500, 10_000);
        marked::<Policy<L>>(MURMUR, 0, 100_000, 10_000);
        marked::<Policy<L>>(IDENTITY, 0, 20_000, 10_000);
        marked::<Policy<L>>(EIGHTH, 0, 5_000, 10_000);
        marked::<Policy<L>>(WRAPPING, 0, 300, 2_000);
        marked::<Policy<L>>(CONSTANT, 0, 300, 2_000);
    }
    watched(|| {
        on_every_layout!(check);
        marked::<Tuned<Chosen, 980>>(MURMUR, 0, 5_000, 10_000);
    });
}
