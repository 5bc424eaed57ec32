//! What the suite does not see: where slots are, seeds, and keys of all kinds.
#![cfg(test)]

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;
use std::string::ToString;
use std::vec::Vec;

use quickcheck::quickcheck;

use super::Linear;
use crate::hash::{HashFn, Integer};
use crate::raw::integer::IntegerKey;
use crate::{EntryTable, NoHooks, Pair, Policy, Set, SimpleHash, Table};

/// Integers in this layout.
#[derive(Debug)]
struct Integers;
impl Policy for Integers {
    type Layout = Linear;
    type Hasher = Integer;
    type Hooks = NoHooks;
}

type Map<K, V> = Table<K, V, Integers>;

#[derive(SimpleHash, PartialEq, Eq, Debug, Clone, Copy)]
#[simplehash(layout = Linear, crate = "crate")]
struct Row(u64);

/// Whether the table is in the order of integers, and not arranged as other keys are.
fn is_linear<E, P: Policy<Layout = Linear>>(table: &EntryTable<E, P>) -> bool
where
    P::Hooks: crate::Hooks<E>,
{
    let (integers, others) = table.storage.core().cores();
    assert!(!integers.has_slots() || others.homes() == 0, "one of the two at most");
    integers.has_slots()
}

fn every_operation<K: IntegerKey + Copy + Eq + std::hash::Hash + Ord + std::fmt::Debug>(
    key: impl Fn(u64) -> K,
    steps: &[(u8, u8)],
) where
    Integer: HashFn<K>,
{
    let mut map = Map::<K, Rc<u64>>::default();
    let mut model = HashMap::<K, Rc<u64>>::new();
    for (step, (operation, number)) in steps.iter().enumerate() {
        let (at, value) = (key(u64::from(*number)), Rc::new(step as u64));
        match operation % 8 {
            0..4 => assert_eq!(map.insert(at, value.clone()), model.insert(at, value)),
            4 | 5 => assert_eq!(map.remove(&at), model.remove(&at)),
            6 => assert_eq!(map.get(&at), model.get(&at)),
            _ if *number == 7 => map.shrink_to_fit(),
            _ if *number == 9 => map = map.clone(),
            _ if *number == 11 => map.reserve(200),
            _ => {
                map.retain(|_, value| **value % 3 != 0);
                model.retain(|_, value| **value % 3 != 0);
            }
        }
        assert_eq!(map.len(), model.len());
    }
    assert!(map.is_empty() || is_linear(&map));
    let mut found: Vec<_> = map.iter().map(|(key, value)| (*key, **value)).collect();
    let mut expected: Vec<_> = model.iter().map(|(key, value)| (*key, **value)).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
    assert!(model.iter().all(|(key, value)| map.get(key) == Some(value)));
    assert_eq!(map.stats().members, model.len() as u64);
    drop(map);
    assert!(model.values().all(|value| Rc::strong_count(value) == 1), "nothing is lost or dropped twice");
}

quickcheck! {
    fn words_of_64_bits(steps: Vec<(u8, u8)>) -> bool {
        every_operation(|number| number, &steps);
        every_operation(|number| number << 56, &steps);
        every_operation(|number| (number as i64) - 3, &steps);
        true
    }

    fn words_of_32_bits(steps: Vec<(u8, u8)>) -> bool {
        every_operation(|number| number as u32, &steps);
        every_operation(|number| (number as u32) << 24, &steps);
        every_operation(|number| char::from(number as u8), &steps);
        true
    }

    /// Keys of one or two bytes are other keys, arranged as in `Fingerprint`.
    fn narrow_keys(keys: Vec<u16>) -> bool {
        let map: Map<u16, u16> = keys.iter().map(|key| (*key, !*key)).collect();
        !is_linear(&map) && keys.iter().all(|key| map.get(key) == Some(&!*key))
    }
}

