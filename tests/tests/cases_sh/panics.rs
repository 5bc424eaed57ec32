//! Panics of the user's code: clones, drops, hash functions.

use std::cell::Cell;
use std::collections::BTreeMap;

use simplehash::hash::pg::murmurhash32;

use simplehash::{Boxed, Fingerprint, HashFn, Layout, NoHooks, Policy, RobinHood, StoredHash, Table, Using};

use crate::support::{By, CONSTANT, Chosen, IDENTITY, MURMUR, Tracked, on_every_layout, panic_of, panics_at, watched};

type Values<L> = Table<u32, Tracked, Using<Chosen, L>>;

fn values<L: Layout>(hash: By, keys: std::ops::Range<u32>) -> Values<L> {
    let mut table = Values::<L>::with_hasher(hash);
    keys.for_each(|key| assert!(table.insert(key, Tracked::new(key)).is_none()));
    table
}

fn assert_holds<L: Layout>(table: &Values<L>, keys: std::ops::Range<u32>) {
    assert_eq!((table.len(), table.iter().count()), (keys.len(), keys.len()));
    assert!(keys.clone().all(|key| table.get(&key).is_some_and(|value| value.value == key)));
    assert!(table.iter().all(|(key, value)| keys.contains(key) && *key == value.value));
}

const SOURCE: std::ops::Range<u32> = 0..50;

/// A clone that panicked halfway made `clone` drop entries twice, or slots that had none, the first one above all
/// (hashbrown). Whichever clone panics, the source is as it was and nothing is dropped twice or leaked.
#[test]
fn sh_15_clones_that_panic() {
    fn check<L: Layout>() {
        // Keys that are their slots: slot 0 is in use, or it is not.
        for (hash, keys) in [(IDENTITY, SOURCE), (IDENTITY, 1..50), (MURMUR, SOURCE), (CONSTANT, SOURCE)] {
            let source = values::<L>(hash, keys.clone());
            for number in 1..=keys.len() {
                assert!(panics_at(number, 0, || drop(source.clone())));
                Tracked::assert_live(keys.len());
                assert_holds(&source, keys.clone());
            }
            assert!(!panics_at(keys.len() + 1, 0, || drop(source.clone())));
            drop(source);
            Tracked::assert_live(0);
        }
    }
    watched(|| on_every_layout!(check));
}

/// As [`sh_15_clones_that_panic`], for `clone_from`: a clone that panics leaves the destination as it was, a drop that
/// panics leaves it good for more, whatever the sizes of the two.
#[test]
fn sh_15_clones_and_drops_that_panic_in_clone_from() {
    fn check<L: Layout>() {
        for (hash, first) in [(IDENTITY, 0), (IDENTITY, 1), (MURMUR, 0)] {
            for old in [0..0, 100..101, 100..150, 0..50, 100..400] {
                let source = values::<L>(hash, first..50);
                let goes_on = |mut target: Values<L>, there: std::ops::Range<u32>| {
                    assert_holds(&source, first..50);
                    assert_holds(&target, there.clone());
                    assert!(target.insert(1000, Tracked::new(1000)).is_none());
                    assert_eq!(
                        (target.len(), target.remove(&1000).map(|value| value.value)),
                        (there.len() + 1, Some(1000))
                    );
                    drop(target);
                    Tracked::assert_live(source.len());
                };
                for number in 1..=source.len() {
                    let mut target = values::<L>(hash, old.clone());
                    assert!(panics_at(number, 0, || target.clone_from(&source)));
                    Tracked::assert_live(source.len() + old.len());
                    goes_on(target, old.clone());
                }
                for number in (1..=old.len()).filter(|number| *number <= 50 || number % 25 == 0) {
                    let mut target = values::<L>(hash, old.clone());
                    assert!(panics_at(0, number, || target.clone_from(&source)));
                    Tracked::assert_live(2 * source.len());
                    goes_on(target, first..50);
                }
                drop(source);
                Tracked::assert_live(0);
            }
        }
    }
    watched(|| on_every_layout!(check));
}

thread_local! {
    /// Keys below this one and not below the other must not be hashed.
    static UNHASHABLE: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
    /// Seeds drawn.
    static SEEDS: Cell<u32> = const { Cell::new(0) };
}

/// Runs `action`; hashing one of these keys panics meanwhile.
fn without_hashing(keys: std::ops::Range<u32>, action: impl FnOnce()) -> Option<String> {
    UNHASHABLE.set((keys.start, keys.end));
    let panic = panic_of(action);
    UNHASHABLE.set((0, 0));
    panic
}

