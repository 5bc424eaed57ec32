//! Walks that delete.

use dynahash_compat::Chained;
use simplehash::hash::pg::murmurhash32;
use simplehash::{Boxed, Dense, Handles, Layout, Remembering, RobinHoodUpTo, SimpleHash, Table, Using};
use simplehash_tests::policies::Identity;

use crate::support::{Map, Plain, Tracked, on_every_layout, watched};

fn sorted(keys: impl IntoIterator<Item = u32>) -> Vec<u32> {
    let mut keys: Vec<u32> = keys.into_iter().collect();
    keys.sort_unstable();
    keys
}

/// Which of the entries a walk comes to it deletes, by number: all, every second, only the first, the last, and patterns.
fn choices(length: usize) -> impl Iterator<Item = Vec<bool>> {
    let patterns = [u64::MAX, 0x5555_5555, 0xaaaa_aaaa, 1, 1 << (length - 1), 0, 0x9249_2492, 0x3333_3333, 0xf0f0_0f0f];
    patterns.into_iter().map(move |pattern| (0..length).map(|number| pattern >> number & 1 == 1).collect())
}

/// Each key is yielded once, whatever is deleted on the way, and those are left that were not deleted: by `iterate`,
/// `retain` and `extract_if`.
fn deletes_what_it_is_told_to<P: Plain>(keys: &[u32]) {
    let filled = || {
        let mut table = Map::<P>::default();
        table.grow(32).unwrap();
        keys.iter().for_each(|key| assert!(table.insert(*key, *key).is_none()));
        assert_eq!(table.stats().size, 32);
        table
    };
    let all = sorted(keys.iter().copied());
    for delete in choices(keys.len()) {
        let (mut yielded, mut kept) = (Vec::new(), Vec::new());
        let mut choose = |key: u32| {
            let delete = *delete.get(yielded.len()).expect("no more entries than there are");
            yielded.push(key);
            if !delete {
                kept.push(key);
            }
            delete
        };
        let mut by_walk = filled();
        let mut walk = by_walk.iterate();
        while let Some(entry) = walk.next() {
            if choose(entry.get().0) {
                entry.delete();
            }
        }
        let is_right = |table: &Map<P>, yielded: &mut Vec<u32>, kept: &mut Vec<u32>| {
            assert_eq!(sorted(yielded.drain(..)), all, "each once, {delete:?}");
            let kept = sorted(kept.drain(..));
            assert_eq!((sorted(table.keys().copied()), table.len()), (kept.clone(), kept.len()), "{delete:?}");
            assert!(all.iter().all(|key| table.contains_key(key) == kept.binary_search(key).is_ok()));
        };
        is_right(&by_walk, &mut yielded, &mut kept);

        let mut choose = |key: u32| {
            let delete = *delete.get(yielded.len()).expect("no more entries than there are");
            yielded.push(key);
            if !delete {
                kept.push(key);
            }
            delete
        };
        let mut by_retain = filled();
        by_retain.retain(|key, _| !choose(*key));
        is_right(&by_retain, &mut yielded, &mut kept);

        let mut by_extraction = filled();
        let extracted: Vec<(u32, u32)> = by_extraction
            .extract_if(|key, _| {
                let delete = delete[yielded.len()];
                yielded.push(*key);
                if !delete {
                    kept.push(*key);
                }
                delete
            })
            .collect();
        assert_eq!(extracted.len(), delete.iter().filter(|delete| **delete).count());
        is_right(&by_extraction, &mut yielded, &mut kept);
    }
}

/// Deleting during a walk shifts a run back, and where the run goes around the end of the table an entry was yielded twice
/// or skipped (robin-map, khashl). Runs of 2 to 12 keys with one home, for each home of 32, and two neighbours.
#[test]
fn sh_09_deleting_in_runs_that_go_around() {
    fn check<L: Layout>() {
        for home in 0..32 {
            for length in 2..=12 {
                let run = (0..length).map(|number| home + 32 * number);
                let keys: Vec<u32> = run.chain([(home + 1) % 32, (home + 2) % 32]).collect();
                deletes_what_it_is_told_to::<Using<Identity, L>>(&keys);
            }
        }
    }
    watched(|| on_every_layout!(check));
}

