//! Takes tables apart, which safe code cannot do with a type that has a destructor.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::mem::ManuallyDrop;
use core::ptr;

use allocator_api2::alloc::Allocator;

use super::EntryTable;
use crate::hooks::Hooks;
use crate::policy::{CoreOf, Policy};
use crate::raw::Storage;

/// The storage of a table whose entries go to the caller: no cleanup.
pub(super) fn into_storage<E, P: Policy, A: Allocator>(table: EntryTable<E, P, A>) -> Storage<E, CoreOf<P>, A>
where
    P::Hooks: Hooks<E>,
{
    let table = ManuallyDrop::new(table);
    // SAFETY: read once, of a table that is neither used nor dropped any more.
    let storage = unsafe { ptr::read(&raw const table.storage) };
    // SAFETY: as above. Comes second: if the hasher's drop panics, the storage is dropped all the same.
    drop(unsafe { ptr::read(&raw const table.hasher) });
    storage
}
