//! Tables from keys to 64-bit values: what a contender must be able to do, and what they are tables of.

#[cfg(any(feature = "pg-peer", feature = "cpp-peer"))]
mod c_peers;
pub mod numbers;
pub mod ours;
pub mod peers;
pub mod relations;
pub mod strings;

use std::hash::Hash;
use std::vec::Drain;

/// The table that all others are compared to; it always runs.
pub const REFERENCE: &str = "hashbrown-foldhash";

/// A map from keys to values that are not 0.
///
/// The loops are what is measured. They are written once, here; a peer behind a foreign interface brings its own, so that each
/// loop is one call for every table.
pub trait MapTable<K>: Sized {
    /// Empty, without memory.
    fn create() -> Self;

    /// Puts in a key that is not there.
    fn put(&mut self, key: K, value: u64);

    /// The value of a key, 0 if it is not there.
    fn find(&mut self, key: &K) -> u64;

    /// Takes a key out; whether it was there.
    fn take(&mut self, key: &K) -> bool;

    /// The sum of all values, in the table's order.
    fn sum(&mut self) -> u64;

    /// Entries it has room for.
    fn capacity(&self) -> usize;

    /// Bytes it holds, from a table whose memory does not come from the program's allocator.
    fn bytes(&self) -> Option<u64> {
        None
    }

    /// Puts in keys that are not there; their values count up from `first`.
    #[inline]
    fn fill(&mut self, keys: Drain<'_, K>, first: u64) {
        for (value, key) in (first..).zip(keys) {
            self.put(key, value);
        }
    }

    /// The sum of the values of these keys, found one at a time.
    #[inline]
    fn find_all(&mut self, keys: &[K]) -> u64 {
        keys.iter().fold(0, |sum, key| sum.wrapping_add(self.find(key)))
    }

    /// The same, from a table that can look up many keys at once; any other takes them one at a time.
    #[inline]
    fn find_batch(&mut self, keys: &[K]) -> u64 {
        self.find_all(keys)
    }

    /// One key goes, one comes, as many times as there are; how many of `oldest` were there. Values as in [`fill`](Self::fill).
    #[inline]
    fn churn(&mut self, oldest: &[K], newest: Drain<'_, K>, first: u64) -> u64 {
        let mut taken = 0;
        for ((value, newest), oldest) in (first..).zip(newest).zip(oldest) {
            taken += u64::from(self.take(oldest));
            self.put(newest, value);
        }
        taken
    }

    /// Takes out these keys; how many were there.
    #[inline]
    fn take_all(&mut self, keys: &[K]) -> u64 {
        keys.iter().map(|key| u64::from(self.take(key))).sum()
    }
}

/// What tables are of: a type of keys, and the tables that take it.
pub trait Subject {
    /// The name, the first part of a workload's.
    const NAME: &'static str;

    /// In words, for a chart.
    const TITLE: &'static str;

    /// The keys.
    type Key: Clone + Hash;

    /// The number-th key of a stream without repetition.
    fn key(number: u64) -> Self::Key;

    /// Does it with each table, in the order they are shown.
    fn for_each_table<W: WithTable<Self::Key>>(action: &W) -> Vec<W::Output>;
}

/// Something to do with a table type.
pub trait WithTable<K> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn with<T: MapTable<K>>(&self, name: &'static str) -> Self::Output;
}

/// The names of all tables of a subject.
pub fn names<S: Subject>() -> Vec<&'static str> {
    struct Name;
    impl<K> WithTable<K> for Name {
        type Output = &'static str;
        fn with<T: MapTable<K>>(&self, name: &'static str) -> &'static str {
            name
        }
    }
    S::for_each_table(&Name)
}

#[cfg(test)]
mod tests {
    use super::numbers::Numbers;
    use super::relations::BoxedRelations;
    use super::strings::Strings;
    use super::*;

    /// Checks a table of this subject.
    struct Check<S>(std::marker::PhantomData<S>);

    impl<S: Subject> WithTable<S::Key> for Check<S> {
        type Output = ();

        fn with<T: MapTable<S::Key>>(&self, name: &'static str) {
            let mut keys: Vec<_> = (0..9000).map(S::key).collect();
            let mut table = T::create();
            keys[..5000].iter().zip(1..).for_each(|(key, value)| table.put(key.clone(), value));
            assert!(keys[..5000].iter().zip(1..).all(|(key, value)| table.find(key) == value), "{name}");
            assert_eq!(table.find_batch(&keys), 5000 * 5001 / 2, "{name}");
            assert_eq!(table.find_all(&keys[5000..]), 0, "{name}");
            let even: Vec<_> = keys[..5000].iter().step_by(2).cloned().collect();
            assert_eq!(table.take_all(&even), 2500, "{name}");
            assert!(!table.take(&keys[0]) && table.find(&keys[1]) == 2, "{name}");
            assert_eq!(table.sum(), (2..=5000).step_by(2).sum::<u64>(), "{name}");
            assert!(table.capacity() >= 2500, "{name}");
            // Of the first thousand half are left.
            assert_eq!(table.churn(&keys.clone()[..1000], keys.drain(5000..6000), 1), 500, "{name}");
            let odd = (1002..=5000).step_by(2).sum::<u64>();
            assert_eq!(table.sum(), odd + 1000 * 1001 / 2, "{name}");
            let mut filled = T::create();
            filled.fill(keys.drain(..100), 1);
            assert_eq!(filled.sum(), 5050, "{name}");
        }
    }

    fn check<S: Subject>() {
        S::for_each_table(&Check::<S>(std::marker::PhantomData));
        assert!(names::<S>().contains(&REFERENCE));
    }

    #[test]
    fn every_table_of_numbers_is_a_map() {
        check::<Numbers>();
    }

    #[test]
    fn every_table_of_strings_is_a_map() {
        check::<Strings>();
    }

    #[test]
    fn every_table_of_relations_is_a_map() {
        check::<BoxedRelations>();
    }

    #[test]
    fn keys_are_not_repeated() {
        let many = 100_000;
        let numbers: std::collections::HashSet<_> = (0..many).map(Numbers::key).collect();
        let strings: std::collections::HashSet<_> = (0..many).map(Strings::key).collect();
        let relations: std::collections::HashSet<_> = (0..many).map(BoxedRelations::key).collect();
        assert_eq!([numbers.len(), strings.len(), relations.len()], [many as usize; 3]);
    }
}
