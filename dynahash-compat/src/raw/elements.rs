//! The core with entries of bytes whose size is known only when the table is made: what the dynahash interface is made of.
//!
//! Safe to use whatever numbers it is given: each is looked at before it is used.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;
use simplehash::{Error, Handle, Tuning};

use super::buckets::SEGMENT;
use super::core::{ChainedCore, ELEMENT_HEADER, Found, FreeList, Header, NONE, Nodes};

/// Free lists of a partitioned table.
pub(crate) const FREE_LISTS: usize = 32;

/// The largest slab of a table that grows: 2^10 elements.
const MOST_PER_SLAB: u32 = 10;
/// The shape of a table that does not: all elements in one slab.
const ALL: u32 = 31;

/// Elements in chains and on free lists.
pub(crate) struct Elements<A: Allocator> {
    core: ChainedCore,
    nodes: Nodes,
    entry_size: usize,
    /// One is used unless the table is partitioned.
    lists: [FreeList; FREE_LISTS],
    partitioned: bool,
    fixed: bool,
    /// Whether memory goes back to where it came from.
    returns: bool,
    alloc: A,
}

// SAFETY: the table owns its memory, and shares nothing else; its pointers are why this is not automatic.
unsafe impl<A: Allocator + Send> Send for Elements<A> {}
// SAFETY: as above; `&Elements` gives out `&[u8]` only.
unsafe impl<A: Allocator + Sync> Sync for Elements<A> {}

/// Where a lookup ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Looked {
    pub(crate) found: Option<u32>,
    /// Elements of other keys on the way.
    pub(crate) collisions: u64,
}

impl<A: Allocator> Elements<A> {
    /// Without memory yet. `per_slab` elements are allocated together, about: a power of two. None if an entry is as large
    /// as an address space.
    pub(crate) fn new(
        alloc: A,
        entry_size: usize,
        per_slab: usize,
        partitioned: bool,
        fixed: bool,
        returns: bool,
    ) -> Option<Self> {
        let shift = if fixed { ALL } else { per_slab.max(1).ilog2().min(MOST_PER_SLAB) };
        let nodes = Nodes::of_bytes(entry_size, shift)?;
        let lists = [FreeList::default(); FREE_LISTS];
        Some(Self { core: ChainedCore::default(), nodes, entry_size, lists, partitioned, fixed, returns, alloc })
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.core.len
    }

    #[inline]
    pub(crate) fn buckets(&self) -> usize {
        self.core.buckets()
    }

    /// Segments with a bucket in use.
    pub(crate) fn segments(&self) -> usize {
        self.buckets().div_ceil(SEGMENT)
    }

    /// Bytes allocated.
    pub(crate) fn allocation_size(&self) -> usize {
        self.core.bytes(self.nodes)
    }

    /// The free list of a hash.
    #[inline]
    fn list(&self, hash: u32) -> usize {
        if self.partitioned { hash as usize % FREE_LISTS } else { 0 }
    }

    /// Elements on all free lists.
    pub(crate) fn free(&self) -> usize {
        self.lists.iter().map(FreeList::len).sum()
    }

    /// Makes the first buckets, with room for `directory` segments.
    pub(crate) fn make_buckets(&mut self, buckets: usize, directory: usize) -> Result<(), Error> {
        // SAFETY: the allocator and nodes of this table.
        unsafe { self.core.buckets.reserve_directory(&self.alloc, directory)? };
        // SAFETY: as above.
        unsafe { self.core.grow_to(&self.alloc, self.nodes, Tuning::DEFAULT, buckets) }
    }

    /// Makes elements and puts them on the lists: `each` on each in use, and the rest on the first.
    pub(crate) fn make_elements(&mut self, count: usize, each: usize) -> Result<(), Error> {
        let count = u32::try_from(count).ok().filter(|count| *count < 1 << ALL).ok_or(Error::CapacityOverflow)?;
        if count == 0 {
            return Ok(());
        }
        if self.fixed {
            // SAFETY: the allocator and nodes of this table, which has none yet.
            unsafe { self.core.make_all_nodes(&self.alloc, self.nodes, count)? };
        } else {
            // SAFETY: the allocator and nodes of this table.
            unsafe { self.core.make_nodes(&self.alloc, self.nodes, false, count as usize)? };
        }
        let mut left = self.core.unused(self.nodes);
        let lists = if self.partitioned { FREE_LISTS } else { 1 };
        for list in (0..lists).rev() {
            let share = if list == 0 { left } else { (each as u32).min(left) };
            left -= share;
            // SAFETY: so many are unused.
            unsafe { self.core.stock(self.nodes, &mut self.lists[list], share) };
        }
        Ok(())
    }

