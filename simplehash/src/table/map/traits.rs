//! What differs from sets in what a map implements.

use core::ops::Index;

use allocator_api2::alloc::Allocator;

use crate::entry::Pair;
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::{MapKey, Policy};
use crate::table::EntryTable;
use equivalent::Equivalent;

impl<K, V, Q, P, A: Allocator> Index<&Q> for EntryTable<Pair<K, V>, P, A>
where
    Q: Equivalent<K> + ?Sized,
    P: Policy<Hasher: HashFn<Q>, Hooks: Hooks<Pair<K, V>>>,
{
    type Output = V;

    /// # Panics
    /// If there is no value for `q`.
    fn index(&self, q: &Q) -> &V {
        match self.get(q) {
            Some(value) => value,
            None => panic!("no entry found for key"),
        }
    }
}

/// Sets the values one by one. An old value is destroyed by the table, with cleanup (of a pair of the new key and the
/// old value: the stored key stays).
impl<K, V, P, A: Allocator> Extend<(K, V)> for EntryTable<Pair<K, V>, P, A>
where
    K: Equivalent<K>,
    P: Policy<Hasher: HashFn<K>, Hooks: Hooks<Pair<K, V>>>,
{
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        let pairs = pairs.into_iter();
        self.expect(pairs.size_hint());
        pairs.for_each(|(key, value)| self.overwrite(key, value));
    }
}

impl<'a, K, V, P, A: Allocator> Extend<(&'a K, &'a V)> for EntryTable<Pair<K, V>, P, A>
where
    K: Equivalent<K> + Copy,
    V: Copy,
    P: Policy<Hasher: HashFn<K>, Hooks: Hooks<Pair<K, V>>>,
{
    fn extend<I: IntoIterator<Item = (&'a K, &'a V)>>(&mut self, pairs: I) {
        self.extend(pairs.into_iter().map(|(key, value)| (*key, *value)));
    }
}

impl<K, V, P> FromIterator<(K, V)> for EntryTable<Pair<K, V>, P>
where
    K: Equivalent<K>,
    P: Policy<Hasher: HashFn<K> + Default, Hooks: Hooks<Pair<K, V>>>,
{
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut table = Self::default();
        table.extend(pairs);
        table
    }
}

// For the key's own policy only, as `new`: that is what lets `Table::from` infer.
impl<K: MapKey<V>, V, const N: usize> From<[(K, V); N]> for EntryTable<Pair<K, V>, K::Policy> {
    fn from(pairs: [(K, V); N]) -> Self {
        pairs.into_iter().collect()
    }
}