#[test]
fn many_of_each_pattern_are_near_their_homes() {
    fn check(key: impl Fn(u64) -> u64) {
        let map: Map<u64, u64> = (0..100_000).map(|number| (key(number), number)).collect();
        assert!((0..100_000).all(|number| map.get(&key(number)) == Some(&number)));
        let stats = map.stats();
        assert!(stats.avg_chain() < 9.0 && stats.max_chain < 150, "{stats}");
    }
    check(|number| number);
    check(|number| number << 20);
    check(|number| number << 40);
    check(|number| number.swap_bytes());
    check(|number| number.reverse_bits());
    check(|number| (number as f64).to_bits());
    check(|number| number << 32 | number);
    check(|number| ((number % 300) << 48) | (number / 300));
    check(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
}

#[test]
fn slots_are_the_entry_and_nothing_else() {
    let mut set = Set::<u32, Integers>::default();
    set.extend(0..1_000_000);
    // 2,097,152 homes, and what is after them.
    assert_eq!(set.allocation_size(), (2_097_152 + 256 + 9) * 4 + 64);
    let map: Map<u64, u64> = (0..1_000_000).map(|key| (key, key)).collect();
    assert_eq!(map.allocation_size(), (2_097_152 + 256 + 5) * 16 + 64);
    assert!(is_linear(&map) && is_linear(&set));
}

#[test]
fn the_derive_takes_the_hash_for_integers() {
    let rows: Table<Row, u64> = (0..100).map(|row| (Row(row), row)).collect();
    assert!(is_linear(&rows));
    assert_eq!(rows.get(&Row(0)), Some(&0));
}

/// The copy of a table, and a table filled in the order of another one.
#[test]
fn filling_in_the_order_of_another_does_not_crowd() {
    let map: Map<u64, u64> = (0..40_000).map(|key| (key * 7, key)).collect();
    let mut other = Map::default();
    for (key, value) in &map {
        other.insert(*key, *value);
    }
    assert_eq!(map.clone().stats().to_string(), map.stats().to_string());
    assert!(other.stats().max_chain < 150 && other == map, "{}", other.stats());
}

#[test]
fn a_full_tail_makes_room() {
    // Up to the greatest fill, in tables with a short tail.
    type Full = crate::Tuned<Integers, 950>;
    for size in [60, 240, 480, 900] {
        for round in 0..300_u64 {
            let keys = || (0..size).map(|key| (key + round * 1_000_003).wrapping_mul(0x2545_f491_4f6c_dd1d));
            let mut map: Table<u64, u64, Full> = Table::default();
            map.extend(keys().map(|key| (key, key)));
            assert!(map.len() as u64 == size && keys().all(|key| map.get(&key) == Some(&key)));
            keys().step_by(2).for_each(|key| assert!(map.remove(&key).is_some()));
            assert!(keys().enumerate().all(|(at, key)| map.get(&key).is_some() == (at % 2 == 1)));
        }
    }
}

/// A key changed by its user in place, also to 0, which marks slots that are not in use: wrong answers, entries that are
/// forgotten, and no more. None is dropped twice.
#[test]
fn changed_keys_give_wrong_answers_only() {
    struct DroppedOnce<'a>(&'a Cell<bool>);
    impl Drop for DroppedOnce<'_> {
        fn drop(&mut self) {
            assert!(!self.0.replace(true));
        }
    }
    let dropped: Vec<Cell<bool>> = (0..4001).map(|_| Cell::new(false)).collect();
    let mut values = dropped.iter().map(DroppedOnce);
    let mut table: EntryTable<Pair<u64, DroppedOnce<'_>>, Integers> = EntryTable::default();
    for (key, value) in (0..1000).zip(&mut values) {
        table.insert_entry(Pair(key, value));
    }
    for key in (0..1000).step_by(3) {
        if let Some(pair) = table.find_mut(&key) {
            pair.0 = if key % 2 == 0 { 0 } else { key * 31 };
        }
    }
    for (key, value) in (0..3000).zip(&mut values) {
        table.insert_entry(Pair(key, value));
        table.extract(&(key / 2));
    }
    table.retain(|key, _| key % 5 > 0);
    table.clear();
    assert!(table.is_empty() && table.entries().next().is_none());
    table.insert_entry(Pair(5, values.next().unwrap()));
    assert_eq!(table.len(), 1);
}

/// A hash of another key: the entry goes where its own key belongs.
#[test]
fn a_wrong_token_gives_wrong_answers_only() {
    let mut map = Map::<u32, u32>::default();
    let wrong = map.prehash(&77);
    for key in 0..50 {
        map.insert_hashed(wrong, key, key);
        map.insert_hashed(wrong, key, key);
    }
    assert!((0..50).all(|key| map.get(&key) == Some(&key)));
    assert_eq!(map.len(), 50);
}

/// A hash wider than keys of 4 bytes is that of none of them.
#[test]
fn a_hash_of_no_key_finds_nothing() {
    let map: Map<u32, u32> = (0..50).map(|key| (key, key)).collect();
    assert!(
        (0..1000_u64)
            .all(|n| map.get_hashed(map.token(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)), &1).is_none_or(|_| n == 1))
    );
}

/// Seeds are drawn well enough: small tables of neighbouring keys, many of them, are never crowded.
#[test]
fn no_seed_is_a_bad_one() {
    for _ in 0..30_000 {
        let mut set = Set::<u32, Integers>::default();
        set.extend(0..50);
        let stats = set.stats();
        assert!(stats.max_chain < 24, "{stats}");
    }
}
