//! Chains of numbered nodes: what the layout and the dynahash interface have in common.
//!
//! A node is a header of eight bytes and an entry behind it, in a slab of up to 64. Links are numbers of nodes: half the
//! size of pointers, the same in a copy of the table, and there is one place that turns them into addresses.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::alloc::Layout as MemoryLayout;
use core::fmt;
use core::hint::select_unpredictable;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;
use simplehash::raw::segments::{Segments, Shape};
use simplehash::{Error, Stats, Tuning};

use super::buckets::{Bucket, Buckets, MAX_BUCKETS, SEGMENT, tag};

/// No node; numbers are below.
pub(super) const NONE: u32 = FREE - 1;
/// Set in the link of a node that holds no entry.
const FREE: u32 = 1 << 31;
/// Thousandths of an entry per bucket.
const FILL_FACTOR: u16 = 500;
/// Nodes in a slab, and about as many bytes.
const MOST_NODES: usize = 64;
const SLAB_BYTES: usize = 4096;
/// Nodes that are looked at to make the tags of a chain exact again. Where one is longer they do not matter.
const RETAGGED: usize = 8;

/// The alignment of dynahash's entries, and what comes before them.
pub(crate) const MAXALIGN: usize = 8;
pub(crate) const ELEMENT_HEADER: usize = 16;

/// What comes before the entry in a node.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(super) struct Header {
    /// The next node of the chain, or of the free list.
    pub(super) next: u32,
    pub(super) hash: u32,
}

/// The memory of nodes: known at compile time, or only when the table is made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nodes {
    shape: Shape,
    /// Where the entry is in a node.
    entry_at: usize,
    /// Whether the generation is in the node itself.
    counted: bool,
}

impl Nodes {
    /// Nodes of entries of type `E`.
    #[inline(always)]
    pub(super) const fn of<E>() -> Self {
        const {
            match Self::with_layout(MemoryLayout::new::<E>()) {
                Some(nodes) => nodes,
                None => panic!("an entry as large as an address space"),
            }
        }
    }

    /// Nodes of entries with this layout; none if they are as large as an address space.
    pub(super) const fn with_layout(entry: MemoryLayout) -> Option<Self> {
        let Ok((node, entry_at)) = MemoryLayout::new::<Header>().extend(entry) else { return None };
        let node = node.pad_to_align();
        let most = SLAB_BYTES / node.size();
        let nodes = if most > MOST_NODES { MOST_NODES } else { most };
        let shape = Shape::with_layout(node, if nodes == 0 { 0 } else { nodes.ilog2() }, 0);
        Some(Self { shape, entry_at, counted: false })
    }

    /// dynahash's elements: a header of 16 bytes, in which there is room for a generation, and `entry_size` bytes; 2^`shift`
    /// in a slab. None if they are as large as an address space.
    pub(super) fn of_bytes(entry_size: usize, shift: u32) -> Option<Self> {
        let size = entry_size.checked_next_multiple_of(MAXALIGN)?.checked_add(ELEMENT_HEADER)?;
        let node = MemoryLayout::from_size_align(size, MAXALIGN).ok()?;
        Some(Self { shape: Shape::with_layout(node, shift, 0), entry_at: ELEMENT_HEADER, counted: true })
    }
}

/// Nodes without entries, the one last freed first.
#[derive(Debug, Clone, Copy)]
pub(super) struct FreeList {
    first: u32,
    len: u32,
}

impl Default for FreeList {
    fn default() -> Self {
        Self { first: NONE, len: 0 }
    }
}

impl FreeList {
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }
}

/// A node in a chain, and where it is linked if a lookup found it: good until the next insertion or removal.
#[derive(Debug, Clone, Copy)]
pub struct Found {
    pub(super) number: u32,
    links: Option<Links>,
}

#[derive(Debug, Clone, Copy)]
struct Links {
    /// The link to the node.
    link: *mut u32,
    /// Its bucket.
    bucket: *mut Bucket,
}

// SAFETY: as numbers would; what the addresses are of belongs to the table that a slot is used with.
unsafe impl Send for Found {}
// SAFETY: as above.
unsafe impl Sync for Found {}

impl Found {
    #[inline]
    pub(super) fn by_number(number: u32) -> Self {
        Self { number, links: None }
    }
}

