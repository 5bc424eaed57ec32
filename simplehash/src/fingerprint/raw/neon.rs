//! Groups of eight words in a register of NEON, which every 64-bit ARM has.
#![expect(
    clippy::multiple_unsafe_ops_per_block,
    reason = "their one condition is that the platform has the instructions"
)]

use core::arch::aarch64::{
    uint16x8_t, vaddq_u16, vandq_u16, vceqq_u16, vceqzq_u16, vcltq_u16, vdupq_n_u16, vget_lane_u64, vld1q_u16,
    vmvnq_u16, vreinterpret_u64_u8, vshrn_n_u16,
};

use super::group::{Group, Lanes};

/// Eight words.
#[derive(Debug, Clone, Copy)]
#[expect(unnameable_types, reason = "`FingerprintGroup` names it")]
pub struct Neon(uint16x8_t);

const DISTANCES: [u16; 8] = [0x100, 0x200, 0x300, 0x400, 0x500, 0x600, 0x700, 0x800];

/// Eight bits for each lane: NEON has no `movemask`, but can narrow lanes to bytes.
#[inline(always)]
fn lanes(register: uint16x8_t) -> Lanes {
    // SAFETY: NEON is there, by this module's condition.
    let bits = unsafe { vget_lane_u64::<0>(vreinterpret_u64_u8(vshrn_n_u16::<4>(register))) };
    Lanes { bits: bits & 0x0101_0101_0101_0101, shift: 3 }
}

impl Group for Neon {
    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn load(words: *const u16) -> Self {
        // SAFETY: by the contract; no alignment beyond that of a word is needed, which they have.
        Self(unsafe { vld1q_u16(words) })
    }

    #[inline(always)]
    fn splat(word: u16) -> Self {
        // SAFETY: NEON is there, by this module's condition.
        Self(unsafe { vdupq_n_u16(word) })
    }

    #[inline(always)]
    fn expected(fingerprint: u8) -> Self {
        // SAFETY: eight words.
        let distances = unsafe { vld1q_u16(DISTANCES.as_ptr()) };
        // SAFETY: NEON is there, by this module's condition.
        Self(unsafe { vaddq_u16(distances, vdupq_n_u16(u16::from(fingerprint))) })
    }

    #[inline(always)]
    fn following(self) -> Self {
        // SAFETY: NEON is there, by this module's condition.
        Self(unsafe { vaddq_u16(self.0, vdupq_n_u16(0x800)) })
    }

    #[inline(always)]
    fn equal(self, expected: Self) -> Lanes {
        // SAFETY: NEON is there, by this module's condition.
        lanes(unsafe { vceqq_u16(self.0, expected.0) })
    }

    #[inline(always)]
    fn nearer(self, expected: Self) -> Lanes {
        // SAFETY: NEON is there, by this module's condition.
        let distances = unsafe { vandq_u16(expected.0, vdupq_n_u16(0xff00)) };
        // SAFETY: as above.
        lanes(unsafe { vcltq_u16(self.0, distances) })
    }

    #[inline(always)]
    fn empty(self) -> Lanes {
        // SAFETY: NEON is there, by this module's condition.
        lanes(unsafe { vceqzq_u16(self.0) })
    }

    #[inline(always)]
    fn used(self) -> Lanes {
        // SAFETY: NEON is there, by this module's condition.
        lanes(unsafe { vmvnq_u16(vceqzq_u16(self.0)) })
    }
}
