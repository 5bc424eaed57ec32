//! PostgreSQL's hash functions, equal to the last bit.
//!
//! Words are read little-endian on every machine, as PostgreSQL does on little-endian ones. None of these
//! is seeded in a table unless you seed it: see [the parent module](super) for what that gives up.
//!
//! `hash_bytes` is Bob Jenkins' lookup3 (2006, public domain) with the changes PostgreSQL made to it: the
//! initial state, blocks while *at least* twelve bytes remain, and the lowest byte of the third word kept
//! free in the tail.

use num_traits::{PrimInt, WrappingAdd, WrappingMul};

/// State of the Jenkins functions.
struct Jenkins {
    a: u32,
    b: u32,
    c: u32,
}

impl Jenkins {
    #[inline]
    fn new(len: usize, seed: u64) -> Self {
        let start = 0x9e37_79b9_u32.wrapping_add(len as u32).wrapping_add(3_923_095);
        let mut state = Self { a: start, b: start, c: start };
        if seed != 0 {
            state.a = state.a.wrapping_add((seed >> 32) as u32);
            state.b = state.b.wrapping_add(seed as u32);
            state.mix();
        }
        state
    }

    #[inline]
    fn mix(&mut self) {
        // Two rounds of three steps; a step is subtract, exclusive-or rotated, add.
        for rotations in [[4, 6, 8], [16, 19, 4]] {
            let Self { a, b, c } = self;
            let [first, second, third] = rotations;
            *a = a.wrapping_sub(*c) ^ c.rotate_left(first);
            *c = c.wrapping_add(*b);
            *b = b.wrapping_sub(*a) ^ a.rotate_left(second);
            *a = a.wrapping_add(*c);
            *c = c.wrapping_sub(*b) ^ b.rotate_left(third);
            *b = b.wrapping_add(*a);
        }
    }

    #[inline]
    fn finish(mut self) -> Self {
        let step = |x: &mut u32, y: u32, rotation| *x = (*x ^ y).wrapping_sub(y.rotate_left(rotation));
        step(&mut self.c, self.b, 14);
        step(&mut self.a, self.c, 11);
        step(&mut self.b, self.a, 25);
        step(&mut self.c, self.b, 16);
        step(&mut self.a, self.c, 4);
        step(&mut self.b, self.a, 14);
        step(&mut self.c, self.b, 24);
        self
    }

    #[inline]
    fn bytes(mut self, bytes: &[u8]) -> Self {
        let mut rest = bytes;
        while let Some((block, further)) = rest.split_first_chunk::<12>() {
            self.add(word(&block[..4]), word(&block[4..8]), word(&block[8..]));
            self.mix();
            rest = further;
        }
        let (first, rest) = rest.split_at(rest.len().min(4));
        let (second, third) = rest.split_at(rest.len().min(4));
        // The lowest byte of the third word stays free.
        self.add(word(first), word(second), word(third) << 8);
        self.finish()
    }

    #[inline]
    fn add(&mut self, a: u32, b: u32, c: u32) {
        self.a = self.a.wrapping_add(a);
        self.b = self.b.wrapping_add(b);
        self.c = self.c.wrapping_add(c);
    }

    #[inline]
    fn uint32(mut self, k: u32) -> Self {
        self.a = self.a.wrapping_add(k);
        self.finish()
    }

    fn wide(&self) -> u64 {
        u64::from(self.b) << 32 | u64::from(self.c)
    }
}

/// Up to four bytes as a little-endian word, without a copy.
#[inline]
fn word(bytes: &[u8]) -> u32 {
    match *bytes {
        [] => 0,
        [a] => u32::from(a),
        [a, b] => u32::from_le_bytes([a, b, 0, 0]),
        [a, b, c] => u32::from_le_bytes([a, b, c, 0]),
        [a, b, c, d, ..] => u32::from_le_bytes([a, b, c, d]),
    }
}

