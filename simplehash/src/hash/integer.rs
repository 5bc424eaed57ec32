//! Integers, mixed without a seed.

use super::function::HashFn;
use crate::raw::integer::{IntegerHash, IntegerKey};

/// An odd number without a pattern: the fraction of the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Its inverse modulo 2^64.
const GOLDEN_INVERSE: u64 = 0xf1de_83e1_9937_733d;
const _: () = assert!(GOLDEN.wrapping_mul(GOLDEN_INVERSE) == 1);

/// The hash of an integer: a bijection, which takes 0 to 0. Multiplication carries every bit to the high ones, the shift
/// brings them to the low ones.
#[inline(always)]
#[must_use]
pub(crate) const fn mix(bits: u64) -> u64 {
    let product = bits.wrapping_mul(GOLDEN);
    product ^ product >> 32
}

/// What `mix` was given.
#[inline(always)]
#[must_use]
pub(crate) const fn unmix(hash: u64) -> u64 {
    (hash ^ hash >> 32).wrapping_mul(GOLDEN_INVERSE)
}

/// Hashes keys that are integers ([`IntegerKey`]), by one multiplication; different keys have different hashes.
///
/// It has no seed: with the layout [`Linear`](crate::Linear), which mixes again with a seed of its own, that does no harm; with
/// others keys can be made that collide in the bits they use (see [Seeds](super#seeds-and-what-is-given-up-without-them)).
/// The derive takes it where the layout is named `Linear`, the key is a struct around one integer, and no hasher is named.
///
/// ```
/// use simplehash::hash::{HashFn, Integer};
///
/// assert_eq!(Integer.hash(&7_u32), Integer.hash(&7_u64));
/// assert_ne!(Integer.hash(&7_u32), Integer.hash(&8_u32));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Integer;

impl<K: IntegerKey> HashFn<K> for Integer {
    const INTEGER: Option<IntegerHash<K>> = Some(IntegerHash::new());

    #[inline(always)]
    fn hash(&self, key: &K) -> u64 {
        mix(key.bits())
    }
}
