//! An open relation.

use simplehash::{Hooks, SimpleHash};

use crate::key::RelationKey;

/// Number of forks a relation may have.
pub const FORKS: usize = 4;

/// An open relation: what is known about its files.
#[derive(SimpleHash, Debug)]
pub struct Relation {
    #[simplehash(key)]
    key: RelationKey,
    /// Block that an insertion should try first.
    pub target_block: Option<u32>,
    /// Number of blocks of each fork, as last seen.
    pub cached_blocks: [Option<u32>; FORKS],
    /// Open segments of each fork.
    pub open_segments: [u32; FORKS],
    /// Times it was opened.
    pub opens: u64,
}

impl Relation {
    /// A relation of which nothing is known yet.
    #[must_use]
    pub fn new(key: RelationKey) -> Self {
        Self { key, target_block: None, cached_blocks: [None; FORKS], open_segments: [0; FORKS], opens: 0 }
    }

    /// Which relation it is.
    #[must_use]
    pub fn key(&self) -> RelationKey {
        self.key
    }
}

/// What the table does about a relation that it destroys.
#[derive(Debug)]
pub struct RelationHooks;

impl Hooks<Relation> for RelationHooks {
    const ACTIVE: bool = false;
    fn cleanup(_: &mut Relation) {}
}
