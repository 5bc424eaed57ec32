//! Seeds: drawn per table, drawn again when one turns out bad, and what that costs.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::seq::SliceRandom;
use simplehash::hash::pg::murmurhash32;
use simplehash::hash::{FixedSeed, Packed, Seeded};
use simplehash::robin_hood::Costs;
use simplehash::{
    AutoBetween, Boxed, DefaultHasher, Fingerprint, HashFn, Layout, NoHooks, Pair, Policy, RobinHood, RobinHoodMetered,
    SimpleHash, Table, Using,
};
use simplehash_tests::policies::{Constant, Eighth};

/// A policy that names nothing: the default of every key.
#[derive(SimpleHash)]
#[simplehash(policy_for = u64)]
struct Default64;

type Metered<P> = Table<u64, (), Using<P, RobinHoodMetered>>;

fn cost_of(keys: impl Iterator<Item = u64>) -> (Costs, usize) {
    let mut table = Metered::<Default64>::default();
    keys.for_each(|key| assert!(table.insert(key, ()).is_none()));
    (table.core().costs(), table.core().slots())
}

#[test]
fn default_hashing_is_seeded_per_table() {
    let (a, b) = (DefaultHasher::default(), DefaultHasher::default());
    assert_ne!(a.hash("x"), b.hash("x"));
    assert_ne!(Packed::default().hash(&1_u32), Packed::default().hash(&1_u32));
    let order = || {
        let mut table = Table::<u64, (), Default64>::default();
        (0..100).for_each(|key| assert!(table.insert(key, ()).is_none()));
        table.keys().copied().collect::<Vec<_>>()
    };
    assert_ne!(order(), order());
}

#[test]
fn filling_a_table_in_the_order_of_another_costs_no_more_than_shuffled() {
    let mut source = Table::<u64, (), Default64>::default();
    (0..1_000_000).for_each(|key| assert!(source.insert(key, ()).is_none()));
    let in_order: Vec<u64> = source.keys().copied().collect();
    let mut shuffled = in_order.clone();
    shuffled.shuffle(&mut rand::rng());

    let (copied, slots_copied) = cost_of(in_order.into_iter());
    let (mixed, slots_mixed) = cost_of(shuffled.into_iter());
    let total = |costs: Costs| costs.probes + costs.moves;
    assert!(total(copied) <= 2 * total(mixed), "{copied:?} against {mixed:?}");
    assert!(slots_copied <= 2 * slots_mixed, "{slots_copied} slots against {slots_mixed}");
}

/// Inserts 5,000 keys; slots per entry stay bounded all the way.
fn fill_badly<P>(table: &mut Table<u32, u32, P>)
where
    P: Policy<Layout = RobinHood, Hasher: HashFn<u32>, Hooks = NoHooks>,
{
    for key in 0..5000 {
        table.insert(key, key);
        assert!(key < 26 || table.core().slots() <= 20 * table.len(), "{} slots at {key}", table.core().slots());
    }
    assert!(table.core().slots() <= 65_536, "{} slots", table.core().slots());
    assert!((0..5000).all(|key| table.get(&key) == Some(&key)) && table.get(&5000).is_none());
}

#[test]
fn an_unseeded_table_with_a_bad_hash_stops_growing() {
    fill_badly(&mut Table::<u32, u32, Constant>::default());
    fill_badly(&mut Table::<u32, u32, Eighth>::default());
    fill_badly(&mut Table::<u32, u32, Constant>::create(400));
}

thread_local! {
    /// Seeds drawn.
    static SEEDS: Cell<u32> = const { Cell::new(0) };
    /// Seeds below this one give a constant hash.
    static FIRST_GOOD: Cell<u32> = const { Cell::new(0) };
    /// Hashes until one panics; none while 0.
    static FUSE: Cell<u32> = const { Cell::new(0) };
}

/// A hasher whose first seeds are bad.
#[derive(Debug)]
struct Unlucky(u32);

impl Default for Unlucky {
    fn default() -> Self {
        Self(SEEDS.replace(SEEDS.get() + 1))
    }
}

impl HashFn<u32> for Unlucky {
    fn hash(&self, key: &u32) -> u64 {
        if FUSE.get() > 0 {
            FUSE.set(FUSE.get() - 1);
            assert!(FUSE.get() > 0, "the fuse has burnt down");
        }
        if self.0 < FIRST_GOOD.get() { 7 } else { murmurhash32(*key ^ self.0).into() }
    }
}

struct Reseeding<L>(std::marker::PhantomData<L>);

impl<L: Layout> Policy for Reseeding<L> {
    type Layout = L;
    type Hasher = Unlucky;
    type Hooks = NoHooks;
    const RESEED: Option<fn() -> Unlucky> = Some(Unlucky::default);
}

fn start(first_good: u32) {
    SEEDS.set(0);
    FIRST_GOOD.set(first_good);
    FUSE.set(0);
}

#[test]
fn a_table_seeds_again_at_most_once_per_growth() {
    start(u32::MAX);
    let mut table = Table::<u32, u32, Using<Reseeding<RobinHood>, RobinHoodMetered>>::default();
    for key in 0..5000 {
        table.insert(key, key);
        let drawn_again = SEEDS.get() - 1;
        // The first slots are no growth.
        assert!(u64::from(drawn_again) <= 1 + table.core().costs().growths, "{drawn_again} seeds at {key}");
    }
    assert!(SEEDS.get() > 1, "it did try");
    start(u32::MAX);
    fill_badly(&mut Table::<u32, u32, Reseeding<RobinHood>>::default());
}

