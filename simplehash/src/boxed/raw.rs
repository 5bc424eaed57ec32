//! A core of pointers to entries.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::alloc::Layout as MemoryLayout;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;

use super::Boxed;
use crate::error::Error;
use crate::layout::{Layout, StableAddress};
use crate::raw::integer::EntryHash;
use crate::raw::prefetch::prefetch;
use crate::raw::{MayGrow, Numbered, Placed, RawTable};
use crate::stats::Stats;
use crate::tuning::Tuning;

// SAFETY: the inner layout moves pointers to entries; the entries stay in their own allocations.
unsafe impl<L: Layout> StableAddress for Boxed<L> {}

/// A core `C` of pointers to entries. Pointers are raw, not `Box`: moving a `Box` would assert uniqueness over
/// an entry to which references may be held.
#[derive(Debug)]
pub struct BoxedCore<C> {
    core: C,
    /// Memory for an entry, from when room was made for it.
    spare: Option<NonNull<u8>>,
}

impl<C: Default> Default for BoxedCore<C> {
    fn default() -> Self {
        Self { core: C::default(), spare: None }
    }
}

impl<C> BoxedCore<C> {
    /// The core of the inner layout.
    pub fn inner(&self) -> &C {
        &self.core
    }
}

/// Makes of what is done with entries something to do with pointers to them.
///
/// # Safety
/// What it is called with are pointers to live entries.
#[inline(always)]
unsafe fn at_pointer<E, R>(mut each: impl FnMut(&E) -> R) -> impl FnMut(&NonNull<E>) -> R {
    // SAFETY: by the contract.
    move |pointer| each(unsafe { pointer.as_ref() })
}

/// # Safety
/// `pointer` holds an entry allocated by `alloc` that nobody else will use.
unsafe fn unbox<E, A: Allocator>(alloc: &A, pointer: NonNull<E>) -> E {
    // SAFETY: a live entry, read once.
    let entry = unsafe { pointer.read() };
    // SAFETY: allocated by this allocator with this layout.
    unsafe { alloc.deallocate(pointer.cast(), MemoryLayout::new::<E>()) };
    entry
}

/// Memory for an entry, returned unless the entry gets there.
struct Room<'a, E, A: Allocator>(NonNull<E>, &'a A);

impl<'a, E, A: Allocator> Room<'a, E, A> {
    fn new(alloc: &'a A) -> Result<Self, Error> {
        let layout = MemoryLayout::new::<E>();
        let memory = alloc.allocate(layout).map_err(|_| Error::AllocError { layout })?;
        Ok(Self(memory.cast(), alloc))
    }

    /// The memory, which the caller answers for from here on.
    fn keep(self) -> NonNull<u8> {
        let pointer = self.0;
        core::mem::forget(self);
        pointer.cast()
    }

    /// The entry in its memory, which the caller answers for from here on.
    #[inline]
    fn fill(self, entry: E) -> NonNull<E> {
        let pointer = self.0;
        core::mem::forget(self);
        // SAFETY: fresh memory of this layout.
        unsafe { pointer.write(entry) };
        pointer
    }
}

impl<E, A: Allocator> Drop for Room<'_, E, A> {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, by `new` of this room or of an earlier one.
        unsafe { self.1.deallocate(self.0.cast(), MemoryLayout::new::<E>()) };
    }
}

