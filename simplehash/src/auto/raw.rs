//! A choice between two cores that is made where the entry is known: in the methods.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;

use crate::error::Error;
use crate::raw::{MayGrow, Placed, RawTable};
use crate::stats::Stats;
use crate::tuning::Tuning;

/// Uses `small` for entries of at most `LIMIT` bytes, else `big`; the other stays empty for ever. A union would
/// save its few words.
#[derive(Debug, Default)]
pub struct AutoCore<S, B, const LIMIT: usize> {
    small: S,
    big: B,
}

/// `$core` is the chosen field in `$call`; the condition is a constant, so one arm is compiled.
macro_rules! choose {
    ($self:ident, $core:ident => $call:expr) => {
        if const { size_of::<E>() <= LIMIT } {
            let $core = &$self.small;
            // SAFETY: passed on; all calls with one `E` go to the same core.
            unsafe { $call }
        } else {
            let $core = &$self.big;
            // SAFETY: passed on; all calls with one `E` go to the same core.
            unsafe { $call }
        }
    };
    (mut $self:ident, $core:ident => $call:expr) => {
        if const { size_of::<E>() <= LIMIT } {
            let $core = &mut $self.small;
            // SAFETY: passed on; all calls with one `E` go to the same core.
            unsafe { $call }
        } else {
            let $core = &mut $self.big;
            // SAFETY: passed on; all calls with one `E` go to the same core.
            unsafe { $call }
        }
    };
}

// SAFETY: both cores uphold the contract, and one `E` always means the same core.
unsafe impl<S: RawTable, B, const LIMIT: usize> RawTable for AutoCore<S, B, LIMIT>
where
    B: RawTable<Slot = S::Slot, Cursor = S::Cursor, Probe = S::Probe>,
{
    type Slot = S::Slot;
    type Cursor = S::Cursor;
    type Probe = S::Probe;
    const GROWS_APART: bool = S::GROWS_APART && B::GROWS_APART;

    #[inline]
    fn len(&self) -> usize {
        self.small.len() + self.big.len()
    }

    fn capacity(&self) -> usize {
        self.small.capacity() + self.big.capacity()
    }

    fn allocation_size<E>(&self) -> usize {
        if const { size_of::<E>() <= LIMIT } {
            self.small.allocation_size::<E>()
        } else {
            self.big.allocation_size::<E>()
        }
    }

    unsafe fn stats<E>(&self) -> Stats {
        choose!(self, core => core.stats::<E>())
    }

    unsafe fn create<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        nelements: usize,
        hash: impl FnMut(&E) -> u64,
    ) -> Result<(), Error> {
        choose!(mut self, core => core.create::<E, A>(alloc, tuning, nelements, hash))
    }

    unsafe fn reserve<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        hash: impl FnMut(&E) -> u64,
    ) -> Result<(), Error> {
        choose!(mut self, core => core.reserve::<E, A>(alloc, tuning, total, hash))
    }

    unsafe fn grow<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        buckets: usize,
        hash: impl FnMut(&E) -> u64,
    ) -> Result<(), Error> {
        choose!(mut self, core => core.grow::<E, A>(alloc, tuning, buckets, hash))
    }

    unsafe fn shrink<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        hash: impl FnMut(&E) -> u64,
    ) -> Result<(), Error> {
        choose!(mut self, core => core.shrink::<E, A>(alloc, tuning, total, hash))
    }

    unsafe fn copy_to<E, A: Allocator>(
        &self,
        copy: &mut Self,
        alloc: &A,
        clone: impl FnMut(&E) -> Result<E, Error>,
    ) -> Result<(), Error> {
        if const { size_of::<E>() <= LIMIT } {
            // SAFETY: passed on; all calls with one `E` go to the same core.
            unsafe { self.small.copy_to(&mut copy.small, alloc, clone) }
        } else {
            // SAFETY: passed on; all calls with one `E` go to the same core.
            unsafe { self.big.copy_to(&mut copy.big, alloc, clone) }
        }
    }

    #[inline]
    unsafe fn remembered<E>(&self) -> Option<NonNull<E>> {
        choose!(self, core => core.remembered())
    }

    #[inline]
    unsafe fn find<E>(&self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<S::Slot> {
        choose!(self, core => core.find(hash, eq))
    }

    #[inline]
    unsafe fn prefetch<E>(&self, hash: u64) {
        choose!(self, core => core.prefetch::<E>(hash));
    }

    #[inline]
    unsafe fn prefetch_entry<E>(&self, hash: u64) {
        choose!(self, core => core.prefetch_entry::<E>(hash));
    }

    unsafe fn candidate<E>(&self, hash: u64, probe: &mut S::Probe) -> Option<NonNull<E>> {
        choose!(self, core => core.candidate(hash, probe))
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
    ) -> Result<Placed<S::Slot>, X> {
        choose!(mut self, core => core.find_or_insert(alloc, tuning, may_grow, hash, eq, make))
    }

    #[inline]
    unsafe fn entry<E>(&self, slot: S::Slot) -> NonNull<E> {
        choose!(self, core => core.entry(slot))
    }

    #[inline]
    unsafe fn remove<E, A: Allocator>(&mut self, alloc: &A, slot: S::Slot) -> E {
        choose!(mut self, core => core.remove(alloc, slot))
    }

    #[inline]
    unsafe fn next<E>(&self, cursor: &mut S::Cursor) -> Option<S::Slot> {
        choose!(self, core => core.next::<E>(cursor))
    }

    #[inline]
    unsafe fn fold<E, B2>(&self, cursor: S::Cursor, init: B2, f: impl FnMut(B2, NonNull<E>) -> B2) -> B2 {
        choose!(self, core => core.fold(cursor, init, f))
    }

    unsafe fn settle<E, A: Allocator>(&mut self, alloc: &A) {
        choose!(mut self, core => core.settle::<E, A>(alloc))
    }

    unsafe fn pop<E, A: Allocator>(&mut self, alloc: &A, from: &mut usize) -> Option<E> {
        choose!(mut self, core => core.pop(alloc, from))
    }

    unsafe fn forget_all<E, A: Allocator>(&mut self, alloc: &A) {
        choose!(mut self, core => core.forget_all::<E, A>(alloc))
    }

    unsafe fn free<E, A: Allocator>(&mut self, alloc: &A) {
        choose!(mut self, core => core.free::<E, A>(alloc))
    }

    #[inline]
    fn wants_seed(&self) -> bool {
        self.small.wants_seed() || self.big.wants_seed()
    }

    #[inline]
    fn epoch(&self) -> u32 {
        self.small.epoch() + self.big.epoch()
    }

    #[inline]
    fn needs_room(&self) -> bool {
        self.small.needs_room() || self.big.needs_room()
    }

    unsafe fn make_room<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        hash: impl FnMut(&E) -> u64,
    ) -> Result<(), Error> {
        choose!(mut self, core => core.make_room::<E, A>(alloc, tuning, hash))
    }

    unsafe fn rehash<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        hash: impl FnMut(&E) -> u64,
    ) -> Result<Self, Error> {
        if const { size_of::<E>() <= LIMIT } {
            // SAFETY: passed on; all calls with one `E` go to the same core.
            let small = unsafe { self.small.rehash(alloc, tuning, hash)? };
            Ok(Self { small, big: B::default() })
        } else {
            // SAFETY: passed on; all calls with one `E` go to the same core.
            let big = unsafe { self.big.rehash(alloc, tuning, hash)? };
            Ok(Self { small: S::default(), big })
        }
    }
}
