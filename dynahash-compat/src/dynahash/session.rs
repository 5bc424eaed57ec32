//! The scans of a session, over all its tables: at most 100, and reported when a transaction ends without having ended them.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The most scans of a session at a time (`MAX_SEQ_SCANS`).
pub const MAX_SEQ_SCANS: usize = 100;

/// What dynahash keeps for a process: which scans are under way. Tables that are made in one session share it; clones are
/// the same session.
///
/// ```
/// use dynahash_compat::dynahash::{Dynahash, Flags, HashCtl, Session};
///
/// let session = Session::new();
/// let info = HashCtl { keysize: 4, entrysize: 8, ..HashCtl::DEFAULT };
/// let mut table = Dynahash::create_in_session(&session, "relations", 16, &info, Flags::ELEM | Flags::BLOBS).unwrap();
/// let scan = table.seq_init().unwrap();
/// assert_eq!(session.active_scans(), 1);
/// drop(scan); // given up: no leak
/// assert_eq!(session.active_scans(), 0);
///
/// std::mem::forget(table.seq_init().unwrap());
/// let leaked = session.end_transaction(true);
/// assert!(leaked[0].to_string().starts_with("leaked hash_seq_search scan for hash table "));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Session(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    slots: [Slot; MAX_SEQ_SCANS],
    /// Scans started so far.
    started: AtomicU64,
    /// Tables made so far.
    tables: AtomicU64,
    /// Subtransactions that are open.
    level: AtomicU32,
}

/// The number of a scan, 0 for none; its table; the level at which it started.
#[derive(Debug, Default)]
struct Slot {
    scan: AtomicU64,
    table: AtomicU64,
    level: AtomicU32,
}

impl Default for Inner {
    fn default() -> Self {
        Self {
            slots: core::array::from_fn(|_| Slot::default()),
            started: AtomicU64::new(0),
            tables: AtomicU64::new(0),
            level: AtomicU32::new(0),
        }
    }
}

/// A scan that was under way when its transaction ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeakedScan {
    /// The number of the table in its session, by order of creation, from 1 on. (Not its name: the table may have gone.)
    pub table: u64,
}

impl fmt::Display for LeakedScan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "leaked hash_seq_search scan for hash table #{}", self.table)
    }
}

impl Session {
    /// A session without scans.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Scans under way.
    #[must_use]
    pub fn active_scans(&self) -> usize {
        self.0.slots.iter().filter(|slot| slot.scan.load(Ordering::Acquire) != 0).count()
    }

    /// Opens a subtransaction: scans that start now are of its level.
    pub fn begin_subtransaction(&self) {
        self.0.level.fetch_add(1, Ordering::AcqRel);
    }

    /// Ends the innermost subtransaction. Scans that started in it end; if it `commits` they are reported, each a warning,
    /// for whoever started them forgot to end them.
    #[must_use = "leaked scans are to be reported"]
    pub fn end_subtransaction(&self, commits: bool) -> Vec<LeakedScan> {
        let level = self.0.level.load(Ordering::Acquire);
        let leaked = self.end_scans_from(level, commits);
        self.0.level.store(level.saturating_sub(1), Ordering::Release);
        leaked
    }

    /// Ends the transaction and with it all scans: as [`end_subtransaction`](Self::end_subtransaction).
    #[must_use = "leaked scans are to be reported"]
    pub fn end_transaction(&self, commits: bool) -> Vec<LeakedScan> {
        self.0.level.store(0, Ordering::Release);
        self.end_scans_from(0, commits)
    }

    fn end_scans_from(&self, level: u32, commits: bool) -> Vec<LeakedScan> {
        let mut leaked = Vec::new();
        for slot in &self.0.slots {
            if slot.scan.load(Ordering::Acquire) == 0 || slot.level.load(Ordering::Acquire) < level {
                continue;
            }
            let table = slot.table.load(Ordering::Acquire);
            if slot.scan.swap(0, Ordering::AcqRel) != 0 && commits {
                leaked.push(LeakedScan { table });
            }
        }
        leaked
    }

    /// A number for a new table.
    pub(super) fn new_table(&self) -> u64 {
        self.0.tables.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// A number for a new scan.
    pub(super) fn new_scan(&self) -> u64 {
        self.0.started.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Registers a scan, if there are not too many.
    pub(super) fn register(&self, scan: u64, table: u64) -> Option<Registration> {
        let level = self.0.level.load(Ordering::Acquire);
        let slot = self
            .0
            .slots
            .iter()
            .position(|slot| slot.scan.compare_exchange(0, scan, Ordering::AcqRel, Ordering::Relaxed).is_ok())?;
        self.0.slots[slot].table.store(table, Ordering::Release);
        self.0.slots[slot].level.store(level, Ordering::Release);
        Some(Registration { session: self.clone(), slot, scan })
    }

    fn holds(&self, slot: usize, scan: u64) -> bool {
        self.0.slots[slot].scan.load(Ordering::Acquire) == scan
    }
}

/// A scan's place in its session, until it is dropped.
#[derive(Debug)]
pub(super) struct Registration {
    session: Session,
    slot: usize,
    scan: u64,
}

impl Registration {
    /// For the table: to ask whether the scan is still under way.
    pub(super) fn watch(&self) -> (usize, u64) {
        (self.slot, self.scan)
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        // Unless the transaction has ended it, and the place is another scan's.
        let slot = &self.session.0.slots[self.slot].scan;
        _ = slot.compare_exchange(self.scan, 0, Ordering::AcqRel, Ordering::Relaxed);
    }
}

impl Session {
    /// Whether a scan that was registered is still under way.
    pub(super) fn watches(&self, (slot, scan): (usize, u64)) -> bool {
        self.holds(slot, scan)
    }
}
