//! Keys of fixed width, packed into one word and hashed with a folded multiply.
//!
//! A struct of integers does not need a stream of `write_u32` calls: its fields fit one `u32`, `u64` or
//! `u128`, or a few `u64`, chosen at compile time from their widths, and one wide multiplication mixes them.
//! `#[derive(SimpleHash)] #[simplehash(hasher = Packed)]` writes the [`Pack`] of such a struct.

use num_traits::{AsPrimitive, PrimInt};

use super::function::HashFn;
use super::seed::{self, Seeded};

/// Odd constants without structure: the first hexadecimal digits of pi's fractional part (even digits made
/// odd), as in Blowfish's tables.
const FACTOR: u64 = 0x243f_6a88_85a3_08d3;
const OTHER: u64 = 0x1319_8a2e_0370_7345;

/// Full product of two 64-bit numbers, its halves exclusive-ored: every input bit reaches the low bits.
#[inline]
fn folded_multiply(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// The word a key is packed into: `u32`, `u64`, `u128`, or `[u64; N]` for wider keys.
pub trait Word: Copy + Eq {
    /// All bits zero.
    const ZERO: Self;
    /// Width in bytes.
    const BYTES: usize;
    /// Sets `bytes` bytes from byte `at` on to `value`. They must still be zero, and `value` must fit them.
    fn put(&mut self, at: usize, bytes: usize, value: u128);
    /// Hashes the first `bytes` bytes, the ones in use, by folded multiplication under two secret words.
    fn fold(self, bytes: usize, seed: [u64; 2]) -> u64;
}

/// Places a value in an integer of any width.
#[inline]
fn put_bits<W: PrimInt + 'static>(word: &mut W, at: usize, value: u128)
where
    u128: AsPrimitive<W>,
{
    *word = *word | (value.as_() << (8 * at));
}

macro_rules! integer_words {
    ($($word:ty => |$value:ident, $seed:ident| $fold:expr;)*) => { $(
        impl Word for $word {
            const ZERO: Self = 0;
            const BYTES: usize = size_of::<Self>();
            #[inline]
            fn put(&mut self, at: usize, _: usize, value: u128) {
                put_bits(self, at, value);
            }
            #[inline]
            fn fold(self, _: usize, $seed: [u64; 2]) -> u64 {
                let $value = self;
                $fold
            }
        }
    )* };
}

integer_words! {
    u32 => |word, seed| folded_multiply(u64::from(word) ^ seed[0], FACTOR);
    u64 => |word, seed| folded_multiply(word ^ seed[0], FACTOR);
    // Both factors are secret: one that a key can make 0 would make all keys collide that do so.
    u128 => |word, seed| folded_multiply(word as u64 ^ seed[0], (word >> 64) as u64 ^ seed[1]);
}

impl<const N: usize> Word for [u64; N] {
    const ZERO: Self = [0; N];
    const BYTES: usize = 8 * N;

    #[inline]
    fn put(&mut self, at: usize, bytes: usize, value: u128) {
        // A value of up to sixteen bytes may lie across three words.
        let (mut rest, mut at, mut bytes) = (value, at, bytes);
        while bytes > 0 {
            let here = (8 - at % 8).min(bytes);
            self[at / 8] |= (rest as u64 & (u64::MAX >> (8 * (8 - here)))) << (8 * (at % 8));
            rest = rest.checked_shr(8 * here as u32).unwrap_or(0);
            at += here;
            bytes -= here;
        }
    }

    #[inline]
    fn fold(self, bytes: usize, seed: [u64; 2]) -> u64 {
        // The state enters each multiplication, so equal words in other places give other hashes.
        let mut state = seed[0];
        for pair in self[..bytes.div_ceil(8)].chunks(2) {
            let second = pair.get(1).copied().unwrap_or(0);
            state = folded_multiply(pair[0] ^ state, second ^ seed[1]).rotate_left(23) ^ state.wrapping_mul(FACTOR);
        }
        folded_multiply(state, FACTOR)
    }
}

/// A value of a fixed number of bytes that can be packed into a [`Word`]. Equal values pack alike, unequal
/// values differently; padding is never read. Derived for keys with `hasher = Packed`.
///
/// ```
/// use simplehash::hash::{HashFn, Pack, Packed, Seeded};
///
/// assert_eq!((7_u16, true).pack::<u32>(), 0x01_0007);
/// let hasher = Packed::with_seed(1);
/// assert_ne!(hasher.hash(&[1_u64, 2, 3]), hasher.hash(&[1_u64, 3, 2]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be packed into a word",
    note = "`Packed` takes integers, `bool`, `char`, `Option`, arrays and tuples of them, and types that derive with it; not \
            text, which has no fixed width, and not floats, whose equal values may differ in their bits"
)]
pub trait Pack {
    /// Width in bytes.
    const BYTES: usize;
    /// Puts the value into `word` from byte `at` on.
    fn pack_into<W: Word>(&self, word: &mut W, at: usize);
    /// The value as a word, which must be wide enough: that is checked at compile time.
    #[inline]
    fn pack<W: Word>(&self) -> W {
        const { assert!(Self::BYTES <= W::BYTES, "the word is too narrow for this key") };
        let mut word = W::ZERO;
        self.pack_into(&mut word, 0);
        word
    }
}

