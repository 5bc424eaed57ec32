//! What a table stores.

use core::fmt;

use crate::raw::integer::KeyPlace;

/// An element of a table: it contains its key, wherever that is (in place, or behind a pointer).
///
/// The derive writes this for a struct with a field marked `#[simplehash(key)]`.
///
/// ```
/// use simplehash::hash::Packed;
/// use simplehash::{EntryTable, Entry, SimpleHash};
///
/// #[derive(SimpleHash)]
/// #[simplehash(policy_for = u32, hasher = Packed)]
/// struct OidPolicy;
///
/// struct Relation(Box<(u32, String)>);
/// impl Entry for Relation {
///     type Key = u32;
///     fn key(&self) -> &u32 {
///         &self.0.0
///     }
/// }
///
/// let mut relations = EntryTable::<Relation, OidPolicy>::default();
/// relations.insert_entry(Relation(Box::new((1259, "pg_class".into()))));
/// assert_eq!(relations.find(&1259).unwrap().0.1, "pg_class");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an entry: it names no key",
    note = "mark the key's field and derive: `#[derive(SimpleHash)] struct {Self} {{ #[simplehash(key)] key: Key, .. }}`"
)]
pub trait Entry {
    /// Where the key is, if it is in the entry and always in the same place.
    const KEY_PLACE: Option<KeyPlace<Self>> = None;

    /// The key; tables never need it by value.
    type Key: ?Sized;
    /// The key of this entry. It must not change while the entry is in a table: a changed key gives wrong
    /// answers, never undefined behaviour.
    fn key(&self) -> &Self::Key;
}

/// The entry of a map: a key beside its value. Prints as in a map, `key: value`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pair<K, V>(pub K, pub V);

impl<K, V> Pair<K, V> {
    /// The key; the value is dropped, and first: if that panics, the key is not lost on its way out.
    #[inline]
    pub(crate) fn into_key(self) -> K {
        let Self(key, value) = self;
        drop(value);
        key
    }

    /// The value; the key is dropped, and first.
    #[inline]
    pub(crate) fn into_value(self) -> V {
        let Self(key, value) = self;
        drop(key);
        value
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Pair<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)?;
        f.write_str(": ")?;
        self.1.fmt(f)
    }
}

impl<K, V> Entry for Pair<K, V> {
    const KEY_PLACE: Option<KeyPlace<Self>> = Some(KeyPlace::pair());

    type Key = K;
    #[inline]
    fn key(&self) -> &K {
        &self.0
    }
}

/// The entry of a set: a key that is all there is. Prints as the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Member<T>(pub T);

impl<T: fmt::Debug> fmt::Debug for Member<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T> Entry for Member<T> {
    const KEY_PLACE: Option<KeyPlace<Self>> = Some(KeyPlace::member());

    type Key = T;
    #[inline]
    fn key(&self) -> &T {
        &self.0
    }
}

impl<E: Entry + ?Sized> Entry for alloc::boxed::Box<E> {
    type Key = E::Key;
    #[inline]
    fn key(&self) -> &E::Key {
        (**self).key()
    }
}
