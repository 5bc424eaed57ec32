//! The policies of the suite, written by hand: the suite does not need the derive.

use core::marker::PhantomData;

use crate::hash::{HashFn, Integer, Packed};
use crate::hooks::{Hooks, NoHooks};
use crate::layout::Layout;
use crate::policy::Policy;
use crate::raw::integer::IntegerHash;
use crate::robin_hood::RobinHood;

use super::tracked::burn;

/// A function of 32-bit keys, as a type.
pub(super) trait Function {
    /// Whether it is [`Integer`]'s, for which a layout may have an arrangement of its own.
    const INTEGER: Option<IntegerHash<u32>> = None;
    fn of(key: u32) -> u64;
}

/// Hashes by a [`Function`].
#[derive(Debug)]
pub(super) struct By<F>(PhantomData<F>);

impl<F> Default for By<F> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<F> Clone for By<F> {
    fn clone(&self) -> Self {
        burn();
        Self::default()
    }
}

impl<F: Function> HashFn<u32> for By<F> {
    const INTEGER: Option<IntegerHash<u32>> = F::INTEGER;

    fn hash(&self, key: &u32) -> u64 {
        burn();
        F::of(*key)
    }
}

/// Another form of the same keys.
impl<F: Function> HashFn<u64> for By<F> {
    fn hash(&self, key: &u64) -> u64 {
        F::of(u32::try_from(*key).unwrap_or(u32::MAX))
    }
}

macro_rules! functions {
    ($($name:ident: |$key:ident| $value:expr;)*) => { $(
        #[derive(Debug)]
        pub(super) struct $name;
        impl Function for $name {
            fn of($key: u32) -> u64 {
                u64::from($value)
            }
        }
    )* };
}

functions! {
    Clustered: |key| key / 8;
    Constant: |_key| 0_u32;
    // Homes at the end of the table: runs go around.
    Wrapping: |key| u32::MAX - key % 7;
}

/// The hash of integers, which spreads them well.
#[derive(Debug)]
pub(super) struct Mixed;
impl Function for Mixed {
    const INTEGER: Option<IntegerHash<u32>> = Some(IntegerHash::new());
    fn of(key: u32) -> u64 {
        Integer.hash(&key)
    }
}

/// A policy with hasher `H` and hooks `K` on layout `L`.
#[derive(Debug)]
pub(super) struct Plain<L, H = By<Mixed>, K = NoHooks>(PhantomData<(L, H, K)>);

impl<L: Layout, H, K> Policy for Plain<L, H, K> {
    type Layout = L;
    type Hasher = H;
    type Hooks = K;
}

/// The seeded hasher of most users, which a table may seed again.
#[derive(Debug)]
pub(super) struct Seeded<L = RobinHood>(PhantomData<L>);

impl<L: Layout> Policy for Seeded<L> {
    type Layout = L;
    type Hasher = Packed;
    type Hooks = NoHooks;
    const RESEED: Option<fn() -> Packed> = Some(Packed::default);
}

/// A hasher whose first seed is a bad one.
#[derive(Debug, Clone)]
pub(super) struct Unlucky(usize);

std::thread_local! {
    static SEEDS: core::cell::Cell<usize> = const { core::cell::Cell::new(0) };
}

impl Unlucky {
    /// Begins again with the bad seed.
    pub(super) fn start() {
        SEEDS.set(0);
    }

    /// Seeds drawn since.
    pub(super) fn drawn() -> usize {
        SEEDS.get()
    }
}

impl Default for Unlucky {
    fn default() -> Self {
        Self(SEEDS.replace(SEEDS.get() + 1))
    }
}

impl HashFn<u32> for Unlucky {
    fn hash(&self, key: &u32) -> u64 {
        burn();
        if self.0 == 0 { 5 } else { Mixed::of(key ^ self.0 as u32) }
    }
}

/// Seeded by [`Unlucky`].
#[derive(Debug)]
pub(super) struct Reseeding<L>(PhantomData<L>);

impl<L: Layout> Policy for Reseeding<L> {
    type Layout = L;
    type Hasher = Unlucky;
    type Hooks = NoHooks;
    const RESEED: Option<fn() -> Unlucky> = Some(Unlucky::default);
}

/// Hooks that may panic, and count.
#[derive(Debug)]
pub(super) struct Counting;

std::thread_local! {
    static CLEANED: core::cell::Cell<usize> = const { core::cell::Cell::new(0) };
}

impl Counting {
    /// Cleanups since the last call.
    pub(super) fn cleaned() -> usize {
        CLEANED.replace(0)
    }
}

impl<E> Hooks<E> for Counting {
    const ACTIVE: bool = true;
    fn cleanup(_: &mut E) {
        CLEANED.set(CLEANED.get() + 1);
        burn();
    }
}
