//! Tables of entries: what maps and sets are made of, and what entries of the user's own type are used with.
//!
//! Every operation has a form with the hash in hand, named `*_hashed`; the plain form is that one with a
//! token made on the spot.

use core::cell::RefCell;

use allocator_api2::alloc::Allocator;

use super::EntryTable;
use super::entry::OccupiedEntry;
use super::grow_only::GrowOnly;
use crate::entry::Entry;
use crate::error::{Error, or_give_up};
use crate::hash::{HashFn, HashToken};
use crate::hooks::{Hooks, Init, destroy};
use crate::layout::StableAddress;
use crate::policy::{CoreOf, Policy};
use crate::raw::integer::KeyHash;
use crate::raw::{EntryHash, MayGrow, Storage};
use equivalent::Equivalent;

/// The error of an insertion whose entry could not be made: there was no room, or making it failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TryInsertError<F> {
    /// No room; the entry was not asked for.
    Room(Error),
    /// What `make` returned.
    Make(F),
}

impl<F> From<Error> for TryInsertError<F> {
    fn from(error: Error) -> Self {
        Self::Room(error)
    }
}

impl<F: core::fmt::Display> core::fmt::Display for TryInsertError<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Room(error) => error.fmt(f),
            Self::Make(error) => error.fmt(f),
        }
    }
}

impl<F: core::error::Error + 'static> core::error::Error for TryInsertError<F> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Room(error) => Some(error),
            Self::Make(error) => Some(error),
        }
    }
}

/// The hashes of entries. (One function, so that what is done with it is compiled once for each table type.)
#[inline(always)]
pub(super) fn hash_of<E: Entry, H: HashFn<E::Key>>(hasher: &H) -> impl EntryHash<E> {
    KeyHash(hasher)
}

impl<E, P: Policy, A: Allocator> EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    /// A token for a hash that was computed elsewhere, by this table's function under its seed.
    #[inline]
    pub fn token(&self, hash: u64) -> HashToken<P> {
        HashToken::new(hash, self.storage.epoch())
    }

    /// Hashes `q` once, for several operations.
    ///
    /// ```
    /// use simplehash::{SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash)]
    /// struct Key(u32);
    ///
    /// let mut table = Table::new();
    /// let token = table.prehash(&Key(1));
    /// assert!(table.get_hashed(token, &Key(1)).is_none());
    /// table.insert_hashed(token, Key(1), "one");
    /// assert_eq!(table.get_hashed(token, &Key(1)), Some(&"one"));
    /// ```
    #[inline]
    pub fn prehash<Q: ?Sized>(&self, q: &Q) -> HashToken<P>
    where
        P::Hasher: HashFn<Q>,
    {
        self.token(self.hasher.hash(q))
    }

    /// The hash of a token, made again if the table has re-seeded since.
    #[inline]
    pub(super) fn current<Q: ?Sized>(&self, token: HashToken<P>, q: &Q) -> u64
    where
        P::Hasher: HashFn<Q>,
    {
        if P::RESEED.is_some() && token.epoch != self.storage.epoch() { self.hasher.hash(q) } else { token.hash }
    }
}

