//! A layout chosen at compile time by the size of the entry.

use core::marker::PhantomData;

use crate::boxed::Boxed;
use crate::layout::{Honours, Layout, StoredHash};
use crate::raw::RawTable;
use crate::raw::choice::{Choice, UpTo};
use crate::robin_hood::RobinHood;

/// Chooses by the size of the entry, at compile time: `Small` up to `LIMIT` bytes, else `Big`.
///
/// The policy does not know the entry, so `Layout::Core` cannot depend on it; but every *method* of an erased
/// core does, and there the choice is a constant. Both cores are in the header, one stays empty. It promises
/// only what both have, hence not [`StableAddress`](crate::StableAddress).
#[derive(Debug)]
pub struct AutoBetween<Small, Big, const LIMIT: usize>(PhantomData<(Small, Big)>);

/// The choice for people who do not want to choose: entries in place up to 64 bytes, behind pointers above.
pub type Auto = AutoBetween<RobinHood, Boxed<RobinHood>, 64>;

impl<S: Layout, B: Layout, const LIMIT: usize> Layout for AutoBetween<S, B, LIMIT>
where
    B::Core: RawTable<
            Slot = <S::Core as RawTable>::Slot,
            Cursor = <S::Core as RawTable>::Cursor,
            Probe = <S::Core as RawTable>::Probe,
        >,
{
    const NAME: &'static str = "auto";
    const HONOURS: Honours = both(S::HONOURS, B::HONOURS);
    type Core = Choice<S::Core, B::Core, UpTo<LIMIT>>;
    type Stable = Boxed<Self>;
}

/// What both layouts honour.
const fn both(a: Honours, b: Honours) -> Honours {
    let low = if a.fill_factor.0 > b.fill_factor.0 { a.fill_factor.0 } else { b.fill_factor.0 };
    let high = if a.fill_factor.1 < b.fill_factor.1 { a.fill_factor.1 } else { b.fill_factor.1 };
    Honours {
        fill_factor: (low, high),
        growth_limits: a.growth_limits && b.growth_limits,
        generations: a.generations && b.generations,
        stored_hash: match (a.stored_hash, b.stored_hash) {
            (StoredHash::Always, _) | (_, StoredHash::Always) => StoredHash::Always,
            (StoredHash::Never, _) | (_, StoredHash::Never) => StoredHash::Never,
            (StoredHash::Either, StoredHash::Either) => StoredHash::Either,
        },
    }
}