/// `hash_bytes`: 32 bits from any bytes. Linear in their number.
///
/// ```
/// assert_eq!(simplehash::hash::pg::hash_bytes(b"abc"), 0xd12f_eb97);
/// ```
#[inline]
#[must_use]
pub fn hash_bytes(bytes: &[u8]) -> u32 {
    Jenkins::new(bytes.len(), 0).bytes(bytes).c
}

/// `hash_bytes_extended`: 64 bits under a seed. With seed 0 the low half is [`hash_bytes`].
///
/// ```
/// use simplehash::hash::pg::{hash_bytes, hash_bytes_extended};
/// assert_eq!(hash_bytes_extended(b"abc", 0) as u32, hash_bytes(b"abc"));
/// ```
#[inline]
#[must_use]
pub fn hash_bytes_extended(bytes: &[u8], seed: u64) -> u64 {
    Jenkins::new(bytes.len(), seed).bytes(bytes).wide()
}

/// `hash_bytes_uint32`: [`hash_bytes`] of the four little-endian bytes of `k`, only faster.
///
/// ```
/// assert_eq!(simplehash::hash::pg::hash_bytes_uint32(1), 0x8e73_1746);
/// ```
#[inline]
#[must_use]
pub fn hash_bytes_uint32(k: u32) -> u32 {
    Jenkins::new(4, 0).uint32(k).c
}

/// `hash_bytes_uint32_extended`: 64 bits under a seed.
///
/// ```
/// use simplehash::hash::pg::{hash_bytes_uint32, hash_bytes_uint32_extended};
/// assert_eq!(hash_bytes_uint32_extended(9, 0) as u32, hash_bytes_uint32(9));
/// ```
#[inline]
#[must_use]
pub fn hash_bytes_uint32_extended(k: u32, seed: u64) -> u64 {
    Jenkins::new(4, seed).uint32(k).wide()
}

/// Widths for which the finaliser of MurmurHash3 (Austin Appleby, public domain) has constants.
pub trait Murmur: PrimInt + WrappingMul {
    /// Right shifts, in order.
    const SHIFTS: [usize; 3];
    /// Factors between them.
    const FACTORS: [Self; 2];
}

impl Murmur for u32 {
    const SHIFTS: [usize; 3] = [16, 13, 16];
    const FACTORS: [Self; 2] = [0x85eb_ca6b, 0xc2b2_ae35];
}

impl Murmur for u64 {
    const SHIFTS: [usize; 3] = [33, 33, 33];
    const FACTORS: [Self; 2] = [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53];
}

/// MurmurHash3's finaliser at the width of `x`: a bijection that maps 0 to 0.
///
/// ```
/// use simplehash::hash::pg::{murmur, murmurhash32};
/// assert_eq!(murmur(5_u32), murmurhash32(5));
/// ```
#[inline]
#[must_use]
pub fn murmur<W: Murmur>(x: W) -> W {
    let x = (x ^ (x >> W::SHIFTS[0])).wrapping_mul(&W::FACTORS[0]);
    let x = (x ^ (x >> W::SHIFTS[1])).wrapping_mul(&W::FACTORS[1]);
    x ^ (x >> W::SHIFTS[2])
}

/// `murmurhash32`. Maps 0 to 0.
///
/// ```
/// assert_eq!(simplehash::hash::pg::murmurhash32(u32::MAX), 0x81f1_6f39);
/// ```
#[inline]
#[must_use]
pub fn murmurhash32(x: u32) -> u32 {
    murmur(x)
}

/// `murmurhash64`. Maps 0 to 0.
///
/// ```
/// assert_eq!(simplehash::hash::pg::murmurhash64(0), 0);
/// ```
#[inline]
#[must_use]
pub fn murmurhash64(x: u64) -> u64 {
    murmur(x)
}

/// Widths for which PostgreSQL has a combining function.
pub trait Combine: PrimInt + WrappingAdd {
    /// The constant added.
    const ADDEND: Self;
    /// The left and the right shift of the first operand.
    const SHIFTS: [usize; 2];
}

