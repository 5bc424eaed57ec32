//! What both rule sets share: the table, opening, releasing, closing.

use std::convert::Infallible;
use std::fmt;

use simplehash::robin_hood::Slot;
use simplehash::{EntryTable, Layout, OccupiedEntry, SimpleHash, Stable, Stats, TryInsertError, Using};

use crate::error::Error;
use crate::fork::{FORKS, Fork};
use crate::handle::{RelationRef, Serial};
use crate::key::RelationKey;
use crate::layout::Chosen;
use crate::manager::Manager;
use crate::relation::{Links, Relation};
use crate::unclaimed::Unclaimed;

/// Number of relations PostgreSQL creates the table for.
const INITIAL_RELATIONS: usize = 400;

// The slot of the 2021 simplehash patch: status, hash and a pointer to the relation.
const _: () = assert!(size_of::<Slot<std::ptr::NonNull<Relation>>>() == 16);

/// The key's policy with a layout whose entries never move.
pub(crate) type TablePolicy<L> = Using<<RelationKey as SimpleHash>::Policy, Stable<L>>;
type OpenTable<L> = EntryTable<Relation, TablePolicy<L>>;

/// A rule set: [`OwnerModel`](crate::OwnerModel) or [`PinModel`](crate::PinModel).
pub trait Rules: Default {
    /// Whether a released relation forgets the block that an insertion should try first, besides its cached sizes.
    const RELEASE_FORGETS_TARGET: bool;
}

/// The open relations of one backend, under the rules `R`, with their files in the care of `M`, in a table of
/// layout `L`.
///
/// Named as [`OwnedRelations`](crate::OwnedRelations) or [`PinnedRelations`](crate::PinnedRelations). The table is
/// created, for 400 relations, when the first one is opened; before that nothing is open, so nothing is to be done.
/// Dropping it closes every relation.
pub struct Relations<R, M: Manager, L: Layout = Chosen> {
    pub(crate) rules: R,
    unclaimed: Unclaimed,
    manager: M,
    table: Option<OpenTable<L>>,
}

// On the chosen layout only, so that `OwnedRelations::new(manager)` infers it.
impl<R: Rules, M: Manager> Relations<R, M> {
    /// No relation is open; the table has the chosen layout.
    pub fn new(manager: M) -> Self {
        Self::with_layout(manager)
    }
}

impl<R: Rules, M: Manager, L: Layout> Relations<R, M, L> {
    /// No relation is open; the table has layout `L`.
    ///
    /// ```
    /// use smgr::{NoFiles, PinnedRelations, RelationKey};
    ///
    /// let mut relations = PinnedRelations::<_, dynahash_compat::Chained>::with_layout(NoFiles);
    /// relations.open(RelationKey::permanent(1663, 5, 1259));
    /// assert_eq!(relations.len(), 1);
    /// ```
    pub fn with_layout(manager: M) -> Self {
        Self { rules: R::default(), unclaimed: Unclaimed::default(), manager, table: None }
    }

    /// The relation `key`, opened if it is not open. A newly opened one is unclaimed: it has no owner and no pin.
    ///
    /// # Errors
    /// [`Error::Open`] if the manager's open hook fails, [`Error::NoRoom`] if the table cannot grow. The relation
    /// is then not open, and neither is it if the hook panics: it enters the table only after the hook.
    pub fn try_open(&mut self, key: RelationKey) -> Result<RelationRef, Error<M::Error>> {
        let Self { unclaimed, manager, table, .. } = self;
        let table = match table {
            Some(table) => table,
            None => {
                let fresh = OpenTable::<L>::try_create(INITIAL_RELATIONS);
                table.insert(fresh.map_err(|source| Error::NoRoom { key, source })?)
            }
        };
        // PostgreSQL puts a relation on its list before the hook, which may fail. Here the hook runs on a relation that
        // is in no table and on no list yet, so that a failure has nothing to undo; nobody can look in between.
        let make = || {
            let mut relation = Relation::new(key);
            relation.links = Links::new(Serial::next());
            manager.open(&mut relation)?;
            Ok(relation)
        };
        let (relation, is_new) = table.find_or_try_insert_with(&key, make).map_err(|error| match error {
            TryInsertError::Room(source) => Error::NoRoom { key, source },
            TryInsertError::Make(source) => Error::Open { key, source },
        })?;
        if is_new {
            unclaimed.append(relation);
        }
        relation.opens += 1;
        Ok(relation.handle())
    }

    /// As [`try_open`](Self::try_open), with a manager that cannot fail.
    ///
    /// # Panics
    /// If the table cannot grow.
    pub fn open(&mut self, key: RelationKey) -> RelationRef
    where
        M: Manager<Error = Infallible>,
    {
        match self.try_open(key) {
            Ok(relation) => relation,
            Err(Error::NoRoom { key, source }) => panic!("no room for relation {key}: {source}"),
            Err(error) => panic!("{error}"),
        }
    }

    /// The handle to relation `key` if it is open; never opens it.
    #[must_use]
    pub fn find(&self, key: RelationKey) -> Option<RelationRef> {
        self.table.as_ref()?.find(&key).map(Relation::handle)
    }

    /// The relation, if it is open under this handle. It stays at its address until it is closed.
    #[must_use]
    pub fn get(&self, relation: RelationRef) -> Option<&Relation> {
        self.table.as_ref()?.find(&relation.key).filter(|found| found.handle() == relation)
    }