macro_rules! pack_integers {
    ($($int:ty as $unsigned:ty),*) => { $(
        impl Pack for $int {
            const BYTES: usize = size_of::<Self>();
            #[inline]
            fn pack_into<W: Word>(&self, word: &mut W, at: usize) {
                word.put(at, size_of::<Self>(), *self as $unsigned as u128);
            }
        }
    )* };
}

pack_integers!(u8 as u8, u16 as u16, u32 as u32, u64 as u64, u128 as u128, usize as usize);
pack_integers!(i8 as u8, i16 as u16, i32 as u32, i64 as u64, i128 as u128, isize as usize);
pack_integers!(bool as u8, char as u32);

macro_rules! pack_nonzero {
    ($($int:ident),*) => { $(
        impl Pack for core::num::$int {
            const BYTES: usize = size_of::<Self>();
            #[inline]
            fn pack_into<W: Word>(&self, word: &mut W, at: usize) {
                self.get().pack_into(word, at);
            }
        }
    )* };
}

pack_nonzero!(NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize);
pack_nonzero!(NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize);

impl Pack for () {
    const BYTES: usize = 0;
    #[inline]
    fn pack_into<W: Word>(&self, _: &mut W, _: usize) {}
}

impl<T: ?Sized> Pack for core::marker::PhantomData<T> {
    const BYTES: usize = 0;
    #[inline]
    fn pack_into<W: Word>(&self, _: &mut W, _: usize) {}
}

impl<T: Pack> Pack for Option<T> {
    const BYTES: usize = 1 + T::BYTES;
    #[inline]
    fn pack_into<W: Word>(&self, word: &mut W, at: usize) {
        word.put(at, 1, u128::from(self.is_some()));
        if let Some(value) = self {
            value.pack_into(word, at + 1);
        }
    }
}

impl<T: Pack + ?Sized> Pack for &T {
    const BYTES: usize = T::BYTES;
    #[inline]
    fn pack_into<W: Word>(&self, word: &mut W, at: usize) {
        (**self).pack_into(word, at);
    }
}

impl<T: Pack, const N: usize> Pack for [T; N] {
    const BYTES: usize = T::BYTES * N;
    #[inline]
    fn pack_into<W: Word>(&self, word: &mut W, at: usize) {
        for (index, item) in self.iter().enumerate() {
            item.pack_into(word, at + index * T::BYTES);
        }
    }
}

macro_rules! pack_tuples {
    ($($($name:ident)*;)*) => { $(
        impl<$($name: Pack),*> Pack for ($($name,)*) {
            const BYTES: usize = 0 $(+ $name::BYTES)*;
                    #[inline]
            #[expect(non_snake_case, reason = "the names of the types serve the fields too")]
            fn pack_into<W: Word>(&self, word: &mut W, at: usize) {
                let ($($name,)*) = self;
                let mut end = at;
                $(
                    $name.pack_into(word, end);
                    end += <$name as Pack>::BYTES;
                )*
                debug_assert_eq!(end, at + Self::BYTES);
            }
        }
    )* };
}

pack_tuples! {
    A;
    A B;
    A B C;
    A B C D;
}

/// Hashes keys that implement [`Pack`] with one folded multiplication per sixteen bytes. Seeded per table
/// unless the policy says otherwise. The word is the narrowest that holds the key; keys wider than 128 bytes
/// do not compile.
///
/// Fast and well spread for identifiers; like every function this short it does not withstand an attacker
/// who can watch the table.
///
/// ```
/// use simplehash::hash::{HashFn, Packed, Seeded};
/// assert_eq!(Packed::with_seed(3).hash(&5_u64), Packed::with_seed(3).hash(&5_u64));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Packed {
    seed: [u64; 2],
}

impl Seeded for Packed {
    #[inline]
    fn with_seed(seed: u64) -> Self {
        // Two seeds that differ in a bit must not give two functions that differ in a bit.
        let first = folded_multiply(seed ^ OTHER, FACTOR);
        Self { seed: [first, folded_multiply(first ^ FACTOR, OTHER)] }
    }
}

impl Default for Packed {
    fn default() -> Self {
        Self::with_seed(seed::random())
    }
}

impl<K: Pack> HashFn<K> for Packed {
    #[inline]
    fn hash(&self, key: &K) -> u64 {
        // All conditions are constants: one arm is left.
        if const { K::BYTES <= 4 } {
            hash_as::<u32, K>(key, self.seed)
        } else if const { K::BYTES <= 8 } {
            hash_as::<u64, K>(key, self.seed)
        } else if const { K::BYTES <= 16 } {
            hash_as::<u128, K>(key, self.seed)
        } else if const { K::BYTES <= 32 } {
            hash_as::<[u64; 4], K>(key, self.seed)
        } else if const { K::BYTES <= 64 } {
            hash_as::<[u64; 8], K>(key, self.seed)
        } else {
            const { assert!(K::BYTES <= 128, "`Packed` hashes keys of at most 128 bytes: use another hasher") };
            hash_as::<[u64; 16], K>(key, self.seed)
        }
    }
}

#[inline]
fn hash_as<W: Word, K: Pack>(key: &K, seed: [u64; 2]) -> u64 {
    // Not `pack`: its width check would be evaluated in the arms not taken, too.
    let mut word = W::ZERO;
    if K::BYTES <= W::BYTES {
        key.pack_into(&mut word, 0);
    }
    word.fold(K::BYTES, seed)
}
