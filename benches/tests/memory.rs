//! With the counting allocator installed, bytes are counted exactly.

use hashlab::memory::{self, CountingAllocator};

#[global_allocator]
static ALLOCATOR: CountingAllocator = memory::counting_allocator();

// One test only: the count is of the whole program, and tests run in parallel.
#[test]
fn counts_what_stays_allocated() {
    memory::install(&ALLOCATOR);
    let (built, bytes) = memory::allocated_by(|| {
        drop(vec![0_u8; 5000]);
        vec![0_u8; 1000]
    });
    assert_eq!((built.len(), bytes), (1000, Some(1000)));
    let (number, bytes) = memory::allocated_by(|| 7);
    assert_eq!((number, bytes), (7, Some(0)));
}
