//! Insertion of what was made outside the program's own code: read, or drawn. Nobody waits for what a table replaces
//! or refuses, so the table destroys either, with cleanup: every entry that was made whole is cleaned up exactly once.

use allocator_api2::alloc::Allocator;

use crate::entry::{Member, Pair};
use crate::error::Error;
use crate::hash::HashFn;
use crate::hooks::{Hooks, destroy};
use crate::policy::Policy;
use crate::table::EntryTable;
use equivalent::Equivalent;

/// A table that takes items, as its `Extend` does, but reports that it is full.
pub(super) trait Accept {
    /// What is put in.
    type Item;

    /// Puts `item` in, or destroys it and says why there is no room.
    fn accept(&mut self, item: Self::Item) -> Result<(), Error>;

    /// Puts in all for which there is room.
    #[cfg(any(feature = "arbitrary", feature = "quickcheck"))]
    fn accept_some(&mut self, items: impl IntoIterator<Item = Self::Item>) {
        items.into_iter().for_each(|item| {
            // A full table is as good an example as any other, and a later item may replace one that is in.
            let _ = self.accept(item);
        });
    }
}

impl<K, V, P, A: Allocator> Accept for EntryTable<Pair<K, V>, P, A>
where
    K: Equivalent<K>,
    P: Policy<Hasher: HashFn<K>, Hooks: Hooks<Pair<K, V>>>,
{
    type Item = (K, V);

    fn accept(&mut self, (key, value): (K, V)) -> Result<(), Error> {
        self.try_overwrite(key, value).map_err(|(refused, error)| {
            destroy::<P::Hooks, _>(refused);
            error
        })
    }
}

impl<T, P, A: Allocator> Accept for EntryTable<Member<T>, P, A>
where
    T: Equivalent<T>,
    P: Policy<Hasher: HashFn<T>, Hooks: Hooks<Member<T>>>,
{
    type Item = T;

    fn accept(&mut self, member: T) -> Result<(), Error> {
        self.try_insert(member).map(|_is_new| ()).map_err(|(refused, error)| {
            destroy::<P::Hooks, _>(Member(refused));
            error
        })
    }
}