    /// Another slab, all for one list.
    #[cold]
    fn make_slab(&mut self, list: usize) -> Result<(), Error> {
        // SAFETY: the allocator and nodes of this table.
        unsafe { self.core.make_slab(&self.alloc, self.nodes, false)? };
        let unused = self.core.unused(self.nodes);
        // SAFETY: so many are unused.
        unsafe { self.core.stock(self.nodes, &mut self.lists[list], unused) };
        Ok(())
    }

    /// The list to take an element from for one that belongs to `list`: that one, if need be with fresh memory; else
    /// another that has one.
    #[inline]
    fn list_with_element(&mut self, list: usize) -> Option<usize> {
        if self.lists[list].len() > 0 || (!self.fixed && self.make_slab(list).is_ok()) {
            return Some(list);
        }
        (1..FREE_LISTS).map(|step| (list + step) % FREE_LISTS).find(|other| self.lists[*other].len() > 0)
    }

    /// Splits a bucket. False if there is no memory for it, or if there are as many segments as there may be.
    pub(crate) fn split(&mut self, most_buckets: usize) -> bool {
        // SAFETY: the allocator and nodes of this table.
        self.buckets() < most_buckets
            && unsafe { self.core.grow_to(&self.alloc, self.nodes, Tuning::DEFAULT, self.buckets() + 1) }.is_ok()
    }

    /// Looks for the element with this hash whose entry is the `same`.
    #[inline]
    pub(crate) fn look(&self, hash: u32, mut same: impl FnMut(&[u8]) -> bool) -> Looked {
        let mut collisions = 0;
        let eq = |entry: NonNull<u8>| {
            // SAFETY: entries have this size, and every byte is initialised.
            same(unsafe { NonNull::slice_from_raw_parts(entry, self.entry_size).as_ref() })
        };
        // SAFETY: the nodes of this table; there are buckets from the beginning.
        let found = unsafe { self.core.look_for(self.nodes, hash, &mut collisions, eq) };
        Looked { found, collisions }
    }

    /// Puts in an element whose entry `fill` completes, at the end of its chain. The entry holds zeroes or what an earlier
    /// one left. None if there is no memory. `fill` must not panic: the element would be lost.
    #[inline]
    pub(crate) fn enter(&mut self, hash: u32, fill: impl FnOnce(&mut [u8])) -> Option<u32> {
        let list = self.list(hash);
        let from = self.list_with_element(list)?;
        let mut free = self.lists[from];
        // SAFETY: the list has an element.
        let (number, entry) = unsafe { self.core.take_node(self.nodes, &mut free, Header { next: NONE, hash }) };
        self.lists[from] = free;
        // SAFETY: in no chain, so nobody else sees it; every byte was initialised when it was stocked.
        fill(unsafe { NonNull::slice_from_raw_parts(entry, self.entry_size).as_mut() });
        // SAFETY: in no chain, and there are buckets from the beginning.
        unsafe { self.core.link_last(self.nodes, hash, number) };
        self.core.len += 1;
        Some(number)
    }

    /// Takes an element out of its chain and puts it on the free list of its hash. Gives what followed it in the chain.
    pub(crate) fn remove(&mut self, number: u32) -> Option<u32> {
        let hash = self.hash(number)?;
        let next = self.after(number);
        let list = self.list(hash);
        // SAFETY: in use, as its hash shows.
        unsafe { self.core.unlink(self.nodes, Found::by_number(number)) };
        let mut free = self.lists[list];
        // SAFETY: in no chain; bytes need no drop.
        unsafe { self.core.give_node(self.nodes, &mut free, number) };
        self.lists[list] = free;
        self.core.len -= 1;
        next
    }

