//! Allocators that count, refuse and soil.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::alloc::Layout as MemoryLayout;
use core::cell::{Cell, RefCell};
use core::ptr::NonNull;
use std::collections::HashMap;

use allocator_api2::alloc::{AllocError, Allocator, Global};

use super::tracked::burn;

/// Counts live allocations and bytes; refuses when its budget is used up; fills fresh memory with a byte.
#[derive(Debug)]
pub(super) struct Meter {
    live: Cell<isize>,
    bytes: Cell<isize>,
    asked: Cell<usize>,
    /// Allocations that will be granted.
    budget: Cell<usize>,
    soil: Option<u8>,
    /// Whether to go on granting after the first refusal.
    once: Cell<bool>,
    refused: Cell<bool>,
    /// Whether calls burn the fuse, and one of them panics: those to `allocate`, and those to `deallocate`.
    explosive: (bool, bool),
    /// What was asked for at each address, to be compared when it comes back.
    held: RefCell<HashMap<usize, MemoryLayout>>,
}

impl Meter {
    pub(super) fn new() -> Self {
        let (live, bytes, asked) = (Cell::new(0), Cell::new(0), Cell::new(0));
        Self {
            live,
            bytes,
            asked,
            budget: Cell::new(usize::MAX),
            once: Cell::new(false),
            refused: Cell::new(false),
            soil: None,
            explosive: (false, false),
            held: RefCell::default(),
        }
    }

    pub(super) fn dirty(byte: u8) -> Self {
        Self { soil: Some(byte), ..Self::new() }
    }

    /// Panics when the fuse has burnt down, in either of its methods.
    pub(super) fn explosive() -> Self {
        Self { explosive: (true, true), ..Self::new() }
    }

    /// Panics when the fuse has burnt down, but only when it is asked for memory.
    pub(super) fn explosive_on_request() -> Self {
        Self { explosive: (true, false), ..Self::new() }
    }

    /// Allocations that have not been returned.
    pub(super) fn live(&self) -> isize {
        self.live.get()
    }

    /// Bytes that have not been returned.
    pub(super) fn bytes(&self) -> isize {
        self.bytes.get()
    }

    /// Allocations asked for so far.
    pub(super) fn asked(&self) -> usize {
        self.asked.get()
    }

    /// Grants so many allocations more, then refuses.
    pub(super) fn grant(&self, budget: usize) {
        self.budget.set(budget);
        self.once.set(false);
    }

    /// Grants so many allocations more, refuses one, and grants all that follow.
    pub(super) fn refuse_once(&self, granted: usize) {
        self.grant(granted);
        self.once.set(true);
        self.refused.set(false);
    }

    /// Whether there was a refusal since the last [`refuse_once`](Self::refuse_once).
    pub(super) fn refused(&self) -> bool {
        self.refused.get()
    }
}

// SAFETY: passes everything on to `Global`, and only writes to memory that nobody has seen yet.
unsafe impl Allocator for &Meter {
    fn allocate(&self, layout: MemoryLayout) -> Result<NonNull<[u8]>, AllocError> {
        if self.explosive.0 {
            burn();
        }
        self.asked.set(self.asked.get() + 1);
        match self.budget.get().checked_sub(1) {
            Some(budget) => self.budget.set(budget),
            None => {
                self.refused.set(true);
                if self.once.get() {
                    self.budget.set(usize::MAX);
                }
                return Err(AllocError);
            }
        }
        let memory = Global.allocate(layout)?;
        if let Some(byte) = self.soil {
            // SAFETY: fresh memory of this size.
            unsafe { memory.cast::<u8>().write_bytes(byte, layout.size()) };
        }
        if layout.size() > 0 {
            self.held.borrow_mut().insert(memory.cast::<u8>().addr().get(), layout);
        }
        self.live.set(self.live.get() + 1);
        self.bytes.set(self.bytes.get() + layout.size().cast_signed());
        Ok(memory)
    }

    unsafe fn deallocate(&self, memory: NonNull<u8>, layout: MemoryLayout) {
        if layout.size() > 0 {
            let held = self.held.borrow_mut().remove(&memory.addr().get());
            assert_eq!(held, Some(layout), "memory comes back as it was asked for");
        }
        self.live.set(self.live.get() - 1);
        self.bytes.set(self.bytes.get() - layout.size().cast_signed());
        // SAFETY: by the caller; allocated by `Global` above.
        unsafe { Global.deallocate(memory, layout) };
        if self.explosive.1 {
            burn();
        }
    }
}
