//! The key of the table: which relation of which database, in which tablespace.

use simplehash::SimpleHash;
use simplehash::hash::{Pack, Packed};

/// PostgreSQL's `RelFileLocatorBackend`: sixteen bytes without padding.
#[derive(SimpleHash, Debug, Clone, Copy, Hash, PartialOrd, Ord)]
#[expect(clippy::derived_hash_with_manual_eq, reason = "equal words are equal fields")]
#[simplehash(layout = crate::layout::Chosen, hasher = Packed, hooks = crate::relation::RelationHooks)]
#[repr(C)]
pub struct RelationKey {
    /// Tablespace.
    pub tablespace: u32,
    /// Database; 0 for relations shared by all.
    pub database: u32,
    /// Relation number: the name of its files.
    pub relation: u32,
    /// The backend that owns a temporary relation; [`RelationKey::PERMANENT`] for all others.
    pub backend: u32,
}

/// Sixteen bytes in one comparison, as in PostgreSQL, instead of four fields in four.
impl PartialEq for RelationKey {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.pack::<u128>() == other.pack::<u128>()
    }
}

impl Eq for RelationKey {}

impl RelationKey {
    /// The backend of relations that are not temporary.
    pub const PERMANENT: u32 = u32::MAX;

    /// A relation that is not temporary.
    ///
    /// ```
    /// let pg_class = smgr::RelationKey::permanent(1663, 5, 1259);
    /// assert_eq!(pg_class.to_string(), "1663/5/1259");
    /// ```
    #[must_use]
    pub const fn permanent(tablespace: u32, database: u32, relation: u32) -> Self {
        Self { tablespace, database, relation, backend: Self::PERMANENT }
    }

    /// The sixteen bytes that dynahash would hash, little-endian.
    #[inline]
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        let fields = [self.tablespace, self.database, self.relation, self.backend];
        for (place, field) in bytes.chunks_exact_mut(4).zip(fields) {
            place.copy_from_slice(&field.to_le_bytes());
        }
        bytes
    }
}

impl std::fmt::Display for RelationKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}/{}", self.tablespace, self.database, self.relation)?;
        if self.backend != Self::PERMANENT {
            write!(f, " (backend {})", self.backend)?;
        }
        Ok(())
    }
}