    /// The relation, if it is open under this handle. To put another `Relation` in its place makes the handle
    /// stale.
    pub fn get_mut(&mut self, relation: RelationRef) -> Option<&mut Relation> {
        self.table.as_mut()?.find_mut(&relation.key).filter(|found| found.handle() == relation)
    }

    /// Closes the files of every fork and forgets cached sizes; the relation stays open under its handle.
    ///
    /// # Errors
    /// [`Error::NotOpen`] if the handle is stale.
    pub fn release(&mut self, relation: RelationRef) -> Result<(), Error<M::Error>> {
        let found = entry::<L>(&mut self.table, relation).ok_or(Error::NotOpen { key: relation.key })?;
        release::<R, M>(&mut self.manager, found.into_mut());
        Ok(())
    }

    /// Releases every relation: what a backend does when another one asks for all files to be closed.
    pub fn release_all(&mut self) {
        let Some(table) = &mut self.table else { return };
        let mut walk = table.iterate();
        while let Some(entry) = walk.next() {
            release::<R, M>(&mut self.manager, entry.into_mut());
        }
    }
}

impl<R, M: Manager, L: Layout> Relations<R, M, L> {
    /// Number of open relations.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.as_ref().map_or(0, OpenTable::<L>::len)
    }

    /// Whether none is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of open relations without an owner or a pin, which the end of the transaction closes. One whose
    /// owner's slot was dropped counts once the table has noticed.
    #[must_use]
    pub fn unclaimed(&self) -> usize {
        self.unclaimed.len()
    }

    /// What PostgreSQL prints about a hash table; `None` before the first relation was opened.
    #[must_use]
    pub fn stats(&self) -> Option<Stats> {
        self.table.as_ref().map(OpenTable::<L>::stats)
    }

    /// The manager.
    #[must_use]
    pub fn manager(&self) -> &M {
        &self.manager
    }

    /// The manager.
    pub fn manager_mut(&mut self) -> &mut M {
        &mut self.manager
    }

    /// A relation and what its membership in the list takes.
    pub(crate) fn claimable(
        &mut self,
        relation: RelationRef,
    ) -> Result<(&mut Relation, &mut Unclaimed), Error<M::Error>> {
        let found = entry::<L>(&mut self.table, relation).ok_or(Error::NotOpen { key: relation.key })?;
        Ok((found.into_mut(), &mut self.unclaimed))
    }

    /// Destroys a relation, claimed or not.
    pub(crate) fn destroy(&mut self, relation: RelationRef) -> Result<(), Error<M::Error>> {
        let found = entry::<L>(&mut self.table, relation).ok_or(Error::NotOpen { key: relation.key })?;
        destroy::<M, L>(&mut self.manager, &mut self.unclaimed, found);
        Ok(())
    }

    /// Destroys every relation, claimed or not.
    pub(crate) fn destroy_everything(&mut self) {
        let Some(table) = &mut self.table else { return };
        let mut walk = table.iterate();
        while let Some(entry) = walk.next() {
            destroy::<M, L>(&mut self.manager, &mut self.unclaimed, entry);
        }
    }

    /// Destroys every unclaimed relation, the longest unclaimed first.
    pub(crate) fn destroy_unclaimed(&mut self) {
        // A relation leaves the list only when its files are closed, so that after a panic another call goes on.
        while let Some(relation) = self.unclaimed.first() {
            match entry::<L>(&mut self.table, relation) {
                Some(found) => {
                    debug_assert!(found.get().pins() == 0 && !found.get().is_owned(), "{relation:?} is claimed");
                    destroy::<M, L>(&mut self.manager, &mut self.unclaimed, found);
                }
                // Somebody put another relation in its place.
                None => self.unclaimed.remove_first(),
            }
        }
    }
}

impl<R, M: Manager, L: Layout> Drop for Relations<R, M, L> {
    fn drop(&mut self) {
        self.destroy_everything();
    }
}

impl<R, M: Manager, L: Layout> fmt::Debug for Relations<R, M, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Relations").field("open", &self.table).finish_non_exhaustive()
    }
}

type Found<'a, L> = OccupiedEntry<'a, Relation, TablePolicy<L>>;

/// The table's entry for a relation, if it is open under this handle.
fn entry<L: Layout>(table: &mut Option<OpenTable<L>>, relation: RelationRef) -> Option<Found<'_, L>> {
    table.as_mut()?.find_entry(&relation.key).filter(|found| found.get().handle() == relation)
}

fn close_forks<M: Manager>(manager: &mut M, relation: &mut Relation) {
    for fork in Fork::ALL {
        manager.close(relation, fork);
    }
}

fn release<R: Rules, M: Manager>(manager: &mut M, relation: &mut Relation) {
    close_forks(manager, relation);
    relation.cached_blocks = [None; FORKS];
    if R::RELEASE_FORGETS_TARGET {
        relation.target_block = None;
    }
}

/// Every fork, off the list, out of the table; then the policy's hooks empty the owner's slot.
fn destroy<M: Manager, L: Layout>(manager: &mut M, unclaimed: &mut Unclaimed, mut entry: Found<'_, L>) {
    close_forks(manager, entry.get_mut());
    unclaimed.remove(entry.get_mut());
    entry.delete();
}