/// The erased table.
#[derive(Default)]
pub struct ChainedCore {
    pub(super) buckets: Buckets,
    nodes: Segments,
    pub(super) len: usize,
    /// Entries at which the next insertion splits a bucket.
    pub(super) threshold: usize,
    pub(super) free: FreeList,
    /// Nodes that have ever been in use: those from here on are as they were allocated.
    fresh: u32,
    /// Nodes that have had all generations and are not used again.
    retired: u32,
}

impl fmt::Debug for ChainedCore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChainedCore").field("len", &self.len).field("buckets", &self.buckets()).finish_non_exhaustive()
    }
}

/// # Safety
/// For callers of the unsafe methods: all calls on one core have equal `nodes` and one allocator; a number is of a node
/// that is in use; a bucket is one of the table's.
impl ChainedCore {
    /// Number of buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.buckets.count()
    }

    /// Slabs of nodes.
    #[must_use]
    pub fn slabs(&self) -> usize {
        self.nodes.count()
    }

    pub(super) fn bytes(&self, nodes: Nodes) -> usize {
        self.buckets.allocation_size() + self.nodes.allocation_size(nodes.shape)
    }

    /// A node, also one that is not in use.
    #[inline(always)]
    unsafe fn header(&self, nodes: Nodes, number: u32) -> *mut Header {
        // SAFETY: by the contract.
        unsafe { self.nodes.slot(nodes.shape, number) }.cast().as_ptr()
    }

    /// The entry of a node.
    #[inline(always)]
    pub(super) unsafe fn entry_at(&self, nodes: Nodes, number: u32) -> NonNull<u8> {
        // SAFETY: by the contract.
        let node = unsafe { self.nodes.slot(nodes.shape, number) };
        // SAFETY: in the node.
        unsafe { node.add(nodes.entry_at) }
    }

    #[inline(always)]
    pub(super) unsafe fn node(&self, nodes: Nodes, number: u32) -> Header {
        // SAFETY: by the contract.
        let node = unsafe { self.header(nodes, number) };
        // SAFETY: nodes in use have a header.
        unsafe { node.read() }
    }

    /// The node after this one.
    #[inline(always)]
    pub(super) unsafe fn after(&self, nodes: Nodes, number: u32) -> Option<u32> {
        // SAFETY: by the contract.
        let next = unsafe { self.node(nodes, number) }.next;
        (next != NONE).then_some(next)
    }

    /// The generation in a node.
    #[inline]
    unsafe fn counter(&self, nodes: Nodes, number: u32) -> *mut u32 {
        // SAFETY: by the contract.
        let node = unsafe { self.header(nodes, number) };
        // SAFETY: after the header, in a node that has room for it.
        unsafe { node.add(1) }.cast()
    }

    #[cfg(test)]
    pub(super) unsafe fn set_generation(&mut self, nodes: Nodes, number: u32, generation: u32) {
        // SAFETY: by the contract.
        let counter = unsafe { self.counter(nodes, number) };
        // SAFETY: in the node.
        unsafe { counter.write(generation) };
    }

    /// How often the node was vacated before.
    pub(super) unsafe fn generation_of(&self, nodes: Nodes, number: u32) -> u32 {
        if nodes.counted {
            // SAFETY: by the contract.
            let counter = unsafe { self.counter(nodes, number) };
            // SAFETY: written when the node was stocked.
            return unsafe { counter.read() };
        }
        // SAFETY: by the contract.
        unsafe { self.nodes.generation(nodes.shape, number) }
    }

    /// Counts that a node is vacated. Whether it may be used again.
    #[inline]
    unsafe fn vacate(&mut self, nodes: Nodes, number: u32) -> bool {
        if nodes.counted {
            // SAFETY: by the contract.
            let counter = unsafe { self.counter(nodes, number) };
            // SAFETY: written when the node was stocked.
            let next = unsafe { counter.read() }.saturating_add(1);
            // SAFETY: as above.
            unsafe { counter.write(next) };
            return next < Segments::LAST_GENERATION;
        }
        // SAFETY: by the contract.
        unsafe { self.nodes.vacate(nodes.shape, number) }
    }

    #[inline(always)]
    pub(super) unsafe fn bucket(&self, bucket: usize) -> Bucket {
        // SAFETY: by the contract.
        let bucket = unsafe { self.buckets.at(bucket) };
        // SAFETY: buckets are initialised.
        unsafe { bucket.read() }
    }

    /// The first node of a bucket.
    pub(super) unsafe fn first(&self, bucket: usize) -> Option<u32> {
        // SAFETY: by the contract.
        let first = unsafe { self.bucket(bucket) }.first;
        (first != NONE).then_some(first)
    }

    /// The node with this hash for which `eq` holds. A miss mostly ends at the tags of the bucket.
    #[inline(always)]
    pub(super) unsafe fn lookup(&self, nodes: Nodes, hash: u32, eq: impl FnMut(NonNull<u8>) -> bool) -> Option<Found> {
        if self.len == 0 {
            return None;
        }
        // SAFETY: there are entries, so there are buckets.
        let bucket = unsafe { self.buckets.at(self.buckets.of(hash)) };
        // SAFETY: one of the buckets.
        let Bucket { first, tags } = unsafe { bucket.read() };
        // SAFETY: passed on.
        unsafe { self.lookup_in(nodes, bucket, Bucket { first, tags }, hash, eq) }
    }

    /// As [`lookup`](Self::lookup), in the bucket of the hash, which holds `was`; or in none that is empty.
    #[inline(always)]
    pub(super) unsafe fn lookup_in(
        &self,
        nodes: Nodes,
        bucket: *mut Bucket,
        was: Bucket,
        hash: u32,
        mut eq: impl FnMut(NonNull<u8>) -> bool,
    ) -> Option<Found> {
        if !was.may_have(hash) {
            return None;
        }
        // SAFETY: where there is a tag there is a node, and nodes in chains are in use.
        let first = unsafe { self.header(nodes, was.first) };
        // SAFETY: a node in use.
        let Header { next, hash: first_hash } = unsafe { first.read() };
        // SAFETY: a field of a node.
        let after_first = unsafe { &raw mut (*first).next };
        // SAFETY: a field of a bucket.
        let in_bucket = unsafe { &raw mut (*bucket).first };
        // Which of the first two it is no branch predictor knows, and most are one of them.
        let mut number = select_unpredictable(first_hash == hash, was.first, next);
        let mut link = select_unpredictable(first_hash == hash, in_bucket, after_first);
        while number != NONE {
            // SAFETY: nodes in chains are in use.
            let node = unsafe { self.header(nodes, number) };
            // SAFETY: a node in use.
            let Header { next, hash: node_hash } = unsafe { node.read() };
            // SAFETY: as above.
            if node_hash == hash && eq(unsafe { self.entry_at(nodes, number) }) {
                return Some(Found { number, links: Some(Links { link, bucket }) });
            }
            number = next;
            // SAFETY: a field of a node.
            link = unsafe { &raw mut (*node).next };
        }
        None
    }

    /// The link of a chain that leads to a node for which `stop` holds, or the last one.
    #[inline]
    unsafe fn seek(&self, nodes: Nodes, bucket: usize, mut stop: impl FnMut(u32, Header) -> bool) -> *mut u32 {
        // SAFETY: by the contract.
        let bucket = unsafe { self.buckets.at(bucket) };
        // SAFETY: a field of a bucket.
        let mut link = unsafe { &raw mut (*bucket).first };
        loop {
            // SAFETY: a link of the table.
            let number = unsafe { link.read() };
            // SAFETY: nodes in chains are in use.
            if number == NONE || stop(number, unsafe { self.node(nodes, number) }) {
                return link;
            }
            // SAFETY: as above.
            let node = unsafe { self.header(nodes, number) };
            // SAFETY: a field of a node.
            link = unsafe { &raw mut (*node).next };
        }
    }

    /// As [`lookup`](Self::lookup), where there are buckets. Counts the nodes of other keys on the way.
    #[inline]
    pub(super) unsafe fn look_for(
        &self,
        nodes: Nodes,
        hash: u32,
        passed: &mut u64,
        mut eq: impl FnMut(NonNull<u8>) -> bool,
    ) -> Option<u32> {
        let at = self.buckets.of(hash);
        // SAFETY: one of the buckets.
        if !unsafe { self.bucket(at) }.may_have(hash) {
            return None;
        }
        let same = |number, node: Header| {
            // SAFETY: nodes in chains are in use.
            let same = node.hash == hash && eq(unsafe { self.entry_at(nodes, number) });
            *passed += u64::from(!same);
            same
        };
        // SAFETY: one of the buckets.
        let link = unsafe { self.seek(nodes, at, same) };
        // SAFETY: a link of the table.
        let number = unsafe { link.read() };
        (number != NONE).then_some(number)
    }

    /// Takes a node and links it to the beginning of the chain of its hash, in that bucket; there is a node. Returns it
    /// and the place of its entry, which is what it was.
    #[inline]
    pub(super) unsafe fn link_first(&mut self, nodes: Nodes, bucket: *mut Bucket, hash: u32) -> (u32, NonNull<u8>) {
        let mut list = self.free;
        // SAFETY: one of the buckets.
        let Bucket { first, tags } = unsafe { bucket.read() };
        // SAFETY: passed on.
        let (number, entry) = unsafe { self.take_node(nodes, &mut list, Header { next: first, hash }) };
        self.free = list;
        // SAFETY: one of the buckets.
        unsafe { bucket.write(Bucket { first: number, tags: tags | tag(hash) }) };
        (number, entry)
    }

    /// Links a node that is in use, in no chain and without a successor to the end of the chain of its hash.
    #[inline]
    pub(super) unsafe fn link_last(&mut self, nodes: Nodes, hash: u32, number: u32) {
        let bucket = self.buckets.of(hash);
        let mut tags = tag(hash);
        let add = |_, node: Header| {
            tags |= tag(node.hash);
            false
        };
        // SAFETY: one of the buckets.
        let end = unsafe { self.seek(nodes, bucket, add) };
        // SAFETY: the last link of the chain.
        unsafe { end.write(number) };
        // SAFETY: one of the buckets.
        let bucket = unsafe { self.buckets.at(bucket) };
        // SAFETY: as above. All nodes were seen, so the tags are exact again.
        unsafe { (*bucket).tags = tags };
    }

    /// After a lookup in vain that the tags let pass: makes them exact again.
    unsafe fn retag(&mut self, nodes: Nodes, bucket: *mut Bucket) {
        // SAFETY: as above.
        let mut next = unsafe { bucket.read() }.first;
        let mut tags = 0;
        for _ in 0..RETAGGED {
            if next == NONE {
                // SAFETY: as above.
                unsafe { (*bucket).tags = tags };
                return;
            }
            // SAFETY: nodes in chains are in use.
            let node = unsafe { self.node(nodes, next) };
            tags |= tag(node.hash);
            next = node.next;
        }
    }

    /// Adds a hash to the tags of its bucket.
    pub(super) fn add_tag(&mut self, hash: u32) {
        if self.buckets() > 0 {
            // SAFETY: one of the buckets.
            let bucket = unsafe { self.buckets.at(self.buckets.of(hash)) };
            // SAFETY: as above.
            unsafe { (*bucket).tags |= tag(hash) };
        }
    }

    /// Gives a node another hash, and no successor if it is in no chain.
    pub(super) unsafe fn set_hash(&mut self, nodes: Nodes, number: u32, hash: u32, unlinked: bool) {
        // SAFETY: by the contract.
        let next = if unlinked { NONE } else { unsafe { self.node(nodes, number) }.next };
        // SAFETY: by the contract.
        let node = unsafe { self.header(nodes, number) };
        // SAFETY: a node in use.
        unsafe { node.write(Header { next, hash }) };
    }

    /// Takes a node out of its chain. It stays in use. Tags stay, too, until the chain is empty or somebody walks all of it.
    #[inline]
    pub(super) unsafe fn unlink(&mut self, nodes: Nodes, Found { number, links }: Found) {
        // SAFETY: by the contract.
        let node = unsafe { self.node(nodes, number) };
        let Links { link, bucket } = links.unwrap_or_else(|| {
            let at = self.buckets.of(node.hash);
            // SAFETY: the chain of its hash has the node.
            let link = unsafe { self.seek(nodes, at, |other, _| other == number) };
            // SAFETY: one of the buckets.
            Links { link, bucket: unsafe { self.buckets.at(at) } }
        });
        // SAFETY: the link to the node.
        unsafe { link.write(node.next) };
        // SAFETY: one of the buckets.
        let Bucket { first, tags } = unsafe { bucket.read() };
        // SAFETY: as above.
        unsafe { bucket.write(Bucket { first, tags: select_unpredictable(first == NONE, 0, tags) }) };
    }

    /// Whether a node can be taken without memory from the allocator: from the list, or one never used.
    #[inline]
    pub(super) fn has_node(&self, nodes: Nodes, list: &FreeList) -> bool {
        list.first != NONE || (self.fresh as usize) < self.nodes.slots(nodes.shape)
    }

    /// Makes another slab of nodes.
    #[cold]
    pub(super) unsafe fn make_slab<A: Allocator>(
        &mut self,
        alloc: &A,
        nodes: Nodes,
        generations: bool,
    ) -> Result<(), Error> {
        if self.nodes.slots(nodes.shape) + nodes.shape.slots() as usize > NONE as usize {
            return Err(Error::CapacityOverflow);
        }
        // SAFETY: passed on.
        unsafe { self.nodes.push(alloc, nodes.shape, generations) }
    }

    /// Makes all the nodes there will be, `count` of them.
    pub(super) unsafe fn make_all_nodes<A: Allocator>(
        &mut self,
        alloc: &A,
        nodes: Nodes,
        count: u32,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.nodes.make_short(alloc, nodes.shape, count) }
    }

    /// Nodes that were never used.
    pub(super) fn unused(&self, nodes: Nodes) -> u32 {
        self.nodes.slots(nodes.shape) as u32 - self.fresh
    }

    /// Makes slabs until `total` entries have nodes, or changes nothing.
    pub(super) unsafe fn make_nodes<A: Allocator>(
        &mut self,
        alloc: &A,
        nodes: Nodes,
        generations: bool,
        total: usize,
    ) -> Result<(), Error> {
        // Whole slabs, and no node with the number that means none.
        let slots = total.checked_add(self.retired as usize);
        let slots = slots.and_then(|slots| slots.checked_next_multiple_of(nodes.shape.slots() as usize));
        let slots = slots.filter(|slots| *slots <= NONE as usize);
        // SAFETY: passed on.
        unsafe { self.nodes.reserve(alloc, nodes.shape, generations, slots.ok_or(Error::CapacityOverflow)?) }
    }

    /// Returns the slabs from number `keep` on, of which no node was ever used.
    pub(super) unsafe fn drop_slabs<A: Allocator>(&mut self, alloc: &A, nodes: Nodes, keep: usize) {
        // SAFETY: passed on.
        unsafe { self.nodes.truncate(alloc, nodes.shape, keep) };
    }

    /// Takes a node and gives it this header; there is a node. Returns it and the place of its entry, which is what it was.
    #[inline]
    pub(super) unsafe fn take_node(&mut self, nodes: Nodes, list: &mut FreeList, header: Header) -> (u32, NonNull<u8>) {
        let fresh = list.first == NONE;
        let number = if fresh { self.fresh } else { list.first };
        // SAFETY: a node of the slabs.
        let node = unsafe { self.nodes.slot(nodes.shape, number) };
        let old = node.cast::<Header>();
        if fresh {
            self.fresh += 1;
        } else {
            // SAFETY: free nodes have a header.
            list.first = unsafe { old.read() }.next & !FREE;
            list.len -= 1;
        }
        // SAFETY: a node of the slabs that is in no list.
        unsafe { old.write(header) };
        // SAFETY: in the node.
        (number, unsafe { node.add(nodes.entry_at) })
    }

    /// Puts a node in no chain, whose entry has gone, on a list.
    #[inline]
    pub(super) unsafe fn give_node(&mut self, nodes: Nodes, list: &mut FreeList, number: u32) {
        // SAFETY: by the contract.
        let node = unsafe { self.header(nodes, number) };
        // SAFETY: by the contract.
        if unsafe { self.vacate(nodes, number) } {
            // SAFETY: a node of the slabs.
            unsafe { (*node).next = FREE | list.first };
            list.first = number;
            list.len += 1;
        } else {
            // SAFETY: a node of the slabs.
            unsafe { (*node).next = FREE | NONE };
            self.retired += 1;
        }
    }

    /// Puts `count` nodes that were never used on a list, zeroed, so that the lowest is taken first; there are so many.
    pub(super) unsafe fn stock(&mut self, nodes: Nodes, list: &mut FreeList, count: u32) {
        for number in (self.fresh..self.fresh + count).rev() {
            // SAFETY: a node of the slabs.
            let node = unsafe { self.header(nodes, number) };
            // SAFETY: a whole node.
            unsafe { node.cast::<u8>().write_bytes(0, nodes.shape.slot_size()) };
            // SAFETY: as above.
            unsafe { node.write(Header { next: FREE | list.first, hash: 0 }) };
            list.first = number;
            list.len += 1;
        }
        self.fresh += count;
    }

    /// The lowest node in use from this number on.
    #[inline]
    pub(super) unsafe fn used_from(&self, nodes: Nodes, from: u32) -> Option<u32> {
        // SAFETY: nodes below `fresh` have headers.
        (from..self.fresh).find(|number| unsafe { self.node(nodes, *number) }.next & FREE == 0)
    }

    /// This node, if it is in use.
    #[inline]
    pub(super) unsafe fn used_at(&self, nodes: Nodes, number: u32) -> Option<u32> {
        // SAFETY: nodes below `fresh` have headers.
        let used = number < self.fresh && unsafe { self.node(nodes, number) }.next & FREE == 0;
        used.then_some(number)
    }

    pub(super) fn set_buckets(&mut self, tuning: Tuning, buckets: usize) {
        self.buckets.set_count(buckets);
        self.threshold = capacity(tuning, buckets);
    }

    /// Splits one bucket into the next new one, for which there is a segment. Both chains keep their order.
    pub(super) unsafe fn split(&mut self, nodes: Nodes, tuning: Tuning) {
        let new = self.buckets();
        self.set_buckets(tuning, new + 1);
        // SAFETY: one of the buckets.
        let new_bucket = unsafe { self.buckets.at(new) };
        // SAFETY: as above.
        let old_bucket = unsafe { self.buckets.at(new & !(1 << new.ilog2())) };
        let (mut old_tags, mut new_tags) = (0, 0);
        // SAFETY: a field of a bucket.
        let mut old_end = unsafe { &raw mut (*old_bucket).first };
        // SAFETY: a field of a bucket.
        let mut new_end = unsafe { &raw mut (*new_bucket).first };
        // SAFETY: a link of the table.
        let mut rest = unsafe { old_end.read() };
        while rest != NONE {
            // SAFETY: nodes in chains are in use.
            let node = unsafe { self.header(nodes, rest) };
            // SAFETY: as above.
            let Header { next, hash } = unsafe { node.read() };
            let (end, tags) = if self.buckets.of(hash) == new {
                (&mut new_end, &mut new_tags)
            } else {
                (&mut old_end, &mut old_tags)
            };
            // SAFETY: the end of one of the two chains, which are rebuilt from their nodes in order.
            unsafe { end.write(rest) };
            // SAFETY: a field of a node.
            *end = unsafe { &raw mut (*node).next };
            *tags |= tag(hash);
            rest = next;
        }
        // SAFETY: the end of the new chain.
        unsafe { new_end.write(NONE) };
        // SAFETY: the end of the old chain.
        unsafe { old_end.write(NONE) };
        // SAFETY: a field of a bucket.
        unsafe { (*new_bucket).tags = new_tags };
        // SAFETY: a field of a bucket.
        unsafe { (*old_bucket).tags = old_tags };
    }

    /// Takes back all splits but those to the first `buckets` buckets, a power of two below the present number. (Any
    /// mask the table had since covers the smaller one, so the number of a bucket tells where its chain goes.)
    unsafe fn merge(&mut self, nodes: Nodes, tuning: Tuning, buckets: usize) {
        for from in buckets..self.buckets() {
            // SAFETY: one of the buckets.
            let Bucket { first, tags } = unsafe { self.bucket(from) };
            let into = from & (buckets - 1);
            // SAFETY: one of the buckets.
            let end = unsafe { self.seek(nodes, into, |_, _| false) };
            // SAFETY: the last link of a chain; what is appended belongs there.
            unsafe { end.write(first) };
            // SAFETY: one of the buckets.
            let into = unsafe { self.buckets.at(into) };
            // SAFETY: as above.
            unsafe { (*into).tags |= tags };
            // SAFETY: one of the buckets.
            let from = unsafe { self.buckets.at(from) };
            // SAFETY: as above; its chain is in the other one now.
            unsafe { from.write(Bucket { first: NONE, tags: 0 }) };
        }
        self.set_buckets(tuning, buckets);
    }

    /// Gives back all memory that `total` entries do not need, as far as entries stay where they are.
    pub(super) unsafe fn shrink_to<A: Allocator>(&mut self, alloc: &A, nodes: Nodes, tuning: Tuning, total: usize) {
        let total = total.max(self.len);
        if total == 0 {
            // SAFETY: passed on.
            unsafe { self.buckets.free(alloc) };
            self.threshold = 0;
        } else if let Ok(buckets) = buckets_for(tuning, total)
            && buckets < self.buckets()
        {
            // SAFETY: passed on.
            unsafe { self.merge(nodes, tuning, buckets) };
            // SAFETY: passed on; these buckets do not count any more.
            unsafe { self.buckets.drop_segments(alloc, buckets.div_ceil(SEGMENT)) };
            // SAFETY: passed on.
            unsafe { self.buckets.shrink(alloc) };
        }
        let per_slab = nodes.shape.slots();
        // SAFETY: nodes below `fresh` have headers.
        let is_free = |number| unsafe { self.node(nodes, number) }.next & FREE != 0;
        // SAFETY: a node of the slabs.
        let is_retired = |number| unsafe { self.generation_of(nodes, number) } == Segments::LAST_GENERATION;
        let used =
            (0..self.fresh).rev().find(|number| !is_free(*number) || is_retired(*number)).map_or(0, |last| last + 1);
        let needed = (total + self.retired as usize).max(used as usize).div_ceil(per_slab as usize);
        // SAFETY: no node in those slabs is in use, nor, from here on, on the list.
        unsafe { self.nodes.truncate(alloc, nodes.shape, needed) };
        // SAFETY: passed on.
        unsafe { self.nodes.shrink(alloc) };
        (self.fresh, self.free) = (used, FreeList::default());
        for number in (0..used).rev() {
            // SAFETY: nodes below `fresh` have headers.
            let is_free = unsafe { self.node(nodes, number) }.next & FREE != 0;
            // SAFETY: a node of the slabs.
            if is_free && unsafe { self.generation_of(nodes, number) } != Segments::LAST_GENERATION {
                // SAFETY: as above.
                let node = unsafe { self.header(nodes, number) };
                // SAFETY: a free node.
                unsafe { (*node).next = FREE | self.free.first };
                self.free = FreeList { first: number, len: self.free.len + 1 };
            }
        }
    }

    /// Grows to `buckets` buckets, or changes nothing.
    pub(super) unsafe fn grow_to<A: Allocator>(
        &mut self,
        alloc: &A,
        nodes: Nodes,
        tuning: Tuning,
        buckets: usize,
    ) -> Result<(), Error> {
        if buckets <= self.buckets() {
            return Ok(());
        }
        // SAFETY: passed on.
        unsafe { self.buckets.make_segments(alloc, buckets)? };
        if self.len == 0 {
            self.set_buckets(tuning, buckets);
        }
        while self.buckets() < buckets {
            // SAFETY: there are segments.
            unsafe { self.split(nodes, tuning) };
        }
        Ok(())
    }

    /// What can fail of an insertion, when the table is full or has no node for it: memory. Returns how many buckets are to
    /// be split, which is for later, when nothing can fail any more: then a refusal has changed nothing.
    #[cold]
    pub(super) unsafe fn make_room<A: Allocator>(
        &mut self,
        alloc: &A,
        nodes: Nodes,
        tuning: Tuning,
    ) -> Result<usize, Error> {
        if !self.has_node(nodes, &self.free) {
            // SAFETY: passed on.
            unsafe { self.make_slab(alloc, nodes, generations(tuning))? };
        }
        if self.buckets() == 0 {
            // SAFETY: passed on.
            unsafe { self.grow_to(alloc, nodes, tuning, 1)? };
        }
        // SAFETY: passed on.
        Ok(if self.len >= self.threshold { unsafe { self.splits(alloc, tuning) } } else { 0 })
    }

    /// Splits so many buckets, or else makes the tags of the bucket of a hash exact, which is not in it. Returns that
    /// bucket.
    #[cold]
    pub(super) unsafe fn settle_bucket(
        &mut self,
        nodes: Nodes,
        tuning: Tuning,
        hash: u32,
        splits: usize,
    ) -> *mut Bucket {
        // SAFETY: passed on.
        unsafe { self.split_up_to(nodes, tuning, splits) };
        // SAFETY: one of the buckets.
        let bucket = unsafe { self.buckets.at(self.buckets.of(hash)) };
        if splits == 0 {
            // SAFETY: as above.
            unsafe { self.retag(nodes, bucket) };
        }
        bucket
    }

    /// How many buckets a full table may split, which it does at every insertion, also of a key that is there: one,
    /// or as many as keep it at a fill factor below one entry per bucket. Makes the segments for them. Without
    /// memory the table just runs fuller.
    pub(super) unsafe fn splits<A: Allocator>(&mut self, alloc: &A, tuning: Tuning) -> usize {
        let splits = 1000_usize.div_ceil(usize::from(tuning.fill_factor.unwrap_or(FILL_FACTOR)).max(1));
        // SAFETY: passed on.
        let possible = unsafe { self.buckets.make_segments(alloc, self.buckets() + splits) }.is_ok();
        if possible { splits } else { 0 }
    }

    /// Splits up to so many buckets, until the table is no longer full.
    pub(super) unsafe fn split_up_to(&mut self, nodes: Nodes, tuning: Tuning, splits: usize) {
        for _ in 0..splits {
            if self.len >= self.threshold {
                // SAFETY: there are segments.
                unsafe { self.split(nodes, tuning) };
            }
        }
    }

    /// Empties the buckets, for someone who takes the entries out of the nodes.
    pub(super) fn forget_chains(&mut self) {
        self.buckets.clear();
    }

    /// With no entries left: nodes are handed out in order again, unless they have generations.
    pub(super) fn renumber(&mut self) {
        debug_assert_eq!(self.len, 0);
        if !self.nodes.have_generations() {
            (self.fresh, self.free) = (0, FreeList::default());
        }
    }

    /// Puts what `clone` makes of every entry, given its old and new address, into `copy`, which is as new, at the same
    /// numbers. After an error the copies made so far are nodes of `copy` in no chain.
    pub(super) unsafe fn copy_nodes<A: Allocator>(
        &self,
        copy: &mut Self,
        alloc: &A,
        nodes: Nodes,
        mut clone: impl FnMut(NonNull<u8>, NonNull<u8>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let slots = self.nodes.slots(nodes.shape);
        // SAFETY: passed on.
        unsafe { copy.nodes.reserve(alloc, nodes.shape, self.nodes.have_generations(), slots)? };
        for number in 0..self.fresh {
            // SAFETY: nodes below `fresh` have headers.
            let header = unsafe { self.node(nodes, number) };
            if header.next & FREE == 0 {
                // SAFETY: a node in use.
                let from = unsafe { self.entry_at(nodes, number) };
                // SAFETY: as many nodes as here.
                let to = unsafe { copy.entry_at(nodes, number) };
                clone(from, to)?;
                copy.len += 1;
            }
            // SAFETY: as many nodes as here.
            let target = unsafe { copy.header(nodes, number) };
            // SAFETY: as above.
            unsafe { target.write(header) };
            copy.fresh = number + 1;
        }
        // SAFETY: passed on; links are numbers, the same there as here.
        unsafe { copy.buckets.copy_from(&self.buckets, alloc)? };
        (copy.threshold, copy.free, copy.retired) = (self.threshold, self.free, self.retired);
        Ok(())
    }

    pub(super) unsafe fn free_all<A: Allocator>(&mut self, alloc: &A, nodes: Nodes) {
        let mut old = core::mem::take(self);
        // SAFETY: passed on; nothing is used again.
        unsafe { old.nodes.free(alloc, nodes.shape) };
        // SAFETY: passed on.
        unsafe { old.buckets.free(alloc) };
    }

    /// What PostgreSQL would print.
    pub(super) unsafe fn count(&self, nodes: Nodes) -> Stats {
        let mut stats = Stats::of_size(self.buckets() as u64);
        for bucket in 0..self.buckets() {
            // SAFETY: one of the buckets.
            let (mut next, mut place) = (unsafe { self.first(bucket) }, 0);
            while let Some(number) = next {
                stats.add_entry(place);
                place += 1;
                // SAFETY: nodes in chains are in use.
                next = unsafe { self.after(nodes, number) };
            }
            stats.add_bucket(place);
        }
        stats
    }
}

/// Whether nodes have generations.
pub(super) fn generations(tuning: Tuning) -> bool {
    tuning.generations == Some(true)
}

/// Entries that `buckets` buckets take before one is split: any, if there are no more buckets.
fn capacity(tuning: Tuning, buckets: usize) -> usize {
    if buckets == MAX_BUCKETS {
        return MAX_BUCKETS;
    }
    let fill = u128::from(tuning.fill_factor.unwrap_or(FILL_FACTOR));
    (buckets as u128 * fill).div_ceil(1000) as usize
}

/// Buckets for `entries` entries: a power of two, as `hash_create` makes, or all there can be.
pub(super) fn buckets_for(tuning: Tuning, entries: usize) -> Result<usize, Error> {
    if entries > MAX_BUCKETS {
        return Err(Error::CapacityOverflow);
    }
    let fill = u128::from(tuning.fill_factor.unwrap_or(FILL_FACTOR));
    let buckets = (entries as u128 * 1000).div_ceil(fill).max(1).next_power_of_two();
    Ok(buckets.min(MAX_BUCKETS as u128) as usize)
}
