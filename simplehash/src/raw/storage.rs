//! An erased core together with the one entry type and the one allocator it is used with.

use core::marker::PhantomData;
use core::mem::needs_drop;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;

use super::integer::EntryHash;
use super::{MayGrow, Numbered, RawTable, Slotted};
use crate::error::Error;
use crate::stats::Stats;
use crate::tuning::Tuning;

/// Bytes of entries that are mostly in the nearest caches of today's processors, so that hints about them cost more than
/// they bring.
const IN_CACHE: usize = 1 << 18;

/// Discharges the contract of [`RawTable`] once, so that everything above is safe code: the type fixes `E` and
/// `A`, and `Drop` frees.
///
/// Covariant in `E` (`PhantomData<E>`, no `E` in `C`). Tables may swap storages of one type: they then have
/// the wrong hasher, which gives wrong answers only.
pub struct Storage<E, C: RawTable, A: Allocator> {
    pub(super) core: C,
    pub(super) alloc: A,
    entries: PhantomData<E>,
}

// SAFETY: a core owns its entries and memory and shares nothing else; its pointers are why this is not
// automatic. Neither `Send` nor `Sync` is asked of `C`, which is what makes them visible in generic code.
unsafe impl<E: Send, C: RawTable, A: Allocator + Send> Send for Storage<E, C, A> {}
// SAFETY: as above; `&Storage` gives out `&E` and `&A` only.
unsafe impl<E: Sync, C: RawTable, A: Allocator + Sync> Sync for Storage<E, C, A> {}

impl<E, C: RawTable, A: Allocator> core::fmt::Debug for Storage<E, C, A> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Storage").field("len", &self.core.len()).finish_non_exhaustive()
    }
}

impl<E, C: RawTable, A: Allocator> Storage<E, C, A> {
    /// Empty; allocates nothing.
    pub(crate) fn new(alloc: A) -> Self {
        Self { core: C::default(), alloc, entries: PhantomData }
    }

    /// The core, for the layouts' own safe methods.
    pub(crate) fn core(&self) -> &C {
        &self.core
    }

    pub(crate) fn alloc(&self) -> &A {
        &self.alloc
    }

    /// The core and the allocator, for the crate of a layout with operations of its own.
    ///
    /// # Safety
    /// The core is used only as [`RawTable`] says, with this `E` and this allocator, and is not replaced.
    pub unsafe fn parts_mut(&mut self) -> (&mut C, &A) {
        (&mut self.core, &self.alloc)
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.core.len()
    }

    pub(crate) fn capacity(&self) -> usize {
        self.core.capacity()
    }

    pub(crate) fn allocation_size(&self) -> usize {
        self.core.allocation_size::<E>()
    }

    #[inline]
    pub(crate) fn wants_seed(&self) -> bool {
        self.core.wants_seed()
    }

    #[inline]
    pub(crate) fn needs_room(&self) -> bool {
        // SAFETY: `E` is the entry type of this core.
        unsafe { self.core.needs_room::<E>() }
    }

    #[cold]
    pub(crate) fn make_room(&mut self, tuning: Tuning, hash: impl EntryHash<E>) -> Result<(), Error> {
        // SAFETY: `E` and `A` are those of this core.
        unsafe { self.core.make_room::<E, A>(&self.alloc, tuning, hash) }
    }

    #[inline]
    pub(crate) fn epoch(&self) -> u32 {
        self.core.epoch()
    }

    pub(crate) fn stats(&self) -> Stats {
        // SAFETY: `E` is the entry type of this core.
        unsafe { self.core.stats::<E>() }
    }

    pub(crate) fn create(&mut self, tuning: Tuning, nelements: usize, hash: impl EntryHash<E>) -> Result<(), Error> {
        // SAFETY: `E` and `A` are those of this core.
        unsafe { self.core.create::<E, A>(&self.alloc, tuning, nelements, hash) }
    }

    pub(crate) fn reserve(&mut self, tuning: Tuning, total: usize, hash: impl EntryHash<E>) -> Result<(), Error> {
        // SAFETY: `E` and `A` are those of this core.
        unsafe { self.core.reserve::<E, A>(&self.alloc, tuning, total, hash) }
    }

