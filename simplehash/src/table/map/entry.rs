//! One pair of a map, there or to come, and held.

use core::fmt;

use allocator_api2::alloc::{Allocator, Global};

use crate::entry::Pair;
use crate::error::{Error, or_give_up};
use crate::hash::{HashFn, HashToken};
use crate::hooks::Hooks;
use crate::policy::Policy;
use crate::table::EntryTable;
use crate::table::entry;
use equivalent::Equivalent;

impl<K, V, P: Policy, A: Allocator> EntryTable<Pair<K, V>, P, A>
where
    P::Hooks: Hooks<Pair<K, V>>,
{
    /// The pair of `key`, or its absence, held. Only filling a vacancy may make the map grow. If the key is there, the
    /// stored one stays and `key` is dropped.
    ///
    /// ```
    /// use simplehash::{SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash)]
    /// struct Word(&'static str);
    ///
    /// let mut counts = Table::new();
    /// for word in ["to", "be", "or", "not", "to", "be"] {
    ///     *counts.entry(Word(word)).or_insert(0) += 1;
    /// }
    /// assert_eq!(counts[&Word("be")], 2);
    /// ```
    #[inline]
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V, P, A>
    where
        K: Equivalent<K>,
        P::Hasher: HashFn<K>,
    {
        self.entry_hashed(self.prehash(&key), key)
    }

    /// As [`entry`](Self::entry), with the hash in hand.
    #[inline]
    pub fn entry_hashed(&mut self, token: HashToken<P>, key: K) -> Entry<'_, K, V, P, A>
    where
        K: Equivalent<K>,
        P::Hasher: HashFn<K>,
    {
        match self.entry_for_hashed(token, &key) {
            entry::Entry::Occupied(pair) => Entry::Occupied(OccupiedEntry(pair)),
            entry::Entry::Vacant(vacancy) => Entry::Vacant(VacantEntry { vacancy, key }),
        }
    }

    /// As [`entry`](Self::entry) for a key in another form, which is made a `K` only to fill a vacancy.
    ///
    /// ```
    /// use simplehash::{SimpleHash, Table};
    ///
    /// #[derive(SimpleHash)]
    /// #[simplehash(policy_for = String)]
    /// struct Words;
    ///
    /// let mut counts = Table::<String, u32, Words>::default();
    /// for word in ["to", "be", "or", "not", "to", "be"] {
    ///     *counts.entry_ref(word).or_insert(0) += 1; // allocates four times, not six
    /// }
    /// assert_eq!(counts["be"], 2);
    /// ```
    #[inline]
    pub fn entry_ref<'q, Q>(&mut self, q: &'q Q) -> EntryRef<'_, 'q, K, Q, V, P, A>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<K>,
    {
        self.entry_ref_hashed(self.prehash(q), q)
    }

    /// As [`entry_ref`](Self::entry_ref), with the hash in hand.
    #[inline]
    pub fn entry_ref_hashed<'q, Q>(&mut self, token: HashToken<P>, q: &'q Q) -> EntryRef<'_, 'q, K, Q, V, P, A>
    where
        Q: Equivalent<K> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<K>,
    {
        match self.entry_for_hashed(token, q) {
            entry::Entry::Occupied(pair) => EntryRef::Occupied(OccupiedEntry(pair)),
            entry::Entry::Vacant(vacancy) => EntryRef::Vacant(VacantEntryRef { vacancy, q }),
        }
    }
}

