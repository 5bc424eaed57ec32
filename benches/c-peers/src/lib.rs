//! The hash tables of C and C++ that `hashlab` compares with, compiled from the headers of Debian's packages.
//!
//! | feature | table | package |
//! | --- | --- | --- |
//! | `pg-peer` | PostgreSQL's `simplehash.h` | `postgresql-server-dev-15` |
//! | `cpp-peer` | Abseil's `flat_hash_map` | `libabsl-dev` |
//!
//! Both are off by default. Without them the crate is empty and needs no compiler of C.
//!
//! Each table is there for numbers and for relations, with the same methods on all four types. A method is one whole loop
//! in C, one operation of the table for each key: nothing is paid for crossing between the languages.
#![cfg_attr(
    all(feature = "pg-peer", feature = "cpp-peer"),
    doc = "
```
use hashlab_c_peers::{AbslNumbers, PgNumbers};

let (mut pg, mut absl) = (PgNumbers::new(), AbslNumbers::new());
pg.fill(&[2, 3, 5, 7], 100);
absl.fill(&[2, 3, 5, 7], 100);
assert_eq!((pg.find(&[5, 6]), absl.find(&[5, 6])), (102, 102));
```
"
)]

#[cfg(any(feature = "pg-peer", feature = "cpp-peer"))]
mod raw;
#[cfg(all(test, any(feature = "pg-peer", feature = "cpp-peer")))]
mod tests;

#[cfg(feature = "cpp-peer")]
pub use raw::{AbslNumbers, AbslRelations};
#[cfg(feature = "pg-peer")]
pub use raw::{PgNumbers, PgRelations};
