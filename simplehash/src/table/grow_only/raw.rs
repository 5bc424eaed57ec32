//! A view through which `&self` inserts.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use alloc::vec::Vec;
use core::alloc::Layout as MemoryLayout;
use core::cell::{Cell, UnsafeCell};
use core::marker::PhantomData;
use core::ptr::NonNull;

use allocator_api2::alloc::{Allocator, Global};

use crate::entry::Entry;
use crate::error::{Error, or_give_up};
use crate::hash::{HashFn, HashToken};
use crate::hooks::Unplaced;
use crate::hooks::{Hooks, Init};
use crate::layout::StableAddress;
use crate::policy::{CoreOf, Policy};
use crate::raw::{MayGrow, RawTable};
use crate::table::EntryTable;
use equivalent::Equivalent;

/// A view of a table that only grows: `get_or_insert` takes `&self`, so an insertion does not end earlier
/// borrows. From [`EntryTable::grow_only`].
///
/// `Hash`, `Eq`, `Entry::key` and `make` may call back into the view. This is sound because
/// 1. no reference to the core exists while they run: a lookup goes one candidate at a time, and between
///    two steps holds only a reference to an entry, which neither moves nor goes away;
/// 2. an insertion first makes the entry, then looks again if the table has grown meanwhile, and only then
///    touches the core, in one step that calls nothing but the allocator (a layout that does not keep hashes gets those
///    of all entries before it grows);
/// 3. an allocator that calls back panics (`in_core`).
///
/// Re-entrant growth may hide an entry from a lookup that is under way, so a miss counts only if the table
/// has not grown since that lookup began. The length tells: nothing is removed here.
pub struct GrowOnly<'a, E, P: Policy, A: Allocator = Global>
where
    P::Hooks: Hooks<E>,
{
    table: &'a UnsafeCell<EntryTable<E, P, A>>,
    /// A core is in use further up the stack. Stays set if that use panicked.
    in_core: Cell<bool>,
}

