//! Feature `quickcheck`.

use quickcheck::{Arbitrary, Gen, QuickCheck};
use simplehash::{Layout, Set, Table, Using};

use super::{Numbers, on_every_layout};

on_every_layout!(made_and_shrunk, a_failing_property_is_shrunk);

fn made_and_shrunk<L: Layout + 'static>() {
    let mut generator = Gen::new(50);
    let (mut most, mut smaller) = (0, 0);
    for _ in 0..20 {
        let table = Table::<u32, u8, Using<Numbers, L>>::arbitrary(&mut generator);
        most = most.max(table.len());
        for shrunk in table.shrink().take(100) {
            assert!(shrunk.len() <= table.len());
            smaller += usize::from(shrunk.len() < table.len());
        }
        let set = Set::<u32, Using<Numbers, L>>::arbitrary(&mut generator);
        assert!(set.shrink().take(100).all(|shrunk| shrunk.len() <= set.len()));
    }
    assert!(most > 10 && smaller > 0, "{most} {smaller}");
}

/// No set has three members, says the property; the smallest that has is found.
fn a_failing_property_is_shrunk<L: Layout + 'static>() {
    fn fewer_than_three<L: Layout + 'static>(set: Set<u32, Using<Numbers, L>>) -> bool {
        let fails = set.len() >= 3;
        if fails {
            SMALLEST.set(SMALLEST.get().min(set.len()));
        }
        !fails
    }
    thread_local! {
        static SMALLEST: std::cell::Cell<usize> = const { std::cell::Cell::new(usize::MAX) };
    }
    let property: fn(Set<u32, Using<Numbers, L>>) -> bool = fewer_than_three::<L>;
    assert!(QuickCheck::new().quicktest(property).is_err());
    assert_eq!(SMALLEST.get(), 3);
}
