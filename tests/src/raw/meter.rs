//! An allocator that counts, refuses and soils.

use std::alloc::Layout;
use std::cell::Cell;
use std::ptr::NonNull;

use allocator_api2::alloc::{AllocError, Allocator, Global};

/// Counts live blocks and bytes, may refuse one request or all, and may fill fresh memory with a byte.
#[derive(Debug)]
pub struct Meter {
    live: Cell<isize>,
    bytes: Cell<isize>,
    asked: Cell<usize>,
    largest: Cell<usize>,
    /// Requests granted before one is refused.
    granted: Cell<usize>,
    refused: Cell<bool>,
    refuses_all: Cell<bool>,
    soil: Option<u8>,
}

impl Default for Meter {
    fn default() -> Self {
        Self {
            live: Cell::new(0),
            bytes: Cell::new(0),
            asked: Cell::new(0),
            largest: Cell::new(0),
            granted: Cell::new(usize::MAX),
            refused: Cell::new(false),
            refuses_all: Cell::new(false),
            soil: None,
        }
    }
}

impl Meter {
    /// Fresh memory is full of `byte`.
    #[must_use]
    pub fn dirty(byte: u8) -> Self {
        Self { soil: Some(byte), ..Self::default() }
    }

    /// Grants so many requests, refuses one, grants all that follow.
    pub fn refuse_once_after(&self, granted: usize) {
        self.granted.set(granted);
        self.refused.set(false);
    }

    /// Refuses every request, or none.
    pub fn refuse_all(&self, refuse: bool) {
        self.refuses_all.set(refuse);
    }

    /// Whether the request that was to be refused has come.
    pub fn has_refused(&self) -> bool {
        self.refused.get()
    }

    /// Blocks that have not come back.
    pub fn live(&self) -> isize {
        self.live.get()
    }

    /// Bytes that have not come back.
    pub fn bytes(&self) -> isize {
        self.bytes.get()
    }

    /// Requests so far.
    pub fn asked(&self) -> usize {
        self.asked.get()
    }

    /// Bytes of the largest request since the last call.
    pub fn take_largest(&self) -> usize {
        self.largest.take()
    }
}

// SAFETY: passes everything on to `Global`, and only writes to memory that nobody has seen yet.
unsafe impl Allocator for &Meter {
    fn allocate(&self, layout: Layout) -> Result<NonNull<[u8]>, AllocError> {
        self.asked.set(self.asked.get() + 1);
        self.largest.set(self.largest.get().max(layout.size()));
        if self.refuses_all.get() {
            return Err(AllocError);
        }
        let Some(granted) = self.granted.get().checked_sub(1) else {
            self.granted.set(usize::MAX);
            self.refused.set(true);
            return Err(AllocError);
        };
        self.granted.set(granted);
        let memory = Global.allocate(layout)?;
        if let Some(byte) = self.soil {
            // SAFETY: fresh memory of this size.
            unsafe { memory.cast::<u8>().write_bytes(byte, layout.size()) };
        }
        self.live.set(self.live.get() + 1);
        self.bytes.set(self.bytes.get() + layout.size().cast_signed());
        Ok(memory)
    }

    unsafe fn deallocate(&self, memory: NonNull<u8>, layout: Layout) {
        self.live.set(self.live.get() - 1);
        self.bytes.set(self.bytes.get() - layout.size().cast_signed());
        // SAFETY: by the caller; allocated by `Global` above.
        unsafe { Global.deallocate(memory, layout) };
    }
}
