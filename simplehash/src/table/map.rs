//! Maps: tables of pairs.

use allocator_api2::alloc::Allocator;

use super::EntryTable;
use super::iter::{Keys, Pairs, Values};
use crate::entry::Pair;
use crate::error::or_give_up;
use crate::hash::{HashFn, HashToken};
use crate::hooks::Hooks;
use crate::policy::{CoreOf, MapKey, Policy};
use equivalent::Equivalent;

// `new` is for the key's own policy only: that is what lets `Table::new()` infer. Other policies and
// allocators have `default`, `new_in` and `with_hasher_in`.
impl<K: MapKey<V>, V> EntryTable<Pair<K, V>, K::Policy> {
    /// An empty map under the key's own policy. Allocates nothing.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<K, V, P: Policy, A: Allocator> EntryTable<Pair<K, V>, P, A>
where
    P::Hooks: Hooks<Pair<K, V>>,
{
    /// The value for `q`.
    #[inline]
    pub fn get<Q>(&self, q: &Q) -> Option<&V>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find(q).map(|pair| &pair.1)
    }

    /// As [`get`](Self::get), with the hash in hand.
    #[inline]
    pub fn get_hashed<Q>(&self, token: HashToken<P>, q: &Q) -> Option<&V>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find_hashed(token, q).map(|pair| &pair.1)
    }

    /// The value for `q`.
    #[inline]
    pub fn get_mut<Q>(&mut self, q: &Q) -> Option<&mut V>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find_mut(q).map(|pair| &mut pair.1)
    }

    /// As [`get_mut`](Self::get_mut), with the hash in hand.
    #[inline]
    pub fn get_mut_hashed<Q>(&mut self, token: HashToken<P>, q: &Q) -> Option<&mut V>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find_mut_hashed(token, q).map(|pair| &mut pair.1)
    }

    /// Whether there is a value for `q`.
    #[inline]
    pub fn contains_key<Q>(&self, q: &Q) -> bool
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find(q).is_some()
    }

    /// As [`contains_key`](Self::contains_key), with the hash in hand.
    #[inline]
    pub fn contains_key_hashed<Q>(&self, token: HashToken<P>, q: &Q) -> bool
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find_hashed(token, q).is_some()
    }

    /// Sets the value for `key` and returns the old one, which is handed over: no cleanup. As in the standard
    /// library the stored key stays; `key` is dropped.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    #[inline]
    pub fn insert(&mut self, key: K, value: V) -> Option<V>
    where
        K: Equivalent<K>,
        P::Hasher: HashFn<K>,
    {
        self.insert_hashed(self.prehash(&key), key, value)
    }

    /// As [`insert`](Self::insert), with the hash in hand.
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn insert_hashed(&mut self, token: HashToken<P>, key: K, value: V) -> Option<V>
    where
        K: Equivalent<K>,
        P::Hasher: HashFn<K>,
    {
        let keep_key = |stored: &mut Pair<K, V>, new: Pair<K, V>| core::mem::replace(&mut stored.1, new.1);
        or_give_up(self.try_replace_hashed(token, Pair(key, value), keep_key).map_err(|(_, error)| error))
    }

    /// Takes the pair out and returns the value, which is handed over: no cleanup.
    #[inline]
    pub fn remove<Q>(&mut self, q: &Q) -> Option<V>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.extract(q).map(|pair| pair.1)
    }

    /// As [`remove`](Self::remove), with the hash in hand.
    #[inline]
    pub fn remove_hashed<Q>(&mut self, token: HashToken<P>, q: &Q) -> Option<V>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.extract_hashed(token, q).map(|pair| pair.1)
    }

    /// All keys and values, in the order of the layout.
    pub fn iter(&self) -> Pairs<'_, K, V, CoreOf<P>, A> {
        Pairs(self.entries())
    }

    /// All keys, in the order of the layout.
    pub fn keys(&self) -> Keys<'_, K, V, CoreOf<P>, A> {
        Keys(self.entries())
    }

    /// All values, in the order of the layout.
    pub fn values(&self) -> Values<'_, K, V, CoreOf<P>, A> {
        Values(self.entries())
    }
}

impl<'a, K, V, P: Policy, A: Allocator> IntoIterator for &'a EntryTable<Pair<K, V>, P, A>
where
    P::Hooks: Hooks<Pair<K, V>>,
{
    type Item = (&'a K, &'a V);
    type IntoIter = Pairs<'a, K, V, CoreOf<P>, A>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
