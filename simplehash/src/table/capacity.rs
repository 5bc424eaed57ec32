//! Room: tables made with a size, reserving, growing, shrinking.

use allocator_api2::alloc::{Allocator, Global};

use super::EntryTable;
use super::entries::hash_of;
use crate::entry::Entry;
use crate::error::{Error, or_give_up};
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::Policy;
use crate::raw::Storage;

/// The hashes of the entries of a table that was just made.
fn no_entries<E>(_: &E) -> u64 {
    unreachable!("a new table has no entries")
}

impl<E, P: Policy> EntryTable<E, P>
where
    P::Hooks: Hooks<E>,
{
    /// An empty table with a hasher that has state: a seed, or a pointer to context. Allocates nothing.
    pub fn with_hasher(hasher: P::Hasher) -> Self {
        Self::with_hasher_in(hasher, Global)
    }

    /// As [`create`](Self::create), with a hasher that has state.
    ///
    /// # Panics
    /// If there is no room for so many slots; aborts if the allocator refuses.
    pub fn create_with_hasher(nelements: usize, hasher: P::Hasher) -> Self {
        or_give_up(Self::try_create_with_hasher_in(nelements, hasher, Global))
    }

    /// As [`with_capacity`](Self::with_capacity), with a hasher that has state.
    ///
    /// # Panics
    /// If there is no room for so many slots; aborts if the allocator refuses.
    pub fn with_capacity_and_hasher(entries: usize, hasher: P::Hasher) -> Self {
        Self::with_capacity_and_hasher_in(entries, hasher, Global)
    }

    /// A table sized by PostgreSQL's arithmetic for `create(nelements)`: `nelements` divided by the fill
    /// factor, truncated, to the next power of two. It may grow before as many entries are in; see
    /// [`with_capacity`](Self::with_capacity) for a promise.
    ///
    /// # Panics
    /// If there is no room for so many slots; aborts if the allocator refuses.
    ///
    /// ```
    /// use simplehash::{SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash)]
    /// struct Key(u32);
    ///
    /// assert_eq!(Table::<Key, ()>::create(400).stats().size, 512);
    /// assert_eq!(Table::<Key, ()>::create(922).capacity(), 921);
    /// assert!(Table::<Key, ()>::with_capacity(922).capacity() >= 922);
    /// ```
    pub fn create(nelements: usize) -> Self
    where
        P::Hasher: Default,
    {
        or_give_up(Self::try_create_in(nelements, Global))
    }

    /// As [`create`](Self::create).
    ///
    /// # Errors
    /// [`Error::CapacityOverflow`] or [`Error::AllocError`].
    pub fn try_create(nelements: usize) -> Result<Self, Error>
    where
        P::Hasher: Default,
    {
        Self::try_create_in(nelements, Global)
    }

    /// A table that takes `entries` entries before it allocates again. (One exception: a seeded table may
    /// replace its slots by as many others when it finds its seed to be bad.)
    ///
    /// # Panics
    /// If there is no room for so many slots; aborts if the allocator refuses.
    pub fn with_capacity(entries: usize) -> Self
    where
        P::Hasher: Default,
    {
        Self::with_capacity_in(entries, Global)
    }

    /// As [`with_capacity`](Self::with_capacity).
    ///
    /// # Errors
    /// [`Error::CapacityOverflow`] or [`Error::AllocError`].
    pub fn try_with_capacity(entries: usize) -> Result<Self, Error>
    where
        P::Hasher: Default,
    {
        let mut table = Self::new_in(Global);
        table.storage.reserve(P::TUNING, entries, no_entries)?;
        Ok(table)
    }
}

