//! What a table asks of its hasher.

use crate::raw::integer::IntegerHash;

/// A hash function for values of type `Q`. It is a value: it may carry a seed or a pointer to context, as
/// the callbacks of PostgreSQL's simplehash reach theirs through `private_data`.
///
/// A hasher that implements this for a key and for another form of it promises equal hashes for equivalent
/// values. A hasher made from one function (`hash = f` in the derive) implements it for the key alone, so
/// that a lookup by another form is a type error and not a silent miss.
///
/// ```
/// use simplehash::hash::{HashFn, pg};
///
/// /// Object identifiers under a seed.
/// struct Oids {
///     seed: u32,
/// }
/// impl HashFn<u32> for Oids {
///     fn hash(&self, oid: &u32) -> u64 {
///         pg::murmurhash32(*oid ^ self.seed).into()
///     }
/// }
/// assert_ne!(Oids { seed: 1 }.hash(&16384), Oids { seed: 2 }.hash(&16384));
/// ```
#[diagnostic::on_unimplemented(
    message = "this table's hash function `{Self}` cannot hash a `{Q}`",
    label = "searched with a `{Q}`",
    note = "a policy with `hash = f` hashes only its own key type; drop `hash` to search by any borrowed form",
    note = "a `BuildHasher` of the standard kind is a hasher inside `simplehash::Std`"
)]
pub trait HashFn<Q: ?Sized> {
    /// Whether the hash is [`Integer`](super::Integer)'s, which [`Linear`](crate::Linear) stores nothing beside the key for.
    const INTEGER: Option<IntegerHash<Q>> = None;

    /// Hashes `value`. RobinHood and the chained layout use the low 32 bits.
    fn hash(&self, value: &Q) -> u64;
}

impl<H: HashFn<Q> + ?Sized, Q: ?Sized> HashFn<Q> for &H {
    const INTEGER: Option<IntegerHash<Q>> = H::INTEGER;

    #[inline]
    fn hash(&self, value: &Q) -> u64 {
        (**self).hash(value)
    }
}
