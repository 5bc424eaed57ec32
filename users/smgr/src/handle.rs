//! What callers hold of an open relation.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::key::RelationKey;

/// Tells one opening of a relation from another. No two are alike in a process, so that a handle cannot be taken
/// for one of another table either.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Serial(u64);

impl Serial {
    /// Of a relation that no table has opened.
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed) + 1)
    }
}

/// A handle to an open relation, from `open` to the moment it is closed. It may be kept longer: a relation that was
/// closed, even if it was opened again since, is not found through its old handle.
///
/// ```
/// use smgr::{NoFiles, OwnedRelations, RelationKey};
///
/// let key = RelationKey::permanent(1663, 5, 1259);
/// let mut relations = OwnedRelations::new(NoFiles);
/// let old = relations.open(key);
/// relations.close(old).unwrap();
/// let new = relations.open(key);
/// assert!(relations.get(old).is_none());
/// assert!(relations.get(new).is_some());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RelationRef {
    pub(crate) key: RelationKey,
    pub(crate) serial: Serial,
}

impl RelationRef {
    /// Which relation it is.
    #[must_use]
    pub const fn key(&self) -> RelationKey {
        self.key
    }
}
