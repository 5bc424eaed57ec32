//! Tables: one surface over all layouts.
//!
//! | module | what |
//! | --- | --- |
//! | `entries` | tables of entries: find, insert, delete, hash tokens |
//! | `batch` | many keys at once |
//! | [`entry`] | one entry, there or to come, and held |
//! | [`iter`] | iteration, and iteration that deletes |
//! | [`extract`] | retain, extract, drain |
//! | `capacity` | room: create, reserve, grow, shrink |
//! | `traits` | what the standard library's maps and sets implement |
//! | [`map`] | tables of pairs |
//! | [`set`] | tables of members |
//! | [`grow_only`] | insertion through a shared reference, where entries never move |
//! | [`handle`] | entries by the number of their slot, where that stays; addresses |
//! | [`scan`] | scans during which the table changes |
//!
//! Names: what maps and sets have, too, has another name on tables of entries (`entries` and `iter`, `extract` and
//! `remove`, `insert_entry` and `insert`, `entry_for` and `entry`), so that on a map the short name means what it means
//! in the standard library. A method that takes its key has a form that takes the hash as well, named `*_hashed`.

mod batch;
mod capacity;
mod entries;
pub mod entry;
pub mod extract;
pub mod grow_only;
pub mod handle;
pub mod iter;
pub mod map;
mod raw;
pub mod scan;
pub mod set;
mod traits;

pub use batch::BatchError;
pub use entries::TryInsertError;

use core::mem::needs_drop;

use allocator_api2::alloc::{Allocator, Global};

use crate::entry::{Entry, Member, Pair};
use crate::hooks::{Hooks, destroy};
use crate::policy::{CoreOf, Policy, SimpleHash};
use crate::raw::Storage;
use crate::stats::Stats;

/// A table of entries of type `E` under policy `P`.
///
/// Most users name it as [`Table`] (a map), [`Set`] or [`Entries`]. An empty table allocates nothing.
/// Expected cost of a lookup, an insertion or a removal: constant.
///
/// `Table::new()` and `Set::new()` find the policy by inference, because they are there for the key's own policy
/// only. The other constructors serve every policy, so the type must say which: `Table::<Key, V>::with_capacity(9)`,
/// `Table::<Key, V, SomePolicy>::default()`.
pub struct EntryTable<E, P: Policy, A: Allocator = Global>
where
    P::Hooks: Hooks<E>,
{
    pub(crate) storage: Storage<E, CoreOf<P>, A>,
    pub(crate) hasher: P::Hasher,
}

/// A map: a table of [`Pair`]s.
///
/// ```
/// use simplehash::{SimpleHash, Table};
///
/// #[derive(SimpleHash, PartialEq, Eq, Hash)]
/// struct Name(String);
///
/// let mut sizes = Table::new();
/// sizes.insert(Name("pg_class".into()), 14);
/// assert_eq!(sizes.get(&Name("pg_class".into())), Some(&14));
/// assert_eq!(sizes.remove(&Name("pg_class".into())), Some(14));
/// ```
pub type Table<K, V, P = <K as SimpleHash>::Policy, A = Global> = EntryTable<Pair<K, V>, P, A>;

/// A set: a table of [`Member`]s.
///
/// ```
/// use simplehash::{Set, SimpleHash};
///
/// #[derive(SimpleHash, PartialEq, Eq, Hash)]
/// struct Oid(u32);
///
/// let mut seen = Set::new();
/// assert!(seen.insert(Oid(1)));
/// assert!(!seen.insert(Oid(1)));
/// assert!(seen.contains(&Oid(1)));
/// ```
pub type Set<T, P = <T as SimpleHash>::Policy, A = Global> = EntryTable<Member<T>, P, A>;

/// A table of entries that contain their key, under the key's policy.
///
/// ```
/// use simplehash::{Entries, SimpleHash};
///
/// #[derive(SimpleHash, PartialEq, Eq, Hash)]
/// struct Oid(u32);
///
/// #[derive(SimpleHash)]
/// struct Relation {
///     #[simplehash(key)]
///     oid: Oid,
///     pages: u32,
/// }
///
/// let mut relations = Entries::<Relation>::default();
/// relations.insert_entry(Relation { oid: Oid(1259), pages: 14 });
/// assert_eq!(relations.find(&Oid(1259)).unwrap().pages, 14);
/// ```
pub type Entries<E, P = <<E as Entry>::Key as SimpleHash>::Policy, A = Global> = EntryTable<E, P, A>;

impl<E, P: Policy, A: Allocator> EntryTable<E, P, A>
where
    P::Hooks: Hooks<E>,
{
    /// Number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.storage.len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of entries that fit before the fill factor makes the table grow.
    pub fn capacity(&self) -> usize {
        self.storage.capacity()
    }

    /// Bytes the table has allocated, without what its entries own.
    pub fn allocation_size(&self) -> usize {
        self.storage.allocation_size()
    }

    /// What PostgreSQL prints about a hash table. Linear; allocates nothing in RobinHood.
    pub fn stats(&self) -> Stats {
        self.storage.stats()
    }

    /// The hasher.
    pub fn hasher(&self) -> &P::Hasher {
        &self.hasher
    }

    /// The allocator.
    pub fn allocator(&self) -> &A {
        self.storage.alloc()
    }

    /// The core of the layout, for what only that layout can tell.
    pub fn core(&self) -> &CoreOf<P> {
        self.storage.core()
    }

    /// Destroys all entries; memory for slots stays. Linear. If a hook or a drop panics, the rest is destroyed
    /// all the same and the panic goes on.
    pub fn clear(&mut self) {
        if P::Hooks::ACTIVE || needs_drop::<E>() {
            self.storage.clear_with(destroy::<P::Hooks, E>);
        } else {
            self.storage.forget_all();
        }
    }

    /// simplehash's name for [`clear`](Self::clear).
    pub fn reset(&mut self) {
        self.clear();
    }

    /// For crates with layouts; see [`Storage::parts_mut`].
    #[doc(hidden)]
    pub fn storage_mut(&mut self) -> &mut Storage<E, CoreOf<P>, A> {
        &mut self.storage
    }
}
