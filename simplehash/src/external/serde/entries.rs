//! Any table as a sequence of its entries, for `#[serde(with = "simplehash::external::serde::entries")]`: tables of
//! entries of the user's own, and maps whose keys the format does not take as keys of a map.
//!
//! An entry that is read replaces the one with its key, which the table destroys, with cleanup.
//!
//! ```
//! use simplehash::external::serde::entries;
//! use simplehash::{SimpleHash, Table};
//!
//! #[derive(SimpleHash)]
//! #[simplehash(policy_for = (u32, u32), hasher = simplehash::DefaultHasher)]
//! struct Blocks;
//!
//! // A pair is no key of an object in JSON.
//! let table: Table<(u32, u32), char, Blocks> =
//!     entries::deserialize(&mut serde_json::Deserializer::from_str("[[[1, 2], \"a\"]]"))?;
//! assert_eq!(table[&(1, 2)], 'a');
//! assert_eq!(entries::serialize(&table, serde_json::value::Serializer)?.to_string(), "[[[1,2],\"a\"]]");
//! # Ok::<(), serde_json::Error>(())
//! ```

use core::marker::PhantomData;

use allocator_api2::alloc::Allocator;
use serde_core::de::{Deserialize, Deserializer};
use serde_core::ser::{Serialize, Serializer};

use super::IntoTable;
use crate::entry::Entry;
use crate::error::Error;
use crate::hash::HashFn;
use crate::hooks::{Hooks, destroy};
use crate::policy::Policy;
use crate::table::EntryTable;
use equivalent::Equivalent;

/// Writes the entries, in the order of the layout.
///
/// # Errors
/// Those of the format.
pub fn serialize<E, P, A, S>(table: &EntryTable<E, P, A>, serializer: S) -> Result<S::Ok, S::Error>
where
    E: Serialize,
    P: Policy<Hooks: Hooks<E>>,
    A: Allocator,
    S: Serializer,
{
    serializer.collect_seq(table.entries())
}

/// Reads the entries.
///
/// # Errors
/// Those of the format, and that the table cannot make room; what was read by then is destroyed, with cleanup.
pub fn deserialize<'de, E, P, A, D>(deserializer: D) -> Result<EntryTable<E, P, A>, D::Error>
where
    E: Entry<Key: Equivalent<E::Key>> + Deserialize<'de>,
    P: Policy<Hasher: HashFn<E::Key> + Default, Hooks: Hooks<E>>,
    A: Allocator + Default,
    D: Deserializer<'de>,
{
    let mut table = EntryTable::new_in(A::default());
    deserializer.deserialize_seq(IntoTable(&mut table, accept, PhantomData))?;
    Ok(table)
}

/// Puts an entry in; the table destroys the one it replaces, or the new one if there is no room.
fn accept<E, P, A>(table: &mut EntryTable<E, P, A>, entry: E) -> Result<(), Error>
where
    E: Entry<Key: Equivalent<E::Key>>,
    P: Policy<Hasher: HashFn<E::Key>, Hooks: Hooks<E>>,
    A: Allocator,
{
    let (destroyed, result) = match table.try_insert_entry(entry) {
        Ok(replaced) => (replaced, Ok(())),
        Err((refused, error)) => (Some(refused), Err(error)),
    };
    if let Some(entry) = destroyed {
        destroy::<P::Hooks, E>(entry);
    }
    result
}
