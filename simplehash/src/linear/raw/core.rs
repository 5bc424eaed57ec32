//! Searching, placing and moving entries whose key is an integer.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::alloc::Layout as MemoryLayout;
use core::mem::MaybeUninit;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;

use crate::error::Error;
use crate::hash::integer::{mix, unmix};
use crate::hash::seed;
use crate::raw::integer::IntegerAt;
use crate::raw::pages::Pages;
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

/// Bytes of a cache line.
const LINE: usize = 64;

/// Slots of a window: a cache line of them, if they are of 8 or 16 bytes.
#[inline(always)]
pub(super) const fn lanes<E>() -> usize {
    if size_of::<E>() <= 8 { 8 } else { 4 }
}

/// Slots after so many homes, of which they are a part: all that may be in use, in a small table.
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
/// The key, mixed with the table's seed, has a *window* for its home: some slots side by side. In every window the slots in use come first. An entry that finds its home full goes to the next window, and
/// so on, so that
/// - between its home and where it is all windows are full,
/// - no entry in a window has a home beyond that of an entry in the windows after it.
///
/// So a search looks at all slots of a window at once, for the key itself, and ends at a window that is not full, or has an entry
/// from beyond the home it began at.
///
/// A slot whose key is 0 is not in use. The entry whose key is 0 has a slot of its own, after all others.
#[derive(Debug)]
pub struct LinearCore {
    memory: NonNull<u8>,
    /// In the memory, at the beginning of a cache line.
    slots: NonNull<u8>,
    /// Bits of a mixed key that do not say which window; 0 without slots.
    shift: u32,
    /// Where keys are in entries: bytes from the start.
    offset: usize,
    /// Whether they have 8 bytes, and not 4.
    pub(super) wide: bool,
    /// Whether there is an entry with the key 0.
    pub(super) has_zero: bool,
    /// Whether the last window is full, so that another entry might find no room.
    pub(super) crowded: bool,
    /// Number of slots before the window that is always empty and ends all searches.
    pub(super) guard: usize,
    pub(super) len: usize,
    /// Entries at which the next insertion needs room.
    pub(super) threshold: usize,
    pub(super) reserved: usize,
    seed: [u64; 2],
    pages: Pages,
}

impl Default for LinearCore {
    fn default() -> Self {
        Self {
            memory: NonNull::dangling(),
            slots: NonNull::dangling(),
            shift: 0,
            offset: 0,
            wide: false,
            has_zero: false,
            crowded: false,
            guard: 0,
            len: 0,
            threshold: 0,
            reserved: 0,
            seed: [0, 1],
            pages: Pages::default(),
        }
    }
}

/// Where a search ended.
pub(super) enum Place {
    Found(usize),
    /// The first slot of the window it would go to.
    Vacant(usize),
}

impl LinearCore {
    /// Whether a core can do this.
    pub(super) const fn takes(at: IntegerAt) -> bool {
        at.width == 4 || at.width == 8
    }

    #[inline(always)]
    pub(crate) fn has_slots(&self) -> bool {
        self.shift != 0
    }

    /// Number of slots that are homes.
    #[inline(always)]
    pub(super) fn homes<E>(&self) -> usize {
        if self.has_slots() { lanes::<E>() << (u64::BITS - self.shift) } else { 0 }
    }

    /// The slot for key 0.
    #[inline(always)]
    pub(super) fn zero<E>(&self) -> usize {
        self.guard + lanes::<E>()
    }

    /// The first slot of the window that is home to a key.
    #[inline(always)]
    pub(super) fn home<E>(&self, key: u64) -> usize {
        self.home_of_hash::<E>(mix(key))
    }

    /// The same for the hash of a key, which was multiplied once. (After one more multiplication instead of two, one seed in some
    /// hundreds would leave some pattern of keys together.)
    #[inline(always)]
    pub(super) fn home_of_hash<E>(&self, hash: u64) -> usize {
        let [addend, multiplier] = self.seed;
        let product = (hash ^ addend).wrapping_mul(multiplier);
        let product = (product ^ product >> 32).wrapping_mul(multiplier);
        (product >> self.shift) as usize * lanes::<E>()
    }

