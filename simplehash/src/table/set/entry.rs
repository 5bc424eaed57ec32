//! One member of a set, there or to come, and held.

use core::fmt;

use allocator_api2::alloc::{Allocator, Global};

use crate::entry::Member;
use crate::error::Error;
use crate::hash::{HashFn, HashToken};
use crate::hooks::{Hooks, destroy};
use crate::policy::Policy;
use crate::table::EntryTable;
use crate::table::entry;
use equivalent::Equivalent;

impl<T, P: Policy, A: Allocator> EntryTable<Member<T>, P, A>
where
    P::Hooks: Hooks<Member<T>>,
{
    /// The member equivalent to `value`, or its absence, held. Only filling a vacancy may make the set grow. If the
    /// member is there, the stored one stays and the table destroys `value`, with cleanup.
    ///
    /// ```
    /// use simplehash::table::set::entry::Entry;
    /// use simplehash::{Set, SimpleHash};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash)]
    /// struct Oid(u32);
    ///
    /// let mut seen = Set::from([Oid(1)]);
    /// match seen.entry(Oid(1)) {
    ///     Entry::Occupied(member) => assert_eq!(member.remove().0, 1),
    ///     Entry::Vacant(_) => unreachable!(),
    /// }
    /// assert_eq!(seen.entry(Oid(2)).insert().get().0, 2);
    /// ```
    #[inline]
    pub fn entry(&mut self, value: T) -> Entry<'_, T, P, A>
    where
        T: Equivalent<T>,
        P::Hasher: HashFn<T>,
    {
        self.entry_hashed(self.prehash(&value), value)
    }

    /// As [`entry`](Self::entry), with the hash in hand.
    #[inline]
    pub fn entry_hashed(&mut self, token: HashToken<P>, value: T) -> Entry<'_, T, P, A>
    where
        T: Equivalent<T>,
        P::Hasher: HashFn<T>,
    {
        match self.entry_for_hashed(token, &value) {
            entry::Entry::Occupied(member) => {
                destroy::<P::Hooks, Member<T>>(Member(value));
                Entry::Occupied(OccupiedEntry(member))
            }
            entry::Entry::Vacant(vacancy) => Entry::Vacant(VacantEntry { vacancy, value }),
        }
    }
}

/// A member or its absence; from [`EntryTable::entry`].
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "there is no third")]
pub enum Entry<'a, T, P: Policy, A: Allocator = Global> {
    /// The member is there.
    Occupied(OccupiedEntry<'a, T, P, A>),
    /// It is not.
    Vacant(VacantEntry<'a, T, P, A>),
}

impl<'a, T, P: Policy, A: Allocator> Entry<'a, T, P, A> {
    /// The stored member, or the one looked for.
    #[inline]
    pub fn get(&self) -> &T {
        match self {
            Self::Occupied(member) => member.get(),
            Self::Vacant(vacancy) => vacancy.get(),
        }
    }

    /// Puts the member in if it is not there, and holds it.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    #[inline]
    pub fn insert(self) -> OccupiedEntry<'a, T, P, A>
    where
        P::Hasher: HashFn<T>,
    {
        match self {
            Self::Occupied(member) => member,
            Self::Vacant(vacancy) => vacancy.insert(),
        }
    }
}

/// A member of a set that is borrowed for it. Taking it out needs no second lookup.
pub struct OccupiedEntry<'a, T, P: Policy, A: Allocator = Global>(entry::OccupiedEntry<'a, Member<T>, P, A>);

impl<'a, T, P: Policy, A: Allocator> OccupiedEntry<'a, T, P, A> {
    /// The member.
    #[inline]
    #[must_use]
    pub fn get(&self) -> &T {
        &self.0.get().0
    }

    /// The member, for as long as the table is borrowed.
    #[inline]
    #[must_use]
    pub fn into_ref(self) -> &'a T {
        &self.0.into_mut().0
    }

    /// Takes the member out and hands it over: no cleanup.
    #[inline]
    pub fn remove(self) -> T {
        self.0.extract().0
    }

    /// Takes the member out and destroys it, with cleanup.
    #[inline]
    pub fn delete(self)
    where
        P::Hooks: Hooks<Member<T>>,
    {
        self.0.delete();
    }
}

impl<T: fmt::Debug, P: Policy, A: Allocator> fmt::Debug for OccupiedEntry<'_, T, P, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OccupiedEntry").field(self.get()).finish()
    }
}

/// Room for a member that is not there.
pub struct VacantEntry<'a, T, P: Policy, A: Allocator = Global> {
    vacancy: entry::VacantEntry<'a, Member<T>, P, A>,
    value: T,
}

impl<'a, T, P: Policy, A: Allocator> VacantEntry<'a, T, P, A> {
    /// What was looked for.
    #[inline]
    pub fn get(&self) -> &T {
        &self.value
    }

    /// What was looked for, back; nothing is inserted.
    #[inline]
    pub fn into_value(self) -> T {
        self.value
    }

    /// Puts the member in, and holds it.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    #[inline]
    pub fn insert(self) -> OccupiedEntry<'a, T, P, A>
    where
        P::Hasher: HashFn<T>,
    {
        OccupiedEntry(self.vacancy.insert_entry(Member(self.value)))
    }

    /// As [`insert`](Self::insert); gives the value back if there is no room.
    ///
    /// # Errors
    /// The value and the reason; the set is as it was.
    #[inline]
    pub fn try_insert(self) -> Result<OccupiedEntry<'a, T, P, A>, (T, Error)>
    where
        P::Hasher: HashFn<T>,
    {
        let inserted = self.vacancy.try_insert_entry(Member(self.value));
        inserted.map(OccupiedEntry).map_err(|(Member(value), error)| (value, error))
    }
}

impl<T: fmt::Debug, P: Policy, A: Allocator> fmt::Debug for VacantEntry<'_, T, P, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VacantEntry").field(&self.value).finish()
    }
}
