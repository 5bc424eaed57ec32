//! Searching, placing and moving entries.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::alloc::Layout as MemoryLayout;
use core::hint::select_unpredictable;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::ControlFlow;
use core::ptr::NonNull;

use allocator_api2::alloc::Allocator;

use super::group::{Group, Lanes};
use crate::error::Error;
use crate::raw::integer::EntryHash;
use crate::raw::pages::Pages;
use crate::robin_hood::Sizing;
use crate::tuning::Tuning;

/// The default fill factor in thousandths.
const FILL_FACTOR: u16 = 875;
/// Most thousandths of the homes that may be in use.
pub(in crate::fingerprint) const MAX_FILL_FACTOR: u16 = 980;
/// No slot is further from home in a word than this; it is a multiple of the lanes of every group.
pub(in crate::fingerprint) const FURTHEST: usize = 240;
/// The high byte of *stray* entries: those that are further away, or anywhere.
pub(super) const STRAY: u16 = (FURTHEST as u16 + 1) << 8;
/// One step away from home, in a word.
pub(super) const STEP: u16 = 1 << 8;
/// Words after those of the slots, always empty: as many as the lanes of the largest group.
const GUARD: usize = 16;
/// Most slots after the homes.
const MOST_TAIL: usize = 64;
/// The largest number of homes.
const MAX_HOMES: u64 = if usize::BITS > 32 { 1 << 31 } else { 1 << 27 };
/// Thousandths of the homes below which crowding does not make a table grow: another seed may help, more room does not.
const CROWDED: u64 = 100;

/// Homes of a table in which strays do no harm: a look at every slot takes few steps.
const SMALL: usize = 256;

/// What tables without memory point to: no entries wherever one looks.
static NO_SLOTS: [u16; GUARD] = [0; GUARD];

/// The bits of a hash that words keep: the highest that hash functions of 32 bits have, since the low ones choose the home.
/// (Above 2^24 homes some bits do both, and more misses look at an entry: one in 16 at 2^28.)
#[inline(always)]
pub(super) fn fingerprint(hash: u64) -> u8 {
    (hash as u32 >> 24) as u8
}

/// Slots after so many homes, for the entries of the last of them.
const fn tail(homes: usize) -> usize {
    let part = homes / 4;
    let least = if homes < 8 { homes } else { 8 };
    if part < least {
        least
    } else if part > MOST_TAIL {
        MOST_TAIL
    } else {
        part
    }
}

/// What the table thinks of its hash function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Seed {
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
pub struct FingerprintCore<G> {
    pub(super) words: NonNull<u16>,
    entries: NonNull<u8>,
    /// Number of homes, a power of two, less one; 0 while there are none.
    mask: usize,
    pub(super) len: usize,
    /// Entries at which the next insertion needs room.
    pub(super) threshold: usize,
    /// Entries promised room for: up to here the table does not grow because of strays.
    pub(super) reserved: usize,
    /// Number of stray entries.
    pub(super) stray: usize,
    /// Whether there came to be strays that more room may spare.
    pub(super) crowded: bool,
    /// Whether more room has spared none, since the table last grew for another reason.
    pub(super) grew_in_vain: bool,
    pub(super) seed: Seed,
    pub(super) epoch: u32,
    pages: Pages,
    group: PhantomData<G>,
}

impl<G> Default for FingerprintCore<G> {
    fn default() -> Self {
        Self {
            words: NonNull::from(&NO_SLOTS).cast(),
            entries: NonNull::dangling(),
            mask: 0,
            len: 0,
            threshold: 0,
            reserved: 0,
            stray: 0,
            crowded: false,
            grew_in_vain: false,
            seed: Seed::Good,
            epoch: 0,
            pages: Pages::default(),
            group: PhantomData,
        }
    }
}

/// The memory of a table.
#[derive(Debug, Clone, Copy)]
struct Memory {
    layout: MemoryLayout,
    entries_at: usize,
}