/// The layout notices before it has so many slots.
fn a_bad_seed_is_replaced<L: Layout>(slots: u64) {
    start(1);
    let mut table = Table::<u32, String, Reseeding<L>>::default();
    let early = table.prehash(&3);
    let mut size_when_bad = 0;
    for key in 0..2000 {
        if SEEDS.get() == 1 {
            size_when_bad = table.stats().size;
        }
        table.insert(key, key.to_string());
    }
    assert_eq!(SEEDS.get(), 2, "one bad seed, one good one");
    assert!(
        table.stats().max_chain < 30 && table.stats().size <= 4096 && size_when_bad < slots,
        "{size_when_bad}, {}",
        table.stats()
    );
    assert!((0..2000).all(|key| table.get(&key) == Some(&key.to_string())));
    // A token of the time before is recognised, also by an insertion.
    assert_eq!(table.get_hashed(early, &3).map(String::as_str), Some("3"));
    assert_eq!(table.insert_hashed(early, 3, "three".into()), Some("3".into()));
    assert!(table.delete_hashed(early, &3) && !table.contains_key(&3));
    assert_eq!(table.len(), 1999);
    (0..2000).for_each(|key| assert_eq!(table.remove(&key).is_some(), key != 3));
}

#[test]
fn a_bad_seed_is_replaced_by_a_good_one() {
    a_bad_seed_is_replaced::<RobinHood>(1024);
    a_bad_seed_is_replaced::<Boxed<RobinHood>>(1024);
    a_bad_seed_is_replaced::<AutoBetween<RobinHood, Boxed<RobinHood>, 64>>(1024);
    // Probes of a SIMD register bear ten times the distance.
    a_bad_seed_is_replaced::<Fingerprint>(4096);
    a_bad_seed_is_replaced::<simplehash::Auto>(4096);
}

#[test]
fn a_hash_that_panics_while_the_table_seeds_again_changes_nothing() {
    for at in 1..120 {
        start(1);
        let mut table = Table::<u32, String, Reseeding<RobinHood>>::default();
        let mut key = 0;
        // Up to the insertion that would seed again: it is the first that hashes more than one key.
        while SEEDS.get() == 1 {
            FUSE.set(at + 1);
            let inserted = catch_unwind(AssertUnwindSafe(|| table.insert(key, key.to_string())));
            FUSE.set(0);
            assert!((0..key).all(|key| table.get(&key) == Some(&key.to_string())));
            if inserted.is_err() {
                assert_eq!(table.len(), key as usize);
                break;
            }
            key += 1;
        }
        assert_eq!(SEEDS.get(), 2);
        for key in key..200 {
            table.insert(key, key.to_string());
        }
        assert_eq!((table.len(), table.iter().count()), (200, 200));
        assert!((0..200).all(|key| table.get(&key) == Some(&key.to_string())), "panic at {at}");
    }
}

#[test]
fn a_table_without_memory_for_another_seed_keeps_the_old_one() {
    let bump = bumpalo::Bump::new();
    start(u32::MAX);
    let mut table = Table::<u32, u32, Reseeding<RobinHood>, &bumpalo::Bump>::try_create_in(1800, &bump).unwrap();
    bump.set_allocation_limit(Some(bump.allocated_bytes()));
    for key in 0..1000 {
        assert!(table.try_insert_entry(Pair(key, key)).is_ok());
    }
    assert_eq!(SEEDS.get(), 2, "one was tried, and not again");
    assert_eq!(table.core().slots(), 2048, "growth for speed was refused, too");
    assert!((0..1000).all(|key| table.get(&key) == Some(&key)));
}

#[test]
fn room_that_was_reserved_does_not_keep_a_bad_seed() {
    start(1);
    let mut table = Table::<u32, u32, Reseeding<RobinHood>>::with_capacity(5000);
    let slots = table.core().slots();
    (0..5000).for_each(|key| assert!(table.insert(key, key).is_none()));
    assert_eq!((SEEDS.get(), table.core().slots()), (2, slots), "another seed, no more slots");
    assert!(table.stats().max_chain < 60, "{}", table.stats());
}

#[test]
fn a_table_that_must_not_grow_does_not_seed_again() {
    let bump = bumpalo::Bump::new();
    start(1);
    let mut table = Table::<u32, u32, Reseeding<RobinHood>, &bumpalo::Bump>::try_create_in(1800, &bump).unwrap();
    let allocated = bump.allocated_bytes();
    for key in 0..100 {
        assert!(table.insert_no_grow(&key, || Pair(key, key)).is_ok());
    }
    assert_eq!((SEEDS.get(), bump.allocated_bytes()), (1, allocated));
    table.insert(100, 100);
    assert_eq!(SEEDS.get(), 2);
    assert!((0..=100).all(|key| table.get(&key) == Some(&key)));
}

#[test]
fn a_fixed_seed_repeats() {
    #[derive(SimpleHash)]
    #[simplehash(policy_for = u32, hasher = Packed, seed = 42)]
    struct Repeatable;
    let order = || {
        let mut table = Table::<u32, (), Repeatable>::default();
        (0..1000).for_each(|key| assert!(table.insert(key, ()).is_none()));
        (table.keys().copied().collect::<Vec<_>>(), table.stats())
    };
    assert_eq!(order(), order());
    assert!(Repeatable::RESEED.is_none(), "a fixed seed stays");
    assert_eq!(FixedSeed::<Packed, 42>::default().hash(&1_u32), Packed::with_seed(42).hash(&1_u32));
}
