//! Slots that never move: in segments, which are allocated one by one and found by the number of the slot.

use core::alloc::Layout as MemoryLayout;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;

use super::array::Array;
use crate::error::Error;

/// What the slots of a core are like. A value and not a type, so that sizes may be known only when the program runs.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    slot: MemoryLayout,
    /// Slots in a segment, as a power of two.
    shift: u32,
    /// Words in a segment, beside the slots.
    words: usize,
}

impl Shape {
    /// Slots of type `S`, 2^`shift` in a segment, with so many words for the core's own use. Either has a size.
    #[must_use]
    pub const fn of<S>(shift: u32, words: usize) -> Self {
        Self { slot: MemoryLayout::new::<S>(), shift, words }
    }

    /// As [`of`](Self::of), for a layout whose size is a multiple of its alignment.
    #[must_use]
    pub const fn with_layout(slot: MemoryLayout, shift: u32, words: usize) -> Self {
        Self { slot: slot.pad_to_align(), shift, words }
    }

    /// Bytes of a slot.
    #[inline]
    #[must_use]
    pub const fn slot_size(self) -> usize {
        self.slot.size()
    }

    /// Slots in a segment.
    #[inline]
    #[must_use]
    pub const fn slots(self) -> u32 {
        1 << self.shift
    }

    /// Number of the segment with a slot.
    #[inline]
    #[must_use]
    pub const fn segment(self, slot: u32) -> usize {
        (slot >> self.shift) as usize
    }

    /// Where the words begin: after the slots.
    #[inline]
    fn words_at(self) -> usize {
        (self.slot.size() << self.shift).next_multiple_of(align_of::<u64>())
    }

    /// Where the generations begin: after the words.
    #[inline]
    fn generations_at(self) -> usize {
        self.words_at() + self.words * size_of::<u64>()
    }

    /// The memory of a segment of so many slots and nothing else.
    fn short_layout(self, slots: u32) -> Result<MemoryLayout, Error> {
        let size = self.slot.size().checked_mul(slots as usize).ok_or(Error::CapacityOverflow)?;
        MemoryLayout::from_size_align(size, self.slot.align()).map_err(|_| Error::CapacityOverflow)
    }

    /// The memory of a segment.
    fn layout(self, generations: bool) -> Result<MemoryLayout, Error> {
        // Slots that fit an address space do so many times less one.
        let slots = self.slot.size().checked_mul(1 << self.shift).ok_or(Error::CapacityOverflow)?;
        if slots > isize::MAX as usize - (1 << 20) {
            return Err(Error::CapacityOverflow);
        }
        let generations = if generations { size_of::<u32>() << self.shift } else { 0 };
        let align = self.slot.align().max(if self.words > 0 || generations > 0 { align_of::<u64>() } else { 1 });
        MemoryLayout::from_size_align(self.generations_at() + generations, align).map_err(|_| Error::CapacityOverflow)
    }
}

/// Segments of slots. A core says with each call what [`Shape`] they have, the same at all times, and which slots are in
/// use it knows by itself.
///
/// If asked it keeps a generation for each slot: how often the slot was vacated. It is what makes a handle of an entry
/// that has gone differ from one of the entry that came after.
#[derive(Default)]
pub struct Segments {
    segments: Array<NonNull<u8>>,
    /// Whether segments hold generations.
    generations: bool,
    /// The generation of slots in segments to come: above all those in segments that were given back.
    first_generation: u32,
    /// Slots of the only segment, if it is a short one; else 0.
    short: u32,
}

impl core::fmt::Debug for Segments {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Segments").field("count", &self.segments.len()).finish_non_exhaustive()
    }
}

impl Segments {
    /// The last generation: a slot that has it is not used again.
    pub const LAST_GENERATION: u32 = u32::MAX;

    /// Number of segments.
    #[inline]
    #[must_use]
    pub fn count(&self) -> usize {
        self.segments.len()
    }

    /// Number of slots.
    #[inline]
    #[must_use]
    pub fn slots(&self, shape: Shape) -> usize {
        if self.short > 0 { self.short as usize } else { self.segments.len() << shape.shift }
    }

    /// The memory of each segment.
    fn layout(&self, shape: Shape) -> Result<MemoryLayout, Error> {
        if self.short > 0 { shape.short_layout(self.short) } else { shape.layout(self.generations) }
    }

    /// Whether segments hold generations.
    #[must_use]
    pub fn have_generations(&self) -> bool {
        self.generations && self.count() > 0
    }

