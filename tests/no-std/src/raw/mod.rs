//! What `std` would have brought.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;

/// No memory at all: this program is linked, not run.
struct Nothing;

// SAFETY: it never hands out memory.
unsafe impl GlobalAlloc for Nothing {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        core::ptr::null_mut()
    }
    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static ALLOCATOR: Nothing = Nothing;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// A symbol, so that the tables are linked.
#[unsafe(no_mangle)]
pub extern "C" fn lengths() -> usize {
    crate::lengths()
}
