//! A growable array in the table's allocator.

use core::alloc::Layout as MemoryLayout;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;
use simplehash::Error;

/// What `Vec` would be if it could borrow its allocator for each call. Of `Copy` items only; `free` must be
/// called before it is dropped.
pub(super) struct Array<T> {
    items: NonNull<T>,
    len: usize,
    capacity: usize,
}

impl<T> Default for Array<T> {
    fn default() -> Self {
        Self { items: NonNull::dangling(), len: 0, capacity: 0 }
    }
}

impl<T: Copy> Array<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Bytes allocated.
    pub(super) fn allocation_size(&self) -> usize {
        self.capacity * size_of::<T>()
    }

    pub(super) fn as_slice(&self) -> &[T] {
        // SAFETY: the first `len` items are initialised.
        unsafe { core::slice::from_raw_parts(self.items.as_ptr(), self.len) }
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: the first `len` items are initialised.
        unsafe { core::slice::from_raw_parts_mut(self.items.as_ptr(), self.len) }
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    pub(super) fn swap_remove(&mut self, index: usize) {
        let last = self.len - 1;
        self.as_mut_slice().swap(index, last);
        self.len = last;
    }

    /// Makes room for `total` items in all.
    pub(super) fn reserve<A: Allocator>(&mut self, alloc: &A, total: usize) -> Result<(), Error> {
        if total > self.capacity {
            let capacity = (self.capacity * 2).max(total).max(4);
            let layout = MemoryLayout::array::<T>(capacity).map_err(|_| Error::CapacityOverflow)?;
            let items = alloc.allocate(layout).map_err(|_| Error::AllocError { layout })?.cast::<T>();
            // SAFETY: old and new memory hold `len` items and do not overlap.
            unsafe { items.copy_from_nonoverlapping(self.items, self.len) };
            let mut old = core::mem::replace(self, Self { items, len: self.len, capacity });
            old.free(alloc);
        }
        Ok(())
    }

    /// Gives back memory that is not needed, if the allocator has less to offer.
    pub(super) fn shrink<A: Allocator>(&mut self, alloc: &A) {
        if self.len < self.capacity
            && let Ok(layout) = MemoryLayout::array::<T>(self.len)
            && let Ok(items) = alloc.allocate(layout)
        {
            let items = items.cast::<T>();
            // SAFETY: old and new memory hold `len` items and do not overlap.
            unsafe { items.copy_from_nonoverlapping(self.items, self.len) };
            let mut old = core::mem::replace(self, Self { items, len: self.len, capacity: self.len });
            old.free(alloc);
        }
    }

    pub(super) fn push<A: Allocator>(&mut self, alloc: &A, item: T) -> Result<(), Error> {
        self.reserve(alloc, self.len + 1)?;
        // SAFETY: there is room.
        let end = unsafe { self.items.add(self.len) };
        // SAFETY: in the allocation.
        unsafe { end.write(item) };
        self.len += 1;
        Ok(())
    }

    pub(super) fn free<A: Allocator>(&mut self, alloc: &A) {
        let old = core::mem::take(self);
        if let (true, Ok(layout)) = (old.capacity > 0, MemoryLayout::array::<T>(old.capacity)) {
            // SAFETY: allocated with this layout.
            unsafe { alloc.deallocate(old.items.cast(), layout) };
        }
    }
}
