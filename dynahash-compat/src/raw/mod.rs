//! Directory of 256-bucket segments of chains of nodes.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

mod array;
pub(crate) mod scan;

use core::alloc::Layout as MemoryLayout;
use core::fmt;
use core::mem::MaybeUninit;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;
use simplehash::raw::{MayGrow, Placed, RawTable};
use simplehash::{Error, Growth, StableAddress, Stats, Tuning};

use crate::Chained;

use array::Array;
use scan::OpenScan;

// SAFETY: an entry stays in its node from insertion to removal; splits relink nodes.
unsafe impl StableAddress for Chained {}

/// Buckets in a segment.
const SEGMENT: usize = 256;
/// Thousandths of an entry per bucket.
const FILL_FACTOR: u16 = 1000;
/// The largest number of buckets: hashes have 32 bits, and tests of masks one more.
const MAX_BUCKETS: usize = if usize::BITS > 32 { 1 << 31 } else { 1 << 28 };

/// The part of a node that does not depend on the entry. Pointers to it are made from pointers to whole nodes
/// and keep their provenance, so they can be cast back.
#[derive(Debug)]
pub struct Header {
    next: Link,
    hash: u32,
}

type Link = Option<NonNull<Header>>;

#[repr(C)]
struct Node<E> {
    header: Header,
    entry: MaybeUninit<E>,
}

/// A place in an iteration: the next bucket to enter, and the next node of the present one.
#[derive(Debug, Clone, Default)]
pub struct Position {
    bucket: usize,
    next: Link,
}

/// The erased table.
#[derive(Default)]
pub struct ChainedCore {
    /// Segments of `SEGMENT` chains.
    directory: Array<NonNull<Link>>,
    buckets: usize,
    len: usize,
    /// Entries at which the next insertion splits a bucket.
    threshold: usize,
    scans: Array<OpenScan>,
    last_scan: u64,
}

impl fmt::Debug for ChainedCore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChainedCore").field("len", &self.len).field("buckets", &self.buckets).finish_non_exhaustive()
    }
}

impl ChainedCore {
    /// Number of buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// dynahash's high and low masks, derived: they change when `buckets` passes a power of two.
    #[inline]
    fn bucket(&self, hash: u32) -> usize {
        let high = self.buckets.next_power_of_two() - 1;
        let bucket = hash as usize & high;
        if bucket < self.buckets { bucket } else { bucket & (high >> 1) }
    }

    #[inline]
    fn head(&self, bucket: usize) -> *mut Link {
        let segment = self.directory.as_slice()[bucket / SEGMENT];
        // SAFETY: segments have `SEGMENT` chains.
        unsafe { segment.as_ptr().add(bucket % SEGMENT) }
    }

    fn set_buckets(&mut self, tuning: Tuning, buckets: usize) {
        self.buckets = buckets;
        self.threshold = capacity(tuning, buckets);
    }

    /// Makes segments for `buckets` buckets, or changes nothing.
    fn make_segments<A: Allocator>(&mut self, alloc: &A, buckets: usize) -> Result<(), Error> {
        if buckets > MAX_BUCKETS {
            return Err(Error::CapacityOverflow);
        }
        let had = self.directory.len();
        // Room for the pointers first: no segment is without its place, whatever the allocator does.
        self.directory.reserve(alloc, buckets.div_ceil(SEGMENT))?;
        while self.directory.len() * SEGMENT < buckets {
            let layout = MemoryLayout::new::<[Link; SEGMENT]>();
            // All-zero is `None` for an optional `NonNull`.
            let Ok(segment) = alloc.allocate_zeroed(layout) else {
                self.drop_segments(alloc, had);
                return Err(Error::AllocError { layout });
            };
            self.directory.push(alloc, segment.cast())?;
        }
        Ok(())
    }

    /// Returns the segments from number `keep` on, which hold no nodes.
    fn drop_segments<A: Allocator>(&mut self, alloc: &A, keep: usize) {
        while self.directory.len() > keep {
            let segment = self.directory.as_slice()[self.directory.len() - 1];
            self.directory.truncate(self.directory.len() - 1);
            // SAFETY: allocated with this layout, and out of the directory.
            unsafe { alloc.deallocate(segment.cast(), MemoryLayout::new::<[Link; SEGMENT]>()) };
        }
    }

