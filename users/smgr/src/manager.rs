//! The storage manager: who knows about files.

use std::convert::Infallible;

use crate::fork::Fork;
use crate::relation::Relation;

/// What the table calls when a relation comes and goes.
///
/// The relation is lent to be used and changed in its public fields. A manager that puts another `Relation` in its
/// place makes the handles to it stale.
///
/// ```
/// use smgr::{Fork, Manager, PinnedRelations, Relation, RelationKey};
///
/// /// Knows no relation below 100.
/// struct Files;
/// impl Manager for Files {
///     type Error = &'static str;
///     fn open(&mut self, relation: &mut Relation) -> Result<(), Self::Error> {
///         if relation.key().relation < 100 { Err("no such relation") } else { Ok(()) }
///     }
///     fn close(&mut self, relation: &mut Relation, fork: Fork) {
///         relation.open_segments[fork.index()] = 0;
///     }
/// }
///
/// let mut relations = PinnedRelations::new(Files);
/// let error = relations.try_open(RelationKey::permanent(1663, 5, 99)).unwrap_err();
/// assert_eq!(error.to_string(), "could not open relation 1663/5/99");
/// assert!(relations.is_empty());
/// ```
pub trait Manager {
    /// Why a relation could not be opened.
    type Error;

    /// Called once when a relation is opened that was not open, all its fields set. If it fails or panics the
    /// relation was never open: `close` is not called, so what was begun here must be undone here.
    fn open(&mut self, relation: &mut Relation) -> Result<(), Self::Error>;

    /// Closes a fork's files; called for every fork when the relation is closed and when it is released, so also
    /// for forks that have none open. Cannot fail. After a panic the relation is as open as before.
    fn close(&mut self, relation: &mut Relation, fork: Fork);
}

impl<M: Manager + ?Sized> Manager for &mut M {
    type Error = M::Error;
    fn open(&mut self, relation: &mut Relation) -> Result<(), Self::Error> {
        (**self).open(relation)
    }
    fn close(&mut self, relation: &mut Relation, fork: Fork) {
        (**self).close(relation, fork);
    }
}

/// A manager of relations without files.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Manager for NoFiles {
    type Error = Infallible;
    fn open(&mut self, _: &mut Relation) -> Result<(), Infallible> {
        Ok(())
    }
    fn close(&mut self, _: &mut Relation, _: Fork) {}
}
