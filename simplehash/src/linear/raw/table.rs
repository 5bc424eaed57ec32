//! The core as the tables use it.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::mem::MaybeUninit;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;

use super::core::{Eight, Four, LinearCore, Place, Width, by_width, lanes};
use crate::error::{Error, Growth};
use crate::fingerprint::Descending;
use crate::hash::integer::{mix, unmix};
use crate::raw::prefetch::prefetch;
use crate::raw::{EntryHash, MayGrow, Placed, RawTable};
use crate::stats::Stats;
use crate::tuning::Tuning;

impl LinearCore {
    /// Learns from the hash where keys are, before it gets its first memory.
    fn learn<E, H: EntryHash<E>>(&mut self, _: &H) {
        if let (false, Some(at)) = (self.has_slots(), H::INTEGER) {
            self.set_place(at);
        }
    }

    /// # Safety
    /// As in the trait, and there are slots.
    unsafe fn add_up<E, W: Width>(&self, stats: &mut Stats) {
        let (mut home, mut in_home) = (usize::MAX, 0);
        for slot in 0..self.guard {
            // SAFETY: in bounds.
            if unsafe { self.key::<E, W>(slot) } == 0 {
                continue;
            }
            // SAFETY: in bounds.
            let at_home = self.home::<E>(unsafe { self.key::<E, W>(slot) });
            // (A key that its user changed may be anywhere.)
            stats.add_entry(slot.saturating_sub(at_home) as u64);
            if at_home != home {
                stats.add_bucket(in_home);
                (home, in_home) = (at_home, 0);
            }
            in_home += 1;
        }
        stats.add_bucket(in_home);
        if self.has_zero {
            stats.add_entry(0);
            stats.add_bucket(1);
        }
    }

    /// # Safety
    /// As for `copy_to` in the trait, and there are slots in both, as many.
    unsafe fn clone_to<E, W: Width>(
        &self,
        copy: &mut Self,
        mut clone: impl FnMut(&E) -> Result<E, Error>,
    ) -> Result<(), Error> {
        let mut from = 0;
        // SAFETY: passed on.
        while let Some(slot) = unsafe { self.used_from::<E, W>(from) } {
            from = slot + 1;
            // SAFETY: a slot in use.
            let entry = clone(unsafe { self.entry_ref(slot) })?;
            // SAFETY: as many slots as here.
            let place = unsafe { copy.pointer::<E>(slot) };
            // SAFETY: a slot without entry.
            unsafe { place.write(entry) };
            copy.len += 1;
            copy.has_zero |= slot == self.zero::<E>();
        }
        copy.crowded = self.crowded;
        Ok(())
    }

    /// # Safety
    /// As for `find_or_insert` in the trait, and there are slots.
    #[inline(always)]
    unsafe fn upsert<E, W: Width, X: From<Error>>(
        &mut self,
        hash: u64,
        eq: impl FnMut(&E) -> bool,
        make: impl FnOnce() -> Result<E, X>,
    ) -> Result<Placed<usize>, X> {
        // SAFETY: passed on.
        let at = match unsafe { self.search::<E, W>(hash, eq) } {
            Place::Found(slot) => return Ok(Placed { slot, new: false }),
            Place::Vacant(at) => at,
        };
        if self.len >= self.threshold || self.crowded {
            return Err(Error::WouldGrow { because: Growth::FillFactor }.into());
        }
        let entry = MaybeUninit::new(make()?);
        // SAFETY: the key's place is within the entry.
        let key = unsafe { NonNull::from(&entry).cast::<u8>().add(self.offset()) };
        // SAFETY: it is initialised.
        let key = unsafe { W::read(key) };
        if key != unmix(hash) {
            // SAFETY: passed on.
            return Ok(unsafe { self.misplaced::<E, W>(key, entry) });
        }
        // SAFETY: since the search nothing but `make` ran, which cannot reach the table; the last slot is free.
        Ok(Placed { slot: unsafe { self.place::<E, W>(at, entry) }, new: true })
    }

    /// Puts in an entry whose key is not the one that was looked for: where it is found. If it is there already it is dropped.
    ///
    /// # Safety
    /// As for [`upsert`](Self::upsert); the last slot is free.
    #[cold]
    unsafe fn misplaced<E, W: Width>(&mut self, key: u64, entry: MaybeUninit<E>) -> Placed<usize> {
        // SAFETY: passed on.
        match unsafe { self.search::<E, W>(mix(key), |_| true) } {
            Place::Found(slot) => {
                // SAFETY: made a moment ago, and nowhere else.
                drop(unsafe { entry.assume_init() });
                Placed { slot, new: false }
            }
            // SAFETY: as in `upsert`.
            Place::Vacant(at) => Placed { slot: unsafe { self.place::<E, W>(at, entry) }, new: true },
        }
    }