    /// Bytes allocated.
    #[must_use]
    pub fn allocation_size(&self, shape: Shape) -> usize {
        let segment = self.layout(shape).map_or(0, |layout| layout.size());
        self.segments.allocation_size() + self.segments.len() * segment
    }

    /// # Safety
    /// There is such a segment.
    #[inline(always)]
    unsafe fn segment(&self, segment: usize) -> NonNull<u8> {
        debug_assert!(segment < self.segments.len());
        // SAFETY: by the contract.
        unsafe { *self.segments.as_slice().get_unchecked(segment) }
    }

    /// The memory of a slot, with the provenance of its segment.
    ///
    /// # Safety
    /// The shape is that of these segments, and there is such a slot.
    #[inline(always)]
    pub unsafe fn slot(&self, shape: Shape, slot: u32) -> NonNull<u8> {
        // SAFETY: by the contract.
        let segment = unsafe { self.segment(shape.segment(slot)) };
        let at = (slot & (shape.slots() - 1)) as usize * shape.slot.size();
        // SAFETY: in the segment.
        unsafe { segment.add(at) }
    }

    /// One of the words of a segment; 0 when the segment is new.
    ///
    /// # Safety
    /// The shape is that of these segments, and there is such a segment and such a word.
    #[inline(always)]
    pub unsafe fn word(&self, shape: Shape, segment: usize, word: usize) -> NonNull<u64> {
        debug_assert!(word < shape.words);
        // SAFETY: by the contract.
        let segment = unsafe { self.segment(segment) };
        // SAFETY: in the segment.
        unsafe { segment.add(shape.words_at() + word * size_of::<u64>()) }.cast()
    }

    /// # Safety
    /// The shape is that of these segments, which have generations, and there is such a slot.
    #[inline]
    unsafe fn generation_of(&self, shape: Shape, slot: u32) -> NonNull<u32> {
        // SAFETY: by the contract.
        let segment = unsafe { self.segment(shape.segment(slot)) };
        let at = (slot & (shape.slots() - 1)) as usize * size_of::<u32>();
        // SAFETY: in the segment.
        unsafe { segment.add(shape.generations_at() + at) }.cast()
    }

    /// How often a slot was vacated; 0 where that is not counted.
    ///
    /// # Safety
    /// The shape is that of these segments, and there is such a slot.
    #[inline]
    #[must_use]
    pub unsafe fn generation(&self, shape: Shape, slot: u32) -> u32 {
        if !self.generations {
            return 0;
        }
        // SAFETY: by the contract.
        let generation = unsafe { self.generation_of(shape, slot) };
        // SAFETY: initialised when the segment was made.
        unsafe { generation.read() }
    }

    /// Counts that a slot is vacated. Whether it may be used again: false once all generations have been.
    ///
    /// # Safety
    /// The shape is that of these segments, and there is such a slot.
    #[inline]
    pub unsafe fn vacate(&mut self, shape: Shape, slot: u32) -> bool {
        if !self.generations {
            return true;
        }
        // SAFETY: by the contract.
        let generation = unsafe { self.generation_of(shape, slot) };
        // SAFETY: initialised when the segment was made.
        let next = unsafe { generation.read() }.saturating_add(1);
        // SAFETY: in the segment.
        unsafe { generation.write(next) };
        next < Self::LAST_GENERATION
    }

    /// Makes one more segment, with generations if it is the first and they are asked for, or changes nothing.
    ///
    /// # Errors
    /// [`Error::AllocError`]; [`Error::CapacityOverflow`] if a segment is larger than an address space.
    ///
    /// # Safety
    /// The shape is that of these segments, the allocator theirs.
    #[cold]
    pub unsafe fn push<A: Allocator>(&mut self, alloc: &A, shape: Shape, generations: bool) -> Result<(), Error> {
        let generations = if self.segments.is_empty() { generations } else { self.generations };
        let layout = shape.layout(generations)?;
        // Room for the pointer first: no segment is without its place, whatever the allocator does.
        // SAFETY: the allocator of these segments.
        unsafe { self.segments.reserve(alloc, self.segments.len() + 1)? };
        let segment: NonNull<u8> = alloc.allocate(layout).map_err(|_| Error::AllocError { layout })?.cast();
        for word in 0..shape.words {
            // SAFETY: in the segment.
            let word = unsafe { segment.add(shape.words_at() + word * size_of::<u64>()) };
            // SAFETY: aligned for words.
            unsafe { word.cast::<u64>().write(0) };
        }
        for slot in 0..if generations { shape.slots() as usize } else { 0 } {
            // SAFETY: in the segment.
            let generation = unsafe { segment.add(shape.generations_at() + slot * size_of::<u32>()) };
            // SAFETY: aligned for words.
            unsafe { generation.cast::<u32>().write(self.first_generation) };
        }
        self.generations = generations;
        // SAFETY: the allocator of these segments.
        unsafe { self.segments.push(alloc, segment) }
    }

