//! Memory that is refused, and memory that is just enough.

use dynahash_compat::dynahash::{Dynahash, Error, Flags, HashCtl, Session, sizing};
use simplehash_tests::raw::arena::Arena;
use simplehash_tests::raw::meter::Meter;

use crate::support::{FUNCTION, Numbers, number, sorted};

fn info<A>() -> HashCtl<A> {
    HashCtl { keysize: 4, entrysize: 8, hash: Some(|key, _| number(key)), ..HashCtl::DEFAULT }
}

/// The table could not be enlarged after the new entry had been linked, which stayed, half initialised (PostgreSQL, 2012).
/// Whichever allocation fails, of elements, segments or the directory: the key is not in, or if only growth failed, it is.
#[test]
fn dh_05_a_refused_allocation_leaves_nothing_half_done() {
    const KEYS: u32 = 70_000; // the directory of 256 segments is doubled at 65,536
    let mut refusals = [0; 2];
    // Every allocation up to 2,000 keys, and some of those up to the doubling.
    for granted in (0..120).chain((120..2700).step_by(61)) {
        let meter = Meter::default();
        meter.refuse_once_after(granted);
        let create = || Dynahash::create_in(&meter, &Session::new(), "meter", 16, &info(), FUNCTION);
        let mut table = create().or_else(|error| {
            assert!(matches!(error, Error::FailedToInitialize { .. }), "{error}");
            assert_eq!(error.to_string(), "failed to initialize hash table \"meter\"");
            create()
        });
        let table = table.as_mut().unwrap();
        let mut refused = meter.has_refused();
        for key in 0..if granted < 120 { 2000 } else { KEYS } {
            match table.enter(key) {
                Ok(_) => {
                    if meter.has_refused() && !refused {
                        refusals[0] += 1;
                        assert_eq!(table.value(key), Some(key), "only growth failed");
                    }
                }
                Err(error) => {
                    assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
                    refusals[1] += 1;
                    assert_eq!(table.num_entries(), key as usize);
                    assert_eq!(sorted(table.keys()), Vec::from_iter(0..key));
                    assert_eq!((table.value(key), table.take(key)), (None, false));
                    table.enter(key).unwrap();
                }
            }
            refused |= meter.has_refused();
        }
        let keys = table.num_entries() as u32;
        assert!((0..keys).all(|key| table.value(key) == Some(key)));
        assert_eq!(table.keys().len(), keys as usize);
        assert_eq!(table.allocation_size().cast_signed(), meter.bytes());
    }
    assert!(refusals.iter().all(|count| *count > 10), "{refusals:?}: both kinds were seen");
}

/// An estimate that forgot the directory, alignment or the free lists: "out of shared memory" far below the declared
/// maximum (PolarDB, Greenplum, Yugabyte). Exactly the estimated bytes are there, and everything fits.
#[test]
fn dh_11_the_estimate_is_enough() {
    for entrysize in (8..=200).step_by(8) {
        for nelem in [1, 7, 100, 1000, 65_537] {
            if nelem == 65_537 && entrysize % 48 != 8 {
                continue; // the large ones take their time
            }
            for partitions in [1, 16, 128] {
                for one_partition in [true, false] {
                    let estimate = sizing::estimate_size(nelem, entrysize).unwrap();
                    let arena = Arena::new(estimate);
                    let info = HashCtl { entrysize, num_partitions: partitions, alloc: Some(&arena), ..info() };
                    let flags = if partitions > 1 { FUNCTION | Flags::PARTITION } else { FUNCTION };
                    let flags = flags | Flags::FIXED_SIZE | Flags::ALLOC;
                    let table = Dynahash::create_in(&arena, &Session::new(), "arena", nelem, &info, flags);
                    let mut table = table.unwrap_or_else(|error| panic!("{nelem} of {entrysize}: {error}"));
                    // Each of 32 free lists has one, however small the table.
                    let most = if partitions > 1 { nelem.max(32) } else { nelem };
                    let step = if one_partition { 128 } else { 1 };
                    let keys = (0..most as u32).map(|number| number * step);
                    let whole = entrysize - 4;
                    for key in keys.clone() {
                        let searched = table.search(&key.to_ne_bytes(), dynahash_compat::dynahash::Action::Enter);
                        searched.unwrap().entry.unwrap().value_mut().fill(key as u8);
                    }
                    let refused = table.search(&u32::MAX.to_ne_bytes(), dynahash_compat::dynahash::Action::Enter);
                    assert!(matches!(refused, Err(Error::OutOfMemory { .. })), "{most} and no more");
                    let refused = table.search(&u32::MAX.to_ne_bytes(), dynahash_compat::dynahash::Action::EnterNull);
                    assert!(refused.unwrap().entry.is_none());
                    assert_eq!((table.num_entries(), table.num_free()), (most, 0));
                    for key in keys.clone() {
                        let found = table.search(&key.to_ne_bytes(), dynahash_compat::dynahash::Action::Find);
                        assert_eq!(found.unwrap().entry.unwrap().value(), vec![key as u8; whole]);
                    }
                    // One goes, one comes: of any partition.
                    assert!(table.take(0));
                    let other = table.search(&(u32::MAX - 1).to_ne_bytes(), dynahash_compat::dynahash::Action::Enter);
                    assert!(!other.unwrap().found);
                    assert!(arena.used() <= estimate && arena.returned() == 0);
                    // Nobody takes the memory back.
                    let (table, error) = table.destroy().unwrap_err();
                    assert!(matches!(error, Error::CannotDestroy { .. }));
                    drop(table);
                    assert_eq!(arena.returned(), 0);
                }
            }
        }
    }
}
