//! Scans during which the table changes.

use std::collections::{BTreeMap, HashSet};

use dynahash_compat::Chained;
use dynahash_compat::dynahash::{Dynahash, Error, Flags, HashCtl, MAX_SEQ_SCANS, SeqScan, Session};
use simplehash::{Dense, Handle, Handles, Table, Using};
use simplehash_tests::policies::Identity;
use simplehash_tests::stream::SplitMix;

use crate::support::{FUNCTION, IDENTITY, Numbers, identity, identity_in, number, sorted};

/// A bucket was split while a scan was open, which then saw entries twice or missed some (PostgreSQL, 2007).
#[test]
fn dh_01_splits_wait_for_the_end_of_a_scan() {
    let mut table = identity(8);
    let mut addresses = BTreeMap::new();
    let mut enter = |table: &mut Dynahash, key: u32| {
        let handle = table.enter(key).unwrap();
        addresses.insert(key, (handle, table.entry(handle).unwrap().address()));
    };
    (0..8).for_each(|key| enter(&mut table, key));
    assert_eq!(table.num_buckets(), 8);
    let mut scan = table.seq_init().unwrap();
    let mut seen = Vec::new();
    let mut step = |table: &mut Dynahash, scan: &mut SeqScan| {
        let key = table.seq_search(scan).unwrap().map(|entry| number(entry.key()));
        seen.extend(key);
        key.is_some()
    };
    (0..3).for_each(|_| assert!(step(&mut table, &mut scan)));
    let mut ended = false;
    for key in 8..1008 {
        enter(&mut table, key);
        if key % 10 == 0 && !ended {
            ended = !step(&mut table, &mut scan);
        }
        assert!(ended || table.num_buckets() == 8, "splits wait");
    }
    while !ended {
        ended = !step(&mut table, &mut scan);
    }
    for original in 0..8 {
        assert_eq!(seen.iter().filter(|key| **key == original).count(), 1);
    }
    let all = seen.len();
    assert_eq!(seen.iter().collect::<HashSet<_>>().len(), all, "nothing twice");
    let buckets = table.num_buckets();
    for key in 1008..1018 {
        enter(&mut table, key);
        assert_eq!(table.num_buckets(), buckets + key as usize - 1007, "one split an entry");
    }
    for (key, (handle, address)) in &addresses {
        let entry = table.entry(*handle).unwrap();
        assert_eq!((number(entry.key()), number(entry.value()), entry.address()), (*key, *key, *address));
    }
}

/// As [`dh_01_splits_wait_for_the_end_of_a_scan`], of the layouts: their scans go by slots, so splits need not wait.
#[test]
fn dh_01_scans_of_layouts_see_everything_once() {
    fn check<L: Handles>() {
        let mut table = Table::<u32, u32, Using<Identity, L>>::default();
        table.grow(8).unwrap();
        (0..7).for_each(|key| assert!(table.insert(key, key).is_none()));
        let mut scan = table.scan();
        let mut seen: Vec<u32> = (0..3).map(|_| table.scan_next(&mut scan).unwrap().get().0).collect();
        let addresses: Vec<_> = (0..7).map(|key| table.address(&key).unwrap()).collect();
        for key in 8..1008 {
            assert!(table.insert(key, key).is_none());
            if key % 10 == 0 {
                seen.extend(table.scan_next(&mut scan).map(|entry| entry.get().0));
            }
        }
        while let Some(entry) = table.scan_next(&mut scan) {
            seen.push(entry.get().0);
        }
        assert!((0..7).all(|original| seen.iter().filter(|key| **key == original).count() == 1));
        assert_eq!(seen.iter().collect::<HashSet<_>>().len(), seen.len());
        assert!(table.stats().size >= 512);
        assert!((0..7).all(|key| table.address(&key) == Some(addresses[key as usize])));
    }
    check::<Chained>();
    check::<Dense>();
}

/// Scans that were given up without being ended used up a registry of 100, so that others failed (documentdb, 2025).
#[test]
fn dh_02_scans_given_up_use_nothing_up() {
    let session = Session::new();
    let mut table = identity_in(&session, 16);
    (0..10).for_each(|key| _ = table.enter(key).unwrap());
    for _ in 0..1000 {
        let mut scan = table.seq_init().unwrap();
        assert!(table.seq_search(&mut scan).unwrap().is_some());
    }
    assert_eq!((session.active_scans(), table.active_scans()), (0, 0));

    let mut held: Vec<SeqScan> = (0..MAX_SEQ_SCANS).map(|_| table.seq_init().unwrap()).collect();
    let refused = table.seq_init().unwrap_err();
    let message = "too many active hash_seq_search scans, cannot start one on \"identity\"";
    assert_eq!((refused.to_string().as_str(), session.active_scans()), (message, 100));
    let mut other = identity_in(&session, 16);
    assert!(matches!(other.seq_init(), Err(Error::TooManyScans { .. })), "the limit is the session's");
    for scan in &mut held {
        let mut keys = Vec::new();
        while let Some(entry) = table.seq_search(scan).unwrap() {
            keys.push(number(entry.key()));
        }
        assert_eq!(sorted(keys), Vec::from_iter(0..10));
        assert!(matches!(table.seq_search(scan), Err(Error::NoScan { .. })), "it has ended");
    }
    assert_eq!(session.active_scans(), 0);
    let ended = held.pop().unwrap();
    let message = "no hash_seq_search scan for hash table \"identity\"";
    assert_eq!(table.seq_term(ended).unwrap_err().to_string(), message);

    // A return from the middle.
    fn first_above(table: &mut Dynahash, limit: u32) -> Result<u32, Error> {
        let mut scan = table.seq_init()?;
        while let Some(entry) = table.seq_search(&mut scan)? {
            if number(entry.key()) > limit {
                return Err(Error::NotInTable { table: "in the middle".into() });
            }
        }
        Ok(limit)
    }
    assert!(first_above(&mut table, 4).is_err());
    assert_eq!((session.active_scans(), table.active_scans()), (0, 0));
    let buckets = table.num_buckets();
    (10..30).for_each(|key| _ = table.enter(key).unwrap());
    assert!(table.num_buckets() > buckets, "and the table splits again");
}

