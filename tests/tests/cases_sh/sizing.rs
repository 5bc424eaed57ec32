//! How many slots: the arithmetic, up to PostgreSQL's largest table; small largest tables for real; fill factors; requests
//! beyond any size.

use std::collections::BTreeMap;

use simplehash::policy::check;
use simplehash::robin_hood::Sizing;
use simplehash::{
    Boxed, Error, Layout, Pair, Policy, Remembering, RobinHood, RobinHoodUpTo, SimpleHash, Table, Tuned, Using,
};
use simplehash_tests::policies::{Constant, Identity, Murmur};
use simplehash_tests::raw::meter::Meter;

use crate::support::{Map, Plain, assert_equal, on_every_layout, panic_of, watched};

/// At the largest size the mask was computed in 32 bits and became 0, so that every key had slot 0 and the table grew for
/// ever (PostgreSQL, 2021). Masks and thresholds are right at every size, for every fill factor and largest size.
#[test]
fn sh_05_masks_and_thresholds_at_every_size() {
    for largest in 1..=32 {
        for fill_factor in 100..=980 {
            let sizing = Sizing::new(fill_factor, 1 << largest);
            for bits in 1..=largest {
                let slots = 1_u64 << bits;
                assert_eq!(sizing.mask(slots), slots - 1);
                let thousandths = if bits == largest { 980 } else { u64::from(fill_factor) };
                assert_eq!(sizing.threshold(slots), slots * thousandths / 1000, "2^{bits} of 2^{largest}");
                assert!(sizing.threshold(slots) < slots, "an empty slot ends every lookup");
                assert_eq!(sizing.grow(slots), Ok(slots));
                assert_eq!(sizing.grow(slots - 1), Ok(if slots > 2 { slots } else { 2 }));
            }
            assert_eq!(sizing.grow((1 << largest) + 1), Err(Error::CapacityOverflow));
        }
    }
    let sizing = Sizing::new(900, 1 << 32);
    assert_eq!(sizing.threshold(1 << 32), 4_209_067_950);
    // PostgreSQL clamps a request at its largest size; ours has half of that.
    assert_eq!(sizing.create(u64::MAX), Ok(1 << 32));
    assert_eq!(Sizing::new(900, 1 << 31).create(u64::MAX), Err(Error::CapacityOverflow));
    for (slots, threshold) in [(2, 1), (4, 3), (8, 7), (16, 14), (32, 28), (64, 57), (512, 460), (1 << 20, 943_718)] {
        assert_eq!(sizing.threshold(slots), threshold);
    }
}

/// Fills a table of at most `slots` slots: it takes 0.98 of them, refuses the next entry as often as it is asked, stays
/// whole, and takes one more for each that goes.
fn fill_to_the_last<P: Plain>(slots: usize) {
    let most = (slots * 98 / 100) as u32;
    let mut table = Map::<P>::default();
    let mut model = BTreeMap::new();
    for key in 0..most {
        assert!(table.try_insert(key, key).is_ok(), "{key} of {most}");
        model.insert(key, key);
    }
    for key in [most, most + 1, u32::MAX] {
        let refused = table.try_insert_entry(Pair(key, key));
        assert_eq!(refused, Err((Pair(key, key), Error::SizeExceeded { slots })));
        assert!(table.get(&key).is_none());
    }
    assert_equal(&table, &model);
    for (gone, new) in [(0, most), (most - 1, most + 1), (most / 2, most + 2)] {
        // What is there can be set, and there is room for one after one has gone.
        if table.contains_key(&gone) {
            assert_eq!(table.try_insert(gone, 1), Ok(Some(gone)));
            assert!(table.delete(&gone) && model.remove(&gone).is_some());
            assert_eq!(table.try_insert(new, new), Ok(None));
            model.insert(new, new);
        }
        assert!(table.try_insert(gone, gone).is_err());
        assert_equal(&table, &model);
    }
    assert_eq!(table.try_reserve(1), Err(Error::CapacityOverflow));
    assert_eq!(table.try_reserve(usize::MAX), Err(Error::CapacityOverflow));
    assert_eq!(table.grow(slots * 2), Err(Error::CapacityOverflow));
    assert_equal(&table, &model);
}

