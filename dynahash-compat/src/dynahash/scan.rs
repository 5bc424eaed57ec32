//! Sequential scans: tokens that do not borrow the table, registered with its session.

use alloc::sync::{Arc, Weak};

use allocator_api2::alloc::Allocator;

use super::session::Registration;
use super::{Dynahash, Entry, Error};

/// A scan under way: dynahash's `HASH_SEQ_STATUS`. Dropped, it ends; forgotten, it is reported when the transaction ends.
#[derive(Debug)]
#[must_use = "a scan does nothing unless it is given to `seq_search`"]
pub struct SeqScan {
    scan: u64,
    /// None in a frozen table.
    registration: Option<Registration>,
    alive: Arc<()>,
}

/// A scan as the table knows it. Removing an entry moves any scan that stands before it, so that none can dangle.
#[derive(Debug)]
pub(super) struct OpenScan {
    scan: u64,
    /// The bucket to enter when `next` runs out.
    bucket: usize,
    next: Option<u32>,
    /// Only entries with this hash, of one chain.
    only: Option<u32>,
    registered: Option<(usize, u64)>,
    alive: Weak<()>,
}

impl<A: Allocator> Dynahash<A> {
    /// `hash_seq_init`: starts a scan over all entries, bucket by bucket and in the order of the chains. Until it ends, by
    /// its last entry, by [`seq_term`](Self::seq_term) or by being dropped, no bucket is split; otherwise the table may be
    /// used in any way. Entries that come meanwhile may or may not be returned; any entry may be removed (in C only the
    /// one just returned) and is not returned then; one that gets another key meanwhile may be returned twice or missed.
    ///
    /// # Errors
    /// [`Error::TooManyScans`], unless the table is frozen: then the scan is not registered.
    pub fn seq_init(&mut self) -> Result<SeqScan, Error> {
        self.start_scan(0, None, None)
    }

    /// `hash_seq_init_with_hash_value` (PostgreSQL 18): as [`seq_init`](Self::seq_init), over the entries with this hash of
    /// [`get_hash_value`](Self::get_hash_value) only.
    ///
    /// # Errors
    /// As there.
    pub fn seq_init_with_hash_value(&mut self, hashvalue: u32) -> Result<SeqScan, Error> {
        let bucket = self.elements.bucket_of(hashvalue);
        self.start_scan(self.elements.buckets(), self.elements.first(bucket), Some(hashvalue))
    }

    fn start_scan(&mut self, bucket: usize, next: Option<u32>, only: Option<u32>) -> Result<SeqScan, Error> {
        self.forget_ended_scans();
        let scan = self.session.new_scan();
        let registration = if self.frozen {
            None
        } else {
            let registration = self.session.register(scan, self.id);
            Some(registration.ok_or_else(|| Error::TooManyScans { table: self.name() })?)
        };
        let alive = Arc::new(());
        let registered = registration.as_ref().map(Registration::watch);
        self.scans.push(OpenScan { scan, bucket, next, only, registered, alive: Arc::downgrade(&alive) });
        Ok(SeqScan { scan, registration, alive })
    }

    /// `hash_seq_search`: the next entry. After the last one the scan has ended.
    ///
    /// # Errors
    /// [`Error::NoScan`] if it had ended before, by itself, by the end of its transaction or by being another table's.
    pub fn seq_search(&mut self, scan: &mut SeqScan) -> Result<Option<Entry<'_>>, Error> {
        let index = self.scan_index(scan).ok_or_else(|| Error::NoScan { table: self.name() })?;
        loop {
            let open = &mut self.scans[index];
            let Some(number) = open.next else {
                if open.bucket < self.elements.buckets() {
                    open.next = self.elements.first(open.bucket);
                    open.bucket += 1;
                    continue;
                }
                self.scans.swap_remove(index);
                scan.registration = None;
                return Ok(None);
            };
            open.next = self.elements.after(number);
            if open.only.is_none_or(|only| self.elements.hash(number) == Some(only)) {
                return Ok(Some(Entry::new(&mut self.elements, self.keys.keysize, number)));
            }
        }
    }

    /// `hash_seq_term`: ends a scan before its last entry.
    ///
    /// # Errors
    /// [`Error::NoScan`] if it had ended before.
    pub fn seq_term(&mut self, mut scan: SeqScan) -> Result<(), Error> {
        let index = self.scan_index(&scan).ok_or_else(|| Error::NoScan { table: self.name() })?;
        self.scans.swap_remove(index);
        scan.registration = None;
        Ok(())
    }

    /// Scans of this table under way that keep it from splitting.
    #[must_use]
    pub fn active_scans(&self) -> usize {
        self.scans.iter().filter(|open| open.registered.is_some() && self.is_active(open)).count()
    }

    fn scan_index(&self, scan: &SeqScan) -> Option<usize> {
        let same = |open: &OpenScan| {
            open.scan == scan.scan && open.alive.ptr_eq(&Arc::downgrade(&scan.alive)) && self.is_active(open)
        };
        self.scans.iter().position(same)
    }

    fn is_active(&self, open: &OpenScan) -> bool {
        open.alive.strong_count() > 0 && open.registered.is_none_or(|watched| self.session.watches(watched))
    }

    fn forget_ended_scans(&mut self) {
        let ended = |open: &OpenScan, session: &super::Session| {
            open.alive.strong_count() == 0 || open.registered.is_some_and(|watched| !session.watches(watched))
        };
        let session = &self.session;
        self.scans.retain(|open| !ended(open, session));
    }

    /// Whether a scan keeps the table from splitting.
    pub(super) fn is_scanned(&mut self) -> bool {
        if self.scans.is_empty() {
            return false;
        }
        self.forget_ended_scans();
        self.scans.iter().any(|open| open.registered.is_some())
    }

    /// Moves scans off an element that leaves its chain, in which `next` follows it.
    pub(super) fn step_off(&mut self, number: u32, next: Option<u32>) {
        for open in &mut self.scans {
            if open.next == Some(number) {
                open.next = next;
            }
        }
    }
}
