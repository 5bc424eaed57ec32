//! A growable array in the table's allocator.

use core::alloc::Layout as MemoryLayout;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;

use crate::error::Error;

/// What `Vec` would be if it could borrow its allocator for each call: a part of erased cores. Of `Copy` items only.
///
/// # Safety
/// For callers of its unsafe methods: one array is used with one allocator only. What is not given to
/// [`free`](Self::free) before it is dropped leaks.
pub struct Array<T> {
    items: NonNull<T>,
    len: usize,
    capacity: usize,
}

impl<T> Default for Array<T> {
    fn default() -> Self {
        Self { items: NonNull::dangling(), len: 0, capacity: 0 }
    }
}

impl<T> core::fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Array").field("len", &self.len).field("capacity", &self.capacity).finish_non_exhaustive()
    }
}

#[expect(clippy::missing_safety_doc, reason = "one contract for all methods, above")]
impl<T: Copy> Array<T> {
    /// Number of items.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes allocated.
    #[must_use]
    pub fn allocation_size(&self) -> usize {
        self.capacity * size_of::<T>()
    }

    /// The items.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: the first `len` items are initialised.
        unsafe { core::slice::from_raw_parts(self.items.as_ptr(), self.len) }
    }

    /// The items.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: the first `len` items are initialised.
        unsafe { core::slice::from_raw_parts_mut(self.items.as_ptr(), self.len) }
    }

    /// Keeps the first `len` items; memory stays.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Takes an item out, in whose place the last one goes.
    ///
    /// # Panics
    /// If there is no such item.
    pub fn swap_remove(&mut self, index: usize) {
        let last = self.len - 1;
        self.as_mut_slice().swap(index, last);
        self.len = last;
    }

    /// Moves the items to `capacity` fresh places, at least as many as they are.
    unsafe fn reallocate<A: Allocator>(&mut self, alloc: &A, capacity: usize) -> Result<(), Error> {
        debug_assert!(capacity >= self.len);
        let layout = MemoryLayout::array::<T>(capacity).map_err(|_| Error::CapacityOverflow)?;
        let items = alloc.allocate(layout).map_err(|_| Error::AllocError { layout })?.cast::<T>();
        // SAFETY: old and new memory hold `len` items and do not overlap.
        unsafe { items.copy_from_nonoverlapping(self.items, self.len) };
        let mut old = core::mem::replace(self, Self { items, len: self.len, capacity });
        // SAFETY: passed on.
        unsafe { old.free(alloc) };
        Ok(())
    }

    /// Makes room for `total` items in all, or changes nothing.
    ///
    /// # Errors
    /// [`Error::AllocError`] or [`Error::CapacityOverflow`].
    pub unsafe fn reserve<A: Allocator>(&mut self, alloc: &A, total: usize) -> Result<(), Error> {
        if total <= self.capacity {
            return Ok(());
        }
        // SAFETY: passed on.
        unsafe { self.reallocate(alloc, (self.capacity * 2).max(total).max(4)) }
    }

    /// Gives back memory that is not needed, if the allocator has less to offer.
    pub unsafe fn shrink<A: Allocator>(&mut self, alloc: &A) {
        if self.len == 0 {
            // SAFETY: passed on.
            unsafe { self.free(alloc) };
        } else if self.len < self.capacity {
            // SAFETY: passed on. Without memory the old places stay.
            _ = unsafe { self.reallocate(alloc, self.len) };
        }
    }

    /// Appends an item, or changes nothing.
    ///
    /// # Errors
    /// As for [`reserve`](Self::reserve).
    pub unsafe fn push<A: Allocator>(&mut self, alloc: &A, item: T) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.reserve(alloc, self.len + 1)? };
        // SAFETY: there is room.
        let end = unsafe { self.items.add(self.len) };
        // SAFETY: in the allocation.
        unsafe { end.write(item) };
        self.len += 1;
        Ok(())
    }

    /// Returns the memory. The array is as new.
    pub unsafe fn free<A: Allocator>(&mut self, alloc: &A) {
        let old = core::mem::take(self);
        if let (true, Ok(layout)) = (old.capacity > 0, MemoryLayout::array::<T>(old.capacity)) {
            // SAFETY: allocated by this allocator with this layout.
            unsafe { alloc.deallocate(old.items.cast(), layout) };
        }
    }
}