impl<E, P: Policy, A: Allocator> EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    /// An empty table in `alloc`. Allocates nothing.
    pub fn new_in(alloc: A) -> Self
    where
        P::Hasher: Default,
    {
        Self::with_hasher_in(P::Hasher::default(), alloc)
    }

    /// An empty table in `alloc`, with a hasher that has state. Allocates nothing.
    pub fn with_hasher_in(hasher: P::Hasher, alloc: A) -> Self {
        let () = P::CHECKED;
        Self { storage: Storage::new(alloc), hasher }
    }

    /// As [`create`](Self::create), in `alloc`.
    ///
    /// # Errors
    /// [`Error::CapacityOverflow`] or [`Error::AllocError`].
    pub fn try_create_in(nelements: usize, alloc: A) -> Result<Self, Error>
    where
        P::Hasher: Default,
    {
        Self::try_create_with_hasher_in(nelements, P::Hasher::default(), alloc)
    }

    /// As [`create`](Self::create), with a hasher that has state, in `alloc`.
    ///
    /// # Errors
    /// [`Error::CapacityOverflow`] or [`Error::AllocError`].
    pub fn try_create_with_hasher_in(nelements: usize, hasher: P::Hasher, alloc: A) -> Result<Self, Error> {
        let mut table = Self::with_hasher_in(hasher, alloc);
        table.storage.create(P::TUNING, nelements, no_entries)?;
        Ok(table)
    }

    /// As [`with_capacity`](Self::with_capacity), with a hasher that has state, in `alloc`.
    ///
    /// # Panics
    /// If there is no room for so many slots; aborts if the allocator refuses.
    pub fn with_capacity_and_hasher_in(entries: usize, hasher: P::Hasher, alloc: A) -> Self {
        let mut table = Self::with_hasher_in(hasher, alloc);
        or_give_up(table.storage.reserve(P::TUNING, entries, no_entries));
        table
    }

    /// As [`with_capacity`](Self::with_capacity), in `alloc`.
    ///
    /// # Panics
    /// If there is no room for so many slots; aborts if the allocator refuses.
    pub fn with_capacity_in(entries: usize, alloc: A) -> Self
    where
        P::Hasher: Default,
    {
        Self::with_capacity_and_hasher_in(entries, P::Hasher::default(), alloc)
    }
}

impl<E: Entry, P: Policy, A: Allocator> EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
    P::Hasher: HashFn<E::Key>,
{
    /// Makes room for `additional` entries more: until they are in, nothing is allocated but what
    /// [`with_capacity`](Self::with_capacity) excepts.
    ///
    /// # Panics
    /// If there is no room for so many slots; aborts if the allocator refuses.
    pub fn reserve(&mut self, additional: usize) {
        or_give_up(self.try_reserve(additional));
    }

    /// As [`reserve`](Self::reserve); a failure leaves entries and capacity as they were.
    ///
    /// # Errors
    /// [`Error::CapacityOverflow`] or [`Error::AllocError`].
    ///
    /// ```
    /// use simplehash::{Error, SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash)]
    /// struct Key(u32);
    ///
    /// let mut table = Table::<Key, ()>::new();
    /// assert_eq!(table.try_reserve(usize::MAX), Err(Error::CapacityOverflow));
    /// assert_eq!(table.try_reserve(10), Ok(()));
    /// ```
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), Error> {
        let total = self.len().checked_add(additional).ok_or(Error::CapacityOverflow)?;
        self.storage.reserve(P::TUNING, total, hash_of(&self.hasher))
    }

    /// simplehash's `grow`: makes the table have at least `buckets` slots (or buckets), a power of two. Does
    /// nothing if it has them. Linear.
    ///
    /// # Errors
    /// [`Error::CapacityOverflow`] or [`Error::AllocError`]; entries and capacity are then as they were, though a layout that
    /// grows in small steps may hold more memory than before.
    pub fn grow(&mut self, buckets: usize) -> Result<(), Error> {
        self.storage.grow(P::TUNING, buckets, hash_of(&self.hasher))
    }

    /// Gives back the memory that is not needed for the entries that are there; all of it, if there are none. Linear. A
    /// table may then be as full as its fill factor allows. If the allocator refuses the smaller memory, or while scans
    /// are open in a layout that has them, the table stays as it is.
    ///
    /// ```
    /// use simplehash::{SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash)]
    /// struct Key(u32);
    ///
    /// let mut table = Table::<Key, u64>::with_capacity(1_000);
    /// table.insert(Key(1), 1);
    /// table.shrink_to(100);
    /// assert!(table.capacity() >= 100 && table.capacity() < 1_000);
    /// table.clear();
    /// table.shrink_to_fit();
    /// assert_eq!((table.capacity(), table.allocation_size()), (0, 0));
    /// ```
    pub fn shrink_to_fit(&mut self) {
        self.shrink_to(0);
    }

    /// As [`shrink_to_fit`](Self::shrink_to_fit), but with room for `least` entries in all. Does nothing to a table with
    /// less room.
    pub fn shrink_to(&mut self, least: usize) {
        // Refused memory leaves the table larger than asked for, which is not wrong.
        let _ = self.storage.shrink(P::TUNING, least, hash_of(&self.hasher));
    }

    /// Room for what an iterator promises, but no more than a hint deserves: no promise to the table, so that its growth
    /// limits stay in force, and no failure.
    pub(crate) fn expect(&mut self, hint: (usize, Option<usize>)) {
        let total = self.len().saturating_add(hint.0);
        if total > self.capacity() {
            let _ = self.storage.create(P::TUNING, total, hash_of(&self.hasher));
        }
    }
}
