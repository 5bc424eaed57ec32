//! The tables of this project, as relation tables: the hash functions compared on PostgreSQL's relation table in 2021
//! and those of today, each on every layout with stable addresses.

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
    fn find(&mut self, key: &RelationKey) -> Option<&mut Relation> {
        self.0.find_mut(key)
    }

    fn insert(&mut self, relation: Relation) {
        self.0.insert_entry(relation);
    }

    fn relations(&self) -> usize {
        self.0.len()
    }

    fn opens(&self) -> u64 {
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