    pub(crate) fn grow(&mut self, tuning: Tuning, buckets: usize, hash: impl EntryHash<E>) -> Result<(), Error> {
        // SAFETY: `E` and `A` are those of this core.
        unsafe { self.core.grow::<E, A>(&self.alloc, tuning, buckets, hash) }
    }

    pub(crate) fn shrink(&mut self, tuning: Tuning, total: usize, hash: impl EntryHash<E>) -> Result<(), Error> {
        // SAFETY: `E` and `A` are those of this core.
        unsafe { self.core.shrink::<E, A>(&self.alloc, tuning, total, hash) }
    }

    /// Puts clones of the entries of `source` into this storage, which is as new. If `clone` panics or memory is refused,
    /// the clones made so far are here, for `clear_with` or drop and nothing else.
    pub(crate) fn copy_from(&mut self, source: &Self, mut clone: impl FnMut(&E) -> E) -> Result<(), Error> {
        // SAFETY: `E` and `A` are those of both cores.
        unsafe { source.core.copy_to(&mut self.core, &self.alloc, |entry| Ok(clone(entry))) }
    }

    /// Replaces all hashes; the memory of before goes back when what is returned is dropped.
    pub(crate) fn rehash(&mut self, tuning: Tuning, hash: impl EntryHash<E>) -> Result<Outgrown<'_, E, C, A>, Error> {
        // SAFETY: `E` and `A` are those of this core.
        let core = unsafe { self.core.rehash(&self.alloc, tuning, hash)? };
        Ok(Outgrown { core, alloc: &self.alloc, entries: PhantomData })
    }

    /// The entry that was found last, if the core remembers it.
    #[inline]
    pub(crate) fn remembered(&self) -> Option<&E> {
        // SAFETY: `E` is the entry type of this core.
        let entry = unsafe { self.core.remembered::<E>()? };
        // SAFETY: a live entry; the reference borrows the storage.
        Some(unsafe { entry.as_ref() })
    }

    /// As [`remembered`](Self::remembered).
    #[inline]
    pub(crate) fn remembered_mut(&mut self) -> Option<&mut E> {
        // SAFETY: `E` is the entry type of this core.
        let mut entry = unsafe { self.core.remembered::<E>()? };
        // SAFETY: a live entry; the reference borrows the storage exclusively.
        Some(unsafe { entry.as_mut() })
    }

    /// Whether the entries are in the nearest caches, if they are used at all.
    #[inline]
    pub(crate) fn is_near(&self) -> bool {
        self.core.len().saturating_mul(size_of::<E>()) < IN_CACHE
    }

    /// Asks the caches for what lookups of these hashes touch, in a table too large to be in them anyway.
    #[inline]
    pub(crate) fn prefetch(&self, hashes: &[u64]) {
        if self.is_near() {
            return;
        }
        for hash in hashes {
            // SAFETY: `E` is the entry type of this core.
            unsafe { self.core.prefetch::<E>(*hash) };
        }
        for hash in hashes {
            // SAFETY: as above.
            unsafe { self.core.prefetch_entry::<E>(*hash) };
        }
    }

    #[inline]
    pub(crate) fn find(&self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<&E> {
        let entry = self.find_address(hash, eq)?;
        // SAFETY: a live entry; the reference borrows the storage.
        Some(unsafe { entry.as_ref() })
    }

    #[inline]
    pub(crate) fn find_mut(&mut self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<&mut E> {
        let mut entry = self.find_address(hash, eq)?;
        // SAFETY: a live entry; the reference borrows the storage exclusively.
        Some(unsafe { entry.as_mut() })
    }

    #[inline]
    pub(crate) fn find_occupied(&mut self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<Occupied<'_, E, C, A>> {
        self.find_or_self(hash, eq).ok()
    }

    /// The entry, or the storage again, to put one in.
    #[inline]
    pub(crate) fn find_or_self(
        &mut self,
        hash: u64,
        eq: impl FnMut(&E) -> bool,
    ) -> Result<Occupied<'_, E, C, A>, &mut Self> {
        // SAFETY: `E` is the entry type of this core.
        match unsafe { self.core.find(hash, eq) } {
            Some(slot) => Ok(Occupied { storage: self, slot }),
            None => Err(self),
        }
    }

    /// Several entries at once: the one with the `n`-th hash for which `eq(n, entry)` holds. `None` if two of them are
    /// the same entry. (Entries without a size are all the same.)
    pub(crate) fn find_disjoint_mut<const N: usize>(
        &mut self,
        hashes: [u64; N],
        mut eq: impl FnMut(usize, &E) -> bool,
    ) -> Option<[Option<&mut E>; N]> {
        let mut found = [None::<NonNull<E>>; N];
        for (n, hash) in hashes.into_iter().enumerate() {
            // SAFETY: `E` is the entry type of this core.
            if let Some(slot) = unsafe { self.core.find::<E>(hash, |entry| eq(n, entry)) } {
                // SAFETY: just found.
                let entry = unsafe { self.core.entry::<E>(slot) };
                if found[..n].contains(&Some(entry)) {
                    return None;
                }
                found[n] = Some(entry);
            }
        }
        // SAFETY: live entries, no two the same, and live entries share no memory; the references borrow the storage
        // exclusively. Those that `eq` saw have ended.
        Some(found.map(|entry| entry.map(|mut entry| unsafe { entry.as_mut() })))
    }

    /// Finds an entry or puts in a new one; `hash_of` are the hashes of those that are there.
    #[inline]
    pub(crate) fn find_or_insert<X: From<Error>>(
        &mut self,
        tuning: Tuning,
        may_grow: MayGrow,
        hash_of: impl EntryHash<E>,
        hash: u64,
        eq: impl FnMut(&E) -> bool,
        make: impl FnOnce() -> Result<E, X>,
    ) -> Result<(Occupied<'_, E, C, A>, bool), X> {
        if may_grow == MayGrow::Yes
            && self.needs_room()
            && let Err(refused) = self.make_room(tuning, hash_of)
        {
            // It may be there all the same.
            let found = self.find_or_self(hash, eq);
            return found.map_or(Err(refused.into()), |entry| Ok((entry, false)));
        }
        self.find_or_insert_in_room(tuning, may_grow, hash, eq, make)
    }

    /// As [`find_or_insert`](Self::find_or_insert), where there is room if the core needs any.
    #[inline]
    pub(crate) fn find_or_insert_in_room<X: From<Error>>(
        &mut self,
        tuning: Tuning,
        may_grow: MayGrow,
        hash: u64,
        eq: impl FnMut(&E) -> bool,
        make: impl FnOnce() -> Result<E, X>,
    ) -> Result<(Occupied<'_, E, C, A>, bool), X> {
        // SAFETY: `E` and `A` are those of this core.
        let placed = unsafe { self.core.find_or_insert(&self.alloc, tuning, may_grow, hash, eq, make)? };
        Ok((Occupied { storage: self, slot: placed.slot }, placed.new))
    }

    /// The address of an entry.
    #[inline]
    pub(crate) fn find_address(&self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<NonNull<E>> {
        // SAFETY: `E` is the entry type of this core.
        unsafe { self.core.find_address(hash, eq) }
    }

    /// The number of an entry's slot, and its generation.
    #[inline]
    pub(crate) fn find_number(&self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<(u32, u32)>
    where
        C: Slotted,
    {
        // SAFETY: `E` is the entry type of this core.
        let slot = unsafe { self.core.find(hash, eq)? };
        // SAFETY: the slot is live and nothing has changed since.
        Some((self.core.slot_number(slot), unsafe { self.core.generation::<E>(slot) }))
    }

    /// The lowest slot in use from `from` on: its number and generation.
    #[inline]
    pub(crate) fn number_from(&self, from: u32) -> Option<(u32, u32)>
    where
        C: Slotted,
    {
        // SAFETY: `E` is the entry type of this core.
        let slot = unsafe { self.core.slot_from::<E>(from)? };
        // SAFETY: the slot is live.
        Some((self.core.slot_number(slot), unsafe { self.core.generation::<E>(slot) }))
    }

    /// The slot of this number and generation, if that is in use.
    #[inline]
    fn slot_at(&self, number: u32, generation: u32) -> Option<C::Slot>
    where
        C: Slotted,
    {
        // SAFETY: `E` is the entry type of this core.
        let slot = unsafe { self.core.slot_at::<E>(number)? };
        // SAFETY: the slot is live.
        let now = unsafe { self.core.generation::<E>(slot) };
        (now == generation).then_some(slot)
    }

    /// The entry in the slot of this number and generation.
    #[inline]
    pub(crate) fn at(&self, number: u32, generation: u32) -> Option<&E>
    where
        C: Slotted,
    {
        let slot = self.slot_at(number, generation)?;
        // SAFETY: the slot is live.
        let entry = unsafe { self.core.entry::<E>(slot) };
        // SAFETY: a live entry; the reference borrows the storage.
        Some(unsafe { entry.as_ref() })
    }

    /// As [`at`](Self::at).
    #[inline]
    pub(crate) fn at_mut(&mut self, number: u32, generation: u32) -> Option<&mut E>
    where
        C: Slotted,
    {
        let slot = self.slot_at(number, generation)?;
        // SAFETY: the slot is live.
        let mut entry = unsafe { self.core.entry::<E>(slot) };
        // SAFETY: a live entry; the reference borrows the storage exclusively.
        Some(unsafe { entry.as_mut() })
    }

    /// Takes the entry out of a slot.
    pub(crate) fn take_at(&mut self, number: u32) -> Option<E>
    where
        C: Slotted,
    {
        // SAFETY: `E` is the entry type of this core.
        let slot = unsafe { self.core.slot_at::<E>(number)? };
        // SAFETY: the slot is live; `E` and `A` are those of the core.
        Some(unsafe { self.core.remove(&self.alloc, slot) })
    }

    pub(crate) fn walk(&self) -> Walk<'_, E, C, A> {
        Walk { storage: self, cursor: C::Cursor::default() }
    }

    pub(crate) fn walk_at(&self, at: usize) -> Walk<'_, E, C, A>
    where
        C: Numbered,
    {
        Walk { storage: self, cursor: self.core.start_at(at) }
    }

    pub(crate) fn walk_mut(&mut self) -> WalkMut<'_, E, C, A> {
        WalkMut { storage: self, cursor: C::Cursor::default() }
    }

    pub(crate) fn into_walk(self) -> IntoWalk<E, C, A> {
        IntoWalk { storage: self, from: 0 }
    }

    pub(crate) fn walking(&mut self) -> Walking<'_, E, C, A> {
        Walking { storage: self, cursor: C::Cursor::default() }
    }

    pub(crate) fn walking_at(&mut self, at: usize) -> Walking<'_, E, C, A>
    where
        C: Numbered,
    {
        let cursor = self.core.start_at(at);
        Walking { storage: self, cursor }
    }

    /// Empties the table without a look at the entries: only where they need neither cleanup nor drop.
    pub(crate) fn forget_all(&mut self) {
        // SAFETY: `E` and `A` are those of this core.
        unsafe { self.core.forget_all::<E, A>(&self.alloc) };
    }

    /// Drops every entry; slots or buckets stay.
    pub(crate) fn drop_all(&mut self) {
        if needs_drop::<E>() {
            self.clear_with(drop);
        } else {
            self.forget_all();
        }
    }

    /// Hands every entry to `each`. If that panics the rest is handed to it all the same.
    pub(crate) fn clear_with(&mut self, each: impl FnMut(E)) {
        struct Clearing<'a, E, C: RawTable, A: Allocator, F: FnMut(E)>(&'a mut Storage<E, C, A>, usize, F);
        impl<E, C: RawTable, A: Allocator, F: FnMut(E)> Clearing<'_, E, C, A, F> {
            fn run(&mut self) {
                // SAFETY: `E` and `A` are those of this core; nothing else is called before `None`.
                while let Some(entry) = unsafe { self.0.core.pop(&self.0.alloc, &mut self.1) } {
                    (self.2)(entry);
                }
            }
        }
        impl<E, C: RawTable, A: Allocator, F: FnMut(E)> Drop for Clearing<'_, E, C, A, F> {
            fn drop(&mut self) {
                self.run();
            }
        }
        Clearing(self, 0, each).run();
    }
}

