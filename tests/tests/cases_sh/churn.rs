//! Insertions and removals at constant length.

use std::collections::VecDeque;

use simplehash::{Layout, Policy, RobinHoodMetered, Table, Using};
use simplehash_tests::policies::Murmur;
use simplehash_tests::raw::meter::Meter;
use simplehash_tests::stream::SplitMix;

use crate::support::{By, CONSTANT, Chosen, EIGHTH, IDENTITY, MURMUR, Map, Plain, on_every_layout, watched};

/// A table made for 100 entries allocated again although it never held more, and its capacity fell (hashbrown, 2024).
/// The capacity that was promised stays, and nothing is allocated but the entries of layouts that allocate each, under
/// every hash: room that was promised is not given up for shorter runs.
#[test]
fn sh_20_promised_room_stays() {
    /// Bytes of the largest block for one entry.
    const ONE_ENTRY: usize = 64;
    fn churned<L: Layout>(hash: By, entries: usize) {
        let meter = Meter::default();
        let mut table = Table::<u32, u32, Using<Chosen, L>, &Meter>::with_capacity_and_hasher_in(entries, hash, &meter);
        let (capacity, asked, bytes) = (table.capacity(), meter.asked(), meter.bytes());
        assert!(capacity >= entries);
        meter.take_largest();
        for key in 0..10 * entries.max(100) as u32 {
            assert!(table.insert(key, key).is_none());
            if table.len() == entries {
                assert_eq!(table.remove(&key), Some(key));
            }
            assert_eq!(table.capacity(), capacity);
        }
        // The other end: the oldest goes.
        for key in 0..10 * entries as u32 {
            table.insert(1_000_000 + key, key);
            if table.len() == entries {
                let oldest = *table.keys().next().unwrap();
                assert_eq!(table.remove(&oldest).is_some(), entries > 0);
            }
            assert_eq!(table.capacity(), capacity);
        }
        let is_in_place = meter.asked() == asked;
        assert!(is_in_place || meter.take_largest() <= ONE_ENTRY, "slots were allocated again");
        table.clear();
        assert_eq!((table.capacity(), meter.bytes()), (capacity, bytes));
    }
    fn check<L: Layout>() {
        for entries in [1, 2, 7, 13, 14, 15, 28, 100, 115, 230, 500] {
            [MURMUR, IDENTITY, EIGHTH].into_iter().for_each(|hash| churned::<L>(hash, entries));
        }
        churned::<L>(CONSTANT, 100);
    }
    watched(|| on_every_layout!(check));
}

/// As [`sh_20_promised_room_stays`], for layouts with entries in place, which allocate nothing at all.
#[test]
fn sh_20_entries_in_place_allocate_nothing() {
    fn check<L: Layout>() {
        let meter = Meter::default();
        let mut table = Table::<u32, u32, Using<Murmur, L>, &Meter>::with_capacity_in(100, &meter);
        assert_eq!(meter.asked(), 1);
        for key in 0..1000 {
            table.insert(key, key);
            if table.len() == 100 {
                table.remove(&key);
            }
        }
        assert_eq!(meter.asked(), 1);
    }
    check::<simplehash::RobinHood>();
    check::<simplehash::Auto>();
    check::<simplehash::Remembering<simplehash::RobinHood>>();
}

const ROUNDS: usize = 1_000_000;
const WINDOW: usize = 100_000;

/// Deletes the oldest key and inserts a random one, a million times over. Calls `sample` now and then, and hands over the
/// means of what it returns in each window. Asserts that the table has no more than `slots` slots.
fn churn<P: Plain>(live: usize, slots: u64, mut sample: impl FnMut(&Map<P>) -> f64) -> Vec<f64> {
    let mut table = Map::<P>::default();
    table.grow(128).unwrap();
    assert_eq!(table.stats().size, 128);
    let mut random = SplitMix(live as u64).map(|word| word as u32);
    let mut keys = VecDeque::new();
    let mut means = Vec::new();
    let mut sum = 0.0;
    let mut samples = 0;
    for round in 0..ROUNDS {
        while keys.len() < live {
            let key = random.next().unwrap();
            if table.insert(key, key).is_none() {
                keys.push_back(key);
            }
        }
        let oldest = keys.pop_front().unwrap();
        assert_eq!(table.remove(&oldest), Some(oldest));
        assert!(table.get(&oldest).is_none());
        if round % 500 == 0 {
            sum += sample(&table);
            samples += 1;
            assert!(table.stats().size <= slots, "{}", table.stats());
        }
        if (round + 1) % WINDOW == 0 {
            means.push(std::mem::take(&mut sum) / f64::from(std::mem::take(&mut samples)));
        }
    }
    means
}

fn assert_steady(means: &[f64], what: &str) {
    let [first, .., last] = means else { unreachable!("there are ten windows") };
    // (Of few slots a small difference is a large part.)
    assert!(*last <= 1.5 * first.max(0.1), "{what}: {means:?}");
}

/// Marks of deleted slots piled up under churn, and tables doubled or slowed without end (Go, Zig, 2024). A table of 128
/// slots with 14 entries keeps its size for a million rounds, one that is 7/8 full doubles at most once, and hits and
/// misses cost no more in the end than in the beginning.
#[test]
fn sh_21_churn_neither_grows_nor_slows() {
    fn check<L: Layout>() {
        fn check<P: Plain>() {
            for (live, slots) in [(14, 128), (112, 256)] {
                let hits = churn::<P>(live, slots, |table| table.stats().avg_chain());
                assert_steady(&hits, "hits");
                // A miss goes no farther than the longest chain.
                let misses = churn::<P>(live, slots, |table| table.stats().max_chain as f64);
                assert_steady(&misses, "misses");
            }
        }
        check::<Using<Murmur, L>>();
    }
    watched(|| on_every_layout!(check));
}

/// As [`sh_21_churn_neither_grows_nor_slows`], by the slots that insertions inspect, each of which begins as a miss.
#[test]
fn sh_21_insertions_inspect_no_more_slots_in_the_end() {
    fn check<P: Plain + Policy<Layout = RobinHoodMetered>>() {
        for (live, slots) in [(14, 128), (112, 256)] {
            let mut before = 0;
            let probes = churn::<P>(live, slots, |table| {
                let probes = table.core().costs().probes;
                (probes - std::mem::replace(&mut before, probes)) as f64 / 500.0
            });
            assert_steady(&probes, "slots inspected");
        }
    }
    watched(check::<Using<Murmur, RobinHoodMetered>>);
}
