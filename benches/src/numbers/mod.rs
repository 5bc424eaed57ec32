//! Tables of numbers of 64 bits: what a contender must be able to do, and the list of them.

pub mod ours;
pub mod peers;

use dynahash_compat::Chained;
use simplehash::{Boxed, Dense, Fingerprint, RobinHood};

use ours::{Foldhash, Numbers, ThroughDynahash};
use peers::{HashbrownFoldhash, HashbrownFx, IndexMap, Std};

/// The table that all others are compared to; it always runs.
pub const REFERENCE: &str = "hashbrown-foldhash";

/// A map from numbers to numbers.
pub trait NumberTable {
    /// Empty, without memory.
    fn create() -> Self;
    /// Puts in a key that is not there.
    fn put(&mut self, key: u64, value: u64);
    /// The value of a key.
    fn find(&mut self, key: u64) -> Option<u64>;
    /// Takes a key out; whether it was there.
    fn take(&mut self, key: u64) -> bool;
    /// The sum of all values, in the table's order.
    fn sum(&mut self) -> u64;
    /// Entries it has room for.
    fn capacity(&self) -> usize;
}

/// Something to do with a table type.
pub trait WithTable {
    /// What comes of it.
    type Output;
    /// Does it.
    fn with<T: NumberTable>(&self, name: &'static str) -> Self::Output;
}

/// Does it with each table, in the order they are shown.
pub fn for_each_table<W: WithTable>(action: &W) -> Vec<W::Output> {
    vec![
        action.with::<Numbers<Foldhash, RobinHood>>("robin-hood/foldhash"),
        action.with::<Numbers<Foldhash, Boxed<RobinHood>>>("boxed/foldhash"),
        action.with::<Numbers<Foldhash, Dense>>("dense/foldhash"),
        action.with::<Numbers<Foldhash, Fingerprint>>("fingerprint/foldhash"),
        action.with::<Numbers<Foldhash, Chained>>("chained/foldhash"),
        action.with::<ThroughDynahash>("dynahash"),
        action.with::<Std>("std"),
        action.with::<HashbrownFoldhash>(REFERENCE),
        action.with::<HashbrownFx>("hashbrown-fx"),
        action.with::<IndexMap>("indexmap"),
    ]
}

/// The names of all tables.
pub fn names() -> Vec<&'static str> {
    struct Name;
    impl WithTable for Name {
        type Output = &'static str;
        fn with<T: NumberTable>(&self, name: &'static str) -> &'static str {
            name
        }
    }
    for_each_table(&Name)
}

/// The number-th key of a stream without repetition: splitmix64's finaliser, which is a bijection.
#[inline]
pub fn key(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_a_map() {
        struct Check;
        impl WithTable for Check {
            type Output = ();
            fn with<T: NumberTable>(&self, name: &'static str) {
                let mut table = T::create();
                (0..5000).for_each(|number| table.put(key(number), number));
                assert!((0..5000).all(|number| table.find(key(number)) == Some(number)), "{name}");
                assert!((5000..9000).all(|number| table.find(key(number)).is_none()), "{name}");
                assert!((0..5000).step_by(2).all(|number| table.take(key(number))), "{name}");
                assert!(!table.take(key(0)) && table.find(key(1)) == Some(1), "{name}");
                assert_eq!(table.sum(), (1..5000).step_by(2).sum::<u64>(), "{name}");
                assert!(table.capacity() >= 2500, "{name}");
            }
        }
        for_each_table(&Check);
        assert!(names().contains(&REFERENCE));
    }
}
