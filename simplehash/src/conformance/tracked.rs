//! Values that know how many of them live, and code that panics on command.

use core::cell::Cell;
use std::thread_local;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    /// Calls of `burn` until it panics; none while 0.
    static FUSE: Cell<usize> = const { Cell::new(0) };
}

/// A value that counts itself, and owns memory so that a double drop or a leak is seen by sanitizers, too.
#[derive(Debug, PartialEq)]
pub(super) struct Tracked(std::boxed::Box<u32>);

impl Tracked {
    pub(super) fn new(value: u32) -> Self {
        LIVE.set(LIVE.get() + 1);
        Self(std::boxed::Box::new(value))
    }

    pub(super) fn value(&self) -> u32 {
        *self.0
    }

    /// How many live on this thread.
    pub(super) fn live() -> isize {
        LIVE.get()
    }
}

impl Clone for Tracked {
    fn clone(&self) -> Self {
        Self::new(self.value())
    }
}

impl Drop for Tracked {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
        assert!(LIVE.get() >= 0, "dropped twice");
    }
}

/// Lets the `calls`-th call of [`burn`] panic; 0 disarms.
pub(super) fn arm(calls: usize) {
    FUSE.set(calls);
}

/// Whether the fuse has not burnt down.
pub(super) fn armed() -> bool {
    FUSE.get() > 0
}

/// What code that may panic calls.
pub(super) fn burn() {
    let left = FUSE.get();
    if left > 0 {
        FUSE.set(left - 1);
        assert!(left > 1, "the fuse has burnt down");
    }
}

/// Runs `action` with the fuse armed; whether it ended without a panic. The message is not printed.
pub(super) fn survives(calls: usize, action: impl FnOnce()) -> bool {
    let action = std::panic::AssertUnwindSafe(action);
    arm(calls);
    let quiet = std::panic::catch_unwind(action).is_ok();
    arm(0);
    quiet
}