/// The same fault in a table: one of the largest size takes exactly 0.98 of its slots and no more, and neither grows nor
/// loops when it is full, under any hash.
#[test]
fn sh_05_a_table_of_the_largest_size_takes_what_it_can_and_no_more() {
    fn check<const SLOTS: u64>() {
        fill_to_the_last::<Using<Murmur, RobinHoodUpTo<SLOTS>>>(SLOTS as usize);
        fill_to_the_last::<Using<Murmur, Boxed<RobinHoodUpTo<SLOTS>>>>(SLOTS as usize);
        fill_to_the_last::<Using<Murmur, Remembering<RobinHoodUpTo<SLOTS>>>>(SLOTS as usize);
        fill_to_the_last::<Using<Identity, RobinHoodUpTo<SLOTS>>>(SLOTS as usize);
        // Keys in one home ask for growth that is not to be had.
        fill_to_the_last::<Using<Constant, RobinHoodUpTo<SLOTS>>>(SLOTS as usize);
        fill_to_the_last::<Tuned<Using<Murmur, RobinHoodUpTo<SLOTS>>, 100>>(SLOTS as usize);
    }
    watched(|| {
        check::<2>();
        check::<4>();
        check::<8>();
        check::<16>();
        check::<32>();
        check::<64>();
        check::<128>();
        check::<512>();
        check::<1024>();
    });
}

/// Narrow indices made the last slot a sentinel or wrapped at 2^8 or 2^16 entries (unordered_dense, 2022). Tables of at
/// most so many slots fill up to what is documented and refuse beyond; tables without such a limit pass these numbers.
#[test]
fn sh_29_nothing_wraps_at_256_and_65_536() {
    fn passes<L: Layout>() {
        let mut table = Map::<Using<Murmur, L>>::default();
        let mut model = BTreeMap::new();
        for key in 0..66_000 {
            assert_eq!(table.insert(key, key), None);
            model.insert(key, key);
            let near = |power: usize| model.len().abs_diff(power) <= 1;
            if near(255) || near(256) || near(65_535) || near(65_536) {
                assert_equal(&table, &model);
            }
        }
        for key in 0..65_900 {
            assert_eq!(table.remove(&key), model.remove(&key));
        }
        assert_equal(&table, &model);
    }
    watched(|| {
        fill_to_the_last::<Using<Murmur, RobinHoodUpTo<256>>>(256);
        fill_to_the_last::<Using<Constant, RobinHoodUpTo<256>>>(256);
        fill_to_the_last::<Using<Identity, Boxed<RobinHoodUpTo<256>>>>(256);
        fill_to_the_last::<Using<Murmur, RobinHoodUpTo<65_536>>>(65_536);
        fill_to_the_last::<Using<Identity, RobinHoodUpTo<65_536>>>(65_536);
        fill_to_the_last::<Using<Murmur, Boxed<RobinHoodUpTo<65_536>>>>(65_536);
        on_every_layout!(passes);
    });
}

/// A fill factor that became 0 doubled the least size until it overflowed (sparsehash, 2011). Factors that leave no room
/// or no empty slot are refused before there is a table (the derive refuses them at their token: `ui/fails`); of the rest
/// each gets the smallest table that fits, with a slot to spare.
#[test]
fn sh_22_fill_factors_that_cannot_work_are_refused() {
    fn refused<P: Policy>() {
        assert!(panic_of(check::fill_factor::<P>).is_some(), "{:?}", P::TUNING);
    }
    refused::<Tuned<Murmur, 0>>();
    refused::<Tuned<Murmur, 1>>();
    refused::<Tuned<Murmur, 99>>();
    refused::<Tuned<Murmur, 981>>();
    refused::<Tuned<Murmur, 1000>>();
    refused::<Tuned<Murmur, 1500>>();
    refused::<Tuned<Murmur, { u16::MAX }>>();
    refused::<Tuned<Using<Murmur, Boxed<RobinHood>>, 1000>>();
    refused::<Tuned<Using<Murmur, simplehash::Auto>, 1000>>();
    refused::<Tuned<Using<Murmur, Remembering<RobinHood>>, 1000>>();
    refused::<Tuned<Using<Murmur, dynahash_compat::Chained>, 0>>();
    refused::<Tuned<Using<Murmur, dynahash_compat::Chained>, 16_001>>();
}

