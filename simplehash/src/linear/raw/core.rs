//! Searching, placing and moving entries whose key is an integer.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::alloc::Layout as MemoryLayout;
use core::mem::MaybeUninit;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;

use crate::error::Error;
use crate::hash::integer::mix;
use crate::hash::seed;
use crate::raw::integer::IntegerAt;
use crate::robin_hood::Sizing;
use crate::tuning::Tuning;

/// The default fill factor in thousandths.
const FILL_FACTOR: u16 = 800;
/// Most thousandths of the homes that may be in use: runs grow with the square of what is left.
pub(in crate::linear) const MAX_FILL_FACTOR: u16 = 950;
/// Most slots after the homes. At the greatest fill factor one table in 10^11 needs more.
const MOST_TAIL: usize = 256;
/// The largest number of homes.
const MAX_HOMES: u64 = if usize::BITS > 32 { 1 << 32 } else { 1 << 27 };
/// Thousandths of the homes below which a full tail is a matter of the seed, and not of room.
const CROWDED: u64 = 250;
/// Seeds that are tried before a table is said to be full. One is enough but for a chance like that of [`MOST_TAIL`].
const SEEDS: u32 = 8;

/// Slots after so many homes: all that may be in use, in a small table.
const fn tail(homes: usize) -> usize {
    if homes <= 32 {
        homes
    } else if homes <= 256 {
        32
    } else if homes / 8 < MOST_TAIL {
        homes / 8
    } else {
        MOST_TAIL
    }
}

/// The width of keys, as a type: the loops are compiled for each.
pub(super) trait Width {
    /// The key at an address.
    ///
    /// # Safety
    /// So many initialised bytes are there.
    unsafe fn read(at: NonNull<u8>) -> u64;

    /// Writes zeros there.
    ///
    /// # Safety
    /// So many bytes are there, and not used by anyone else.
    unsafe fn clear(at: NonNull<u8>);
}

macro_rules! widths {
    ($($name:ident: $unsigned:ty),*) => { $(
        #[derive(Debug)]
        pub(super) enum $name {}
        impl Width for $name {
            #[inline(always)]
            unsafe fn read(at: NonNull<u8>) -> u64 {
                // SAFETY: by the contract.
                unsafe { at.cast::<$unsigned>().read_unaligned() }.into()
            }

            #[inline(always)]
            unsafe fn clear(at: NonNull<u8>) {
                // SAFETY: by the contract.
                unsafe { at.cast::<$unsigned>().write_unaligned(0) };
            }
        }
    )* };
}

widths!(Four: u32, Eight: u64);

/// Calls a function for the width of a core's keys.
macro_rules! by_width {
    ($self:ident.$function:ident::<$entry:ty $(, $other:ty)*>($($argument:expr),*)) => {
        if $self.wide {
            $self.$function::<$entry, Eight $(, $other)*>($($argument),*)
        } else {
            $self.$function::<$entry, Four $(, $other)*>($($argument),*)
        }
    };
}
pub(super) use by_width;

/// The erased table of entries with an integer for a key.
///
/// Slots are in the order of `order(key)`, a bijection of the key under the table's seed; the high bits of it are the home.
/// A slot whose key is 0 is empty: 0 is last in the order, so that a search ends there without asking. The entry whose key is
/// 0 has a slot of its own, after all others.
#[derive(Debug)]
pub struct LinearCore {
    pub(super) slots: NonNull<u8>,
    /// Bits of an order that are not of the home; 0 without slots.
    shift: u32,
    /// Where keys are in entries: bytes from the start.
    offset: usize,
    /// Whether they have 8 bytes, and not 4.
    pub(super) wide: bool,
    /// Whether there is an entry with the key 0.
    pub(super) has_zero: bool,
    /// Whether the last slot is in use, so that another entry might find no end of its run.
    pub(super) crowded: bool,
    pub(super) len: usize,
    /// Entries at which the next insertion needs room.
    pub(super) threshold: usize,
    pub(super) reserved: usize,
    /// The seed: an odd number.
    seed: u64,
}

