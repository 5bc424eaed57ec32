//! The core of simplehash, slot for slot.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::alloc::Layout as MemoryLayout;
use core::hint::select_unpredictable;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;

use super::sizing::{Limits, Sizing};
use crate::error::{Error, Growth};
use crate::raw::integer::EntryHash;
use crate::raw::pages::Pages;
use crate::raw::prefetch::prefetch;
use crate::raw::{MayGrow, Numbered, Placed, RawTable};
use crate::stats::Stats;
use crate::tuning::Tuning;

/// The status of a slot is folded into the hash word: 0 is an empty slot. A hash of 0 is stored as 2^31, which
/// has the same home slot in every table of up to 2^31 slots; hence that limit. Against a separate status this
/// makes lookups compare one word and saves four bytes for entries aligned to four.
const EMPTY: u32 = 0;

/// What tables without memory point to: one slot that is empty for ever, so that lookups need no test. Only
/// its word is ever read.
static NO_SLOTS: u32 = EMPTY;

#[inline]
fn word_of(hash: u64) -> u32 {
    match hash as u32 {
        EMPTY => 1 << 31,
        word => word,
    }
}

/// One slot: 16 bytes for an 8-byte entry such as a `Box`, as in the simplehash version of smgr.
#[repr(C)]
#[derive(Debug)]
pub struct Slot<E> {
    word: u32,
    entry: MaybeUninit<E>,
}

mod sealed {
    /// Keeps other crates from implementing what unsafe code relies on.
    #[expect(unnameable_types, reason = "that is its purpose")]
    pub trait Sealed {}
    impl Sealed for super::super::RobinHood {}
    impl<const SLOTS: u64> Sealed for super::super::RobinHoodUpTo<SLOTS> {}
    impl Sealed for super::super::RobinHoodMetered {}
    impl Sealed for () {}
    impl Sealed for super::Costs {}
}

/// What tells the Robin Hood layouts apart. Sealed.
pub trait Variant: sealed::Sealed {
    /// The largest number of slots: a power of two, at most 2^31.
    const MAX_SLOTS: u64;
    /// What counts costs: `()` or [`Costs`].
    type Meter: Meter;
}

/// Counts what insertions cost. Sealed.
pub trait Meter: Default + sealed::Sealed {
    /// An attempt to place an entry inspected this many slots up to its own and moved this many entries.
    fn placed(&mut self, probes: u64, moves: u64);
    /// The table was copied into more slots.
    fn grew(&mut self);
}

/// Counts nothing, in no time and space.
impl Meter for () {
    #[inline]
    fn placed(&mut self, _: u64, _: u64) {}
    #[inline]
    fn grew(&mut self) {}
}

/// What the insertions into a [`RobinHoodMetered`](super::RobinHoodMetered) table cost so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Costs {
    /// Slots inspected, up to the one that was chosen.
    pub probes: u64,
    /// Entries moved to the next slot.
    pub moves: u64,
    /// Times the table grew.
    pub growths: u64,
}

impl Meter for Costs {
    fn placed(&mut self, probes: u64, moves: u64) {
        self.probes += probes;
        self.moves += moves;
    }
    fn grew(&mut self) {
        self.growths += 1;
    }
}

/// Where a new entry goes.
enum Place {
    Found(usize),
    /// At `at`, once the entries from there to the empty slot `hole` have moved up by one.
    Vacant {
        at: usize,
        hole: usize,
    },
    /// Nowhere: the table must grow first.
    TooCrowded(Growth),
}

/// What the table thinks of its hash function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Seed {
    /// Nothing against it.
    #[default]
    Good,
    /// Entries crowd in a table that is nearly empty: another seed may spread them.
    Wanted,
    /// Another one was tried since the table last grew.
    Tried,
}

/// The erased table.
#[derive(Debug)]
pub struct RobinHoodCore<V: Variant> {
    /// The slots; [`NO_SLOTS`] while there are none.
    slots: NonNull<u8>,
    /// Number of slots, a power of two, less one; 0 while there are none.
    mask: u32,
    len: u32,
    /// Entries at which the next insertion grows the table.
    threshold: u32,
    /// Entries promised room for: up to here the table does not grow for the sake of the limits. Stays: a table
    /// made for so many entries is used for so many again.
    reserved: u32,
    epoch: u32,
    seed: Seed,
    pages: Pages,
    meter: V::Meter,
}

