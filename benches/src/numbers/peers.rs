//! The tables people know.

use super::NumberTable;

/// The standard library's table with its SipHash.
pub type Std = std::collections::HashMap<u64, u64>;

/// hashbrown with its usual hash, foldhash.
pub type HashbrownFoldhash = hashbrown::HashMap<u64, u64, foldhash::fast::RandomState>;

/// hashbrown with the hash of the Rust compiler.
pub type HashbrownFx = hashbrown::HashMap<u64, u64, rustc_hash::FxBuildHasher>;

/// indexmap, which keeps its entries in order of insertion, with foldhash.
pub type IndexMap = indexmap::IndexMap<u64, u64, foldhash::fast::RandomState>;

// The four have the same methods but no common trait for them.
macro_rules! number_tables {
    ($($table:ty: $remove:ident),*) => {$(
        impl NumberTable for $table {
            fn create() -> Self {
                Self::default()
            }

            #[inline]
            fn put(&mut self, key: u64, value: u64) {
                self.insert(key, value);
            }

            #[inline]
            fn find(&mut self, key: u64) -> Option<u64> {
                self.get(&key).copied()
            }

            #[inline]
            fn take(&mut self, key: u64) -> bool {
                self.$remove(&key).is_some()
            }

            fn sum(&mut self) -> u64 {
                self.values().fold(0, |sum, value| sum.wrapping_add(*value))
            }

            fn capacity(&self) -> usize {
                Self::capacity(self)
            }
        }
    )*};
}

number_tables!(Std: remove, HashbrownFoldhash: remove, HashbrownFx: remove, IndexMap: swap_remove);