impl Memory {
    /// That of so many homes: words first, then entries.
    fn of<E>(homes: usize) -> Option<Self> {
        let slots = homes.checked_add(tail(homes))?;
        let words = MemoryLayout::array::<u16>(slots.checked_add(GUARD)?).ok()?;
        let entries = MemoryLayout::array::<MaybeUninit<E>>(slots).ok()?;
        // Aligned for loads of groups, which is not asked for but helps.
        let (layout, entries_at) = words.align_to(16).ok()?.extend(entries).ok()?;
        Some(Self { layout, entries_at })
    }
}

impl<G> FingerprintCore<G> {
    /// Number of homes.
    #[must_use]
    pub fn homes(&self) -> usize {
        if self.has_slots() { self.mask + 1 } else { 0 }
    }

    /// Entries whose distance from home has no room in a word. Looking for one, or in vain, costs a look at every slot.
    #[must_use]
    pub fn strays(&self) -> usize {
        self.stray
    }

    #[inline(always)]
    pub(super) fn has_slots(&self) -> bool {
        self.mask != 0
    }

    /// Number of slots.
    #[inline(always)]
    pub(super) fn slots(&self) -> usize {
        if self.has_slots() { self.mask + 1 + tail(self.mask + 1) } else { 0 }
    }

    #[inline(always)]
    pub(super) fn home(&self, hash: u64) -> usize {
        hash as usize & self.mask
    }

    pub(super) fn sizing(tuning: Tuning) -> Sizing {
        Sizing::new(tuning.fill_factor.unwrap_or(FILL_FACTOR).clamp(1, MAX_FILL_FACTOR), MAX_HOMES)
    }

    /// Bytes allocated.
    pub(super) fn bytes<E>(&self) -> usize {
        if self.has_slots() { Memory::of::<E>(self.mask + 1).map_or(0, |memory| memory.layout.size()) } else { 0 }
    }

    /// # Safety
    /// `slot <= slots`.
    #[inline(always)]
    pub(super) unsafe fn word(&self, slot: usize) -> u16 {
        debug_assert!(slot <= self.slots());
        // SAFETY: in the words, of which there are more than slots.
        let word = unsafe { self.words.add(slot) };
        // SAFETY: words are initialised at all times.
        unsafe { word.read() }
    }

    /// # Safety
    /// `slot < slots`.
    #[inline(always)]
    pub(super) unsafe fn set_word(&mut self, slot: usize, word: u16) {
        debug_assert!(slot < self.slots());
        // SAFETY: in the words.
        let at = unsafe { self.words.add(slot) };
        // SAFETY: there are slots, so these are not the static ones.
        unsafe { at.write(word) };
    }

