//! A core that remembers.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::ptr::{self, NonNull};
use core::sync::atomic::{AtomicPtr, Ordering};

use allocator_api2::alloc::Allocator;

use super::Remembering;
use crate::error::Error;
use crate::layout::StableAddress;
use crate::raw::integer::EntryHash;
use crate::raw::{MayGrow, Numbered, Placed, RawTable, Slotted};
use crate::stats::Stats;
use crate::tuning::Tuning;

// SAFETY: entries are where the inner layout has them, and only their keys are compared.
unsafe impl<L: StableAddress> StableAddress for Remembering<L> {}

/// A core `C` and the entry that was found last in it.
///
/// Invariant: `last` is null or points to a live entry of `core`, which has not changed since. So everything with
/// `&mut self` that moves or removes entries forgets, and before it does so.
#[derive(Debug, Default)]
pub struct RememberingCore<C> {
    core: C,
    /// Atomic since lookups share the table. Relaxed: an entry is published to other threads with the table, before
    /// anybody can have found it there.
    last: AtomicPtr<u8>,
}

impl<C> RememberingCore<C> {
    /// The core of the inner layout.
    pub fn inner(&self) -> &C {
        &self.core
    }

    /// The inner core for a change.
    #[inline]
    fn changing(&mut self) -> &mut C {
        *self.last.get_mut() = ptr::null_mut();
        &mut self.core
    }

    #[inline]
    fn remember<E>(&self, entry: NonNull<E>) {
        self.last.store(entry.as_ptr().cast(), Ordering::Relaxed);
    }
}

// SAFETY: the inner core upholds the contract; what is remembered is live by the invariant above.
unsafe impl<C: RawTable> RawTable for RememberingCore<C> {
    type Slot = C::Slot;
    type Cursor = C::Cursor;
    type Probe = C::Probe;
    const GROWS_APART: bool = C::GROWS_APART;

    #[inline]
    fn len(&self) -> usize {
        self.core.len()
    }

    fn capacity(&self) -> usize {
        self.core.capacity()
    }

    fn allocation_size<E>(&self) -> usize {
        self.core.allocation_size::<E>()
    }

    unsafe fn stats<E>(&self) -> Stats {
        // SAFETY: passed on.
        unsafe { self.core.stats::<E>() }
    }

