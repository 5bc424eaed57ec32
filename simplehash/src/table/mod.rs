//! Tables: one surface over all layouts.
//!
//! | module | what |
//! | --- | --- |
//! | `entries` | tables of entries: find, insert, delete, hash tokens |
//! | [`map`] | tables of pairs |
//! | [`set`] | tables of members |
//! | [`occupied`] | one entry, found and held |
//! | [`iter`] | iteration, and iteration that deletes |
//! | [`grow_only`] | insertion through a shared reference |

mod entries;

pub use entries::TryInsertError;
pub mod grow_only;
pub mod iter;
pub mod map;
pub mod occupied;
pub mod set;

use core::fmt;
use core::mem::needs_drop;

use allocator_api2::alloc::{Allocator, Global};

use crate::entry::{Entry, Member, Pair};
use crate::error::{Error, or_give_up};
use crate::hooks::{Hooks, destroy};
use crate::policy::{CoreOf, Policy, SimpleHash};
use crate::raw::Storage;
use crate::stats::Stats;

/// A table of entries of type `E` under policy `P`.
///
/// Most users name it as [`Table`] (a map), [`Set`] or [`Entries`]. An empty table allocates nothing.
/// Expected cost of a lookup, an insertion or a removal: constant.
///
/// `Table::new()` and `Set::new()` find the policy by inference, because they are there for the key's own policy
/// only. The other constructors serve every policy, so the type must say which: `Table::<Key, V>::with_capacity(9)`,
/// `Table::<Key, V, SomePolicy>::default()`.
pub struct EntryTable<E, P: Policy, A: Allocator = Global>
where
    P::Hooks: Hooks<E>,
{
    pub(crate) storage: Storage<E, CoreOf<P>, A>,
    pub(crate) hasher: P::Hasher,
}

/// A map: a table of [`Pair`]s.
///
/// ```
/// use simplehash::{SimpleHash, Table};
///
/// #[derive(SimpleHash, PartialEq, Eq, Hash)]
/// struct Name(String);
///
/// let mut sizes = Table::new();
/// sizes.insert(Name("pg_class".into()), 14);
/// assert_eq!(sizes.get(&Name("pg_class".into())), Some(&14));
/// assert_eq!(sizes.remove(&Name("pg_class".into())), Some(14));
/// ```
pub type Table<K, V, P = <K as SimpleHash>::Policy, A = Global> = EntryTable<Pair<K, V>, P, A>;

/// A set: a table of [`Member`]s.
///
/// ```
/// use simplehash::{Set, SimpleHash};
///
/// #[derive(SimpleHash, PartialEq, Eq, Hash)]
/// struct Oid(u32);
///
/// let mut seen = Set::new();
/// assert!(seen.insert(Oid(1)));
/// assert!(!seen.insert(Oid(1)));
/// assert!(seen.contains(&Oid(1)));
/// ```
pub type Set<T, P = <T as SimpleHash>::Policy, A = Global> = EntryTable<Member<T>, P, A>;

/// A table of entries that contain their key, under the key's policy.
///
/// ```
/// use simplehash::{Entries, SimpleHash};
///
/// #[derive(SimpleHash, PartialEq, Eq, Hash)]
/// struct Oid(u32);
///
/// #[derive(SimpleHash)]
/// struct Relation {
///     #[simplehash(key)]
///     oid: Oid,
///     pages: u32,
/// }
///
/// let mut relations = Entries::<Relation>::default();
/// relations.insert_entry(Relation { oid: Oid(1259), pages: 14 });
/// assert_eq!(relations.find(&Oid(1259)).unwrap().pages, 14);
/// ```
pub type Entries<E, P = <<E as Entry>::Key as SimpleHash>::Policy, A = Global> = EntryTable<E, P, A>;

impl<E, P: Policy<Hasher: Default>> Default for EntryTable<E, P>
where
    P::Hooks: Hooks<E>,
{
    fn default() -> Self {
        Self::new_in(Global)
    }
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
        table.storage.create(P::TUNING, nelements)?;
        Ok(table)
    }

    /// As [`with_capacity`](Self::with_capacity), with a hasher that has state, in `alloc`.
    ///
    /// # Panics
    /// If there is no room for so many slots; aborts if the allocator refuses.
    pub fn with_capacity_and_hasher_in(entries: usize, hasher: P::Hasher, alloc: A) -> Self {
        let mut table = Self::with_hasher_in(hasher, alloc);
        or_give_up(table.storage.reserve(P::TUNING, entries));
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

    /// Makes room for `additional` entries more: until they are in, nothing is allocated but what
    /// [`with_capacity`](Self::with_capacity) excepts.
    ///
    /// # Panics
    /// If there is no room for so many slots; aborts if the allocator refuses.
    pub fn reserve(&mut self, additional: usize) {
        or_give_up(self.try_reserve(additional));
    }

    /// As [`reserve`](Self::reserve); a failure leaves the table as it was.
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
        self.storage.reserve(P::TUNING, total)
    }

    /// simplehash's `grow`: makes the table have at least `buckets` slots (or buckets), a power of two. Does
    /// nothing if it has them. Linear.
    ///
    /// # Errors
    /// [`Error::CapacityOverflow`] or [`Error::AllocError`]; the table is then as it was.
    pub fn grow(&mut self, buckets: usize) -> Result<(), Error> {
        self.storage.grow(P::TUNING, buckets)
    }

    /// Number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.storage.len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of entries that fit before the fill factor makes the table grow.
    pub fn capacity(&self) -> usize {
        self.storage.capacity()
    }

    /// Bytes the table has allocated, without what its entries own.
    pub fn allocation_size(&self) -> usize {
        self.storage.allocation_size()
    }

    /// What PostgreSQL prints about a hash table. Linear; allocates nothing in RobinHood.
    pub fn stats(&self) -> Stats {
        self.storage.stats()
    }

    /// The hasher.
    pub fn hasher(&self) -> &P::Hasher {
        &self.hasher
    }

    /// The allocator.
    pub fn allocator(&self) -> &A {
        self.storage.alloc()
    }

    /// The core of the layout, for what only that layout can tell.
    pub fn core(&self) -> &CoreOf<P> {
        self.storage.core()
    }

    /// Destroys all entries; memory for slots stays. Linear. If a hook or a drop panics, the rest is destroyed
    /// all the same and the panic goes on.
    pub fn clear(&mut self) {
        if P::Hooks::ACTIVE || needs_drop::<E>() {
            self.storage.clear_with(destroy::<P::Hooks, E>);
        } else {
            self.storage.forget_all();
        }
    }

    /// simplehash's name for [`clear`](Self::clear).
    pub fn reset(&mut self) {
        self.clear();
    }

    /// For crates with layouts; see [`Storage::parts_mut`].
    #[doc(hidden)]
    pub fn storage_mut(&mut self) -> &mut Storage<E, CoreOf<P>, A> {
        &mut self.storage
    }
}

impl<E: fmt::Debug, P: Policy, A: Allocator> fmt::Debug for EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.entries()).finish()
    }
}

impl<E, P: Policy, A: Allocator> Drop for EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    fn drop(&mut self) {
        if P::Hooks::ACTIVE {
            self.clear();
        }
    }
}
