//! Hash tables specialised at compile time.
//!
//! A key type states its policy once, with `#[derive(SimpleHash)]`: layout, hash function, fill factor, growth
//! limits, entry hooks. Every table of that key is compiled to that policy, and changing one word moves all of
//! its users to another layout.
//!
//! ```
//! use simplehash::{SimpleHash, Table};
//!
//! #[derive(SimpleHash, PartialEq, Eq, Hash)]
//! #[simplehash(layout = simplehash::RobinHood, hasher = simplehash::hash::Packed, fill_factor = 0.75)]
//! struct RelationKey {
//!     database: u32,
//!     relation: u32,
//! }
//!
//! let mut pages = Table::new();
//! pages.insert(RelationKey { database: 5, relation: 1259 }, 14);
//! assert_eq!(pages.get(&RelationKey { database: 5, relation: 1259 }), Some(&14));
//! ```
//!
//! # Where to look
//!
//! | module | what |
//! | --- | --- |
//! | [`policy`], [`tuning`] | [`Policy`], [`SimpleHash`], [`MapKey`], [`Using`], [`Tuned`]; [`Tuning`] |
//! | [`hash`] | hash functions, hashers as values, seeds, tokens |
//! | [`entry`], [`hooks`] | what a table stores; code that runs on births and deaths |
//! | [`layout`] | [`Layout`] and its capabilities |
//! | [`robin_hood`], [`boxed`], [`dense`], [`fingerprint`], [`linear`], [`auto`], [`remembering`] | the layouts of this crate |
//! | [`table`] | [`EntryTable`], [`Table`], [`Set`]: the surface over all layouts |
//! | [`raw`] | the bridge between erased cores and entries; for authors of layouts |
//! | [`conformance`](mod@conformance) | the suite every layout runs (feature `conformance`) |
//! | [`external`] | the traits of other crates (features of their names) |
//!
//! # Choosing a layout
//!
//! | layout | for |
//! | --- | --- |
//! | [`RobinHood`] | the default: small entries, PostgreSQL's simplehash slot for slot |
//! | [`Boxed`]`<L>` | stable addresses over a fast layout |
//! | [`Fingerprint`] | the fastest hits and misses in tables that fit the caches |
//! | [`Linear`] | integer keys in tables larger than the caches, and the least memory |
//! | [`Dense`] | stable addresses, fast scans, handles; large entries in tables that grow |
//! | [`Remembering`]`<L>` | streams in which neighbouring lookups often repeat |
//! | [`Auto`] | chosen at compile time by the size of the entry |
//! | `dynahash_compat::Chained` | stable addresses, fast misses, bounded worst-case insertion |
//!
//! # Features
//!
//! - `derive` (default): the derive macro.
//! - `conformance`: the suite for layouts, with quickcheck.
//! - `serde`: `Serialize` and `Deserialize`, on `serde_core`.
//! - `huge-pages`: large arrays ask for huge pages where the policy does; see [`Tuning::huge_pages`].
//! - `rayon`: parallel iteration, extension and collection.
//! - `arbitrary`, `quickcheck`: maps and sets for fuzzing and property tests.
//!
//! The crate is `no_std` with `alloc` under `derive`, `huge-pages` and `serde`; what the other features depend on needs `std`.
#![cfg_attr(not(feature = "conformance"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(test)]
extern crate std;
// The derive writes `::simplehash`; the tests of this crate use it, too.
#[cfg(test)]
extern crate self as simplehash;

/// The allocator interface: that of `allocator-api2`, until the standard library's is stable.
pub mod allocator {
    pub use allocator_api2::alloc::{AllocError, Allocator, Global};
}
pub mod auto;
pub mod boxed;
#[cfg(feature = "conformance")]
pub mod conformance;
pub mod dense;
mod derived;
pub mod entry;
pub mod error;
pub mod external;
pub mod fingerprint;
pub mod hash;
pub mod hooks;
pub mod layout;
pub mod linear;
pub mod policy;
pub mod raw;
pub mod remembering;
pub mod robin_hood;
pub mod stats;
pub mod table;
pub mod tuning;

pub use auto::{Auto, AutoBetween};
pub use boxed::Boxed;
pub use dense::Dense;
pub use entry::{Entry, Member, Pair};
pub use equivalent::Equivalent;
pub use error::{Error, Growth};
pub use fingerprint::Fingerprint;
pub use hash::{DefaultHasher, HashFn, HashToken, Packed, Std};
pub use hooks::{Hooks, Init, NoHooks, destroy};
pub use layout::{Handles, Honours, Layout, NumberedSlots, Stable, StableAddress, StoredHash};
pub use linear::Linear;
pub use policy::{CoreOf, MapKey, Policy, SimpleHash, Tuned, Using};
pub use remembering::Remembering;
pub use robin_hood::{RobinHood, RobinHoodMetered, RobinHoodUpTo};
#[cfg(feature = "derive")]
#[cfg_attr(docsrs, doc(cfg(feature = "derive")))]
pub use simplehash_derive::SimpleHash;
pub use stats::Stats;
pub use table::entry::OccupiedEntry;
pub use table::grow_only::GrowOnly;
pub use table::handle::{Handle, SlotEntry};
pub use table::scan::Scan;
pub use table::{BatchError, Entries, EntryTable, Set, Table, TryInsertError};
pub use tuning::{Limit, Tuning};

/// For the code that the derive writes.
#[doc(hidden)]
pub mod __private {
    pub use crate::derived::{Compared, Copied, Stub, copy};
    pub use crate::policy::check;
    pub use core;
}
