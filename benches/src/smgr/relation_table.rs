//! What a contender must be able to do.

use super::relation::{Relation, RelationKey};
use crate::fill_factor::FillFactor;

/// A relation table, as recovery uses it.
pub trait RelationTable: Sized {
    /// An empty table with room for this many relations.
    fn create(capacity: usize) -> Self;

    /// Counts an opening in the object of a relation that is open; whether it is.
    fn count(&mut self, key: &RelationKey) -> bool;

    /// Puts in the object of a relation that is not open.
    fn insert(&mut self, relation: Relation);

    /// Opens a relation: counts an opening in its object, which is made if it is not there yet. Nearly all openings
    /// are hits, so in every table the search does not prepare for an insertion, which is out of line.
    #[inline]
    fn open(&mut self, key: RelationKey) {
        if !self.count(&key) {
            self.open_first(key);
        }
    }

    /// Opens a relation for the first time.
    #[cold]
    #[inline(never)]
    fn open_first(&mut self, key: RelationKey) {
        self.insert(Relation::opened(key));
    }

    /// Relations in the table.
    fn relations(&self) -> usize;

    /// Openings counted in all objects together.
    fn opens(&mut self) -> u64;

    /// Entries the table has room for.
    fn capacity(&self) -> usize;

    /// PostgreSQL's statistics line, from a table that has one.
    fn stat(&self) -> Option<String> {
        None
    }

    /// The fill factor the table was made with, from a table that lets it be chosen.
    fn fill_factor() -> Option<FillFactor> {
        None
    }
}