/// The legal factors of [`sh_22_fill_factors_that_cannot_work_are_refused`]: the arithmetic alone.
#[test]
fn sh_22_reserving_finds_the_smallest_size_that_fits() {
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

/// The legal factors of [`sh_22_fill_factors_that_cannot_work_are_refused`] in tables: the slots are the fewest that
/// fit, and a lookup that misses ends however full the table is.
#[test]
fn sh_22_legal_fill_factors_leave_room() {
    fn check<P: Plain>(fill_factor: u64) {
        for entries in (1..70).chain([1234]) {
            let mut table = Map::<P>::with_capacity(entries);
            let slots = table.stats().size;
            assert!(slots.is_power_of_two() && slots * fill_factor / 1000 >= entries as u64);
            assert!(slots == 2 || slots / 2 * fill_factor / 1000 < entries as u64, "{entries} in {slots}");
            let mut model = BTreeMap::new();
            (0..entries as u32)
                .for_each(|key| assert_eq!((table.insert(key, key), model.insert(key, key)), (None, None)));
            assert_eq!(table.stats().size, slots, "the promise");
            assert!((1000..1100).all(|key| model.contains_key(&key) || table.get(&key).is_none()));
            assert_equal(&table, &model);
        }
        for slots in [2, 4, 8] {
            let mut table = Map::<P>::default();
            table.grow(slots).unwrap();
            let most = table.capacity() as u32;
            (0..most).for_each(|key| assert!(table.insert(key, key).is_none()));
            assert!(table.stats().size == slots as u64 && table.len() < slots, "an empty slot is left");
            assert!((most..most + 100).all(|key| table.get(&key).is_none()));
        }
    }
    watched(|| {
        check::<Tuned<Murmur, 500>>(500);
        check::<Tuned<Murmur, 900>>(900);
        check::<Tuned<Murmur, 980>>(980);
        check::<Tuned<Identity, 980>>(980);
        check::<Tuned<Using<Murmur, Boxed<RobinHood>>, 980>>(980);
        check::<Tuned<Using<Murmur, simplehash::Auto>, 980>>(980);
        check::<Tuned<Using<Murmur, Remembering<RobinHood>>, 980>>(980);
    });
}

/// The next power of two above a huge request wrapped to 0, and a table with entries 'grew' to no slots and probed for
/// ever (RUSTSEC-2019-0033). Every request that cannot be met is an error, or that panic; none changes the table.
#[test]
fn sh_13_huge_requests_are_refused() {
    type Map<'a, L> = Table<u32, [u64; 4], Using<Murmur, L>, &'a Meter>;
    fn check<L: Layout>() {
        let meter = Meter::default();
        let mut table = Map::<L>::new_in(&meter);
        table.insert(1, [1; 4]);
        let (capacity, bytes) = (table.capacity(), meter.bytes());
        let unchanged = |table: &Map<L>| {
            assert_eq!((table.get(&1), table.get(&2), table.len()), (Some(&[1; 4]), None, 1));
            assert_eq!((table.capacity(), meter.bytes()), (capacity, bytes));
        };
        let highest = 1 << (usize::BITS - 1);
        let beyond = [usize::MAX, usize::MAX - 1, highest, highest + 1, highest - 1, highest / 40 + 1, (1 << 32) + 1];
        for request in beyond {
            assert_eq!(table.try_reserve(request), Err(Error::CapacityOverflow), "{request}");
            assert_eq!(table.grow(request), Err(Error::CapacityOverflow), "{request}");
            assert_eq!(
                Table::<u32, [u64; 4], Using<Murmur, L>>::try_with_capacity(request).err(),
                Some(Error::CapacityOverflow)
            );
            assert_eq!(Map::<L>::try_create_in(request, &meter).err(), Some(Error::CapacityOverflow));
            let panics = [
                panic_of(|| table.reserve(request)),
                panic_of(|| drop(Map::<L>::with_capacity_in(request, &meter))),
                panic_of(|| drop(Table::<u32, [u64; 4], Using<Murmur, L>>::create(request))),
            ];
            assert!(
                panics.iter().flatten().filter(|text| text.contains("capacity overflow")).count() == 3,
                "{panics:?}"
            );
            unchanged(&table);
        }
        // Sizes there could be, without the memory for them; a promise of an iterator that will not be kept.
        meter.refuse_all(true);
        // (Chained has room for 256 entries from its first.)
        for bits in 9..31 {
            for request in [(1 << bits) - 1, 1 << bits, (1 << bits) + 1] {
                assert!(matches!(table.try_reserve(request), Err(Error::AllocError { .. })), "{request}");
                unchanged(&table);
            }
        }
        table.shrink_to(usize::MAX);
        unchanged(&table);
        let endless = std::iter::repeat((1, [1; 4]));
        assert_eq!(endless.size_hint().0, usize::MAX);
        let extended = panic_of(|| {
            table.extend(endless.enumerate().map(|(number, pair)| {
                assert!(number < 10, "enough");
                pair
            }));
        });
        assert!(extended.is_some_and(|text| text.contains("enough")));
        assert_eq!((table.get(&1), table.len(), meter.bytes()), (Some(&[1; 4]), 1, bytes));
        meter.refuse_all(false);
        (0..100).for_each(|key| assert_eq!(table.insert(key, [1; 4]).is_some(), key == 1));
        assert_eq!(table.len(), 100);
    }
    watched(|| on_every_layout!(check));
}

/// As [`sh_13_huge_requests_are_refused`], with entries so large that few of them exceed the address space, and so small
/// that only the number of slots does.
#[test]
fn sh_13_sizes_of_entries_do_not_matter() {
    #[derive(SimpleHash)]
    #[simplehash(policy_for = u32)]
    struct Large;
    fn check<L: Layout>() {
        let mut large = Table::<u32, [u64; 100_000], Using<Large, L>>::default();
        let mut none = Table::<u32, (), Using<Large, L>>::default();
        for request in [usize::MAX, usize::MAX / 2 + 1, usize::MAX / 800_000, (1 << 32) + 1] {
            assert!(large.try_reserve(request).is_err() && none.try_reserve(request).is_err());
            assert!(large.grow(request).is_err() && none.grow(request).is_err());
        }
        assert_eq!((large.allocation_size(), none.allocation_size()), (0, 0));
        assert_eq!((none.insert(1, ()), none.insert(1, ())), (None, Some(())));
    }
    watched(|| on_every_layout!(check));
}

/// The first slots of a table with a low fill factor took no entry at all: there must be more of them from the beginning.
#[test]
fn low_fill_factors_take_the_first_entries() {
    fn filled<P: Plain>(mut table: Map<P>) {
        for key in 0..300 {
            assert!(table.insert(key, key).is_none());
        }
        assert!((0..300).all(|key| table.get(&key) == Some(&key)));
    }
    fn check<L: Layout>() {
        type At<L, const PERMILLE: u16> = Tuned<Using<Murmur, L>, PERMILLE>;
        filled(Map::<At<L, 100>>::default());
        filled(Map::<At<L, 130>>::default());
        for nelements in [0, 1, 2, 3] {
            filled(Map::<At<L, 100>>::create(nelements));
            filled(Map::<At<L, 200>>::create(nelements));
        }
        let mut large = Table::<u32, [u8; 2000], At<L, 200>>::default();
        (0..20).for_each(|key| assert!(large.insert(key, [1; 2000]).is_none()));
        assert_eq!(large.len(), 20);
    }
    watched(|| on_every_layout!(check));
}
