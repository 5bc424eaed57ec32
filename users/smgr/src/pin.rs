//! The rules from PostgreSQL 17 on: relations live to the end of the transaction, or longer while pinned.

use simplehash::Layout;

use crate::error::Error;
use crate::handle::RelationRef;
use crate::key::RelationKey;
use crate::layout::Chosen;
use crate::manager::Manager;
use crate::table::{Relations, Rules};

/// The rules from PostgreSQL 17 on; see [`PinnedRelations`].
#[derive(Debug, Default)]
pub struct PinModel;

impl Rules for PinModel {
    const RELEASE_FORGETS_TARGET: bool = true;
}

/// Open relations by the rules of PostgreSQL from 17 on: a relation is open until the end of the transaction at
/// least, whoever closes it, and longer while it is pinned. Closing only gives its files back.
///
/// ```
/// use smgr::{NoFiles, PinnedRelations, RelationKey};
///
/// let mut relations = PinnedRelations::new(NoFiles);
/// let pg_class = relations.open(RelationKey::permanent(1663, 5, 1259));
/// let pg_proc = relations.open(RelationKey::permanent(1663, 5, 1255));
/// relations.pin(pg_class).unwrap();
///
/// relations.close(pg_class).unwrap();
/// assert!(relations.get(pg_class).is_some());
/// relations.end_of_transaction();
/// assert!(relations.get(pg_class).is_some() && relations.get(pg_proc).is_none());
///
/// relations.unpin(pg_class).unwrap();
/// relations.end_of_transaction();
/// assert!(relations.is_empty());
/// ```
pub type PinnedRelations<M, L = Chosen> = Relations<PinModel, M, L>;

impl<M: Manager, L: Layout> Relations<PinModel, M, L> {
    /// Keeps the relation open beyond the end of the transaction. There may be several pins.
    ///
    /// # Errors
    /// [`Error::NotOpen`] if the handle is stale.
    pub fn pin(&mut self, relation: RelationRef) -> Result<(), Error<M::Error>> {
        let (found, unpinned) = self.claimable(relation)?;
        found.links.pins += 1;
        unpinned.remove(found);
        Ok(())
    }

    /// Takes one pin back; without any left the relation goes to the end of the unpinned ones.
    ///
    /// # Errors
    /// [`Error::NotPinned`] if there is no pin, [`Error::NotOpen`] if the handle is stale.
    pub fn unpin(&mut self, relation: RelationRef) -> Result<(), Error<M::Error>> {
        let (found, unpinned) = self.claimable(relation)?;
        found.links.pins = found.links.pins.checked_sub(1).ok_or(Error::NotPinned { key: relation.key })?;
        if found.links.pins == 0 {
            unpinned.append(found);
        }
        Ok(())
    }

    /// [`release`](Self::release): the relation stays, since others may use it to the end of the transaction.
    ///
    /// # Errors
    /// [`Error::NotOpen`] if the handle is stale.
    pub fn close(&mut self, relation: RelationRef) -> Result<(), Error<M::Error>> {
        self.release(relation)
    }

    /// Releases relation `key` if it is open, and says whether it is; never opens it.
    pub fn release_by_key(&mut self, key: RelationKey) -> bool {
        self.find(key).is_some_and(|relation| self.release(relation).is_ok())
    }

    /// Destroys every relation without a pin, the longest unpinned first. For processes without transactions, which
    /// do it once in each of their cycles.
    pub fn destroy_all(&mut self) {
        self.destroy_unclaimed();
    }

    /// [`destroy_all`](Self::destroy_all).
    pub fn end_of_transaction(&mut self) {
        self.destroy_all();
    }
}
