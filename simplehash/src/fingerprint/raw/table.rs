//! The core as the tables use it.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::mem::MaybeUninit;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;

use super::core::{FURTHEST, FingerprintCore, STEP, STRAY, Seed, fingerprint};
use super::group::{Group, Lanes};
use crate::error::{Error, Growth};
use crate::raw::integer::EntryHash;
use crate::raw::prefetch::prefetch;
use crate::raw::{MayGrow, Placed, RawTable};
use crate::stats::Stats;
use crate::tuning::Tuning;

// SAFETY: entries are touched only in slots whose word says so; foreign code (`eq`, `make`, `hash`, the allocator) is called
// before the first write of an operation, or (deallocation) after the last.
unsafe impl<G: Group> RawTable for FingerprintCore<G> {
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
        let mut stats = Stats::of_size(self.homes() as u64);
        let (mut home, mut in_home) = (usize::MAX, 0);
        for slot in 0..self.slots() {
            // SAFETY: in bounds.
            let word = unsafe { self.word(slot) };
            if word == 0 {
                continue;
            }
            let distance = usize::from(word >> 8) - 1;
            stats.add_entry(distance as u64);
            if slot.wrapping_sub(distance) != home {
                stats.add_bucket(in_home);
                (home, in_home) = (slot.wrapping_sub(distance), 0);
            }
            in_home += 1;
        }
        stats.add_bucket(in_home);
        stats
    }

    unsafe fn create<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        nelements: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        let homes = Self::sizing(tuning).create(nelements as u64)?;
        // SAFETY: passed on; more homes take more entries.
        if homes > self.homes() as u64 { unsafe { self.resize(alloc, tuning, homes, hash) } } else { Ok(()) }
    }

    unsafe fn reserve<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        if total > self.threshold {
            let homes = Self::sizing(tuning).reserve(total as u64)?;
            if homes > self.homes() as u64 {
                // SAFETY: passed on; more homes take more entries.
                unsafe { self.resize(alloc, tuning, homes, hash)? };
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
        if buckets <= self.homes() {
            return Ok(());
        }
        let homes = Self::sizing(tuning).grow(buckets as u64)?;
        // SAFETY: passed on; more homes take more entries.
        unsafe { self.resize(alloc, tuning, homes, hash) }
    }

    unsafe fn shrink<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        let total = total.max(self.len);
        if total == 0 {
            let header = self.header();
            let mut old = core::mem::replace(self, header);
            // SAFETY: without entries.
            unsafe { old.release::<E, A>(alloc) };
        } else if let Ok(homes) = Self::sizing(tuning).reserve(total as u64)
            && homes < self.homes() as u64
        {
            // SAFETY: passed on; so many homes take all entries.
            unsafe { self.resize(alloc, tuning, homes, hash)? };
        }
        self.reserved = self.reserved.min(total);
        Ok(())
    }

    unsafe fn copy_to<E, A: Allocator>(
        &self,
        copy: &mut Self,
        alloc: &A,
        mut clone: impl FnMut(&E) -> Result<E, Error>,
    ) -> Result<(), Error> {
        *copy = self.header();
        if !self.has_slots() {
            return Ok(());
        }
        *copy = self.allocate::<E, A>(alloc, Tuning::DEFAULT, self.homes() as u64)?;
        copy.threshold = self.threshold;
        (copy.crowded, copy.grew_in_vain) = (self.crowded, self.grew_in_vain);
        for slot in 0..self.slots() {
            // SAFETY: in bounds.
            let word = unsafe { self.word(slot) };
            if word == 0 {
                continue;
            }
            // SAFETY: a slot in use.
            let entry = clone(unsafe { self.entry_ref(slot) })?;
            // SAFETY: as many slots as here.
            let place = unsafe { copy.pointer::<E>(slot) };
            // SAFETY: a slot without entry.
            unsafe { place.write(entry) };
            // SAFETY: in bounds.
            unsafe { copy.set_word(slot, word) };
            copy.len += 1;
        }
        copy.stray = self.stray;
        Ok(())
    }

    #[inline]
    unsafe fn find<E>(&self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<usize> {
        let strays = |_, eq| {
            // SAFETY: passed on.
            if self.stray == 0 { None } else { unsafe { self.search_strays(hash, eq) } }
        };
        // SAFETY: passed on.
        unsafe { self.search(hash, eq, |slot, _| Some(slot), strays) }
    }

    #[inline]
    unsafe fn find_address<E>(&self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<NonNull<E>> {
        let strays = |_, eq| {
            // SAFETY: passed on.
            let slot = if self.stray == 0 { None } else { unsafe { self.search_strays(hash, eq) } };
            // SAFETY: a slot.
            slot.map(|slot| unsafe { self.pointer(slot) })
        };
        // SAFETY: passed on.
        unsafe { self.search(hash, eq, |_, entry| Some(entry), strays) }
    }

    #[inline]
    unsafe fn prefetch<E>(&self, hash: u64) {
        // SAFETY: a home is a slot, or the first of the guard if there are none.
        prefetch(unsafe { self.words.add(self.home(hash)) }.as_ptr());
    }

    #[inline]
    unsafe fn prefetch_entry<E>(&self, hash: u64) {
        let home = self.home(hash);
        // Only if there is one: keys that are not in the table need none. (The first with this fingerprint is nearly always
        // the one.)
        // SAFETY: as above.
        if let Some(lane) = unsafe { self.group(home) }.equal(G::expected(fingerprint(hash))).lowest() {
            // SAFETY: a slot in use.
            prefetch(unsafe { self.pointer::<E>(home + lane) }.as_ptr());
        }
    }

    unsafe fn candidate<E>(&self, hash: u64, probe: &mut usize) -> Option<NonNull<E>> {
        // A probe is a distance, or a slot beyond the greatest one: both mean something in a table that has grown.
        let fingerprint = u16::from(fingerprint(hash));
        while *probe < FURTHEST {
            let slot = self.home(hash) + *probe;
            let distance = (*probe as u16 + 1) << 8;
            // SAFETY: in bounds.
            let word = if slot < self.slots() { unsafe { self.word(slot) } } else { 0 };
            *probe = if word < distance { FURTHEST } else { *probe + 1 };
            if word == distance | fingerprint {
                // SAFETY: a slot.
                return Some(unsafe { self.pointer(slot) });
            }
        }
        while self.stray > 0 && *probe - FURTHEST < self.slots() {
            let slot = *probe - FURTHEST;
            *probe += 1;
            // SAFETY: in bounds.
            if unsafe { self.word(slot) } == STRAY | fingerprint {
                // SAFETY: a slot.
                return Some(unsafe { self.pointer(slot) });
            }
        }
        None
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
        let strays = |at, eq| {
            // SAFETY: passed on.
            let stray = if self.stray == 0 { None } else { unsafe { self.search_strays(hash, eq) } };
            stray.ok_or(at)
        };
        // SAFETY: passed on.
        let at = match unsafe { self.search(hash, eq, |slot, _| Ok(slot), strays) } {
            Ok(slot) => return Ok(Placed { slot, new: false }),
            Err(at) => at,
        };
        // To grow takes hashes: that is `make_room`.
        if self.len >= self.threshold {
            return Err(Error::WouldGrow { because: Growth::FillFactor }.into());
        }
        let entry = make()?;
        // SAFETY: since the search nothing but `make` ran, which cannot reach the table.
        let slot = unsafe { self.place(hash, at, MaybeUninit::new(entry)) };
        Ok(Placed { slot, new: true })
    }

    #[inline(always)]
    unsafe fn entry<E>(&self, slot: usize) -> NonNull<E> {
        // SAFETY: in bounds by the contract.
        unsafe { self.pointer(slot) }
    }

    #[inline]
    unsafe fn remove<E, A: Allocator>(&mut self, _: &A, slot: usize) -> E {
        // SAFETY: by the contract.
        let entry = unsafe { self.pointer::<E>(slot) };
        // SAFETY: the slot is in use; its entry is moved out here and overwritten or marked empty below.
        let entry = unsafe { entry.read() };
        // SAFETY: in bounds.
        self.stray -= usize::from(unsafe { self.word(slot) } >= STRAY);
        self.len -= 1;
        let mut hole = slot;
        loop {
            // SAFETY: a slot, or the guard.
            let word = unsafe { self.word(hole + 1) };
            if word < 2 * STEP {
                // SAFETY: in bounds.
                unsafe { self.set_word(hole, 0) };
                return entry;
            }
            // SAFETY: two slots; the entry of the first was moved out.
            unsafe { self.move_entry::<E>(hole + 1, hole) };
            // SAFETY: in bounds. (A stray may be anywhere.)
            unsafe { self.set_word(hole, if word < STRAY { word - STEP } else { word }) };
            hole += 1;
        }
    }

    #[inline]
    unsafe fn next<E>(&self, cursor: &mut Descending) -> Option<usize> {
        if !cursor.started {
            *cursor = Descending { started: true, from: self.slots(), used: cursor.used };
        }
        loop {
            // The highest first: a removal moves back only what has been returned.
            if let Some(lane) = cursor.used.highest() {
                cursor.used = cursor.used.without_highest();
                return Some(cursor.from + lane);
            }
            if cursor.from == 0 {
                return None;
            }
            let lanes = cursor.from.min(G::LANES);
            cursor.from -= lanes;
            // SAFETY: in bounds.
            cursor.used = unsafe { self.group(cursor.from) }.used().below(lanes);
        }
    }

    #[inline]
    unsafe fn fold<E, B>(&self, cursor: Descending, init: B, mut f: impl FnMut(B, NonNull<E>) -> B) -> B {
        let (mut folded, mut from, mut used) = (init, cursor.from, cursor.used);
        if !cursor.started {
            from = self.slots();
        }
        loop {
            while let Some(lane) = used.highest() {
                // SAFETY: in bounds.
                folded = f(folded, unsafe { self.pointer(from + lane) });
                used = used.without_highest();
            }
            if from == 0 {
                return folded;
            }
            let lanes = from.min(G::LANES);
            from -= lanes;
            // SAFETY: in bounds.
            used = unsafe { self.group(from) }.used().below(lanes);
        }
    }

    unsafe fn pop<E, A: Allocator>(&mut self, _: &A, from: &mut usize) -> Option<E> {
        while *from < self.slots() {
            let slot = *from;
            *from += 1;
            // SAFETY: in bounds.
            if unsafe { self.word(slot) } != 0 {
                // SAFETY: in bounds.
                unsafe { self.set_word(slot, 0) };
                self.len -= 1;
                // SAFETY: in bounds.
                let entry = unsafe { self.pointer::<E>(slot) };
                // SAFETY: the slot was in use and is now marked empty: the entry is read once.
                return Some(unsafe { entry.read() });
            }
        }
        (self.stray, self.crowded) = (0, false);
        None
    }

    unsafe fn forget_all<E, A: Allocator>(&mut self, _: &A) {
        // SAFETY: the words of all slots; nobody drops the entries.
        unsafe { self.words.as_ptr().write_bytes(0, self.slots()) };
        (self.len, self.stray, self.crowded) = (0, 0, false);
    }

    unsafe fn free<E, A: Allocator>(&mut self, alloc: &A) {
        // SAFETY: passed on.
        unsafe { self.release::<E, A>(alloc) };
    }

    #[inline]
    unsafe fn needs_room<E>(&self) -> bool {
        self.len >= self.threshold || self.crowded && self.len >= self.reserved
    }

    #[cold]
    #[inline(never)]
    unsafe fn make_room<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // The first homes of a table that was not created with a size: fewer where entries are large.
        let first = if size_of::<E>() <= 1024 { 8 } else { 4 };
        let homes = if self.has_slots() { self.homes() as u64 * 2 } else { first };
        let is_full = self.len >= self.threshold;
        // At a low fill factor a few homes may take no entry at all.
        let sizing = Self::sizing(tuning);
        let enough = sizing.reserve(self.len as u64 + 1).and_then(|least| sizing.grow(homes.max(least)));
        let grown = match enough {
            // SAFETY: passed on; more homes take more entries.
            Ok(homes) => unsafe { self.resize(alloc, tuning, homes, hash) },
            Err(_) => Err(Error::SizeExceeded { slots: self.homes() }),
        };
        if is_full {
            return grown;
        }
        // Growth was for speed only: no room is no failure. If it did not help it is not tried again.
        self.grew_in_vain = self.stray > 0;
        self.crowded = false;
        Ok(())
    }

    #[inline]
    fn wants_seed(&self) -> bool {
        self.seed == Seed::Wanted
    }

    #[inline]
    fn epoch(&self) -> u32 {
        self.epoch
    }

    unsafe fn rehash<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        hash: impl EntryHash<E>,
    ) -> Result<Self, Error> {
        self.seed = Seed::Tried;
        if !self.has_slots() {
            return Ok(Self::default());
        }
        // SAFETY: passed on; as many homes as before.
        let old = unsafe { self.transplant(alloc, tuning, self.homes() as u64, hash)? };
        self.epoch = self.epoch.wrapping_add(1);
        Ok(old)
    }
}

/// Iteration from the highest slot down.
#[derive(Debug, Clone, Default)]
pub struct Descending {
    started: bool,
    from: usize,
    used: Lanes,
}

impl Descending {
    /// For cores that look at one slot at a time: below which slot to go on. At the beginning that is `slots`.
    #[inline(always)]
    pub(crate) fn end(&mut self, slots: usize) -> &mut usize {
        if !self.started {
            (self.started, self.from) = (true, slots);
        }
        &mut self.from
    }
}
