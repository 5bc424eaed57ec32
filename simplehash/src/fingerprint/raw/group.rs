//! Words side by side, looked at together: a register of them where the platform has one.

/// The lanes of a [`Group`] for which something holds, from the lowest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lanes {
    /// A bit for each lane, 2^`shift` apart, lane 0 lowest.
    pub(super) bits: u64,
    pub(super) shift: u32,
}

impl Lanes {
    /// The lowest lane, if there is one.
    #[inline(always)]
    #[must_use]
    pub fn lowest(self) -> Option<usize> {
        if self.bits == 0 { None } else { Some((self.bits.trailing_zeros() >> self.shift) as usize) }
    }

    /// The highest lane, if there is one.
    #[inline(always)]
    #[must_use]
    pub fn highest(self) -> Option<usize> {
        if self.bits == 0 { None } else { Some((self.bits.ilog2() >> self.shift) as usize) }
    }

    /// All but the lowest lane.
    #[inline(always)]
    #[must_use]
    pub fn after_lowest(self) -> Self {
        Self { bits: self.bits & self.bits.wrapping_sub(1), ..self }
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

    /// Lanes with entries.
    fn used(self) -> Lanes;
}