impl<V: Variant> Default for RobinHoodCore<V> {
    fn default() -> Self {
        Self {
            slots: NonNull::from(&NO_SLOTS).cast(),
            mask: 0,
            len: 0,
            threshold: 0,
            reserved: 0,
            epoch: 0,
            seed: Seed::Good,
            pages: Pages::default(),
            meter: V::Meter::default(),
        }
    }
}

impl<V: Variant<Meter = Costs>> RobinHoodCore<V> {
    /// What insertions cost so far.
    #[must_use]
    pub fn costs(&self) -> Costs {
        self.meter
    }
}

impl<V: Variant> RobinHoodCore<V> {
    /// Number of slots.
    #[must_use]
    pub fn slots(&self) -> usize {
        if self.mask == 0 { 0 } else { self.mask() + 1 }
    }

    #[inline(always)]
    fn mask(&self) -> usize {
        self.mask as usize
    }

    /// # Safety
    /// The core holds entries of type `E`, and `index <= mask`. Only with slots may anything but the word be
    /// accessed.
    #[inline(always)]
    unsafe fn slot<E>(&self, index: usize) -> *mut Slot<E> {
        debug_assert!(index <= self.mask());
        // SAFETY: the allocation holds `mask + 1` slots of this type; without slots the index is 0.
        unsafe { self.slots.cast::<Slot<E>>().as_ptr().add(index) }
    }

    /// # Safety
    /// As for `slot`.
    #[inline(always)]
    unsafe fn word<E>(&self, index: usize) -> u32 {
        // SAFETY: in bounds by the contract.
        let slot = unsafe { self.slot::<E>(index) };
        // SAFETY: the word is at the start of a slot and initialised at all times: slots are allocated zeroed.
        // (Cast, since `NO_SLOTS` is aligned for the word only.)
        unsafe { slot.cast::<u32>().read() }
    }

    /// # Safety
    /// As for `slot`, and the slot is in use.
    #[inline(always)]
    unsafe fn entry_ref<E>(&self, index: usize) -> &E {
        // SAFETY: by the contract.
        let entry = unsafe { self.entry_ptr::<E>(index) };
        // SAFETY: a slot in use holds an entry.
        unsafe { entry.as_ref() }
    }

    /// # Safety
    /// As for `slot`, and the table has slots.
    #[inline(always)]
    unsafe fn entry_ptr<E>(&self, index: usize) -> NonNull<E> {
        // SAFETY: by the contract.
        let slot = unsafe { self.slot::<E>(index) };
        // SAFETY: a field of an allocated slot; the pointer keeps the provenance of the allocation.
        let entry = unsafe { &raw mut (*slot).entry };
        // SAFETY: a field of an allocated slot is not null.
        unsafe { NonNull::new_unchecked(entry.cast()) }
    }

    /// # Safety
    /// As for `slot`, and the table has slots.
    #[inline(always)]
    unsafe fn set_word<E>(&mut self, index: usize, word: u32) {
        // SAFETY: by the contract.
        let slot = unsafe { self.slot::<E>(index) };
        // SAFETY: an allocated slot.
        unsafe { (*slot).word = word };
    }

    /// # Safety
    /// Two different slots in bounds; the one at `to` is not in use.
    #[inline(always)]
    unsafe fn move_slot<E>(&mut self, from: usize, to: usize) {
        // SAFETY: in bounds.
        let source = unsafe { self.slot::<E>(from) };
        // SAFETY: in bounds.
        let target = unsafe { self.slot::<E>(to) };
        // SAFETY: two different allocated slots.
        unsafe { source.copy_to_nonoverlapping(target, 1) };
    }

    #[inline(always)]
    fn distance(&self, word: u32, index: usize) -> usize {
        index.wrapping_sub(word as usize) & self.mask()
    }

    fn is_crowded(&self, limits: Limits) -> bool {
        f64::from(self.len) / self.slots() as f64 >= limits.min_fill
    }

    fn sizing(limits: Limits) -> Sizing {
        const {
            assert!(
                V::MAX_SLOTS.is_power_of_two() && V::MAX_SLOTS >= 2 && V::MAX_SLOTS <= 1 << 31,
                "a table has a power of two of slots, at most 2^31"
            );
        }
        // 2^31 slots need an address space of 64 bits; elsewhere fewer fit.
        let max = const { if usize::BITS > 32 { V::MAX_SLOTS } else { min(V::MAX_SLOTS, 1 << 28) } };
        Sizing::new(limits.fill_permille, max)
    }

