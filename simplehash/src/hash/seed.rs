//! Seeds: drawn per table, or fixed where runs must repeat.

use core::hash::BuildHasher;

use super::function::HashFn;

/// A hasher that can be made from a seed.
#[diagnostic::on_unimplemented(
    message = "the hasher `{Self}` takes no seed",
    note = "`seed = ..` needs a hasher that implements `simplehash::hash::Seeded`, or `hash = f` with `f(&Key, u64)`"
)]
pub trait Seeded {
    /// The hasher with this seed. Different seeds place the same keys differently.
    fn with_seed(seed: u64) -> Self;
}

/// A seed that differs from call to call and from run to run. From foldhash's entropy: addresses and the
/// clock, not a cryptographic source.
#[must_use]
pub fn random() -> u64 {
    foldhash::quality::RandomState::default().hash_one(0_u8)
}

/// Hasher `H` with the seed `SEED` in every table: iteration order and statistics repeat from run to run.
/// Such tables can be attacked, and filling one in the order of another clusters.
///
/// ```
/// use simplehash::hash::{FixedSeed, HashFn, Packed};
///
/// assert_eq!(FixedSeed::<Packed, 7>::default().hash(&1_u32), FixedSeed::<Packed, 7>::default().hash(&1_u32));
/// assert_ne!(FixedSeed::<Packed, 7>::default().hash(&1_u32), FixedSeed::<Packed, 8>::default().hash(&1_u32));
/// ```
pub struct FixedSeed<H, const SEED: u64>(core::marker::PhantomData<fn() -> H>);

impl<H, const SEED: u64> core::fmt::Debug for FixedSeed<H, SEED> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "FixedSeed({SEED:#x})")
    }
}

impl<H, const SEED: u64> Clone for FixedSeed<H, SEED> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H, const SEED: u64> Copy for FixedSeed<H, SEED> {}

impl<H, const SEED: u64> Default for FixedSeed<H, SEED> {
    fn default() -> Self {
        Self(core::marker::PhantomData)
    }
}

impl<H: Seeded + HashFn<Q>, Q: ?Sized, const SEED: u64> HashFn<Q> for FixedSeed<H, SEED> {
    #[inline]
    fn hash(&self, value: &Q) -> u64 {
        H::with_seed(SEED).hash(value)
    }
}

/// Hasher `H` with a seed drawn for every table.
#[derive(Debug, Clone, Copy)]
pub struct RandomSeed<H>(pub H);

impl<H: Seeded> Default for RandomSeed<H> {
    fn default() -> Self {
        Self(H::with_seed(random()))
    }
}

impl<H: HashFn<Q>, Q: ?Sized> HashFn<Q> for RandomSeed<H> {
    #[inline]
    fn hash(&self, value: &Q) -> u64 {
        self.0.hash(value)
    }
}
