//! Slots in segments with bitmaps, and a Robin Hood core of their numbers.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;

use super::Dense;
use crate::error::{Error, Growth};
use crate::layout::StableAddress;
use crate::raw::integer::EntryHash;
use crate::raw::prefetch::prefetch;
use crate::raw::segments::{Segments, Shape};
use crate::raw::{MayGrow, Placed, RawTable, Slotted};
use crate::robin_hood::{RobinHood, RobinHoodCore};
use crate::stats::Stats;
use crate::tuning::Tuning;

// SAFETY: an entry stays in its slot from insertion to removal; only numbers of slots move.
unsafe impl StableAddress for Dense {}

/// The least number of buckets that `create` makes, as in densehash.
const LEAST_BUCKETS: usize = 256;
const WORD: u32 = u64::BITS;

/// For a core that keeps hashes and does not ask for them.
fn hash_is_kept(_: &u32) -> u64 {
    unreachable!("Robin Hood slots keep their hash")
}

/// Slots of entries: 256 in a segment, 64 where they are large.
#[inline(always)]
const fn shape<E>() -> Shape {
    let shift = if size_of::<E>() <= 256 { 8 } else { 6 };
    Shape::of::<E>(shift, (1 << shift) / WORD as usize)
}

/// A live entry: its slot, and its bucket where a lookup led to it.
#[derive(Debug, Clone, Copy)]
pub struct DenseSlot {
    number: u32,
    bucket: Option<u32>,
}

/// The erased table.
#[derive(Debug, Default)]
pub struct DenseCore {
    /// Numbers of slots.
    buckets: RobinHoodCore<RobinHood>,
    slots: Segments,
    len: u32,
    /// Buckets of entries that were taken out without a lookup. Such a bucket names a slot that is not in use; no slot
    /// is taken into use before these buckets are gone.
    stale: u32,
    /// No segment before this one has a free slot.
    first_free: u32,
    /// Slots that have had all generations and are not used again.
    retired: u32,
}

/// A place in an iteration by slot number: slots in use of one word of the bitmaps, and the words after it.
#[derive(Debug, Clone, Default)]
pub struct Ascending {
    word: u32,
    left: u64,
}