/// A pair or its absence; from [`EntryTable::entry`].
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "there is no third")]
pub enum Entry<'a, K, V, P: Policy, A: Allocator = Global> {
    /// The key is there.
    Occupied(OccupiedEntry<'a, K, V, P, A>),
    /// It is not.
    Vacant(VacantEntry<'a, K, V, P, A>),
}

/// A pair or its absence, looked for by another form of the key; from [`EntryTable::entry_ref`].
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "there is no third")]
pub enum EntryRef<'a, 'q, K, Q: ?Sized, V, P: Policy, A: Allocator = Global> {
    /// The key is there.
    Occupied(OccupiedEntry<'a, K, V, P, A>),
    /// It is not.
    Vacant(VacantEntryRef<'a, 'q, K, Q, V, P, A>),
}

/// What both kinds of entry can do. `$into` is what a vacancy by reference asks of the key.
macro_rules! entry_methods {
    ([$($generics:tt)*] $name:ident<$($args:tt),*>, $key:ty, [$($into:tt)*]) => {
        impl<$($generics)*, P: Policy, A: Allocator> $name<$($args,)* P, A> {
            /// The value, `default` if there was none.
            ///
            /// # Panics
            /// If the table has its largest size and is full; aborts if the allocator refuses.
            #[inline]
            pub fn or_insert(self, default: V) -> &'a mut V
            where
                P::Hasher: HashFn<K>,
                $($into)*
            {
                self.or_insert_with(|| default)
            }

            /// The value, made by `default` if there was none.
            ///
            /// # Panics
            /// As [`or_insert`](Self::or_insert).
            #[inline]
            pub fn or_insert_with(self, default: impl FnOnce() -> V) -> &'a mut V
            where
                P::Hasher: HashFn<K>,
                $($into)*
            {
                match self {
                    Self::Occupied(pair) => pair.into_mut(),
                    Self::Vacant(vacancy) => vacancy.insert(default()),
                }
            }

            /// The value, made by `default` from the key if there was none.
            ///
            /// # Panics
            /// As [`or_insert`](Self::or_insert).
            #[inline]
            pub fn or_insert_with_key(self, default: impl FnOnce(&$key) -> V) -> &'a mut V
            where
                P::Hasher: HashFn<K>,
                $($into)*
            {
                match self {
                    Self::Occupied(pair) => pair.into_mut(),
                    Self::Vacant(vacancy) => {
                        let value = default(vacancy.key());
                        vacancy.insert(value)
                    }
                }
            }

            /// The value, the default one if there was none.
            ///
            /// # Panics
            /// As [`or_insert`](Self::or_insert).
            #[inline]
            pub fn or_default(self) -> &'a mut V
            where
                V: Default,
                P::Hasher: HashFn<K>,
                $($into)*
            {
                self.or_insert_with(V::default)
            }

            /// Changes the value if there is one.
            #[inline]
            #[must_use = "an entry that is dropped inserts nothing"]
            pub fn and_modify(mut self, change: impl FnOnce(&mut V)) -> Self {
                if let Self::Occupied(pair) = &mut self {
                    change(pair.get_mut());
                }
                self
            }

            /// Sets the value, and holds the pair. An old value is dropped, without cleanup.
            ///
            /// # Panics
            /// As [`or_insert`](Self::or_insert).
            #[inline]
            pub fn insert_entry(self, value: V) -> OccupiedEntry<'a, K, V, P, A>
            where
                P::Hasher: HashFn<K>,
                $($into)*
            {
                match self {
                    Self::Occupied(mut pair) => {
                        drop(pair.insert(value));
                        pair
                    }
                    Self::Vacant(vacancy) => vacancy.insert_entry(value),
                }
            }
        }
    };
}

entry_methods!(['a, K, V] Entry<'a, K, V>, K, []);
entry_methods!(['a, 'q, K, Q: ?Sized, V] EntryRef<'a, 'q, K, Q, V>, Q, [K: From<&'q Q>]);

impl<K, V, P: Policy, A: Allocator> Entry<'_, K, V, P, A> {
    /// The stored key, or the one looked for.
    #[inline]
    pub fn key(&self) -> &K {
        match self {
            Self::Occupied(pair) => pair.key(),
            Self::Vacant(vacancy) => vacancy.key(),
        }
    }
}

/// A pair of a map that is borrowed for it. Taking it out needs no second lookup.
pub struct OccupiedEntry<'a, K, V, P: Policy, A: Allocator = Global>(entry::OccupiedEntry<'a, Pair<K, V>, P, A>);

impl<'a, K, V, P: Policy, A: Allocator> OccupiedEntry<'a, K, V, P, A> {
    /// The stored key.
    #[inline]
    #[must_use]
    pub fn key(&self) -> &K {
        &self.0.get().0
    }

    /// The value.
    #[inline]
    #[must_use]
    pub fn get(&self) -> &V {
        &self.0.get().1
    }

    /// The value.
    #[inline]
    pub fn get_mut(&mut self) -> &mut V {
        &mut self.0.get_mut().1
    }

    /// The value, for as long as the table is borrowed.
    #[inline]
    #[must_use]
    pub fn into_mut(self) -> &'a mut V {
        &mut self.0.into_mut().1
    }

    /// Sets the value and returns the old one, which is handed over: no cleanup.
    #[inline]
    pub fn insert(&mut self, value: V) -> V {
        core::mem::replace(self.get_mut(), value)
    }

    /// Takes the pair out and returns the value, which is handed over: no cleanup. The key is dropped.
    #[inline]
    pub fn remove(self) -> V {
        self.0.extract().into_value()
    }

    /// Takes the pair out and hands it over: no cleanup.
    #[inline]
    pub fn remove_entry(self) -> (K, V) {
        let Pair(key, value) = self.0.extract();
        (key, value)
    }

    /// Takes the pair out and destroys it, with cleanup.
    #[inline]
    pub fn delete(self)
    where
        P::Hooks: Hooks<Pair<K, V>>,
    {
        self.0.delete();
    }
}

impl<K: fmt::Debug, V: fmt::Debug, P: Policy, A: Allocator> fmt::Debug for OccupiedEntry<'_, K, V, P, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OccupiedEntry").field("key", self.key()).field("value", self.get()).finish()
    }
}