// SAFETY: the inner core upholds the contract for `NonNull<E>`, and each such pointer owns one entry.
unsafe impl<C: RawTable> RawTable for BoxedCore<C> {
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
        let boxes = self.len() + usize::from(self.spare.is_some());
        self.core.allocation_size::<NonNull<E>>() + boxes * size_of::<E>()
    }

    unsafe fn stats<E>(&self) -> Stats {
        // SAFETY: passed on.
        unsafe { self.core.stats::<NonNull<E>>() }
    }

    unsafe fn create<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        nelements: usize,
        mut hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: pointers in the core are live.
        let hash = unsafe { at_pointer(|entry: &E| hash.hash(entry)) };
        // SAFETY: passed on.
        unsafe { self.core.create::<NonNull<E>, A>(alloc, tuning, nelements, hash) }
    }

    unsafe fn reserve<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        mut hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: pointers in the core are live.
        let hash = unsafe { at_pointer(|entry: &E| hash.hash(entry)) };
        // SAFETY: passed on.
        unsafe { self.core.reserve::<NonNull<E>, A>(alloc, tuning, total, hash) }
    }

    unsafe fn grow<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        buckets: usize,
        mut hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: pointers in the core are live.
        let hash = unsafe { at_pointer(|entry: &E| hash.hash(entry)) };
        // SAFETY: passed on.
        unsafe { self.core.grow::<NonNull<E>, A>(alloc, tuning, buckets, hash) }
    }

    unsafe fn shrink<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        mut hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: pointers in the core are live.
        let hash = unsafe { at_pointer(|entry: &E| hash.hash(entry)) };
        if let Some(spare) = self.spare.take() {
            drop(Room::<E, A>(spare.cast(), alloc));
        }
        // SAFETY: passed on.
        unsafe { self.core.shrink::<NonNull<E>, A>(alloc, tuning, total, hash) }
    }

    unsafe fn copy_to<E, A: Allocator>(
        &self,
        copy: &mut Self,
        alloc: &A,
        mut clone: impl FnMut(&E) -> Result<E, Error>,
    ) -> Result<(), Error> {
        let clone_boxed = |pointer: &NonNull<E>| {
            let room = Room::new(alloc)?;
            // SAFETY: pointers in the core are live.
            let entry = clone(unsafe { pointer.as_ref() })?;
            Ok(room.fill(entry))
        };
        // SAFETY: passed on. The copies are pointers, each of which owns one entry.
        unsafe { self.core.copy_to(&mut copy.core, alloc, clone_boxed) }
    }

    #[inline]
    unsafe fn remembered<E>(&self) -> Option<NonNull<E>> {
        // SAFETY: passed on.
        let pointer = unsafe { self.core.remembered::<NonNull<E>>()? };
        // SAFETY: a live entry of the core, which is a pointer.
        Some(unsafe { pointer.read() })
    }

    #[inline]
    unsafe fn find<E>(&self, hash: u64, mut eq: impl FnMut(&E) -> bool) -> Option<C::Slot> {
        // SAFETY: pointers in the core are live.
        let eq_boxed = |pointer: &NonNull<E>| eq(unsafe { pointer.as_ref() });
        // SAFETY: passed on.
        unsafe { self.core.find(hash, eq_boxed) }
    }

    #[inline]
    unsafe fn find_address<E>(&self, hash: u64, mut eq: impl FnMut(&E) -> bool) -> Option<NonNull<E>> {
        // SAFETY: pointers in the core are live.
        let eq_boxed = |pointer: &NonNull<E>| eq(unsafe { pointer.as_ref() });
        // SAFETY: passed on.
        let pointer = unsafe { self.core.find_address(hash, eq_boxed)? };
        // SAFETY: a live entry of the core, which is a pointer.
        Some(unsafe { pointer.read() })
    }

    #[inline]
    unsafe fn prefetch<E>(&self, hash: u64) {
        // SAFETY: passed on.
        unsafe { self.core.prefetch::<NonNull<E>>(hash) };
    }

    #[inline]
    unsafe fn prefetch_entry<E>(&self, hash: u64) {
        // SAFETY: passed on.
        if let Some(pointer) = unsafe { self.core.candidate::<NonNull<E>>(hash, &mut C::Probe::default()) } {
            // SAFETY: a live entry of the core, which is a pointer.
            prefetch(unsafe { pointer.read() }.as_ptr());
        }
    }

    unsafe fn candidate<E>(&self, hash: u64, probe: &mut C::Probe) -> Option<NonNull<E>> {
        // SAFETY: passed on.
        let pointer = unsafe { self.core.candidate::<NonNull<E>>(hash, probe)? };
        // SAFETY: a live entry of the core, which is a pointer.
        Some(unsafe { pointer.read() })
    }

    #[inline]
    unsafe fn find_or_insert<E, A: Allocator, X: From<Error>>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        may_grow: MayGrow,
        hash: u64,
        mut eq: impl FnMut(&E) -> bool,
        make: impl FnOnce() -> Result<E, X>,
    ) -> Result<Placed<C::Slot>, X> {
        // SAFETY: pointers in the core are live.
        let mut eq_boxed = |pointer: &NonNull<E>| eq(unsafe { pointer.as_ref() });
        if C::GROWS_APART {
            let spare = &mut self.spare;
            let make_boxed = || {
                let room = match spare.take() {
                    Some(spare) => Room(spare.cast(), alloc),
                    None => Room::new(alloc)?,
                };
                Ok(room.fill(make()?))
            };
            // SAFETY: passed on.
            return unsafe { self.core.find_or_insert(alloc, tuning, may_grow, hash, eq_boxed, make_boxed) };
        }
        // SAFETY: passed on.
        let found = unsafe { self.core.find(hash, &mut eq_boxed) };
        let full = self.core.len() >= self.core.capacity();
        let mut room = match found {
            // A full table grows although the entry is there, as simplehash does.
            Some(slot) if !full || may_grow == MayGrow::No => return Ok(Placed { slot, new: false }),
            Some(_) => None,
            // Memory for the entry comes first: if it is refused, the table has not grown for nothing.
            None => Some(Room::<E, A>::new(alloc)?),
        };
        let make_boxed = || {
            let room = match room.take() {
                Some(room) => room,
                None => Room::new(alloc)?,
            };
            Ok(room.fill(make()?))
        };
        // SAFETY: passed on.
        unsafe { self.core.find_or_insert(alloc, tuning, may_grow, hash, eq_boxed, make_boxed) }
    }

    #[inline]
    unsafe fn entry<E>(&self, slot: C::Slot) -> NonNull<E> {
        // SAFETY: passed on.
        let pointer = unsafe { self.core.entry::<NonNull<E>>(slot) };
        // SAFETY: a live entry of the core, which is a pointer.
        unsafe { pointer.read() }
    }

    #[inline]
    unsafe fn remove<E, A: Allocator>(&mut self, alloc: &A, slot: C::Slot) -> E {
        /// An entry on its way out, for which nobody else answers if the inner core's `deallocate` panics.
        struct Leaving<'a, E, A: Allocator>(NonNull<E>, &'a A);
        impl<E, A: Allocator> Drop for Leaving<'_, E, A> {
            fn drop(&mut self) {
                // SAFETY: the pointer is out of the table, and `remove` has not come to take the entry.
                drop(unsafe { unbox(self.1, self.0) });
            }
        }
        // SAFETY: passed on.
        let leaving = Leaving::<E, A>(unsafe { self.entry(slot) }, alloc);
        // SAFETY: passed on.
        let pointer = unsafe { self.core.remove::<NonNull<E>, A>(alloc, slot) };
        core::mem::forget(leaving);
        // SAFETY: the pointer is out of the table.
        unsafe { unbox(alloc, pointer) }
    }

    #[inline]
    unsafe fn next<E>(&self, cursor: &mut C::Cursor) -> Option<C::Slot> {
        // SAFETY: passed on.
        unsafe { self.core.next::<NonNull<E>>(cursor) }
    }

    #[inline]
    unsafe fn fold<E, B>(&self, cursor: C::Cursor, init: B, mut f: impl FnMut(B, NonNull<E>) -> B) -> B {
        // SAFETY: a live entry of the core, which is a pointer.
        let f = |folded, pointer: NonNull<NonNull<E>>| f(folded, unsafe { pointer.read() });
        // SAFETY: passed on.
        unsafe { self.core.fold(cursor, init, f) }
    }

    unsafe fn settle<E, A: Allocator>(&mut self, alloc: &A) {
        // SAFETY: passed on.
        unsafe { self.core.settle::<NonNull<E>, A>(alloc) }
    }

    unsafe fn pop<E, A: Allocator>(&mut self, alloc: &A, from: &mut usize) -> Option<E> {
        // SAFETY: passed on.
        let pointer = unsafe { self.core.pop::<NonNull<E>, A>(alloc, from)? };
        // SAFETY: the pointer is out of the table.
        Some(unsafe { unbox(alloc, pointer) })
    }

    unsafe fn free<E, A: Allocator>(&mut self, alloc: &A) {
        if self.len() > 0 {
            // SAFETY: passed on.
            unsafe { self.forget_all::<E, A>(alloc) };
        }
        if let Some(spare) = self.spare.take() {
            drop(Room::<E, A>(spare.cast(), alloc));
        }
        // SAFETY: passed on.
        unsafe { self.core.free::<NonNull<E>, A>(alloc) }
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
        unsafe { self.core.needs_room::<NonNull<E>>() }
    }

    unsafe fn make_room<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        mut hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: pointers in the core are live.
        let hash = unsafe { at_pointer(|entry: &E| hash.hash(entry)) };
        // As in an insertion: memory for the entry comes first.
        let room = match self.spare.take() {
            Some(spare) => Room(spare.cast(), alloc),
            None => Room::<E, A>::new(alloc)?,
        };
        // SAFETY: passed on.
        unsafe { self.core.make_room::<NonNull<E>, A>(alloc, tuning, hash)? };
        self.spare = Some(room.keep());
        Ok(())
    }

    unsafe fn rehash<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        mut hash: impl EntryHash<E>,
    ) -> Result<Self, Error> {
        // SAFETY: pointers in the core are live.
        let hash = unsafe { at_pointer(|entry: &E| hash.hash(entry)) };
        // SAFETY: passed on.
        unsafe { self.core.rehash(alloc, tuning, hash) }.map(|core| Self { core, spare: None })
    }
}

// SAFETY: cursors and slots are the inner core's.
unsafe impl<C: Numbered> Numbered for BoxedCore<C> {
    fn start_at(&self, at: usize) -> C::Cursor {
        self.core.start_at(at)
    }

    fn number(&self, slot: C::Slot) -> usize {
        self.core.number(slot)
    }
}
