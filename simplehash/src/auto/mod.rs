//! A layout chosen at compile time by the size of the entry.

use core::marker::PhantomData;

use crate::boxed::Boxed;
use crate::fingerprint::Fingerprint;
use crate::layout::{Honours, Layout, StoredHash};
use crate::raw::RawTable;
use crate::raw::choice::{Choice, UpTo};

/// Chooses by the size of the entry, at compile time: `Small` up to `LIMIT` bytes, else `Big`.
///
/// The policy does not know the entry, so `Layout::Core` cannot depend on it; but every *method* of an erased
/// core does, and there the choice is a constant. Both cores are in the header, one stays empty. It promises
/// only what both have, hence not [`StableAddress`](crate::StableAddress).
#[derive(Debug)]
pub struct AutoBetween<Small, Big, const LIMIT: usize>(PhantomData<(Small, Big)>);

/// The choice for people who do not want to choose: [`Fingerprint`], with entries in place up to 64 bytes, and behind pointers
/// above.
///
/// Why 64, and why the key's own size does not count: a table in place against one of pointers, time of the second over that
/// of the first, keys of 8 bytes under the default hash (medians of 5 pairs on a virtual machine with 2 MB of cache a core;
/// `hashlab compare --tables fingerprint,boxed-fingerprint` shows the first row):
///
/// | entry | insert 10^3, 10^5 | hit 10^3, 10^5 | churn 10^3, 10^5 |
/// | --- | --- | --- | --- |
/// | 16 bytes | 1.19, 1.31 | 1.11, 1.74 | 1.62, 1.06 |
/// | 32 bytes | 1.18, 0.95 | 1.11, 1.46 | 1.30, 0.99 |
/// | 64 bytes | 1.03, 0.77 | 1.10, 1.45 | 1.27, 0.60 |
/// | 96 bytes | 0.81, 0.59 | 1.02, 1.27 | 1.17, 0.52 |
/// | 256 bytes | 0.59, 0.29 | 1.00, 1.40 | 1.02, 0.39 |
///
/// Lookups are never better behind a pointer; insertion and removal, which move entries, are from 64 bytes on. A large key is
/// compared once in a hit and in one of 256 misses, wherever it is, so only the whole entry counts. (Until it was measured,
/// `Auto` was `RobinHood`, which is slower at all of these.)
pub type Auto = AutoBetween<Fingerprint, Boxed<Fingerprint>, 64>;

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
        huge_pages: a.huge_pages && b.huge_pages,
        stored_hash: match (a.stored_hash, b.stored_hash) {
            (StoredHash::Always, _) | (_, StoredHash::Always) => StoredHash::Always,
            (StoredHash::Never, _) | (_, StoredHash::Never) => StoredHash::Never,
            (StoredHash::Either, StoredHash::Either) => StoredHash::Either,
        },
    }
}
