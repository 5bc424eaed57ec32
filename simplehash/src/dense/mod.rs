//! Entries in segments that never move, found through buckets of eight bytes.
//!
//! The shape that PostgreSQL's engineers proposed in 2021 as densehash: Robin Hood placement, growth and deletion work
//! on small buckets {hash, slot number}, exactly as in [`RobinHood`], while the entries stay where they are, in
//! segments of 256 slots with a bitmap of those in use. A new entry takes the lowest free slot, so the entries lie dense,
//! and a scan runs over memory in order.
//!
//! Costs: a lookup that finds touches one line of buckets and one of entries; keys are compared only where the whole
//! stored hash is equal. Growth doubles the buckets, eight bytes each, whatever the size of the entries.

mod raw;
#[cfg(test)]
mod tests;

use crate::layout::{Handles, Honours, Layout, StoredHash};
use crate::robin_hood::RobinHood;

pub use raw::{Ascending, DenseCore, DenseSlot};

/// Entries that never move, in slots with numbers, found through [`RobinHood`] buckets of eight bytes.
///
/// For stable addresses with fast scans, and for large entries of tables that grow. A lookup pays one access to memory
/// more than in [`RobinHood`]. Iteration and scans go by slot number; between them any entry may be deleted.
///
/// | parameter | default | honoured |
/// | --- | --- | --- |
/// | `fill_factor` | 0.9 of the buckets (0.98 at the largest size) | 0.1 to 0.98 |
/// | `grow_max_dib` | 25 | any, `none` |
/// | `grow_max_move` | 150 | any, `none` |
/// | `grow_min_fill_factor` | 0.1 | 0.001 to 0.999, `none` |
/// | `store_hash` | `true` | `true` |
/// | `generations` | `false` | `true`, `false` |
///
/// ```
/// use simplehash::{Dense, SimpleHash, Table};
///
/// #[derive(SimpleHash, PartialEq, Eq, Hash)]
/// #[simplehash(layout = Dense)]
/// struct Oid(u32);
///
/// let mut pages = Table::new();
/// (0..1_000).for_each(|oid| assert!(pages.insert(Oid(oid), oid).is_none()));
/// // In the order of insertion, as long as nothing was deleted.
/// assert!(pages.values().copied().eq(0..1_000));
/// let address = pages.address(&Oid(7)).unwrap();
/// pages.extend((1_000..50_000).map(|oid| (Oid(oid), oid)));
/// assert_eq!(pages.address(&Oid(7)), Some(address));
/// ```
#[derive(Debug)]
pub struct Dense;

impl Layout for Dense {
    const NAME: &'static str = "dense";
    const HONOURS: Honours = Honours {
        fill_factor: <RobinHood as Layout>::HONOURS.fill_factor,
        growth_limits: true,
        stored_hash: StoredHash::Always,
        generations: true,
        huge_pages: true,
    };
    type Core = DenseCore;
    type Stable = Self;
}

impl Handles for Dense {}