impl Default for LinearCore {
    fn default() -> Self {
        Self {
            slots: NonNull::dangling(),
            shift: 0,
            offset: 0,
            wide: false,
            has_zero: false,
            crowded: false,
            len: 0,
            threshold: 0,
            reserved: 0,
            seed: 1,
        }
    }
}

/// Where a search ended.
pub(super) enum Place {
    Found(usize),
    /// Where it would go.
    Vacant(usize),
}

impl LinearCore {
    /// Whether a core can do this.
    pub(super) const fn takes(at: IntegerAt) -> bool {
        at.width == 4 || at.width == 8
    }

    #[inline(always)]
    pub(super) fn has_slots(&self) -> bool {
        self.shift != 0
    }

    /// Number of homes.
    #[must_use]
    pub fn homes(&self) -> usize {
        if self.has_slots() { 1 << (u64::BITS - self.shift) } else { 0 }
    }

    /// Number of slots before the one that is always empty and ends all searches.
    #[inline(always)]
    pub(super) fn guard(&self) -> usize {
        self.homes() + tail(self.homes())
    }

    /// The slot for key 0.
    #[inline(always)]
    pub(super) fn zero(&self) -> usize {
        self.guard() + 1
    }

    /// The place of a hash (or key, mixed) in the order; 0 is last. (Mixed once more: by multiplication alone the homes of
    /// keys that are multiples of a power of two stay as regular as they are.)
    #[inline(always)]
    pub(super) fn order(&self, hash: u64) -> u64 {
        !mix(hash.wrapping_mul(self.seed))
    }

    #[inline(always)]
    pub(super) fn home(&self, order: u64) -> usize {
        (order >> self.shift) as usize
    }

    pub(super) fn sizing(tuning: Tuning) -> Sizing {
        Sizing::new(tuning.fill_factor.unwrap_or(FILL_FACTOR).clamp(1, MAX_FILL_FACTOR), MAX_HOMES)
    }

    fn memory<E>(homes: usize) -> Option<MemoryLayout> {
        MemoryLayout::array::<MaybeUninit<E>>(homes.checked_add(tail(homes) + 2)?).ok()
    }

    /// Bytes allocated.
    pub(super) fn bytes<E>(&self) -> usize {
        if self.has_slots() { Self::memory::<E>(self.homes()).map_or(0, |layout| layout.size()) } else { 0 }
    }

    /// This table without its slots.
    pub(super) fn header(&self) -> Self {
        Self { reserved: self.reserved, offset: self.offset, wide: self.wide, seed: self.seed, ..Self::default() }
    }

    /// A table of so many homes without entries, all else as here.
    pub(super) fn allocate<E, A: Allocator>(&self, alloc: &A, tuning: Tuning, homes: u64) -> Result<Self, Error> {
        let homes_here = usize::try_from(homes).map_err(|_| Error::CapacityOverflow)?;
        let layout = Self::memory::<E>(homes_here).ok_or(Error::CapacityOverflow)?;
        // Zeros, for all keys, which fresh memory of the system's has already.
        let slots = alloc.allocate_zeroed(layout).map_err(|_| Error::AllocError { layout })?.cast::<u8>();
        let threshold = Self::sizing(tuning).threshold(homes) as usize;
        Ok(Self { slots, shift: u64::BITS - homes.ilog2(), threshold, ..self.header() })
    }

    /// Bytes before the key in an entry.
    #[inline(always)]
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// Says where keys are, in a core without slots.
    pub(super) fn set_place(&mut self, at: IntegerAt) {
        debug_assert!(Self::takes(at) && !self.has_slots());
        (self.offset, self.wide) = (at.offset, at.width == 8);
    }

    /// Draws another seed.
    pub(super) fn reseed(&mut self) {
        self.seed = seed::random() | 1;
    }
}