    pub(super) fn sizing(tuning: Tuning) -> Sizing {
        Sizing::new(tuning.fill_factor.unwrap_or(FILL_FACTOR).clamp(1, MAX_FILL_FACTOR), MAX_HOMES)
    }

    /// At least so many homes: two windows.
    #[inline]
    pub(super) fn whole<E>(homes: u64) -> u64 {
        homes.max(2 * lanes::<E>() as u64)
    }

    fn memory<E>(homes: usize) -> Option<MemoryLayout> {
        let slots = homes.checked_add(tail(homes) + lanes::<E>() + 1)?;
        let slots = MemoryLayout::array::<MaybeUninit<E>>(slots).ok()?;
        MemoryLayout::from_size_align(slots.size().checked_add(LINE)?, slots.align()).ok()
    }

    /// Bytes allocated.
    pub(super) fn bytes<E>(&self) -> usize {
        if self.has_slots() { Self::memory::<E>(self.homes::<E>()).map_or(0, |layout| layout.size()) } else { 0 }
    }

    /// This table without its slots.
    pub(super) fn header(&self) -> Self {
        Self {
            reserved: self.reserved,
            offset: self.offset,
            wide: self.wide,
            seed: self.seed,
            pages: self.pages,
            ..Self::default()
        }
    }

    /// A table of so many homes without entries, all else as here.
    pub(super) fn allocate<E, A: Allocator>(&self, alloc: &A, tuning: Tuning, homes: u64) -> Result<Self, Error> {
        debug_assert!(homes.is_power_of_two() && homes >= Self::whole::<E>(0));
        let homes_here = usize::try_from(homes).map_err(|_| Error::CapacityOverflow)?;
        let layout = Self::memory::<E>(homes_here).ok_or(Error::CapacityOverflow)?;
        // Zeros, for all keys, which fresh memory of the system's has already. (Not if it were asked for whole cache lines: then
        // allocators write them.)
        let memory = alloc.allocate_zeroed(layout).map_err(|_| Error::AllocError { layout })?;
        let pages = self.pages.or(tuning);
        pages.advise(memory);
        let memory = memory.cast::<u8>();
        let before = memory.align_offset(LINE.max(align_of::<E>()));
        // SAFETY: there is a line too much; an entry aligned to more than that needs none.
        let slots = unsafe { memory.add(if before < LINE { before } else { 0 }) };
        let threshold = Self::sizing(tuning).threshold(homes) as usize;
        let windows = homes / lanes::<E>() as u64;
        let guard = homes_here + tail(homes_here);
        Ok(Self { memory, slots, shift: u64::BITS - windows.ilog2(), guard, threshold, pages, ..self.header() })
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
        // An odd multiplier that is not small carries each bit to where homes are read.
        self.seed = [seed::random(), seed::random() | 1 << 63 | 1];
    }
}