    /// # Safety
    /// As for `pop` in the trait, and there are slots.
    unsafe fn pop_from<E, W: Width>(&mut self, from: &mut usize) -> Option<E> {
        // SAFETY: passed on.
        let Some(slot) = (unsafe { self.used_from::<E, W>(*from) }) else {
            // (If users changed keys some may have been lost.)
            (self.len, self.crowded) = (0, false);
            return None;
        };
        *from = slot + 1;
        self.len = self.len.saturating_sub(1);
        // SAFETY: a slot in use.
        let entry = unsafe { self.pointer::<E>(slot) };
        // SAFETY: read once: it is marked as not in use below.
        let entry = unsafe { entry.read() };
        if slot == self.zero::<E>() {
            self.has_zero = false;
        } else {
            // SAFETY: its entry was moved out.
            unsafe { self.vacate::<E, W>(slot) };
        }
        Some(entry)
    }

    /// # Safety
    /// As for `fold` in the trait, and there are slots.
    #[inline(always)]
    unsafe fn fold_below<E, W: Width, B>(&self, end: usize, init: B, mut f: impl FnMut(B, NonNull<E>) -> B) -> B {
        let mut folded = init;
        if end > self.zero::<E>() && self.has_zero {
            // SAFETY: a slot in use.
            folded = f(folded, unsafe { self.pointer(self.zero::<E>()) });
        }
        let mut window = end.min(self.guard).next_multiple_of(lanes::<E>());
        while window > 0 {
            window -= lanes::<E>();
            // SAFETY: a window.
            for slot in (window..end.min(window + unsafe { self.used::<E, W>(window) })).rev() {
                // SAFETY: a slot in use.
                folded = f(folded, unsafe { self.pointer(slot) });
            }
        }
        folded
    }
}

// SAFETY: entries are touched only in slots whose key says so, or `has_zero`; foreign code (`eq`, `make`, the allocator) is
// called before the first write of an operation, or (deallocation) after the last.
unsafe impl RawTable for LinearCore {
    type Slot = usize;
    type Cursor = Descending;
    type Probe = usize;
    const GROWS_APART: bool = true;

    #[inline]
    fn len(&self) -> usize {
        self.len
    }

    fn capacity(&self) -> usize {
        self.threshold
    }

    fn allocation_size<E>(&self) -> usize {
        self.bytes::<E>()
    }

    unsafe fn stats<E>(&self) -> Stats {
        let mut stats = Stats::of_size(self.homes::<E>() as u64);
        if self.has_slots() {
            // SAFETY: passed on.
            unsafe { by_width!(self.add_up::<E>(&mut stats)) };
        }
        stats
    }

