//! Groups of four words in an integer, for platforms without registers of words, and for tests.

use super::group::{Group, Lanes};

/// Four words, the lowest slot in the lowest bits.
#[derive(Debug, Clone, Copy)]
pub struct Portable(u64);

/// The lowest bit of every lane.
const ONES: u64 = 0x0001_0001_0001_0001;
const HIGH: u64 = ONES << 15;

impl Portable {
    /// The lanes in which the high bit is set.
    #[inline(always)]
    fn lanes(bits: u64) -> Lanes {
        Lanes { bits: (bits & HIGH) >> 15, shift: 4 }
    }

    /// The high bit of each lane in which there is another word than 0.
    #[inline(always)]
    fn not_zero(lanes: u64) -> u64 {
        // Adding to the low 15 bits carries into the high one, and never out of the lane.
        (((lanes & !HIGH) + !HIGH) | lanes) & HIGH
    }
}

impl Group for Portable {
    const LANES: usize = 4;

    #[inline(always)]
    unsafe fn load(words: *const u16) -> Self {
        // SAFETY: by the contract.
        let words = unsafe { words.cast::<[u16; 4]>().read_unaligned() };
        let [a, b, c, d] = words.map(u64::from);
        Self(a | b << 16 | c << 32 | d << 48)
    }

    #[inline(always)]
    fn splat(word: u16) -> Self {
        Self(u64::from(word) * ONES)
    }

    #[inline(always)]
    fn expected(fingerprint: u8) -> Self {
        Self(0x0400_0300_0200_0100 + u64::from(fingerprint) * ONES)
    }

    #[inline(always)]
    fn following(self) -> Self {
        Self(self.0.wrapping_add(0x0400 * ONES))
    }

    #[inline(always)]
    fn equal(self, expected: Self) -> Lanes {
        Self::lanes(!Self::not_zero(self.0 ^ expected.0))
    }

    #[inline(always)]
    fn nearer(self, expected: Self) -> Lanes {
        // Distances have eight bits: in halves of lanes a difference shows in the bit above.
        let spread = 0x00ff * ONES;
        let (have, want) = (self.0 >> 8 & spread, expected.0 >> 8 & spread);
        Self::lanes(!((have | HIGH) - want))
    }

    #[inline(always)]
    fn empty(self) -> Lanes {
        Self::lanes(!Self::not_zero(self.0))
    }

    #[inline(always)]
    fn used(self) -> Lanes {
        Self::lanes(Self::not_zero(self.0))
    }
}
