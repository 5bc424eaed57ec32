//! A directory of segments of buckets: linear hashing.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::alloc::Layout as MemoryLayout;
use core::hint::select_unpredictable;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;
use simplehash::Error;
use simplehash::raw::array::Array;

use super::core::NONE;

/// Buckets in a segment, as in dynahash.
pub(crate) const SEGMENT: usize = 256;
/// The largest number of buckets: hashes have 32 bits, and tests of masks one more.
pub(crate) const MAX_BUCKETS: usize = if usize::BITS > 32 { 1 << 31 } else { 1 << 28 };

/// The head of a chain.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(8))]
pub(super) struct Bucket {
    /// The first node.
    pub(super) first: u32,
    /// A Bloom filter of the chain: a bit for the five high bits of each hash. Bits may stand for nodes that have gone.
    pub(super) tags: u32,
}

impl Bucket {
    pub(super) const EMPTY: Self = Self { first: NONE, tags: 0 };

    /// Whether there may be a node with this hash.
    #[inline(always)]
    pub(super) fn may_have(self, hash: u32) -> bool {
        self.tags & tag(hash) != 0
    }
}

/// The bit of a hash. The bucket is chosen by the low bits, so the high ones tell more.
#[inline(always)]
pub(super) fn tag(hash: u32) -> u32 {
    1 << (hash >> 27)
}

/// The buckets. They are split one by one, in order; the entries know nothing of it.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    directory: Array<NonNull<Bucket>>,
    count: u32,
    /// dynahash's high mask; the low one is half of it.
    mask: u32,
}

impl Buckets {
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.count as usize
    }

    pub(super) fn allocation_size(&self) -> usize {
        self.directory.allocation_size() + self.directory.len() * size_of::<[Bucket; SEGMENT]>()
    }

    /// The bucket of a hash. Any, if there are none.
    #[inline(always)]
    pub(super) fn of(&self, hash: u32) -> usize {
        let bucket = hash & self.mask;
        select_unpredictable(bucket < self.count, bucket, bucket & (self.mask >> 1)) as usize
    }

    /// # Safety
    /// There is a segment for the bucket.
    #[inline(always)]
    pub(super) unsafe fn at(&self, bucket: usize) -> *mut Bucket {
        debug_assert!(bucket / SEGMENT < self.directory.len());
        // SAFETY: by the contract.
        let segment = unsafe { *self.directory.as_slice().get_unchecked(bucket / SEGMENT) };
        // SAFETY: segments have `SEGMENT` buckets.
        unsafe { segment.as_ptr().add(bucket % SEGMENT) }
    }

    /// How many there are, for which there are segments.
    pub(super) fn set_count(&mut self, count: usize) {
        debug_assert!(count <= self.directory.len() * SEGMENT);
        self.count = count as u32;
        self.mask = (count.next_power_of_two() - 1) as u32;
    }

    /// Makes room for so many segments in the directory.
    ///
    /// # Safety
    /// The allocator is that of this table.
    pub(super) unsafe fn reserve_directory<A: Allocator>(&mut self, alloc: &A, segments: usize) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.directory.reserve(alloc, segments) }
    }

    /// Makes segments for `buckets` buckets, all empty, or changes nothing.
    ///
    /// # Safety
    /// The allocator is that of this table.
    pub(super) unsafe fn make_segments<A: Allocator>(&mut self, alloc: &A, buckets: usize) -> Result<(), Error> {
        if buckets > MAX_BUCKETS {
            return Err(Error::CapacityOverflow);
        }
        let had = self.directory.len();
        // Room for the pointers first: no segment is without its place, whatever the allocator does.
        // SAFETY: passed on.
        unsafe { self.directory.reserve(alloc, buckets.div_ceil(SEGMENT))? };
        while self.directory.len() * SEGMENT < buckets {
            let layout = MemoryLayout::new::<[Bucket; SEGMENT]>();
            let Ok(segment) = alloc.allocate(layout) else {
                // SAFETY: passed on.
                unsafe { self.drop_segments(alloc, had) };
                return Err(Error::AllocError { layout });
            };
            let segment = segment.cast::<[Bucket; SEGMENT]>();
            // SAFETY: fresh memory for it.
            unsafe { segment.write([Bucket::EMPTY; SEGMENT]) };
            // SAFETY: passed on.
            unsafe { self.directory.push(alloc, segment.cast())? };
        }
        Ok(())
    }

    /// Returns the segments from number `keep` on.
    ///
    /// # Safety
    /// The allocator is that of this table; no bucket in them counts.
    pub(super) unsafe fn drop_segments<A: Allocator>(&mut self, alloc: &A, keep: usize) {
        while self.directory.len() > keep {
            let segment = self.directory.as_slice()[self.directory.len() - 1];
            self.directory.truncate(self.directory.len() - 1);
            // SAFETY: allocated with this layout, and out of the directory.
            unsafe { alloc.deallocate(segment.cast(), MemoryLayout::new::<[Bucket; SEGMENT]>()) };
        }
    }

    /// Gives back the room for more segments in the directory.
    ///
    /// # Safety
    /// The allocator is that of this table.
    pub(super) unsafe fn shrink<A: Allocator>(&mut self, alloc: &A) {
        // SAFETY: passed on.
        unsafe { self.directory.shrink(alloc) };
    }

    /// Makes all buckets empty, so many as there are.
    pub(super) fn clear(&mut self) {
        for bucket in 0..self.count() {
            // SAFETY: one of the buckets.
            let bucket = unsafe { self.at(bucket) };
            // SAFETY: as above.
            unsafe { bucket.write(Bucket::EMPTY) };
        }
    }

    /// Becomes like `other`, in new segments.
    ///
    /// # Safety
    /// The allocator is that of this table, which is as new.
    pub(super) unsafe fn copy_from<A: Allocator>(&mut self, other: &Self, alloc: &A) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.make_segments(alloc, other.count())? };
        self.set_count(other.count());
        for bucket in 0..other.count() {
            // SAFETY: one of the buckets.
            let from = unsafe { other.at(bucket) };
            // SAFETY: as many buckets as there.
            let to = unsafe { self.at(bucket) };
            // SAFETY: both are buckets, of two tables.
            unsafe { to.copy_from_nonoverlapping(from, 1) };
        }
        Ok(())
    }

    /// # Safety
    /// The allocator is that of this table.
    pub(super) unsafe fn free<A: Allocator>(&mut self, alloc: &A) {
        let mut old = core::mem::take(self);
        // SAFETY: passed on; nothing counts any more.
        unsafe { old.drop_segments(alloc, 0) };
        // SAFETY: passed on.
        unsafe { old.directory.free(alloc) };
    }
}
