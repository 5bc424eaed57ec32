//! What only the code that the derive writes names.

use core::marker::PhantomData;

use crate::hash::HashFn;
use crate::hooks::{Hooks, Init};
use crate::layout::Layout;
use crate::policy::Policy;
use equivalent::Equivalent;

/// What the tables of a key ask of it, asked where the key is defined.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a key of tables, but no two of its values can be compared",
    note = "write `#[derive(PartialEq, Eq)]` on it, or implement `Equivalent<{Self}>` for it",
    note = "if it is an entry, mark its key with `#[simplehash(key)]`, on a field that no `cfg` takes away"
)]
pub trait Compared {}

impl<K: Equivalent<K> + ?Sized> Compared for K {}

/// What `on_init` asks of the key of a map.
#[diagnostic::on_unimplemented(
    message = "`on_init` copies the key into the new entry, but `{Self}` is not `Clone`",
    note = "derive `Clone`, or write the hooks yourself: `hooks = Type` and `impl Init<Pair<..>, Q> for Type`"
)]
pub trait Copied: Clone {}

impl<K: Clone> Copied for K {}

/// The copy.
#[inline]
pub fn copy<K: Copied>(key: &K) -> K {
    key.clone()
}

/// The policy of an item whose attributes have mistakes, so that they alone are reported and not what follows from
/// them.
#[derive(Debug)]
pub struct Stub<L>(PhantomData<fn() -> L>);

impl<L> Default for Stub<L> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

#[diagnostic::do_not_recommend]
impl<L: Layout> Policy for Stub<L> {
    type Layout = L;
    type Hasher = Self;
    type Hooks = Self;
}

#[diagnostic::do_not_recommend]
impl<L, Q: ?Sized> HashFn<Q> for Stub<L> {
    fn hash(&self, _: &Q) -> u64 {
        unimplemented!("the policy of this key does not compile")
    }
}

#[diagnostic::do_not_recommend]
impl<L, E> Hooks<E> for Stub<L> {
    const ACTIVE: bool = false;
    fn cleanup(_: &mut E) {}
}

#[diagnostic::do_not_recommend]
impl<L, E, Q: ?Sized> Init<E, Q> for Stub<L> {
    fn init(_: &Q) -> E {
        unimplemented!("the hooks of this key do not compile")
    }
}
