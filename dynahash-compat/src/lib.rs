//! PostgreSQL's dynahash as a layout of [`simplehash`], in a crate of its own: chains of entries that never
//! move, one bucket split per insertion, and scans that do not borrow the table.
//!
//! ```
//! use dynahash_compat::Chained;
//! use simplehash::{SimpleHash, Table};
//!
//! #[derive(SimpleHash, PartialEq, Eq, Hash)]
//! #[simplehash(layout = Chained)]
//! struct Oid(u32);
//!
//! let mut names = Table::new();
//! names.insert(Oid(1259), "pg_class");
//! assert_eq!(names.get(&Oid(1259)), Some(&"pg_class"));
//! ```
//!
//! [`Chained`] is the layout. [`dynahash`] is the whole interface of dynahash over the same core: flags, actions, scans,
//! partitions, fixed sizes, freezing, key updates.
#![no_std]

extern crate alloc;

pub mod dynahash;
mod raw;

use simplehash::{Handles, Honours, Layout, StoredHash};

pub use raw::{ChainedCore, Found, Numbers};

/// Chained hashing with incremental growth: an entry stays where it is from insertion to removal, and an
/// insertion splits at most two buckets, so none is slow.
///
/// For stable addresses, and where a bounded worst case counts for more than the mean: a lookup follows
/// pointers, an insertion allocates.
///
/// | parameter | default | honoured |
/// | --- | --- | --- |
/// | `fill_factor` | 0.5 entries per bucket | 0.1 to 16.0 |
/// | `store_hash` | `true` | `true` |
/// | `generations` | `false` | `true`, `false` |
#[derive(Debug)]
pub struct Chained;

impl Layout for Chained {
    const NAME: &'static str = "chained";
    const HONOURS: Honours = Honours {
        fill_factor: (100, 16_000),
        growth_limits: false,
        stored_hash: StoredHash::Always,
        generations: true,
        huge_pages: false,
    };
    type Core = ChainedCore;
    type Stable = Self;
}

impl Handles for Chained {}