impl<E, C: RawTable, A: Allocator> Drop for Storage<E, C, A> {
    fn drop(&mut self) {
        // Memory goes back even if the drop of an entry panics.
        struct Free<'a, E, C: RawTable, A: Allocator>(&'a mut Storage<E, C, A>);
        impl<E, C: RawTable, A: Allocator> Drop for Free<'_, E, C, A> {
            fn drop(&mut self) {
                // SAFETY: `E` and `A` are those of this core; this is its last use.
                unsafe { self.0.core.free::<E, A>(&self.0.alloc) };
            }
        }
        let free = Free(self);
        if needs_drop::<E>() {
            free.0.clear_with(drop);
        }
    }
}

/// Memory of a core whose entries have moved; returned on drop.
pub(crate) struct Outgrown<'a, E, C: RawTable, A: Allocator> {
    core: C,
    alloc: &'a A,
    entries: PhantomData<E>,
}

impl<E, C: RawTable, A: Allocator> Drop for Outgrown<'_, E, C, A> {
    fn drop(&mut self) {
        // SAFETY: `E` and `A` are those this core was used with; this is its last use.
        unsafe { self.core.free::<E, A>(self.alloc) };
    }
}

/// An entry of a storage that is borrowed for it.
pub struct Occupied<'a, E, C: RawTable, A: Allocator> {
    storage: &'a mut Storage<E, C, A>,
    slot: C::Slot,
}

