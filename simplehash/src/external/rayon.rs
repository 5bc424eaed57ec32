//! rayon: parallel iteration over tables, and tables made and extended from parallel iterators.
//!
//! Iteration collects the entries, or references to them, into a vector that is then divided: linear, on the calling
//! thread, but cheap beside work worth dividing. The order is unspecified. Extension collects in parallel and then
//! inserts on the calling thread, with the result of `Extend` on the same items: items that have an order keep it, so
//! that of equal keys the last value wins.
//!
//! The owning iterators hand entries over: no cleanup, also not of what a panic keeps from being handed over.
//!
//! # Panics
//! Extension: if the table has its largest size and is full; it aborts if the allocator refuses.
//!
//! ```
//! use rayon::prelude::*;
//! use simplehash::{SimpleHash, Table};
//!
//! #[derive(SimpleHash, PartialEq, Eq, Hash)]
//! struct Key(u32);
//!
//! let mut squares: Table<Key, u64> = (0..100).into_par_iter().map(|n| (Key(n), u64::from(n).pow(2))).collect();
//! squares.par_iter_mut().for_each(|(_, square)| *square += 1);
//! squares.par_extend([(Key(100), 10_001)]);
//! assert_eq!(squares.par_values().sum::<u64>(), 338_350 + 101);
//! assert_eq!(squares.into_par_iter().filter(|(key, _)| key.0 < 50).count(), 50);
//! ```

use alloc::collections::LinkedList;
use alloc::vec::Vec;

use allocator_api2::alloc::Allocator;
use rayon::iter::plumbing::UnindexedConsumer;
use rayon::iter::{FromParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator};

use crate::entry::{Entry, Member, Pair};
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::Policy;
use crate::table::EntryTable;
use equivalent::Equivalent;

/// Parallel iterator over items of a table: entries, or what is seen of them.
#[derive(Debug, Clone)]
#[must_use = "does nothing unless it is driven"]
pub struct ParIter<T>(Vec<T>);

impl<T> ParIter<T> {
    fn over(items: impl Iterator<Item = T>) -> Self {
        Self(items.collect())
    }
}

impl<T: Send> ParallelIterator for ParIter<T> {
    type Item = T;