/// Room for a pair that is not there.
pub struct VacantEntry<'a, K, V, P: Policy, A: Allocator = Global> {
    vacancy: entry::VacantEntry<'a, Pair<K, V>, P, A>,
    key: K,
}

impl<'a, K, V, P: Policy, A: Allocator> VacantEntry<'a, K, V, P, A> {
    /// The key looked for.
    #[inline]
    pub fn key(&self) -> &K {
        &self.key
    }

    /// The key looked for, back; nothing is inserted.
    #[inline]
    pub fn into_key(self) -> K {
        self.key
    }

    /// Puts in the key with this value.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    #[inline]
    pub fn insert(self, value: V) -> &'a mut V
    where
        P::Hasher: HashFn<K>,
    {
        self.insert_entry(value).into_mut()
    }

    /// As [`insert`](Self::insert), holding the pair.
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn insert_entry(self, value: V) -> OccupiedEntry<'a, K, V, P, A>
    where
        P::Hasher: HashFn<K>,
    {
        OccupiedEntry(self.vacancy.insert_entry(Pair(self.key, value)))
    }

    /// As [`insert`](Self::insert); gives key and value back if there is no room.
    ///
    /// # Errors
    /// Key and value, and the reason; the map is as it was.
    #[inline]
    pub fn try_insert(self, value: V) -> Result<&'a mut V, (Pair<K, V>, Error)>
    where
        P::Hasher: HashFn<K>,
    {
        let pair = self.vacancy.try_insert_entry(Pair(self.key, value))?;
        Ok(OccupiedEntry(pair).into_mut())
    }
}

impl<K: fmt::Debug, V, P: Policy, A: Allocator> fmt::Debug for VacantEntry<'_, K, V, P, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VacantEntry").field(&self.key).finish()
    }
}

/// Room for a pair that is not there, looked for by another form of the key.
pub struct VacantEntryRef<'a, 'q, K, Q: ?Sized, V, P: Policy, A: Allocator = Global> {
    vacancy: entry::VacantEntry<'a, Pair<K, V>, P, A>,
    q: &'q Q,
}

impl<'a, 'q, K, Q: ?Sized, V, P: Policy, A: Allocator> VacantEntryRef<'a, 'q, K, Q, V, P, A> {
    /// What was looked for.
    #[inline]
    pub fn key(&self) -> &'q Q {
        self.q
    }

    /// Makes a key of what was looked for, and puts it in with this value. The key must be equivalent to it: else it is
    /// not found again.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    #[inline]
    pub fn insert(self, value: V) -> &'a mut V
    where
        K: From<&'q Q>,
        P::Hasher: HashFn<K>,
    {
        self.insert_entry(value).into_mut()
    }

    /// As [`insert`](Self::insert), holding the pair.
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn insert_entry(self, value: V) -> OccupiedEntry<'a, K, V, P, A>
    where
        K: From<&'q Q>,
        P::Hasher: HashFn<K>,
    {
        let key = self.q.into();
        self.insert_entry_with_key(key, value)
    }

    /// As [`insert_entry`](Self::insert_entry), with a key that was made otherwise.
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn insert_entry_with_key(self, key: K, value: V) -> OccupiedEntry<'a, K, V, P, A>
    where
        P::Hasher: HashFn<K>,
    {
        or_give_up(self.try_insert_with_key(key, value).map_err(|(_, error)| error))
    }

    /// As [`insert_entry_with_key`](Self::insert_entry_with_key); gives key and value back if there is no room.
    ///
    /// # Errors
    /// Key and value, and the reason; the map is as it was.
    #[inline]
    #[expect(clippy::type_complexity, reason = "an entry, or a pair and an error")]
    pub fn try_insert_with_key(self, key: K, value: V) -> Result<OccupiedEntry<'a, K, V, P, A>, (Pair<K, V>, Error)>
    where
        P::Hasher: HashFn<K>,
    {
        self.vacancy.try_insert_entry(Pair(key, value)).map(OccupiedEntry)
    }
}

impl<K, Q: fmt::Debug + ?Sized, V, P: Policy, A: Allocator> fmt::Debug for VacantEntryRef<'_, '_, K, Q, V, P, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VacantEntryRef").field(&self.q).finish()
    }
}
