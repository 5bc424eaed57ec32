//! Entries of any layout, each in an allocation of its own.

mod raw;

use core::marker::PhantomData;

use crate::layout::{Honours, Layout, NumberedSlots};

pub use raw::BoxedCore;

/// Layout `L` with each entry in an allocation of its own (from the table's allocator): stable addresses over
/// a fast layout. Slots hold a pointer, so they are small and cheap to move however large the entries are: with
/// [`RobinHood`](crate::RobinHood) 16 bytes, the slot PostgreSQL's engineers planned for open relations.
///
/// Honours what `L` honours. An insertion of a new entry allocates, a lookup follows one pointer more.
#[derive(Debug)]
pub struct Boxed<L>(PhantomData<L>);

impl<L: Layout> Layout for Boxed<L> {
    const NAME: &'static str = "boxed";
    const HONOURS: Honours = L::HONOURS;
    type Core = BoxedCore<L::Core>;
    type Stable = Self;
}

impl<L: NumberedSlots> NumberedSlots for Boxed<L> {}