/// Hashes that panic on command, all the same or mixed.
#[derive(Debug, Clone, Copy, Default)]
struct Touchy {
    mixes: bool,
}

impl HashFn<u32> for Touchy {
    fn hash(&self, key: &u32) -> u64 {
        let (from, to) = UNHASHABLE.get();
        assert!(!(from..to).contains(key), "{key} is hashed");
        if self.mixes { murmurhash32(*key).into() } else { 7 }
    }
}

struct TouchyTables<L>(std::marker::PhantomData<L>);

impl<L: Layout> Policy for TouchyTables<L> {
    type Layout = L;
    type Hasher = Touchy;
    type Hooks = NoHooks;
}

/// An insertion hashed the entries that were there again, and lost them when that panicked (once_map, hashbrown, 2023).
/// Where a layout stores hashes an operation hashes no key but its own, whatever it moves; where it does not, see
/// [`sh_16_a_panic_while_growing_loses_nothing`].
#[test]
fn sh_16_no_key_is_hashed_again() {
    fn check<L: Layout>() {
        if L::HONOURS.stored_hash == StoredHash::Never {
            return;
        }
        let mut table = Table::<u32, Tracked, TouchyTables<L>>::default();
        (1..=28).for_each(|key| assert!(table.insert(key, Tracked::new(key)).is_none()));
        (1..=27).for_each(|key| assert!(table.remove(&key).is_some()));
        assert_eq!(without_hashing(28..29, || assert!(table.insert(1, Tracked::new(1)).is_none())), None);
        assert!(table.len() == 2 && table.contains_key(&28) && table.contains_key(&1));
        drop(table);
        for (mixes, keys) in [(true, 2000), (false, 300)] {
            let mut table = Table::<u32, Tracked, TouchyTables<L>>::with_hasher(Touchy { mixes });
            let mut growths = 0;
            for key in 0..keys {
                let capacity = table.capacity();
                let insertion = || assert!(table.insert(key, Tracked::new(key)).is_none());
                assert_eq!(without_hashing(0..key, insertion), None);
                growths += usize::from(table.capacity() > capacity);
                assert_eq!(table.len(), key as usize + 1);
            }
            assert!(growths > 4);
            let operations = || {
                table.reserve(5000);
                table.grow(8192).unwrap();
                table.shrink_to_fit();
                drop(table.clone());
                assert_eq!((table.iter().count(), table.stats().members), (keys as usize, u64::from(keys)));
                table.retain(|key, _| key % 3 != 0);
                assert_eq!(table.extract_if(|key, _| key % 3 == 1).count(), (keys as usize + 1) / 3);
                table.shrink_to_fit();
            };
            assert_eq!(without_hashing(0..u32::MAX, operations), None);
            Tracked::assert_live(table.len());
            assert!((0..keys).all(|key| table.contains_key(&key) == (key % 3 == 2)));
            assert_eq!(without_hashing(0..u32::MAX, || table.clear()), None);
        }
        Tracked::assert_live(0);
    }
    watched(|| on_every_layout!(check));
}

