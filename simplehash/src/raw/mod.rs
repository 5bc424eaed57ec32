//! The interface between tables and layouts.
//!
//! A core is *erased*: its type does not name the entry, each of its methods does. That is what keeps a
//! table covariant in its key and value, and its auto traits visible in generic code, whatever the layout.
//! It costs nothing: methods are monomorphised for the entry like any other generic function.
//!
//! [`RawTable`] says what a core must do and what its callers owe it; [`Storage`] discharges
//! the callers' part once, so that all code above is safe.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

pub mod array;
pub mod choice;
pub mod integer;
pub(crate) mod pages;
pub mod prefetch;
pub mod segments;
pub(crate) mod storage;

use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;

use crate::error::Error;
use crate::stats::Stats;
use crate::tuning::Tuning;

pub use integer::EntryHash;
pub use storage::{IntoWalk, Occupied, Storage, Walk, WalkMut, Walking};

/// Where an insertion ended.
#[derive(Debug, Clone, Copy)]
pub struct Placed<S> {
    /// The slot of the found or the new entry.
    pub slot: S,
    /// Whether it is new.
    pub new: bool,
}

/// Whether an insertion may make the table grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MayGrow {
    /// It may.
    Yes,
    /// It fails with [`Error::WouldGrow`] instead, unless the entry is there already.
    No,
}

/// An erased table.
///
/// # Safety
/// For callers, all methods:
/// - one core is used with one `E` and with one allocator only, from its first use to `free`;
/// - a `Slot` is of a live entry of this core, and was obtained after the last insertion or removal;
/// - `free` comes before the core is dropped.
///
/// `hash` is the function that all hashes of a core are of; one that does not keep hashes asks it for those of its entries when
/// it moves them. Without entries it is not called.
///
/// For implementors:
/// - closures and the allocator are foreign code that may panic at any call; the core is valid, and holds
///   what it held, whenever one is called;
/// - a wrong hash or an inconsistent `eq` gives wrong answers only;
/// - a failed allocation, or a panic of `hash`, changes nothing, and `Default` allocates nothing;
/// - pointers to entries are derived from the allocation (no exposed provenance);
/// - one cursor gives every slot once at most while nothing changes, and no two live entries share memory (unless
///   they have no size): exclusive references to all entries may be held together;
/// - a core may be sent to and shared with other threads whenever its entries may.
#[expect(clippy::missing_safety_doc, reason = "one contract for all methods, above")]
#[expect(clippy::len_without_is_empty, reason = "tables have `is_empty`; a core needs one of them")]
pub unsafe trait RawTable: Default {
    /// Names a live entry until the next insertion or removal.
    type Slot: Copy;
    /// A place in an iteration; the default is its beginning.
    type Cursor: Default + Clone;
    /// A place in a lookup; the default is its beginning.
    type Probe: Default;

    /// Whether it grows in [`make_room`](Self::make_room) only, and never in [`find_or_insert`](Self::find_or_insert).
    const GROWS_APART: bool = false;

    /// Number of entries.
    fn len(&self) -> usize;

    /// Number of entries up to which no insertion asks for memory for slots or buckets because of the fill
    /// factor.
    fn capacity(&self) -> usize;

    /// Bytes allocated for this many entries of type `E` and everything around them.
    fn allocation_size<E>(&self) -> usize;

    /// What PostgreSQL would print.
    unsafe fn stats<E>(&self) -> Stats;

    /// Makes room by PostgreSQL's arithmetic for `create(nelements)`, also in a table that has entries: no promise, the
    /// table may grow before as many entries are in.
    unsafe fn create<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        nelements: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error>;

    /// Makes room for `total` entries in all. Until then nothing but re-seeding allocates slots or buckets.
    unsafe fn reserve<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error>;

    /// Grows to at least `buckets` slots or buckets; with no more than there are it does nothing.
    unsafe fn grow<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        buckets: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error>;