/// What is forgotten altogether is reported, and ended, when the transaction ends; of a subtransaction its own.
#[test]
fn dh_02_forgotten_scans_end_with_the_transaction() {
    let session = Session::new();
    let (mut first, mut second) = (identity_in(&session, 4), identity_in(&session, 4));
    (0..4).for_each(|key| _ = (first.enter(key).unwrap(), second.enter(key).unwrap()));
    let forget = |table: &mut Dynahash| std::mem::forget(table.seq_init().unwrap());
    forget(&mut first);
    session.begin_subtransaction();
    forget(&mut second);
    session.begin_subtransaction();
    forget(&mut second);
    let mut held = second.seq_init().unwrap();
    assert_eq!((session.active_scans(), second.active_scans()), (4, 3));
    // The innermost aborts: nothing is said, and its scans have ended.
    assert_eq!(session.end_subtransaction(false), []);
    assert_eq!((session.active_scans(), second.active_scans()), (2, 1));
    assert!(matches!(second.seq_search(&mut held), Err(Error::NoScan { .. })));
    drop(held);
    let leaked = session.end_subtransaction(true);
    assert_eq!(leaked.iter().map(|scan| scan.table).collect::<Vec<_>>(), [2]);
    assert_eq!((second.active_scans(), first.active_scans()), (0, 1));
    // Splits are suppressed until then.
    let enter = |table: &mut Dynahash, keys: std::ops::Range<u32>| {
        keys.for_each(|key| _ = table.enter(key).unwrap());
        table.num_buckets()
    };
    assert_eq!((enter(&mut first, 4..10), enter(&mut second, 4..10)), (4, 10));
    let leaked = session.end_transaction(true);
    assert_eq!(leaked[0].to_string(), "leaked hash_seq_search scan for hash table #1");
    assert_eq!((leaked.len(), session.active_scans(), first.active_scans()), (1, 0, 0));
    assert_eq!(enter(&mut first, 10..12), 6);
    assert_eq!(session.end_transaction(true), []);
    // The place of a scan that the transaction ended is another's: dropping the first does not end the second.
    let stale = first.seq_init().unwrap();
    assert_eq!(session.end_transaction(false), []);
    let live = first.seq_init().unwrap();
    drop(stale);
    assert_eq!((session.active_scans(), first.active_scans()), (1, 1));
    drop(live);
    assert_eq!(session.active_scans(), 0);
}

/// Four buckets that are never split, and chains of five.
fn chains_of_five() -> (Dynahash, Vec<Handle>) {
    let info = HashCtl { num_partitions: 4, ..IDENTITY };
    let mut table = Dynahash::create("chains", 4, &info, FUNCTION | Flags::PARTITION).unwrap();
    let handles = (0..20).map(|key| table.enter(key).unwrap()).collect();
    assert_eq!(table.num_buckets(), 4);
    (table, handles)
}

/// The next item of a chain slid into the place of one that was removed, and was skipped (OpenTelemetry, 2026).
#[test]
fn dh_16_removing_the_current_entry_skips_nothing() {
    // Every subset of the places in a chain; in `all` chains or in one.
    for subset in 0..32_u32 {
        for chain in [None, Some(0), Some(3)] {
            let (mut table, _) = chains_of_five();
            let goes = |key: u32| chain.is_none_or(|chain| key % 4 == chain) && subset >> (key / 4) & 1 == 1;
            let (mut scan, mut seen) = (table.seq_init().unwrap(), Vec::new());
            while let Some(entry) = table.seq_search(&mut scan).unwrap() {
                let (key, handle) = (number(entry.key()), entry.handle());
                seen.push(key);
                if goes(key) {
                    assert!(table.remove(handle) && !table.remove(handle));
                }
            }
            assert_eq!(sorted(seen), Vec::from_iter(0..20));
            assert_eq!(sorted(table.keys()), Vec::from_iter((0..20).filter(|key| !goes(*key))));
        }
    }
}