    /// # Safety
    /// `E` is the entry type of this core, and `slot < slots`.
    #[inline(always)]
    pub(super) unsafe fn pointer<E>(&self, slot: usize) -> NonNull<E> {
        debug_assert!(slot < self.slots());
        // SAFETY: in the entries.
        unsafe { self.entries.cast::<E>().add(slot) }
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

    /// # Safety
    /// As for [`pointer`](Self::pointer), for two slots.
    #[inline(always)]
    pub(super) unsafe fn move_entry<E>(&mut self, from: usize, to: usize) {
        // SAFETY: in bounds.
        let source = unsafe { self.pointer::<MaybeUninit<E>>(from) };
        // SAFETY: in bounds.
        let target = unsafe { self.pointer::<MaybeUninit<E>>(to) };
        // SAFETY: entries' places, of which one may be the other.
        unsafe { source.copy_to(target, 1) };
    }

    /// Whether so many of the homes are in use that more of them would spread the entries.
    fn is_filled(&self) -> bool {
        self.len as u64 * 1000 >= self.homes() as u64 * CROWDED
    }

    /// Notes that an insertion made strays.
    #[cold]
    fn strayed(&mut self) {
        if self.homes() <= SMALL && self.is_filled() {
            return;
        }
        if self.is_filled() && !self.grew_in_vain {
            self.crowded = true;
        } else if self.seed == Seed::Good {
            self.seed = Seed::Wanted;
        }
    }

    /// This table without its slots.
    pub(super) fn header(&self) -> Self {
        Self { reserved: self.reserved, epoch: self.epoch, seed: self.seed, pages: self.pages, ..Self::default() }
    }

    /// A table of so many homes without entries, all else as here.
    pub(super) fn allocate<E, A: Allocator>(&self, alloc: &A, tuning: Tuning, homes: u64) -> Result<Self, Error> {
        let homes_here = usize::try_from(homes).map_err(|_| Error::CapacityOverflow)?;
        let Memory { layout, entries_at } = Memory::of::<E>(homes_here).ok_or(Error::CapacityOverflow)?;
        let memory = alloc.allocate(layout).map_err(|_| Error::AllocError { layout })?;
        let pages = self.pages.or(tuning);
        pages.advise(memory);
        let memory = memory.cast::<u8>();
        // SAFETY: words come first in the memory.
        unsafe { memory.cast::<u16>().write_bytes(0, homes_here + tail(homes_here) + GUARD) };
        // SAFETY: within the memory.
        let entries = unsafe { memory.add(entries_at) };
        let threshold = Self::sizing(tuning).threshold(homes) as usize;
        Ok(Self { words: memory.cast(), entries, mask: homes_here - 1, threshold, pages, ..self.header() })
    }
}

/// # Safety
/// For callers of the unsafe methods: `E` is the entry type of this core.
impl<G: Group> FingerprintCore<G> {
    /// The words from a slot on.
    ///
    /// # Safety
    /// `slot <= slots`.
    #[inline(always)]
    pub(super) unsafe fn group(&self, slot: usize) -> G {
        debug_assert!(slot <= self.slots());
        // SAFETY: within the words.
        let words = unsafe { self.words.add(slot) };
        // SAFETY: the guard is as long as a group.
        unsafe { G::load(words.as_ptr()) }
    }

    /// Looks for an entry for which `eq` holds among those that know their distance. If there is one, `found` gets its slot and address;
    /// else `ends` gets the first slot whose entry, if any, is nearer to its home than the wanted one would be.
    ///
    /// (Two ways out, not one with a value that says which: the compiler would make that value and test it.)
    #[inline(always)]
    pub(super) unsafe fn search<E, F: FnMut(&E) -> bool, R>(
        &self,
        hash: u64,
        mut eq: F,
        found: impl FnOnce(usize, NonNull<E>) -> R,
        ends: impl FnOnce(usize, F) -> R,
    ) -> R {
        const {
            assert!(
                FURTHEST.is_multiple_of(G::LANES) && G::LANES <= GUARD,
                "groups end where distances do, and in the guard"
            );
        }
        let home = self.home(hash);
        let expected = G::expected(fingerprint(hash));
        // SAFETY: a home is a slot, or the first of the guard if there are none.
        match unsafe { self.search_group(home, expected, &mut eq) } {
            ControlFlow::Break(Ok((slot, entry))) => found(slot, entry),
            ControlFlow::Break(Err(at)) => ends(at, eq),
            // SAFETY: the group that was looked at is in use to its last lane.
            ControlFlow::Continue(()) => unsafe { self.search_further(home, expected, eq, found, ends) },
        }
    }

    /// What [`search`](Self::search) does after the first group, in which most searches end: in line it would only keep a lookup
    /// from being compiled where it is called. (It takes all by value, so that nothing has an address before it is called.)
    ///
    /// # Safety
    /// All slots of that group are in use.
    #[inline(never)]
    unsafe fn search_further<E, F: FnMut(&E) -> bool, R>(
        &self,
        home: usize,
        mut expected: G,
        mut eq: F,
        found: impl FnOnce(usize, NonNull<E>) -> R,
        ends: impl FnOnce(usize, F) -> R,
    ) -> R {
        let mut from = home + G::LANES;
        while from < home + FURTHEST {
            expected = expected.following();
            // SAFETY: the group before is in use to the last lane, so the slot after it is one, or the first of the guard.
            match unsafe { self.search_group(from, expected, &mut eq) } {
                ControlFlow::Break(Ok((slot, entry))) => return found(slot, entry),
                ControlFlow::Break(Err(at)) => return ends(at, eq),
                ControlFlow::Continue(()) => {}
            }
            from += G::LANES;
        }
        // From here on all entries that belong before the wanted one are strays.
        // SAFETY: the guard ends the loop.
        while unsafe { self.word(from) } >= STRAY {
            from += 1;
        }
        ends(from, eq)
    }

