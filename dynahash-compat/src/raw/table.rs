//! The layout: the core with entries of a type.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::ptr::{self, NonNull};

use allocator_api2::alloc::Allocator;
use simplehash::raw::prefetch::prefetch;
use simplehash::raw::{EntryHash, MayGrow, Placed, RawTable, Slotted};
use simplehash::{Error, Growth, StableAddress, Stats, Tuning};

use super::buckets::Bucket;
use super::core::{ChainedCore, Found, Nodes, buckets_for, generations};
use crate::Chained;

// SAFETY: an entry stays in its node from insertion to removal; splits relink nodes.
unsafe impl StableAddress for Chained {}

/// A place in an iteration by the numbers of nodes.
#[derive(Debug, Clone, Default)]
pub struct Numbers {
    next: u32,
}

/// Reads an `eq` of entries as one of their addresses.
///
/// # Safety
/// What it is called with are addresses of live entries of type `E`.
#[inline(always)]
unsafe fn at_address<E>(mut eq: impl FnMut(&E) -> bool) -> impl FnMut(NonNull<u8>) -> bool {
    // SAFETY: by the contract.
    move |entry| eq(unsafe { entry.cast::<E>().as_ref() })
}

// SAFETY: nodes in chains are in use and hold entries; foreign code is called with all chains whole.
unsafe impl RawTable for ChainedCore {
    type Slot = Found;
    type Cursor = Numbers;
    /// The candidate before; none at first.
    type Probe = Option<u32>;

    #[inline]
    fn len(&self) -> usize {
        self.len
    }

    fn capacity(&self) -> usize {
        self.threshold
    }

    fn allocation_size<E>(&self) -> usize {
        self.bytes(Nodes::of::<E>())
    }

    unsafe fn stats<E>(&self) -> Stats {
        // SAFETY: passed on.
        unsafe { self.count(Nodes::of::<E>()) }
    }

