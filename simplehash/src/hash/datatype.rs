//! PostgreSQL's hashes of column values, and how the columns of a row are combined.
//!
//! Each function has the result of the operator class that hash joins, hashed grouping and hash indexes use,
//! so values that compare equal across types hash alike: `int8(7) == int4(7)`, `float4(0.5) == float8(0.5)`.
//! The `_extended` forms give 64 bits under a seed; with seed 0 their low half is the plain hash.

use super::pg::{hash_bytes, hash_bytes_extended, hash_bytes_uint32, hash_bytes_uint32_extended, murmurhash32};

/// `bool`: hashed as 0 or 1.
#[must_use]
pub fn bool(value: bool) -> u32 {
    hash_bytes_uint32(value.into())
}

/// `bool` under a seed.
#[must_use]
pub fn bool_extended(value: bool, seed: u64) -> u64 {
    hash_bytes_uint32_extended(value.into(), seed)
}

/// `"char"`: one byte, sign-extended.
///
/// ```
/// use simplehash::hash::datatype::{char, int4};
/// assert_eq!(char(-1), int4(-1));
/// ```
#[must_use]
pub fn char(value: i8) -> u32 {
    int4(value.into())
}

/// `"char"` under a seed.
#[must_use]
pub fn char_extended(value: i8, seed: u64) -> u64 {
    int4_extended(value.into(), seed)
}

/// `int2`, sign-extended.
#[must_use]
pub fn int2(value: i16) -> u32 {
    int4(value.into())
}

/// `int2` under a seed.
#[must_use]
pub fn int2_extended(value: i16, seed: u64) -> u64 {
    int4_extended(value.into(), seed)
}

/// `int4`.
///
/// ```
/// assert_eq!(simplehash::hash::datatype::int4(1), 0x8e73_1746);
/// ```
#[inline]
#[must_use]
pub fn int4(value: i32) -> u32 {
    hash_bytes_uint32(value.cast_unsigned())
}

/// `int4` under a seed.
#[must_use]
pub fn int4_extended(value: i32, seed: u64) -> u64 {
    hash_bytes_uint32_extended(value.cast_unsigned(), seed)
}

/// `oid`, and every `enum` type (through the oid of its label).
#[inline]
#[must_use]
pub fn oid(value: u32) -> u32 {
    hash_bytes_uint32(value)
}

/// `oid` under a seed.
#[must_use]
pub fn oid_extended(value: u32, seed: u64) -> u64 {
    hash_bytes_uint32_extended(value, seed)
}

/// The 32 bits of an `int8` that are hashed: equal to an `int4` of the same number.
fn fold_int8(value: i64) -> u32 {
    let (low, high) = (value as u32, (value >> 32) as u32);
    low ^ if value >= 0 { high } else { !high }
}

/// `int8`.
///
/// ```
/// use simplehash::hash::datatype::{int4, int8};
/// assert_eq!(int8(-5), int4(-5));
/// ```
#[must_use]
pub fn int8(value: i64) -> u32 {
    hash_bytes_uint32(fold_int8(value))
}

/// `int8` under a seed.
#[must_use]
pub fn int8_extended(value: i64, seed: u64) -> u64 {
    hash_bytes_uint32_extended(fold_int8(value), seed)
}

/// The bits of a `float8` that are hashed; `None` for both zeros. All NaNs are one.
fn canonical(value: f64) -> Option<[u8; 8]> {
    let value = if value.is_nan() { f64::from_bits(0x7ff8_0000_0000_0000) } else { value };
    (value != 0.0).then(|| value.to_bits().to_le_bytes())
}

/// `float8`. Both zeros hash to 0.
///
/// ```
/// use simplehash::hash::datatype::float8;
/// assert_eq!(float8(-0.0), 0);
/// assert_eq!(float8(f64::NAN), float8(-f64::NAN));
/// ```
#[must_use]
pub fn float8(value: f64) -> u32 {
    canonical(value).map_or(0, |bytes| hash_bytes(&bytes))
}

/// `float8` under a seed, which is also the hash of both zeros.
#[must_use]
pub fn float8_extended(value: f64, seed: u64) -> u64 {
    canonical(value).map_or(seed, |bytes| hash_bytes_extended(&bytes, seed))
}

/// `float4`: hashed as the `float8` of the same number.
#[must_use]
pub fn float4(value: f32) -> u32 {
    float8(value.into())
}

/// `float4` under a seed.
#[must_use]
pub fn float4_extended(value: f32, seed: u64) -> u64 {
    float8_extended(value.into(), seed)
}

/// `text`, `varchar`, `name` and `bytea` under a deterministic collation: their bytes.
#[must_use]
pub fn text(value: &[u8]) -> u32 {
    hash_bytes(value)
}

/// `text` under a seed.
#[must_use]
pub fn text_extended(value: &[u8], seed: u64) -> u64 {
    hash_bytes_extended(value, seed)
}

/// `text` under a nondeterministic collation: the sort key *with* a terminating NUL byte, which this adds.
///
/// `hash` is [`hash_bytes`] or a closure over [`hash_bytes_extended`]; `room` is scratch space that must hold
/// the sort key and one more byte.
///
/// # Errors
/// The number of bytes needed, if `room` is too small.
///
/// ```
/// use simplehash::hash::{datatype::text_by_sort_key, pg::hash_bytes};
/// assert_eq!(text_by_sort_key(b"key", &mut [0; 8], hash_bytes), Ok(hash_bytes(b"key\0")));
/// assert_eq!(text_by_sort_key(b"key", &mut [0; 3], hash_bytes), Err(4));
/// ```
pub fn text_by_sort_key<T>(sort_key: &[u8], room: &mut [u8], hash: impl FnOnce(&[u8]) -> T) -> Result<T, usize> {
    let needed = sort_key.len() + 1;
    let room = room.get_mut(..needed).ok_or(needed)?;
    room[..sort_key.len()].copy_from_slice(sort_key);
    room[sort_key.len()] = 0;
    Ok(hash(room))
}

/// The hash of a row, column by column: rotate left by one, exclusive-or. NULL rotates too, so that
/// `(1, NULL)` and `(NULL, 1)` differ; zero columns give the initial value.
///
/// ```
/// use simplehash::hash::datatype::{Columns, int4};
///
/// let row = Columns::new(0).column(Some(int4(1))).column(Some(int4(2)));
/// assert_eq!(row.finish(), 0x5f78_f27b);
/// assert_eq!(row.finish_grouping(), 0xc9ba_3666);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Columns {
    hash: u32,
}

impl Columns {
    /// Starts with the initial value `iv`: 0, or a seed such as `murmurhash32` of a worker's number.
    #[must_use]
    pub fn new(iv: u32) -> Self {
        Self { hash: iv }
    }

    /// Adds the hash of the next column; `None` is NULL.
    #[inline]
    #[must_use]
    pub fn column(self, column: Option<u32>) -> Self {
        // The first column of a row without initial value is not rotated in PostgreSQL; rotating 0 is 0.
        Self { hash: self.hash.rotate_left(1) ^ column.unwrap_or(0) }
    }

    /// The hash as hash joins use it: raw, with no finaliser.
    #[inline]
    #[must_use]
    pub fn finish(self) -> u32 {
        self.hash
    }

    /// The hash as grouping and hashed subplans use it: finished with murmurhash32.
    #[inline]
    #[must_use]
    pub fn finish_grouping(self) -> u32 {
        murmurhash32(self.hash)
    }
}
