//! Scans that borrow nothing: numbers registered in the table, which removal moves on.

use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;
use simplehash::{EntryTable, Error, Hooks, Policy, destroy};

use super::{ChainedCore, Header, Link, Position, entry_of};
use crate::Chained;
use simplehash::raw::RawTable;

/// A scan as the table knows it. Removing an entry moves any scan that stands before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenScan {
    id: u64,
    /// The bucket to enter when `next` runs out.
    bucket: usize,
    next: Link,
    current: Link,
}

/// Moves scans off a node that goes; `next` follows it.
pub(super) fn step_off(scans: &mut [OpenScan], node: NonNull<Header>, next: Link) {
    for scan in scans {
        scan.next = if scan.next == Some(node) { next } else { scan.next };
        scan.current = scan.current.filter(|current| *current != node);
    }
}

impl ChainedCore {
    fn scan_mut(&mut self, id: u64) -> Option<&mut OpenScan> {
        self.scans.as_mut_slice().iter_mut().find(|scan| scan.id == id)
    }

    fn close(&mut self, id: u64) {
        if let Some(index) = self.scans.as_slice().iter().position(|scan| scan.id == id) {
            self.scans.swap_remove(index);
        }
    }

    fn advance<E>(&mut self, id: u64) -> Link {
        let scan = *self.scan_mut(id)?;
        let mut position = Position { bucket: scan.bucket, next: scan.next };
        // SAFETY: `E` is the entry type of this core. The position is good although the table has changed:
        // removal moves scans off a node before it goes, insertion only appends to chains, and splits wait.
        let current = unsafe { self.next::<E>(&mut position) };
        match current {
            Some(_) => {
                *self.scan_mut(id)? = OpenScan { id, bucket: position.bucket, next: position.next, current };
            }
            None => self.close(id),
        }
        current
    }
}

/// A scan: a number, which borrows nothing. Of another table, or ended, it yields wrong answers or nothing. One
/// that is dropped before its end, and not given to [`Scans::end_scan`], keeps the table from splitting.
#[derive(Debug)]
#[must_use]
pub struct Scan(u64);

/// dynahash's sequential scans. Between two steps the table may be used in any way: insertions may or may not
/// be visited, splits wait for the end of the scan, and any entry may be removed.
///
/// ```
/// use dynahash_compat::{Chained, Scans};
/// use simplehash::{SimpleHash, Table};
///
/// #[derive(SimpleHash, PartialEq, Eq, Hash)]
/// #[simplehash(layout = Chained)]
/// struct Key(u32);
///
/// let mut table = Table::new();
/// (0..10).for_each(|n| assert!(table.insert(Key(n), n).is_none()));
/// let mut scan = table.scan().unwrap();
/// while let Some(entry) = table.scan_next(&mut scan) {
///     let next = Key(entry.1 + 1);
///     table.delete(&next); // any entry, also one the scan has yet to reach
/// }
/// assert!(table.len() < 10);
/// ```
pub trait Scans<E> {
    /// Starts a scan.
    ///
    /// # Errors
    /// [`Error::AllocError`] if there is no memory to register it.
    fn scan(&mut self) -> Result<Scan, Error>;
    /// The next entry. After the last the scan has ended.
    fn scan_next(&mut self, scan: &mut Scan) -> Option<&mut E>;
    /// Destroys the entry just returned; false if it has gone already.
    fn scan_delete(&mut self, scan: &mut Scan) -> bool;
    /// Ends a scan early.
    fn end_scan(&mut self, scan: Scan);
}

impl<E, P: Policy<Layout = Chained>, A: Allocator> Scans<E> for EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    fn scan(&mut self) -> Result<Scan, Error> {
        // SAFETY: the core is used as `RawTable` says, with the entry and allocator of the table.
        let (core, alloc) = unsafe { self.storage_mut().parts_mut() };
        let id = core.last_scan + 1;
        core.scans.push(alloc, OpenScan { id, bucket: 0, next: None, current: None })?;
        core.last_scan = id;
        Ok(Scan(id))
    }

    fn scan_next(&mut self, scan: &mut Scan) -> Option<&mut E> {
        // SAFETY: the core is used as `RawTable` says, with the entry and allocator of the table.
        let (core, _) = unsafe { self.storage_mut().parts_mut() };
        let node = core.advance::<E>(scan.0)?;
        // SAFETY: a live node of this type.
        let mut entry = unsafe { entry_of::<E>(node) };
        // SAFETY: a live entry; the table is borrowed with it.
        Some(unsafe { entry.as_mut() })
    }

    fn scan_delete(&mut self, scan: &mut Scan) -> bool {
        // SAFETY: the core is used as `RawTable` says, with the entry and allocator of the table.
        let (core, alloc) = unsafe { self.storage_mut().parts_mut() };
        let Some(node) = core.scan_mut(scan.0).and_then(|scan| scan.current) else {
            return false;
        };
        // SAFETY: a live node: it would have been taken from the scan otherwise.
        let entry = unsafe { core.remove::<E, A>(alloc, node) };
        destroy::<P::Hooks, E>(entry);
        true
    }

    fn end_scan(&mut self, scan: Scan) {
        // SAFETY: the core is used as `RawTable` says, with the entry and allocator of the table.
        let (core, _) = unsafe { self.storage_mut().parts_mut() };
        core.close(scan.0);
    }
}
