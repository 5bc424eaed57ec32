//! Hashers of the standard kind: anything that implements [`core::hash::BuildHasher`].

use core::hash::{BuildHasher, Hash};

use super::function::HashFn;
use super::seed::Seeded;

/// Adapts a [`BuildHasher`]; hashes every `Q: Hash`, so lookups by any borrowed form work.
///
/// ```
/// use simplehash::hash::{HashFn, Std};
/// use std::hash::RandomState;
///
/// let hasher = Std(RandomState::new());
/// assert_eq!(hasher.hash("text"), hasher.hash(&String::from("text")));
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Std<S>(pub S);

impl<S: BuildHasher, Q: Hash + ?Sized> HashFn<Q> for Std<S> {
    #[inline]
    fn hash(&self, value: &Q) -> u64 {
        self.0.hash_one(value)
    }
}

/// What a policy uses when it names no hash: foldhash with a seed drawn for every table.
///
/// foldhash resists accidental collisions well; its authors do not claim that it withstands an attacker who
/// can watch the table. For that use `Std<std::hash::RandomState>` (SipHash).
pub type DefaultHasher = Std<foldhash::fast::RandomState>;

/// The default function under a seed of your choice; see [`FixedSeed`](super::FixedSeed).
pub type FixedDefault = Std<foldhash::fast::FixedState>;

impl Seeded for FixedDefault {
    #[inline]
    fn with_seed(seed: u64) -> Self {
        Self(foldhash::fast::FixedState::with_seed(seed))
    }
}