/// As [`dh_16_removing_the_current_entry_skips_nothing`]: entries that the scan has not come to (undefined in C), also
/// the very next, are not returned, and all others are.
#[test]
fn dh_16_removing_others_breaks_nothing() {
    for (at, victims) in (0..20_u32).flat_map(|at| (0..32_u32).map(move |victims| (at, victims))) {
        let (mut table, _) = chains_of_five();
        let (mut scan, mut seen, mut removed) = (table.seq_init().unwrap(), Vec::new(), Vec::new());
        while let Some(entry) = table.seq_search(&mut scan).unwrap() {
            let key = number(entry.key());
            seen.push(key);
            if seen.len() as u32 == at + 1 {
                for place in (0..5).filter(|place| victims >> place & 1 == 1) {
                    let victim = key % 4 + 4 * place;
                    assert!(table.take(victim));
                    removed.push(victim);
                }
            }
        }
        let unseen = removed.iter().filter(|key| !seen.contains(key)).count();
        assert_eq!(seen.len() + unseen, 20);
        assert_eq!(seen.iter().collect::<HashSet<_>>().len(), seen.len());
        assert_eq!(sorted(table.keys()), Vec::from_iter((0..20).filter(|key| !removed.contains(key))));
    }
}

/// What a scan owes: `steady` keys exactly once, others at most once, none that had gone.
#[derive(Default)]
struct Owed {
    steady: HashSet<u32>,
    seen: HashSet<u32>,
}

impl Owed {
    fn saw(&mut self, key: u32, live: &BTreeMap<u32, ()>) {
        assert!(live.contains_key(&key), "{key} had gone");
        assert!(self.seen.insert(key), "{key} twice");
    }
    fn ended(&self, live: &BTreeMap<u32, ()>) {
        assert!(self.steady.iter().all(|key| !live.contains_key(key) || self.seen.contains(key)), "one was missed");
    }
}

/// Iteration across an incremental split repeated keys, missed some, or returned one deleted since (swiss, Go, 2024). Each
/// step deletes some key, every tenth inserts one; keys are not used again.
#[test]
fn dh_19_iteration_across_splits() {
    for seed in 0..10_000_u64 {
        let mut random = SplitMix(seed);
        let mut draw = move |below: usize| (random.next().unwrap() % below as u64) as usize;
        // Mostly small tables, at the brink of a split.
        let size = if seed % 100 == 0 { 28 + draw(1973) } else { 28 + draw(100) };
        let mut live: BTreeMap<u32, ()> = (0..size as u32).map(|key| (key, ())).collect();
        let mut pool: Vec<u32> = live.keys().copied().collect();
        let mut fresh = size as u32;
        let clears = seed % 10 == 0;

        let mut chained = Table::<u32, u32, Using<Identity, Chained>>::default();
        let mut dense = Table::<u32, u32, Using<Identity, Dense>>::default();
        let mut table = identity(size * 7 / 8);
        for key in 0..fresh {
            chained.insert(key, key);
            dense.insert(key, key);
            table.enter(key).unwrap();
        }
        let steady: HashSet<u32> = live.keys().copied().collect();
        let mut owed = [(); 3].map(|()| Owed { steady: steady.clone(), seen: HashSet::new() });
        let (mut of_chained, mut of_dense) = (chained.scan(), dense.scan());
        let mut of_table = table.seq_init().unwrap();
        let mut open = [true; 3];
        let mut step = 0;
        while open.contains(&true) {
            step += 1;
            let next = [
                if open[0] { chained.scan_next(&mut of_chained).map(|entry| entry.get().0) } else { None },
                if open[1] { dense.scan_next(&mut of_dense).map(|entry| entry.get().0) } else { None },
                if open[2] { table.seq_search(&mut of_table).unwrap().map(|entry| number(entry.key())) } else { None },
            ];
            for ((next, owed), open) in next.into_iter().zip(&mut owed).zip(&mut open).filter(|(_, open)| **open) {
                match next {
                    Some(key) => owed.saw(key, &live),
                    None => {
                        owed.ended(&live);
                        *open = false;
                    }
                }
            }
            if step % 10 == 0 {
                live.insert(fresh, ());
                pool.push(fresh);
                chained.insert(fresh, fresh);
                dense.insert(fresh, fresh);
                table.enter(fresh).unwrap();
                fresh += 1;
            }
            if !pool.is_empty() {
                let key = pool.swap_remove(draw(pool.len()));
                live.remove(&key);
                assert!(chained.remove(&key).is_some() && dense.remove(&key).is_some() && table.take(key));
            }
            if clears && step == size / 3 {
                // (dynahash has no clear; each key is removed.)
                chained.clear();
                dense.clear();
                for key in std::mem::take(&mut live).into_keys() {
                    assert!(table.take(key));
                }
                pool.clear();
                assert!(chained.scan_next(&mut of_chained).is_none() && dense.scan_next(&mut of_dense).is_none());
                assert!(table.seq_search(&mut of_table).unwrap().is_none(), "nothing is left to return");
                break;
            }
        }
    }
}
