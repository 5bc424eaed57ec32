//! The only unsafe code of this layout.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

mod core;
mod table;

use crate::fingerprint::{FingerprintCore, FingerprintGroup};
use crate::raw::EntryHash;
use crate::raw::choice::Rule;

pub use self::core::LinearCore;
pub(super) use self::core::MAX_FILL_FACTOR;

/// [`LinearCore`] where the key is an integer of 4 or 8 bytes with its hash, else [`Fingerprint`](crate::Fingerprint)'s.
#[derive(Debug, Default)]
pub struct IfInteger;

// SAFETY: no memory is given to one while the other has some.
unsafe impl Rule<LinearCore, FingerprintCore<FingerprintGroup>> for IfInteger {
    const BIG_IS_RARE: bool = true;

    #[inline(always)]
    fn is_small<E>(integers: &LinearCore, _: &FingerprintCore<FingerprintGroup>) -> bool {
        integers.has_slots()
    }

    #[inline(always)]
    fn makes_small<E, H: EntryHash<E>>(integers: &LinearCore, others: &FingerprintCore<FingerprintGroup>) -> bool {
        let takes = const {
            match H::INTEGER {
                Some(at) => LinearCore::takes(at),
                None => false,
            }
        };
        // (Hashes may come without the place of the key, though it has one.)
        integers.has_slots() || takes && others.homes() == 0
    }
}