    /// One group of a search: the slot where the entry is, the one where the search ends, or neither.
    ///
    /// # Safety
    /// `from <= slots`.
    #[inline(always)]
    unsafe fn search_group<E>(
        &self,
        from: usize,
        expected: G,
        mut eq: impl FnMut(&E) -> bool,
    ) -> ControlFlow<Result<(usize, NonNull<E>), usize>> {
        // SAFETY: by the contract.
        let group = unsafe { self.group(from) };
        // SAFETY: in the entries, or at their end.
        let entries = unsafe { self.entries.cast::<E>().add(from) };
        let mut equal = group.equal(expected);
        let mut lowest_holds = |equal: Lanes| {
            let lane = equal.lowest()?;
            // SAFETY: in the entries: a slot in use, whose word is not 0.
            let entry = unsafe { entries.cast::<u8>().add(equal.lowest_times(size_of::<E>())).cast::<E>() };
            // SAFETY: a slot in use holds an entry.
            eq(unsafe { entry.as_ref() }).then_some((from + lane, entry))
        };
        if !equal.is_none() {
            // The first by itself: a loop would carry what only the others need, and they are one in 256.
            if let Some(found) = lowest_holds(equal) {
                return ControlFlow::Break(Ok(found));
            }
            equal = equal.after_lowest();
            while !equal.is_none() {
                if let Some(found) = lowest_holds(equal) {
                    return ControlFlow::Break(Ok(found));
                }
                equal = equal.after_lowest();
            }
        }
        match group.nearer(expected).lowest() {
            Some(lane) => ControlFlow::Break(Err(from + lane)),
            None => ControlFlow::Continue(()),
        }
    }

    /// Looks for an entry for which `eq` holds among the strays, a group at a time.
    #[cold]
    #[inline(never)]
    pub(super) unsafe fn search_strays<E>(&self, hash: u64, mut eq: impl FnMut(&E) -> bool) -> Option<usize> {
        let wanted = G::splat(STRAY | u16::from(fingerprint(hash)));
        for from in (0..self.slots()).step_by(G::LANES) {
            // SAFETY: in bounds.
            let mut equal = unsafe { self.group(from) }.equal(wanted);
            while let Some(lane) = equal.lowest() {
                // SAFETY: a slot in use: its word is not 0.
                if eq(unsafe { self.entry_ref(from + lane) }) {
                    return Some(from + lane);
                }
                equal = equal.after_lowest();
            }
        }
        None
    }

    /// The first slot without entry from this one on; `slots` if there is none.
    #[inline(always)]
    unsafe fn hole_from(&self, mut from: usize) -> usize {
        loop {
            // SAFETY: the guard is not in use, so there is no group after the one it is in.
            if let Some(lane) = unsafe { self.group(from) }.empty().lowest() {
                return from + lane;
            }
            from += G::LANES;
        }
    }

    /// Puts in an entry whose search ended at slot `at`. Nothing here can fail. Returns its slot.
    ///
    /// # Safety
    /// Nothing has changed since that search, and fewer slots than there are are in use.
    #[inline]
    pub(super) unsafe fn place<E>(&mut self, hash: u64, at: usize, entry: MaybeUninit<E>) -> usize {
        // SAFETY: searches end in a slot or at the guard.
        let hole = unsafe { self.hole_from(at) };
        if hole == self.slots() || at - self.home(hash) >= FURTHEST {
            // SAFETY: passed on.
            return unsafe { self.place_stray(hash, at, hole, entry) };
        }
        // SAFETY: two slots.
        unsafe { self.move_run::<E>(at, hole) };
        // SAFETY: the entry that was there has moved.
        unsafe { self.put(hash, at, entry) };
        at
    }

