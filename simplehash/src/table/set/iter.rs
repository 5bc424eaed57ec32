//! Iterators over sets.

use core::fmt;
use core::iter::FusedIterator;

use allocator_api2::alloc::{Allocator, Global};

use crate::entry::Member;
use crate::hooks::Hooks;
use crate::policy::{CoreOf, Policy};
use crate::raw::RawTable;
use crate::table::extract::Extracting;
use crate::table::iter::views;
use crate::table::{EntryTable, extract, iter};

impl<T, P: Policy, A: Allocator> EntryTable<Member<T>, P, A>
where
    P::Hooks: Hooks<Member<T>>,
{
    /// All members, in the order of the layout.
    pub fn iter(&self) -> Iter<'_, T, CoreOf<P>, A> {
        Iter(self.entries())
    }

    /// Hands over all members: no cleanup. What is left when the iterator is dropped is dropped; memory for slots stays.
    /// If the iterator is forgotten, what it did not reach stays in the set.
    pub fn drain(&mut self) -> Drain<'_, T, CoreOf<P>, A> {
        Drain(self.drain_entries())
    }

    /// Hands over the members for which `take` holds: no cleanup. Lazy: what is not reached when the iterator is dropped
    /// stays.
    pub fn extract_if<F: FnMut(&T) -> bool>(&mut self, take: F) -> ExtractIf<'_, T, F, CoreOf<P>, A> {
        ExtractIf { walk: self.extracting(), take }
    }
}

views! {
    /// Iterator over the members of a set.
    Iter<'a, T>(iter::Iter<'a, Member<T>, C, A>) => &'a T, |Member(member)| member;
    /// Iterator that hands over the members of a set; the rest is dropped with it, without cleanup.
    IntoIter<T>(iter::IntoIter<Member<T>, C, A>) => T, |Member(member)| member;
    /// Iterator that empties a set; the rest is dropped with it, without cleanup.
    Drain<'a, T>(extract::Drain<'a, Member<T>, C, A>) => T, |Member(member)| member;
}

views! { clone
    Iter<'a, T>;
}

/// Iterator that takes out some members of a set.
#[must_use = "takes nothing out unless it is driven; `retain` destroys"]
pub struct ExtractIf<'a, T, F, C: RawTable, A: Allocator = Global> {
    walk: Extracting<'a, Member<T>, C, A>,
    take: F,
}

impl<T, F: FnMut(&T) -> bool, C: RawTable, A: Allocator> Iterator for ExtractIf<'_, T, F, C, A> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.walk.next_if(|Member(member)| (self.take)(member)).map(|Member(member)| member)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.walk.left()))
    }
}

impl<T, F: FnMut(&T) -> bool, C: RawTable, A: Allocator> FusedIterator for ExtractIf<'_, T, F, C, A> {}

impl<T, F, C: RawTable, A: Allocator> fmt::Debug for ExtractIf<'_, T, F, C, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExtractIf").field("left", &self.walk.left()).finish_non_exhaustive()
    }
}

impl<'a, T, P: Policy, A: Allocator> IntoIterator for &'a EntryTable<Member<T>, P, A>
where
    P::Hooks: Hooks<Member<T>>,
{
    type Item = &'a T;
    type IntoIter = Iter<'a, T, CoreOf<P>, A>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Hands over all members: no cleanup.
impl<T, P: Policy, A: Allocator> IntoIterator for EntryTable<Member<T>, P, A>
where
    P::Hooks: Hooks<Member<T>>,
{
    type Item = T;
    type IntoIter = IntoIter<T, CoreOf<P>, A>;
    fn into_iter(self) -> Self::IntoIter {
        IntoIter(self.into_entries())
    }
}