impl DenseCore {
    /// Number of buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.buckets.slots()
    }

    /// Segments of slots.
    #[must_use]
    pub fn segments(&self) -> usize {
        self.slots.count()
    }

    /// For tests: the core of a table.
    #[cfg(test)]
    pub(super) fn of<E, A: Allocator>(storage: &mut crate::raw::Storage<E, Self, A>) -> &mut Self {
        // SAFETY: the tests call no other unsafe methods.
        unsafe { storage.parts_mut() }.0
    }

    /// For tests of what happens when generations run out.
    #[cfg(test)]
    pub(super) fn start_at_generation(&mut self, generation: u32) {
        self.slots.start_at_generation(generation);
    }

    /// # Safety
    /// `E` is the entry type of this core, and there is such a slot.
    #[inline(always)]
    unsafe fn pointer<E>(&self, number: u32) -> NonNull<E> {
        // SAFETY: by the contract.
        unsafe { self.slots.slot(shape::<E>(), number) }.cast()
    }

    /// # Safety
    /// `E` is the entry type of this core, and the slot is in use.
    #[inline(always)]
    unsafe fn entry_ref<E>(&self, number: u32) -> &E {
        // SAFETY: by the contract.
        let entry = unsafe { self.pointer::<E>(number) };
        // SAFETY: a slot in use holds an entry.
        unsafe { entry.as_ref() }
    }

    /// Number of words in all bitmaps.
    #[inline]
    fn words<E>(&self) -> u32 {
        (self.slots.slots(shape::<E>()) / WORD as usize) as u32
    }

    /// A word of the bitmaps: a bit for each slot in use.
    ///
    /// # Safety
    /// `E` is the entry type of this core, and `word < words`.
    #[inline(always)]
    unsafe fn word<E>(slots: &Segments, word: u32) -> NonNull<u64> {
        let per_segment = shape::<E>().slots() / WORD;
        // SAFETY: by the contract.
        unsafe { slots.word(shape::<E>(), (word / per_segment) as usize, (word % per_segment) as usize) }
    }

    /// # Safety
    /// As for [`word`](Self::word).
    #[inline(always)]
    unsafe fn used<E>(&self, word: u32) -> u64 {
        // SAFETY: by the contract.
        let word = unsafe { Self::word::<E>(&self.slots, word) };
        // SAFETY: initialised when the segment was made.
        unsafe { word.read() }
    }

    /// Whether a slot that a bucket names is in use.
    ///
    /// # Safety
    /// `E` is the entry type of this core, and there is such a slot.
    #[inline(always)]
    unsafe fn is_live<E>(&self, number: u32) -> bool {
        // SAFETY: by the contract.
        self.stale == 0 || unsafe { self.used::<E>(number / WORD) } >> (number % WORD) & 1 == 1
    }

    /// The lowest free slot.
    ///
    /// # Safety
    /// `E` is the entry type of these slots.
    #[inline]
    unsafe fn lowest_free<E>(slots: &Segments, first_free: &mut u32) -> Option<u32> {
        let shape = shape::<E>();
        let per_segment = shape.slots() / WORD;
        while (*first_free as usize) < slots.count() {
            for word in *first_free * per_segment..(*first_free + 1) * per_segment {
                // SAFETY: a word of this segment.
                let used = unsafe { Self::word::<E>(slots, word) };
                // SAFETY: initialised when the segment was made.
                let mut free = !unsafe { used.read() };
                while free != 0 {
                    let number = word * WORD + free.trailing_zeros();
                    // SAFETY: a slot of this segment.
                    if unsafe { slots.generation(shape, number) } != Segments::LAST_GENERATION {
                        return Some(number);
                    }
                    free &= free - 1;
                }
            }
            *first_free += 1;
        }
        None
    }

    /// Whether every slot is in use or retired.
    #[inline]
    fn is_without_room<E>(&self) -> bool {
        (self.len + self.retired) as usize == self.slots.slots(shape::<E>())
    }

    /// Takes the entry out of a slot in use.
    ///
    /// # Safety
    /// `E` is the entry type of this core, the slot is in use, and either its bucket has gone or it is counted as stale.
    #[inline]
    unsafe fn vacate<E>(&mut self, number: u32) -> E {
        // SAFETY: by the contract.
        let entry = unsafe { self.pointer::<E>(number) };
        // SAFETY: a slot in use, marked free below: the entry is read once.
        let entry = unsafe { entry.read() };
        // SAFETY: by the contract.
        let word = unsafe { Self::word::<E>(&self.slots, number / WORD) };
        // SAFETY: a word of the bitmaps.
        unsafe { *word.as_ptr() &= !(1 << (number % WORD)) };
        self.len -= 1;
        self.first_free = self.first_free.min(shape::<E>().segment(number) as u32);
        // SAFETY: by the contract.
        if !unsafe { self.slots.vacate(shape::<E>(), number) } {
            self.retired += 1;
        }
        entry
    }

    /// Takes the buckets out whose entries have gone. Linear in the number of buckets, and never twice for one walk.
    ///
    /// # Safety
    /// `E` is the entry type of this core.
    #[cold]
    unsafe fn sweep<E, A: Allocator>(&mut self, alloc: &A) {
        let mut cursor = <RobinHoodCore<RobinHood> as RawTable>::Cursor::default();
        // SAFETY: a core of numbers, of which only the current one is removed.
        while let Some(bucket) = unsafe { self.buckets.next::<u32>(&mut cursor) } {
            // SAFETY: a live bucket.
            let number = unsafe { self.buckets.entry::<u32>(bucket) };
            // SAFETY: as above.
            let number = unsafe { number.read() };
            // SAFETY: buckets name slots of the segments.
            if !unsafe { self.is_live::<E>(number) } {
                // SAFETY: the current bucket.
                unsafe { self.buckets.remove::<u32, A>(alloc, bucket) };
            }
        }
        self.stale = 0;
    }

    /// [`sweep`](Self::sweep) where there is something to sweep.
    ///
    /// # Safety
    /// As there.
    #[inline]
    unsafe fn swept<E, A: Allocator>(&mut self, alloc: &A) -> &mut Self {
        if self.stale > 0 {
            // SAFETY: passed on.
            unsafe { self.sweep::<E, A>(alloc) };
        }
        self
    }

    fn generations(tuning: Tuning) -> bool {
        tuning.generations == Some(true)
    }
}

