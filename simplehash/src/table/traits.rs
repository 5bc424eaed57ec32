//! What the standard library's maps and sets implement, over all tables. What differs between maps and sets is with
//! them.

use core::fmt;

use allocator_api2::alloc::{Allocator, Global};

use super::EntryTable;
use crate::entry::Entry;
use crate::error::{Error, or_give_up};
use crate::hash::HashFn;
use crate::hooks::{Hooks, destroy};
use crate::policy::Policy;
use equivalent::Equivalent;

impl<E, P: Policy<Hasher: Default>> Default for EntryTable<E, P>
where
    P::Hooks: Hooks<E>,
{
    fn default() -> Self {
        Self::new_in(Global)
    }
}

impl<E: Clone, P: Policy<Hasher: Clone>, A: Allocator + Clone> EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    /// As `clone`: entries, size, order and hash function are those of this table. If cloning an entry panics, the
    /// clones made so far are destroyed, with cleanup.
    ///
    /// # Errors
    /// [`Error::AllocError`]; the clones made so far are destroyed, with cleanup.
    pub fn try_clone(&self) -> Result<Self, Error> {
        let mut copy = Self::with_hasher_in(self.hasher.clone(), self.allocator().clone());
        copy.storage.copy_from(&self.storage, E::clone)?;
        Ok(copy)
    }
}

/// Aborts if the allocator refuses; see [`EntryTable::try_clone`]. `clone_from` is `clone`, and only then are the
/// entries of old destroyed.
impl<E: Clone, P: Policy<Hasher: Clone>, A: Allocator + Clone> Clone for EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    fn clone(&self) -> Self {
        or_give_up(self.try_clone())
    }
}

/// Equal if they have equal entries, whatever their order, sizes and seeds.
impl<E, P: Policy, A: Allocator> PartialEq for EntryTable<E, P, A>
where
    E: Entry<Key: Equivalent<E::Key>> + PartialEq,
    P: Policy<Hasher: HashFn<E::Key>, Hooks: Hooks<E>>,
{
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.entries().all(|entry| other.find(entry.key()) == Some(entry))
    }
}

impl<E, P: Policy, A: Allocator> Eq for EntryTable<E, P, A>
where
    E: Entry<Key: Equivalent<E::Key>> + Eq,
    P: Policy<Hasher: HashFn<E::Key>, Hooks: Hooks<E>>,
{
}

impl<E: Entry, P: Policy, A: Allocator> EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    /// Puts all in; an entry that is replaced is destroyed, with cleanup.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    pub fn extend_entries(&mut self, entries: impl IntoIterator<Item = E>)
    where
        E::Key: Equivalent<E::Key>,
        P::Hasher: HashFn<E::Key>,
    {
        let entries = entries.into_iter();
        self.expect(entries.size_hint());
        entries.for_each(|entry| {
            if let Some(replaced) = self.insert_entry(entry) {
                destroy::<P::Hooks, E>(replaced);
            }
        });
    }
}

impl<E: fmt::Debug, P: Policy, A: Allocator> fmt::Debug for EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.entries()).finish()
    }
}

impl<E, P: Policy, A: Allocator> Drop for EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    fn drop(&mut self) {
        if P::Hooks::ACTIVE {
            self.clear();
        }
    }
}
