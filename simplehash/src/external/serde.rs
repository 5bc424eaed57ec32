//! serde: maps are maps, sets are sequences, tables of entries are sequences through [`entries`].
//!
//! Reading puts entries in as `Extend` does: of equal keys the last value wins, of equal members the first stays, and
//! the table destroys the others, with cleanup. The length that the input claims is believed up to about a MiB of
//! entries; beyond it the table grows as entries come.
//!
//! Written is in the order of the layout, which follows the hash. An unseeded table that is read again without a length
//! (JSON has none) meets its entries in that order, the worst for a Robin Hood table while it grows: give such tables a
//! seed, or read into one that has room (below).
//!
//! # Errors
//! Those of the format. A table that cannot make room ends reading with the text of its [`Error`](crate::Error); it
//! does not panic or abort. What was read by then is destroyed, with cleanup.
//!
//! ```
//! use simplehash::{Set, SimpleHash, Table};
//!
//! #[derive(SimpleHash)]
//! #[simplehash(policy_for = String, hasher = simplehash::DefaultHasher)]
//! struct Names;
//!
//! let sizes: Table<String, u32, Names> = serde_json::from_str(r#"{"pg_class": 13, "pg_class": 14}"#)?;
//! assert_eq!(serde_json::to_string(&sizes)?, r#"{"pg_class":14}"#);
//! let names: Set<String, Names> = serde_json::from_str(r#"["pg_class", "pg_proc", "pg_class"]"#)?;
//! assert_eq!(names.len(), 2);
//! # Ok::<(), serde_json::Error>(())
//! ```

use core::fmt;
use core::marker::PhantomData;

use allocator_api2::alloc::Allocator;
use serde_core::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::accept::Accept;
use crate::entry::{Entry, Member, Pair};
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::Policy;
use crate::table::EntryTable;
use equivalent::Equivalent;

pub mod entries;

/// A pair is a sequence of two.
impl<K: Serialize, V: Serialize> Serialize for Pair<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.0, &self.1).serialize(serializer)
    }
}

/// A pair is a sequence of two.
impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Pair<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Deserialize::deserialize(deserializer).map(|(key, value)| Self(key, value))
    }
}

/// A member is what it holds.
impl<T: Serialize> Serialize for Member<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// A member is what it holds.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Member<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self)
    }
}

/// A map, in the order of the layout.
impl<K: Serialize, V: Serialize, P: Policy, A: Allocator> Serialize for EntryTable<Pair<K, V>, P, A>
where
    P::Hooks: Hooks<Pair<K, V>>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

/// A sequence, in the order of the layout.
impl<T: Serialize, P: Policy, A: Allocator> Serialize for EntryTable<Member<T>, P, A>
where
    P::Hooks: Hooks<Member<T>>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

/// From a map; see the [module](self). `deserialize_in_place` empties the map with cleanup and keeps its hasher, its
/// allocator and its room; after an error it has what was read before.
impl<'de, K, V, P, A> Deserialize<'de> for EntryTable<Pair<K, V>, P, A>
where
    K: Deserialize<'de> + Equivalent<K>,
    V: Deserialize<'de>,
    P: Policy<Hasher: HashFn<K> + Default, Hooks: Hooks<Pair<K, V>>>,
    A: Allocator + Default,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut table = Self::new_in(A::default());
        deserializer.deserialize_map(IntoMap(&mut table))?;
        Ok(table)
    }

    fn deserialize_in_place<D: Deserializer<'de>>(deserializer: D, place: &mut Self) -> Result<(), D::Error> {
        deserializer.deserialize_map(IntoMap(place))
    }
}

/// From a sequence; see the [module](self). `deserialize_in_place` empties the set with cleanup and keeps its hasher,
/// its allocator and its room; after an error it has what was read before.
impl<'de, T, P, A> Deserialize<'de> for EntryTable<Member<T>, P, A>
where
    T: Deserialize<'de> + Equivalent<T>,
    P: Policy<Hasher: HashFn<T> + Default, Hooks: Hooks<Member<T>>>,
    A: Allocator + Default,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut set = Self::new_in(A::default());
        deserializer.deserialize_seq(IntoTable(&mut set, Accept::accept, PhantomData))?;
        Ok(set)
    }

    fn deserialize_in_place<D: Deserializer<'de>>(deserializer: D, place: &mut Self) -> Result<(), D::Error> {
        deserializer.deserialize_seq(IntoTable(place, Accept::accept, PhantomData))
    }
}

/// Reads a map into a table.
struct IntoMap<'t, T>(&'t mut T);

impl<'de, K, V, P, A: Allocator> Visitor<'de> for IntoMap<'_, EntryTable<Pair<K, V>, P, A>>
where
    K: Deserialize<'de> + Equivalent<K>,
    V: Deserialize<'de>,
    P: Policy<Hasher: HashFn<K>, Hooks: Hooks<Pair<K, V>>>,
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        let Self(table) = self;
        table.clear();
        table.expect((cautious::<Pair<K, V>>(map.size_hint()), None));
        while let Some(pair) = map.next_entry()? {
            table.accept(pair).map_err(M::Error::custom)?;
        }
        Ok(())
    }
}

/// Reads a sequence of `I`s into a table, by a function.
struct IntoTable<'t, T, F, I>(&'t mut T, F, PhantomData<I>);

impl<'de, E, P, A: Allocator, F, I> Visitor<'de> for IntoTable<'_, EntryTable<E, P, A>, F, I>
where
    E: Entry,
    P: Policy<Hooks: Hooks<E>, Hasher: HashFn<E::Key>>,
    F: Fn(&mut EntryTable<E, P, A>, I) -> Result<(), crate::Error>,
    I: Deserialize<'de>,
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut sequence: S) -> Result<(), S::Error> {
        let Self(table, accept, _) = self;
        table.clear();
        table.expect((cautious::<E>(sequence.size_hint()), None));
        while let Some(item) = sequence.next_element()? {
            accept(table, item).map_err(S::Error::custom)?;
        }
        Ok(())
    }
}

/// The length to make room for before anything is read: the input may claim any.
fn cautious<E>(claimed: Option<usize>) -> usize {
    const MOST_BYTES: usize = 1 << 20;
    // What a slot has beside its entry, roughly: small entries do not make large tables.
    const OVERHEAD: usize = 16;
    claimed.unwrap_or(0).min(MOST_BYTES / (size_of::<E>() + OVERHEAD))
}