    /// Takes back all splits but those to the first `buckets` buckets, a power of two below the present number. (Any
    /// mask the table had since covers the smaller one, so the number of a bucket tells where its chain goes.)
    fn merge(&mut self, tuning: Tuning, buckets: usize) {
        for from in buckets..self.buckets {
            let Some(chain) = self.first(from) else { continue };
            let mut end = self.head(from & (buckets - 1));
            // SAFETY: a link of the table.
            while let Some(node) = unsafe { end.read() } {
                // SAFETY: nodes of the table are live.
                end = unsafe { &raw mut (*node.as_ptr()).next };
            }
            // SAFETY: the last link of a chain.
            unsafe { end.write(Some(chain)) };
            // SAFETY: a link of the table; what it led to is in the other chain now.
            unsafe { self.head(from).write(None) };
        }
        self.set_buckets(tuning, buckets);
    }

    /// Splits one bucket into the next new one, for which there is a segment.
    fn split(&mut self, tuning: Tuning) {
        let new = self.buckets;
        self.set_buckets(tuning, new + 1);
        let old = new & !(1 << new.ilog2());
        let (mut old_end, mut new_end) = (self.head(old), self.head(new));
        // SAFETY: a link of the table.
        let mut rest = unsafe { old_end.read() };
        while let Some(node) = rest {
            // SAFETY: nodes of the table are live.
            let Header { next, hash } = unsafe { node.read() };
            let end = if self.bucket(hash) == new { &mut new_end } else { &mut old_end };
            // SAFETY: the end of one of the two chains, which are rebuilt from their nodes in order.
            unsafe { end.write(Some(node)) };
            // SAFETY: a live node.
            *end = unsafe { &raw mut (*node.as_ptr()).next };
            rest = next;
        }
        // SAFETY: the end of the new chain.
        unsafe { new_end.write(None) };
        // SAFETY: the end of the old chain.
        unsafe { old_end.write(None) };
    }

    /// How many buckets a full table may split, which it does at every insertion, also of a key that is there: one,
    /// or as many as keep it at a fill factor below one entry per bucket. Makes the segments for them. Without
    /// memory the table just runs fuller; while a scan is open splits wait.
    fn splits<A: Allocator>(&mut self, alloc: &A, tuning: Tuning) -> usize {
        let splits = 1000_usize.div_ceil(usize::from(tuning.fill_factor.unwrap_or(FILL_FACTOR)).max(1));
        let possible = self.scans.len() == 0 && self.make_segments(alloc, self.buckets + splits).is_ok();
        if possible { splits } else { 0 }
    }

    /// Splits up to so many buckets, until the table is no longer full.
    fn split_up_to(&mut self, tuning: Tuning, splits: usize) {
        for _ in 0..splits {
            if self.len >= self.threshold {
                self.split(tuning);
            }
        }
    }

    /// Grows to `buckets` buckets, or changes nothing.
    fn grow_to<A: Allocator>(&mut self, alloc: &A, tuning: Tuning, buckets: usize) -> Result<(), Error> {
        if buckets <= self.buckets {
            return Ok(());
        }
        self.make_segments(alloc, buckets)?;
        if self.len == 0 {
            self.set_buckets(tuning, buckets);
        }
        // Splits wait for the end of open scans; the segments are there for them.
        while self.buckets < buckets && self.scans.len() == 0 {
            self.split(tuning);
        }
        Ok(())
    }

    /// The link that points to the first node of a chain for which `stop` holds, or the last link.
    ///
    /// # Safety
    /// The table has buckets.
    #[inline]
    unsafe fn seek(&self, hash: u32, mut stop: impl FnMut(NonNull<Header>) -> bool) -> *mut Link {
        let mut link = self.head(self.bucket(hash));
        // SAFETY: a link of the table.
        while let Some(node) = unsafe { link.read() } {
            if stop(node) {
                break;
            }
            // SAFETY: nodes of the table are live.
            link = unsafe { &raw mut (*node.as_ptr()).next };
        }
        link
    }

    /// # Safety
    /// `E` is the entry type of this core.
    #[inline]
    unsafe fn stop_at<E>(hash: u32, mut eq: impl FnMut(&E) -> bool) -> impl FnMut(NonNull<Header>) -> bool {
        move |node| {
            // SAFETY: nodes of the table are live.
            if unsafe { (*node.as_ptr()).hash } != hash {
                return false;
            }
            // SAFETY: a live node of this type.
            let entry = unsafe { entry_of::<E>(node) };
            // SAFETY: a live entry.
            eq(unsafe { entry.as_ref() })
        }
    }

