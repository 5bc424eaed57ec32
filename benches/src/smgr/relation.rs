//! The key and the object of PostgreSQL's relation table.

use simplehash::SimpleHash;
pub use smgr::RelationKey;

use crate::trace::parse::RelationName;

/// An open relation, as large as PostgreSQL's.
#[derive(SimpleHash, Clone, Debug)]
pub struct Relation {
    /// The relation's name.
    #[simplehash(key)]
    pub key: RelationKey,
    /// How often it was opened. Each opening writes here, so that replays touch the object as recovery does.
    pub references: u64,
    /// In place of cached sizes, open segments and list links.
    pub state: [u64; 11],
}

/// The key of a relation that the log names.
#[inline]
pub fn logged(name: RelationName) -> RelationKey {
    RelationKey::permanent(name.tablespace, name.database, name.relation)
}

impl Relation {
    /// A relation opened for the first time.
    pub fn opened(key: RelationKey) -> Self {
        Relation { key, references: 1, state: [0; 11] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sizes_are_those_of_postgresql() {
        assert_eq!((size_of::<RelationKey>(), size_of::<Relation>()), (16, 112));
    }
}