/// The other half of [`sh_16_no_key_is_hashed_again`]: layouts that do not store hashes ask for them when they grow or
/// shrink, and only then. A panic comes through, and the table is as it was.
#[test]
fn sh_16_a_panic_while_growing_loses_nothing() {
    fn check<L: Layout>(mixes: bool) {
        let mut table = Table::<u32, Tracked, TouchyTables<L>>::with_hasher(Touchy { mixes });
        (1..=28).for_each(|key| assert!(table.insert(key, Tracked::new(key)).is_none()));
        (1..=27).for_each(|key| assert!(table.remove(&key).is_some()));
        assert_eq!(without_hashing(28..29, || assert!(table.insert(1, Tracked::new(1)).is_none())), None);
        assert!(table.len() == 2 && table.contains_key(&28) && table.contains_key(&1));
        table.clear();
        table.shrink_to_fit();
        assert!(table.insert(0, Tracked::new(0)).is_none());
        let mut panics = 0;
        for key in 1..700_u32 {
            let capacity = table.capacity();
            // Any one of those that are there.
            let unlucky = key / 3;
            let panic = without_hashing(unlucky..unlucky + 1, || {
                assert!(table.insert(key, Tracked::new(key)).is_none());
            });
            if panic.is_some() {
                panics += 1;
                assert_eq!(panic, Some(format!("{unlucky} is hashed")));
                assert_eq!((table.len(), table.capacity()), (key as usize, capacity));
                Tracked::assert_live(table.len());
                assert!((0..key).all(|there| table.contains_key(&there)) && !table.contains_key(&key));
                assert!(table.insert(key, Tracked::new(key)).is_none());
                assert!(table.capacity() > capacity);
            }
            assert_eq!(table.len(), key as usize + 1);
        }
        assert!(panics >= 6, "{panics}");
        let capacity = table.capacity();
        assert_eq!(without_hashing(3..4, || table.reserve(5000)), Some("3 is hashed".to_owned()));
        assert_eq!((table.len(), table.capacity()), (700, capacity));
        assert_eq!(without_hashing(3..4, || table.grow(1 << 14).unwrap()), Some("3 is hashed".to_owned()));
        assert_eq!((table.len(), table.capacity()), (700, capacity));
        table.reserve(5000);
        let capacity = table.capacity();
        assert_eq!(without_hashing(699..700, || table.shrink_to_fit()), Some("699 is hashed".to_owned()));
        assert_eq!((table.len(), table.capacity()), (700, capacity));
        Tracked::assert_live(700);
        let moves_nothing = || {
            drop(table.clone());
            table.retain(|key, _| key % 3 != 0);
            assert_eq!(table.extract_if(|key, _| key % 3 == 1).count(), 233);
            assert_eq!(table.drain().count(), 233);
        };
        assert_eq!(without_hashing(0..u32::MAX, moves_nothing), None);
        drop(table);
        Tracked::assert_live(0);
    }
    watched(|| {
        for mixes in [true, false] {
            check::<Fingerprint>(mixes);
            check::<Boxed<Fingerprint>>(mixes);
        }
    });
}

/// A hasher whose first seed is a bad one.
#[derive(Debug)]
struct Unlucky(Touchy);

impl Default for Unlucky {
    fn default() -> Self {
        Self(Touchy { mixes: SEEDS.replace(SEEDS.get() + 1) > 0 })
    }
}

impl HashFn<u32> for Unlucky {
    fn hash(&self, key: &u32) -> u64 {
        self.0.hash(key)
    }
}

struct Reseeding<L>(std::marker::PhantomData<L>);

impl<L: Layout> Policy for Reseeding<L> {
    type Layout = L;
    type Hasher = Unlucky;
    type Hooks = NoHooks;
    const RESEED: Option<fn() -> Unlucky> = Some(Unlucky::default);
}

/// As [`sh_16_no_key_is_hashed_again`], for the one time when keys are hashed again: when a table replaces a bad seed.
/// Then the panic comes through, all entries are still there, and the table takes the next one.
#[test]
fn sh_16_a_panic_while_seeding_again_loses_nothing() {
    /// Panics that came through, with the hash of this key panicking.
    fn panics<L: Layout>(unhashable: u32) -> usize {
        SEEDS.set(0);
        let mut table = Table::<u32, Tracked, Reseeding<L>>::default();
        let mut panics = 0;
        for key in 0..200 {
            let armed = if key > unhashable { unhashable..unhashable + 1 } else { 0..0 };
            if let Some(text) = without_hashing(armed, || assert!(table.insert(key, Tracked::new(key)).is_none())) {
                panics += 1;
                assert_eq!(text, format!("{unhashable} is hashed"));
                Tracked::assert_live(key as usize);
                assert_eq!(
                    (table.len(), table.iter().count(), table.get(&key).is_none()),
                    (key as usize, key as usize, true)
                );
                assert!((0..key).all(|key| table.get(&key).is_some_and(|value| value.value == key)));
                assert!(table.insert(key, Tracked::new(key)).is_none());
            }
        }
        let there: BTreeMap<u32, u32> = table.iter().map(|(key, value)| (*key, value.value)).collect();
        assert!(there.into_iter().eq((0..200).map(|key| (key, key))));
        assert!((0..200).all(|key| table.get(&key).is_some_and(|value| value.value == key)));
        drop(table);
        Tracked::assert_live(0);
        panics
    }
    fn check<L: Layout>() {
        // One seed is tried after each growth.
        (0..60).for_each(|unhashable| assert!(panics::<L>(unhashable) <= 12));
    }
    watched(|| {
        on_every_layout!(check);
        assert!(panics::<RobinHood>(3) > 0, "it does happen");
    });
}