    fn drive_unindexed<C: UnindexedConsumer<T>>(self, consumer: C) -> C::Result {
        self.0.into_par_iter().drive_unindexed(consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// Feature `rayon`.
impl<E, P: Policy<Hooks: Hooks<E>>, A: Allocator> EntryTable<E, P, A> {
    /// All entries, in parallel; see [`external::rayon`](crate::external::rayon).
    pub fn par_entries(&self) -> ParIter<&E>
    where
        E: Sync,
    {
        ParIter::over(self.entries())
    }

    /// All entries, in parallel, for changes; their keys must stay as they are.
    pub fn par_entries_mut(&mut self) -> ParIter<&mut E>
    where
        E: Send,
    {
        ParIter::over(self.entries_mut())
    }

    /// All entries, in parallel, handed over: no cleanup.
    pub fn into_par_entries(self) -> ParIter<E>
    where
        E: Send,
    {
        ParIter::over(self.into_entries())
    }
}

/// Feature `rayon`.
impl<K, V, P: Policy<Hooks: Hooks<Pair<K, V>>>, A: Allocator> EntryTable<Pair<K, V>, P, A> {
    /// All keys, in parallel; see [`external::rayon`](crate::external::rayon).
    pub fn par_keys(&self) -> ParIter<&K>
    where
        K: Sync,
    {
        ParIter::over(self.keys())
    }

    /// All values, in parallel.
    pub fn par_values(&self) -> ParIter<&V>
    where
        V: Sync,
    {
        ParIter::over(self.values())
    }

    /// All values, in parallel, for changes.
    pub fn par_values_mut(&mut self) -> ParIter<&mut V>
    where
        V: Send,
    {
        ParIter::over(self.values_mut())
    }
}

/// Hands over all pairs: no cleanup.
impl<K: Send, V: Send, P: Policy<Hooks: Hooks<Pair<K, V>>>, A: Allocator> IntoParallelIterator
    for EntryTable<Pair<K, V>, P, A>
{
    type Item = (K, V);
    type Iter = ParIter<(K, V)>;

    fn into_par_iter(self) -> Self::Iter {
        ParIter::over(self.into_iter())
    }
}

impl<'a, K: Sync, V: Sync, P: Policy<Hooks: Hooks<Pair<K, V>>>, A: Allocator> IntoParallelIterator
    for &'a EntryTable<Pair<K, V>, P, A>
{
    type Item = (&'a K, &'a V);
    type Iter = ParIter<(&'a K, &'a V)>;

    fn into_par_iter(self) -> Self::Iter {
        ParIter::over(self.iter())
    }
}

impl<'a, K: Sync, V: Send, P: Policy<Hooks: Hooks<Pair<K, V>>>, A: Allocator> IntoParallelIterator
    for &'a mut EntryTable<Pair<K, V>, P, A>
{
    type Item = (&'a K, &'a mut V);
    type Iter = ParIter<(&'a K, &'a mut V)>;

    fn into_par_iter(self) -> Self::Iter {
        ParIter::over(self.iter_mut())
    }
}

/// Hands over all members: no cleanup.
impl<T: Send, P: Policy<Hooks: Hooks<Member<T>>>, A: Allocator> IntoParallelIterator for EntryTable<Member<T>, P, A> {
    type Item = T;
    type Iter = ParIter<T>;

    fn into_par_iter(self) -> Self::Iter {
        ParIter::over(self.into_iter())
    }
}

impl<'a, T: Sync, P: Policy<Hooks: Hooks<Member<T>>>, A: Allocator> IntoParallelIterator
    for &'a EntryTable<Member<T>, P, A>
{
    type Item = &'a T;
    type Iter = ParIter<&'a T>;

    fn into_par_iter(self) -> Self::Iter {
        ParIter::over(self.iter())
    }
}

/// As `Extend`; see the [module](self).
impl<K, V, P, A: Allocator> ParallelExtend<(K, V)> for EntryTable<Pair<K, V>, P, A>
where
    K: Equivalent<K> + Send,
    V: Send,
    P: Policy<Hasher: HashFn<K>, Hooks: Hooks<Pair<K, V>>>,
{
    fn par_extend<I: IntoParallelIterator<Item = (K, V)>>(&mut self, pairs: I) {
        extend(self, pairs);
    }
}

/// As `Extend`; see the [module](self).
impl<'a, K, V, P, A: Allocator> ParallelExtend<(&'a K, &'a V)> for EntryTable<Pair<K, V>, P, A>
where
    K: Equivalent<K> + Copy + Sync,
    V: Copy + Sync,
    P: Policy<Hasher: HashFn<K>, Hooks: Hooks<Pair<K, V>>>,
{
    fn par_extend<I: IntoParallelIterator<Item = (&'a K, &'a V)>>(&mut self, pairs: I) {
        extend(self, pairs);
    }
}

/// As `Extend`; see the [module](self).
impl<T, P, A: Allocator> ParallelExtend<T> for EntryTable<Member<T>, P, A>
where
    T: Equivalent<T> + Send,
    P: Policy<Hasher: HashFn<T>, Hooks: Hooks<Member<T>>>,
{
    fn par_extend<I: IntoParallelIterator<Item = T>>(&mut self, members: I) {
        extend(self, members);
    }
}

/// As `Extend`; see the [module](self).
impl<'a, T, P, A: Allocator> ParallelExtend<&'a T> for EntryTable<Member<T>, P, A>
where
    T: Equivalent<T> + Copy + Sync + 'a,
    P: Policy<Hasher: HashFn<T>, Hooks: Hooks<Member<T>>>,
{
    fn par_extend<I: IntoParallelIterator<Item = &'a T>>(&mut self, members: I) {
        extend(self, members);
    }
}

impl<K, V, P> FromParallelIterator<(K, V)> for EntryTable<Pair<K, V>, P>
where
    K: Equivalent<K> + Send,
    V: Send,
    P: Policy<Hasher: HashFn<K> + Default, Hooks: Hooks<Pair<K, V>>>,
{
    fn from_par_iter<I: IntoParallelIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut table = Self::default();
        table.par_extend(pairs);
        table
    }
}

impl<T, P> FromParallelIterator<T> for EntryTable<Member<T>, P>
where
    T: Equivalent<T> + Send,
    P: Policy<Hasher: HashFn<T> + Default, Hooks: Hooks<Member<T>>>,
{
    fn from_par_iter<I: IntoParallelIterator<Item = T>>(members: I) -> Self {
        let mut set = Self::default();
        set.par_extend(members);
        set
    }
}

/// Collects in parallel, inserts here.
fn extend<E, P, A, I>(table: &mut EntryTable<E, P, A>, items: I)
where
    EntryTable<E, P, A>: Extend<I::Item>,
    E: Entry,
    P: Policy<Hooks: Hooks<E>, Hasher: HashFn<E::Key>>,
    A: Allocator,
    I: IntoParallelIterator,
{
    let parts: LinkedList<Vec<I::Item>> = items.into_par_iter().collect_vec_list();
    // All parts at once: growing for one after the other would move the entries again and again.
    table.expect((parts.iter().map(Vec::len).sum(), None));
    parts.into_iter().for_each(|part| table.extend(part));
}
