//! The key and the object of PostgreSQL's relation table.

use crate::trace::parse::RelationName;

/// The key: a relation's name, and the backend it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RelationKey {
    /// The tablespace.
    pub tablespace: u32,
    /// The database; 0 for relations that all databases share.
    pub database: u32,
    /// The relation's file number.
    pub relation: u32,
    /// The backend of a temporary relation, [`RelationKey::NO_BACKEND`] for all others.
    pub backend: u32,
}

impl RelationKey {
    /// PostgreSQL's `InvalidBackendId`, -1: the relation is not temporary. Only such relations are in the log.
    pub const NO_BACKEND: u32 = u32::MAX;

    /// The key of a relation that the log names.
    #[inline]
    pub fn logged(name: RelationName) -> Self {
        let RelationName { tablespace, database, relation } = name;
        RelationKey { tablespace, database, relation, backend: Self::NO_BACKEND }
    }
}

/// An open relation, as large as PostgreSQL's.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The relation's name.
    pub key: RelationKey,
    /// How often it was opened. Each opening writes here, so that replays touch the object as recovery does.
    pub references: u64,
    /// In place of cached sizes, open segments and list links.
    pub state: [u64; 11],
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