    /// simplehash's insertion up to the point where it writes. `strained` tells that a limit was exceeded in a
    /// table too empty to grow.
    ///
    /// # Safety
    /// `E` as in the trait. Without slots the answer is a vacancy that must not be used.
    #[inline]
    unsafe fn place<E>(&self, word: u32, limits: Limits, strained: &mut bool, mut eq: impl FnMut(&E) -> bool) -> Place {
        let mask = self.mask();
        let mut index = word as usize & mask;
        let mut distance = 0;
        loop {
            // SAFETY: masked.
            let stored = unsafe { self.word::<E>(index) };
            if stored == EMPTY {
                return Place::Vacant { at: index, hole: index };
            }
            // SAFETY: masked, and a slot whose word is not EMPTY is in use.
            if stored == word && eq(unsafe { self.entry_ref(index) }) {
                return Place::Found(index);
            }
            if distance > self.distance(stored, index) {
                // SAFETY: as for this function.
                return unsafe { self.displace::<E>(index, limits, strained) };
            }
            index = (index + 1) & mask;
            distance += 1;
            if distance > limits.max_distance as usize {
                if !self.is_crowded(limits) {
                    *strained = true;
                } else if limits.enforced {
                    return Place::TooCrowded(Growth::Distance);
                }
            }
        }
    }

    /// # Safety
    /// As for `place`.
    unsafe fn displace<E>(&self, at: usize, limits: Limits, strained: &mut bool) -> Place {
        let mut hole = at;
        let mut moves = 0;
        loop {
            hole = (hole + 1) & self.mask();
            // SAFETY: masked.
            if unsafe { self.word::<E>(hole) } == EMPTY {
                return Place::Vacant { at, hole };
            }
            moves += 1;
            if moves > limits.max_moves {
                if !self.is_crowded(limits) {
                    *strained = true;
                } else if limits.enforced {
                    return Place::TooCrowded(Growth::Moves);
                }
            }
        }
    }

    /// Puts a slot where `place` said. Nothing here can fail.
    ///
    /// # Safety
    /// `at` and `hole` are from `place`, since when nothing has changed, and the table has slots.
    #[inline]
    unsafe fn settle<E>(&mut self, word: u32, at: usize, mut hole: usize, entry: MaybeUninit<E>) {
        let probes = self.distance(word, at) + 1;
        let moves = hole.wrapping_sub(at) & self.mask();
        self.meter.placed(probes as u64, moves as u64);
        while hole != at {
            let before = hole.wrapping_sub(1) & self.mask();
            // SAFETY: two different slots in bounds; the one at `hole` is empty or has moved on.
            unsafe { self.move_slot::<E>(before, hole) };
            hole = before;
        }
        // SAFETY: in bounds.
        let slot = unsafe { self.slot::<E>(at) };
        // SAFETY: what was here has moved.
        unsafe { slot.write(Slot { word, entry }) };
        self.len += 1;
    }

    /// The rest of a lookup in which another key had the wanted hash: slot by slot from `distance` away from home
    /// on.
    ///
    /// In line although it is rarely reached: a call would force the key it compares with out of its registers.
    ///
    /// # Safety
    /// As in the trait.
    #[inline(always)]
    unsafe fn find_from<E>(&self, word: u32, mut distance: usize, mut eq: impl FnMut(&E) -> bool) -> Option<usize> {
        loop {
            let index = (word as usize).wrapping_add(distance) & self.mask();
            // SAFETY: masked. The fill factor and the growth rules leave an empty slot in every table, so the
            // loop ends.
            let stored = unsafe { self.word::<E>(index) };
            // SAFETY: masked, and a slot whose word is not EMPTY is in use.
            if stored == word && eq(unsafe { self.entry_ref(index) }) {
                return Some(index);
            }
            if stored == EMPTY || self.distance(stored, index) < distance {
                return None;
            }
            distance += 1;
        }
    }

