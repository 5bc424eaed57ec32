//! Words side by side, looked at together: a register of them where the platform has one.

/// The lanes of a [`Group`] for which something holds, from the lowest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lanes {
    /// 2^`shift` bits for each lane, lane 0 lowest: either only the lowest of them is set, or all.
    pub(super) bits: u64,
    pub(super) shift: u32,
}

impl Lanes {
    /// Whether it holds for none.
    #[inline(always)]
    pub(super) fn is_none(self) -> bool {
        self.bits == 0
    }

    /// The lowest lane, if there is one.
    #[inline(always)]
    #[must_use]
    pub fn lowest(self) -> Option<usize> {
        if self.is_none() { None } else { Some(self.lowest_times(1)) }
    }

    /// The lowest lane times `size`; some number if there is none. (In one expression, for the compiler to make one shift of
    /// both.)
    #[inline(always)]
    pub(super) fn lowest_times(self, size: usize) -> usize {
        (self.bits.trailing_zeros() as usize * size) >> self.shift
    }

    /// The highest lane, if there is one.
    #[inline(always)]
    #[must_use]
    pub fn highest(self) -> Option<usize> {
        if self.bits == 0 { None } else { Some((self.bits.ilog2() >> self.shift) as usize) }
    }

    /// All but the highest lane; for those of [`Group::used`].
    #[inline(always)]
    #[must_use]
    pub fn without_highest(self) -> Self {
        debug_assert!(self.bits != 0);
        Self { bits: self.bits & !(1_u64.wrapping_shl(63 - self.bits.leading_zeros())), ..self }
    }

    /// All but the lowest lane.
    #[inline(always)]
    #[must_use]
    pub fn after_lowest(self) -> Self {
        let lane = (1_u64 << (1 << self.shift)) - 1;
        Self { bits: self.bits & !(lane << (self.bits.trailing_zeros() & 63)), ..self }
    }

    /// Only the lanes below `lane`.
    #[inline(always)]
    #[must_use]
    pub fn below(self, lane: usize) -> Self {
        let bits = lane << self.shift;
        Self { bits: if bits < 64 { self.bits & ((1 << bits) - 1) } else { self.bits }, ..self }
    }
}

mod sealed {
    /// Keeps other crates from implementing what unsafe code relies on.
    #[expect(unnameable_types, reason = "that is its purpose")]
    pub trait Sealed {}
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    impl Sealed for super::super::sse2::Sse2 {}
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    impl Sealed for super::super::avx2::Avx2 {}
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    impl Sealed for super::super::neon::Neon {}
    impl Sealed for super::super::portable::Portable {}
}

/// A number of words of slots that follow each other. Sealed.
///
/// Its lanes are compared with those of an *expected* group: what the words of the entries with one home and fingerprint
/// would be in these slots, distances going up by one from lane to lane.
pub trait Group: Copy + core::fmt::Debug + sealed::Sealed + 'static {
    /// Number of words: a divisor of 16.
    const LANES: usize;

    /// The words from `words` on, which need no alignment.
    ///
    /// # Safety
    /// So many words can be read there.
    unsafe fn load(words: *const u16) -> Self;

    /// One word in all lanes.
    fn splat(word: u16) -> Self;

    /// What a search expects in the slots from home on: its fingerprint (the low byte), at distances 0, 1, ..., which
    /// words count from 1.
    fn expected(fingerprint: u8) -> Self;

    /// What it expects in the slots after these.
    #[must_use]
    fn following(self) -> Self;

    /// Lanes with the words expected.
    fn equal(self, expected: Self) -> Lanes;

    /// Lanes with entries nearer to their homes than expected, or none.
    fn nearer(self, expected: Self) -> Lanes;

    /// Lanes with no entry.
    fn empty(self) -> Lanes;

    /// Lanes with entries, a bit for each.
    fn used(self) -> Lanes;
}
