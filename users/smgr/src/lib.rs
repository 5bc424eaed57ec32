//! PostgreSQL's table of open relations, over any layout of `simplehash`.
//!
//! A backend opens a relation once and then finds it by its key: tablespace, database, relation, backend. The
//! object it finds stays at one address while it is open. *How long* that is has two answers, and this crate has
//! both:
//!
//! | table | releases | a relation stays open |
//! | --- | --- | --- |
//! | [`OwnedRelations`] | up to 16 | until closed, or to the end of the transaction if it has no owner |
//! | [`PinnedRelations`] | from 17 | to the end of the transaction, or longer while it is pinned |
//!
//! Either is [`Relations`] under another rule set, and runs on every layout: [`layout::Chosen`] is one word in one
//! file. Layouts that move their entries are boxed, since the address of an open relation must not change.
//!
//! ```
//! use smgr::{NoFiles, OwnedRelations, OwnerSlot, RelationKey};
//!
//! let mut relations = OwnedRelations::new(NoFiles);
//! let pg_class = relations.open(RelationKey::permanent(1663, 5, 1259));
//! let owner = OwnerSlot::new();
//! relations.set_owner(&owner, pg_class).unwrap();
//!
//! relations.end_of_transaction();
//! assert_eq!(owner.get(), Some(pg_class)); // owned, so still open
//!
//! relations.close(pg_class).unwrap();
//! assert_eq!(owner.get(), None);
//! ```
//!
//! Safe Rust cannot hand out references that outlive the next call, so callers hold a [`RelationRef`]: a key and a
//! serial number, checked at every use. One table serves one thread, as in PostgreSQL.

mod error;
mod fork;
mod handle;
pub mod hash;
mod key;
pub mod layout;
mod manager;
mod owner;
mod owner_slot;
mod pin;
mod relation;
mod table;
mod unclaimed;

pub use error::Error;
pub use fork::{FORKS, Fork};
pub use handle::RelationRef;
pub use key::RelationKey;
pub use manager::{Manager, NoFiles};
pub use owner::{OwnedRelations, OwnerModel};
pub use owner_slot::OwnerSlot;
pub use pin::{PinModel, PinnedRelations};
pub use relation::{Relation, RelationHooks};
pub use table::{Relations, Rules};
