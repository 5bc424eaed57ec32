//! One entry, found and held.

use core::fmt;
use core::marker::PhantomData;

use allocator_api2::alloc::{Allocator, Global};

use crate::hooks::{Hooks, destroy};
use crate::layout::NumberedSlots;
use crate::policy::{CoreOf, Policy};
use crate::raw::Occupied;

/// An entry of a table that is borrowed for it: from `find_entry`, or from
/// [`Iterate`](crate::table::iter::Iterate). Taking it out needs no second lookup.
pub struct OccupiedEntry<'a, E, P: Policy, A: Allocator = Global> {
    pub(super) raw: Occupied<'a, E, CoreOf<P>, A>,
    pub(super) policy: PhantomData<fn() -> P>,
}

impl<'a, E, P: Policy, A: Allocator> OccupiedEntry<'a, E, P, A> {
    /// The entry.
    #[inline]
    #[must_use]
    pub fn get(&self) -> &E {
        self.raw.get()
    }

    /// The entry; its key must stay as it is.
    #[inline]
    pub fn get_mut(&mut self) -> &mut E {
        self.raw.get_mut()
    }

    /// The entry, for as long as the table is borrowed; its key must stay as it is.
    #[inline]
    #[must_use]
    pub fn into_mut(self) -> &'a mut E {
        self.raw.into_mut()
    }

    /// The number of its slot, where slots have numbers. Good until the next insertion or removal.
    #[must_use]
    pub fn slot_number(&self) -> usize
    where
        P::Layout: NumberedSlots,
    {
        self.raw.number()
    }

    /// Takes the entry out and hands it over: no cleanup.
    #[inline]
    pub fn extract(self) -> E {
        self.raw.take()
    }

    /// simplehash's `delete_item`: takes the entry out and destroys it.
    #[inline]
    pub fn delete(self)
    where
        P::Hooks: Hooks<E>,
    {
        destroy::<P::Hooks, E>(self.extract());
    }
}

impl<E: fmt::Debug, P: Policy, A: Allocator> fmt::Debug for OccupiedEntry<'_, E, P, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OccupiedEntry").field(self.get()).finish()
    }
}