    unsafe fn create<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        nelements: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        self.learn(&hash);
        let homes = Self::sizing(tuning).create(nelements as u64)?;
        // SAFETY: passed on; more homes take more entries.
        if homes > self.homes::<E>() as u64 { unsafe { self.resize::<E, A>(alloc, tuning, homes) } } else { Ok(()) }
    }

    unsafe fn reserve<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        self.learn(&hash);
        if total > self.threshold {
            let homes = Self::sizing(tuning).reserve(total as u64)?;
            if homes > self.homes::<E>() as u64 {
                // SAFETY: passed on; more homes take more entries.
                unsafe { self.resize::<E, A>(alloc, tuning, homes)? };
            }
        }
        self.reserved = self.reserved.max(total);
        Ok(())
    }

    unsafe fn grow<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        buckets: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        self.learn(&hash);
        if buckets <= self.homes::<E>() {
            return Ok(());
        }
        let homes = Self::sizing(tuning).grow(buckets as u64)?;
        // SAFETY: passed on; more homes take more entries.
        unsafe { self.resize::<E, A>(alloc, tuning, homes) }
    }

    unsafe fn shrink<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        _: impl EntryHash<E>,
    ) -> Result<(), Error> {
        let total = total.max(self.len);
        if total == 0 {
            let header = self.header();
            let mut old = core::mem::replace(self, header);
            // SAFETY: without entries.
            unsafe { old.release::<E, A>(alloc) };
        } else if let Ok(homes) = Self::sizing(tuning).reserve(total as u64)
            && Self::whole::<E>(homes) < self.homes::<E>() as u64
        {
            // SAFETY: passed on; so many homes take all entries.
            unsafe { self.resize::<E, A>(alloc, tuning, homes)? };
        }
        self.reserved = self.reserved.min(total);
        Ok(())
    }

    unsafe fn copy_to<E, A: Allocator>(
        &self,
        copy: &mut Self,
        alloc: &A,
        clone: impl FnMut(&E) -> Result<E, Error>,
    ) -> Result<(), Error> {
        *copy = self.header();
        if !self.has_slots() {
            return Ok(());
        }
        *copy = self.allocate::<E, A>(alloc, Tuning::DEFAULT, self.homes::<E>() as u64)?;
        copy.threshold = self.threshold;
        // SAFETY: passed on.
        unsafe { by_width!(self.clone_to::<E>(copy, clone)) }
    }

    #[inline]
    unsafe fn find<E>(&self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<usize> {
        if !self.has_slots() {
            return None;
        }
        // SAFETY: passed on.
        match unsafe { by_width!(self.search::<E>(hash, eq)) } {
            Place::Found(slot) => Some(slot),
            Place::Vacant(_) => None,
        }
    }

    #[inline]
    unsafe fn prefetch<E>(&self, hash: u64) {
        if self.has_slots() {
            // SAFETY: a home is a slot.
            prefetch(unsafe { self.pointer::<E>(self.home_of_hash::<E>(hash)) }.as_ptr());
        }
    }

    unsafe fn candidate<E>(&self, hash: u64, probe: &mut usize) -> Option<NonNull<E>> {
        // Keys with one hash are equal: there is one at most. (Two if users changed keys.)
        *probe += 1;
        if *probe > 1 {
            return None;
        }
        // SAFETY: passed on.
        let slot = unsafe { self.find::<E>(hash, |_| true)? };
        // SAFETY: just found.
        Some(unsafe { self.pointer(slot) })
    }

    #[inline]
    unsafe fn find_or_insert<E, A: Allocator, X: From<Error>>(
        &mut self,
        _: &A,
        _: Tuning,
        _: MayGrow,
        hash: u64,
        eq: impl FnMut(&E) -> bool,
        make: impl FnOnce() -> Result<E, X>,
    ) -> Result<Placed<usize>, X> {
        if !self.has_slots() {
            return Err(Error::WouldGrow { because: Growth::FillFactor }.into());
        }
        // SAFETY: passed on.
        unsafe { by_width!(self.upsert::<E, X>(hash, eq, make)) }
    }

    #[inline(always)]
    unsafe fn entry<E>(&self, slot: usize) -> NonNull<E> {
        // SAFETY: in bounds by the contract.
        unsafe { self.pointer(slot) }
    }

    #[inline]
    unsafe fn remove<E, A: Allocator>(&mut self, _: &A, slot: usize) -> E {
        // SAFETY: passed on.
        unsafe { by_width!(self.take::<E>(slot)) }
    }

    #[inline]
    unsafe fn next<E>(&self, cursor: &mut Descending) -> Option<usize> {
        if !self.has_slots() {
            return None;
        }
        // The highest first: a removal moves back only what has been returned.
        let end = cursor.end(self.zero::<E>() + 1);
        // SAFETY: passed on.
        let slot = unsafe { by_width!(self.used_below::<E>(*end)) };
        *end = slot.unwrap_or(0);
        slot
    }

    #[inline]
    unsafe fn fold<E, B>(&self, mut cursor: Descending, init: B, f: impl FnMut(B, NonNull<E>) -> B) -> B {
        if !self.has_slots() {
            return init;
        }
        let end = *cursor.end(self.zero::<E>() + 1);
        // SAFETY: passed on.
        unsafe { by_width!(self.fold_below::<E, B>(end, init, f)) }
    }

    unsafe fn pop<E, A: Allocator>(&mut self, _: &A, from: &mut usize) -> Option<E> {
        if !self.has_slots() {
            return None;
        }
        // SAFETY: passed on.
        unsafe { by_width!(self.pop_from::<E>(from)) }
    }

    unsafe fn free<E, A: Allocator>(&mut self, alloc: &A) {
        // SAFETY: passed on.
        unsafe { self.release::<E, A>(alloc) };
    }

    #[inline]
    unsafe fn needs_room<E>(&self) -> bool {
        self.len >= self.threshold || self.crowded
    }

    unsafe fn make_room<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        self.learn(&hash);
        // SAFETY: passed on.
        unsafe { Self::make_room::<E, A>(self, alloc, tuning) }
    }

    unsafe fn rehash<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        _: impl EntryHash<E>,
    ) -> Result<Self, Error> {
        if !self.has_slots() {
            return Ok(Self::default());
        }
        // The hash has no seed; that of the table is another one from here on.
        // SAFETY: passed on; as many homes as before.
        unsafe { self.transplant::<E, A>(alloc, tuning, self.homes::<E>() as u64, false) }
    }
}
