//! Maps and sets are written as serde's maps and sequences, in the order of iteration.
//!
//! What is read makes a table under the policy of its type. Of equal keys the last value counts, as in the standard
//! library's map, and the table destroys the others, with cleanup. A table that has its largest size and is full is an
//! error of the deserializer, and so is an allocator that refuses; what was read by then is destroyed with the table. A
//! length that the input claims is trusted only up to a mebibyte of entries.

use core::fmt;
use core::marker::PhantomData;

use allocator_api2::alloc::Allocator;
use serde_core::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_core::ser::{Serialize, Serializer};

use crate::entry::{Member, Pair};
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::Policy;
use crate::table::EntryTable;
use equivalent::Equivalent;

impl<K, V, P, A> Serialize for EntryTable<Pair<K, V>, P, A>
where
    K: Serialize,
    V: Serialize,
    P: Policy<Hooks: Hooks<Pair<K, V>>>,
    A: Allocator,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<T, P, A> Serialize for EntryTable<Member<T>, P, A>
where
    T: Serialize,
    P: Policy<Hooks: Hooks<Member<T>>>,
    A: Allocator,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

/// Bytes of entries for which a claimed length alone makes room.
const CAUTION: usize = 1 << 20;

/// The entries to make room for where so many are claimed.
fn cautious<E>(claimed: Option<usize>) -> usize {
    claimed.unwrap_or(0).min(CAUTION / size_of::<E>().max(1))
}

impl<'de, K, V, P> Deserialize<'de> for EntryTable<Pair<K, V>, P>
where
    K: Deserialize<'de> + Equivalent<K>,
    V: Deserialize<'de>,
    P: Policy<Hasher: HashFn<K> + Default, Hooks: Hooks<Pair<K, V>>>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MapVisitor(PhantomData))
    }
}

struct MapVisitor<K, V, P>(PhantomData<(K, V, P)>);

impl<'de, K, V, P> Visitor<'de> for MapVisitor<K, V, P>
where
    K: Deserialize<'de> + Equivalent<K>,
    V: Deserialize<'de>,
    P: Policy<Hasher: HashFn<K> + Default, Hooks: Hooks<Pair<K, V>>>,
{
    type Value = EntryTable<Pair<K, V>, P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut pairs: M) -> Result<Self::Value, M::Error> {
        let mut map = EntryTable::<Pair<K, V>, P>::default();
        map.expect((cautious::<Pair<K, V>>(pairs.size_hint()), None));
        while let Some((key, value)) = pairs.next_entry()? {
            map.try_overwrite(key, value).map_err(|(_, error)| M::Error::custom(error))?;
        }
        Ok(map)
    }
}

impl<'de, T, P> Deserialize<'de> for EntryTable<Member<T>, P>
where
    T: Deserialize<'de> + Equivalent<T>,
    P: Policy<Hasher: HashFn<T> + Default, Hooks: Hooks<Member<T>>>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(SetVisitor(PhantomData))
    }
}

struct SetVisitor<T, P>(PhantomData<(T, P)>);

impl<'de, T, P> Visitor<'de> for SetVisitor<T, P>
where
    T: Deserialize<'de> + Equivalent<T>,
    P: Policy<Hasher: HashFn<T> + Default, Hooks: Hooks<Member<T>>>,
{
    type Value = EntryTable<Member<T>, P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut members: S) -> Result<Self::Value, S::Error> {
        let mut set = EntryTable::<Member<T>, P>::default();
        set.expect((cautious::<Member<T>>(members.size_hint()), None));
        while let Some(member) = members.next_element()? {
            set.try_insert(member).map_err(|(_, error)| S::Error::custom(error))?;
        }
        Ok(set)
    }
}
