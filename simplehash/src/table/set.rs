//! Sets: tables of members.

use allocator_api2::alloc::Allocator;

use super::EntryTable;
use super::iter::Members;
use crate::entry::Member;
use crate::error::or_give_up;
use crate::hash::{HashFn, HashToken};
use crate::hooks::{Hooks, destroy};
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
        self.get_hashed(self.prehash(q), q)
    }

    /// As [`get`](Self::get), with the hash in hand.
    #[inline]
    pub fn get_hashed<Q>(&self, token: HashToken<P>, q: &Q) -> Option<&T>
    where
        Q: Equivalent<T> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find_hashed(token, q).map(|member| &member.0)
    }

    /// Whether there is a member equivalent to `q`.
    #[inline]
    pub fn contains<Q>(&self, q: &Q) -> bool
    where
        Q: Equivalent<T> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.get(q).is_some()
    }

    /// As [`contains`](Self::contains), with the hash in hand.
    #[inline]
    pub fn contains_hashed<Q>(&self, token: HashToken<P>, q: &Q) -> bool
    where
        Q: Equivalent<T> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.get_hashed(token, q).is_some()
    }

    /// Puts `value` in; false if it is there already: then the stored one stays and the table destroys `value`,
    /// with cleanup.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    #[inline]
    pub fn insert(&mut self, value: T) -> bool
    where
        T: Equivalent<T>,
        P::Hasher: HashFn<T>,
    {
        self.insert_hashed(self.prehash(&value), value)
    }

    /// As [`insert`](Self::insert), with the hash in hand.
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn insert_hashed(&mut self, token: HashToken<P>, value: T) -> bool
    where
        T: Equivalent<T>,
        P::Hasher: HashFn<T>,
    {
        let keep = |_: &mut Member<T>, new: Member<T>| destroy::<P::Hooks, Member<T>>(new);
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

    /// As [`remove`](Self::remove), with the hash in hand.
    #[inline]
    pub fn remove_hashed<Q>(&mut self, token: HashToken<P>, q: &Q) -> bool
    where
        Q: Equivalent<T> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.delete_hashed(token, q)
    }

    /// Takes the member out and hands it over: no cleanup.
    #[inline]
    pub fn take<Q>(&mut self, q: &Q) -> Option<T>
    where
        Q: Equivalent<T> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.take_hashed(self.prehash(q), q)
    }

    /// As [`take`](Self::take), with the hash in hand.
    #[inline]
    pub fn take_hashed<Q>(&mut self, token: HashToken<P>, q: &Q) -> Option<T>
    where
        Q: Equivalent<T> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.extract_hashed(token, q).map(|member| member.0)
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
