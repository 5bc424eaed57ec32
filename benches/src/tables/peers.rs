//! The tables people know.

use std::hash::{BuildHasher, Hash};

use smgr::RelationKey;

use super::MapTable;
use crate::smgr::relation::Relation;

/// The standard library's table with its SipHash.
pub type Std<K, V> = std::collections::HashMap<K, V>;

/// hashbrown with its usual hash, foldhash.
pub type HashbrownFoldhash<K, V> = hashbrown::HashMap<K, V, foldhash::fast::RandomState>;

/// hashbrown with the hash of the Rust compiler.
pub type HashbrownFx<K, V> = hashbrown::HashMap<K, V, rustc_hash::FxBuildHasher>;

/// indexmap, which keeps its entries in order of insertion, with foldhash.
pub type IndexMap<K, V> = indexmap::IndexMap<K, V, foldhash::fast::RandomState>;

/// What a peer keeps beside a key.
pub trait Value<K> {
    /// With this number in it.
    fn with(key: &K, value: u64) -> Self;
    /// The number.
    fn number(&self) -> u64;
}

impl<K> Value<K> for u64 {
    #[inline]
    fn with(_: &K, value: u64) -> Self {
        value
    }

    #[inline]
    fn number(&self) -> u64 {
        *self
    }
}

impl Value<RelationKey> for Box<Relation> {
    #[inline]
    fn with(key: &RelationKey, value: u64) -> Self {
        Box::new(Relation { references: value, ..Relation::opened(*key) })
    }

    #[inline]
    fn number(&self) -> u64 {
        self.references
    }
}

// They have the same methods but no common trait for them.
macro_rules! map_tables {
    ($($table:ty: $remove:ident),*) => {$(
        impl<K: Hash + Eq, V: Value<K>, S: BuildHasher + Default> MapTable<K> for $table {
            fn create() -> Self {
                Self::default()
            }

            #[inline]
            fn put(&mut self, key: K, value: u64) {
                let value = V::with(&key, value);
                self.insert(key, value);
            }

            #[inline]
            fn find(&mut self, key: &K) -> u64 {
                self.get(key).map_or(0, V::number)
            }

            #[inline]
            fn take(&mut self, key: &K) -> bool {
                self.$remove(key).is_some()
            }

            fn sum(&mut self) -> u64 {
                self.values().fold(0, |sum, value| sum.wrapping_add(value.number()))
            }

            fn capacity(&self) -> usize {
                Self::capacity(self)
            }
        }
    )*};
}

map_tables!(
    std::collections::HashMap<K, V, S>: remove,
    hashbrown::HashMap<K, V, S>: remove,
    indexmap::IndexMap<K, V, S>: swap_remove
);