    /// A table of `slots` empty slots that takes `threshold` entries, all else as here.
    fn allocate<E, A: Allocator>(&self, alloc: &A, slots: u64, threshold: u32, pages: Pages) -> Result<Self, Error> {
        let slots_here = usize::try_from(slots).map_err(|_| Error::CapacityOverflow)?;
        let layout = MemoryLayout::array::<Slot<E>>(slots_here).map_err(|_| Error::CapacityOverflow)?;
        let memory = alloc.allocate_zeroed(layout).map_err(|_| Error::AllocError { layout })?;
        pages.advise(memory);
        Ok(Self { slots: memory.cast(), mask: (slots_here - 1) as u32, threshold, pages, ..self.header() })
    }

    /// Slots of a table created for so many entries.
    pub(crate) fn slots_of_create(tuning: Tuning, nelements: usize) -> Result<u64, Error> {
        Self::sizing(Limits::from(tuning)).create(nelements as u64)
    }

    /// Slots of a table with room for so many entries.
    pub(crate) fn slots_of_reserve(tuning: Tuning, total: usize) -> Result<u64, Error> {
        Self::sizing(Limits::from(tuning)).reserve(total as u64)
    }

    fn threshold_of(limits: Limits, slots: u64) -> u32 {
        Self::sizing(limits).threshold(slots) as u32
    }

    /// This table without its slots.
    fn header(&self) -> Self {
        Self { reserved: self.reserved, epoch: self.epoch, seed: self.seed, pages: self.pages, ..Self::default() }
    }

    /// Moves everything to `slots` new slots. Calls no foreign code but the allocator: hashes are stored.
    ///
    /// # Safety
    /// As in the trait; `slots` is a power of two above the present number.
    unsafe fn resize<E, A: Allocator>(&mut self, alloc: &A, limits: Limits, slots: u64) -> Result<(), Error> {
        let mut new = self.allocate::<E, A>(alloc, slots, Self::threshold_of(limits, slots), limits.pages)?;
        new.len = self.len;
        new.seed = Seed::Good;
        new.meter = core::mem::take(&mut self.meter);
        if self.mask != 0 {
            new.meter.grew();
        }
        let mut old = core::mem::replace(self, new);
        // Start where a run starts, so that plain linear probing keeps the Robin Hood order.
        let starts_run = |index: &usize| {
            // SAFETY: an index of the old table.
            let word = unsafe { old.word::<E>(*index) };
            word == EMPTY || word as usize & self.mask() == *index
        };
        let start = (0..old.slots()).find(starts_run).unwrap_or(0);
        for step in 0..old.slots() {
            let from = (start + step) & old.mask();
            // SAFETY: masked.
            let word = unsafe { old.word::<E>(from) };
            if word != EMPTY {
                let mut to = word as usize & self.mask();
                // SAFETY: masked; there are more slots than entries, so one is empty.
                while unsafe { self.word::<E>(to) } != EMPTY {
                    to = (to + 1) & self.mask();
                }
                // SAFETY: in bounds.
                let source = unsafe { old.slot::<E>(from) };
                // SAFETY: in bounds.
                let target = unsafe { self.slot::<E>(to) };
                // SAFETY: slots of two allocations; the old one is forgotten below.
                unsafe { source.copy_to_nonoverlapping(target, 1) };
            }
        }
        // SAFETY: its entries are gone.
        unsafe { old.free::<E, A>(alloc) };
        Ok(())
    }

