//! Sets: tables of members, with the surface of the standard library's set.
//!
//! | module | what |
//! | --- | --- |
//! | `batch` | many members at once |
//! | [`entry`] | one member, there or to come, and held |
//! | [`iter`] | iterators |
//! | [`operations`] | union, intersection, differences, and comparisons |
//! | `traits` | what differs from maps in what a set implements |

mod batch;
pub mod entry;
pub mod iter;
pub mod operations;
mod traits;

use allocator_api2::alloc::Allocator;

use super::EntryTable;
use crate::entry::Member;
use crate::error::{Error, or_give_up};
use crate::hash::{HashFn, HashToken};
use crate::hooks::{Hooks, destroy};
use crate::policy::{Policy, SimpleHash};
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
        or_give_up(self.try_insert_hashed(token, value).map_err(|(_, error)| error))
    }

    /// As [`insert`](Self::insert); gives the value back if there is no room.
    ///
    /// # Errors
    /// The value and the reason; the set is as it was.
    #[inline]
    pub fn try_insert(&mut self, value: T) -> Result<bool, (T, Error)>
    where
        T: Equivalent<T>,
        P::Hasher: HashFn<T>,
    {
        self.try_insert_hashed(self.prehash(&value), value)
    }

    /// As [`try_insert`](Self::try_insert), with the hash in hand.
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn try_insert_hashed(&mut self, token: HashToken<P>, value: T) -> Result<bool, (T, Error)>
    where
        T: Equivalent<T>,
        P::Hasher: HashFn<T>,
    {
        let keep = |_: &mut Member<T>, new: Member<T>| destroy::<P::Hooks, Member<T>>(new);
        let refused = self.try_replace_hashed(token, Member(value), keep);
        refused.map(|duplicate| duplicate.is_none()).map_err(|(Member(value), error)| (value, error))
    }

    /// Puts `value` in, and hands over the member that it replaces: no cleanup.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    #[inline]
    pub fn replace(&mut self, value: T) -> Option<T>
    where
        T: Equivalent<T>,
        P::Hasher: HashFn<T>,
    {
        self.replace_hashed(self.prehash(&value), value)
    }

    /// As [`replace`](Self::replace), with the hash in hand.
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn replace_hashed(&mut self, token: HashToken<P>, value: T) -> Option<T>
    where
        T: Equivalent<T>,
        P::Hasher: HashFn<T>,
    {
        self.insert_entry_hashed(token, Member(value)).map(|Member(replaced)| replaced)
    }

    /// The member equivalent to `value`, which is put in if there is none; else the table destroys it, with cleanup.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    #[inline]
    pub fn get_or_insert(&mut self, value: T) -> &T
    where
        T: Equivalent<T>,
        P::Hasher: HashFn<T>,
    {
        self.get_or_insert_hashed(self.prehash(&value), value)
    }

    /// As [`get_or_insert`](Self::get_or_insert), with the hash in hand.
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn get_or_insert_hashed(&mut self, token: HashToken<P>, value: T) -> &T
    where
        T: Equivalent<T>,
        P::Hasher: HashFn<T>,
    {
        self.entry_hashed(token, value).insert().into_ref()
    }

    /// The member equivalent to `q`, made by `make` if there is none. It must be equivalent to `q`: else it is not found
    /// again.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    #[inline]
    pub fn get_or_insert_with<Q>(&mut self, q: &Q, make: impl FnOnce(&Q) -> T) -> &T
    where
        Q: Equivalent<T> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<T>,
    {
        self.get_or_insert_with_hashed(self.prehash(q), q, make)
    }

    /// As [`get_or_insert_with`](Self::get_or_insert_with), with the hash in hand.
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn get_or_insert_with_hashed<Q>(&mut self, token: HashToken<P>, q: &Q, make: impl FnOnce(&Q) -> T) -> &T
    where
        Q: Equivalent<T> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<T>,
    {
        &self.entry_for_hashed(token, q).or_insert_with(|| Member(make(q))).0
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

    /// Destroys the members for which `keep` does not hold, with cleanup. Linear in the number of slots or buckets. A
    /// panic of `keep` leaves the members it has not seen.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        self.retain_entries(|Member(value)| keep(value));
    }
}
