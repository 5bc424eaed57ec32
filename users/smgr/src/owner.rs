//! The rules up to PostgreSQL 16: a relation may have one owner, and without one it is closed at the end of the
//! transaction.

use simplehash::Layout;

use crate::error::Error;
use crate::handle::RelationRef;
use crate::key::RelationKey;
use crate::layout::Chosen;
use crate::manager::Manager;
use crate::owner_slot::{Orphans, OwnerSlot};
use crate::table::{Relations, Rules};

/// The rules up to PostgreSQL 16; see [`OwnedRelations`].
#[derive(Debug, Default)]
pub struct OwnerModel {
    orphans: Orphans,
}

impl Rules for OwnerModel {
    const RELEASE_FORGETS_TARGET: bool = false;
}

/// Open relations by the rules of PostgreSQL up to 16: a relation has one owner or none, and is open until somebody
/// closes it, which an owner learns from its slot. Relations without an owner are closed at the end of the
/// transaction.
///
/// ```
/// use smgr::{NoFiles, OwnedRelations, OwnerSlot, RelationKey};
///
/// let mut relations = OwnedRelations::new(NoFiles);
/// let pg_class = relations.open(RelationKey::permanent(1663, 5, 1259));
/// let pg_proc = relations.open(RelationKey::permanent(1663, 5, 1255));
///
/// let cache_entry = OwnerSlot::new();
/// relations.set_owner(&cache_entry, pg_class).unwrap();
/// relations.end_of_transaction();
/// assert!(relations.get(pg_class).is_some() && relations.get(pg_proc).is_none());
///
/// assert!(relations.close_node(pg_class.key())); // an invalidation
/// assert_eq!(cache_entry.get(), None);
/// ```
pub type OwnedRelations<M, L = Chosen> = Relations<OwnerModel, M, L>;

impl<M: Manager, L: Layout> Relations<OwnerModel, M, L> {
    /// Gives the relation to an owner. A previous owner's slot is emptied; a relation that the slot held before
    /// is unowned from now on.
    ///
    /// # Errors
    /// [`Error::NotOpen`] if the handle is stale; then nothing changes.
    pub fn set_owner(&mut self, slot: &OwnerSlot, relation: RelationRef) -> Result<(), Error<M::Error>> {
        self.claimable(relation)?; // before the slot lets go of anything
        slot.give_up();
        self.adopt_orphans();
        let (found, unowned) = self.claimable(relation)?;
        match found.links.owner.replace(slot.relations_end()) {
            Some(previous) => previous.forget(relation),
            None => unowned.remove(found),
        }
        slot.hold(relation, &self.rules.orphans);
        Ok(())
    }

    /// Takes the relation from its owner: the slot is emptied and the relation goes to the end of the unowned
    /// ones. Does nothing, and returns `false`, unless `slot` is the owner.
    pub fn clear_owner(&mut self, slot: &OwnerSlot, relation: RelationRef) -> bool {
        let owns = slot.get() == Some(relation) && self.get(relation).is_some();
        if owns {
            slot.give_up();
            self.adopt_orphans();
        }
        owns
    }

    /// Closes the relation: every fork, off the list of unowned ones, out of the table, and last the owner's slot
    /// is emptied.
    ///
    /// # Errors
    /// [`Error::NotOpen`] if the handle is stale: "SMgrRelation hashtable corrupted".
    pub fn close(&mut self, relation: RelationRef) -> Result<(), Error<M::Error>> {
        self.destroy(relation)
    }

    /// Closes relation `key` if it is open, and says whether it was; never opens it.
    pub fn close_node(&mut self, key: RelationKey) -> bool {
        self.find(key).is_some_and(|relation| self.destroy(relation).is_ok())
    }

    /// Closes every relation, owned or not.
    pub fn close_all(&mut self) {
        self.destroy_everything();
    }

    /// Closes every relation without an owner, the longest unowned first. One whose owner's slot was dropped is
    /// among them.
    pub fn end_of_transaction(&mut self) {
        self.adopt_orphans();
        self.destroy_unclaimed();
    }

    /// Puts what slots gave up on the list of unowned relations, unless it was closed since. It has no new owner,
    /// as this is done before one is set.
    fn adopt_orphans(&mut self) {
        for orphan in self.rules.orphans.take() {
            if let Ok((found, unowned)) = self.claimable(orphan) {
                found.links.owner = None;
                unowned.append(found);
            }
        }
    }
}