/// # Safety
/// For callers of the unsafe methods: `E` is the entry type of this core, `W` the width of its keys, and there are slots.
impl LinearCore {
    /// # Safety
    /// `slot <= zero`.
    #[inline(always)]
    pub(super) unsafe fn pointer<E>(&self, slot: usize) -> NonNull<E> {
        debug_assert!(slot <= self.zero());
        // SAFETY: in the slots.
        unsafe { self.slots.cast::<E>().add(slot) }
    }

    /// # Safety
    /// As for [`pointer`](Self::pointer), and the slot is in use.
    #[inline(always)]
    pub(super) unsafe fn entry_ref<E>(&self, slot: usize) -> &E {
        // SAFETY: by the contract.
        let entry = unsafe { self.pointer::<E>(slot) };
        // SAFETY: a slot in use holds an entry.
        unsafe { entry.as_ref() }
    }

    /// The key in a slot; 0 if it is not in use. (Not of the slot for 0, which may be without any.)
    ///
    /// # Safety
    /// `slot <= guard`.
    #[inline(always)]
    pub(super) unsafe fn key<E, W: Width>(&self, slot: usize) -> u64 {
        // SAFETY: by the contract.
        let entry = unsafe { self.pointer::<E>(slot) }.cast::<u8>();
        // SAFETY: the key's place is within an entry.
        let at = unsafe { entry.add(self.offset) };
        // SAFETY: keys are initialised in slots that are not in use, too: they were allocated as zeros, and are zeroed again.
        unsafe { W::read(at) }
    }

    /// The place in the order of what is in a slot.
    ///
    /// # Safety
    /// As for [`key`](Self::key).
    #[inline(always)]
    pub(super) unsafe fn order_at<E, W: Width>(&self, slot: usize) -> u64 {
        // SAFETY: passed on.
        self.order(mix(unsafe { self.key::<E, W>(slot) }))
    }

    /// Marks a slot as not in use.
    ///
    /// # Safety
    /// `slot < guard`, and its entry was moved out.
    #[inline(always)]
    pub(super) unsafe fn vacate<E, W: Width>(&mut self, slot: usize) {
        // SAFETY: by the contract.
        let entry = unsafe { self.pointer::<E>(slot) }.cast::<u8>();
        // SAFETY: the key's place is within an entry.
        let at = unsafe { entry.add(self.offset) };
        // SAFETY: in the slots.
        unsafe { W::clear(at) };
    }

    /// # Safety
    /// Two slots.
    #[inline(always)]
    unsafe fn move_entry<E>(&mut self, from: usize, to: usize) {
        // SAFETY: in bounds.
        let source = unsafe { self.pointer::<MaybeUninit<E>>(from) };
        // SAFETY: in bounds.
        let target = unsafe { self.pointer::<MaybeUninit<E>>(to) };
        // SAFETY: entries' places, of which one may be the other.
        unsafe { source.copy_to(target, 1) };
    }

    /// Looks for the entry with this hash.
    #[inline(always)]
    pub(super) unsafe fn search<E, W: Width>(&self, hash: u64, mut eq: impl FnMut(&E) -> bool) -> Place {
        if hash == 0 {
            // SAFETY: it is in use.
            let found = self.has_zero && eq(unsafe { self.entry_ref(self.zero()) });
            return if found { Place::Found(self.zero()) } else { Place::Vacant(self.zero()) };
        }
        let order = self.order(hash);
        let mut slot = self.home(order);
        loop {
            // SAFETY: the slot that is always empty is last in the order, and ends the loop.
            let here = unsafe { self.order_at::<E, W>(slot) };
            if here >= order {
                // SAFETY: in use: the hash of an empty slot is 0.
                if here != order || eq(unsafe { self.entry_ref(slot) }) {
                    return if here == order { Place::Found(slot) } else { Place::Vacant(slot) };
                }
            }
            slot += 1;
        }
    }

