//! An open relation.

use simplehash::{Hooks, SimpleHash};

use crate::fork::FORKS;
use crate::handle::{RelationRef, Serial};
use crate::key::RelationKey;
use crate::owner_slot::OwnerEnd;
use crate::unclaimed::Ticket;

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
    pub(crate) links: Links,
}

/// How a relation hangs together with the rest of its table.
#[derive(Debug)]
pub(crate) struct Links {
    pub(crate) serial: Serial,
    /// Its place in the list of unclaimed relations, if it is there.
    pub(crate) ticket: Option<Ticket>,
    /// The slot it was given to last; it may be gone. Owner rules only.
    pub(crate) owner: Option<OwnerEnd>,
    /// Pin rules only.
    pub(crate) pins: u64,
}

impl Links {
    pub(crate) const fn new(serial: Serial) -> Self {
        Self { serial, ticket: None, owner: None, pins: 0 }
    }
}

impl Relation {
    /// A relation of which nothing is known yet.
    #[must_use]
    pub fn new(key: RelationKey) -> Self {
        Self {
            key,
            target_block: None,
            cached_blocks: [None; FORKS],
            open_segments: [0; FORKS],
            opens: 0,
            links: Links::new(Serial::NONE),
        }
    }

    /// Which relation it is.
    #[must_use]
    pub fn key(&self) -> RelationKey {
        self.key
    }

    /// The handle to it.
    #[must_use]
    pub fn handle(&self) -> RelationRef {
        RelationRef { key: self.key, serial: self.links.serial }
    }

    /// Whether an owner's slot holds it.
    #[must_use]
    pub fn is_owned(&self) -> bool {
        self.links.owner.as_ref().is_some_and(|owner| owner.holds(self.handle()))
    }

    /// How many pins it has.
    #[must_use]
    pub fn pins(&self) -> u64 {
        self.links.pins
    }
}

/// What the table does about a relation that it destroys: the owner's slot is emptied, last of all, with the
/// relation already out of the table. So no owner holds a relation that is gone, whatever became of it.
#[derive(Debug)]
pub struct RelationHooks;

impl Hooks<Relation> for RelationHooks {
    const ACTIVE: bool = true;
    fn cleanup(relation: &mut Relation) {
        if let Some(owner) = relation.links.owner.take() {
            owner.forget(relation.handle());
        }
    }
}
