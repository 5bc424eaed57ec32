//! PostgreSQL's simplehash: linear probing, Robin Hood displacement, entries in place.
//!
//! Every element is in the slot where simplehash would have it, growth happens at the same insertions,
//! deletion shifts the same elements back, iteration visits them in the same order and the statistics line is
//! the same. What differs does not show: the status of a slot is folded into its hash word, lookups stop where
//! the order of the elements says that nothing can follow, and tables have at most 2^31 slots.
//!
//! Costs: a lookup that finds inspects a run of neighbouring slots, (1 + 1 / (1 - fill)) / 2 on average under a good
//! hash (Knuth, The Art of Computer Programming, 6.4): 1.5 at half fill, 5.5 at 0.9. An insertion shifts the rest of
//! its run by one; growth doubles the slots and moves everything.

mod raw;
mod sizing;
#[cfg(test)]
mod tests;

use crate::boxed::Boxed;
use crate::layout::{Honours, Layout, NumberedSlots, StoredHash};

pub use raw::{Costs, Descending, Meter, RobinHoodCore, Slot, Variant};
pub use sizing::{FILL_FACTOR, GROW_MAX_DIB, GROW_MAX_MOVE, GROW_MIN_FILL_FACTOR, MAX_FILL_FACTOR, Sizing};

const HONOURS: Honours = Honours {
    fill_factor: (100, MAX_FILL_FACTOR),
    growth_limits: true,
    stored_hash: StoredHash::Always,
    generations: false,
    huge_pages: true,
};

/// PostgreSQL's simplehash: linear probing, Robin Hood displacement, entries in place. The default layout.
///
/// For read-heavy tables of small entries, where PostgreSQL parity counts, and where entries are deleted while
/// iterating. Entries move: see [`Boxed`] where addresses must stay.
///
/// | parameter | default | honoured |
/// | --- | --- | --- |
/// | `fill_factor` | 0.9 (0.98 at the largest size) | 0.1 to 0.98 |
/// | `grow_max_dib` | 25 | any, `none` |
/// | `grow_max_move` | 150 | any, `none` |
/// | `grow_min_fill_factor` | 0.1 | 0.001 to 0.999, `none` |
/// | `store_hash` | `true` | `true` |
#[derive(Debug)]
pub struct RobinHood;

impl Variant for RobinHood {
    const MAX_SLOTS: u64 = 1 << 31;
    type Meter = ();
}

impl Layout for RobinHood {
    const NAME: &'static str = "robin-hood";
    const HONOURS: Honours = HONOURS;
    type Core = RobinHoodCore<Self>;
    type Stable = Boxed<Self>;
}

impl NumberedSlots for RobinHood {}
impl<const SLOTS: u64> NumberedSlots for RobinHoodUpTo<SLOTS> {}
impl NumberedSlots for RobinHoodMetered {}

/// [`RobinHood`] with at most `SLOTS` slots, a power of two from 2 to 2^31: a hard limit on memory, and a way
/// to test what happens at the largest size.
#[derive(Debug)]
pub struct RobinHoodUpTo<const SLOTS: u64>;

impl<const SLOTS: u64> Variant for RobinHoodUpTo<SLOTS> {
    const MAX_SLOTS: u64 = {
        assert!(
            SLOTS.is_power_of_two() && SLOTS >= 2 && SLOTS <= RobinHood::MAX_SLOTS,
            "`RobinHoodUpTo` takes a power of two from 2 to 2^31"
        );
        SLOTS
    };
    type Meter = ();
}

impl<const SLOTS: u64> Layout for RobinHoodUpTo<SLOTS> {
    const NAME: &'static str = "robin-hood-up-to";
    const HONOURS: Honours = HONOURS;
    type Core = RobinHoodCore<Self>;
    type Stable = Boxed<Self>;
}

/// [`RobinHood`] that counts what insertions cost; see [`Costs`].
///
/// ```
/// use simplehash::{RobinHoodMetered, SimpleHash, Table, Using};
///
/// #[derive(SimpleHash, PartialEq, Eq, Hash)]
/// struct Key(u64);
///
/// let mut table = Table::<Key, (), Using<<Key as SimpleHash>::Policy, RobinHoodMetered>>::default();
/// (0..100).for_each(|key| assert!(table.insert(Key(key), ()).is_none()));
/// assert!(table.core().costs().probes >= 100);
/// ```
#[derive(Debug)]
pub struct RobinHoodMetered;

impl Variant for RobinHoodMetered {
    const MAX_SLOTS: u64 = RobinHood::MAX_SLOTS;
    type Meter = Costs;
}

impl Layout for RobinHoodMetered {
    const NAME: &'static str = "robin-hood-metered";
    const HONOURS: Honours = HONOURS;
    type Core = RobinHoodCore<Self>;
    type Stable = Boxed<Self>;
}
