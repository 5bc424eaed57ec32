//! Maps: tables of pairs, with the surface of the standard library's map.
//!
//! | module | what |
//! | --- | --- |
//! | `batch` | many pairs at once |
//! | [`entry`] | one pair, there or to come, and held |
//! | [`iter`] | iterators |
//! | `traits` | what differs from sets in what a map implements |

mod batch;
pub mod entry;
pub mod iter;
mod traits;

use allocator_api2::alloc::Allocator;

use super::EntryTable;
use crate::entry::Pair;
use crate::error::{Error, or_give_up};
use crate::hash::{HashFn, HashToken};
use crate::hooks::{Hooks, destroy};
use crate::policy::{MapKey, Policy};
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

    /// The stored key and the value for `q`.
    #[inline]
    pub fn get_key_value<Q>(&self, q: &Q) -> Option<(&K, &V)>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find(q).map(|Pair(key, value)| (key, value))
    }

    /// As [`get_key_value`](Self::get_key_value), with the hash in hand.
    #[inline]
    pub fn get_key_value_hashed<Q>(&self, token: HashToken<P>, q: &Q) -> Option<(&K, &V)>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find_hashed(token, q).map(|Pair(key, value)| (key, value))
    }

    /// The stored key and the value for `q`.
    #[inline]
    pub fn get_key_value_mut<Q>(&mut self, q: &Q) -> Option<(&K, &mut V)>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find_mut(q).map(|Pair(key, value)| (&*key, value))
    }

    /// As [`get_key_value_mut`](Self::get_key_value_mut), with the hash in hand.
    #[inline]
    pub fn get_key_value_mut_hashed<Q>(&mut self, token: HashToken<P>, q: &Q) -> Option<(&K, &mut V)>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find_mut_hashed(token, q).map(|Pair(key, value)| (&*key, value))
    }

    /// The values for several keys at once.
    ///
    /// # Panics
    /// If two of the keys are the same. (Not if both are missing.)
    ///
    /// ```
    /// use simplehash::{SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash)]
    /// struct Account(u32);
    ///
    /// let mut balances = Table::from([(Account(1), 100), (Account(2), 20)]);
    /// if let [Some(from), Some(to)] = balances.get_disjoint_mut([&Account(1), &Account(2)]) {
    ///     *from -= 30;
    ///     *to += 30;
    /// }
    /// assert_eq!((balances[&Account(1)], balances[&Account(2)]), (70, 50));
    /// ```
    #[inline]
    pub fn get_disjoint_mut<Q, const N: usize>(&mut self, keys: [&Q; N]) -> [Option<&mut V>; N]
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find_disjoint_mut(keys).map(|pair| pair.map(|pair| &mut pair.1))
    }

    /// As [`get_disjoint_mut`](Self::get_disjoint_mut), with the hashes in hand.
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn get_disjoint_mut_hashed<Q, const N: usize>(&mut self, keys: [(HashToken<P>, &Q); N]) -> [Option<&mut V>; N]
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find_disjoint_mut_hashed(keys).map(|pair| pair.map(|pair| &mut pair.1))
    }

    /// The stored keys and the values for several keys at once.
    ///
    /// # Panics
    /// If two of the keys are the same. (Not if both are missing.)
    #[inline]
    pub fn get_disjoint_key_value_mut<Q, const N: usize>(&mut self, keys: [&Q; N]) -> [Option<(&K, &mut V)>; N]
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find_disjoint_mut(keys).map(|pair| pair.map(|Pair(key, value)| (&*key, value)))
    }

    /// As [`get_disjoint_key_value_mut`](Self::get_disjoint_key_value_mut), with the hashes in hand.
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn get_disjoint_key_value_mut_hashed<Q, const N: usize>(
        &mut self,
        keys: [(HashToken<P>, &Q); N],
    ) -> [Option<(&K, &mut V)>; N]
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find_disjoint_mut_hashed(keys).map(|pair| pair.map(|Pair(key, value)| (&*key, value)))
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
        or_give_up(self.try_insert_hashed(token, key, value).map_err(|(_, error)| error))
    }

    /// As [`insert`](Self::insert); gives key and value back if there is no room.
    ///
    /// # Errors
    /// Key and value, and the reason; the map is as it was.
    ///
    /// ```
    /// use simplehash::{Error, Pair, RobinHoodUpTo, SimpleHash, Table};
    ///
    /// #[derive(SimpleHash, PartialEq, Eq, Hash, Debug)]
    /// #[simplehash(layout = RobinHoodUpTo<2>)]
    /// struct Key(u32);
    ///
    /// let mut small = Table::new();
    /// assert_eq!(small.try_insert(Key(1), "one"), Ok(None));
    /// assert_eq!(small.try_insert(Key(1), "uno"), Ok(Some("one")));
    /// let refused = small.try_insert(Key(2), "two");
    /// assert_eq!(refused, Err((Pair(Key(2), "two"), Error::SizeExceeded { slots: 2 })));
    /// ```
    #[inline]
    pub fn try_insert(&mut self, key: K, value: V) -> Result<Option<V>, (Pair<K, V>, Error)>
    where
        K: Equivalent<K>,
        P::Hasher: HashFn<K>,
    {
        self.try_insert_hashed(self.prehash(&key), key, value)
    }

    /// As [`try_insert`](Self::try_insert), with the hash in hand.
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn try_insert_hashed(&mut self, token: HashToken<P>, key: K, value: V) -> Result<Option<V>, (Pair<K, V>, Error)>
    where
        K: Equivalent<K>,
        P::Hasher: HashFn<K>,
    {
        let keep_key = |stored: &mut Pair<K, V>, Pair(key, value): Pair<K, V>| {
            // First, since it may panic: the old value would be lost on its way out.
            drop(key);
            core::mem::replace(&mut stored.1, value)
        };
        self.try_replace_hashed(token, Pair(key, value), keep_key)
    }

    /// As [`insert`](Self::insert), but the table destroys the old value, with cleanup.
    #[inline]
    fn overwrite(&mut self, key: K, value: V)
    where
        K: Equivalent<K>,
        P::Hasher: HashFn<K>,
    {
        or_give_up(self.try_overwrite(key, value).map_err(|(_, error)| error));
    }

    /// As [`try_insert`](Self::try_insert), but the table destroys the old value, with cleanup.
    #[inline]
    pub(crate) fn try_overwrite(&mut self, key: K, value: V) -> Result<(), (Pair<K, V>, Error)>
    where
        K: Equivalent<K>,
        P::Hasher: HashFn<K>,
    {
        self.try_replace_hashed(self.prehash(&key), Pair(key, value), Self::renew).map(|_| ())
    }

    /// Gives a stored pair the value of another, and destroys what is left, with cleanup.
    fn renew(stored: &mut Pair<K, V>, mut new: Pair<K, V>) {
        core::mem::swap(&mut stored.1, &mut new.1);
        destroy::<P::Hooks, Pair<K, V>>(new);
    }

    /// Takes the pair out and returns the value, which is handed over: no cleanup.
    #[inline]
    pub fn remove<Q>(&mut self, q: &Q) -> Option<V>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.extract(q).map(Pair::into_value)
    }

    /// As [`remove`](Self::remove), with the hash in hand.
    #[inline]
    pub fn remove_hashed<Q>(&mut self, token: HashToken<P>, q: &Q) -> Option<V>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.extract_hashed(token, q).map(Pair::into_value)
    }

    /// Takes the pair out and hands it over: no cleanup.
    #[inline]
    pub fn remove_entry<Q>(&mut self, q: &Q) -> Option<(K, V)>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.extract(q).map(|Pair(key, value)| (key, value))
    }

    /// As [`remove_entry`](Self::remove_entry), with the hash in hand.
    #[inline]
    pub fn remove_entry_hashed<Q>(&mut self, token: HashToken<P>, q: &Q) -> Option<(K, V)>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.extract_hashed(token, q).map(|Pair(key, value)| (key, value))
    }

    /// Destroys the pairs for which `keep` does not hold, with cleanup. Linear in the number of slots or buckets. A panic
    /// of `keep` leaves the pairs it has not seen.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.retain_entries(|Pair(key, value)| keep(key, value));
    }
}