impl<E: Entry, P: Policy, A: Allocator> EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    /// Tries another seed if the present one was found bad: before an insertion, and then not again until the table
    /// has grown. Whether there is another one now.
    #[inline]
    pub(super) fn reseed_if_wanted(storage: &mut Storage<E, CoreOf<P>, A>, hasher: &mut P::Hasher) -> bool
    where
        P::Hasher: HashFn<E::Key>,
    {
        match P::RESEED {
            Some(new_hasher) if storage.wants_seed() => Self::reseed(storage, hasher, new_hasher()),
            _ => false,
        }
    }

    #[cold]
    fn reseed(storage: &mut Storage<E, CoreOf<P>, A>, hasher: &mut P::Hasher, new_hasher: P::Hasher) -> bool
    where
        P::Hasher: HashFn<E::Key>,
    {
        // Without memory the old seed stays: the table is slower, not wrong. The old slots go back, and the old hasher
        // goes, when hashes and hasher agree again: either may panic.
        match storage.rehash(P::TUNING, hash_of(&new_hasher)) {
            Ok(old_slots) => {
                let old_hasher = core::mem::replace(hasher, new_hasher);
                drop(old_slots);
                drop(old_hasher);
                true
            }
            Err(_) => false,
        }
    }

    /// Whether the layout remembers the entry for `q`; for layouts that remember nothing this is nothing.
    #[inline]
    fn is_remembered<Q>(&self, q: &Q) -> bool
    where
        Q: Equivalent<E::Key> + ?Sized,
    {
        self.storage.remembered().is_some_and(|entry| q.equivalent(entry.key()))
    }

    /// The entry for `q`.
    #[inline]
    pub fn find<Q>(&self, q: &Q) -> Option<&E>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        // Asked for once: a lookup by another thread, or by `equivalent`, changes what is remembered.
        match self.storage.remembered() {
            Some(entry) if q.equivalent(entry.key()) => Some(entry),
            _ => self.find_hashed(self.prehash(q), q),
        }
    }

    /// As [`find`](Self::find), with the hash in hand.
    #[inline]
    pub fn find_hashed<Q>(&self, token: HashToken<P>, q: &Q) -> Option<&E>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.storage.find(self.current(token, q), |entry| q.equivalent(entry.key()))
    }

    /// The entry for `q`; its key must stay as it is.
    #[inline]
    pub fn find_mut<Q>(&mut self, q: &Q) -> Option<&mut E>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        if self.is_remembered(q) {
            return self.storage.remembered_mut();
        }
        self.find_mut_hashed(self.prehash(q), q)
    }

    /// As [`find_mut`](Self::find_mut), with the hash in hand.
    #[inline]
    pub fn find_mut_hashed<Q>(&mut self, token: HashToken<P>, q: &Q) -> Option<&mut E>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.storage.find_mut(self.current(token, q), |entry| q.equivalent(entry.key()))
    }

    /// The entries for several keys at once; their keys must stay as they are.
    ///
    /// # Panics
    /// If two of the keys find the same entry. (Two that find none are no matter.)
    #[inline]
    pub fn find_disjoint_mut<Q, const N: usize>(&mut self, keys: [&Q; N]) -> [Option<&mut E>; N]
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find_disjoint_mut_hashed(keys.map(|q| (self.prehash(q), q)))
    }

    /// As [`find_disjoint_mut`](Self::find_disjoint_mut), with the hashes in hand.
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn find_disjoint_mut_hashed<Q, const N: usize>(&mut self, keys: [(HashToken<P>, &Q); N]) -> [Option<&mut E>; N]
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        let hashes = keys.map(|(token, q)| self.current(token, q));
        let found = self.storage.find_disjoint_mut(hashes, |n, entry| keys[n].1.equivalent(entry.key()));
        let Some(entries) = found else { panic!("two of the keys find the same entry") };
        entries
    }

    /// The entry for `q`, held: it can be taken out without another lookup.
    #[inline]
    pub fn find_entry<Q>(&mut self, q: &Q) -> Option<OccupiedEntry<'_, E, P, A>>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.find_entry_hashed(self.prehash(q), q)
    }

    /// As [`find_entry`](Self::find_entry), with the hash in hand.
    #[inline]
    pub fn find_entry_hashed<Q>(&mut self, token: HashToken<P>, q: &Q) -> Option<OccupiedEntry<'_, E, P, A>>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        let raw = self.storage.find_occupied(self.current(token, q), |entry| q.equivalent(entry.key()))?;
        Some(OccupiedEntry { raw, policy: core::marker::PhantomData })
    }

    /// simplehash's `insert`: the entry for `q`, made by `make` if there is none, and whether it was. The table
    /// may grow even if the entry is there. The key of the made entry must be equivalent to `q`.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    ///
    /// ```
    /// use simplehash::{Pair, SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Copy)]
    /// struct Group(u32);
    ///
    /// let mut counts = Table::<Group, u32>::new();
    /// for row in [1, 2, 1, 1] {
    ///     let (group, _is_new) = counts.find_or_insert_with(&Group(row), || Pair(Group(row), 0));
    ///     group.1 += 1;
    /// }
    /// assert_eq!(counts.get(&Group(1)), Some(&3));
    /// ```
    #[inline]
    pub fn find_or_insert_with<Q>(&mut self, q: &Q, make: impl FnOnce() -> E) -> (&mut E, bool)
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
    {
        or_give_up(self.place_unhashed(MayGrow::Yes, q, || Ok(make())))
    }

    /// As [`find_or_insert_with`](Self::find_or_insert_with), with the hash in hand.
    #[inline]
    pub fn find_or_insert_with_hashed<Q>(
        &mut self,
        token: HashToken<P>,
        q: &Q,
        make: impl FnOnce() -> E,
    ) -> (&mut E, bool)
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
    {
        or_give_up(self.place(MayGrow::Yes, token, q, || Ok(make())))
    }

    /// As [`find_or_insert_with`](Self::find_or_insert_with), where making the entry can fail: then nothing is
    /// inserted.
    ///
    /// # Errors
    /// What `make` returned, or that there was no room.
    ///
    /// ```
    /// use simplehash::{Pair, SimpleHash, Table, TryInsertError};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Copy, Debug)]
    /// struct File(u32);
    ///
    /// let mut files = Table::<File, u32>::new();
    /// let opened = files.find_or_try_insert_with(&File(1), || Err("no such file"));
    /// assert_eq!(opened.unwrap_err(), TryInsertError::Make("no such file"));
    /// assert!(files.is_empty());
    /// ```
    #[inline]
    pub fn find_or_try_insert_with<Q, F>(
        &mut self,
        q: &Q,
        make: impl FnOnce() -> Result<E, F>,
    ) -> Result<(&mut E, bool), TryInsertError<F>>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
    {
        self.place_unhashed(MayGrow::Yes, q, || make().map_err(TryInsertError::Make))
    }

    /// As [`find_or_try_insert_with`](Self::find_or_try_insert_with), with the hash in hand.
    ///
    /// # Errors
    /// What `make` returned, or that there was no room.
    #[inline]
    pub fn find_or_try_insert_with_hashed<Q, F>(
        &mut self,
        token: HashToken<P>,
        q: &Q,
        make: impl FnOnce() -> Result<E, F>,
    ) -> Result<(&mut E, bool), TryInsertError<F>>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
    {
        self.place(MayGrow::Yes, token, q, || make().map_err(TryInsertError::Make))
    }

    /// As [`find_or_insert_with`](Self::find_or_insert_with), in a table that must not grow: an entry that is
    /// there is found, a new one is refused when the fill factor, `grow_max_dib` or `grow_max_move` asks for
    /// growth. `make` is then not called. (Within room that was reserved nothing asks for growth.)
    ///
    /// # Errors
    /// [`Error::WouldGrow`] says which; [`Error::AllocError`] in layouts that allocate every entry.
    ///
    /// ```
    /// use simplehash::{Error, Growth, Pair, SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Copy, Debug)]
    /// struct Group(u32);
    ///
    /// let mut table = Table::<Group, u32>::create(2); // two slots, one entry
    /// assert!(table.insert_no_grow(&Group(1), || Pair(Group(1), 0)).is_ok());
    /// assert!(table.insert_no_grow(&Group(1), || Pair(Group(1), 0)).is_ok());
    /// let refused = table.insert_no_grow(&Group(2), || Pair(Group(2), 0)).unwrap_err();
    /// assert_eq!(refused, Error::WouldGrow { because: Growth::FillFactor });
    /// ```
    #[inline]
    pub fn insert_no_grow<Q>(&mut self, q: &Q, make: impl FnOnce() -> E) -> Result<(&mut E, bool), Error>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
    {
        self.place_unhashed(MayGrow::No, q, || Ok(make()))
    }

    /// As [`insert_no_grow`](Self::insert_no_grow), with the hash in hand.
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn insert_no_grow_hashed<Q>(
        &mut self,
        token: HashToken<P>,
        q: &Q,
        make: impl FnOnce() -> E,
    ) -> Result<(&mut E, bool), Error>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
    {
        self.place(MayGrow::No, token, q, || Ok(make()))
    }

    /// As [`find_or_insert_with`](Self::find_or_insert_with), with the policy's [`Init`].
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn find_or_init<Q>(&mut self, q: &Q) -> (&mut E, bool)
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
        P::Hooks: Init<E, Q>,
    {
        self.find_or_insert_with(q, || P::Hooks::init(q))
    }

    /// As [`find_or_init`](Self::find_or_init), with the hash in hand.
    ///
    /// # Panics
    /// As [`find_or_insert_with`](Self::find_or_insert_with).
    #[inline]
    pub fn find_or_init_hashed<Q>(&mut self, token: HashToken<P>, q: &Q) -> (&mut E, bool)
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
        P::Hooks: Init<E, Q>,
    {
        self.find_or_insert_with_hashed(token, q, || P::Hooks::init(q))
    }

    /// [`place`](Self::place) for callers without the hash: a layout that remembers is asked before anything is hashed.
    #[inline]
    fn place_unhashed<Q, X: From<Error>>(
        &mut self,
        may_grow: MayGrow,
        q: &Q,
        make: impl FnOnce() -> Result<E, X>,
    ) -> Result<(&mut E, bool), X>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
    {
        if self.is_remembered(q) {
            let Some(entry) = self.storage.remembered_mut() else { unreachable!("it was there a moment ago") };
            return Ok((entry, false));
        }
        self.place(may_grow, self.prehash(q), q, make)
    }

    /// The one way into the table for an entry that is made on demand.
    #[inline]
    pub(super) fn place<Q, X: From<Error>>(
        &mut self,
        may_grow: MayGrow,
        token: HashToken<P>,
        q: &Q,
        make: impl FnOnce() -> Result<E, X>,
    ) -> Result<(&mut E, bool), X>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
    {
        // Another seed takes other slots, which a table that must not grow may not allocate.
        if may_grow == MayGrow::Yes {
            Self::reseed_if_wanted(&mut self.storage, &mut self.hasher);
        }
        let hash = self.current(token, q);
        let eq = |entry: &E| q.equivalent(entry.key());
        let hash_of = hash_of(&self.hasher);
        let (entry, new) = self.storage.find_or_insert(P::TUNING, may_grow, hash_of, hash, eq, make)?;
        Ok((entry.into_mut(), new))
    }

    /// Puts `entry` in and returns the one it replaces, which is handed over: no cleanup.
    ///
    /// # Panics
    /// If the table has its largest size and is full; aborts if the allocator refuses.
    #[inline]
    pub fn insert_entry(&mut self, entry: E) -> Option<E>
    where
        E::Key: Equivalent<E::Key>,
        P::Hasher: HashFn<E::Key>,
    {
        or_give_up(self.try_insert_entry(entry).map_err(|(_, error)| error))
    }

    /// As [`insert_entry`](Self::insert_entry), with the hash in hand.
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn insert_entry_hashed(&mut self, token: HashToken<P>, entry: E) -> Option<E>
    where
        E::Key: Equivalent<E::Key>,
        P::Hasher: HashFn<E::Key>,
    {
        or_give_up(self.try_insert_entry_hashed(token, entry).map_err(|(_, error)| error))
    }

    /// As [`insert_entry`](Self::insert_entry); gives the entry back if there is no room.
    ///
    /// # Errors
    /// The entry and the reason; the table is as it was.
    #[inline]
    pub fn try_insert_entry(&mut self, entry: E) -> Result<Option<E>, (E, Error)>
    where
        E::Key: Equivalent<E::Key>,
        P::Hasher: HashFn<E::Key>,
    {
        self.try_insert_entry_hashed(self.prehash(entry.key()), entry)
    }

    /// As [`try_insert_entry`](Self::try_insert_entry), with the hash in hand.
    ///
    /// # Errors
    /// The entry and the reason; the table is as it was.
    #[inline]
    pub fn try_insert_entry_hashed(&mut self, token: HashToken<P>, entry: E) -> Result<Option<E>, (E, Error)>
    where
        E::Key: Equivalent<E::Key>,
        P::Hasher: HashFn<E::Key>,
    {
        self.try_replace_hashed(token, entry, core::mem::replace)
    }

    /// Puts `entry` in; if one is there `replace` says what becomes of the two.
    #[inline]
    pub(super) fn try_replace_hashed<R>(
        &mut self,
        token: HashToken<P>,
        entry: E,
        replace: impl FnOnce(&mut E, E) -> R,
    ) -> Result<Option<R>, (E, Error)>
    where
        E::Key: Equivalent<E::Key>,
        P::Hasher: HashFn<E::Key>,
    {
        Self::reseed_if_wanted(&mut self.storage, &mut self.hasher);
        let hash = self.current(token, entry.key());
        // Both closures need the entry, one after the other; a `RefCell` says so in safe code.
        let entry = RefCell::new(Some(entry));
        let eq = |stored: &E| match &*entry.borrow() {
            Some(entry) => entry.key().equivalent(stored.key()),
            None => false,
        };
        let make = || entry.borrow_mut().take().ok_or(Error::CapacityOverflow);
        let hash_of = hash_of(&self.hasher);
        let result = self.storage.find_or_insert(P::TUNING, MayGrow::Yes, hash_of, hash, eq, make);
        match (result, entry.into_inner()) {
            (Ok((mut stored, false)), Some(entry)) => Ok(Some(replace(stored.get_mut(), entry))),
            (Err(error), Some(entry)) => Err((entry, error)),
            // `make` is the last thing that can fail, so whoever took the entry put it in.
            (Ok(_), _) => Ok(None),
            (Err(error), None) => panic!("the layout has lost an entry: {error}"),
        }
    }

    /// Takes the entry out and hands it over: no cleanup.
    #[inline]
    pub fn extract<Q>(&mut self, q: &Q) -> Option<E>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.extract_hashed(self.prehash(q), q)
    }

    /// As [`extract`](Self::extract), with the hash in hand.
    #[inline]
    pub fn extract_hashed<Q>(&mut self, token: HashToken<P>, q: &Q) -> Option<E>
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        Some(self.find_entry_hashed(token, q)?.extract())
    }

    /// simplehash's `delete`: takes the entry out and destroys it; whether there was one.
    #[inline]
    pub fn delete<Q>(&mut self, q: &Q) -> bool
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.delete_hashed(self.prehash(q), q)
    }

    /// As [`delete`](Self::delete), with the hash in hand.
    #[inline]
    pub fn delete_hashed<Q>(&mut self, token: HashToken<P>, q: &Q) -> bool
    where
        Q: Equivalent<E::Key> + ?Sized,
        P::Hasher: HashFn<Q>,
    {
        self.extract_hashed(token, q).map(destroy::<P::Hooks, E>).is_some()
    }

    /// A view through which `&self` inserts. The bound is here and not on the `impl`, so that a layout without
    /// it gets the message of [`StableAddress`].
    pub fn grow_only(&mut self) -> GrowOnly<'_, E, P, A>
    where
        P::Layout: StableAddress,
    {
        GrowOnly::new(self)
    }
}