    /// Gives back memory that is not needed for `total` entries in all, nor for those that are there; with no entries
    /// and `total` 0 all of it. Promises of `reserve` beyond `total` end.
    unsafe fn shrink<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error>;

    /// Puts what `clone` makes of every entry into `copy`, which is as new and becomes a table like this one, in the
    /// same order. After an error, or a panic of `clone`, the copies made so far are in `copy`, and it is good for
    /// `len`, `pop` and `free` only.
    unsafe fn copy_to<E, A: Allocator>(
        &self,
        copy: &mut Self,
        alloc: &A,
        clone: impl FnMut(&E) -> Result<E, Error>,
    ) -> Result<(), Error>;

    /// The entry that was found last, in cores that remember it; see [`Remembering`](crate::Remembering). A live entry.
    #[inline]
    unsafe fn remembered<E>(&self) -> Option<NonNull<E>> {
        None
    }

    /// The entry with this hash for which `eq` holds.
    unsafe fn find<E>(&self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<Self::Slot>;

    /// The address of that entry. (In some cores it costs less than [`find`](Self::find) and [`entry`](Self::entry).)
    #[inline]
    unsafe fn find_address<E>(&self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<NonNull<E>> {
        // SAFETY: passed on.
        let slot = unsafe { self.find(hash, eq)? };
        // SAFETY: the slot is live and nothing has changed since.
        Some(unsafe { self.entry(slot) })
    }

    /// Asks the caches for the memory in which lookups of this hash begin. (A hint, as the next one.)
    #[inline]
    unsafe fn prefetch<E>(&self, _hash: u64) {}

    /// Asks for the memory that a lookup of this hash goes on to: it reads what [`prefetch`](Self::prefetch) asked for. Only
    /// in cores that need memory in two places or more.
    #[inline]
    unsafe fn prefetch_entry<E>(&self, _hash: u64) {}

    /// One step of a lookup: the next entry that may have this hash. It calls no foreign code, so the table
    /// may have *grown* between two steps: then entries may be missed or repeated.
    /// Also required: no entry was removed since `probe` was made.
    unsafe fn candidate<E>(&self, hash: u64, probe: &mut Self::Probe) -> Option<NonNull<E>>;

    /// Finds an entry or puts in what `make` returns. `make` is the last thing that can fail: it runs when all
    /// memory is there and before anything moves.
    unsafe fn find_or_insert<E, A: Allocator, X: From<Error>>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        may_grow: MayGrow,
        hash: u64,
        eq: impl FnMut(&E) -> bool,
        make: impl FnOnce() -> Result<E, X>,
    ) -> Result<Placed<Self::Slot>, X>;

    /// The entry in a slot.
    unsafe fn entry<E>(&self, slot: Self::Slot) -> NonNull<E>;

    /// Takes an entry out. It calls no foreign code but the allocator's `deallocate`; if that panics, the entry is
    /// out of the table and dropped.
    unsafe fn remove<E, A: Allocator>(&mut self, alloc: &A, slot: Self::Slot) -> E;

    /// The next entry in the layout's order.
    /// Also required: since `cursor` was made nothing was inserted, and nothing removed but the entry it had
    /// last returned. Removing that one skips nothing and repeats nothing.
    unsafe fn next<E>(&self, cursor: &mut Self::Cursor) -> Option<Self::Slot>;

    /// Hands `f` the entries that [`next`](Self::next) would still give, in its order: what is made of them, from `init` on.
    /// Cores override it where a loop of their own is faster.
    #[inline]
    unsafe fn fold<E, B>(&self, mut cursor: Self::Cursor, init: B, mut f: impl FnMut(B, NonNull<E>) -> B) -> B {
        let mut folded = init;
        // SAFETY: passed on; `f` cannot reach the core for changes.
        while let Some(slot) = unsafe { self.next::<E>(&mut cursor) } {
            // SAFETY: the slot is live.
            folded = f(folded, unsafe { self.entry(slot) });
        }
        folded
    }

    /// Ends a walk of [`next`](Self::next) during which entries were removed. (The walk may have been forgotten: then it
    /// is not called.)
    #[inline]
    unsafe fn settle<E, A: Allocator>(&mut self, _alloc: &A) {}

    /// Takes out some entry at or after position `from` (at first 0) and advances it. Between the first call
    /// and the one that returns `None` the core is good for `len`, `pop` and `free` only; then it is an empty
    /// table.
    unsafe fn pop<E, A: Allocator>(&mut self, alloc: &A, from: &mut usize) -> Option<E>;

    /// Empties the table without dropping the entries; slots or buckets stay.
    unsafe fn forget_all<E, A: Allocator>(&mut self, alloc: &A) {
        let mut from = 0;
        // SAFETY: passed on.
        while let Some(entry) = unsafe { self.pop::<E, A>(alloc, &mut from) } {
            core::mem::forget(entry);
        }
    }

    /// Returns all memory, also that of entries still in the table, which are forgotten. The core is as new.
    unsafe fn free<E, A: Allocator>(&mut self, alloc: &A);

    /// Whether the core can take no other entry before [`make_room`](Self::make_room): only in cores that need the hashes of
    /// entries to grow. (Others grow in [`find_or_insert`](Self::find_or_insert).)
    #[inline]
    unsafe fn needs_room<E>(&self) -> bool {
        false
    }

    /// Makes room for one more entry, if it [`needs_room`](Self::needs_room). It asks for the hash of every entry once, in
    /// the order opposite to that of [`next`](Self::next), or of none.
    unsafe fn make_room<E, A: Allocator>(
        &mut self,
        _alloc: &A,
        _tuning: Tuning,
        _hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        Ok(())
    }

    /// Whether entries crowd at a fill where growth would be waste, and no other seed was tried since the
    /// table last grew.
    #[inline]
    fn wants_seed(&self) -> bool {
        false
    }

    /// How often the hashes of all entries have been replaced.
    #[inline]
    fn epoch(&self) -> u32 {
        0
    }

    /// Replaces the hash of every entry, and returns the memory of before as a core without entries, to be freed:
    /// by then the caller has put the new hash function in its place. After an error, or a panic in `hash`, the
    /// table is as it was, only that it no longer asks for a seed.
    unsafe fn rehash<E, A: Allocator>(
        &mut self,
        _alloc: &A,
        _tuning: Tuning,
        _hash: impl EntryHash<E>,
    ) -> Result<Self, Error> {
        Ok(Self::default())
    }
}

/// Cores whose slots have numbers, from 0 to the size of the table less one.
///
/// # Safety
/// The cursor is as good as a default one for [`RawTable::next`], but for this: if the slot is in use, an
/// entry may be skipped or repeated when the current one is removed.
pub unsafe trait Numbered: RawTable {
    /// A cursor that starts at slot `at`, taken modulo the number of slots.
    fn start_at(&self, at: usize) -> Self::Cursor;

    /// The number of a slot.
    fn number(&self, slot: Self::Slot) -> usize;
}

/// Cores whose entries stay in slots that have numbers: what handles and scans are made of.
///
/// # Safety
/// For callers: the contract of [`RawTable`].
///
/// For implementors, beyond that of [`RawTable`]: an entry keeps its slot number from insertion to removal, and no two
/// live entries have the same.
#[expect(clippy::missing_safety_doc, reason = "one contract for all methods, above")]
pub unsafe trait Slotted: RawTable {
    /// The number of the slot of a live entry.
    fn slot_number(&self, slot: Self::Slot) -> u32;

    /// The entry in the lowest slot in use from number `from` on.
    unsafe fn slot_from<E>(&self, from: u32) -> Option<Self::Slot>;

    /// The entry in slot `number`, if that is in use. Any number may be asked for.
    unsafe fn slot_at<E>(&self, number: u32) -> Option<Self::Slot>;

    /// How often the slot of a live entry was vacated before, if the policy asked for that to be counted, else 0. Never
    /// so often that it could be the same again.
    unsafe fn generation<E>(&self, slot: Self::Slot) -> u32;
}
