//! Operations that take many entries out: keep some, hand some over, hand all over.
//!
//! All of them take out one entry at a time and leave the table whole in between, so an iterator that is forgotten, or a
//! predicate that panics, leaves a table with the entries that were not reached.

use core::fmt;
use core::iter::FusedIterator;

use allocator_api2::alloc::{Allocator, Global};

use super::EntryTable;
use crate::hooks::{Hooks, destroy};
use crate::policy::{CoreOf, Policy};
use crate::raw::{RawTable, Walking};

impl<E, P: Policy, A: Allocator> EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    /// Destroys the entries for which `keep` does not hold, with cleanup. Their keys must stay as they are. Linear in
    /// the number of slots or buckets.
    pub fn retain_entries(&mut self, mut keep: impl FnMut(&mut E) -> bool) {
        let mut walking = self.storage.walking();
        while let Some(mut entry) = walking.next() {
            if !keep(entry.get_mut()) {
                destroy::<P::Hooks, E>(entry.take());
            }
        }
    }

    /// Hands over the entries for which `take` holds: no cleanup. Lazy: what is not reached when the iterator is dropped
    /// stays. Keys must stay as they are.
    ///
    /// ```
    /// use simplehash::{Entries, SimpleHash};
    ///
    /// #[derive(SimpleHash, PartialEq, Eq, Hash)]
    /// struct Oid(u32);
    /// #[derive(SimpleHash)]
    /// struct Relation {
    ///     #[simplehash(key)]
    ///     oid: Oid,
    ///     pages: u32,
    /// }
    ///
    /// let mut relations = Entries::<Relation>::default();
    /// relations.extend_entries((0..10).map(|n| Relation { oid: Oid(n), pages: n * n }));
    /// let large: Vec<Relation> = relations.extract_entries_if(|relation| relation.pages > 40).collect();
    /// assert_eq!((large.len(), relations.len()), (3, 7));
    /// ```
    pub fn extract_entries_if<F: FnMut(&mut E) -> bool>(&mut self, take: F) -> ExtractIf<'_, E, F, CoreOf<P>, A> {
        ExtractIf { walk: self.extracting(), take }
    }

    pub(super) fn extracting(&mut self) -> Extracting<'_, E, CoreOf<P>, A> {
        Extracting { left: self.len(), walking: self.storage.walking() }
    }

    /// Hands over all entries: no cleanup. What is left when the iterator is dropped is dropped, without cleanup; memory
    /// for slots stays. If the iterator is forgotten, what it did not reach stays.
    pub fn drain_entries(&mut self) -> Drain<'_, E, CoreOf<P>, A> {
        Drain(self.extracting())
    }
}

/// A walk that takes out what it is told to.
pub(super) struct Extracting<'a, E, C: RawTable, A: Allocator> {
    walking: Walking<'a, E, C, A>,
    /// Entries the walk has not come to.
    left: usize,
}

impl<E, C: RawTable, A: Allocator> Extracting<'_, E, C, A> {
    #[inline]
    pub(super) fn next_if(&mut self, mut take: impl FnMut(&mut E) -> bool) -> Option<E> {
        loop {
            let mut entry = self.walking.next()?;
            self.left -= 1;
            if take(entry.get_mut()) {
                return Some(entry.take());
            }
        }
    }

    pub(super) fn left(&self) -> usize {
        self.left
    }
}

/// Iterator that takes out some entries; from [`EntryTable::extract_entries_if`].
#[must_use = "takes nothing out unless it is driven; `retain_entries` destroys"]
pub struct ExtractIf<'a, E, F, C: RawTable, A: Allocator = Global> {
    walk: Extracting<'a, E, C, A>,
    take: F,
}

impl<E, F: FnMut(&mut E) -> bool, C: RawTable, A: Allocator> Iterator for ExtractIf<'_, E, F, C, A> {
    type Item = E;

    #[inline]
    fn next(&mut self) -> Option<E> {
        self.walk.next_if(&mut self.take)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.walk.left()))
    }
}

impl<E, F: FnMut(&mut E) -> bool, C: RawTable, A: Allocator> FusedIterator for ExtractIf<'_, E, F, C, A> {}

impl<E, F, C: RawTable, A: Allocator> fmt::Debug for ExtractIf<'_, E, F, C, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExtractIf").field("left", &self.walk.left()).finish_non_exhaustive()
    }
}

/// Iterator that takes out all entries; from [`EntryTable::drain_entries`].
pub struct Drain<'a, E, C: RawTable, A: Allocator = Global>(Extracting<'a, E, C, A>);

impl<E, C: RawTable, A: Allocator> Iterator for Drain<'_, E, C, A> {
    type Item = E;

    #[inline]
    fn next(&mut self) -> Option<E> {
        self.0.next_if(|_| true)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.left(), Some(self.0.left()))
    }
}

impl<E, C: RawTable, A: Allocator> ExactSizeIterator for Drain<'_, E, C, A> {}
impl<E, C: RawTable, A: Allocator> FusedIterator for Drain<'_, E, C, A> {}

impl<E, C: RawTable, A: Allocator> fmt::Debug for Drain<'_, E, C, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drain").field("left", &self.0.left()).finish_non_exhaustive()
    }
}

impl<E, C: RawTable, A: Allocator> Drop for Drain<'_, E, C, A> {
    fn drop(&mut self) {
        self.0.walking.storage().drop_all();
    }
}