impl<E, C: RawTable, A: Allocator> core::fmt::Debug for Occupied<'_, E, C, A> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Occupied").finish_non_exhaustive()
    }
}

impl<'a, E, C: RawTable, A: Allocator> Occupied<'a, E, C, A> {
    #[inline]
    pub(crate) fn get(&self) -> &E {
        // SAFETY: the slot is live and the storage is borrowed since it was found.
        let entry = unsafe { self.storage.core.entry(self.slot) };
        // SAFETY: a live entry; the reference borrows `self`.
        unsafe { entry.as_ref() }
    }

    #[inline]
    pub(crate) fn get_mut(&mut self) -> &mut E {
        // SAFETY: the slot is live and the storage is borrowed since it was found.
        let mut entry = unsafe { self.storage.core.entry(self.slot) };
        // SAFETY: a live entry, exclusively borrowed with `self`.
        unsafe { entry.as_mut() }
    }

    #[inline]
    pub(crate) fn into_mut(self) -> &'a mut E {
        // SAFETY: the slot is live and the storage is borrowed since it was found.
        let mut entry = unsafe { self.storage.core.entry(self.slot) };
        // SAFETY: a live entry; the storage is exclusively borrowed for `'a` and given up here.
        unsafe { entry.as_mut() }
    }

    pub(crate) fn number(&self) -> usize
    where
        C: Numbered,
    {
        self.storage.core.number(self.slot)
    }

    /// The number of its slot, and the generation.
    pub(crate) fn slotted(&self) -> (u32, u32)
    where
        C: Slotted,
    {
        // SAFETY: the slot is live and the storage is borrowed since it was found.
        (self.storage.core.slot_number(self.slot), unsafe { self.storage.core.generation::<E>(self.slot) })
    }

    /// Where the entry is.
    pub(crate) fn address(&self) -> NonNull<E> {
        // SAFETY: the slot is live and the storage is borrowed since it was found.
        unsafe { self.storage.core.entry(self.slot) }
    }

    /// Takes the entry out.
    #[inline]
    pub(crate) fn take(self) -> E {
        // SAFETY: the slot is live and given up here; `E` and `A` are those of the core.
        unsafe { self.storage.core.remove(&self.storage.alloc, self.slot) }
    }
}

