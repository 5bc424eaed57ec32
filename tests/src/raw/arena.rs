//! An allocator over one block of memory of a given size, of which nothing comes back: a shared-memory segment.

use std::alloc::Layout;
use std::cell::{Cell, UnsafeCell};
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use allocator_api2::alloc::{AllocError, Allocator};

/// So many bytes, handed out from the beginning, each request at a multiple of eight as PostgreSQL does.
#[derive(Debug)]
pub struct Arena {
    memory: Box<[UnsafeCell<MaybeUninit<u64>>]>,
    used: Cell<usize>,
    returned: Cell<usize>,
}

impl Arena {
    /// Of so many bytes, and not one more.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let memory = (0..bytes / 8).map(|_| UnsafeCell::new(MaybeUninit::uninit())).collect();
        Self { memory, used: Cell::new(0), returned: Cell::new(0) }
    }

    /// Bytes handed out.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used.get() * 8
    }

    /// Blocks somebody wanted to give back.
    #[must_use]
    pub fn returned(&self) -> usize {
        self.returned.get()
    }
}

// SAFETY: every request gets words of its own, which stay until the arena goes.
unsafe impl Allocator for &Arena {
    fn allocate(&self, layout: Layout) -> Result<NonNull<[u8]>, AllocError> {
        let words = layout.size().div_ceil(8);
        let end = self.used.get().checked_add(words).filter(|end| *end <= self.memory.len() && layout.align() <= 8);
        let start = self.used.replace(end.ok_or(AllocError)?);
        let memory = NonNull::from(&self.memory[start..start + words]).cast::<u8>();
        // (Through `UnsafeCell`s: the memory may be written.)
        Ok(NonNull::slice_from_raw_parts(memory, words * 8))
    }

    unsafe fn deallocate(&self, _: NonNull<u8>, _: Layout) {
        self.returned.set(self.returned.get() + 1);
    }
}
