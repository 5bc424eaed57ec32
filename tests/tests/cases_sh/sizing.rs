//! How many slots: the arithmetic, up to PostgreSQL's largest table, and a small largest table for real.

use simplehash::robin_hood::Sizing;
use simplehash::{Boxed, Error, RobinHoodUpTo, Table, Using};
use simplehash_tests::policies::{Constant, Murmur};

#[test]
fn masks_and_thresholds_at_every_size() {
    let sizing = Sizing::new(900, 1 << 32);
    for bits in 1..=32 {
        let slots = 1_u64 << bits;
        assert_eq!(sizing.mask(slots), slots - 1);
        let thousandths = if bits == 32 { 980 } else { 900 };
        assert_eq!(sizing.threshold(slots), slots * thousandths / 1000, "2^{bits}");
        assert!(sizing.threshold(slots) < slots, "an empty slot ends every lookup");
        assert_eq!(sizing.grow(slots), Ok(slots));
        assert_eq!(sizing.grow(slots - 1), Ok(if slots > 2 { slots } else { 2 }));
    }
    assert_eq!(sizing.grow((1 << 32) + 1), Err(Error::CapacityOverflow));
    assert_eq!(sizing.threshold(1 << 32), 4_209_067_950);
    // PostgreSQL clamps a request at its largest size; ours has half of that.
    assert_eq!(sizing.create(u64::MAX), Ok(1 << 32));
    assert_eq!(Sizing::new(900, 1 << 31).create(u64::MAX), Err(Error::CapacityOverflow));
    for (slots, threshold) in [(2, 1), (4, 3), (8, 7), (16, 14), (32, 28), (64, 57), (512, 460), (1 << 20, 943_718)] {
        assert_eq!(sizing.threshold(slots), threshold);
    }
}

#[test]
fn reserve_is_the_smallest_size_that_fits() {
    for fill_factor in [100, 250, 500, 750, 900, 980] {
        let sizing = Sizing::new(fill_factor, 1 << 32);
        for entries in (1..2000).chain([1 << 20, (1 << 20) + 1, 1 << 30]) {
            let slots = sizing.reserve(entries).unwrap();
            assert!(sizing.threshold(slots) >= entries, "{entries} at {fill_factor}");
            assert!(slots == 2 || sizing.threshold(slots / 2) < entries, "{entries} at {fill_factor}");
        }
        for slots in [2, 4, 8] {
            assert!(sizing.threshold(slots) < slots);
        }
        assert_eq!(sizing.reserve(u64::MAX), Err(Error::CapacityOverflow));
    }
    assert_eq!(Sizing::new(900, 1 << 32).reserve(1234), Ok(2048));
}

#[test]
fn a_table_of_the_largest_size_takes_what_it_can_and_no_more() {
    fn check<L: simplehash::Layout>() {
        let mut table = Table::<u32, u32, Using<Murmur, L>>::default();
        // 0.98 of 1,024.
        for key in 0..1003 {
            assert!(table.try_insert_entry(simplehash::Pair(key, key)).is_ok(), "{key}");
        }
        let refused = table.try_insert_entry(simplehash::Pair(1003, 1003));
        assert!(matches!(refused, Err((simplehash::Pair(1003, 1003), Error::SizeExceeded { slots: 1024 }))));
        assert_eq!((table.len(), table.iter().count()), (1003, 1003));
        assert!((0..1003).all(|key| table.get(&key) == Some(&key)) && table.get(&1003).is_none());
        // What is there can be set, and there is room for one after one has gone.
        assert_eq!(table.insert(7, 70), Some(7));
        assert!(table.delete(&7));
        assert_eq!(table.insert(1003, 1003), None);
        assert!(table.try_insert_entry(simplehash::Pair(7, 7)).is_err());
        assert_eq!(table.try_reserve(1), Err(Error::CapacityOverflow));
        assert_eq!(table.grow(2048), Err(Error::CapacityOverflow));
    }
    check::<RobinHoodUpTo<1024>>();
    check::<Boxed<RobinHoodUpTo<1024>>>();
}

#[test]
fn growth_limits_end_at_the_largest_size() {
    // All keys in one bucket ask for growth that is not to be had.
    let mut table = Table::<u32, u32, Using<Constant, RobinHoodUpTo<256>>>::default();
    (0..250).for_each(|key| assert!(table.insert(key, key).is_none()));
    assert!((0..250).all(|key| table.get(&key) == Some(&key)));
    assert!(matches!(table.try_insert_entry(simplehash::Pair(250, 0)), Err((_, Error::SizeExceeded { slots: 256 }))));
}

#[test]
fn the_smallest_largest_size() {
    let mut table = Table::<u32, u32, Using<Murmur, RobinHoodUpTo<2>>>::default();
    assert_eq!(table.insert(1, 1), None);
    assert!(table.try_insert_entry(simplehash::Pair(2, 2)).is_err());
    assert_eq!((table.get(&1), table.get(&2)), (Some(&1), None));
}
