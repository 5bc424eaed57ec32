//! A choice between two cores that is made where the entry is known: in the methods.
//!
//! A policy does not know the entry, so the core that a layout names cannot depend on it; but every *method* of an erased core
//! does. Both cores are in the header, and one stays empty. (A union would save its few words.)
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::marker::PhantomData;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;

use super::{EntryHash, MayGrow, Placed, RawTable};
use crate::error::Error;
use crate::stats::Stats;
use crate::tuning::Tuning;

/// What decides between two cores.
///
/// # Safety
/// While one of the two has memory, that one is chosen; while none has, calls with one `E` and `H` choose the same one.
pub unsafe trait Rule<S, B>: Default {
    /// Whether `big` is so rarely chosen, by what is known only when the program runs, that it is to stay out of the way.
    const BIG_IS_RARE: bool = false;

    /// Whether `small` is it, for entries of this type, if one has memory. (Else there are no entries, and either will do.)
    fn is_small<E>(small: &S, big: &B) -> bool;

    /// Whether `small` is to get memory, for entries with these hashes.
    #[inline(always)]
    fn makes_small<E, H: EntryHash<E>>(small: &S, big: &B) -> bool {
        Self::is_small::<E>(small, big)
    }
}

/// `small` for entries of at most `LIMIT` bytes.
#[derive(Debug, Default)]
pub struct UpTo<const LIMIT: usize>;

// SAFETY: a constant of the entry type.
unsafe impl<S, B, const LIMIT: usize> Rule<S, B> for UpTo<LIMIT> {
    #[inline(always)]
    fn is_small<E>(_: &S, _: &B) -> bool {
        const { size_of::<E>() <= LIMIT }
    }
}

/// Uses `small` or `big`, as the rule says; the other stays empty.
#[derive(Debug, Default)]
pub struct Choice<S, B, R> {
    small: S,
    big: B,
    rule: PhantomData<fn() -> R>,
}

impl<S, B, R> Choice<S, B, R> {
    /// The two.
    #[cfg(test)]
    pub(crate) fn cores(&self) -> (&S, &B) {
        (&self.small, &self.big)
    }
}

/// `$core` is the chosen field in `$call`. Where the condition is a constant, one arm is compiled.
macro_rules! choose {
    ($self:ident, $core:ident => $call:expr) => {
        if R::is_small::<E>(&$self.small, &$self.big) {
            let $core = &$self.small;
            // SAFETY: passed on; the chosen core.
            unsafe { $call }
        } else {
            let $core = &$self.big;
            // SAFETY: passed on; the chosen core.
            unsafe { $call }
        }
    };
    (mut $self:ident, $core:ident => $call:expr) => {
        choose!(@ $self, R::is_small::<E>(&$self.small, &$self.big), $core => $call)
    };
    (for $hash:ident, $self:ident, $core:ident => $call:expr) => {
        choose!(@ $self, makes_small::<E, R, S, B, _>(&$hash, &$self.small, &$self.big), $core => $call)
    };
    (@ $self:ident, $condition:expr, $core:ident => $call:expr) => {
        if $condition {
            let $core = &mut $self.small;
            // SAFETY: passed on; the chosen core.
            unsafe { $call }
        } else {
            let $core = &mut $self.big;
            // SAFETY: passed on; the chosen core.
            unsafe { $call }
        }
    };
}

/// [`Rule::makes_small`], with a type that has no name.
#[inline(always)]
fn makes_small<E, R: Rule<S, B>, S, B, H: EntryHash<E>>(_: &H, small: &S, big: &B) -> bool {
    R::makes_small::<E, H>(small, big)
}

/// What a table does most, kept out of line.
mod apart {
    use super::{Allocator, Error, MayGrow, NonNull, Placed, RawTable, Tuning};

    #[inline(never)]
    pub(super) unsafe fn find_address<E, C: RawTable>(
        core: &C,
        hash: u64,
        eq: impl FnMut(&E) -> bool,
    ) -> Option<NonNull<E>> {
        // SAFETY: passed on.
        unsafe { core.find_address(hash, eq) }
    }

