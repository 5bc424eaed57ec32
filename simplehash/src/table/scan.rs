//! Scans that borrow nothing: between two steps the table may change in any way.

use allocator_api2::alloc::Allocator;

use super::EntryTable;
use super::handle::{Handle, SlotEntry};
use crate::hooks::Hooks;
use crate::layout::Handles;
use crate::policy::Policy;

/// A place in a table whose entries stay in their slots: a number, which borrows nothing and is registered nowhere, so
/// that giving a scan up costs nothing. From [`EntryTable::scan`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[must_use = "a scan does nothing unless it is given to `scan_next`"]
pub struct Scan {
    /// The slot to look at next; none after the last.
    next: Option<u32>,
}

impl<E, P: Policy, A: Allocator> EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    /// Starts a scan in the order of slots. Between two steps the table may be used in any way:
    ///
    /// - an entry that is there from the beginning of the scan to its end is returned exactly once, whatever happens to
    ///   others, and however the table grows;
    /// - an entry that comes or goes meanwhile is returned at most once, one that has gone never again.
    ///
    /// (An entry that is taken out and put in again is another one.) The whole scan is linear in the number of slots,
    /// and runs over memory in order.
    ///
    /// ```
    /// use simplehash::{Dense, SimpleHash, Table};
    ///
    /// #[derive(SimpleHash, PartialEq, Eq, Hash)]
    /// #[simplehash(layout = Dense)]
    /// struct Key(u32);
    ///
    /// let mut table = Table::new();
    /// (0..10).for_each(|n| assert!(table.insert(Key(n), n).is_none()));
    /// let mut scan = table.scan();
    /// while let Some(entry) = table.scan_next(&mut scan) {
    ///     let n = entry.get().1;
    ///     if n % 2 == 0 {
    ///         entry.delete();
    ///     }
    ///     table.remove(&Key(n + 3)); // any other, also one that the scan has yet to reach
    /// }
    /// assert!(table.keys().map(|key| key.0).eq([1, 7]));
    /// ```
    pub fn scan(&self) -> Scan
    where
        P::Layout: Handles,
    {
        Scan { next: Some(0) }
    }

    /// The next entry of a scan, held: it can be read, changed and deleted.
    #[inline]
    pub fn scan_next(&mut self, scan: &mut Scan) -> Option<SlotEntry<'_, E, P, A>>
    where
        P::Layout: Handles,
    {
        let found = self.storage.number_from(scan.next?);
        scan.next = found.and_then(|(slot, _)| slot.checked_add(1));
        let (slot, generation) = found?;
        Some(SlotEntry { table: self, handle: Handle::from_parts(slot, generation) })
    }
}
