//! What differs from maps in what a set implements.

use allocator_api2::alloc::Allocator;

use crate::entry::Member;
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::{Policy, SimpleHash};
use crate::table::EntryTable;
use equivalent::Equivalent;

/// Inserts one by one; of equal members the first stays, and the table destroys the others, with cleanup.
impl<T, P, A: Allocator> Extend<T> for EntryTable<Member<T>, P, A>
where
    T: Equivalent<T>,
    P: Policy<Hasher: HashFn<T>, Hooks: Hooks<Member<T>>>,
{
    fn extend<I: IntoIterator<Item = T>>(&mut self, members: I) {
        let members = members.into_iter();
        self.expect(members.size_hint());
        members.for_each(|member| {
            self.insert(member);
        });
    }
}

impl<'a, T, P, A: Allocator> Extend<&'a T> for EntryTable<Member<T>, P, A>
where
    T: Equivalent<T> + Copy + 'a,
    P: Policy<Hasher: HashFn<T>, Hooks: Hooks<Member<T>>>,
{
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, members: I) {
        self.extend(members.into_iter().copied());
    }
}

impl<T, P> FromIterator<T> for EntryTable<Member<T>, P>
where
    T: Equivalent<T>,
    P: Policy<Hasher: HashFn<T> + Default, Hooks: Hooks<Member<T>>>,
{
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        let mut set = Self::default();
        set.extend(members);
        set
    }
}

// For the key's own policy only, as `new`: that is what lets `Set::from` infer.
impl<T, P, const N: usize> From<[T; N]> for EntryTable<Member<T>, P>
where
    T: Equivalent<T> + SimpleHash<Policy = P>,
    P: Policy<Hasher: HashFn<T> + Default, Hooks: Hooks<Member<T>>>,
{
    fn from(members: [T; N]) -> Self {
        members.into_iter().collect()
    }
}
