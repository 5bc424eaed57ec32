//! The tables of C and C++: each loop is one call into their language.

use std::vec::Drain;

use smgr::RelationKey;

use super::MapTable;

macro_rules! map_tables {
    ($($(#[$attribute:meta])* $table:ident of $key:ty;)*) => {$(
        $(#[$attribute])*
        impl MapTable<$key> for hashlab_c_peers::$table {
            fn create() -> Self {
                Self::new()
            }

            fn put(&mut self, key: $key, value: u64) {
                Self::fill(self, &[key], value);
            }

            fn find(&mut self, key: &$key) -> u64 {
                Self::find(self, std::slice::from_ref(key))
            }

            fn take(&mut self, key: &$key) -> bool {
                Self::remove(self, std::slice::from_ref(key)) == 1
            }

            fn sum(&mut self) -> u64 {
                Self::sum(self)
            }

            fn capacity(&self) -> usize {
                Self::capacity(self)
            }

            fn bytes(&self) -> Option<u64> {
                Some(Self::bytes(self))
            }

            fn fill(&mut self, keys: Drain<'_, $key>, first: u64) {
                Self::fill(self, keys.as_slice(), first);
            }

            fn find_all(&mut self, keys: &[$key]) -> u64 {
                Self::find(self, keys)
            }

            fn churn(&mut self, oldest: &[$key], newest: Drain<'_, $key>, first: u64) -> u64 {
                Self::churn(self, oldest, newest.as_slice(), first)
            }

            fn take_all(&mut self, keys: &[$key]) -> u64 {
                Self::remove(self, keys)
            }
        }
    )*};
}

map_tables! {
    #[cfg(feature = "pg-peer")]
    PgNumbers of u64;
    #[cfg(feature = "pg-peer")]
    PgRelations of RelationKey;
    #[cfg(feature = "cpp-peer")]
    AbslNumbers of u64;
    #[cfg(feature = "cpp-peer")]
    AbslRelations of RelationKey;
}