impl Combine for u32 {
    const ADDEND: Self = 0x9e37_79b9;
    const SHIFTS: [usize; 2] = [6, 2];
}

impl Combine for u64 {
    const ADDEND: Self = 0x49a0_f4dd_15e5_a8e3;
    const SHIFTS: [usize; 2] = [54, 7];
}

/// Combines two hashes at their width; not commutative.
///
/// ```
/// use simplehash::hash::pg::{combine, hash_combine};
/// assert_eq!(combine(1_u32, 2), hash_combine(1, 2));
/// assert_ne!(combine(1_u32, 2), combine(2, 1));
/// ```
#[inline]
#[must_use]
pub fn combine<W: Combine>(a: W, b: W) -> W {
    let shifted = (a << W::SHIFTS[0]).wrapping_add(&(a >> W::SHIFTS[1]));
    a ^ b.wrapping_add(&W::ADDEND).wrapping_add(&shifted)
}

/// `hash_combine`.
///
/// ```
/// assert_eq!(simplehash::hash::pg::hash_combine(0, 0), 0x9e37_79b9);
/// ```
#[inline]
#[must_use]
pub fn hash_combine(a: u32, b: u32) -> u32 {
    combine(a, b)
}

/// `hash_combine64`.
///
/// ```
/// assert_eq!(simplehash::hash::pg::hash_combine64(2, 1), 0x4a20_f4dd_15e5_a8e6);
/// ```
#[inline]
#[must_use]
pub fn hash_combine64(a: u64, b: u64) -> u64 {
    combine(a, b)
}

/// `tag_hash`: what dynahash uses for binary keys (`HASH_BLOBS`). Padding counts: hash bytes you wrote.
///
/// ```
/// use simplehash::hash::pg::{hash_bytes, tag_hash};
/// assert_eq!(tag_hash(&[3]), hash_bytes(&[3]));
/// ```
#[inline]
#[must_use]
pub fn tag_hash(key: &[u8]) -> u32 {
    hash_bytes(key)
}

/// `string_hash`: hashes up to the first NUL byte, and at most `keysize - 1` bytes, as dynahash stores them.
/// A `keysize` of 0 counts as 1.
///
/// ```
/// use simplehash::hash::pg::{hash_bytes, string_hash};
/// assert_eq!(string_hash(b"relation", 5), hash_bytes(b"rela"));
/// ```
#[must_use]
pub fn string_hash(key: &[u8], keysize: usize) -> u32 {
    let len = key.iter().position(|byte| *byte == 0).unwrap_or(key.len());
    hash_bytes(&key[..len.min(keysize.saturating_sub(1))])
}

/// `uint32_hash`: what dynahash uses for binary keys of four bytes.
///
/// ```
/// use simplehash::hash::pg::{hash_bytes_uint32, uint32_hash};
/// assert_eq!(uint32_hash(7), hash_bytes_uint32(7));
/// ```
#[inline]
#[must_use]
pub fn uint32_hash(key: u32) -> u32 {
    hash_bytes_uint32(key)
}

/// `oid_hash`: another name of [`uint32_hash`].
///
/// ```
/// use simplehash::hash::pg::{oid_hash, uint32_hash};
/// assert_eq!(oid_hash(1259), uint32_hash(1259));
/// ```
#[inline]
#[must_use]
pub fn oid_hash(key: u32) -> u32 {
    uint32_hash(key)
}

/// Rotates the two halves of `v` left by one, each in itself: the step between columns of the extended hash.
///
/// ```
/// use simplehash::hash::pg::rotate_halves_left;
/// assert_eq!(rotate_halves_left(0x8000_0000_8000_0001), 0x0000_0001_0000_0003);
/// ```
#[inline]
#[must_use]
pub fn rotate_halves_left(v: u64) -> u64 {
    let half = |half: u32| u64::from(half.rotate_left(1));
    half((v >> 32) as u32) << 32 | half(v as u32)
}
