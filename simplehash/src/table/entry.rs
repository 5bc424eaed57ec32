//! One entry of a table, there or to come, and held: what was looked up once needs no second lookup.

use core::fmt;
use core::marker::PhantomData;

use allocator_api2::alloc::{Allocator, Global};

use super::EntryTable;
use super::entries::hash_of;
use crate::entry;
use crate::error::{Error, or_give_up};
use crate::hash::{HashFn, HashToken};
use crate::hooks::{Hooks, destroy};
use crate::layout::NumberedSlots;
use crate::policy::{CoreOf, Policy};
use crate::raw::{MayGrow, Occupied, Storage};
use equivalent::Equivalent;

impl<E: entry::Entry, P: Policy, A: Allocator> EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    /// The entry for `q`, or its absence, held. Unlike [`find_or_insert_with`](Self::find_or_insert_with) this leaves
    /// the table as large as it is; only filling the vacancy may make it grow.
    ///
    /// ```
    /// use simplehash::table::entry::Entry;
    /// use simplehash::{Pair, SimpleHash, Table};
    ///
    /// #[derive(SimpleHash, PartialEq, Eq, Hash, Clone)]
    /// struct Oid(u32);
    ///
    /// let mut pages = Table::<Oid, u32>::new();
    /// match pages.entry_for(&Oid(1259)) {
    ///     Entry::Occupied(entry) => assert_eq!(entry.get().1, 14),
    ///     Entry::Vacant(vacancy) => assert_eq!(vacancy.insert(Pair(Oid(1259), 14)).1, 14),
    /// }
    /// ```
    #[inline]
    pub fn entry_for<Q>(&mut self, q: &Q) -> Entry<'_, E, P, A>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
    {
        self.entry_for_hashed(self.prehash(q), q)
    }

    /// As [`entry_for`](Self::entry_for), with the hash in hand.
    #[inline]
    pub fn entry_for_hashed<Q>(&mut self, token: HashToken<P>, q: &Q) -> Entry<'_, E, P, A>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
    {
        let hash = self.current(token, q);
        match self.storage.find_or_self(hash, |entry| q.equivalent(entry.key())) {
            Ok(raw) => Entry::Occupied(OccupiedEntry { raw, policy: PhantomData }),
            Err(storage) => {
                let another_seed = Self::reseed_if_wanted(storage, &mut self.hasher);
                let hash = if another_seed { HashFn::<Q>::hash(&self.hasher, q) } else { hash };
                Entry::Vacant(VacantEntry { storage, hasher: &self.hasher, hash })
            }
        }
    }
}

/// An entry or its absence; from [`EntryTable::entry_for`].
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "there is no third")]
pub enum Entry<'a, E, P: Policy, A: Allocator = Global> {
    /// There is one.
    Occupied(OccupiedEntry<'a, E, P, A>),
    /// There is none.
    Vacant(VacantEntry<'a, E, P, A>),
}

impl<'a, E: entry::Entry, P: Policy, A: Allocator> Entry<'a, E, P, A>
where
    P::Hasher: HashFn<E::Key>,
{
    /// The entry, made by `make` if there was none. Its key must be equivalent to what was looked for.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    #[inline]
    pub fn or_insert_with(self, make: impl FnOnce() -> E) -> &'a mut E {
        match self {
            Self::Occupied(entry) => entry.into_mut(),
            Self::Vacant(vacancy) => vacancy.insert(make()),
        }
    }
}

/// Room for an entry that is not there; from [`EntryTable::entry_for`].
pub struct VacantEntry<'a, E, P: Policy, A: Allocator = Global> {
    storage: &'a mut Storage<E, CoreOf<P>, A>,
    hasher: &'a P::Hasher,
    hash: u64,
}

impl<'a, E: entry::Entry, P: Policy, A: Allocator> VacantEntry<'a, E, P, A>
where
    P::Hasher: HashFn<E::Key>,
{
    /// Puts `entry` in. Its key must be equivalent to what was looked for: else it is not found again.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    #[inline]
    pub fn insert(self, entry: E) -> &'a mut E {
        self.insert_entry(entry).into_mut()
    }

    /// As [`insert`](Self::insert), holding the new entry.
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn insert_entry(self, entry: E) -> OccupiedEntry<'a, E, P, A> {
        or_give_up(self.try_insert_entry(entry).map_err(|(_, error)| error))
    }

    /// As [`insert_entry`](Self::insert_entry); gives the entry back if there is no room.
    ///
    /// # Errors
    /// The entry and the reason; the table is as it was.
    #[inline]
    pub fn try_insert_entry(self, entry: E) -> Result<OccupiedEntry<'a, E, P, A>, (E, Error)> {
        let mut entry = Some(entry);
        // Nothing was inserted since the lookup, so there is nothing to compare with.
        let make = || entry.take().ok_or(Error::CapacityOverflow);
        match self.storage.find_or_insert(P::TUNING, MayGrow::Yes, hash_of(self.hasher), self.hash, |_| false, make) {
            Ok((raw, _)) => Ok(OccupiedEntry { raw, policy: PhantomData }),
            Err(error) => match entry {
                Some(entry) => Err((entry, error)),
                // `make` is the last thing that can fail, so whoever took the entry put it in.
                None => panic!("the layout has lost an entry: {error}"),
            },
        }
    }
}

impl<E, P: Policy, A: Allocator> fmt::Debug for VacantEntry<'_, E, P, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VacantEntry").finish_non_exhaustive()
    }
}

/// An entry of a table that is borrowed for it: from `find_entry`, `entry_for`, or from
/// [`Iterate`](crate::table::iter::Iterate). Taking it out needs no second lookup.
pub struct OccupiedEntry<'a, E, P: Policy, A: Allocator = Global> {
    pub(super) raw: Occupied<'a, E, CoreOf<P>, A>,
    pub(super) policy: PhantomData<fn() -> P>,
}

impl<'a, E, P: Policy, A: Allocator> OccupiedEntry<'a, E, P, A> {
    /// The entry.
    #[inline]
    #[must_use]
    pub fn get(&self) -> &E {
        self.raw.get()
    }

    /// The entry; its key must stay as it is.
    #[inline]
    pub fn get_mut(&mut self) -> &mut E {
        self.raw.get_mut()
    }

    /// The entry, for as long as the table is borrowed; its key must stay as it is.
    #[inline]
    #[must_use]
    pub fn into_mut(self) -> &'a mut E {
        self.raw.into_mut()
    }

    /// The number of its slot, where slots have numbers. Good until the next insertion or removal.
    #[must_use]
    pub fn slot_number(&self) -> usize
    where
        P::Layout: NumberedSlots,
    {
        self.raw.number()
    }

    /// Takes the entry out and hands it over: no cleanup.
    #[inline]
    pub fn extract(self) -> E {
        self.raw.take()
    }

    /// simplehash's `delete_item`: takes the entry out and destroys it.
    #[inline]
    pub fn delete(self)
    where
        P::Hooks: Hooks<E>,
    {
        destroy::<P::Hooks, E>(self.extract());
    }
}

impl<E: fmt::Debug, P: Policy, A: Allocator> fmt::Debug for OccupiedEntry<'_, E, P, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OccupiedEntry").field(self.get()).finish()
    }
}
