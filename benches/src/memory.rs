//! Counts the bytes that building something takes.
//!
//! The binary installs a counting allocator and names it here with [`install`]; where none is installed, as in a
//! library's tests, the counts are simply absent.

use std::alloc::System;
use std::sync::OnceLock;

use cap::Cap;

/// The allocator that counts: the system's, without a limit.
pub type CountingAllocator = Cap<System>;

static INSTALLED: OnceLock<&'static CountingAllocator> = OnceLock::new();

/// A counting allocator, to be made the program's global allocator and then named with [`install`].
pub const fn counting_allocator() -> CountingAllocator {
    Cap::new(System, usize::MAX)
}

/// Names the program's global allocator as the one that [`allocated_by`] asks. Later calls change nothing.
pub fn install(allocator: &'static CountingAllocator) {
    INSTALLED.get_or_init(|| allocator);
}

/// Builds something and gives it with the bytes it holds: allocated meanwhile and not freed again.
///
/// These are the bytes asked of the allocator, without what it adds for its own book-keeping. The whole program is
/// counted, so no other thread may allocate meanwhile.
pub fn allocated_by<T>(build: impl FnOnce() -> T) -> (T, Option<u64>) {
    let Some(allocator) = INSTALLED.get() else { return (build(), None) };
    let before = allocator.allocated();
    let built = build();
    let held = allocator.allocated().saturating_sub(before);
    (built, Some(held as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_installed_allocator_there_is_no_count() {
        let (built, bytes) = allocated_by(|| vec![1_u8; 100]);
        assert_eq!((built.len(), bytes), (100, None));
    }
}