    /// The first node of a bucket.
    fn first(&self, bucket: usize) -> Link {
        // SAFETY: a link of the table.
        unsafe { self.head(bucket).read() }
    }
}

/// Entries that `buckets` buckets take before one is split.
fn capacity(tuning: Tuning, buckets: usize) -> usize {
    let fill = u128::from(tuning.fill_factor.unwrap_or(FILL_FACTOR));
    (buckets as u128 * fill).div_ceil(1000) as usize
}

/// Buckets for `entries` entries: a power of two, as `hash_create` makes.
fn buckets_for(tuning: Tuning, entries: usize) -> Result<usize, Error> {
    let fill = u128::from(tuning.fill_factor.unwrap_or(FILL_FACTOR));
    let buckets = usize::try_from((entries as u128 * 1000).div_ceil(fill)).ok();
    let buckets = buckets.and_then(|buckets| buckets.max(1).checked_next_power_of_two());
    buckets.filter(|buckets| *buckets <= MAX_BUCKETS).ok_or(Error::CapacityOverflow)
}

/// # Safety
/// `node` heads a live `Node<E>`.
#[inline]
unsafe fn entry_of<E>(node: NonNull<Header>) -> NonNull<E> {
    // SAFETY: by the contract.
    let entry = unsafe { &raw mut (*node.cast::<Node<E>>().as_ptr()).entry };
    // SAFETY: a field of a live node is not null.
    unsafe { NonNull::new_unchecked(entry.cast()) }
}

/// # Safety
/// `node` heads a `Node<E>` from `alloc` that is in no chain.
unsafe fn take<E, A: Allocator>(alloc: &A, node: NonNull<Header>) -> E {
    // SAFETY: by the contract.
    let entry = unsafe { entry_of::<E>(node) };
    // SAFETY: read once: the node goes below.
    let entry = unsafe { entry.read() };
    // SAFETY: allocated by this allocator with this layout.
    unsafe { alloc.deallocate(node.cast(), MemoryLayout::new::<Node<E>>()) };
    entry
}

/// Memory for a node, returned unless it gets into the table.
struct Room<'a, A: Allocator>(NonNull<u8>, MemoryLayout, &'a A);

impl<'a, A: Allocator> Room<'a, A> {
    fn for_node<E>(alloc: &'a A) -> Result<Self, Error> {
        let layout = MemoryLayout::new::<Node<E>>();
        let memory = alloc.allocate(layout).map_err(|_| Error::AllocError { layout })?;
        Ok(Self(memory.cast(), layout, alloc))
    }

    /// The node, in no chain yet. `E` is that of `for_node`.
    #[inline]
    fn fill<E>(self, hash: u32, entry: E) -> NonNull<Header> {
        debug_assert_eq!(self.1, MemoryLayout::new::<Node<E>>());
        let memory = self.0;
        core::mem::forget(self);
        let node = Node { header: Header { next: None, hash }, entry: MaybeUninit::new(entry) };
        // SAFETY: fresh memory for such a node.
        unsafe { memory.cast::<Node<E>>().write(node) };
        memory.cast()
    }
}

impl<A: Allocator> Drop for Room<'_, A> {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { self.2.deallocate(self.0, self.1) };
    }
}

// SAFETY: nodes in chains are live and hold entries; foreign code is called with all chains whole.
unsafe impl RawTable for ChainedCore {
    type Slot = NonNull<Header>;
    type Cursor = Position;
    /// The candidate before; none at first.
    type Probe = Link;

    #[inline]
    fn len(&self) -> usize {
        self.len
    }

    fn capacity(&self) -> usize {
        self.threshold
    }

    fn allocation_size<E>(&self) -> usize {
        self.directory.allocation_size()
            + self.directory.len() * size_of::<[Link; SEGMENT]>()
            + self.len * size_of::<Node<E>>()
            + self.scans.allocation_size()
    }

