//! Handles: entries found again by the number of their slot, without a key or a hash.

use core::fmt;
use core::ptr;

use allocator_api2::alloc::{Allocator, Global};

use super::EntryTable;
use super::entry::OccupiedEntry;
use crate::entry::Entry;
use crate::hash::{HashFn, HashToken};
use crate::hooks::{Hooks, destroy};
use crate::layout::{Handles, StableAddress};
use crate::policy::Policy;
use equivalent::Equivalent;

/// The name of an entry of one table, eight bytes, which borrows nothing. From [`EntryTable::handle`].
///
/// Where the policy asks for `generations`, a handle finds its own entry or, once that has been taken out, nothing: the
/// generation of the slot tells the entry from those that come after (and a slot that has had all 2^32 generations is
/// not used again). Without them it finds whatever entry is in the slot. A handle of another table gives wrong answers,
/// nothing worse.
///
/// ```
/// use simplehash::{Dense, SimpleHash, Table};
///
/// #[derive(SimpleHash, PartialEq, Eq, Hash)]
/// #[simplehash(layout = Dense, generations = true)]
/// struct Oid(u32);
///
/// let mut names = Table::new();
/// names.insert(Oid(1259), "pg_class");
/// let handle = names.handle(&Oid(1259)).unwrap();
/// assert_eq!(names.at(handle).unwrap().1, "pg_class");
/// names.remove(&Oid(1259));
/// names.insert(Oid(1247), "pg_type"); // in the slot that is free now
/// assert!(names.at(handle).is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Handle {
    slot: u32,
    generation: u32,
}

impl Handle {
    /// The number of the slot. It is below 2^31, and as low as the layout can make it.
    #[must_use]
    pub fn slot(self) -> u32 {
        self.slot
    }

    /// How often the slot was vacated before; 0 where that is not counted.
    #[must_use]
    pub fn generation(self) -> u32 {
        self.generation
    }

    /// A handle from its parts, such as were stored elsewhere.
    #[must_use]
    pub fn from_parts(slot: u32, generation: u32) -> Self {
        Self { slot, generation }
    }
}

impl<E, P: Policy, A: Allocator> EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    /// The entry of a handle. One or two accesses to memory, no hash.
    #[inline]
    pub fn at(&self, handle: Handle) -> Option<&E>
    where
        P::Layout: Handles,
    {
        self.storage.at(handle.slot, handle.generation)
    }

    /// The entry of a handle, for changes; its key must stay as it is.
    #[inline]
    pub fn at_mut(&mut self, handle: Handle) -> Option<&mut E>
    where
        P::Layout: Handles,
    {
        self.storage.at_mut(handle.slot, handle.generation)
    }

    /// The entry of a handle, held: it can be taken out.
    pub fn entry_at(&mut self, handle: Handle) -> Option<SlotEntry<'_, E, P, A>>
    where
        P::Layout: Handles,
    {
        self.storage.at(handle.slot, handle.generation)?;
        Some(SlotEntry { table: self, handle })
    }
}

impl<E: Entry, P: Policy, A: Allocator> EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    /// A handle of the entry for `q`.
    pub fn handle<Q>(&self, q: &Q) -> Option<Handle>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
        P::Layout: Handles,
    {
        self.handle_hashed(self.prehash(q), q)
    }

    /// As [`handle`](Self::handle), with the hash in hand.
    pub fn handle_hashed<Q>(&self, token: HashToken<P>, q: &Q) -> Option<Handle>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
        P::Layout: Handles,
    {
        let (slot, generation) = self.storage.find_number(self.current(token, q), |entry| q.equivalent(entry.key()))?;
        Some(Handle { slot, generation })
    }

    /// The address of the entry for `q`: the same until the entry is taken out or the table dropped, whatever else is
    /// done. For other languages, and for structures that keep pointers into the table.
    ///
    /// The pointer may be read while no exclusive reference to the entry is in use, and written while no reference to it
    /// is: what the table lends, and what it passes to `Eq`, are such references.
    ///
    /// ```
    /// use simplehash::{Boxed, RobinHood, SimpleHash, Table};
    ///
    /// #[derive(SimpleHash, PartialEq, Eq, Hash)]
    /// #[simplehash(layout = Boxed<RobinHood>)]
    /// struct Oid(u32);
    ///
    /// let mut pages = Table::new();
    /// pages.insert(Oid(0), 14);
    /// let address = pages.address(&Oid(0)).unwrap();
    /// pages.extend((1..1_000).map(|oid| (Oid(oid), 0)));
    /// // SAFETY: the entry is still in the table, and nothing else uses it.
    /// unsafe { (*address.as_ptr()).1 += 1 };
    /// assert_eq!(pages.get(&Oid(0)), Some(&15));
    /// ```
    pub fn address<Q>(&self, q: &Q) -> Option<ptr::NonNull<E>>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
        P::Layout: StableAddress,
    {
        self.address_hashed(self.prehash(q), q)
    }

    /// As [`address`](Self::address), with the hash in hand.
    pub fn address_hashed<Q>(&self, token: HashToken<P>, q: &Q) -> Option<ptr::NonNull<E>>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
        P::Layout: StableAddress,
    {
        self.storage.find_address(self.current(token, q), |entry| q.equivalent(entry.key()))
    }
}