    /// Gives an element another hash, at the end of the chain of which it goes; in its own chain it stays where it is.
    pub(crate) fn relink(&mut self, number: u32, hash: u32) {
        let Some(old) = self.hash(number) else { return };
        let moves = self.core.buckets.of(old) != self.core.buckets.of(hash);
        if moves {
            // SAFETY: in use, as its hash shows.
            unsafe { self.core.unlink(self.nodes, Found::by_number(number)) };
        }
        // SAFETY: in use.
        unsafe { self.core.set_hash(self.nodes, number, hash, moves) };
        if moves {
            // SAFETY: in no chain, and there are buckets from the beginning.
            unsafe { self.core.link_last(self.nodes, hash, number) };
        } else {
            self.core.add_tag(hash);
        }
    }

    /// The hash of an element, if there is one with this number.
    #[inline]
    pub(crate) fn hash(&self, number: u32) -> Option<u32> {
        // SAFETY: the nodes of this table.
        let number = unsafe { self.core.used_at(self.nodes, number)? };
        // SAFETY: in use.
        Some(unsafe { self.core.node(self.nodes, number) }.hash)
    }

    /// The entry of an element.
    #[inline]
    pub(crate) fn entry(&self, number: u32) -> Option<&[u8]> {
        // SAFETY: the nodes of this table.
        let number = unsafe { self.core.used_at(self.nodes, number)? };
        // SAFETY: in use.
        let entry = unsafe { self.core.entry_at(self.nodes, number) };
        // SAFETY: entries have this size, and every byte is initialised; the reference borrows the table.
        Some(unsafe { NonNull::slice_from_raw_parts(entry, self.entry_size).as_ref() })
    }

    /// The entry of an element, for changes.
    #[inline]
    pub(crate) fn entry_mut(&mut self, number: u32) -> Option<&mut [u8]> {
        // SAFETY: the nodes of this table.
        let number = unsafe { self.core.used_at(self.nodes, number)? };
        // SAFETY: in use.
        let entry = unsafe { self.core.entry_at(self.nodes, number) };
        // SAFETY: entries have this size, and every byte is initialised; the reference borrows the table exclusively.
        Some(unsafe { NonNull::slice_from_raw_parts(entry, self.entry_size).as_mut() })
    }

    /// Where the entry is, for as long as it is in the table.
    pub(crate) fn address(&self, number: u32) -> Option<NonNull<u8>> {
        // SAFETY: the nodes of this table.
        let number = unsafe { self.core.used_at(self.nodes, number)? };
        // SAFETY: in use.
        Some(unsafe { self.core.entry_at(self.nodes, number) })
    }

    /// The handle of an element.
    pub(crate) fn handle(&self, number: u32) -> Option<Handle> {
        // SAFETY: the nodes of this table.
        let number = unsafe { self.core.used_at(self.nodes, number)? };
        // SAFETY: in use.
        Some(Handle::from_parts(number, unsafe { self.core.generation_of(self.nodes, number) }))
    }

    /// The first element of a bucket.
    pub(crate) fn first(&self, bucket: usize) -> Option<u32> {
        // SAFETY: one of the buckets.
        if bucket < self.buckets() { unsafe { self.core.first(bucket) } } else { None }
    }

    /// The bucket of a hash.
    pub(crate) fn bucket_of(&self, hash: u32) -> usize {
        self.core.buckets.of(hash)
    }

    /// The element after this one in its chain.
    pub(crate) fn after(&self, number: u32) -> Option<u32> {
        // SAFETY: the nodes of this table.
        let number = unsafe { self.core.used_at(self.nodes, number)? };
        // SAFETY: in use.
        unsafe { self.core.after(self.nodes, number) }
    }

    /// For tests of what happens when generations run out.
    #[cfg(test)]
    pub(crate) fn set_generation(&mut self, number: u32, generation: u32) {
        // SAFETY: the nodes of this table.
        let number = unsafe { self.core.used_at(self.nodes, number) }.unwrap();
        // SAFETY: in use.
        unsafe { self.core.set_generation(self.nodes, number, generation) };
    }

    /// Bytes of an element.
    pub(crate) const fn element_size(entry_size: usize) -> usize {
        entry_size.next_multiple_of(super::core::MAXALIGN) + ELEMENT_HEADER
    }
}

impl<A: Allocator> Drop for Elements<A> {
    fn drop(&mut self) {
        if self.returns {
            // SAFETY: the allocator and nodes of this table; its last use.
            unsafe { self.core.free_all(&self.alloc, self.nodes) };
        }
    }
}
