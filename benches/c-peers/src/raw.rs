//! The types and the functions of C behind them.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

use core::fmt;
use core::mem::offset_of;
use core::ptr::NonNull;

use smgr::RelationKey;

// What c/relation.h says of the key.
const _: () = {
    assert!(size_of::<RelationKey>() == 16 && align_of::<RelationKey>() == 4);
    assert!(offset_of!(RelationKey, tablespace) == 0 && offset_of!(RelationKey, database) == 4);
    assert!(offset_of!(RelationKey, relation) == 8 && offset_of!(RelationKey, backend) == 12);
};

/// A table, as far as Rust knows it.
#[repr(C)]
struct Opaque {
    _bytes: [u8; 0],
}

/// A table type over the functions of C whose names begin with `$prefix`.
macro_rules! table {
    ($(#[$attribute:meta])* $Table:ident of $Key:ty: $prefix:literal) => {
        $(#[$attribute])*
        pub struct $Table(NonNull<Opaque>);

        const _: () = {
            // SAFETY: the signatures are those of the functions in c/, where `size_t` is `usize`.
            unsafe extern "C" {
                #[link_name = concat!($prefix, "_new")]
                safe fn new() -> *mut Opaque;
                #[link_name = concat!($prefix, "_free")]
                fn free(table: *mut Opaque);
                #[link_name = concat!($prefix, "_fill")]
                fn fill(table: *mut Opaque, keys: *const $Key, count: usize, first: u64);
                #[link_name = concat!($prefix, "_find")]
                fn find(table: *mut Opaque, keys: *const $Key, count: usize) -> u64;
                #[link_name = concat!($prefix, "_churn")]
                fn churn(
                    table: *mut Opaque,
                    oldest: *const $Key,
                    newest: *const $Key,
                    count: usize,
                    first: u64,
                ) -> u64;
                #[link_name = concat!($prefix, "_remove")]
                fn remove(table: *mut Opaque, keys: *const $Key, count: usize) -> u64;
                #[link_name = concat!($prefix, "_sum")]
                fn sum(table: *mut Opaque) -> u64;
                #[link_name = concat!($prefix, "_len")]
                fn len(table: *const Opaque) -> usize;
                #[link_name = concat!($prefix, "_capacity")]
                fn capacity(table: *const Opaque) -> usize;
                #[link_name = concat!($prefix, "_bytes")]
                fn bytes(table: *const Opaque) -> u64;
            }

            impl $Table {
                /// An empty table, as small as it can be made.
                ///
                /// Where memory runs out, here or later, the process aborts with a message.
                #[must_use]
                #[expect(clippy::new_without_default, reason = "all peers are made by name")]
                pub fn new() -> Self {
                    Self(NonNull::new(new()).expect("the peer aborts where it has no memory"))
                }

                /// Puts in `keys[i]` with the value `first + i`, for each `i`. The table grows as it likes, without being
                /// told how many are to come. A key that is there already has its value replaced.
                pub fn fill(&mut self, keys: &[$Key], first: u64) {
                    // SAFETY: the table is alive and borrowed mutably, and there are that many keys.
                    unsafe { fill(self.0.as_ptr(), keys.as_ptr(), keys.len(), first) }
                }

                /// The sum of the values of those keys that are there, wrapping.
                #[must_use]
                pub fn find(&mut self, keys: &[$Key]) -> u64 {
                    // SAFETY: the table is alive and borrowed mutably, and there are that many keys.
                    unsafe { find(self.0.as_ptr(), keys.as_ptr(), keys.len()) }
                }

                /// Removes `oldest[i]`, then puts in `newest[i]` with the value `first + i`, for each `i`. Returns how many
                /// of the oldest were there.
                ///
                /// # Panics
                ///
                /// If the two are not equally many.
                pub fn churn(&mut self, oldest: &[$Key], newest: &[$Key], first: u64) -> u64 {
                    assert_eq!(oldest.len(), newest.len(), "churning replaces key by key");
                    // SAFETY: the table is alive and borrowed mutably, and there are that many keys in either slice.
                    unsafe { churn(self.0.as_ptr(), oldest.as_ptr(), newest.as_ptr(), oldest.len(), first) }
                }

                /// Removes the keys. Returns how many of them were there.
                pub fn remove(&mut self, keys: &[$Key]) -> u64 {
                    // SAFETY: the table is alive and borrowed mutably, and there are that many keys.
                    unsafe { remove(self.0.as_ptr(), keys.as_ptr(), keys.len()) }
                }

                /// The sum of all values by the table's own iteration, wrapping.
                #[must_use]
                pub fn sum(&mut self) -> u64 {
                    // SAFETY: the table is alive and borrowed mutably.
                    unsafe { sum(self.0.as_ptr()) }
                }

                /// Entries in the table.
                #[must_use]
                pub fn len(&self) -> usize {
                    // SAFETY: the table is alive and borrowed.
                    unsafe { len(self.0.as_ptr()) }
                }

                /// Whether there are none.
                #[must_use]
                pub fn is_empty(&self) -> bool {
                    self.len() == 0
                }

                /// Entries the table has room for before it grows.
                #[must_use]
                pub fn capacity(&self) -> usize {
                    // SAFETY: the table is alive and borrowed.
                    unsafe { capacity(self.0.as_ptr()) }
                }

                /// Bytes of all memory the table holds, objects of relations included, as they were asked for: what the
                /// allocator adds is not in it.
                #[must_use]
                pub fn bytes(&self) -> u64 {
                    // SAFETY: the table is alive and borrowed.
                    unsafe { bytes(self.0.as_ptr()) }
                }
            }

            impl Drop for $Table {
                fn drop(&mut self) {
                    // SAFETY: the table came from `new`, and nothing uses it after this.
                    unsafe { free(self.0.as_ptr()) }
                }
            }

            impl fmt::Debug for $Table {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.debug_struct(stringify!($Table))
                        .field("len", &self.len())
                        .field("capacity", &self.capacity())
                        .field("bytes", &self.bytes())
                        .finish()
                }
            }
        };
    };
}

#[cfg(feature = "pg-peer")]
table! {
    /// Numbers in PostgreSQL's `simplehash`, by `murmurhash64`. The hash is not stored.
    PgNumbers of u64: "c_peers_pg_numbers"
}

#[cfg(feature = "pg-peer")]
table! {
    /// Relations in PostgreSQL's `simplehash`, as the patch of 2021 keeps them: a slot has the status, the hash and a
    /// pointer to the object, which is allocated by itself and found by the sixteen bytes of the key in it. The value of a
    /// relation is the number of its references.
    PgRelations of RelationKey: "c_peers_pg_relations"
}

#[cfg(feature = "cpp-peer")]
table! {
    /// Numbers in Abseil's `flat_hash_map`, by its own hash.
    AbslNumbers of u64: "c_peers_absl_numbers"
}

#[cfg(feature = "cpp-peer")]
table! {
    /// Relations in Abseil's `flat_hash_map`, from the key to an object that is allocated by itself, by Abseil's hash of
    /// the four fields. The value of a relation is the number of its references.
    AbslRelations of RelationKey: "c_peers_absl_relations"
}