    /// Moves everything to `slots` new slots, each entry under the hash word that `word` gives for its slot, and
    /// returns the old slots, without entries. After an error or a panic of `word` all is as it was.
    ///
    /// # Safety
    /// As in the trait; there are slots, and the new ones are more than the entries. (`word` is called for slots in
    /// use.)
    unsafe fn transplant<E, A: Allocator>(
        &mut self,
        alloc: &A,
        limits: Limits,
        slots: u64,
        mut word: impl FnMut(&Self, usize) -> u32,
    ) -> Result<Self, Error> {
        /// Returns the new slots if `word` panics; the entries in them are copies and belong to the old ones.
        struct Half<'a, V: Variant, E, A: Allocator>(RobinHoodCore<V>, &'a A, PhantomData<E>);
        impl<V: Variant, E, A: Allocator> Drop for Half<'_, V, E, A> {
            fn drop(&mut self) {
                // SAFETY: allocated by this allocator for this entry type.
                unsafe { self.0.free::<E, A>(self.1) };
            }
        }
        let unlimited = Limits { max_distance: u32::MAX, max_moves: u32::MAX, ..limits };
        let empty = self.allocate::<E, A>(alloc, slots, Self::threshold_of(limits, slots), limits.pages)?;
        let mut new = Half(empty, alloc, PhantomData::<E>);
        for index in 0..self.slots() {
            // SAFETY: in bounds.
            if unsafe { self.word::<E>(index) } == EMPTY {
                continue;
            }
            let word = word(self, index);
            // SAFETY: the entries are of this type, and no two are compared.
            let place = unsafe { new.0.place::<E>(word, unlimited, &mut false, |_| false) };
            let Place::Vacant { at, hole } = place else {
                unreachable!("nothing is equal and there are no limits");
            };
            // SAFETY: in bounds.
            let entry = unsafe { self.entry_ptr::<MaybeUninit<E>>(index) };
            // SAFETY: a copy that is not used as an entry before the old slots are given up.
            let entry = unsafe { entry.read() };
            // SAFETY: from `place`; there are slots.
            unsafe { new.0.settle(word, at, hole, entry) };
        }
        new.0.meter = core::mem::take(&mut self.meter);
        let mut old = core::mem::replace(self, core::mem::take(&mut new.0));
        // Its entries have moved.
        old.len = 0;
        Ok(old)
    }

    /// The statistics of the entries for which `counted` holds.
    ///
    /// # Safety
    /// As in the trait.
    pub(crate) unsafe fn stats_of<E>(&self, mut counted: impl FnMut(&E) -> bool) -> Stats {
        let mut stats = Stats::of_size(self.slots() as u64);
        // SAFETY: an index of this table.
        let empty = |index: &usize| unsafe { self.word::<E>(*index) } == EMPTY;
        // From an empty slot on, entries of one home follow each other: that is the Robin Hood order.
        let start = (0..self.slots()).find(empty).unwrap_or(0);
        let (mut home, mut in_home) = (usize::MAX, 0);
        for step in 0..self.slots() {
            let index = (start + step) & self.mask();
            // SAFETY: masked.
            let word = unsafe { self.word::<E>(index) };
            // SAFETY: a slot whose word is not EMPTY is in use.
            if word == EMPTY || !counted(unsafe { self.entry_ref(index) }) {
                continue;
            }
            stats.add_entry(self.distance(word, index) as u64);
            if word as usize & self.mask() != home {
                stats.add_bucket(in_home);
                (home, in_home) = (word as usize & self.mask(), 0);
            }
            in_home += 1;
        }
        stats.add_bucket(in_home);
        stats
    }

    /// One doubling.
    ///
    /// # Safety
    /// As in the trait.
    #[cold]
    #[inline(never)]
    unsafe fn double<E, A: Allocator>(&mut self, alloc: &A, limits: Limits) -> Result<(), Error> {
        // The first slots of a table that was not created with a size: fewer where entries are large.
        const FIRST: u64 = 8;
        const FIRST_OF_LARGE: u64 = 4;
        let first = if size_of::<E>() <= 1024 { FIRST } else { FIRST_OF_LARGE };
        let slots = match self.slots() as u64 {
            0 => first.min(V::MAX_SLOTS),
            slots => slots * 2,
        };
        let slots = Self::sizing(limits).grow(slots).map_err(|_| Error::SizeExceeded { slots: self.slots() })?;
        // SAFETY: passed on.
        unsafe { self.resize::<E, A>(alloc, limits, slots) }
    }

    fn is_largest(&self, limits: Limits) -> bool {
        Self::sizing(limits).grow(self.slots() as u64 * 2).is_err()
    }
}

const fn min(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}

// SAFETY: entries are touched only in slots whose word says so; foreign code (`eq`, `make`, `hash`, the
// allocator) is called before the first write of an operation, or (deallocation) after the last.
unsafe impl<V: Variant> RawTable for RobinHoodCore<V> {
    type Slot = usize;
    type Cursor = Descending;
    type Probe = usize;

    #[inline]
    fn len(&self) -> usize {
        self.len as usize
    }

    fn capacity(&self) -> usize {
        self.threshold as usize
    }

    fn allocation_size<E>(&self) -> usize {
        self.slots() * size_of::<Slot<E>>()
    }

