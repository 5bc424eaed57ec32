//! Code of the user's that runs when an entry is born in a table and when the table destroys it.

use core::marker::PhantomData;

/// Runs on entries of type `E` that the table itself destroys: in `delete`, `delete_item`, `retain`, `clear`, `reset`, when
/// the table is dropped, what `extend` replaces, a duplicate that a set refuses, a fresh entry that lost to a re-entrant
/// insert.
///
/// It does not run on an entry handed to the caller (`extract`, `remove`, the old value of `insert`, `extract_if`, `drain`,
/// `into_iter`): from then on the caller owns what the entry owns, also of entries that an iterator was asked for and did
/// not reach.
///
/// ```
/// use simplehash::{Hooks, Pair, SimpleHash, Table};
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// static CLOSED: AtomicUsize = AtomicUsize::new(0);
///
/// struct Close;
/// impl Hooks<Pair<u32, i32>> for Close {
///     const ACTIVE: bool = true;
///     fn cleanup(_file: &mut Pair<u32, i32>) {
///         CLOSED.fetch_add(1, Ordering::Relaxed);
///     }
/// }
///
/// #[derive(SimpleHash)]
/// #[simplehash(policy_for = u32, hooks = Close)]
/// struct Files;
///
/// let mut files = Table::<u32, i32, Files>::default();
/// files.insert(1, 10);
/// files.insert(2, 20);
/// files.delete(&1);
/// assert_eq!(files.remove(&2), Some(20)); // handed over
/// assert_eq!(CLOSED.load(Ordering::Relaxed), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` are not hooks for entries of type `{E}`",
    note = "the policy's `hooks = ..` must implement `Hooks<{E}>`",
    note = "hooks made of `on_init` and `on_cleanup` are for maps with the `value` they name, not for sets and other maps"
)]
pub trait Hooks<E> {
    /// Whether `cleanup` does anything; with `false` the call is compiled out.
    const ACTIVE: bool;
    /// Called with the entry already out of the table, just before it is dropped. A panic drops the entry and
    /// leaves the table consistent, without it.
    fn cleanup(entry: &mut E);
}

/// Makes the entry for a key that is not in the table.
///
/// A trait of its own, and not part of [`Hooks`], for two reasons: policies without hooks have no way to make
/// an entry, and `Q` may be any form the lookup accepts, so that no owned key is built for a hit.
#[diagnostic::on_unimplemented(
    message = "the hooks `{Self}` cannot make a `{E}` from a `{Q}`",
    note = "implement `Init<{E}, {Q}>` for the policy's hooks, or use `find_or_insert_with`"
)]
pub trait Init<E, Q: ?Sized>: Hooks<E> {
    /// Called after all memory is there and before any slot moves: a panic changes nothing.
    fn init(key: &Q) -> E;
}

/// No hooks.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoHooks;

impl<E> Hooks<E> for NoHooks {
    const ACTIVE: bool = false;
    fn cleanup(_: &mut E) {}
}

/// Destroys an entry the way a table does: cleanup, then drop (also when cleanup panics).
#[inline]
pub fn destroy<H: Hooks<E>, E>(mut entry: E) {
    if H::ACTIVE {
        H::cleanup(&mut entry);
    }
}

/// An entry that was made but is not in the table yet; destroyed like any other if it never gets there.
pub(crate) struct Unplaced<H: Hooks<E>, E>(pub(crate) Option<E>, pub(crate) PhantomData<H>);

impl<H: Hooks<E>, E> Drop for Unplaced<H, E> {
    fn drop(&mut self) {
        if let Some(entry) = self.0.take() {
            destroy::<H, E>(entry);
        }
    }
}
