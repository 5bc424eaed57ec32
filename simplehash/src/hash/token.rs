//! A hash in hand.

use core::fmt;
use core::marker::PhantomData;

/// A hash computed once, for the operations named `*_hashed`.
///
/// It is tagged with the policy, not with the table: tokens of one table serve every table of the policy
/// whose hasher is equal, such as all tables of an unseeded policy. A token of a table with another seed
/// gives wrong answers (an entry not found, a key stored twice), never undefined behaviour. A token made
/// before its own table drew another seed is recognised, and the operation hashes again.
pub struct HashToken<P> {
    pub(crate) hash: u64,
    /// How often the table had re-seeded when it made this.
    pub(crate) epoch: u32,
    policy: PhantomData<fn() -> P>,
}

impl<P> HashToken<P> {
    #[inline]
    pub(crate) fn new(hash: u64, epoch: u32) -> Self {
        Self { hash, epoch, policy: PhantomData }
    }

    /// The hash itself, for storing it beside a spilled row and the like.
    #[inline]
    #[must_use]
    pub fn hash(self) -> u64 {
        self.hash
    }
}

impl<P> Clone for HashToken<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for HashToken<P> {}

impl<P> fmt::Debug for HashToken<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HashToken({:#x})", self.hash)
    }
}
