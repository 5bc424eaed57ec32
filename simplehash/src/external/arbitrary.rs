//! arbitrary: maps and sets from the bytes of a fuzzer.
//!
//! The items come one after the other and are put in as `Extend` does; what a table of limited size has no room for is
//! destroyed, with cleanup. The table is seeded as `default` seeds it: for runs that can be repeated to the last slot
//! take a policy without a seed. Tables of entries of the user's own: `extend_entries` with an arbitrary `Vec`.
//!
//! # Errors
//! Those of the items; what was made before is destroyed, with cleanup.
//!
//! ```
//! use arbitrary::{Arbitrary, Unstructured};
//! use simplehash::{SimpleHash, Table};
//!
//! #[derive(SimpleHash)]
//! #[simplehash(policy_for = u8, hasher = simplehash::DefaultHasher)]
//! struct Bytes;
//!
//! // For each pair: an odd byte, the key, the value; then an even byte.
//! let table = Table::<u8, u8, Bytes>::arbitrary(&mut Unstructured::new(&[1, 7, 70, 1, 8, 80, 0]))?;
//! assert_eq!((table.len(), table[&7], table[&8]), (2, 70, 80));
//! # Ok::<(), arbitrary::Error>(())
//! ```

use allocator_api2::alloc::Allocator;
use arbitrary::{Arbitrary, Result, Unstructured};

use super::accept::Accept;
use crate::entry::{Member, Pair};
use crate::hash::HashFn;
use crate::hooks::Hooks;
use crate::policy::Policy;
use crate::table::EntryTable;
use equivalent::Equivalent;

/// A map of arbitrary pairs; see the [module](self).
impl<'a, K, V, P, A> Arbitrary<'a> for EntryTable<Pair<K, V>, P, A>
where
    K: Arbitrary<'a> + Equivalent<K>,
    V: Arbitrary<'a>,
    P: Policy<Hasher: HashFn<K> + Default, Hooks: Hooks<Pair<K, V>>>,
    A: Allocator + Default,
{
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        filled(Self::new_in(A::default()), bytes.arbitrary_iter()?)
    }

    fn arbitrary_take_rest(bytes: Unstructured<'a>) -> Result<Self> {
        filled(Self::new_in(A::default()), bytes.arbitrary_take_rest_iter()?)
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (0, None)
    }
}

/// A set of arbitrary members; see the [module](self).
impl<'a, T, P, A> Arbitrary<'a> for EntryTable<Member<T>, P, A>
where
    T: Arbitrary<'a> + Equivalent<T>,
    P: Policy<Hasher: HashFn<T> + Default, Hooks: Hooks<Member<T>>>,
    A: Allocator + Default,
{
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        filled(Self::new_in(A::default()), bytes.arbitrary_iter()?)
    }

    fn arbitrary_take_rest(bytes: Unstructured<'a>) -> Result<Self> {
        filled(Self::new_in(A::default()), bytes.arbitrary_take_rest_iter()?)
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (0, None)
    }
}

fn filled<T: Accept>(mut table: T, items: impl Iterator<Item = Result<T::Item>>) -> Result<T> {
    for item in items {
        table.accept_some([item?]);
    }
    Ok(table)
}
