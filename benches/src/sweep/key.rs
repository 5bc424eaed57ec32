//! What a sweep asks of a key type, and the keys it has of its own.

use simplehash::SimpleHash;

/// A key type that can be swept: how to make many of its keys, and what tables hold for one.
///
/// ```
/// use simplehash::SimpleHash;
///
/// #[derive(SimpleHash, Clone, PartialEq, Eq, Hash)]
/// struct BlockKey {
///     relation: u32,
///     block: u32,
/// }
///
/// impl hashlab::sweep::Key for BlockKey {
///     type Value = u32;
///
///     fn numbered(number: u64) -> Self {
///         Self { relation: 16_384 + (number >> 32) as u32 % 1_000, block: number as u32 }
///     }
/// }
/// ```
pub trait Key: SimpleHash + Clone + Eq + 'static {
    /// What the tables hold for a key. Its size is part of what is measured.
    type Value: Default + 'static;

    /// A key made from a random number of 64 bits. As far as the type has so many keys, other numbers should make other
    /// ones: those that come twice are left out.
    fn numbered(number: u64) -> Self;

    /// The key that a line of a file stands for; none if it stands for none, or if the type cannot be read.
    fn parsed(line: &str) -> Option<Self> {
        let _ = line;
        None
    }
}

/// The keys of a sweep over numbers: 8 bytes, with a value of 8 bytes.
#[derive(SimpleHash, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[simplehash(hasher = simplehash::Packed)]
pub struct Number(pub u64);

impl Key for Number {
    type Value = u64;

    fn numbered(number: u64) -> Self {
        Self(number)
    }

    fn parsed(line: &str) -> Option<Self> {
        line.trim().parse().ok().map(Self)
    }
}

/// The keys of a sweep over the lines of a file that are no numbers, with a value of 8 bytes.
#[derive(SimpleHash, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text(pub Box<str>);

impl Key for Text {
    type Value = u64;

    fn numbered(number: u64) -> Self {
        Self(number.to_string().into())
    }

    fn parsed(line: &str) -> Option<Self> {
        Some(Self(line.into()))
    }
}