    #[inline(never)]
    pub(super) unsafe fn find<E, C: RawTable>(core: &C, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<C::Slot> {
        // SAFETY: passed on.
        unsafe { core.find(hash, eq) }
    }

    #[inline(never)]
    pub(super) unsafe fn find_or_insert<E, C: RawTable, A: Allocator, X: From<Error>>(
        core: &mut C,
        alloc: &A,
        tuning: Tuning,
        may_grow: MayGrow,
        hash: u64,
        eq: impl FnMut(&E) -> bool,
        make: impl FnOnce() -> Result<E, X>,
    ) -> Result<Placed<C::Slot>, X> {
        // SAFETY: passed on.
        unsafe { core.find_or_insert(alloc, tuning, may_grow, hash, eq, make) }
    }

    #[inline(never)]
    pub(super) unsafe fn remove<E, C: RawTable, A: Allocator>(core: &mut C, alloc: &A, slot: C::Slot) -> E {
        // SAFETY: passed on.
        unsafe { core.remove(alloc, slot) }
    }
}

// SAFETY: both cores uphold the contract, and by that of the rule all calls about one memory go to the same core.
unsafe impl<S: RawTable, B, R: Rule<S, B>> RawTable for Choice<S, B, R>
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
        if R::is_small::<E>(&self.small, &self.big) {
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
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        choose!(for hash, self, core => core.create::<E, A>(alloc, tuning, nelements, hash))
    }

    unsafe fn reserve<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        choose!(for hash, self, core => core.reserve::<E, A>(alloc, tuning, total, hash))
    }

    unsafe fn grow<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        buckets: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        choose!(for hash, self, core => core.grow::<E, A>(alloc, tuning, buckets, hash))
    }

    unsafe fn shrink<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        choose!(for hash, self, core => core.shrink::<E, A>(alloc, tuning, total, hash))
    }

    unsafe fn copy_to<E, A: Allocator>(
        &self,
        copy: &mut Self,
        alloc: &A,
        clone: impl FnMut(&E) -> Result<E, Error>,
    ) -> Result<(), Error> {
        if R::is_small::<E>(&self.small, &self.big) {
            // SAFETY: passed on; the chosen core.
            unsafe { self.small.copy_to(&mut copy.small, alloc, clone) }
        } else {
            // SAFETY: passed on; the chosen core.
            unsafe { self.big.copy_to(&mut copy.big, alloc, clone) }
        }
    }

    #[inline]
    unsafe fn remembered<E>(&self) -> Option<NonNull<E>> {
        choose!(self, core => core.remembered())
    }

    #[inline]
    unsafe fn find<E>(&self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<S::Slot> {
        if R::BIG_IS_RARE && !R::is_small::<E>(&self.small, &self.big) {
            // SAFETY: passed on; the chosen core.
            return unsafe { apart::find(&self.big, hash, eq) };
        }
        choose!(self, core => core.find(hash, eq))
    }

    #[inline]
    unsafe fn find_address<E>(&self, hash: u64, eq: impl FnMut(&E) -> bool) -> Option<NonNull<E>> {
        if R::BIG_IS_RARE && !R::is_small::<E>(&self.small, &self.big) {
            // SAFETY: passed on; the chosen core.
            return unsafe { apart::find_address(&self.big, hash, eq) };
        }
        choose!(self, core => core.find_address(hash, eq))
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
        if R::BIG_IS_RARE && !R::is_small::<E>(&self.small, &self.big) {
            // SAFETY: passed on; the chosen core.
            return unsafe { apart::find_or_insert(&mut self.big, alloc, tuning, may_grow, hash, eq, make) };
        }
        choose!(mut self, core => core.find_or_insert(alloc, tuning, may_grow, hash, eq, make))
    }

    #[inline]
    unsafe fn entry<E>(&self, slot: S::Slot) -> NonNull<E> {
        choose!(self, core => core.entry(slot))
    }

    #[inline]
    unsafe fn remove<E, A: Allocator>(&mut self, alloc: &A, slot: S::Slot) -> E {
        if R::BIG_IS_RARE && !R::is_small::<E>(&self.small, &self.big) {
            // SAFETY: passed on; the chosen core.
            return unsafe { apart::remove(&mut self.big, alloc, slot) };
        }
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
    unsafe fn needs_room<E>(&self) -> bool {
        choose!(self, core => core.needs_room::<E>())
    }

    unsafe fn make_room<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        choose!(for hash, self, core => core.make_room::<E, A>(alloc, tuning, hash))
    }

    unsafe fn rehash<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        hash: impl EntryHash<E>,
    ) -> Result<Self, Error> {
        if R::is_small::<E>(&self.small, &self.big) {
            // SAFETY: passed on; the chosen core.
            let small = unsafe { self.small.rehash(alloc, tuning, hash)? };
            Ok(Self { small, big: B::default(), rule: PhantomData })
        } else {
            // SAFETY: passed on; the chosen core.
            let big = unsafe { self.big.rehash(alloc, tuning, hash)? };
            Ok(Self { small: S::default(), big, rule: PhantomData })
        }
    }
}
