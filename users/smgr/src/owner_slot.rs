//! The owner's end of ownership, and the relation's.

use std::cell::RefCell;
use std::rc::Rc;

use crate::handle::RelationRef;

/// What an owner, such as a relation cache entry, keeps of a relation. PostgreSQL's is a pointer variable that
/// the table sets to NULL when the relation goes; this is a handle that the table takes back.
///
/// Dropping a slot gives its relation up, as `clear_owner` does. The slot cannot reach the table, so the table
/// notices late: when it next deals with owners, at the latest at the end of the transaction.
///
/// ```
/// use smgr::{NoFiles, OwnedRelations, OwnerSlot, RelationKey};
///
/// let mut relations = OwnedRelations::new(NoFiles);
/// let pg_class = relations.open(RelationKey::permanent(1663, 5, 1259));
/// let (first, second) = (OwnerSlot::new(), OwnerSlot::new());
///
/// relations.set_owner(&first, pg_class).unwrap();
/// relations.set_owner(&second, pg_class).unwrap();
/// assert_eq!((first.get(), second.get()), (None, Some(pg_class))); // there is one owner only
///
/// drop(second);
/// assert!(!relations.get(pg_class).unwrap().is_owned());
/// relations.end_of_transaction();
/// assert!(relations.is_empty());
/// ```
#[derive(Debug, Default)]
pub struct OwnerSlot(Rc<RefCell<Option<Holding>>>);

/// A relation, and whom to tell when it is given up.
#[derive(Debug)]
struct Holding {
    relation: RelationRef,
    orphans: Orphans,
}

impl OwnerSlot {
    /// A slot that holds nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The relation it holds.
    #[must_use]
    pub fn get(&self) -> Option<RelationRef> {
        self.0.borrow().as_ref().map(|holding| holding.relation)
    }

    pub(crate) fn hold(&self, relation: RelationRef, orphans: &Orphans) {
        self.0.replace(Some(Holding { relation, orphans: orphans.clone() }));
    }

    /// Gives the relation up, if there is one, and tells its table.
    pub(crate) fn give_up(&self) {
        if let Some(Holding { relation, orphans }) = self.0.take() {
            orphans.0.borrow_mut().push(relation);
        }
    }

    pub(crate) fn relations_end(&self) -> OwnerEnd {
        OwnerEnd(Rc::clone(&self.0))
    }
}

impl Drop for OwnerSlot {
    fn drop(&mut self) {
        self.give_up();
    }
}

/// The relation's end: it outlives the slot, which is then empty.
#[derive(Debug)]
pub(crate) struct OwnerEnd(Rc<RefCell<Option<Holding>>>);

impl OwnerEnd {
    /// Whether the slot still holds `relation`, and not another or none.
    pub(crate) fn holds(&self, relation: RelationRef) -> bool {
        self.0.borrow().as_ref().is_some_and(|holding| holding.relation == relation)
    }

    /// Empties the slot if it holds `relation`. Nobody is told.
    pub(crate) fn forget(&self, relation: RelationRef) {
        if self.holds(relation) {
            self.0.take();
        }
    }
}

/// Relations that slots gave up without the table; it takes them over when it next looks. May hold relations that
/// were closed since.
#[derive(Debug, Clone, Default)]
pub(crate) struct Orphans(Rc<RefCell<Vec<RelationRef>>>);

impl Orphans {
    pub(crate) fn take(&self) -> Vec<RelationRef> {
        self.0.take()
    }
}
