//! The tables of this project.

use std::fmt;

use dynahash_compat::dynahash::{Action, Dynahash, Flags, HashCtl};
use simplehash::{Entry, EntryTable, HashFn, Hooks, Layout, NoHooks, Pair, Policy, SimpleHash, Using};
use smgr::RelationKey;

use super::MapTable;
use crate::smgr::relation::Relation;
use crate::smgr::tables::key_bytes;

/// The default hasher, seeded: foldhash, the same as the peers'.
#[derive(SimpleHash, Debug)]
#[simplehash(policy_for = u64, hasher = simplehash::DefaultHasher)]
pub struct Foldhash;

/// The same, for text.
#[derive(SimpleHash, Debug)]
#[simplehash(policy_for = String, hasher = simplehash::DefaultHasher)]
pub struct TextFoldhash;

/// One multiplication, a bijection.
#[derive(SimpleHash, Debug)]
#[simplehash(policy_for = u64, hasher = simplehash::hash::Integer)]
pub struct Integers;

/// An entry that holds a number.
pub trait Numbered: Entry<Key: Sized> {
    /// With this number in it.
    fn with(key: Self::Key, value: u64) -> Self;
    /// The number.
    fn number(&self) -> u64;
}

impl<K> Numbered for Pair<K, u64> {
    #[inline]
    fn with(key: K, value: u64) -> Self {
        Pair(key, value)
    }

    #[inline]
    fn number(&self) -> u64 {
        self.1
    }
}

impl Numbered for Relation {
    #[inline]
    fn with(key: RelationKey, value: u64) -> Self {
        Relation { references: value, ..Relation::opened(key) }
    }

    #[inline]
    fn number(&self) -> u64 {
        self.references
    }
}

/// A layout of entries `E`, by policy.
pub struct Ours<E, P, L: Layout>(EntryTable<E, Using<P, L>>)
where
    P: Policy<Hooks = NoHooks>;

impl<E: Entry, P: Policy<Hooks = NoHooks>, L: Layout> fmt::Debug for Ours<E, P, L>
where
    NoHooks: Hooks<E>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ours").field("len", &self.0.len()).finish()
    }
}

impl<E, P, L> MapTable<E::Key> for Ours<E, P, L>
where
    E: Numbered<Key: Eq>,
    P: Policy<Hasher: Default + HashFn<E::Key>, Hooks = NoHooks>,
    L: Layout,
    NoHooks: Hooks<E>,
{
    fn create() -> Self {
        Self(EntryTable::default())
    }

    #[inline]
    fn put(&mut self, key: E::Key, value: u64) {
        self.0.insert_entry(E::with(key, value));
    }

    #[inline]
    fn find(&mut self, key: &E::Key) -> u64 {
        self.0.find(key).map_or(0, E::number)
    }

    #[inline]
    fn take(&mut self, key: &E::Key) -> bool {
        self.0.delete(key)
    }

    fn sum(&mut self) -> u64 {
        self.0.entries().fold(0, |sum, entry| sum.wrapping_add(entry.number()))
    }

    fn capacity(&self) -> usize {
        self.0.capacity()
    }

    #[inline]
    fn find_batch(&mut self, keys: &[E::Key]) -> u64 {
        let mut sum = 0_u64;
        self.0.find_many(keys, |_, entry| sum = sum.wrapping_add(entry.map_or(0, E::number)));
        sum
    }
}

/// A key as dynahash takes it.
pub trait DynahashKey {
    /// What the table is made with: [`Flags::BLOBS`] or [`Flags::STRINGS`].
    const KIND: Flags;
    /// Bytes of a key, at most.
    const KEY_SIZE: usize;
    /// Bytes of an entry.
    const ENTRY_SIZE: usize;

    /// The bytes.
    fn bytes(&self) -> impl AsRef<[u8]>;
}

impl DynahashKey for u64 {
    const KIND: Flags = Flags::BLOBS;
    const KEY_SIZE: usize = 8;
    const ENTRY_SIZE: usize = 16;

    #[inline]
    fn bytes(&self) -> impl AsRef<[u8]> {
        self.to_ne_bytes()
    }
}

impl DynahashKey for String {
    const KIND: Flags = Flags::STRINGS;
    const KEY_SIZE: usize = 24;
    const ENTRY_SIZE: usize = 32;

    #[inline]
    fn bytes(&self) -> impl AsRef<[u8]> {
        self.as_bytes()
    }
}

impl DynahashKey for RelationKey {
    const KIND: Flags = Flags::BLOBS;
    const KEY_SIZE: usize = size_of::<RelationKey>();
    const ENTRY_SIZE: usize = size_of::<Relation>();

    #[inline]
    fn bytes(&self) -> impl AsRef<[u8]> {
        key_bytes(self)
    }
}

/// The dynahash interface: sizes known when the program runs, hashed by PostgreSQL's `tag_hash` or `string_hash`.
#[derive(Debug)]
pub struct ThroughDynahash(Dynahash);

/// PostgreSQL creates most tables with some such size.
const INITIAL: usize = 256;

/// The number in an entry's value.
fn number(value: &[u8]) -> u64 {
    value.first_chunk().map_or(0, |number| u64::from_ne_bytes(*number))
}

impl<K: DynahashKey> MapTable<K> for ThroughDynahash {
    fn create() -> Self {
        let info = HashCtl { keysize: K::KEY_SIZE, entrysize: K::ENTRY_SIZE, ..HashCtl::DEFAULT };
        let table = Dynahash::create("comparison", INITIAL, &info, Flags::ELEM | K::KIND);
        Self(table.unwrap_or_else(|error| panic!("{error}")))
    }

    #[inline]
    fn put(&mut self, key: K, value: u64) {
        if let Ok(searched) = self.0.search(key.bytes().as_ref(), Action::Enter)
            && let Some(mut entry) = searched.entry
            && let Some(place) = entry.value_mut().first_chunk_mut()
        {
            *place = value.to_ne_bytes();
        }
    }

    #[inline]
    fn find(&mut self, key: &K) -> u64 {
        let searched = self.0.search(key.bytes().as_ref(), Action::Find);
        searched.ok().and_then(|searched| searched.entry).map_or(0, |entry| number(entry.value()))
    }

    #[inline]
    fn take(&mut self, key: &K) -> bool {
        self.0.search(key.bytes().as_ref(), Action::Remove).is_ok_and(|searched| searched.found)
    }

    fn sum(&mut self) -> u64 {
        let Ok(mut scan) = self.0.seq_init() else { return 0 };
        let mut sum = 0_u64;
        while let Ok(Some(entry)) = self.0.seq_search(&mut scan) {
            sum = sum.wrapping_add(number(entry.value()));
        }
        sum
    }

    fn capacity(&self) -> usize {
        self.0.num_buckets()
    }
}