/// A walk over a storage.
pub struct Walk<'a, E, C: RawTable, A: Allocator> {
    storage: &'a Storage<E, C, A>,
    cursor: C::Cursor,
}

impl<E, C: RawTable, A: Allocator> core::fmt::Debug for Walk<'_, E, C, A> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Walk").finish_non_exhaustive()
    }
}

impl<E, C: RawTable, A: Allocator> Clone for Walk<'_, E, C, A> {
    fn clone(&self) -> Self {
        Self { storage: self.storage, cursor: self.cursor.clone() }
    }
}

impl<'a, E, C: RawTable, A: Allocator> Walk<'a, E, C, A> {
    #[inline]
    pub(crate) fn next(&mut self) -> Option<&'a E> {
        // SAFETY: `E` is the entry type of this core, which is borrowed since the cursor was made.
        let slot = unsafe { self.storage.core.next::<E>(&mut self.cursor)? };
        // SAFETY: the slot is live.
        let entry = unsafe { self.storage.core.entry::<E>(slot) };
        // SAFETY: a live entry; the reference borrows the storage.
        Some(unsafe { entry.as_ref() })
    }

    #[inline]
    pub(crate) fn fold<B>(self, init: B, mut f: impl FnMut(B, &'a E) -> B) -> B {
        // SAFETY: a live entry; the reference borrows the storage.
        let f = |folded, entry: NonNull<E>| f(folded, unsafe { entry.as_ref() });
        // SAFETY: `E` is the entry type of this core, which is borrowed since the cursor was made.
        unsafe { self.storage.core.fold(self.cursor, init, f) }
    }
}

