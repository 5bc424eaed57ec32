//! Keys that are integers, and where a core finds them in its entries.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::fmt;
use core::marker::PhantomData;

use crate::entry::{Entry, Member, Pair};
use crate::hash::HashFn;

/// A key that is an integer, as far as its bytes go: what [`Linear`](crate::Linear) stores without anything beside it.
///
/// The integers, `char` and `bool` are; the derive with `hasher = Integer` makes a struct around one of them such a key.
///
/// # Safety
/// A value is 1, 2, 4 or 8 bytes, all initialised, and no others; [`bits`](Self::bits) is what they are as an unsigned
/// integer in the byte order of the platform.
pub unsafe trait IntegerKey: Sized {
    /// Its bytes.
    const WIDTH: usize = size_of::<Self>();

    /// The bytes as an integer.
    fn bits(&self) -> u64;
}

macro_rules! integer_keys {
    ($($key:ty as $unsigned:ty),*) => { $(
        // SAFETY: an integer without padding, or a type with the bytes of one.
        unsafe impl IntegerKey for $key {
            #[inline]
            fn bits(&self) -> u64 {
                (*self as $unsigned).into()
            }
        }
    )* };
}

integer_keys!(
    u8 as u8,
    u16 as u16,
    u32 as u32,
    u64 as u64,
    i8 as u8,
    i16 as u16,
    i32 as u32,
    i64 as u64,
    char as u32,
    bool as u8
);

macro_rules! pointer_sized {
    ($($key:ty),*) => { $(
        // SAFETY: an integer without padding, of 2, 4 or 8 bytes.
        unsafe impl IntegerKey for $key {
            #[inline]
            fn bits(&self) -> u64 {
                *self as usize as u64
            }
        }
    )* };
}

pointer_sized!(usize, isize);

/// Says that the hash of a `Q` is [`Integer`](crate::hash::Integer)'s; see [`HashFn::INTEGER`]. Only for integer keys there
/// is one.
pub struct IntegerHash<Q: ?Sized> {
    width: u8,
    key: PhantomData<fn(&Q)>,
}

impl<Q: IntegerKey> IntegerHash<Q> {
    /// For this key.
    #[expect(clippy::new_without_default, reason = "a promise is made by name")]
    #[must_use]
    pub const fn new() -> Self {
        Self { width: Q::WIDTH as u8, key: PhantomData }
    }
}

impl<Q: ?Sized> Clone for IntegerHash<Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q: ?Sized> Copy for IntegerHash<Q> {}

impl<Q: ?Sized> fmt::Debug for IntegerHash<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IntegerHash({} bytes)", self.width)
    }
}

/// Where in an entry of type `E` its key is; see [`Entry::KEY_PLACE`].
pub struct KeyPlace<E: ?Sized> {
    offset: usize,
    entry: PhantomData<fn(&E)>,
}

impl<E: ?Sized> Clone for KeyPlace<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E: ?Sized> Copy for KeyPlace<E> {}

impl<E: ?Sized> fmt::Debug for KeyPlace<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyPlace({})", self.offset)
    }
}

impl<E: Entry + ?Sized> KeyPlace<E> {
    /// So many bytes from the start.
    ///
    /// # Safety
    /// [`Entry::key`] is what is there, in every entry.
    #[must_use]
    pub const unsafe fn at(offset: usize) -> Self {
        Self { offset, entry: PhantomData }
    }
}

impl<K, V> KeyPlace<Pair<K, V>> {
    /// The first field.
    pub(crate) const fn pair() -> Self {
        // SAFETY: `key` is the first field.
        unsafe { Self::at(core::mem::offset_of!(Pair<K, V>, 0)) }
    }
}

impl<T> KeyPlace<Member<T>> {
    /// All of it.
    pub(crate) const fn member() -> Self {
        // SAFETY: `key` is the only field.
        unsafe { Self::at(core::mem::offset_of!(Member<T>, 0)) }
    }
}

/// Where in entries of one type there is a key that is an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntegerAt {
    /// Bytes before it.
    pub(crate) offset: usize,
    /// Its bytes: 1, 2, 4 or 8.
    pub(crate) width: u8,
}

mod sealed {
    /// Keeps [`EntryHash::INTEGER`](super::EntryHash::INTEGER) from lying.
    #[expect(unnameable_types, reason = "that is its purpose")]
    pub trait Sealed<E> {}
    impl<E, F: FnMut(&E) -> u64> Sealed<E> for F {}
    impl<E: super::Entry, H: super::HashFn<E::Key>> Sealed<E> for super::KeyHash<'_, H> {}
}

/// The hashes of entries, for cores that ask for them. A closure will do. Sealed.
pub trait EntryHash<E>: sealed::Sealed<E> {
    /// Where the key is, if it is an integer, and its hash [`Integer`](crate::hash::Integer)'s.
    const INTEGER: Option<IntegerAt> = None;

    /// The hash of an entry.
    fn hash(&mut self, entry: &E) -> u64;
}

impl<E, F: FnMut(&E) -> u64> EntryHash<E> for F {
    #[inline(always)]
    fn hash(&mut self, entry: &E) -> u64 {
        self(entry)
    }
}

/// The hashes that a table's hasher gives for the keys of its entries.
#[derive(Debug)]
pub(crate) struct KeyHash<'a, H>(pub(crate) &'a H);

impl<E: Entry, H: HashFn<E::Key>> EntryHash<E> for KeyHash<'_, H> {
    const INTEGER: Option<IntegerAt> = match (E::KEY_PLACE, H::INTEGER) {
        (Some(place), Some(hash)) => Some(IntegerAt { offset: place.offset, width: hash.width }),
        (_, _) => None,
    };

    #[inline(always)]
    fn hash(&mut self, entry: &E) -> u64 {
        self.0.hash(entry.key())
    }
}
