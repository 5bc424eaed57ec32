//! quickcheck: maps and sets as arguments of properties.
//!
//! They are drawn and shrunk as vectors of their items are, which are put in as `Extend` does; what a table of limited
//! size has no room for is destroyed, with cleanup. A smaller example keeps the hash function, and with it the seed:
//! what fails because of a seed still fails. Clones that are no longer needed are dropped without cleanup, as what
//! `into_iter` hands over.
//!
//! ```
//! use simplehash::{SimpleHash, Table};
//!
//! #[derive(SimpleHash)]
//! #[simplehash(policy_for = u8, hasher = simplehash::DefaultHasher)]
//! struct Bytes;
//!
//! fn finds_what_it_has(table: Table<u8, u16, Bytes>) -> bool {
//!     table.iter().all(|(key, value)| table.get(key) == Some(value))
//! }
//! quickcheck::quickcheck(finds_what_it_has as fn(Table<u8, u16, Bytes>) -> bool);
//! ```

use alloc::boxed::Box;
use alloc::vec::Vec;

use quickcheck::{Arbitrary, Gen};

use super::accept::Accept;
use crate::entry::{Member, Pair};
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::Policy;
use crate::table::EntryTable;
use equivalent::Equivalent;

/// A map of arbitrary pairs; see the [module](self).
impl<K, V, P> Arbitrary for EntryTable<Pair<K, V>, P>
where
    K: Arbitrary + Equivalent<K>,
    V: Arbitrary,
    P: Policy<Hasher: HashFn<K> + Default + Clone, Hooks: Hooks<Pair<K, V>>> + 'static,
{
    fn arbitrary(generator: &mut Gen) -> Self {
        filled(Self::default(), Vec::arbitrary(generator))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let hasher = self.hasher().clone();
        let pairs: Vec<(K, V)> = self.clone().into_iter().collect();
        Box::new(pairs.shrink().map(move |fewer| filled(Self::with_hasher(hasher.clone()), fewer)))
    }
}

/// A set of arbitrary members; see the [module](self).
impl<T, P> Arbitrary for EntryTable<Member<T>, P>
where
    T: Arbitrary + Equivalent<T>,
    P: Policy<Hasher: HashFn<T> + Default + Clone, Hooks: Hooks<Member<T>>> + 'static,
{
    fn arbitrary(generator: &mut Gen) -> Self {
        filled(Self::default(), Vec::arbitrary(generator))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let hasher = self.hasher().clone();
        let members: Vec<T> = self.clone().into_iter().collect();
        Box::new(members.shrink().map(move |fewer| filled(Self::with_hasher(hasher.clone()), fewer)))
    }
}

fn filled<T: Accept>(mut table: T, items: Vec<T::Item>) -> T {
    table.accept_some(items);
    table
}
