//! Groups of sixteen words in a register of AVX2, where the crate is compiled for it.
#![expect(
    clippy::multiple_unsafe_ops_per_block,
    reason = "their one condition is that the platform has the instructions"
)]

use core::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_and_si256, _mm256_cmpeq_epi16, _mm256_loadu_si256, _mm256_movemask_epi8,
    _mm256_set_epi16, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_subs_epu16,
};

use super::group::{Group, Lanes};

/// Sixteen words.
#[derive(Debug, Clone, Copy)]
#[expect(unnameable_types, reason = "`FingerprintGroup` names it")]
pub struct Avx2(__m256i);

/// One bit of the two that a lane has in a mask of bytes.
const ONE_OF_TWO: u64 = 0x5555_5555;

#[inline(always)]
fn lanes(register: __m256i) -> Lanes {
    // SAFETY: AVX2 is there, by this module's condition.
    let bytes = unsafe { _mm256_movemask_epi8(register) };
    Lanes { bits: u64::from(bytes as u32) & ONE_OF_TWO, shift: 1 }
}

#[inline(always)]
fn zeroes(register: __m256i) -> Lanes {
    // SAFETY: AVX2 is there, by this module's condition.
    lanes(unsafe { _mm256_cmpeq_epi16(register, _mm256_setzero_si256()) })
}

#[inline(always)]
fn others(Lanes { bits, shift }: Lanes) -> Lanes {
    Lanes { bits: bits ^ ONE_OF_TWO, shift }
}

impl Group for Avx2 {
    const LANES: usize = 16;

    #[inline(always)]
    unsafe fn load(words: *const u16) -> Self {
        // SAFETY: by the contract; no alignment is needed.
        Self(unsafe { _mm256_loadu_si256(words.cast()) })
    }

    #[inline(always)]
    fn splat(word: u16) -> Self {
        // SAFETY: AVX2 is there, by this module's condition.
        Self(unsafe { _mm256_set1_epi16(word as i16) })
    }

    #[inline(always)]
    fn expected(fingerprint: u8) -> Self {
        // SAFETY: AVX2 is there, by this module's condition.
        let distances = unsafe {
            _mm256_set_epi16(
                0x1000, 0xf00, 0xe00, 0xd00, 0xc00, 0xb00, 0xa00, 0x900, 0x800, 0x700, 0x600, 0x500, 0x400, 0x300,
                0x200, 0x100,
            )
        };
        // SAFETY: as above.
        Self(unsafe { _mm256_add_epi16(distances, _mm256_set1_epi16(i16::from(fingerprint))) })
    }

    #[inline(always)]
    fn following(self) -> Self {
        // SAFETY: AVX2 is there, by this module's condition.
        Self(unsafe { _mm256_add_epi16(self.0, _mm256_set1_epi16(0x1000)) })
    }

    #[inline(always)]
    fn equal(self, expected: Self) -> Lanes {
        // SAFETY: AVX2 is there, by this module's condition.
        lanes(unsafe { _mm256_cmpeq_epi16(self.0, expected.0) })
    }

    #[inline(always)]
    fn nearer(self, expected: Self) -> Lanes {
        // SAFETY: AVX2 is there, by this module's condition.
        let distances = unsafe { _mm256_and_si256(expected.0, _mm256_set1_epi16(0xff00_u16 as i16)) };
        // SAFETY: as above. (As with SSE2.)
        others(zeroes(unsafe { _mm256_subs_epu16(distances, self.0) }))
    }

    #[inline(always)]
    fn empty(self) -> Lanes {
        zeroes(self.0)
    }

    #[inline(always)]
    fn used(self) -> Lanes {
        others(zeroes(self.0))
    }
}
