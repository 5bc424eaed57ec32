//! The list of relations that nobody claims: those without an owner, or without a pin.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use crate::handle::RelationRef;
use crate::relation::Relation;

/// A place in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ticket(NonZeroU64);

/// Relations in the order in which they were appended. PostgreSQL links them through the relations; tickets do it
/// without pointers, at the price of a logarithm.
#[derive(Debug, Default)]
pub(crate) struct Unclaimed {
    appended: u64,
    relations: BTreeMap<Ticket, RelationRef>,
}

impl Unclaimed {
    /// Appends a relation that is not on the list.
    pub(crate) fn append(&mut self, relation: &mut Relation) {
        let ticket = Ticket(NonZeroU64::MIN.saturating_add(self.appended));
        self.appended += 1;
        self.relations.insert(ticket, relation.handle());
        relation.links.ticket = Some(ticket);
    }

    /// Takes a relation off the list, if it is there.
    pub(crate) fn remove(&mut self, relation: &mut Relation) {
        if let Some(ticket) = relation.links.ticket.take() {
            self.relations.remove(&ticket);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.relations.len()
    }

    pub(crate) fn first(&self) -> Option<RelationRef> {
        self.relations.first_key_value().map(|(_, &relation)| relation)
    }

    /// Removes the first of the list, whatever became of the relation.
    pub(crate) fn remove_first(&mut self) {
        self.relations.pop_first();
    }
}
