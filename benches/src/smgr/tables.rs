//! The tables of this project, as relation tables: the hash functions compared on PostgreSQL's relation table in 2021
//! and those of today, each on every layout with stable addresses.

use dynahash_compat::dynahash::{Action, Dynahash, Flags, HashCtl};
use simplehash::hash::Packed;
use simplehash::{EntryTable, HashFn, Hooks, Layout, NoHooks, Policy, SimpleHash, Stable, StableAddress, Using};

use super::relation::{Relation, RelationKey};
use super::relation_table::RelationTable;
use crate::fill_factor::{Fill, FillFactor};

macro_rules! policies {
    ($($(#[$doc:meta])* $name:ident: $($attribute:ident = $value:path),*;)*) => { $(
        $(#[$doc])*
        #[derive(SimpleHash, Debug)]
        #[simplehash(policy_for = RelationKey, $($attribute = $value),*)]
        pub struct $name;
    )* };
}

policies! {
    /// The hash of the 2021 patch.
    PgMurmur: hash = smgr::hash::pg_murmur;
    /// The same, combined by `hash_combine`.
    PgCombine: hash = smgr::hash::pg_combine;
    /// What dynahash does.
    PgHashBytes: hash = smgr::hash::pg_hash_bytes;
    /// Multiply, rotate, multiply.
    PgMultiplyRotate: hash = smgr::hash::pg_multiply_rotate;
    /// Rotated relation and database, finished by murmurhash32.
    PgRotate: hash = smgr::hash::pg_rotate;
    /// One multiplication of the database.
    PgMultiply: hash = smgr::hash::pg_multiply;
    /// The relation number as it is.
    PgRelation: hash = smgr::hash::pg_relation;
    /// The key in one word, one multiplication, seeded.
    PackedWord: hasher = Packed;
    /// The default hasher, seeded: foldhash.
    Foldhash: hasher = simplehash::DefaultHasher;
}

/// Policy `P` on the stable form of layout `L`, filled as `F` says.
type PolicyOf<P, L, F> = <F as Fill>::Of<Using<P, Stable<L>>>;

/// Open relations under policy `P` on the stable form of layout `L`, filled as `F` says.
#[derive(Debug)]
pub struct Relations<P, L, F>(EntryTable<Relation, PolicyOf<P, L, F>>)
where
    P: Policy<Hooks = NoHooks>,
    L: Layout,
    F: Fill;

impl<P, L, F> RelationTable for Relations<P, L, F>
where
    P: Policy<Hasher: Default + HashFn<RelationKey>, Hooks = NoHooks>,
    L: Layout<Stable: StableAddress>,
    F: Fill,
    NoHooks: Hooks<Relation>,
{
    fn create(capacity: usize) -> Self {
        Self(EntryTable::create(capacity))
    }

    #[inline]
    fn count(&mut self, key: &RelationKey) -> bool {
        self.0.find_mut(key).map(|relation| relation.references += 1).is_some()
    }

    fn insert(&mut self, relation: Relation) {
        self.0.insert_entry(relation);
    }

    fn relations(&self) -> usize {
        self.0.len()
    }

    fn opens(&mut self) -> u64 {
        self.0.entries().map(|relation| relation.references).sum()
    }

    fn capacity(&self) -> usize {
        self.0.capacity()
    }

    fn stat(&self) -> Option<String> {
        Some(self.0.stats().to_string())
    }

    fn fill_factor() -> Option<FillFactor> {
        F::FACTOR
    }
}

/// Open relations through the dynahash interface, as PostgreSQL has them: key and object in one entry of bytes, hashed by
/// `tag_hash`.
#[derive(Debug)]
pub struct ThroughDynahash(Dynahash);

/// The key as bytes.
pub(crate) fn key_bytes(key: &RelationKey) -> [u8; size_of::<RelationKey>()] {
    let RelationKey { tablespace, database, relation, backend } = *key;
    let mut bytes = [0; size_of::<RelationKey>()];
    let words = [tablespace.to_ne_bytes(), database.to_ne_bytes(), relation.to_ne_bytes(), backend.to_ne_bytes()];
    for (place, word) in bytes.chunks_exact_mut(4).zip(words) {
        place.copy_from_slice(&word);
    }
    bytes
}

/// The openings counted in an entry: its first value.
fn references(value: &mut [u8]) -> Option<&mut [u8; size_of::<u64>()]> {
    value.first_chunk_mut()
}

impl RelationTable for ThroughDynahash {
    fn create(capacity: usize) -> Self {
        let (keysize, entrysize) = (size_of::<RelationKey>(), size_of::<Relation>());
        let info = HashCtl { keysize, entrysize, ..HashCtl::DEFAULT };
        let table = Dynahash::create("smgr relation table", capacity, &info, Flags::ELEM | Flags::BLOBS);
        Self(table.unwrap_or_else(|error| panic!("{error}")))
    }

    #[inline]
    fn count(&mut self, key: &RelationKey) -> bool {
        let searched = self.0.search(&key_bytes(key), Action::Find);
        let Some(mut entry) = searched.ok().and_then(|searched| searched.entry) else { return false };
        if let Some(count) = references(entry.value_mut()) {
            *count = (u64::from_ne_bytes(*count) + 1).to_ne_bytes();
        }
        true
    }

    fn insert(&mut self, relation: Relation) {
        let searched = self.0.search(&key_bytes(&relation.key), Action::Enter);
        if let Some(mut entry) = searched.ok().and_then(|searched| searched.entry)
            && let Some(count) = references(entry.value_mut())
        {
            *count = relation.references.to_ne_bytes();
        }
    }

    fn relations(&self) -> usize {
        self.0.num_entries()
    }

    fn opens(&mut self) -> u64 {
        let mut opens = 0;
        if let Ok(mut scan) = self.0.seq_init() {
            while let Ok(Some(mut entry)) = self.0.seq_search(&mut scan) {
                opens += references(entry.value_mut()).map_or(0, |count| u64::from_ne_bytes(*count));
            }
        }
        opens
    }

    fn capacity(&self) -> usize {
        self.0.num_buckets()
    }

    fn stat(&self) -> Option<String> {
        Some(self.0.stats(None).to_string())
    }
}
