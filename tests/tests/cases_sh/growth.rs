//! Growth for the sake of short runs, under hash functions that do not give any.

use simplehash::{Layout, RobinHoodMetered, RobinHoodUpTo, SimpleHash, Tuned, Using};
use simplehash_tests::policies::{Constant, Eighth, Fill50, Fill75};

use crate::support::{
    CONSTANT, Chosen, EIGHTH, HALF, IDENTITY, LAST_SLOT, MURMUR, Map, Plain, SHIFTED, SIXTY_FOURTH, WRAPPING,
    on_every_layout, watched,
};

fn constant(_: &u32) -> u32 {
    7
}

/// The fault of the case: limits that hold in a table however empty.
#[derive(SimpleHash)]
#[simplehash(policy_for = u32, hash = constant, grow_min_fill_factor = none)]
struct ConstantWithoutFloor;

/// From the 27th entry on there are at most 20 slots for each, or as many as the table was created with.
fn slots_stay_in_proportion<P: Plain>(mut table: Map<P>, keys: u32) {
    let created = table.stats().size;
    let (mut capacity, mut slots) = (usize::MAX, 0);
    for key in 0..keys {
        assert!(table.insert(key, key).is_none());
        if table.capacity() != capacity {
            (capacity, slots) = (table.capacity(), table.stats().size);
        }
        let allowed = created.max(20 * table.len() as u64);
        assert!(table.len() <= 26 || slots <= allowed, "{slots} slots for {} entries", table.len());
    }
    assert!((0..keys).all(|key| table.get(&key) == Some(&key)) && table.get(&keys).is_none());
}

/// A run of keys with one hash made the table double at almost every insertion, because a larger table does not make
/// such a run shorter (PostgreSQL, 2018; 4 million slots at the 26th key). Slots stay in proportion to entries under
/// every bad hash, fill factor and first size.
#[test]
fn sh_01_slots_stay_in_proportion_under_bad_hashes() {
    fn check<L: Layout>() {
        type Table<L> = Map<Using<Chosen, L>>;
        let crowding = [CONSTANT, SHIFTED, WRAPPING, LAST_SLOT].map(|hash| (hash, 1000));
        let spread = [EIGHTH, HALF, SIXTY_FOURTH, MURMUR, IDENTITY].map(|hash| (hash, 5000));
        for (hash, keys) in crowding.into_iter().chain(spread) {
            slots_stay_in_proportion(Table::<L>::with_hasher(hash), keys);
        }
        for create in [1, 30, 400] {
            slots_stay_in_proportion(Table::<L>::create_with_hasher(create, CONSTANT), 1000);
        }
    }
    watched(|| {
        on_every_layout!(check);
        slots_stay_in_proportion(Map::<Tuned<Constant, 100>>::default(), 1000);
        slots_stay_in_proportion(Map::<Tuned<Constant, 500>>::default(), 1000);
        slots_stay_in_proportion(Map::<Tuned<Constant, 980>>::default(), 1000);
    });
}

/// The fault of [`sh_01_slots_stay_in_proportion_under_bad_hashes`] seen from its cause: the limits make a table grow
/// once for each doubling of its entries, and with the rule that keeps empty tables small switched off they do make it
/// grow as far as it can.
#[test]
fn sh_01_the_floor_is_what_stops_the_limits() {
    fn growths<P: Plain<Layout = RobinHoodMetered>>(keys: u32) -> u64 {
        let mut table = Map::<P>::default();
        (0..keys).for_each(|key| assert!(table.insert(key, key).is_none()));
        table.core().costs().growths
    }
    fn slots<P: Plain<Layout = RobinHoodUpTo<65_536>>>() -> u64 {
        let mut table = Map::<P>::default();
        (0..100).for_each(|key| assert!(table.insert(key, key).is_none()));
        assert!((0..100).all(|key| table.get(&key) == Some(&key)));
        table.stats().size
    }
    watched(|| {
        // From 8 slots to 16,384, and to 65,536.
        assert!(growths::<Using<Constant, RobinHoodMetered>>(1000) <= 11);
        assert!(growths::<Using<Eighth, RobinHoodMetered>>(5000) <= 13);
        assert!(growths::<Using<Fill50, RobinHoodMetered>>(5000) <= 13);
        assert!(growths::<Using<Fill75, RobinHoodMetered>>(5000) <= 13);
        assert!(slots::<Using<Constant, RobinHoodUpTo<65_536>>>() <= 2000);
        assert_eq!(slots::<Using<ConstantWithoutFloor, RobinHoodUpTo<65_536>>>(), 65_536);
    });
}