    /// Puts in an entry whose search ended at slot `at`. Nothing here can fail. Returns its slot.
    ///
    /// # Safety
    /// Nothing has changed since that search, and the last slot is not in use; nor is that for 0, if `at` is it.
    #[inline(always)]
    pub(super) unsafe fn place<E, W: Width>(&mut self, at: usize, entry: MaybeUninit<E>) -> usize {
        self.len += 1;
        // SAFETY: a slot.
        let place = unsafe { self.pointer::<MaybeUninit<E>>(at) };
        if at == self.zero() {
            self.has_zero = true;
        } else {
            let mut hole = at;
            // SAFETY: the last slot is not in use.
            while unsafe { self.key::<E, W>(hole) } != 0 {
                hole += 1;
            }
            self.crowded = hole + 1 == self.guard();
            while hole > at {
                // SAFETY: two slots.
                unsafe { self.move_entry::<E>(hole - 1, hole) };
                hole -= 1;
            }
        }
        // SAFETY: the entry that was there has moved.
        unsafe { place.write(entry) };
        at
    }

    /// Takes an entry out.
    ///
    /// # Safety
    /// The slot is in use.
    #[inline(always)]
    pub(super) unsafe fn take<E, W: Width>(&mut self, slot: usize) -> E {
        // SAFETY: by the contract.
        let entry = unsafe { self.pointer::<E>(slot) };
        // SAFETY: in use; its entry is moved out here, and overwritten or marked as gone below.
        let entry = unsafe { entry.read() };
        self.len -= 1;
        if slot == self.zero() {
            self.has_zero = false;
            return entry;
        }
        let mut hole = slot;
        loop {
            // SAFETY: the next slot, or the one that is always empty.
            let key = unsafe { self.key::<E, W>(hole + 1) };
            if key == 0 || self.home(self.order(mix(key))) > hole {
                break;
            }
            // SAFETY: two slots; the entry of the first was moved out.
            unsafe { self.move_entry::<E>(hole + 1, hole) };
            hole += 1;
        }
        self.crowded &= hole + 1 != self.guard();
        // SAFETY: its entry was moved out.
        unsafe { self.vacate::<E, W>(hole) };
        entry
    }

    /// The highest slot in use below `end`, where that for 0 is above all.
    #[inline(always)]
    pub(super) unsafe fn used_below<E, W: Width>(&self, end: usize) -> Option<usize> {
        if end > self.zero() && self.has_zero {
            return Some(self.zero());
        }
        // SAFETY: in bounds.
        (0..end.min(self.guard())).rev().find(|slot| unsafe { self.key::<E, W>(*slot) } != 0)
    }

    /// The lowest slot in use from `from` on.
    pub(super) unsafe fn used_from<E, W: Width>(&self, from: usize) -> Option<usize> {
        // SAFETY: in bounds.
        let found = (from..self.guard()).find(|slot| unsafe { self.key::<E, W>(*slot) } != 0);
        found.or_else(|| (from <= self.zero() && self.has_zero).then(|| self.zero()))
    }

    /// Copies all entries into a table without any; whether they fit. The order is kept under the same seed: then every
    /// entry goes behind the one before it, or home.
    unsafe fn stream_to<E, W: Width>(&self, new: &mut Self) -> bool {
        let sorted = self.seed == new.seed;
        let mut next = 0;
        for slot in 0..self.guard() {
            // SAFETY: in bounds.
            let key = unsafe { self.key::<E, W>(slot) };
            if key == 0 {
                continue;
            }
            // SAFETY: a slot.
            let entry = unsafe { self.pointer::<MaybeUninit<E>>(slot) };
            // SAFETY: a copy that is not used as an entry before the old memory is given up.
            let entry = unsafe { entry.read() };
            let hash = mix(key);
            if sorted {
                let at = next.max(new.home(new.order(hash)));
                if at >= new.guard() {
                    return false;
                }
                // SAFETY: a slot.
                let place = unsafe { new.pointer::<MaybeUninit<E>>(at) };
                // SAFETY: without entry, and nothing is beyond.
                unsafe { place.write(entry) };
                new.crowded = at + 1 == new.guard();
                next = at + 1;
            } else {
                // Also where a key was changed by its user, and is there twice.
                // SAFETY: passed on.
                let (Place::Found(at) | Place::Vacant(at)) = unsafe { new.search::<E, W>(hash, |_| true) };
                if new.crowded {
                    return false;
                }
                // SAFETY: where its search ended, and the last slot is free.
                unsafe { new.place::<E, W>(at, entry) };
            }
        }
        if self.has_zero {
            // SAFETY: a slot in use.
            let entry = unsafe { self.pointer::<MaybeUninit<E>>(self.zero()) };
            // SAFETY: as above.
            let entry = unsafe { entry.read() };
            // SAFETY: a slot.
            let place = unsafe { new.pointer::<MaybeUninit<E>>(new.zero()) };
            // SAFETY: not in use.
            unsafe { place.write(entry) };
            new.has_zero = true;
        }
        new.len = self.len;
        true
    }