    unsafe fn create<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        nelements: usize,
        _: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.grow_to(alloc, Nodes::of::<E>(), tuning, buckets_for(tuning, nelements)?) }
    }

    unsafe fn reserve<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        _: impl EntryHash<E>,
    ) -> Result<(), Error> {
        let buckets = buckets_for(tuning, total)?;
        let (nodes, had) = (Nodes::of::<E>(), self.slabs());
        // SAFETY: passed on.
        unsafe { self.make_nodes(alloc, nodes, generations(tuning), total)? };
        if total <= self.threshold {
            return Ok(());
        }
        // SAFETY: passed on.
        let grown = unsafe { self.grow_to(alloc, nodes, tuning, buckets) };
        if grown.is_err() {
            // SAFETY: passed on; the new slabs are not in use.
            unsafe { self.drop_slabs(alloc, nodes, had) };
        }
        grown
    }

    unsafe fn grow<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        buckets: usize,
        _: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.grow_to(alloc, Nodes::of::<E>(), tuning, buckets) }
    }

    unsafe fn shrink<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        _: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.shrink_to(alloc, Nodes::of::<E>(), tuning, total) };
        Ok(())
    }

    unsafe fn copy_to<E, A: Allocator>(
        &self,
        copy: &mut Self,
        alloc: &A,
        mut clone: impl FnMut(&E) -> Result<E, Error>,
    ) -> Result<(), Error> {
        let clone_to = |from: NonNull<u8>, to: NonNull<u8>| {
            // SAFETY: a live entry of this type.
            let entry = clone(unsafe { from.cast::<E>().as_ref() })?;
            // SAFETY: the entry's place in a node that is not in use yet.
            unsafe { to.cast::<E>().write(entry) };
            Ok(())
        };
        // SAFETY: passed on.
        unsafe { self.copy_nodes(copy, alloc, Nodes::of::<E>(), clone_to) }
    }

    #[inline]
    unsafe fn find<E>(&self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<Found> {
        // SAFETY: entries are of this type.
        let eq = unsafe { at_address(eq) };
        // SAFETY: passed on.
        unsafe { self.lookup(Nodes::of::<E>(), hash as u32, eq) }
    }

    #[inline]
    unsafe fn prefetch<E>(&self, hash: u64) {
        if self.len > 0 {
            // SAFETY: there are entries, so there are buckets.
            prefetch(unsafe { self.buckets.at(self.buckets.of(hash as u32)) });
        }
    }

    #[inline]
    unsafe fn prefetch_entry<E>(&self, hash: u64) {
        if self.len == 0 {
            return;
        }
        // SAFETY: as above.
        if let Some(number) = unsafe { self.first(self.buckets.of(hash as u32)) } {
            // SAFETY: nodes in chains are in use.
            prefetch(unsafe { self.entry_at(Nodes::of::<E>(), number) }.as_ptr());
        }
    }

    unsafe fn candidate<E>(&self, hash: u64, probe: &mut Option<u32>) -> Option<NonNull<E>> {
        let nodes = Nodes::of::<E>();
        // Nodes stay while nothing is removed, so the last one is a place to go on from, also after a split.
        let mut next = match *probe {
            // SAFETY: a node in use.
            Some(number) => unsafe { self.after(nodes, number) },
            None if self.len == 0 => None,
            // SAFETY: there are entries, so there are buckets.
            None => unsafe { self.first(self.buckets.of(hash as u32)) },
        };
        while let Some(number) = next {
            // SAFETY: nodes in chains are in use.
            if unsafe { self.node(nodes, number) }.hash == hash as u32 {
                *probe = Some(number);
                // SAFETY: as above.
                return Some(unsafe { self.entry_at(nodes, number) }.cast());
            }
            // SAFETY: as above.
            next = unsafe { self.after(nodes, number) };
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
    ) -> Result<Placed<Found>, X> {
        let (hash, nodes) = (hash as u32, Nodes::of::<E>());
        let full = self.len >= self.threshold;
        // SAFETY: entries are of this type.
        let eq = unsafe { at_address(eq) };
        let (mut bucket, mut was) = (ptr::null_mut(), Bucket::EMPTY);
        if self.buckets() > 0 {
            // SAFETY: one of the buckets.
            bucket = unsafe { self.buckets.at(self.buckets.of(hash)) };
            // SAFETY: as above.
            was = unsafe { bucket.read() };
        }
        // SAFETY: passed on.
        if let Some(slot) = unsafe { self.lookup_in(nodes, bucket, was, hash, eq) } {
            if full && may_grow == MayGrow::Yes {
                // SAFETY: passed on.
                let splits = unsafe { self.splits(alloc, tuning) };
                // SAFETY: passed on.
                unsafe { self.split_up_to(nodes, tuning, splits) };
                return Ok(Placed { slot: Found::by_number(slot.number), new: false });
            }
            return Ok(Placed { slot, new: false });
        }
        if full && may_grow == MayGrow::No {
            return Err(Error::WouldGrow { because: Growth::FillFactor }.into());
        }
        let mut splits = 0;
        if full || !self.has_node(nodes, &self.free) {
            // SAFETY: passed on.
            splits = unsafe { self.make_room(alloc, nodes, tuning)? };
        }
        let entry = make()?;
        // Without buckets the table was full.
        if full || was.may_have(hash) {
            // SAFETY: there are buckets now, and segments for the splits.
            bucket = unsafe { self.settle_bucket(nodes, tuning, hash, splits) };
        }
        // At the beginning of its chain, which need not be walked for that.
        // SAFETY: there is a node, and this is the bucket of the hash.
        let (number, place) = unsafe { self.link_first(nodes, bucket, hash) };
        // SAFETY: the entry's place in it.
        unsafe { place.cast::<E>().write(entry) };
        self.len += 1;
        Ok(Placed { slot: Found::by_number(number), new: true })
    }

    #[inline]
    unsafe fn entry<E>(&self, slot: Found) -> NonNull<E> {
        // SAFETY: by the contract.
        unsafe { self.entry_at(Nodes::of::<E>(), slot.number) }.cast()
    }

    #[inline]
    unsafe fn remove<E, A: Allocator>(&mut self, _: &A, slot: Found) -> E {
        // SAFETY: by the contract.
        unsafe { self.unlink(Nodes::of::<E>(), slot) };
        // SAFETY: a node in use that is in no chain.
        unsafe { self.take_entry(slot.number) }
    }

    #[inline]
    unsafe fn next<E>(&self, cursor: &mut Numbers) -> Option<Found> {
        // SAFETY: passed on.
        let number = unsafe { self.used_from(Nodes::of::<E>(), cursor.next)? };
        cursor.next = number + 1;
        Some(Found::by_number(number))
    }

    unsafe fn pop<E, A: Allocator>(&mut self, _: &A, from: &mut usize) -> Option<E> {
        if *from == 0 {
            self.forget_chains();
        }
        // SAFETY: passed on.
        let Some(number) = (unsafe { self.used_from(Nodes::of::<E>(), *from as u32) }) else {
            self.renumber();
            return None;
        };
        *from = number as usize + 1;
        // SAFETY: a node in use; there are no chains.
        Some(unsafe { self.take_entry(number) })
    }

    unsafe fn free<E, A: Allocator>(&mut self, alloc: &A) {
        // SAFETY: passed on.
        unsafe { self.free_all(alloc, Nodes::of::<E>()) };
    }
}

impl ChainedCore {
    /// Takes the entry of a node, and the node for others.
    ///
    /// # Safety
    /// A node in use, in no chain, with an entry of this type.
    #[inline]
    unsafe fn take_entry<E>(&mut self, number: u32) -> E {
        let nodes = Nodes::of::<E>();
        // SAFETY: by the contract.
        let entry = unsafe { self.entry_at(nodes, number) };
        // SAFETY: read once: the node is marked free below.
        let entry = unsafe { entry.cast::<E>().read() };
        let mut list = self.free;
        // SAFETY: by the contract; its entry has gone.
        unsafe { self.give_node(nodes, &mut list, number) };
        self.free = list;
        self.len -= 1;
        entry
    }
}

// SAFETY: slots are nodes; an entry stays in its node.
unsafe impl Slotted for ChainedCore {
    #[inline]
    fn slot_number(&self, slot: Found) -> u32 {
        slot.number
    }

    #[inline]
    unsafe fn slot_from<E>(&self, from: u32) -> Option<Found> {
        // SAFETY: passed on.
        unsafe { self.used_from(Nodes::of::<E>(), from) }.map(Found::by_number)
    }

    #[inline]
    unsafe fn slot_at<E>(&self, number: u32) -> Option<Found> {
        // SAFETY: passed on.
        unsafe { self.used_at(Nodes::of::<E>(), number) }.map(Found::by_number)
    }

    #[inline]
    unsafe fn generation<E>(&self, slot: Found) -> u32 {
        // SAFETY: passed on.
        unsafe { self.generation_of(Nodes::of::<E>(), slot.number) }
    }
}
