//! What only a look at the slots can tell.

use std::vec::Vec;

use super::{RobinHood, RobinHoodUpTo};
use crate::hash::HashFn;
use crate::hooks::NoHooks;
use crate::layout::Layout;
use crate::policy::{Policy, Tuned};
use crate::table::Table;

/// A hasher that keeps so many low bits of the key.
#[derive(Default)]
struct LowBits<const BITS: u32>;

impl<const BITS: u32> HashFn<u32> for LowBits<BITS> {
    fn hash(&self, key: &u32) -> u64 {
        u64::from(*key) & ((1 << BITS) - 1)
    }
}

struct By<L, const BITS: u32>(core::marker::PhantomData<L>);

impl<L: Layout, const BITS: u32> Policy for By<L, BITS> {
    type Layout = L;
    type Hasher = LowBits<BITS>;
    type Hooks = NoHooks;
}

type Map<P> = Table<u32, u32, P>;

/// The home and the place of every entry, by ascending place.
fn places<P>(table: &mut Map<P>) -> Vec<(usize, usize)>
where
    P: Policy<Hasher: HashFn<u32>, Hooks = NoHooks>,
    P::Layout: crate::NumberedSlots,
{
    let size = table.stats().size as usize;
    let keys: Vec<u32> = table.keys().copied().collect();
    let home = |table: &Map<P>, key: &u32| match table.prehash(key).hash() as u32 {
        0 => (1 << 31) & (size - 1),
        hash => hash as usize & (size - 1),
    };
    let mut places: Vec<_> =
        keys.iter().map(|key| (home(table, key), table.find_entry(key).unwrap().slot_number())).collect();
    places.sort_unstable_by_key(|place| place.1);
    places
}

/// The Robin Hood order: from one slot to the next the distance from home grows by one at most, and after an empty
/// slot it is 0. Lookups that stop early rest on it.
fn assert_order<P>(table: &mut Map<P>)
where
    P: Policy<Hasher: HashFn<u32>, Hooks = NoHooks>,
    P::Layout: crate::NumberedSlots,
{
    let size = table.stats().size as usize;
    let mut distances = std::vec![None; size];
    for (home, place) in places(table) {
        distances[place] = Some(place.wrapping_sub(home) & (size - 1));
    }
    for place in 0..size {
        let before: Option<usize> = distances[(place + size - 1) & (size - 1)];
        if let Some(distance) = distances[place] {
            assert!(distance <= before.map_or(0, |before| before + 1), "{distance} after {before:?}");
        }
    }
}

/// Random insertions, deletions, deletions during walks from anywhere, and growth; after each round everything is
/// found, and nothing else.
fn churn<P>(keys: u32, rounds: usize)
where
    P: Policy<Hasher: Default + HashFn<u32>, Hooks = NoHooks>,
    P::Layout: crate::NumberedSlots,
{
    let mut table = Map::<P>::default();
    let mut present = std::vec![false; keys as usize];
    let mut state = 0x1234_5678_9abc_def0_u64;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    };
    for round in 0..rounds {
        for _ in 0..keys / 4 {
            let key = next() % keys;
            if next() % 5 < 3 {
                if table.try_insert_entry(crate::Pair(key, key)).is_ok() {
                    present[key as usize] = true;
                }
            } else {
                assert_eq!(table.delete(&key), core::mem::take(&mut present[key as usize]));
            }
        }
        if round % 3 == 0 {
            let mut walk = table.iterate_at(next() as usize);
            while let Some(entry) = walk.next() {
                let key = entry.get().0;
                if key % 7 == round as u32 % 7 {
                    entry.delete();
                    present[key as usize] = false;
                }
            }
        }
        for key in 0..keys {
            assert_eq!(table.contains_key(&key), present[key as usize], "{key} in round {round}");
        }
        assert_eq!(table.len(), present.iter().filter(|there| **there).count());
        assert_order(&mut table);
    }
}

#[test]
fn the_order_of_slots_survives_any_history() {
    churn::<By<RobinHood, 32>>(500, 60);
    churn::<By<RobinHood, 6>>(300, 60);
    churn::<By<RobinHood, 2>>(120, 40);
    churn::<By<RobinHood, 0>>(60, 40);
    churn::<Tuned<By<RobinHood, 8>, 980>>(400, 60);
    churn::<Tuned<By<RobinHood, 32>, 100>>(200, 30);
}

#[test]
fn a_table_of_the_largest_size_keeps_its_order_when_full() {
    churn::<By<RobinHoodUpTo<64>, 32>>(100, 80);
    churn::<By<RobinHoodUpTo<64>, 3>>(100, 80);
    churn::<By<RobinHoodUpTo<256>, 0>>(300, 40);
    churn::<By<RobinHoodUpTo<2>, 32>>(8, 80);
}

#[test]
fn a_hash_of_zero_and_a_hash_of_2_to_the_31_share_a_home_and_are_two_keys() {
    struct AsIs;
    impl HashFn<u32> for AsIs {
        fn hash(&self, key: &u32) -> u64 {
            u64::from(*key)
        }
    }
    struct Policy;
    impl crate::Policy for Policy {
        type Layout = RobinHood;
        type Hasher = AsIs;
        type Hooks = NoHooks;
    }
    let mut table = Table::<u32, &str, Policy>::with_hasher(AsIs);
    table.insert(0, "zero");
    assert_eq!((table.get(&0), table.get(&(1 << 31))), (Some(&"zero"), None));
    table.insert(1 << 31, "high");
    assert_eq!((table.get(&0), table.get(&(1 << 31))), (Some(&"zero"), Some(&"high")));
    assert_eq!(table.stats().total_collisions, 1);
    assert!(table.delete(&0));
    assert_eq!((table.get(&0), table.get(&(1 << 31))), (None, Some(&"high")));
}

#[test]
fn entries_of_any_alignment() {
    #[repr(align(4096))]
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Page(u8);
    // Without slots nothing but a word is read, although it is not aligned for the entry.
    let mut table = Table::<u32, Page, By<RobinHood, 32>>::default();
    assert!(table.get(&1).is_none() && table.remove(&1).is_none() && table.entries().next().is_none());
    assert_eq!((table.stats().members, table.allocation_size()), (0, 0));
    (0..20).for_each(|key| assert!(table.insert(key, Page(key as u8)).is_none()));
    for key in 0..20 {
        let page = table.get(&key).unwrap();
        assert_eq!((page.0, core::ptr::from_ref(page).addr() % 4096), (key as u8, 0));
    }
}
