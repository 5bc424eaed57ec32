//! Pages of memory: large ones for large arrays, where the platform has them.
#![cfg_attr(
    all(feature = "huge-pages", target_os = "linux", not(miri)),
    expect(unsafe_code, reason = "the raw modules are where unsafe code lives")
)]

use core::ptr::NonNull;

use crate::tuning::Tuning;

/// Bytes from which an array is large: twice a huge page of x86-64, so that one at least is in it wherever it begins.
#[cfg(all(feature = "huge-pages", target_os = "linux", not(miri)))]
const LARGE: usize = 4 << 20;

/// Whether arrays are to have huge pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Pages {
    huge: bool,
}

impl Pages {
    /// As a policy says.
    pub(crate) const fn of(tuning: Tuning) -> Self {
        Self { huge: matches!(tuning.huge_pages, Some(true)) }
    }

    /// As before, or, in a table's first allocations, as its policy says. (Copies are made without one.)
    pub(crate) const fn or(self, tuning: Tuning) -> Self {
        if self.huge { self } else { Self::of(tuning) }
    }

    /// Asks for huge pages for fresh memory, if it is large. A wish: nothing tells whether it came true, and nothing fails.
    #[inline]
    pub(crate) fn advise(self, memory: NonNull<[u8]>) {
        #[cfg(all(feature = "huge-pages", target_os = "linux", not(miri)))]
        if self.huge && memory.len() >= LARGE {
            // Advice is for whole pages; they have 4, 16 or 64 KiB.
            let page = 1 << 16;
            let start = memory.cast::<u8>();
            let before = start.align_offset(page);
            // SAFETY: within the memory, which is much larger than a page.
            let first = unsafe { start.add(before) };
            let bytes = (memory.len() - before) / page * page;
            // SAFETY: pages of this memory; what is in them stays as it is.
            _ = unsafe { rustix::mm::madvise(first.as_ptr().cast(), bytes, rustix::mm::Advice::LinuxHugepage) };
        }
        _ = (self.huge, memory);
    }
}
