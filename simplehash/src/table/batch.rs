//! Many keys at once.
//!
//! Keys go through in blocks: all of a block are hashed, then the memory where their lookups begin is asked for, then that
//! which they go on to, and only then is each looked up. In a table larger than the caches the waits for memory overlap.

use core::array::from_fn;

use allocator_api2::alloc::Allocator;
use equivalent::Equivalent;

use super::EntryTable;
use crate::entry::Entry;
use crate::error::{Error, or_give_up};
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::Policy;
use crate::raw::MayGrow;

/// Keys in a block: enough for the first one's memory to be there when the last one's has been asked for, and few enough
/// that none of it has left the nearest cache again.
pub(super) const BLOCK: usize = 32;

/// Why a batch ended before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchError {
    /// How many of the keys, from the first on, were dealt with.
    pub done: usize,
    /// Why the next one was not.
    pub error: Error,
}

impl core::fmt::Display for BatchError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} keys of the batch are in the table, the next is not: {}", self.done, self.error)
    }
}

impl core::error::Error for BatchError {}

impl<E: Entry, P: Policy, A: Allocator> EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    /// Looks up many keys: `each` gets the place of each in `keys`, and its entry if there is one, in their order.
    ///
    /// As fast as one at a time while the table fits the caches, and faster when it does not.
    ///
    /// ```
    /// use simplehash::{SimpleHash, Table};
    /// #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Copy)]
    /// struct Key(u32);
    ///
    /// let table: Table<Key, u32> = (0..10).map(|key| (Key(key), key * key)).collect();
    /// let mut squares = Vec::new();
    /// table.find_many(&[Key(3), Key(33), Key(4)], |place, entry| squares.push((place, entry.map(|pair| pair.1))));
    /// assert_eq!(squares, [(0, Some(9)), (1, None), (2, Some(16))]);
    /// ```
    #[inline]
    pub fn find_many<'a, Q>(&'a self, keys: &[Q], mut each: impl FnMut(usize, Option<&'a E>))
    where
        Q: Equivalent<E::Key>,
        P::Hasher: HashFn<Q>,
    {
        if self.storage.is_near() {
            keys.iter().enumerate().for_each(|(place, q)| each(place, self.find(q)));
            return;
        }
        let mut place = 0;
        for block in keys.chunks(BLOCK) {
            let hashes = self.hashes(block);
            for (hash, q) in hashes.iter().zip(block) {
                each(place, self.storage.find(*hash, |entry| q.equivalent(entry.key())));
                place += 1;
            }
        }
    }

    /// Finds the entries for many keys, and puts in what `make` makes where there is none; `make` gets the place of the key
    /// in `keys`, `each` also the entry, and whether it is new. In the order of the keys: of two equal ones the second finds
    /// the first one's entry.
    ///
    /// # Errors
    /// That there was no room for one of them, and how many were done before it.
    pub fn find_or_insert_many<Q>(
        &mut self,
        keys: &[Q],
        mut make: impl FnMut(usize) -> E,
        mut each: impl FnMut(usize, &mut E, bool),
    ) -> Result<(), BatchError>
    where
        Q: Equivalent<E::Key>,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
    {
        let mut place = 0;
        for block in keys.chunks(BLOCK) {
            let tokens = self.hashes(block).map(|hash| self.token(hash));
            for (token, q) in tokens.iter().zip(block) {
                let placed = self.place(MayGrow::Yes, *token, q, || Ok(make(place)));
                let (entry, new) = placed.map_err(|error| BatchError { done: place, error })?;
                each(place, entry, new);
                place += 1;
            }
        }
        Ok(())
    }

    /// Puts in many entries, in their order; if one is there `replace` says what becomes of the two. How many were new.
    ///
    /// # Panics
    /// As for `insert_entry`. If foreign code panics, entries that were taken from the iterator but are not in yet are
    /// dropped.
    pub(super) fn insert_entries(
        &mut self,
        entries: impl IntoIterator<Item = E>,
        mut replace: impl FnMut(&mut E, E),
    ) -> usize
    where
        E::Key: Sized + Equivalent<E::Key>,
        P::Hasher: HashFn<E::Key>,
    {
        let before = self.len();
        let mut entries = entries.into_iter().fuse();
        self.expect(entries.size_hint());
        let mut block: [Option<E>; BLOCK] = from_fn(|_| None);
        loop {
            let mut hashes = [0; BLOCK];
            let mut len = 0;
            for (hash, (place, entry)) in hashes.iter_mut().zip(block.iter_mut().zip(&mut entries)) {
                *hash = self.hasher.hash(entry.key());
                *place = Some(entry);
                len += 1;
            }
            if len == 0 {
                return self.len() - before;
            }
            let tokens = hashes.map(|hash| self.token(hash));
            self.storage.prefetch(&hashes[..len]);
            for (token, entry) in tokens.into_iter().zip(block.iter_mut().map_while(Option::take)) {
                or_give_up(self.try_replace_hashed(token, entry, &mut replace).map_err(|(_, error)| error));
            }
        }
    }

    /// The hashes of a block's keys; the caches have been asked for what their lookups touch.
    #[inline]
    fn hashes<Q>(&self, block: &[Q]) -> [u64; BLOCK]
    where
        P::Hasher: HashFn<Q>,
    {
        let mut hashes = [0; BLOCK];
        for (hash, q) in hashes.iter_mut().zip(block) {
            *hash = self.hasher.hash(q);
        }
        self.storage.prefetch(&hashes[..block.len()]);
        hashes
    }

    /// As [`find_or_insert_many`](Self::find_or_insert_many), where no room is the end.
    #[inline]
    pub(super) fn find_or_insert_all<Q>(
        &mut self,
        keys: &[Q],
        make: impl FnMut(usize) -> E,
        each: impl FnMut(usize, &mut E, bool),
    ) where
        Q: Equivalent<E::Key>,
        P::Hasher: HashFn<Q> + HashFn<E::Key>,
    {
        or_give_up(self.find_or_insert_many(keys, make, each).map_err(|ended| ended.error));
    }
}
