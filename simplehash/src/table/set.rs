//! Sets: tables of members.

use allocator_api2::alloc::Allocator;

use super::iter::Members;
use super::{EntryTable, or_give_up};
use crate::entry::Member;
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::{CoreOf, Policy, SimpleHash};
use equivalent::Equivalent;

// For the key's own policy only, as for maps.
impl<T, P> EntryTable<Member<T>, P>
where
    T: SimpleHash<Policy = P>,
    P: Policy<Hasher: Default, Hooks: Hooks<Member<T>>>,
{
    /// An empty set under the key's own policy. Allocates nothing.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<T, P: Policy, A: Allocator> EntryTable<Member<T>, P, A>
where
    P::Hooks: Hooks<Member<T>>,
{
    /// The member equivalent to `q`.
    #[inline]
    pub fn get<Q>(&self, q: &Q) -> Option<&T>
    where
        Q: Equivalent<T> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find(q).map(|member| &member.0)
    }

    /// Whether there is a member equivalent to `q`.
    #[inline]
    pub fn contains<Q>(&self, q: &Q) -> bool
    where
        Q: Equivalent<T> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find(q).is_some()
    }

    /// Puts `value` in; false if it is there already: then the stored one stays and `value` is dropped.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    #[inline]
    pub fn insert(&mut self, value: T) -> bool
    where
        T: Equivalent<T>,
        P::Hasher: HashFn<T>,
    {
        let keep = |_: &mut Member<T>, new: Member<T>| drop(new);
        let token = self.prehash(&value);
        or_give_up(self.try_replace_hashed(token, Member(value), keep).map_err(|(_, error)| error)).is_none()
    }

    /// Takes the member out and destroys it, with cleanup; whether there was one.
    #[inline]
    pub fn remove<Q>(&mut self, q: &Q) -> bool
    where
        Q: Equivalent<T> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.delete(q)
    }

    /// Takes the member out and hands it over: no cleanup.
    #[inline]
    pub fn take<Q>(&mut self, q: &Q) -> Option<T>
    where
        Q: Equivalent<T> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.extract(q).map(|member| member.0)
    }

    /// All members, in the order of the layout.
    pub fn iter(&self) -> Members<'_, T, CoreOf<P>, A> {
        Members(self.entries())
    }
}

impl<'a, T, P: Policy, A: Allocator> IntoIterator for &'a EntryTable<Member<T>, P, A>
where
    P::Hooks: Hooks<Member<T>>,
{
    type Item = &'a T;
    type IntoIter = Members<'a, T, CoreOf<P>, A>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