    unsafe fn stats<E>(&self) -> Stats {
        let mut stats = Stats::of_size(self.buckets as u64);
        for bucket in 0..self.buckets {
            let (mut next, mut place) = (self.first(bucket), 0);
            while let Some(node) = next {
                stats.add_entry(place);
                place += 1;
                // SAFETY: a live node.
                next = unsafe { (*node.as_ptr()).next };
            }
            stats.add_bucket(place);
        }
        stats
    }

    unsafe fn create<E, A: Allocator>(&mut self, alloc: &A, tuning: Tuning, nelements: usize) -> Result<(), Error> {
        self.grow_to(alloc, tuning, buckets_for(tuning, nelements)?)
    }

    unsafe fn reserve<E, A: Allocator>(&mut self, alloc: &A, tuning: Tuning, total: usize) -> Result<(), Error> {
        if total <= self.threshold { Ok(()) } else { self.grow_to(alloc, tuning, buckets_for(tuning, total)?) }
    }

    unsafe fn grow<E, A: Allocator>(&mut self, alloc: &A, tuning: Tuning, buckets: usize) -> Result<(), Error> {
        self.grow_to(alloc, tuning, buckets)
    }

    unsafe fn shrink<E, A: Allocator>(&mut self, alloc: &A, tuning: Tuning, total: usize) -> Result<(), Error> {
        let total = total.max(self.len);
        // An open scan is at a bucket with a number.
        if self.scans.len() > 0 {
            return Ok(());
        }
        self.scans.free(alloc);
        if total == 0 {
            let mut old = core::mem::replace(self, Self { last_scan: self.last_scan, ..Self::default() });
            // SAFETY: passed on.
            unsafe { old.free::<E, A>(alloc) };
        } else if let Ok(buckets) = buckets_for(tuning, total)
            && buckets < self.buckets
        {
            self.merge(tuning, buckets);
            self.drop_segments(alloc, buckets.div_ceil(SEGMENT));
            self.directory.shrink(alloc);
        }
        Ok(())
    }

    unsafe fn copy_to<E, A: Allocator>(
        &self,
        copy: &mut Self,
        alloc: &A,
        mut clone: impl FnMut(&E) -> Result<E, Error>,
    ) -> Result<(), Error> {
        copy.make_segments(alloc, self.buckets)?;
        (copy.buckets, copy.threshold) = (self.buckets, self.threshold);
        for bucket in 0..self.buckets {
            let (mut next, mut end) = (self.first(bucket), copy.head(bucket));
            while let Some(node) = next {
                let room = Room::for_node::<E>(alloc)?;
                // SAFETY: nodes of the table are live, and of this type.
                let entry = unsafe { entry_of::<E>(node) };
                // SAFETY: a live entry.
                let entry = clone(unsafe { entry.as_ref() })?;
                // SAFETY: a live node.
                let Header { next: after, hash } = unsafe { node.read() };
                let made = room.fill(hash, entry);
                // SAFETY: the last link of a chain of the copy.
                unsafe { end.write(Some(made)) };
                copy.len += 1;
                // SAFETY: a live node.
                end = unsafe { &raw mut (*made.as_ptr()).next };
                next = after;
            }
        }
        Ok(())
    }