    /// Puts an entry in a slot no further from home than words can say.
    ///
    /// # Safety
    /// It is a slot whose entry has moved, or without one.
    #[inline(always)]
    unsafe fn put<E>(&mut self, hash: u64, at: usize, entry: MaybeUninit<E>) {
        let distance = at - self.home(hash);
        debug_assert!(distance < FURTHEST);
        // SAFETY: by the contract.
        let place = unsafe { self.pointer::<MaybeUninit<E>>(at) };
        // SAFETY: as above.
        unsafe { place.write(entry) };
        // SAFETY: a slot.
        unsafe { self.set_word(at, (distance as u16 + 1) << 8 | u16::from(fingerprint(hash))) };
        self.len += 1;
    }

    /// Moves the entries from slot `at` on by one, up to `hole`, which has none.
    ///
    /// # Safety
    /// `at <= hole`, and both are slots.
    #[inline(always)]
    unsafe fn move_run<E>(&mut self, at: usize, hole: usize) {
        let (mut to, mut furthest) = (hole, 0);
        while to > at {
            // SAFETY: two slots.
            unsafe { self.move_entry::<E>(to - 1, to) };
            // SAFETY: a slot.
            let word = unsafe { self.word(to - 1) };
            // SAFETY: a slot.
            unsafe { self.set_word(to, word + STEP) };
            furthest = furthest.max(word);
            to -= 1;
        }
        if furthest >= STRAY - STEP {
            // SAFETY: passed on.
            unsafe { self.restray(at + 1, hole) };
        }
    }

    /// Corrects the words of strays among entries that have moved on by one, in the slots up to `last`.
    ///
    /// # Safety
    /// They are slots.
    #[cold]
    unsafe fn restray(&mut self, first: usize, last: usize) {
        let strays = self.stray;
        for slot in first..=last {
            // SAFETY: by the contract.
            let word = unsafe { self.word(slot) };
            if word >= STRAY + STEP {
                // SAFETY: by the contract.
                unsafe { self.set_word(slot, word - STEP) };
            } else if word >= STRAY {
                self.stray += 1;
            }
        }
        if self.stray > strays {
            self.strayed();
        }
    }

    /// Puts in an entry that words cannot say the place of: where its search ended, or, where there is no room after the
    /// homes, anywhere.
    ///
    /// # Safety
    /// As for [`place`](Self::place); `hole` is the first from `at` on.
    #[cold]
    unsafe fn place_stray<E>(&mut self, hash: u64, at: usize, hole: usize, entry: MaybeUninit<E>) -> usize {
        let at = if hole < self.slots() {
            // SAFETY: two slots.
            unsafe { self.move_run::<E>(at, hole) };
            at
        } else {
            // SAFETY: some slot is not in use.
            unsafe { self.hole_from(0) }
        };
        // SAFETY: a slot whose entry has moved, or without.
        let place = unsafe { self.pointer::<MaybeUninit<E>>(at) };
        // SAFETY: as above.
        unsafe { place.write(entry) };
        // SAFETY: a slot.
        unsafe { self.set_word(at, STRAY | u16::from(fingerprint(hash))) };
        self.len += 1;
        self.stray += 1;
        self.strayed();
        at
    }

