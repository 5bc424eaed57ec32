//! Sizes.

use dynahash_compat::Chained;
use dynahash_compat::dynahash::{Error, sizing};
use simplehash::{Table, Tuned, Using};
use simplehash_tests::policies::Identity;

use crate::support::{Numbers, identity};

/// The fill factor was tested by a division of integers, so that splits began at twice the load (PostgreSQL, 2004).
#[test]
fn dh_07_splits_begin_when_the_table_is_full() {
    let mut table = identity(8);
    for key in 0..64 {
        table.enter(key).unwrap();
        // The ninth entry meets as many entries as buckets, and from there on each splits one.
        assert_eq!(table.num_buckets(), if key < 8 { 8 } else { key as usize + 1 }, "{key}");
    }
    // Entering a key that is there splits as well.
    let searched = table.search(&0_u32.to_ne_bytes(), dynahash_compat::dynahash::Action::Enter).unwrap();
    assert!(searched.found);
    assert_eq!(table.num_buckets(), 65);

    fn check<const PERMILLE: u16>(factor: usize) {
        let mut table = Table::<u32, u32, Using<Tuned<Identity, PERMILLE>, Chained>>::default();
        table.grow(8).unwrap();
        for key in 0..64_u32 {
            table.insert(key, key);
            let (entries, buckets) = (key as usize + 1, table.core().buckets());
            assert_eq!(buckets, entries.div_ceil(factor).max(8), "{key}");
            assert!(entries <= factor * buckets + 1, "the load is never above the factor and one entry");
        }
    }
    check::<1000>(1);
    check::<2000>(2);
    check::<3000>(3);
}

/// A size near the limit of integers: the number of buckets wrapped (PostgreSQL, 2012).
#[test]
fn dh_08_any_size_ends_in_buckets() {
    let sizes = [0, 1, 2, 255, 256, 257, (1 << 30) - 1, 1 << 30, (1 << 30) + 1, (1 << 31) - 1, 1 << 31, (1 << 31) + 1];
    let larger = [1 << 32, 1 << 63, usize::MAX, usize::MAX - 1, i64::MAX as usize];
    for nelem in sizes.into_iter().chain(larger) {
        for partitions in [1, 128] {
            let buckets = sizing::nbuckets(nelem, partitions);
            assert!(buckets.is_power_of_two() && buckets >= partitions && buckets <= 1 << 30, "{nelem}: {buckets}");
            assert!(
                buckets >= nelem.clamp(1, sizing::MOST_ENTRIES)
                    && buckets < nelem.max(partitions).max(1).saturating_mul(2)
            );
            assert!(sizing::nsegs(buckets).is_power_of_two());
            assert!(sizing::nsegs(buckets) * sizing::SEGMENT_SIZE >= buckets);
        }
        let directory = sizing::select_dirsize(nelem);
        assert!(directory >= sizing::DIRECTORY_SIZE && directory * sizing::SEGMENT_SIZE >= sizing::nbuckets(nelem, 1));
        for entrysize in [1, 8, 100, 5000, 1 << 40, usize::MAX] {
            let together = sizing::nelem_alloc(entrysize);
            assert!((32..128).contains(&together), "{entrysize}: {together}");
            match sizing::estimate_size(nelem, entrysize) {
                Ok(bytes) => assert!(bytes / entrysize >= nelem || nelem == 0),
                Err(error) => assert!(matches!(error, Error::TooLarge { .. }) && (nelem | entrysize) > 1 << 30),
            }
        }
    }
    // The typed tables compute theirs.
    let mut table = Table::<u32, u32, Using<Identity, Chained>>::default();
    for nelem in [1 << 32, 1 << 63, usize::MAX, usize::MAX - 1, i64::MAX as usize] {
        assert!(table.try_reserve(nelem).is_err() && table.allocation_size() == 0);
    }
}