    #[inline]
    unsafe fn find<E>(&self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<Self::Slot> {
        if self.len == 0 {
            return None;
        }
        // SAFETY: `E` by the contract.
        let stop = unsafe { Self::stop_at(hash as u32, eq) };
        // SAFETY: there are entries, so there are buckets.
        let link = unsafe { self.seek(hash as u32, stop) };
        // SAFETY: a link of the table.
        unsafe { link.read() }
    }

    unsafe fn candidate<E>(&self, hash: u64, probe: &mut Link) -> Option<NonNull<E>> {
        // Nodes stay while nothing is removed, so the last one is a place to go on from, also after a split.
        let mut next = match *probe {
            // SAFETY: a live node.
            Some(node) => unsafe { (*node.as_ptr()).next },
            None if self.len == 0 => None,
            None => self.first(self.bucket(hash as u32)),
        };
        while let Some(node) = next {
            // SAFETY: nodes of the table are live.
            if unsafe { (*node.as_ptr()).hash } == hash as u32 {
                *probe = Some(node);
                // SAFETY: a live node of this type.
                return Some(unsafe { entry_of(node) });
            }
            // SAFETY: as above.
            next = unsafe { (*node.as_ptr()).next };
        }
        None
    }

    #[inline]
    unsafe fn find_or_insert<E, A: Allocator, X: From<Error>>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        may_grow: MayGrow,
        hash: u64,
        eq: impl FnMut(&E) -> bool,
        make: impl FnOnce() -> Result<E, X>,
    ) -> Result<Placed<Self::Slot>, X> {
        let hash = hash as u32;
        let full = self.len >= self.threshold;
        let mut end = None;
        if self.buckets > 0 {
            // SAFETY: `E` by the contract.
            let stop = unsafe { Self::stop_at(hash, eq) };
            // SAFETY: there are buckets.
            let link = unsafe { self.seek(hash, stop) };
            // SAFETY: a link of the table.
            if let Some(slot) = unsafe { link.read() } {
                if full && may_grow == MayGrow::Yes {
                    let splits = self.splits(alloc, tuning);
                    self.split_up_to(tuning, splits);
                }
                return Ok(Placed { slot, new: false });
            }
            end = Some(link);
        }
        if full && may_grow == MayGrow::No {
            return Err(Error::WouldGrow { because: Growth::FillFactor }.into());
        }
        // Memory first, and a split only when nothing can fail any more: then a refusal has changed nothing.
        let room = Room::for_node::<E>(alloc)?;
        if self.buckets == 0 {
            self.grow_to(alloc, tuning, 1)?;
        }
        let splits = if full { self.splits(alloc, tuning) } else { 0 };
        let entry = make()?;
        if splits > 0 {
            self.split_up_to(tuning, splits);
            end = None;
        }
        let node = room.fill(hash, entry);
        // SAFETY: there are buckets.
        let end = end.unwrap_or_else(|| unsafe { self.seek(hash, |_| false) });
        // SAFETY: the last link of the node's chain: nothing was split or linked since it was sought.
        unsafe { end.write(Some(node)) };
        self.len += 1;
        Ok(Placed { slot: node, new: true })
    }

    #[inline]
    unsafe fn entry<E>(&self, slot: Self::Slot) -> NonNull<E> {
        // SAFETY: by the contract.
        unsafe { entry_of(slot) }
    }

    unsafe fn remove<E, A: Allocator>(&mut self, alloc: &A, slot: Self::Slot) -> E {
        // SAFETY: a live node.
        let next = unsafe { (*slot.as_ptr()).next };
        // SAFETY: a live node.
        let hash = unsafe { (*slot.as_ptr()).hash };
        // SAFETY: there are buckets; the chain of its hash has the node.
        let link = unsafe { self.seek(hash, |node| node == slot) };
        // SAFETY: the link to the node.
        unsafe { link.write(next) };
        self.len -= 1;
        scan::step_off(self.scans.as_mut_slice(), slot, next);
        // SAFETY: the node is in no chain now.
        unsafe { take(alloc, slot) }
    }

    unsafe fn next<E>(&self, cursor: &mut Position) -> Option<Self::Slot> {
        while cursor.next.is_none() && cursor.bucket < self.buckets {
            cursor.next = self.first(cursor.bucket);
            cursor.bucket += 1;
        }
        let node = cursor.next?;
        // SAFETY: a live node: the cursor is already past the one it returned last.
        cursor.next = unsafe { (*node.as_ptr()).next };
        Some(node)
    }

    unsafe fn pop<E, A: Allocator>(&mut self, alloc: &A, from: &mut usize) -> Option<E> {
        self.scans.truncate(0);
        while *from < self.buckets {
            if let Some(node) = self.first(*from) {
                // SAFETY: a live node.
                let next = unsafe { (*node.as_ptr()).next };
                // SAFETY: a link of the table.
                unsafe { self.head(*from).write(next) };
                self.len -= 1;
                // SAFETY: the node is in no chain now.
                return Some(unsafe { take(alloc, node) });
            }
            *from += 1;
        }
        None
    }

    unsafe fn free<E, A: Allocator>(&mut self, alloc: &A) {
        if self.len > 0 {
            // SAFETY: passed on.
            unsafe { self.forget_all::<E, A>(alloc) };
        }
        let mut old = core::mem::take(self);
        for segment in old.directory.as_slice() {
            // SAFETY: allocated with this layout.
            unsafe { alloc.deallocate(segment.cast(), MemoryLayout::new::<[Link; SEGMENT]>()) };
        }
        old.directory.free(alloc);
        old.scans.free(alloc);
    }
}