/// # Safety
/// For callers of the unsafe methods: `E` is the entry type of this core, `W` the width of its keys, and there are slots.
impl LinearCore {
    /// # Safety
    /// `slot <= zero`.
    #[inline(always)]
    pub(super) unsafe fn pointer<E>(&self, slot: usize) -> NonNull<E> {
        debug_assert!(slot <= self.zero::<E>());
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

    /// Where the key of a slot is.
    ///
    /// # Safety
    /// As for [`pointer`](Self::pointer).
    #[inline(always)]
    unsafe fn key_pointer<E>(&self, slot: usize) -> NonNull<u8> {
        // SAFETY: by the contract.
        let entry = unsafe { self.pointer::<E>(slot) }.cast::<u8>();
        // SAFETY: the key's place is within an entry.
        unsafe { entry.add(self.offset) }
    }

    /// The key in a slot; 0 if it is not in use. (Not of the slot for 0, which may be without any.)
    ///
    /// # Safety
    /// `slot < zero`.
    #[inline(always)]
    pub(super) unsafe fn key<E, W: Width>(&self, slot: usize) -> u64 {
        // SAFETY: passed on.
        let key = unsafe { self.key_pointer::<E>(slot) };
        // SAFETY: keys are initialised in slots that are not in use, too: they were allocated as zeros, and are zeroed again.
        unsafe { W::read(key) }
    }

    /// Marks a slot as not in use.
    ///
    /// # Safety
    /// `slot < guard`, and its entry was moved out.
    #[inline(always)]
    pub(super) unsafe fn vacate<E, W: Width>(&mut self, slot: usize) {
        // SAFETY: passed on.
        let key = unsafe { self.key_pointer::<E>(slot) };
        // SAFETY: in the slots.
        unsafe { W::clear(key) };
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

    /// The slots of a window whose keys are this one, a bit each.
    ///
    /// # Safety
    /// The first slot of a window, up to the guard.
    #[inline(always)]
    unsafe fn equal<E, W: Width>(&self, window: usize, key: u64) -> u32 {
        let mut equal = 0;
        for lane in 0..lanes::<E>() {
            // SAFETY: in the window.
            equal |= u32::from(unsafe { self.key::<E, W>(window + lane) } == key) << lane;
        }
        equal
    }

    /// Number of slots in use in a window: its first ones.
    ///
    /// # Safety
    /// As for [`equal`](Self::equal).
    #[inline(always)]
    pub(super) unsafe fn used<E, W: Width>(&self, window: usize) -> usize {
        let mut used = 0;
        for lane in 0..lanes::<E>() {
            // SAFETY: in the window.
            used += usize::from(unsafe { self.key::<E, W>(window + lane) } != 0);
        }
        used
    }

    /// Looks for the entry with this hash. (Most searches end in the first window; what others do is out of line, so that they
    /// are short enough for many to be under way at once.)
    #[inline(always)]
    pub(super) unsafe fn search<E, W: Width>(&self, hash: u64, mut eq: impl FnMut(&E) -> bool) -> Place {
        let key = unmix(hash);
        if key == 0 {
            // SAFETY: passed on.
            return unsafe { self.search_zero(eq) };
        }
        let home = self.home_of_hash::<E>(hash);
        // SAFETY: a window.
        let equal = unsafe { self.equal::<E, W>(home, key) };
        let slot = home + equal.trailing_zeros() as usize;
        // SAFETY: in use: the key is not 0.
        if equal != 0 && eq(unsafe { self.entry_ref(slot) }) {
            return Place::Found(slot);
        }
        // SAFETY: in the window.
        if unsafe { self.key::<E, W>(home + lanes::<E>() - 1) } == 0 && equal == 0 {
            return Place::Vacant(home);
        }
        // SAFETY: passed on.
        unsafe { self.search_on::<E, W>(home, key, eq) }
    }

    /// Looks for the entry with the key 0.
    #[cold]
    #[inline(never)]
    unsafe fn search_zero<E>(&self, mut eq: impl FnMut(&E) -> bool) -> Place {
        let zero = self.zero::<E>();
        // SAFETY: it is in use.
        if self.has_zero && eq(unsafe { self.entry_ref(zero) }) { Place::Found(zero) } else { Place::Vacant(zero) }
    }

    /// Looks in all windows.
    #[inline(never)]
    unsafe fn search_on<E, W: Width>(&self, home: usize, key: u64, mut eq: impl FnMut(&E) -> bool) -> Place {
        let mut window = home;
        loop {
            // SAFETY: a window; the guard ends the loop.
            let mut equal = unsafe { self.equal::<E, W>(window, key) };
            while equal != 0 {
                let slot = window + equal.trailing_zeros() as usize;
                // SAFETY: in use: the key is not 0.
                if eq(unsafe { self.entry_ref(slot) }) {
                    return Place::Found(slot);
                }
                equal &= equal - 1;
            }
            // SAFETY: as above.
            if unsafe { self.ends::<E, W>(window, home) } {
                return Place::Vacant(window);
            }
            window += lanes::<E>();
        }
    }

    /// Whether a window ends searches from a home on: it is not full, or has an entry from beyond that home.
    ///
    /// # Safety
    /// As for [`equal`](Self::equal).
    #[inline(always)]
    unsafe fn ends<E, W: Width>(&self, window: usize, home: usize) -> bool {
        // SAFETY: in the window.
        let last = unsafe { self.key::<E, W>(window + lanes::<E>() - 1) };
        // (None is from beyond the window that it is in.)
        // SAFETY: passed on; the window is full.
        last == 0 || window > home && unsafe { self.furthest::<E, W>(window) }.1 > home
    }

    /// The slot in a full window whose entry has the furthest home, and that home.
    ///
    /// # Safety
    /// As for [`equal`](Self::equal).
    #[inline]
    unsafe fn furthest<E, W: Width>(&self, window: usize) -> (usize, usize) {
        let mut furthest = (window, 0);
        for slot in window..window + lanes::<E>() {
            // SAFETY: in the window.
            let home = self.home::<E>(unsafe { self.key::<E, W>(slot) });
            if home >= furthest.1 {
                furthest = (slot, home);
            }
        }
        furthest
    }

    /// Puts in an entry whose search ended at this window. Nothing here can fail. Returns its slot.
    ///
    /// # Safety
    /// Nothing has changed since that search, and the last window is not full; nor is the slot for 0 in use, if that is where
    /// the search ended.
    #[inline(always)]
    pub(super) unsafe fn place<E, W: Width>(&mut self, window: usize, entry: MaybeUninit<E>) -> usize {
        self.len += 1;
        let at = if window == self.zero::<E>() {
            self.has_zero = true;
            window
        } else {
            // SAFETY: a window.
            let used = unsafe { self.used::<E, W>(window) };
            if used == lanes::<E>() {
                // SAFETY: passed on.
                unsafe { self.make_way::<E, W>(window) }
            } else {
                self.crowded = window + used + 1 == self.guard;
                window + used
            }
        };
        // SAFETY: a slot.
        let place = unsafe { self.pointer::<MaybeUninit<E>>(at) };
        // SAFETY: not in use, or its entry has moved.
        unsafe { place.write(entry) };
        at
    }

    /// Moves on one entry of a full window, one of the next if that is full, too, and so on: those with the furthest homes.
    /// Returns the slot that is free.
    ///
    /// # Safety
    /// The last window is not full.
    #[inline(never)]
    unsafe fn make_way<E, W: Width>(&mut self, first: usize) -> usize {
        // The way back is that of the search, so the free slot is made at the end and handed forward.
        let mut window = first + lanes::<E>();
        // SAFETY: the last window ends the loop.
        let mut used = unsafe { self.used::<E, W>(window) };
        while used == lanes::<E>() {
            window += lanes::<E>();
            // SAFETY: as above.
            used = unsafe { self.used::<E, W>(window) };
        }
        let mut free = window + used;
        self.crowded = free + 1 == self.guard;
        while window > first {
            window -= lanes::<E>();
            // SAFETY: a full window.
            let (slot, _) = unsafe { self.furthest::<E, W>(window) };
            // SAFETY: two slots.
            unsafe { self.move_entry::<E>(slot, free) };
            free = slot;
        }
        free
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
        if slot == self.zero::<E>() {
            self.has_zero = false;
            return entry;
        }
        let (mut hole, mut window) = (slot, slot / lanes::<E>() * lanes::<E>());
        // SAFETY: a window. (What has just been moved out has still its key.)
        let mut used = unsafe { self.used::<E, W>(window) };
        while used == lanes::<E>() {
            // SAFETY: the next window, or the guard.
            let Some(overflown) = (unsafe { self.overflown::<E, W>(window) }) else { break };
            // SAFETY: two slots; the entry of the first was moved out.
            unsafe { self.move_entry::<E>(overflown, hole) };
            (hole, window) = (overflown, window + lanes::<E>());
            // SAFETY: a window.
            used = unsafe { self.used::<E, W>(window) };
        }
        // (If users changed keys a window may have been found without any.)
        let last = window + used.max(hole - window + 1) - 1;
        // SAFETY: two slots; the entry of the first was moved out.
        unsafe { self.move_entry::<E>(last, hole) };
        self.crowded &= last + 1 != self.guard;
        // SAFETY: its entry was moved out.
        unsafe { self.vacate::<E, W>(last) };
        entry
    }

    /// The entry of the window after this one that has overflown from the furthest, if any has from this one or before.
    ///
    /// # Safety
    /// A window before the guard.
    #[inline(always)]
    unsafe fn overflown<E, W: Width>(&self, window: usize) -> Option<usize> {
        let next = window + lanes::<E>();
        let (mut found, mut least) = (None, window + 1);
        // SAFETY: a window.
        for slot in next..next + unsafe { self.used::<E, W>(next) } {
            // SAFETY: a slot in use.
            let home = self.home::<E>(unsafe { self.key::<E, W>(slot) });
            if home < least {
                (found, least) = (Some(slot), home);
            }
        }
        found
    }

    /// The highest slot in use below `end`, where that for 0 is above all.
    #[inline(always)]
    pub(super) unsafe fn used_below<E, W: Width>(&self, end: usize) -> Option<usize> {
        let zero = self.zero::<E>();
        if end > zero && self.has_zero {
            return Some(zero);
        }
        // SAFETY: in bounds.
        (0..end.min(self.guard)).rev().find(|slot| unsafe { self.key::<E, W>(*slot) } != 0)
    }

    /// The lowest slot in use from `from` on.
    pub(super) unsafe fn used_from<E, W: Width>(&self, from: usize) -> Option<usize> {
        let (guard, zero) = (self.guard, self.zero::<E>());
        // SAFETY: in bounds.
        let found = (from..guard).find(|slot| unsafe { self.key::<E, W>(*slot) } != 0);
        found.or_else(|| (from <= zero && self.has_zero).then_some(zero))
    }

    /// The entry of a slot, copied: not to be used as one before the old memory is given up.
    ///
    /// # Safety
    /// As for [`pointer`](Self::pointer).
    #[inline(always)]
    unsafe fn copied<E>(&self, slot: usize) -> MaybeUninit<E> {
        // SAFETY: by the contract.
        let entry = unsafe { self.pointer::<MaybeUninit<E>>(slot) };
        // SAFETY: in the slots.
        unsafe { entry.read() }
    }

    /// Copies all entries into a table without any; whether they fit, and another one does. They come in the order of their homes, which under
    /// the same seed is that of the new ones: nothing but neighbouring lines is touched.
    unsafe fn copy_into<E, W: Width>(&self, new: &mut Self) -> bool {
        for from in (0..self.guard).step_by(lanes::<E>()) {
            // SAFETY: a window.
            for slot in from..from + unsafe { self.used::<E, W>(from) } {
                // SAFETY: a slot.
                let home = new.home::<E>(unsafe { self.key::<E, W>(slot) });
                let mut window = home;
                // SAFETY: the guard ends the loop.
                while !unsafe { new.ends::<E, W>(window, home) } {
                    window += lanes::<E>();
                }
                if new.crowded {
                    return false;
                }
                // SAFETY: a slot in use.
                let entry = unsafe { self.copied(slot) };
                // SAFETY: where a search for it ends: it is not there, or, if users changed keys, behind those that are equal.
                unsafe { new.place::<E, W>(window, entry) };
            }
        }
        if self.has_zero {
            // SAFETY: a slot in use.
            let entry = unsafe { self.copied(self.zero::<E>()) };
            // SAFETY: nothing was put there yet.
            unsafe { new.place::<E, W>(new.zero::<E>(), entry) };
        }
        new.len = self.len;
        !new.crowded
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
        let homes = Self::whole::<E>(homes);
        for _ in 0..SEEDS {
            let mut new = header.allocate::<E, A>(alloc, tuning, homes)?;
            // SAFETY: passed on.
            if !self.has_slots() || unsafe { by_width!(self.copy_into::<E>(&mut new)) } {
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
        let homes = self.homes::<E>() as u64;
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
        let enough = sizing.reserve(self.len as u64 + 1).and_then(|least| sizing.grow((homes * 2).max(least)));
        match enough {
            // SAFETY: passed on; more homes take more entries.
            Ok(homes) => unsafe { self.resize::<E, A>(alloc, tuning, homes) },
            Err(_) => Err(Error::SizeExceeded { slots: self.homes::<E>() }),
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
            let layout = unsafe { Self::memory::<E>(old.homes::<E>()).unwrap_unchecked() };
            // SAFETY: allocated by this allocator with this layout.
            unsafe { alloc.deallocate(old.memory, layout) };
        }
    }
}