impl<'a, E: Entry, P: Policy, A: Allocator> GrowOnly<'a, E, P, A>
where
    P::Hooks: Hooks<E>,
    P::Layout: StableAddress,
{
    pub(crate) fn new(table: &'a mut EntryTable<E, P, A>) -> Self {
        Self { table: UnsafeCell::from_mut(table), in_core: Cell::new(false) }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.enter();
        // SAFETY: no use of the core is under way, so a shared reference for this line is allowed.
        unsafe { &(*self.table.get()).storage }.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Hashes `q` once, for several operations.
    pub fn prehash<Q: ?Sized>(&self, q: &Q) -> HashToken<P>
    where
        P::Hasher: HashFn<Q>,
    {
        HashToken::new(self.hash(q), self.epoch())
    }

    /// The entry for `q`. It outlives the view: it borrows the table.
    pub fn get<Q>(&self, q: &Q) -> Option<&'a E>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.get_hashed(self.prehash(q), q)
    }

    /// As [`get`](Self::get), with the hash in hand.
    pub fn get_hashed<Q>(&self, token: HashToken<P>, q: &Q) -> Option<&'a E>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.search(self.current(token, q), q).ok()
    }

    /// The entry for `q`, made by `make` if there is none. If `make` itself adds one for `q`, that one stays and
    /// the one made is destroyed.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    pub fn get_or_insert<Q>(&self, q: &Q, make: impl FnOnce() -> E) -> &'a E
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
    {
        self.get_or_insert_hashed(self.prehash(q), q, make)
    }

    /// As [`get_or_insert`](Self::get_or_insert), with the hash in hand.
    ///
    /// # Panics
    /// As there.
    pub fn get_or_insert_hashed<Q>(&self, token: HashToken<P>, q: &Q, make: impl FnOnce() -> E) -> &'a E
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
    {
        let hash = self.current(token, q);
        let absent_at = match self.search(hash, q) {
            Ok(entry) => return entry,
            Err(len) => len,
        };
        let mut fresh = Unplaced::<P::Hooks, E>(Some(make()), PhantomData);
        if self.len() != absent_at
            && let Ok(entry) = self.search(hash, q)
        {
            return entry;
        }
        or_give_up(self.insert_unique(hash, &mut fresh.0))
    }

    /// As [`get_or_insert`](Self::get_or_insert), with the policy's [`Init`].
    ///
    /// # Panics
    /// As there.
    pub fn get_or_init<Q>(&self, q: &Q) -> &'a E
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
        P::Hooks: Init<E, Q>,
    {
        self.get_or_init_hashed(self.prehash(q), q)
    }

    /// As [`get_or_init`](Self::get_or_init), with the hash in hand.
    ///
    /// # Panics
    /// As there.
    pub fn get_or_init_hashed<Q>(&self, token: HashToken<P>, q: &Q) -> &'a E
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
        P::Hooks: Init<E, Q>,
    {
        self.get_or_insert_hashed(token, q, || P::Hooks::init(q))
    }

    fn epoch(&self) -> u32 {
        self.enter();
        // SAFETY: no use of the core is under way, so a shared reference for this line is allowed.
        unsafe { &(*self.table.get()).storage }.epoch()
    }

    /// The hash of a token, made again if the table has re-seeded since. (It does not while the view lives.)
    fn current<Q: ?Sized>(&self, token: HashToken<P>, q: &Q) -> u64
    where
        P::Hasher: HashFn<Q>,
    {
        if P::RESEED.is_some() && token.epoch != self.epoch() { self.hash(q) } else { token.hash }
    }

    fn enter(&self) {
        assert!(!self.in_core.get(), "the allocator of a grow-only table called back into it");
    }

    fn hash<Q: ?Sized>(&self, q: &Q) -> u64
    where
        P::Hasher: HashFn<Q>,
    {
        // SAFETY: the hasher is never borrowed mutably here, and is a field apart from the core.
        unsafe { &(*self.table.get()).hasher }.hash(q)
    }

    /// The entry, or the length of a table that certainly lacked it.
    fn search<Q>(&self, hash: u64, q: &Q) -> Result<&'a E, usize>
    where
        Q: Equivalent<E::Key> + ?Sized,
    {
        loop {
            let len = self.len();
            let mut probe = <CoreOf<P> as RawTable>::Probe::default();
            while let Some(entry) = self.candidate(hash, &mut probe) {
                if q.equivalent(entry.key()) {
                    return Ok(entry);
                }
            }
            if self.len() == len {
                return Err(len);
            }
        }
    }

    fn candidate(&self, hash: u64, probe: &mut <CoreOf<P> as RawTable>::Probe) -> Option<&'a E> {
        self.enter();
        // SAFETY: no use of the core is under way, so a shared reference for the next line is allowed.
        let core = unsafe { &(*self.table.get()).storage }.core();
        // SAFETY: `E` is the entry type of this core; nothing is removed while the view lives.
        let entry = unsafe { core.candidate::<E>(hash, probe)? };
        // SAFETY: a live entry; for `'a` the table is borrowed and its entries stay where they are.
        Some(unsafe { entry.as_ref() })
    }

    /// Makes room, if the core needs hashes for that: all of them first, as no other code may run while it moves entries.
    fn make_room(&self) -> Result<(), Error>
    where
        P::Hasher: HashFn<E::Key>,
    {
        loop {
            self.enter();
            // SAFETY: no use of the core is under way, so a shared reference for this line is allowed.
            if !unsafe { &(*self.table.get()).storage }.needs_room() {
                return Ok(());
            }
            let len = self.len();
            let Some(mut hashes) = self.hashes(len)? else { continue };
            self.in_core.set(true);
            // SAFETY: no use of the core is under way, and none starts before `in_core` is cleared.
            let storage = unsafe { &mut (*self.table.get()).storage };
            // It asks in the opposite order.
            let made = storage.make_room(P::TUNING, |_: &E| hashes.pop().unwrap_or_default());
            self.in_core.set(false);
            return made;
        }
    }

    /// The hashes of all `len` entries, in the order of iteration; none if hashing has added others.
    fn hashes(&self, len: usize) -> Result<Option<Vec<u64>>, Error>
    where
        P::Hasher: HashFn<E::Key>,
    {
        let mut hashes = Vec::new();
        if hashes.try_reserve_exact(len).is_err() {
            let layout = MemoryLayout::array::<u64>(len).map_err(|_| Error::CapacityOverflow)?;
            return Err(Error::AllocError { layout });
        }
        let mut cursor = <CoreOf<P> as RawTable>::Cursor::default();
        while self.len() == len {
            let Some(entry) = self.next(&mut cursor) else { return Ok(Some(hashes)) };
            hashes.push(self.hash(entry.key()));
        }
        Ok(None)
    }

    /// The next entry; nothing was added since the cursor was made.
    fn next(&self, cursor: &mut <CoreOf<P> as RawTable>::Cursor) -> Option<&'a E> {
        self.enter();
        // SAFETY: no use of the core is under way, so a shared reference for the next lines is allowed.
        let core = unsafe { &(*self.table.get()).storage }.core();
        // SAFETY: `E` is the entry type of this core, and nothing has changed since the cursor was made.
        let slot = unsafe { core.next::<E>(cursor)? };
        // SAFETY: a live entry.
        let entry = unsafe { core.entry::<E>(slot) };
        // SAFETY: as above; for `'a` the table is borrowed and its entries stay where they are.
        Some(unsafe { entry.as_ref() })
    }

    fn insert_unique(&self, hash: u64, fresh: &mut Option<E>) -> Result<&'a E, Error>
    where
        P::Hasher: HashFn<E::Key>,
    {
        self.make_room()?;
        self.enter();
        self.in_core.set(true);
        // SAFETY: no use of the core is under way, and none starts before `in_core` is cleared: the closures
        // below call nothing, the allocator cannot get past `enter`.
        let storage = unsafe { &mut (*self.table.get()).storage };
        let make = || fresh.take().ok_or(Error::CapacityOverflow);
        // Nothing is equal: `get_or_insert` has looked.
        let placed = storage.find_or_insert_in_room(P::TUNING, MayGrow::Yes, hash, |_: &E| false, make);
        // Entries keep their addresses, so the reference may outlive the borrow of the storage.
        let entry = placed.map(|(entry, _)| NonNull::from(entry.into_mut()));
        self.in_core.set(false);
        // SAFETY: a live entry; for `'a` the table is borrowed and its entries stay where they are.
        entry.map(|entry| unsafe { entry.as_ref() })
    }
}

impl<E, P: Policy, A: Allocator> core::fmt::Debug for GrowOnly<'_, E, P, A>
where
    P::Hooks: Hooks<E>,
{
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("GrowOnly").finish_non_exhaustive()
    }
}
