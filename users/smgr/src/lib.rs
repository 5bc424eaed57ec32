//! PostgreSQL's table of open relations, over any layout of `simplehash`.

pub mod hash;
mod key;
pub mod layout;
mod relation;

pub use key::RelationKey;
pub use relation::{FORKS, Relation, RelationHooks};