    /// Makes the only segment there will be, of `slots` slots and nothing else, at most as many as the shape says; or
    /// changes nothing. For tables of a fixed size.
    ///
    /// # Errors
    /// As for [`push`](Self::push).
    ///
    /// # Safety
    /// As for [`push`](Self::push); there are no segments yet, the shape has no words, and nothing else makes any.
    pub unsafe fn make_short<A: Allocator>(&mut self, alloc: &A, shape: Shape, slots: u32) -> Result<(), Error> {
        debug_assert!(self.segments.is_empty() && shape.words == 0 && slots > 0 && slots <= shape.slots());
        let layout = shape.short_layout(slots)?;
        // SAFETY: the allocator of these segments.
        unsafe { self.segments.reserve(alloc, 1)? };
        let segment = alloc.allocate(layout).map_err(|_| Error::AllocError { layout })?;
        self.short = slots;
        // SAFETY: as above; there is room.
        unsafe { self.segments.push(alloc, segment.cast()) }
    }

    /// Makes segments until there are `slots` slots, or changes nothing.
    ///
    /// # Errors
    /// As for [`push`](Self::push).
    ///
    /// # Safety
    /// As for [`push`](Self::push).
    pub unsafe fn reserve<A: Allocator>(
        &mut self,
        alloc: &A,
        shape: Shape,
        generations: bool,
        slots: usize,
    ) -> Result<(), Error> {
        let had = self.count();
        // SAFETY: the allocator of these segments.
        unsafe { self.segments.reserve(alloc, slots.div_ceil(1 << shape.shift))? };
        while self.slots(shape) < slots {
            // SAFETY: passed on.
            if let Err(error) = unsafe { self.push(alloc, shape, generations) } {
                // SAFETY: passed on; nobody has used the new segments.
                unsafe { self.truncate(alloc, shape, had) };
                return Err(error);
            }
        }
        Ok(())
    }

    /// Gives back the segments from number `keep` on, though not the room for pointers to them, unless that would bring generations back that have been used up.
    ///
    /// # Safety
    /// As for [`push`](Self::push); no slot in those segments is in use.
    pub unsafe fn truncate<A: Allocator>(&mut self, alloc: &A, shape: Shape, keep: usize) {
        if self.generations && keep < self.count() {
            let slots = (keep << shape.shift) as u32..self.slots(shape) as u32;
            // SAFETY: slots of these segments.
            let generations = slots.map(|slot| unsafe { self.generation(shape, slot) });
            let next = generations.max().map_or(0, |last| last.saturating_add(1)).max(self.first_generation);
            if next == Self::LAST_GENERATION {
                return;
            }
            self.first_generation = next;
        }
        while self.count() > keep {
            // SAFETY: there is such a segment.
            let segment = unsafe { self.segment(self.count() - 1) };
            self.segments.truncate(self.count() - 1);
            // The layout was good when the segment was made.
            if let Ok(layout) = self.layout(shape) {
                // SAFETY: allocated with this layout, and out of the array.
                unsafe { alloc.deallocate(segment, layout) };
            }
        }
    }

    /// Gives back the room for pointers to more segments.
    ///
    /// # Safety
    /// The allocator is that of these segments.
    pub unsafe fn shrink<A: Allocator>(&mut self, alloc: &A) {
        // SAFETY: passed on.
        unsafe { self.segments.shrink(alloc) };
    }

    /// Gives everything back, and forgets the generations: for the end of a table.
    ///
    /// # Safety
    /// As for [`truncate`](Self::truncate).
    pub unsafe fn free<A: Allocator>(&mut self, alloc: &A, shape: Shape) {
        let mut old = core::mem::take(self);
        for number in 0..old.segments.len() {
            let segment = old.segments.as_slice()[number];
            if let Ok(layout) = old.layout(shape) {
                // SAFETY: allocated with this layout, and never used again.
                unsafe { alloc.deallocate(segment, layout) };
            }
        }
        // SAFETY: the allocator of these segments.
        unsafe { old.segments.free(alloc) };
    }

    /// For tests of what happens when generations run out.
    #[cfg(test)]
    pub(crate) fn start_at_generation(&mut self, generation: u32) {
        assert_eq!(self.count(), 0, "the slots there are have generations");
        self.first_generation = generation;
    }
}