impl<E, P: Policy, A: Allocator> OccupiedEntry<'_, E, P, A> {
    /// A handle of the entry.
    #[must_use]
    pub fn handle(&self) -> Handle
    where
        P::Layout: Handles,
    {
        let (slot, generation) = self.raw.slotted();
        Handle { slot, generation }
    }

    /// The address of the entry; see [`EntryTable::address`].
    #[must_use]
    pub fn address(&self) -> ptr::NonNull<E>
    where
        P::Layout: StableAddress,
    {
        self.raw.address()
    }
}

/// An entry that was reached by its slot, held; from [`EntryTable::entry_at`] and [`EntryTable::scan_next`].
pub struct SlotEntry<'a, E, P: Policy, A: Allocator = Global>
where
    P::Hooks: Hooks<E>,
{
    pub(super) table: &'a mut EntryTable<E, P, A>,
    /// Of an entry that is there.
    pub(super) handle: Handle,
}

impl<'a, E, P: Policy<Layout: Handles>, A: Allocator> SlotEntry<'a, E, P, A>
where
    P::Hooks: Hooks<E>,
{
    /// Its handle.
    #[must_use]
    pub fn handle(&self) -> Handle {
        self.handle
    }

    /// The entry.
    #[must_use]
    pub fn get(&self) -> &E {
        held(self.table.at(self.handle))
    }

    /// The entry; its key must stay as it is.
    pub fn get_mut(&mut self) -> &mut E {
        held(self.table.at_mut(self.handle))
    }

    /// The entry, for as long as the table is borrowed; its key must stay as it is.
    #[must_use]
    pub fn into_mut(self) -> &'a mut E {
        held(self.table.at_mut(self.handle))
    }

    /// Takes the entry out and hands it over: no cleanup. Hashes its key.
    pub fn extract(self) -> E
    where
        E: Entry,
        P::Hasher: HashFn<E::Key>,
    {
        let EntryTable { storage, hasher } = self.table;
        let entry = held(storage.at(self.handle.slot, self.handle.generation));
        let (hash, address) = (hasher.hash(entry.key()), ptr::from_ref(entry));
        match storage.find_or_self(hash, |entry| ptr::eq(entry, address)) {
            Ok(found) => found.take(),
            // The hash is another one than when the entry was put in.
            Err(storage) => held(storage.take_at(self.handle.slot)),
        }
    }

    /// Takes the entry out and destroys it. Hashes its key.
    pub fn delete(self)
    where
        E: Entry,
        P::Hasher: HashFn<E::Key>,
    {
        destroy::<P::Hooks, E>(self.extract());
    }
}

/// What is held is there: the table is borrowed since it was found.
fn held<T>(entry: Option<T>) -> T {
    let Some(entry) = entry else { unreachable!("the entry was in its slot a moment ago") };
    entry
}

impl<E: fmt::Debug, P: Policy<Layout: Handles>, A: Allocator> fmt::Debug for SlotEntry<'_, E, P, A>
where
    P::Hooks: Hooks<E>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SlotEntry").field(self.get()).finish()
    }
}