    /// Moves everything to so many new homes, under the same seed if that goes, and returns the old table, without entries.
    /// After an error all is as it was.
    ///
    /// # Safety
    /// The new homes take all entries. There need be no slots yet.
    pub(super) unsafe fn transplant<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        homes: u64,
        keep_seed: bool,
    ) -> Result<Self, Error> {
        let mut header = self.header();
        if !keep_seed || !self.has_slots() {
            header.reseed();
        }
        for _ in 0..SEEDS {
            let mut new = header.allocate::<E, A>(alloc, tuning, homes)?;
            // SAFETY: passed on.
            if !self.has_slots() || unsafe { by_width!(self.stream_to::<E>(&mut new)) } {
                let mut old = core::mem::replace(self, new);
                // Its entries have moved.
                (old.len, old.has_zero) = (0, false);
                return Ok(old);
            }
            // SAFETY: what is in it are copies.
            unsafe { new.release::<E, A>(alloc) };
            header.reseed();
        }
        Err(Error::CapacityOverflow)
    }

    /// As [`transplant`](Self::transplant), and frees the old memory.
    ///
    /// # Safety
    /// As there.
    pub(super) unsafe fn resize<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        homes: u64,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        let mut old = unsafe { self.transplant::<E, A>(alloc, tuning, homes, true)? };
        // SAFETY: its entries have moved.
        unsafe { old.release::<E, A>(alloc) };
        Ok(())
    }

    /// Makes room for one more entry.
    ///
    /// # Safety
    /// As in the trait. There need be no slots yet.
    #[cold]
    #[inline(never)]
    pub(super) unsafe fn make_room<E, A: Allocator>(&mut self, alloc: &A, tuning: Tuning) -> Result<(), Error> {
        let first = if size_of::<E>() <= 1024 { 8 } else { 4 };
        let homes = self.homes() as u64;
        if self.len < self.threshold && (self.len as u64 * 1000) < homes * CROWDED {
            // Under another seed there is room.
            // SAFETY: passed on.
            let mut old = unsafe { self.transplant::<E, A>(alloc, tuning, homes, false)? };
            // SAFETY: its entries have moved.
            unsafe { old.release::<E, A>(alloc) };
            return Ok(());
        }
        let sizing = Self::sizing(tuning);
        // At a low fill factor a few homes may take no entry at all.
        let enough =
            sizing.reserve(self.len as u64 + 1).and_then(|least| sizing.grow((homes * 2).max(first).max(least)));
        match enough {
            // SAFETY: passed on; more homes take more entries.
            Ok(homes) => unsafe { self.resize::<E, A>(alloc, tuning, homes) },
            Err(_) => Err(Error::SizeExceeded { slots: self.homes() }),
        }
    }
}

impl LinearCore {
    /// Frees the memory, whatever is in it. The core is as new.
    ///
    /// # Safety
    /// As in the trait.
    pub(super) unsafe fn release<E, A: Allocator>(&mut self, alloc: &A) {
        let old = core::mem::take(self);
        if old.has_slots() {
            // SAFETY: this layout was computed without overflow when the memory was allocated.
            let layout = unsafe { Self::memory::<E>(old.homes()).unwrap_unchecked() };
            // SAFETY: allocated by this allocator with this layout.
            unsafe { alloc.deallocate(old.slots, layout) };
        }
    }
}