    unsafe fn create<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        nelements: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.changing().create::<E, A>(alloc, tuning, nelements, hash) }
    }

    unsafe fn reserve<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.changing().reserve::<E, A>(alloc, tuning, total, hash) }
    }

    unsafe fn grow<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        buckets: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.changing().grow::<E, A>(alloc, tuning, buckets, hash) }
    }

    unsafe fn shrink<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.changing().shrink::<E, A>(alloc, tuning, total, hash) }
    }

    unsafe fn copy_to<E, A: Allocator>(
        &self,
        copy: &mut Self,
        alloc: &A,
        clone: impl FnMut(&E) -> Result<E, Error>,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.core.copy_to(copy.changing(), alloc, clone) }
    }

    #[inline]
    unsafe fn remembered<E>(&self) -> Option<NonNull<E>> {
        NonNull::new(self.last.load(Ordering::Relaxed).cast())
    }

    #[inline]
    unsafe fn find<E>(&self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<C::Slot> {
        // SAFETY: passed on.
        let slot = unsafe { self.core.find(hash, eq)? };
        // SAFETY: just found.
        self.remember(unsafe { self.core.entry::<E>(slot) });
        Some(slot)
    }

    #[inline]
    unsafe fn prefetch<E>(&self, hash: u64) {
        // SAFETY: passed on.
        unsafe { self.core.prefetch::<E>(hash) };
    }

    #[inline]
    unsafe fn prefetch_entry<E>(&self, hash: u64) {
        // SAFETY: passed on.
        unsafe { self.core.prefetch_entry::<E>(hash) };
    }

    unsafe fn candidate<E>(&self, hash: u64, probe: &mut C::Probe) -> Option<NonNull<E>> {
        // SAFETY: passed on.
        unsafe { self.core.candidate(hash, probe) }
    }

    #[inline]
    unsafe fn find_or_insert<E, A: Allocator, X: From<Error>>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        may_grow: MayGrow,
        hash: u64,
        eq: impl FnMut(&E) -> bool,
        make: impl FnOnce() -> Result<E, X>,
    ) -> Result<Placed<C::Slot>, X> {
        // SAFETY: passed on.
        let placed = unsafe { self.changing().find_or_insert(alloc, tuning, may_grow, hash, eq, make)? };
        // SAFETY: just found or inserted.
        self.remember(unsafe { self.core.entry::<E>(placed.slot) });
        Ok(placed)
    }

    #[inline]
    unsafe fn entry<E>(&self, slot: C::Slot) -> NonNull<E> {
        // SAFETY: passed on.
        unsafe { self.core.entry(slot) }
    }

    #[inline]
    unsafe fn remove<E, A: Allocator>(&mut self, alloc: &A, slot: C::Slot) -> E {
        // SAFETY: passed on.
        unsafe { self.changing().remove(alloc, slot) }
    }

    #[inline]
    unsafe fn next<E>(&self, cursor: &mut C::Cursor) -> Option<C::Slot> {
        // SAFETY: passed on.
        unsafe { self.core.next::<E>(cursor) }
    }

    #[inline]
    unsafe fn fold<E, B>(&self, cursor: C::Cursor, init: B, f: impl FnMut(B, NonNull<E>) -> B) -> B {
        // SAFETY: passed on.
        unsafe { self.core.fold(cursor, init, f) }
    }

    unsafe fn settle<E, A: Allocator>(&mut self, alloc: &A) {
        // SAFETY: passed on. Its entries stay where they are.
        unsafe { self.core.settle::<E, A>(alloc) }
    }

    unsafe fn pop<E, A: Allocator>(&mut self, alloc: &A, from: &mut usize) -> Option<E> {
        // SAFETY: passed on.
        unsafe { self.changing().pop(alloc, from) }
    }

    unsafe fn forget_all<E, A: Allocator>(&mut self, alloc: &A) {
        // SAFETY: passed on.
        unsafe { self.changing().forget_all::<E, A>(alloc) }
    }

    unsafe fn free<E, A: Allocator>(&mut self, alloc: &A) {
        // SAFETY: passed on.
        unsafe { self.changing().free::<E, A>(alloc) }
    }

    #[inline]
    fn wants_seed(&self) -> bool {
        self.core.wants_seed()
    }

    #[inline]
    fn epoch(&self) -> u32 {
        self.core.epoch()
    }

    #[inline]
    unsafe fn needs_room<E>(&self) -> bool {
        // SAFETY: passed on.
        unsafe { self.core.needs_room::<E>() }
    }

    unsafe fn make_room<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.changing().make_room::<E, A>(alloc, tuning, hash) }
    }

    unsafe fn rehash<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        hash: impl EntryHash<E>,
    ) -> Result<Self, Error> {
        // SAFETY: passed on.
        let core = unsafe { self.changing().rehash(alloc, tuning, hash)? };
        Ok(Self { core, last: AtomicPtr::default() })
    }
}

// SAFETY: cursors and slots are the inner core's.
unsafe impl<C: Numbered> Numbered for RememberingCore<C> {
    fn start_at(&self, at: usize) -> C::Cursor {
        self.core.start_at(at)
    }

    fn number(&self, slot: C::Slot) -> usize {
        self.core.number(slot)
    }
}

// SAFETY: slots are the inner core's.
unsafe impl<C: Slotted> Slotted for RememberingCore<C> {
    fn slot_number(&self, slot: C::Slot) -> u32 {
        self.core.slot_number(slot)
    }

    unsafe fn slot_from<E>(&self, from: u32) -> Option<C::Slot> {
        // SAFETY: passed on.
        unsafe { self.core.slot_from::<E>(from) }
    }

    unsafe fn slot_at<E>(&self, number: u32) -> Option<C::Slot> {
        // SAFETY: passed on.
        unsafe { self.core.slot_at::<E>(number) }
    }

    unsafe fn generation<E>(&self, slot: C::Slot) -> u32 {
        // SAFETY: passed on.
        unsafe { self.core.generation::<E>(slot) }
    }
}