    /// Moves everything to so many new homes, each entry under the hash that `hash` gives for it, and returns the old
    /// table, without entries. After an error or a panic of `hash` all is as it was.
    ///
    /// # Safety
    /// The new homes take all entries.
    pub(super) unsafe fn transplant<E, A: Allocator>(
        &mut self,
        alloc: &A,
        tuning: Tuning,
        homes: u64,
        mut hash: impl EntryHash<E>,
    ) -> Result<Self, Error> {
        /// Returns the new memory if `hash` panics; the entries in it are copies and belong to the old one.
        struct Half<'a, G, E, A: Allocator>(FingerprintCore<G>, &'a A, PhantomData<E>);
        impl<G, E, A: Allocator> Drop for Half<'_, G, E, A> {
            fn drop(&mut self) {
                // SAFETY: allocated by this allocator for this entry type.
                unsafe { self.0.release::<E, A>(self.1) };
            }
        }
        let mut new = Half(self.allocate::<E, A>(alloc, tuning, homes)?, alloc, PhantomData::<E>);
        // Entries come in the order of their homes. In a table twice as large those have one bit more, so there are two
        // streams, each in order, in which an entry mostly follows the one before it. (Where it does not, among strays say,
        // it is searched for.)
        let [mut low, mut high] = [Stream::default(); 2];
        for from in (0..self.slots()).step_by(G::LANES) {
            // SAFETY: in bounds.
            let mut used = unsafe { self.group(from) }.used();
            while let Some(lane) = used.lowest() {
                used = used.after_lowest();
                let slot = from + lane;
                // SAFETY: a slot in use: the guard is not.
                let hash = hash.hash(unsafe { self.entry_ref(slot) });
                // SAFETY: in bounds.
                let entry = unsafe { self.pointer::<MaybeUninit<E>>(slot) };
                // SAFETY: a copy that is not used as an entry before the old memory is given up.
                let entry = unsafe { entry.read() };
                let home = new.0.home(hash);
                // Which of the two it is no branch predictor knows.
                let is_high = home > self.mask;
                let stream = Stream::select(is_high, high, low);
                // SAFETY: entries of the stream are as `put` and `place` put them.
                if let Some(at) = unsafe { stream.end(&new.0, home) } {
                    // SAFETY: a slot without entry.
                    unsafe { new.0.put(hash, at, entry) };
                    let stream = Stream { home, next: at + 1 };
                    (low, high) = (Stream::select(is_high, low, stream), Stream::select(is_high, stream, high));
                    continue;
                }
                // SAFETY: passed on; nothing is equal.
                let at = unsafe { new.0.search(hash, |_: &E| false, |at, _| at, |at, _| at) };
                // SAFETY: where its search ended, in a table that takes all entries.
                let at = unsafe { new.0.place(hash, at, entry) };
                // SAFETY: a slot.
                if unsafe { new.0.word(at) } < STRAY {
                    *if is_high { &mut high } else { &mut low } = Stream { home, next: at + 1 };
                }
            }
        }
        let mut old = core::mem::replace(self, core::mem::take(&mut new.0));
        // Its entries have moved.
        old.len = 0;
        Ok(old)
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
        hash: impl EntryHash<E>,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        let mut old = unsafe { self.transplant(alloc, tuning, homes, hash)? };
        if self.mask > old.mask {
            self.seed = Seed::Good;
        }
        // SAFETY: its entries have moved.
        unsafe { old.release::<E, A>(alloc) };
        Ok(())
    }
}

/// Where the last entry of a stream went.
#[derive(Debug, Clone, Copy, Default)]
struct Stream {
    home: usize,
    next: usize,
}

impl Stream {
    #[inline(always)]
    fn select(condition: bool, yes: Self, no: Self) -> Self {
        let home = select_unpredictable(condition, yes.home, no.home);
        Self { home, next: select_unpredictable(condition, yes.next, no.next) }
    }

    /// Where a search for an entry with this home would end, if it is known: at home, or behind the last entry of the
    /// stream, whose home was no higher, so that all slots between are in use by such.
    ///
    /// # Safety
    /// The last entry is where this says, or was moved on by one since.
    #[inline(always)]
    unsafe fn end<G>(self, core: &FingerprintCore<G>, home: usize) -> Option<usize> {
        let at = select_unpredictable(self.next > home, self.next, home);
        let known = home >= self.home && at - home < FURTHEST;
        // SAFETY: homes are slots, and so is the one before `next`. If the last entry was moved on, this slot is in use.
        (known && at < core.slots() && unsafe { core.word(at) } == 0).then_some(at)
    }
}

impl<G> FingerprintCore<G> {
    /// Frees the memory, whatever is in it. The core is as new.
    ///
    /// # Safety
    /// As in the trait.
    pub(super) unsafe fn release<E, A: Allocator>(&mut self, alloc: &A) {
        let old = core::mem::take(self);
        if old.has_slots() {
            // SAFETY: this layout was computed without overflow when the memory was allocated.
            let memory = unsafe { Memory::of::<E>(old.mask + 1).unwrap_unchecked() };
            // SAFETY: allocated by this allocator with this layout.
            unsafe { alloc.deallocate(old.words.cast(), memory.layout) };
        }
    }
}
