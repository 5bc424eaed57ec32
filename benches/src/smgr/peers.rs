//! The tables people know, as relation tables.

use super::relation::{Relation, RelationKey};
use super::relation_table::RelationTable;

/// The standard library's table with its SipHash.
pub type Std = std::collections::HashMap<RelationKey, Box<Relation>>;

/// hashbrown with its usual hash, foldhash.
pub type HashbrownFoldhash = hashbrown::HashMap<RelationKey, Box<Relation>, foldhash::fast::RandomState>;

/// hashbrown with the hash of the Rust compiler.
pub type HashbrownFx = hashbrown::HashMap<RelationKey, Box<Relation>, rustc_hash::FxBuildHasher>;

/// indexmap, which keeps its entries in order of insertion, with foldhash.
pub type IndexMap = indexmap::IndexMap<RelationKey, Box<Relation>, foldhash::fast::RandomState>;

// The four have the same methods but no common trait for them.
macro_rules! relation_tables {
    ($($table:ty),*) => {$(
        impl RelationTable for $table {
            fn create(capacity: usize) -> Self {
                Self::with_capacity_and_hasher(capacity, Default::default())
            }

            #[inline]
            fn count(&mut self, key: &RelationKey) -> bool {
                self.get_mut(key).map(|relation| relation.references += 1).is_some()
            }

            fn insert(&mut self, relation: Relation) {
                Self::insert(self, relation.key, Box::new(relation));
            }

            fn relations(&self) -> usize {
                self.len()
            }

            fn opens(&mut self) -> u64 {
                self.values().map(|relation| relation.references).sum()
            }

            fn capacity(&self) -> usize {
                Self::capacity(self)
            }
        }
    )*};
}

relation_tables!(Std, HashbrownFoldhash, HashbrownFx, IndexMap);