    unsafe fn stats<E>(&self) -> Stats {
        // SAFETY: passed on.
        unsafe { self.stats_of::<E>(|_| true) }
    }

    unsafe fn create<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        nelements: usize,
        _: impl EntryHash<E>,
    ) -> Result<(), Error> {
        let limits = Limits::from(tuning);
        let slots = Self::sizing(limits).create(nelements as u64)?;
        // SAFETY: passed on.
        if slots > self.slots() as u64 { unsafe { self.resize::<E, A>(alloc, limits, slots) } } else { Ok(()) }
    }

    unsafe fn reserve<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        _: impl EntryHash<E>,
    ) -> Result<(), Error> {
        if total > self.threshold as usize {
            let limits = Limits::from(tuning);
            let slots = Self::sizing(limits).reserve(total as u64)?;
            // A table may already have these slots and a lower threshold only at a fill factor of nearly 0.
            if slots > self.slots() as u64 {
                // SAFETY: passed on.
                unsafe { self.resize::<E, A>(alloc, limits, slots)? };
            }
        }
        self.reserved = self.reserved.max(total as u32);
        Ok(())
    }

    unsafe fn grow<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        buckets: usize,
        _: impl EntryHash<E>,
    ) -> Result<(), Error> {
        let limits = Limits::from(tuning);
        if buckets <= self.slots() {
            return Ok(());
        }
        let slots = Self::sizing(limits).grow(buckets as u64)?;
        // SAFETY: passed on.
        unsafe { self.resize::<E, A>(alloc, limits, slots) }
    }

    unsafe fn shrink<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        total: usize,
        _: impl EntryHash<E>,
    ) -> Result<(), Error> {
        let total = total.max(self.len());
        let limits = Limits::from(tuning);
        let mut old = Self::default();
        if total == 0 {
            let header = Self { meter: core::mem::take(&mut self.meter), ..self.header() };
            old = core::mem::replace(self, header);
        } else if let Ok(slots) = Self::sizing(limits).reserve(total as u64)
            && slots < self.slots() as u64
        {
            // SAFETY: an index of the table by the contract of `transplant`.
            let word = |core: &Self, index| unsafe { core.word::<E>(index) };
            // SAFETY: passed on; the fill factor leaves an empty slot.
            old = unsafe { self.transplant::<E, A>(alloc, limits, slots, word)? };
        }
        self.reserved = self.reserved.min(total as u32);
        // SAFETY: without entries.
        unsafe { old.free::<E, A>(alloc) };
        Ok(())
    }

    unsafe fn copy_to<E, A: Allocator>(
        &self,
        copy: &mut Self,
        alloc: &A,
        mut clone: impl FnMut(&E) -> Result<E, Error>,
    ) -> Result<(), Error> {
        *copy = self.header();
        if self.mask == 0 {
            return Ok(());
        }
        *copy = self.allocate::<E, A>(alloc, self.slots() as u64, self.threshold, self.pages)?;
        for index in 0..self.slots() {
            // SAFETY: in bounds.
            let word = unsafe { self.word::<E>(index) };
            if word == EMPTY {
                continue;
            }
            // SAFETY: a slot in use.
            let entry = MaybeUninit::new(clone(unsafe { self.entry_ref(index) })?);
            // SAFETY: as many slots as here.
            let slot = unsafe { copy.slot::<E>(index) };
            // SAFETY: an allocated slot, empty before.
            unsafe { slot.write(Slot { word, entry }) };
            copy.len += 1;
        }
        Ok(())
    }

    #[inline]
    unsafe fn find<E>(&self, hash: u64, mut eq: impl FnMut(&E) -> bool) -> Option<usize> {
        let (word, mask) = (word_of(hash), self.mask());
        let mut distance = 0;
        // Two slots at a time: which of two neighbours holds an entry no branch predictor knows, and at half fill
        // nearly all entries are in the first two.
        loop {
            let first = (word as usize).wrapping_add(distance) & mask;
            let second = (first + 1) & mask;
            // SAFETY: masked. The fill factor and the growth rules leave an empty slot in every table, so the
            // loop ends.
            let in_first = unsafe { self.word::<E>(first) };
            // SAFETY: masked.
            let in_second = unsafe { self.word::<E>(second) };
            // Zero if either is the wanted word. (An `|` would be compiled to two branches.)
            if u64::from(in_first ^ word) * u64::from(in_second ^ word) == 0 {
                let index = select_unpredictable(in_first == word, first, second);
                // SAFETY: masked, and a slot whose word is not EMPTY is in use.
                if eq(unsafe { self.entry_ref(index) }) {
                    return Some(index);
                }
                // SAFETY: passed on.
                return unsafe { self.find_from(word, distance, eq) };
            }
            if u64::from(in_first) * u64::from(in_second) == 0 {
                return None;
            }
            distance += 2;
            // An entry nearer to its home than the wanted one would be: that one would have taken its slot.
            if self.distance(in_second, second) + 1 < distance {
                return None;
            }
        }
    }

    #[inline]
    unsafe fn prefetch<E>(&self, hash: u64) {
        // SAFETY: a hash modulo the number of slots; without slots it is 0.
        prefetch(unsafe { self.slot::<E>(hash as usize & self.mask()) });
    }

    unsafe fn candidate<E>(&self, hash: u64, probe: &mut usize) -> Option<NonNull<E>> {
        // The probe is a distance and not an index, so it means something in a table that has grown.
        let word = word_of(hash);
        while *probe < self.slots() {
            let index = (word as usize + *probe) & self.mask();
            *probe += 1;
            // SAFETY: masked.
            match unsafe { self.word::<E>(index) } {
                EMPTY => return None,
                // SAFETY: a slot in use.
                stored if stored == word => return Some(unsafe { self.entry_ptr::<E>(index) }),
                _ => {}
            }
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
        mut eq: impl FnMut(&E) -> bool,
        make: impl FnOnce() -> Result<E, X>,
    ) -> Result<Placed<usize>, X> {
        let (mut limits, word) = (Limits::from(tuning), word_of(hash));
        let found = |slot| Ok(Placed { slot, new: false });
        let mut must_grow = may_grow == MayGrow::Yes && self.len >= self.threshold;
        let mut strained = false;
        let (at, hole) = loop {
            if must_grow {
                // SAFETY: passed on.
                if let Err(error) = unsafe { self.double::<E, A>(alloc, limits) } {
                    if self.len >= self.threshold {
                        // SAFETY: passed on.
                        return unsafe { self.find(hash, eq) }.map_or(Err(error.into()), found);
                    }
                    // There is room, growth was for speed only: do without.
                    limits.enforced = false;
                }
            }
            limits.enforced &= self.len >= self.reserved;
            // SAFETY: passed on.
            match unsafe { self.place::<E>(word, limits, &mut strained, &mut eq) } {
                Place::Found(slot) => return found(slot),
                Place::Vacant { at, hole } if may_grow == MayGrow::Yes || self.len < self.threshold => {
                    break (at, hole);
                }
                Place::Vacant { .. } => return Err(Error::WouldGrow { because: Growth::FillFactor }.into()),
                Place::TooCrowded(because) if may_grow == MayGrow::No => {
                    // The walk ended early: the entry may be there, further on.
                    let error = Error::WouldGrow { because };
                    // SAFETY: passed on.
                    return unsafe { self.find(hash, eq) }.map_or(Err(error.into()), found);
                }
                Place::TooCrowded(_) if self.is_largest(limits) => {
                    limits.enforced = false;
                    must_grow = false;
                }
                Place::TooCrowded(because) => {
                    // An attempt for nothing, of about this length.
                    let limit = if because == Growth::Moves { limits.max_moves } else { limits.max_distance };
                    self.meter.placed(u64::from(limit), 0);
                    must_grow = true;
                }
            }
        };
        let entry = make()?;
        if strained && self.seed == Seed::Good {
            self.seed = Seed::Wanted;
        }
        // SAFETY: from `place`, since when nothing but `make` ran, which cannot reach the table. A vacancy in a
        // table without slots is refused or grown away above: there `len` and `threshold` are both 0.
        unsafe { self.settle(word, at, hole, MaybeUninit::new(entry)) };
        Ok(Placed { slot: at, new: true })
    }

    #[inline(always)]
    unsafe fn entry<E>(&self, slot: usize) -> NonNull<E> {
        // SAFETY: in bounds by the contract.
        unsafe { self.entry_ptr(slot) }
    }

    #[inline]
    unsafe fn remove<E, A: Allocator>(&mut self, _: &A, slot: usize) -> E {
        // SAFETY: by the contract.
        let entry = unsafe { self.entry_ptr::<E>(slot) };
        // SAFETY: the slot is in use; its entry is moved out here and overwritten or marked empty below.
        let entry = unsafe { entry.read() };
        self.len -= 1;
        let mut hole = slot;
        loop {
            let next = (hole + 1) & self.mask();
            // SAFETY: masked.
            let word = unsafe { self.word::<E>(next) };
            if word == EMPTY || self.distance(word, next) == 0 {
                // SAFETY: in bounds.
                unsafe { self.set_word::<E>(hole, EMPTY) };
                return entry;
            }
            // SAFETY: two different slots in bounds; the one at `hole` was moved out.
            unsafe { self.move_slot::<E>(next, hole) };
            hole = next;
        }
    }

    #[inline]
    unsafe fn next<E>(&self, cursor: &mut Descending) -> Option<usize> {
        if !cursor.started {
            // SAFETY: an index of this table.
            let empty = |index: &usize| unsafe { self.word::<E>(*index) } == EMPTY;
            *cursor = Descending { started: true, at: (0..self.slots()).find(empty)?, left: self.slots() };
        }
        while cursor.left > 0 {
            let index = cursor.at;
            cursor.at = index.wrapping_sub(1) & self.mask();
            cursor.left -= 1;
            // SAFETY: masked.
            if unsafe { self.word::<E>(index) } != EMPTY {
                return Some(index);
            }
        }
        None
    }

    unsafe fn pop<E, A: Allocator>(&mut self, _: &A, from: &mut usize) -> Option<E> {
        while *from < self.slots() {
            let index = *from;
            *from += 1;
            // SAFETY: in bounds.
            if unsafe { self.word::<E>(index) } != EMPTY {
                // SAFETY: in bounds.
                unsafe { self.set_word::<E>(index, EMPTY) };
                self.len -= 1;
                // SAFETY: in bounds.
                let entry = unsafe { self.entry_ptr::<E>(index) };
                // SAFETY: the slot was in use and is now marked empty: the entry is read once.
                return Some(unsafe { entry.read() });
            }
        }
        None
    }

    unsafe fn forget_all<E, A: Allocator>(&mut self, _: &A) {
        if self.len > 0 {
            for index in 0..self.slots() {
                // SAFETY: in bounds.
                unsafe { self.set_word::<E>(index, EMPTY) };
            }
            self.len = 0;
        }
    }

    unsafe fn free<E, A: Allocator>(&mut self, alloc: &A) {
        let old = core::mem::take(self);
        if old.mask != 0 {
            // SAFETY: this layout was computed without overflow when the slots were allocated.
            let layout = unsafe { MemoryLayout::array::<Slot<E>>(old.slots()).unwrap_unchecked() };
            // SAFETY: allocated by this allocator with this layout.
            unsafe { alloc.deallocate(old.slots, layout) };
        }
    }

    #[inline]
    fn wants_seed(&self) -> bool {
        self.seed == Seed::Wanted
    }

    #[inline]
    fn epoch(&self) -> u32 {
        self.epoch
    }

    unsafe fn rehash<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        mut hash: impl EntryHash<E>,
    ) -> Result<Self, Error> {
        self.seed = Seed::Tried;
        if self.mask == 0 {
            return Ok(Self::default());
        }
        // SAFETY: a slot in use by the contract of `transplant`.
        let word = |core: &Self, index| word_of(hash.hash(unsafe { core.entry_ref(index) }));
        // SAFETY: passed on.
        let old = unsafe { self.transplant::<E, A>(alloc, Limits::from(tuning), self.slots() as u64, word)? };
        self.epoch = self.epoch.wrapping_add(1);
        Ok(old)
    }
}

// SAFETY: the cursor starts within the table; `next` masks it.
unsafe impl<V: Variant> Numbered for RobinHoodCore<V> {
    fn start_at(&self, at: usize) -> Descending {
        Descending { started: true, at: at & self.mask(), left: self.slots() }
    }

    fn number(&self, slot: usize) -> usize {
        slot
    }
}

/// Iteration in simplehash's order: downwards, around, from the lowest empty slot.
#[derive(Debug, Clone, Default)]
pub struct Descending {
    started: bool,
    at: usize,
    left: usize,
}
