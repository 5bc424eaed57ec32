//! Maps and sets in parallel, as rayon has the standard library's: the entries are collected into a vector, whose parts the
//! threads work on. That costs a pass and memory for the vector; worth it where work on an entry takes longer than that.
//!
//! Filling a table is the work of one thread, in the order of the parallel iterator if that has one.

use alloc::vec::Vec;

use allocator_api2::alloc::Allocator;
use rayon::iter::{FromParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator};
use rayon::vec::IntoIter;

use crate::entry::{Member, Pair};
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::Policy;
use crate::table::EntryTable;
use equivalent::Equivalent;

/// Hands over keys and values, without cleanup.
impl<K, V, P, A> IntoParallelIterator for EntryTable<Pair<K, V>, P, A>
where
    K: Send,
    V: Send,
    P: Policy<Hooks: Hooks<Pair<K, V>>>,
    A: Allocator,
{
    type Item = (K, V);
    type Iter = IntoIter<(K, V)>;

    fn into_par_iter(self) -> Self::Iter {
        self.into_iter().collect::<Vec<_>>().into_par_iter()
    }
}

impl<'a, K, V, P, A> IntoParallelIterator for &'a EntryTable<Pair<K, V>, P, A>
where
    K: Sync,
    V: Sync,
    P: Policy<Hooks: Hooks<Pair<K, V>>>,
    A: Allocator,
{
    type Item = (&'a K, &'a V);
    type Iter = IntoIter<(&'a K, &'a V)>;

    fn into_par_iter(self) -> Self::Iter {
        self.iter().collect::<Vec<_>>().into_par_iter()
    }
}

impl<'a, K, V, P, A> IntoParallelIterator for &'a mut EntryTable<Pair<K, V>, P, A>
where
    K: Sync,
    V: Send,
    P: Policy<Hooks: Hooks<Pair<K, V>>>,
    A: Allocator,
{
    type Item = (&'a K, &'a mut V);
    type Iter = IntoIter<(&'a K, &'a mut V)>;

    fn into_par_iter(self) -> Self::Iter {
        self.iter_mut().collect::<Vec<_>>().into_par_iter()
    }
}

/// As [`Extend`].
impl<K, V, P, A> ParallelExtend<(K, V)> for EntryTable<Pair<K, V>, P, A>
where
    K: Equivalent<K> + Send,
    V: Send,
    P: Policy<Hasher: HashFn<K>, Hooks: Hooks<Pair<K, V>>>,
    A: Allocator,
{
    fn par_extend<I: IntoParallelIterator<Item = (K, V)>>(&mut self, pairs: I) {
        self.extend(pairs.into_par_iter().collect::<Vec<_>>());
    }
}

impl<'a, K, V, P, A> ParallelExtend<(&'a K, &'a V)> for EntryTable<Pair<K, V>, P, A>
where
    K: Equivalent<K> + Copy + Send + Sync,
    V: Copy + Send + Sync,
    P: Policy<Hasher: HashFn<K>, Hooks: Hooks<Pair<K, V>>>,
    A: Allocator,
{
    fn par_extend<I: IntoParallelIterator<Item = (&'a K, &'a V)>>(&mut self, pairs: I) {
        self.extend(pairs.into_par_iter().collect::<Vec<_>>());
    }
}

impl<K, V, P> FromParallelIterator<(K, V)> for EntryTable<Pair<K, V>, P>
where
    K: Equivalent<K> + Send,
    V: Send,
    P: Policy<Hasher: HashFn<K> + Default, Hooks: Hooks<Pair<K, V>>>,
{
    fn from_par_iter<I: IntoParallelIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = Self::default();
        map.par_extend(pairs);
        map
    }
}

/// Hands over the members, without cleanup.
impl<T, P, A> IntoParallelIterator for EntryTable<Member<T>, P, A>
where
    T: Send,
    P: Policy<Hooks: Hooks<Member<T>>>,
    A: Allocator,
{
    type Item = T;
    type Iter = IntoIter<T>;

    fn into_par_iter(self) -> Self::Iter {
        self.into_iter().collect::<Vec<_>>().into_par_iter()
    }
}

impl<'a, T, P, A> IntoParallelIterator for &'a EntryTable<Member<T>, P, A>
where
    T: Sync,
    P: Policy<Hooks: Hooks<Member<T>>>,
    A: Allocator,
{
    type Item = &'a T;
    type Iter = IntoIter<&'a T>;

    fn into_par_iter(self) -> Self::Iter {
        self.iter().collect::<Vec<_>>().into_par_iter()
    }
}

/// As [`Extend`].
impl<T, P, A> ParallelExtend<T> for EntryTable<Member<T>, P, A>
where
    T: Equivalent<T> + Send,
    P: Policy<Hasher: HashFn<T>, Hooks: Hooks<Member<T>>>,
    A: Allocator,
{
    fn par_extend<I: IntoParallelIterator<Item = T>>(&mut self, members: I) {
        self.extend(members.into_par_iter().collect::<Vec<_>>());
    }
}

impl<'a, T, P, A> ParallelExtend<&'a T> for EntryTable<Member<T>, P, A>
where
    T: Equivalent<T> + Copy + Send + Sync,
    P: Policy<Hasher: HashFn<T>, Hooks: Hooks<Member<T>>>,
    A: Allocator,
{
    fn par_extend<I: IntoParallelIterator<Item = &'a T>>(&mut self, members: I) {
        self.extend(members.into_par_iter().collect::<Vec<_>>());
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
