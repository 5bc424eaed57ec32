//! The hash functions that PostgreSQL's engineers compared on this table in 2021.
//!
//! All of them are unseeded: fine for keys that no user chooses, as these are.

use simplehash::hash::datatype::Columns;
use simplehash::hash::pg::{hash_combine, murmurhash32, tag_hash};

use crate::key::RelationKey;

/// The fields in the order in which they are hashed.
fn fields(key: &RelationKey) -> [u32; 4] {
    [key.tablespace, key.database, key.relation, key.backend]
}

/// The hash of the 2021 patch: murmurhash32 of every field, combined by rotation and exclusive-or.
///
/// ```
/// use smgr::{RelationKey, hash};
/// assert_eq!(hash::pg_murmur(&RelationKey::permanent(1663, 5, 1259)), 0x4a50_e048);
/// ```
#[inline]
#[must_use]
pub fn pg_murmur(key: &RelationKey) -> u32 {
    fields(key).into_iter().fold(Columns::new(0), |row, field| row.column(Some(murmurhash32(field)))).finish()
}

/// As [`pg_murmur`], combined by `hash_combine`.
#[inline]
#[must_use]
pub fn pg_combine(key: &RelationKey) -> u32 {
    let [first, rest @ ..] = fields(key);
    rest.into_iter().fold(murmurhash32(first), |hash, field| hash_combine(hash, murmurhash32(field)))
}

/// What dynahash does: `hash_bytes` over the whole key.
///
/// ```
/// use smgr::{RelationKey, hash};
/// assert_eq!(hash::pg_hash_bytes(&RelationKey::permanent(1663, 5, 1259)), 0xc240_cb19);
/// ```
#[inline]
#[must_use]
pub fn pg_hash_bytes(key: &RelationKey) -> u32 {
    tag_hash(&key.to_bytes())
}

/// Multiply, rotate right by eleven, times nine for every field, the most varied first; murmurhash32 at the end.
#[inline]
#[must_use]
pub fn pg_multiply_rotate(key: &RelationKey) -> u32 {
    let fields = [key.relation, key.tablespace, key.database, key.backend];
    let step = |hash: u32, field: u32| (hash ^ field.wrapping_mul(0x85eb_ca6b)).rotate_right(11).wrapping_mul(9);
    murmurhash32(fields.into_iter().fold(0, step))
}

/// murmurhash32 of the relation, rotated by half its width, with the database.
#[inline]
#[must_use]
pub fn pg_rotate(key: &RelationKey) -> u32 {
    murmurhash32(key.relation.rotate_right(16) ^ key.database)
}

/// One multiplication of the database, and the relation as it is.
#[inline]
#[must_use]
pub fn pg_multiply(key: &RelationKey) -> u32 {
    key.database.wrapping_mul(0xc2b2_ae35) ^ key.relation
}

/// The relation number alone.
#[inline]
#[must_use]
pub fn pg_relation(key: &RelationKey) -> u32 {
    key.relation
}
