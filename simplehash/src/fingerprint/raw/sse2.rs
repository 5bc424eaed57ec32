//! Groups of eight words in a register of SSE2, which every x86-64 has.
#![expect(
    clippy::multiple_unsafe_ops_per_block,
    reason = "their one condition is that the platform has the instructions"
)]

use core::arch::x86_64::{
    __m128i, _mm_add_epi16, _mm_and_si128, _mm_cmpeq_epi16, _mm_loadu_si128, _mm_movemask_epi8, _mm_packs_epi16,
    _mm_set_epi16, _mm_set1_epi16, _mm_setzero_si128, _mm_subs_epu16,
};

use super::group::{Group, Lanes};

/// Eight words.
#[derive(Debug, Clone, Copy)]
#[expect(unnameable_types, reason = "`FingerprintGroup` names it")]
pub struct Sse2(__m128i);

/// Two bits for each lane.
const ALL: u64 = 0xffff;

/// The lanes that are all ones; the others are all zeroes.
#[inline(always)]
fn lanes(register: __m128i) -> Lanes {
    // SAFETY: SSE2 is there, by this module's condition.
    let bytes = unsafe { _mm_movemask_epi8(register) };
    Lanes { bits: u64::from(bytes as u32), shift: 1 }
}

#[inline(always)]
fn zeroes(register: __m128i) -> Lanes {
    // SAFETY: SSE2 is there, by this module's condition.
    lanes(unsafe { _mm_cmpeq_epi16(register, _mm_setzero_si128()) })
}

#[inline(always)]
fn others(Lanes { bits, shift }: Lanes) -> Lanes {
    Lanes { bits: bits ^ ALL, shift }
}

impl Group for Sse2 {
    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn load(words: *const u16) -> Self {
        // SAFETY: by the contract; no alignment is needed.
        Self(unsafe { _mm_loadu_si128(words.cast()) })
    }

    #[inline(always)]
    fn splat(word: u16) -> Self {
        // SAFETY: SSE2 is there, by this module's condition.
        Self(unsafe { _mm_set1_epi16(word as i16) })
    }

    #[inline(always)]
    fn expected(fingerprint: u8) -> Self {
        // SAFETY: SSE2 is there, by this module's condition.
        let distances = unsafe { _mm_set_epi16(0x800, 0x700, 0x600, 0x500, 0x400, 0x300, 0x200, 0x100) };
        // SAFETY: as above.
        Self(unsafe { _mm_add_epi16(distances, _mm_set1_epi16(i16::from(fingerprint))) })
    }

    #[inline(always)]
    fn following(self) -> Self {
        // SAFETY: SSE2 is there, by this module's condition.
        Self(unsafe { _mm_add_epi16(self.0, _mm_set1_epi16(0x800)) })
    }

    #[inline(always)]
    fn equal(self, expected: Self) -> Lanes {
        // SAFETY: SSE2 is there, by this module's condition.
        lanes(unsafe { _mm_cmpeq_epi16(self.0, expected.0) })
    }

    #[inline(always)]
    fn nearer(self, expected: Self) -> Lanes {
        // SAFETY: SSE2 is there, by this module's condition.
        let distances = unsafe { _mm_and_si128(expected.0, _mm_set1_epi16(0xff00_u16 as i16)) };
        // Not zero where the expected distance is the greater one: a saturating subtraction, for want of an unsigned
        // comparison.
        // SAFETY: as above.
        others(zeroes(unsafe { _mm_subs_epu16(distances, self.0) }))
    }

    #[inline(always)]
    fn empty(self) -> Lanes {
        zeroes(self.0)
    }

    #[inline(always)]
    fn used(self) -> Lanes {
        // A bit for each lane, not two: worth an instruction where all lanes are gone through.
        // SAFETY: SSE2 is there, by this module's condition.
        let empty = unsafe { _mm_cmpeq_epi16(self.0, _mm_setzero_si128()) };
        // SAFETY: as above.
        let bytes = unsafe { _mm_movemask_epi8(_mm_packs_epi16(empty, empty)) };
        Lanes { bits: u64::from(!bytes as u8), shift: 0 }
    }
}