// SAFETY: entries are touched only in slots whose bit is set, which is when they are written and until they are read out;
// foreign code (`eq`, `make`, `hash`, the allocator) is called with bits, buckets and counts in agreement: the only
// disagreement, buckets of entries that have gone, is counted in `stale`, and every use of a bucket asks for it.
unsafe impl RawTable for DenseCore {
    type Slot = DenseSlot;
    type Cursor = Ascending;
    type Probe = usize;

    #[inline]
    fn len(&self) -> usize {
        self.len as usize
    }

    fn capacity(&self) -> usize {
        self.buckets.capacity()
    }

    fn allocation_size<E>(&self) -> usize {
        self.buckets.allocation_size::<u32>() + self.slots.allocation_size(shape::<E>())
    }

    unsafe fn stats<E>(&self) -> Stats {
        // SAFETY: buckets name slots of the segments.
        let live = |number: &u32| unsafe { self.is_live::<E>(*number) };
        // SAFETY: a core of numbers.
        unsafe { self.buckets.stats_of::<u32>(live) }
    }

    unsafe fn create<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        nelements: usize,
        _: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        let buckets = &mut unsafe { self.swept::<E, A>(alloc) }.buckets;
        if RobinHoodCore::<RobinHood>::slots_of_create(tuning, nelements)? < LEAST_BUCKETS as u64 {
            // SAFETY: a core of numbers.
            unsafe { buckets.grow::<u32, A>(alloc, tuning, LEAST_BUCKETS, hash_is_kept) }
        } else {
            // SAFETY: a core of numbers.
            unsafe { buckets.create::<u32, A>(alloc, tuning, nelements, hash_is_kept) }
        }
    }

    unsafe fn reserve<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        _: impl EntryHash<E>,
    ) -> Result<(), Error> {
        RobinHoodCore::<RobinHood>::slots_of_reserve(tuning, total)?;
        // SAFETY: passed on.
        unsafe { self.swept::<E, A>(alloc) };
        let had = self.slots.count();
        let slots = total + self.retired as usize;
        // SAFETY: the shape of these slots.
        unsafe { self.slots.reserve(alloc, shape::<E>(), Self::generations(tuning), slots)? };
        // SAFETY: a core of numbers.
        let reserved = unsafe { self.buckets.reserve::<u32, A>(alloc, tuning, total, hash_is_kept) };
        if reserved.is_err() {
            // SAFETY: the shape of these slots; the new ones are not in use.
            unsafe { self.slots.truncate(alloc, shape::<E>(), had) };
        }
        reserved
    }

    unsafe fn grow<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        buckets: usize,
        _: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        let swept = unsafe { self.swept::<E, A>(alloc) };
        // SAFETY: a core of numbers.
        unsafe { swept.buckets.grow::<u32, A>(alloc, tuning, buckets, hash_is_kept) }
    }

    unsafe fn shrink<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        _: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.swept::<E, A>(alloc) };
        // SAFETY: a core of numbers.
        unsafe { self.buckets.shrink::<u32, A>(alloc, tuning, total, hash_is_kept)? };
        let needed = (total.max(self.len()) + self.retired as usize).div_ceil(shape::<E>().slots() as usize);
        // SAFETY: a word of the bitmaps.
        let last_used = (0..self.words::<E>()).rev().find(|word| unsafe { self.used::<E>(*word) } != 0);
        let used = last_used.map_or(0, |word| shape::<E>().segment(word * WORD) + 1);
        // SAFETY: the shape of these slots; those that go are not in use.
        unsafe { self.slots.truncate(alloc, shape::<E>(), needed.max(used)) };
        // SAFETY: the allocator of these slots.
        unsafe { self.slots.shrink(alloc) };
        self.first_free = self.first_free.min(self.slots.count() as u32);
        Ok(())
    }

    unsafe fn copy_to<E, A: Allocator>(
        &self,
        copy: &mut Self,
        alloc: &A,
        mut clone: impl FnMut(&E) -> Result<E, Error>,
    ) -> Result<(), Error> {
        // SAFETY: a core of numbers.
        unsafe { self.buckets.copy_to::<u32, A>(&mut copy.buckets, alloc, |number| Ok(*number))? };
        copy.stale = self.stale;
        let slots = self.slots.slots(shape::<E>());
        // SAFETY: the shape of these slots.
        unsafe { copy.slots.reserve(alloc, shape::<E>(), self.slots.have_generations(), slots)? };
        let mut cursor = Ascending::default();
        // SAFETY: passed on.
        while let Some(DenseSlot { number, .. }) = unsafe { self.next::<E>(&mut cursor) } {
            // SAFETY: a slot in use.
            let entry = clone(unsafe { self.entry_ref::<E>(number) })?;
            // SAFETY: as many slots as here.
            let target = unsafe { copy.pointer::<E>(number) };
            // SAFETY: a slot that is not in use yet.
            unsafe { target.write(entry) };
            // SAFETY: a word of the bitmaps.
            let word = unsafe { Self::word::<E>(&copy.slots, number / WORD) };
            // SAFETY: as above.
            unsafe { *word.as_ptr() |= 1 << (number % WORD) };
            copy.len += 1;
        }
        Ok(())
    }

    #[inline]
    unsafe fn find<E>(&self, hash: u64, mut eq: impl FnMut(&E) -> bool) -> Option<DenseSlot> {
        let eq_number = |number: &u32| {
            // SAFETY: buckets name slots of the segments.
            let live = unsafe { self.is_live::<E>(*number) };
            // SAFETY: one that is live is in use.
            live && eq(unsafe { self.entry_ref(*number) })
        };
        // SAFETY: a core of numbers.
        let bucket = unsafe { self.buckets.find::<u32>(hash, eq_number)? };
        // SAFETY: just found.
        let number = unsafe { self.buckets.entry::<u32>(bucket) };
        // SAFETY: a live bucket.
        Some(DenseSlot { number: unsafe { number.read() }, bucket: Some(bucket as u32) })
    }

    #[inline]
    unsafe fn prefetch<E>(&self, hash: u64) {
        // SAFETY: a core of numbers.
        unsafe { self.buckets.prefetch::<u32>(hash) };
    }

    #[inline]
    unsafe fn prefetch_entry<E>(&self, hash: u64) {
        // SAFETY: a core of numbers.
        if let Some(number) = unsafe { self.buckets.candidate::<u32>(hash, &mut 0) } {
            // SAFETY: a live bucket.
            let number = unsafe { number.read() };
            // SAFETY: buckets name slots of the segments.
            prefetch(unsafe { self.pointer::<E>(number) }.as_ptr());
        }
    }

    unsafe fn candidate<E>(&self, hash: u64, probe: &mut usize) -> Option<NonNull<E>> {
        loop {
            // SAFETY: a core of numbers.
            let number = unsafe { self.buckets.candidate::<u32>(hash, probe)? };
            // SAFETY: a live bucket.
            let number = unsafe { number.read() };
            // SAFETY: buckets name slots of the segments.
            if unsafe { self.is_live::<E>(number) } {
                // SAFETY: as above.
                return Some(unsafe { self.pointer(number) });
            }
        }
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
    ) -> Result<Placed<DenseSlot>, X> {
        // SAFETY: passed on.
        unsafe { self.swept::<E, A>(alloc) };
        if self.is_without_room::<E>() {
            let full = self.buckets.len() >= self.buckets.capacity();
            // SAFETY: passed on.
            match unsafe { self.find(hash, &mut eq) } {
                // A full table grows although the entry is there, as simplehash does: below.
                Some(slot) if !full || may_grow == MayGrow::No => return Ok(Placed { slot, new: false }),
                Some(_) => {}
                None if full && may_grow == MayGrow::No => {
                    return Err(Error::WouldGrow { because: Growth::FillFactor }.into());
                }
                // Memory for the entry comes first: if it is refused, the table has not grown for nothing.
                // SAFETY: the shape of these slots.
                None => unsafe { self.slots.push(alloc, shape::<E>(), Self::generations(tuning))? },
            }
        }
        let (slots, mut first_free) = (&self.slots, self.first_free);
        let eq_number = |number: &u32| {
            // SAFETY: buckets name slots of the segments.
            let entry = unsafe { slots.slot(shape::<E>(), *number) }.cast::<E>();
            // SAFETY: nothing is stale, so the slot is in use.
            eq(unsafe { entry.as_ref() })
        };
        let make_number = || {
            // SAFETY: the type of these slots.
            let number = unsafe { Self::lowest_free::<E>(slots, &mut first_free) };
            // There is one, unless `eq` contradicts itself.
            let number = number.ok_or(Error::CapacityOverflow)?;
            let entry = make()?;
            // SAFETY: a slot of the segments.
            let target = unsafe { slots.slot(shape::<E>(), number) }.cast::<E>();
            // SAFETY: a free slot.
            unsafe { target.write(entry) };
            // SAFETY: a word of the bitmaps.
            let word = unsafe { Self::word::<E>(slots, number / WORD) };
            // SAFETY: as above.
            unsafe { *word.as_ptr() |= 1 << (number % WORD) };
            Ok::<u32, X>(number)
        };
        // SAFETY: a core of numbers. Making one is the last step that can fail: the slot is in use from there on.
        let placed = unsafe { self.buckets.find_or_insert(alloc, tuning, may_grow, hash, eq_number, make_number)? };
        self.first_free = first_free;
        self.len += u32::from(placed.new);
        // SAFETY: just found or put in.
        let number = unsafe { self.buckets.entry::<u32>(placed.slot) };
        // SAFETY: a live bucket.
        let number = unsafe { number.read() };
        Ok(Placed { slot: DenseSlot { number, bucket: Some(placed.slot as u32) }, new: placed.new })
    }

    #[inline]
    unsafe fn entry<E>(&self, slot: DenseSlot) -> NonNull<E> {
        // SAFETY: a slot in use.
        unsafe { self.pointer(slot.number) }
    }

    #[inline]
    unsafe fn remove<E, A: Allocator>(&mut self, alloc: &A, slot: DenseSlot) -> E {
        match slot.bucket {
            // SAFETY: a live bucket: nothing was inserted or removed since it was found.
            Some(bucket) => _ = unsafe { self.buckets.remove::<u32, A>(alloc, bucket as usize) },
            None => self.stale += 1,
        }
        // SAFETY: a slot in use; its bucket has gone or is counted.
        unsafe { self.vacate(slot.number) }
    }

    #[inline]
    unsafe fn next<E>(&self, cursor: &mut Ascending) -> Option<DenseSlot> {
        while cursor.left == 0 {
            if cursor.word == self.words::<E>() {
                return None;
            }
            // SAFETY: a word of the bitmaps.
            cursor.left = unsafe { self.used::<E>(cursor.word) };
            cursor.word += 1;
        }
        let number = (cursor.word - 1) * WORD + cursor.left.trailing_zeros();
        cursor.left &= cursor.left - 1;
        Some(DenseSlot { number, bucket: None })
    }

    #[inline]
    unsafe fn fold<E, B>(&self, cursor: Ascending, init: B, mut f: impl FnMut(B, NonNull<E>) -> B) -> B {
        let (mut folded, mut next, mut left) = (init, cursor.word, cursor.left);
        loop {
            if left != 0 {
                // SAFETY: slots of one word are in one segment; the first of them is there.
                let first = unsafe { self.pointer::<E>((next - 1) * WORD) };
                while left != 0 {
                    // SAFETY: a slot of the same segment.
                    let entry = unsafe { first.add(left.trailing_zeros() as usize) };
                    folded = f(folded, entry);
                    left &= left - 1;
                }
            }
            if next == self.words::<E>() {
                return folded;
            }
            // SAFETY: a word of the bitmaps.
            left = unsafe { self.used::<E>(next) };
            next += 1;
        }
    }

    unsafe fn settle<E, A: Allocator>(&mut self, alloc: &A) {
        // SAFETY: passed on.
        unsafe { self.swept::<E, A>(alloc) };
    }

    unsafe fn pop<E, A: Allocator>(&mut self, alloc: &A, from: &mut usize) -> Option<E> {
        if *from == 0 {
            // SAFETY: a core of numbers.
            unsafe { self.buckets.forget_all::<u32, A>(alloc) };
            self.stale = 0;
        }
        // SAFETY: passed on.
        let slot = unsafe { self.slot_from::<E>(u32::try_from(*from).ok()?)? };
        *from = slot.number as usize + 1;
        // SAFETY: a slot in use; there are no buckets.
        Some(unsafe { self.vacate(slot.number) })
    }

    unsafe fn free<E, A: Allocator>(&mut self, alloc: &A) {
        let mut old = core::mem::take(self);
        // SAFETY: the shape of these slots, which are not used again.
        unsafe { old.slots.free(alloc, shape::<E>()) };
        // SAFETY: a core of numbers.
        unsafe { old.buckets.free::<u32, A>(alloc) };
    }

    #[inline]
    fn wants_seed(&self) -> bool {
        self.buckets.wants_seed()
    }

    #[inline]
    fn epoch(&self) -> u32 {
        self.buckets.epoch()
    }

    unsafe fn rehash<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        mut hash: impl EntryHash<E>,
    ) -> Result<Self, Error> {
        // SAFETY: passed on.
        let Self { buckets, slots, .. } = unsafe { self.swept::<E, A>(alloc) };
        let hash_number = |number: &u32| {
            // SAFETY: buckets name slots of the segments.
            let entry = unsafe { slots.slot(shape::<E>(), *number) }.cast::<E>();
            // SAFETY: nothing is stale, so the slot is in use.
            hash.hash(unsafe { entry.as_ref() })
        };
        // SAFETY: a core of numbers.
        let buckets = unsafe { buckets.rehash::<u32, A>(alloc, tuning, hash_number)? };
        Ok(Self { buckets, ..Self::default() })
    }
}