/// As [`sh_09_deleting_in_runs_that_go_around`], in tables with one empty slot, where everything is one run.
#[test]
fn sh_09_deleting_in_a_table_with_one_empty_slot() {
    fn check<L: Layout>() {
        for rotation in 0..32 {
            for homes in [1, 2, 5, 31, 32] {
                // So many homes side by side, each with about as many keys as the others.
                let key = |number: u32| (rotation + number % homes) % 32 + 32 * (number / homes);
                let keys: Vec<u32> = (0..31).map(key).collect();
                deletes_what_it_is_told_to::<Using<Identity, L>>(&keys);
            }
        }
    }
    watched(|| {
        check::<RobinHoodUpTo<32>>();
        check::<Boxed<RobinHoodUpTo<32>>>();
        check::<Remembering<RobinHoodUpTo<32>>>();
    });
}

/// A key that may not be equal to itself.
#[derive(Debug, Clone, Copy)]
struct Real(f64);

impl PartialEq for Real {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

/// Untrue of NaN: that is the fault of the user here.
impl Eq for Real {}

fn hash_of_bits(key: &Real) -> u32 {
    murmurhash32(key.0.to_bits() as u32)
}

#[derive(SimpleHash)]
#[simplehash(policy_for = Real, hash = hash_of_bits)]
struct Reals;

const NANS: usize = 209;

/// NaNs of different bits, and so of different hashes, or the same one.
fn nan(number: usize, differ: bool) -> Real {
    let nan = f64::from_bits(f64::NAN.to_bits() | if differ { number as u64 } else { 0 });
    assert!(nan.is_nan());
    Real(nan)
}

fn filled_with_nans<L: Layout>(differ: bool) -> Table<Real, Tracked, Using<Reals, L>> {
    let mut table = Table::default();
    (0..NANS).for_each(|number| assert!(table.insert(nan(number, differ), Tracked::new(number as u32)).is_none()));
    assert_eq!((table.len(), table.iter().count()), (NANS, NANS));
    Tracked::assert_live(NANS);
    table
}

/// Keys that are not equal to themselves can neither be found nor deleted by key, and a table that was cleared during a
/// scan went on yielding them (Go, 2023). Nothing is left to scan in a table that was cleared. (The walks of other layouts
/// borrow the table, so that clearing it does not compile, as `ui/fails/surface_drain_borrows` shows of one of them.)
#[test]
fn sh_27_clearing_ends_a_scan_over_keys_unequal_to_themselves() {
    fn check<L: Handles>(differ: bool) {
        for items in [0, 1, 6, 100, NANS] {
            let mut table = filled_with_nans::<L>(differ);
            let mut scan = table.scan();
            (0..items).for_each(|_| assert!(table.scan_next(&mut scan).is_some()));
            table.clear();
            assert!(table.scan_next(&mut scan).is_none());
            assert_eq!((table.len(), table.iter().count()), (0, 0));
            Tracked::assert_live(0);
            assert!(table.insert(nan(0, differ), Tracked::new(0)).is_none());
            assert!(table.scan_next(&mut scan).is_none(), "ended for good");
        }
        Tracked::assert_live(0);
    }
    watched(|| {
        for differ in [false, true] {
            check::<Chained>(differ);
            check::<Dense>(differ);
        }
    });
}

/// As [`sh_27_clearing_ends_a_scan_over_keys_unequal_to_themselves`]: everything that does not need equality works in
/// every layout, and drops each value once.
#[test]
fn sh_27_walks_reach_keys_unequal_to_themselves() {
    fn check<L: Layout>() {
        for differ in [false, true] {
            let mut table = filled_with_nans::<L>(differ);
            assert!(
                (0..NANS)
                    .all(|number| table.get(&nan(number, differ)).is_none() && !table.delete(&nan(number, differ)))
            );
            let copy = table.clone();
            assert_eq!((copy.len(), copy.iter().count()), (NANS, NANS));
            drop(copy);
            table.reserve(1000);
            table.shrink_to_fit();
            // Clearing within a walk: by deleting all that it comes to.
            let (mut walk, mut seen) = (table.iterate(), Vec::new());
            while let Some(entry) = walk.next() {
                seen.push(entry.get().1.value);
                if seen.len() > 6 {
                    entry.delete();
                }
            }
            assert_eq!((sorted(seen), table.len()), ((0..NANS as u32).collect(), 6));
            Tracked::assert_live(6);
            table.retain(|_, value| value.value % 2 == 0);
            Tracked::assert_live(table.len());
            table.clear();
            assert_eq!((table.len(), table.iter().count(), table.iterate().next().is_none()), (0, 0, true));
            Tracked::assert_live(0);
            let mut table = filled_with_nans::<L>(differ);
            assert_eq!((table.drain().take(6).count(), table.len()), (6, 0));
            Tracked::assert_live(0);
        }
    }
    watched(|| on_every_layout!(check));
}
