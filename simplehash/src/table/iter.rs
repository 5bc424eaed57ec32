//! Iterators over tables.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use allocator_api2::alloc::{Allocator, Global};

use super::EntryTable;
use super::entry::OccupiedEntry;
use super::raw::into_storage;
use crate::hooks::Hooks;
use crate::layout::NumberedSlots;
use crate::policy::{CoreOf, Policy};
use crate::raw::{IntoWalk, RawTable, Walk, WalkMut, Walking};

impl<E, P: Policy, A: Allocator> EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    /// All entries, in the order of the layout. In RobinHood that is descending slots, as in simplehash: an
    /// order that follows the hash, so do not fill an unseeded table from it.
    pub fn entries(&self) -> Iter<'_, E, CoreOf<P>, A> {
        Iter { walk: self.storage.walk(), left: self.len() }
    }

    /// All entries, for changes; their keys must stay as they are.
    pub fn entries_mut(&mut self) -> IterMut<'_, E, CoreOf<P>, A> {
        IterMut { left: self.len(), walk: self.storage.walk_mut() }
    }

    /// All entries, handed over: no cleanup. In any order.
    pub fn into_entries(self) -> IntoIter<E, CoreOf<P>, A> {
        IntoIter(into_storage(self).into_walk())
    }

    /// simplehash's `start_iterate_at`: all entries, from slot `at` (modulo the number of slots) on. Parallel
    /// readers that start at different places of equal tables do not crowd each other's targets.
    pub fn entries_at(&self, at: usize) -> Iter<'_, E, CoreOf<P>, A>
    where
        P::Layout: NumberedSlots,
    {
        Iter { walk: self.storage.walk_at(at), left: self.len() }
    }

    /// simplehash's `iterate`: a walk over all entries that may delete the one it is at. Nothing is skipped or
    /// returned twice.
    ///
    /// ```
    /// use simplehash::{SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash)]
    /// struct Key(u32);
    ///
    /// let mut table = Table::new();
    /// (0..10).for_each(|n| assert!(table.insert(Key(n), n).is_none()));
    /// let mut walk = table.iterate();
    /// while let Some(entry) = walk.next() {
    ///     if entry.get().1 % 2 == 0 {
    ///         entry.delete();
    ///     }
    /// }
    /// assert_eq!(table.len(), 5);
    /// ```
    pub fn iterate(&mut self) -> Iterate<'_, E, P, A> {
        Iterate { raw: self.storage.walking(), policy: PhantomData }
    }

    /// As [`iterate`](Self::iterate), from slot `at` (modulo the number of slots) on. If that slot is in use,
    /// deleting may make the walk skip or repeat an entry, as in simplehash.
    pub fn iterate_at(&mut self, at: usize) -> Iterate<'_, E, P, A>
    where
        P::Layout: NumberedSlots,
    {
        Iterate { raw: self.storage.walking_at(at), policy: PhantomData }
    }
}

/// Iterator over the entries of a table; from [`EntryTable::entries`].
pub struct Iter<'a, E, C: RawTable, A: Allocator = Global> {
    walk: Walk<'a, E, C, A>,
    left: usize,
}

impl<'a, E, C: RawTable, A: Allocator> Iterator for Iter<'a, E, C, A> {
    type Item = &'a E;

    #[inline]
    fn next(&mut self) -> Option<&'a E> {
        let entry = self.walk.next()?;
        self.left -= 1;
        Some(entry)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    #[inline]
    fn fold<B, F: FnMut(B, &'a E) -> B>(self, init: B, f: F) -> B {
        self.walk.fold(init, f)
    }
}

impl<E, C: RawTable, A: Allocator> ExactSizeIterator for Iter<'_, E, C, A> {}
impl<E, C: RawTable, A: Allocator> FusedIterator for Iter<'_, E, C, A> {}

impl<E, C: RawTable, A: Allocator> fmt::Debug for Iter<'_, E, C, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iter").field("left", &self.left).finish_non_exhaustive()
    }
}

impl<E, C: RawTable, A: Allocator> Clone for Iter<'_, E, C, A> {
    fn clone(&self) -> Self {
        Self { walk: self.walk.clone(), left: self.left }
    }
}

