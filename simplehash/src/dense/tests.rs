//! What cannot be seen from outside: the end of the generations, and where entries go.

use std::collections::HashSet;
use std::vec::Vec;

use super::{Dense, DenseCore};
use crate::hash::HashFn;
use crate::hooks::NoHooks;
use crate::policy::Policy;
use crate::table::Table;
use crate::table::handle::Handle;
use crate::tuning::Tuning;

struct Exact;

impl Policy for Exact {
    type Layout = Dense;
    type Hasher = Identity;
    type Hooks = NoHooks;
    const TUNING: Tuning = Tuning { generations: Some(true), ..Tuning::DEFAULT };
}

#[derive(Default, Clone)]
struct Identity;

impl HashFn<u32> for Identity {
    fn hash(&self, key: &u32) -> u64 {
        u64::from(*key)
    }
}

type Numbers = Table<u32, u32, Exact>;

/// With generations that end after three removals from a slot.
fn near_the_end() -> Numbers {
    let mut table = Numbers::default();
    DenseCore::of(table.storage_mut()).start_at_generation(u32::MAX - 3);
    table
}

#[test]
fn a_slot_whose_generations_have_ended_is_not_used_again() {
    let mut table = near_the_end();
    let mut handles = Vec::<Handle>::new();
    for round in 0..12 {
        assert!(table.insert(7, round).is_none());
        let handle = table.handle(&7).unwrap();
        assert_eq!(handle.slot(), round / 3, "three lives a slot");
        assert!(!handles.contains(&handle));
        handles.push(handle);
        assert_eq!(table.remove(&7), Some(round));
        assert!(handles.iter().all(|handle| table.at(*handle).is_none()));
    }
    // Four slots are gone for good; the rest of the segment is there.
    let slots: HashSet<u32> =
        (0..252).map(|key| (table.insert(key, key), table.handle(&key).unwrap().slot()).1).collect();
    assert_eq!((slots.len(), slots.iter().min(), table.core().segments()), (252, Some(&4), 1));
    table.insert(252, 252);
    assert_eq!((table.handle(&252).unwrap().slot(), table.core().segments()), (256, 2));
    assert_eq!((table.len(), table.iter().count(), table.stats().members), (253, 253, 253));
    // A copy has slots of its own.
    let mut copy = table.clone();
    assert!(copy == table);
    copy.remove(&3);
    copy.insert(1000, 3);
    assert_eq!(copy.handle(&1000).unwrap().slot(), 0);
}

#[test]
fn room_is_promised_beside_slots_that_are_gone() {
    let mut table = near_the_end();
    for round in 0..300 {
        table.insert(7, round);
        table.remove(&7);
    }
    table.reserve(600);
    let size = table.allocation_size();
    (0..600).for_each(|key| assert!(table.insert(key, key).is_none()));
    assert_eq!(table.allocation_size(), size);
    let handles: Vec<Handle> = (0..600).map(|key| table.handle(&key).unwrap()).collect();
    table.clear();
    // Segments with ended generations stay; handles of before find nothing in what comes after.
    table.shrink_to_fit();
    assert!(table.core().segments() > 0);
    (0..600).for_each(|key| assert!(table.insert(key, key).is_none()));
    assert!(handles.iter().all(|handle| table.at(*handle).is_none()));
}

#[test]
fn generations_outlive_their_segments() {
    let mut table = Numbers::default();
    let mut handles = Vec::new();
    for _ in 0..3 {
        (0..1000).for_each(|key| assert!(table.insert(key, key).is_none()));
        handles.extend((0..1000).map(|key| table.handle(&key).unwrap()));
        table.retain(|key, _| *key < 100);
        table.shrink_to_fit();
        assert_eq!(table.core().segments(), 1, "the rest went back");
        table.clear();
        table.shrink_to_fit();
        assert_eq!((table.core().segments(), table.allocation_size()), (0, 0));
        assert!(handles.iter().all(|handle| table.at(*handle).is_none()));
    }
    assert_eq!(handles.iter().collect::<HashSet<_>>().len(), handles.len());
}

#[test]
fn the_lowest_free_slot_comes_first() {
    let mut table = Table::<u32, u32, crate::Using<Exact, Dense>>::default();
    (0..600).for_each(|key| assert!(table.insert(key, key).is_none()));
    [500, 3, 270, 1].iter().for_each(|key| assert!(table.remove(key).is_some()));
    let slots = [0; 5].map(|_| {
        let key = 1000 + table.len() as u32;
        table.insert(key, key);
        table.handle(&key).unwrap().slot()
    });
    assert_eq!(slots, [1, 3, 270, 500, 600]);
    assert_eq!(Table::<u32, u32, Exact>::create(0).core().buckets(), 256, "a size of 0 is legal");
    assert_eq!(Table::<u32, u32, Exact>::create(1000).core().buckets(), 2048);
}