/// A walk over a storage that hands out its entries for changes, each once.
pub struct WalkMut<'a, E, C: RawTable, A: Allocator> {
    storage: &'a mut Storage<E, C, A>,
    cursor: C::Cursor,
}

impl<E, C: RawTable, A: Allocator> core::fmt::Debug for WalkMut<'_, E, C, A> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("WalkMut").finish_non_exhaustive()
    }
}

impl<'a, E, C: RawTable, A: Allocator> WalkMut<'a, E, C, A> {
    #[inline]
    pub(crate) fn next(&mut self) -> Option<&'a mut E> {
        // SAFETY: `E` is the entry type of this core, which is borrowed since the cursor was made.
        let slot = unsafe { self.storage.core.next::<E>(&mut self.cursor)? };
        // SAFETY: the slot is live.
        let mut entry = unsafe { self.storage.core.entry::<E>(slot) };
        // SAFETY: a live entry of a storage that is borrowed exclusively for `'a`, and no other reference to it: the cursor
        // gives every slot once, live entries share no memory, and nothing but `next` uses the storage.
        Some(unsafe { entry.as_mut() })
    }

    #[inline]
    pub(crate) fn fold<B>(self, init: B, mut f: impl FnMut(B, &'a mut E) -> B) -> B {
        // SAFETY: as in `next`: every entry comes once.
        let f = |folded, mut entry: NonNull<E>| f(folded, unsafe { entry.as_mut() });
        // SAFETY: `E` is the entry type of this core, which is borrowed since the cursor was made.
        unsafe { self.storage.core.fold(self.cursor, init, f) }
    }
}

/// A storage that gives up its entries; those that are left when it is dropped are dropped.
pub struct IntoWalk<E, C: RawTable, A: Allocator> {
    /// Used for `len`, `pop` and drop only.
    storage: Storage<E, C, A>,
    from: usize,
}

impl<E, C: RawTable, A: Allocator> core::fmt::Debug for IntoWalk<E, C, A> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("IntoWalk").finish_non_exhaustive()
    }
}

impl<E, C: RawTable, A: Allocator> IntoWalk<E, C, A> {
    #[inline]
    pub(crate) fn next(&mut self) -> Option<E> {
        // SAFETY: `E` and `A` are those of this core, of which nothing else is asked.
        unsafe { self.storage.core.pop(&self.storage.alloc, &mut self.from) }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.storage.len()
    }
}

/// A walk over a storage that may take out the entry it is at.
pub struct Walking<'a, E, C: RawTable, A: Allocator> {
    storage: &'a mut Storage<E, C, A>,
    cursor: C::Cursor,
}

impl<E, C: RawTable, A: Allocator> core::fmt::Debug for Walking<'_, E, C, A> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Walking").finish_non_exhaustive()
    }
}

impl<E, C: RawTable, A: Allocator> Walking<'_, E, C, A> {
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Occupied<'_, E, C, A>> {
        // SAFETY: `E` is the entry type of this core. The storage is borrowed since the cursor was made, and
        // all that was handed out is `Occupied` of the entry last returned, which can only take that one out.
        let Some(slot) = (unsafe { self.storage.core.next::<E>(&mut self.cursor) }) else {
            // SAFETY: `E` and `A` are those of this core.
            unsafe { self.storage.core.settle::<E, A>(&self.storage.alloc) };
            return None;
        };
        Some(Occupied { storage: self.storage, slot })
    }

    /// Ends the walk: the storage, with the entries that were not taken out.
    pub(crate) fn storage(&mut self) -> &mut Storage<E, C, A> {
        self.storage
    }
}
