//! An allocator that calls back into the table it serves.

use std::alloc::Layout;
use std::cell::Cell;
use std::ptr::NonNull;

use allocator_api2::alloc::{AllocError, Allocator, Global};
use dynahash_compat::Chained;
use simplehash::{GrowOnly, Pair, Table, Using};

use crate::policies::Murmur;

type Policy = Using<Murmur, Chained>;
type View = GrowOnly<'static, Pair<u32, u64>, Policy, CallsBack>;

thread_local! {
    static VIEW: Cell<*const View> = const { Cell::new(std::ptr::null()) };
}

/// Looks a key up in the view that is registered, if any, before it allocates.
#[derive(Debug)]
pub struct CallsBack;

// SAFETY: memory is `Global`'s.
unsafe impl Allocator for CallsBack {
    fn allocate(&self, layout: Layout) -> Result<NonNull<[u8]>, AllocError> {
        let view = VIEW.replace(std::ptr::null());
        // SAFETY: registered only by `insert`, for as long as the view lives.
        if let Some(view) = unsafe { view.as_ref() } {
            assert!(view.get(&1).is_none());
        }
        Global.allocate(layout)
    }

    unsafe fn deallocate(&self, memory: NonNull<u8>, layout: Layout) {
        // SAFETY: by the caller.
        unsafe { Global.deallocate(memory, layout) }
    }
}

/// Inserts through a grow-only view whose allocator calls back, and returns how many entries there are then.
#[must_use]
pub fn insert() -> usize {
    let mut table = Table::<u32, u64, Policy, CallsBack>::new_in(CallsBack);
    let result = {
        let view = table.grow_only();
        VIEW.set(std::ptr::from_ref(&view).cast());
        let attempt = std::panic::AssertUnwindSafe(|| view.get_or_insert(&1, || Pair(1, 1)).1);
        let result = std::panic::catch_unwind(attempt);
        VIEW.set(std::ptr::null());
        result
    };
    match result {
        Ok(_) => table.len(),
        Err(panic) => {
            assert_eq!(table.len(), 0, "nothing was inserted");
            std::panic::resume_unwind(panic)
        }
    }
}