/// Iterator over the entries of a table, for changes; from [`EntryTable::entries_mut`].
pub struct IterMut<'a, E, C: RawTable, A: Allocator = Global> {
    walk: WalkMut<'a, E, C, A>,
    left: usize,
}

impl<'a, E, C: RawTable, A: Allocator> Iterator for IterMut<'a, E, C, A> {
    type Item = &'a mut E;

    #[inline]
    fn next(&mut self) -> Option<&'a mut E> {
        let entry = self.walk.next()?;
        self.left -= 1;
        Some(entry)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    #[inline]
    fn fold<B, F: FnMut(B, &'a mut E) -> B>(self, init: B, f: F) -> B {
        self.walk.fold(init, f)
    }
}

impl<E, C: RawTable, A: Allocator> ExactSizeIterator for IterMut<'_, E, C, A> {}
impl<E, C: RawTable, A: Allocator> FusedIterator for IterMut<'_, E, C, A> {}

impl<E, C: RawTable, A: Allocator> fmt::Debug for IterMut<'_, E, C, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IterMut").field("left", &self.left).finish_non_exhaustive()
    }
}

/// Iterator that hands over the entries of a table; from [`EntryTable::into_entries`]. What is left when it is dropped
/// is dropped, without cleanup.
pub struct IntoIter<E, C: RawTable, A: Allocator = Global>(IntoWalk<E, C, A>);

impl<E, C: RawTable, A: Allocator> Iterator for IntoIter<E, C, A> {
    type Item = E;

    #[inline]
    fn next(&mut self) -> Option<E> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<E, C: RawTable, A: Allocator> ExactSizeIterator for IntoIter<E, C, A> {}
impl<E, C: RawTable, A: Allocator> FusedIterator for IntoIter<E, C, A> {}

impl<E, C: RawTable, A: Allocator> fmt::Debug for IntoIter<E, C, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IntoIter").field("left", &self.0.len()).finish_non_exhaustive()
    }
}

/// A walk over a table that may delete the entry it is at; from [`EntryTable::iterate`]. Not an [`Iterator`]:
/// each entry must be let go before the next is taken.
pub struct Iterate<'a, E, P: Policy, A: Allocator = Global> {
    raw: Walking<'a, E, CoreOf<P>, A>,
    policy: PhantomData<fn() -> P>,
}

impl<E, P: Policy, A: Allocator> Iterate<'_, E, P, A> {
    /// The next entry.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend")]
    pub fn next(&mut self) -> Option<OccupiedEntry<'_, E, P, A>> {
        Some(OccupiedEntry { raw: self.raw.next()?, policy: PhantomData })
    }
}

impl<E, P: Policy, A: Allocator> fmt::Debug for Iterate<'_, E, P, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iterate").finish_non_exhaustive()
    }
}

/// Iterators over maps and sets: an iterator over entries, and what it shows of an entry.
macro_rules! views {
    ($($(#[$doc:meta])* $name:ident<$($param:tt),*>($inner:ty) => $item:ty, |$pattern:pat_param| $view:expr;)*) => { $(
        $(#[$doc])*
        pub struct $name<$($param,)* C: RawTable, A: Allocator = Global>(pub(in crate::table) $inner);

        impl<$($param,)* C: RawTable, A: Allocator> Iterator for $name<$($param,)* C, A> {
            type Item = $item;
            #[inline]
            fn next(&mut self) -> Option<$item> {
                self.0.next().map(|$pattern| $view)
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
            #[inline]
            fn fold<B, F: FnMut(B, $item) -> B>(self, init: B, mut f: F) -> B {
                self.0.fold(init, |folded, $pattern| f(folded, $view))
            }
        }

        impl<$($param,)* C: RawTable, A: Allocator> ExactSizeIterator for $name<$($param,)* C, A> {}
        impl<$($param,)* C: RawTable, A: Allocator> FusedIterator for $name<$($param,)* C, A> {}

        impl<$($param,)* C: RawTable, A: Allocator> fmt::Debug for $name<$($param,)* C, A> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.0.len()).finish()
            }
        }
    )* };
    (clone $($name:ident<$($param:tt),*>;)*) => { $(
        impl<$($param,)* C: RawTable, A: Allocator> Clone for $name<$($param,)* C, A> {
            fn clone(&self) -> Self {
                Self(self.0.clone())
            }
        }
    )* };
}
pub(super) use views;