// SAFETY: slots are what the segments number; an entry stays in its slot.
unsafe impl Slotted for DenseCore {
    #[inline]
    fn slot_number(&self, slot: DenseSlot) -> u32 {
        slot.number
    }

    #[inline]
    unsafe fn slot_from<E>(&self, from: u32) -> Option<DenseSlot> {
        let words = self.words::<E>();
        let mut word = from / WORD;
        let mut mask = u64::MAX << (from % WORD);
        while word < words {
            // SAFETY: a word of the bitmaps.
            let used = unsafe { self.used::<E>(word) } & mask;
            if used != 0 {
                return Some(DenseSlot { number: word * WORD + used.trailing_zeros(), bucket: None });
            }
            (word, mask) = (word + 1, u64::MAX);
        }
        None
    }

    #[inline]
    unsafe fn slot_at<E>(&self, number: u32) -> Option<DenseSlot> {
        let word = number / WORD;
        // SAFETY: a word of the bitmaps.
        let used = word < self.words::<E>() && unsafe { self.used::<E>(word) } >> (number % WORD) & 1 == 1;
        used.then_some(DenseSlot { number, bucket: None })
    }

    #[inline]
    unsafe fn generation<E>(&self, slot: DenseSlot) -> u32 {
        // SAFETY: a slot of the segments.
        unsafe { self.slots.generation(shape::<E>(), slot.number) }
    }
}
