//! Integer keys in their order under a bijection, with nothing beside the entry.
//!
//! A key that is an integer of 4 or 8 bytes, hashed by [`Integer`](crate::hash::Integer), is mixed by a bijection that each
//! table draws a seed for; its high bits are the home of the entry, and slots are in the order of mixed keys. So a lookup
//! reads nothing but entries: no stored hash, no distance, no word that says whether a slot is in use (key 0 marks the slots
//! that are not, and lives in a slot of its own). It compares mixed keys only, until one is as great as the wanted one or
//! greater; growth copies everything in order to one place after the other, without a search.
//!
//! (The key is stored as it is, and mixed again when a search passes: the surface hands out `&K`.)
//!
//! Costs: a lookup reads one cache line up to a fill factor of some 0.7, and two rarely beyond 0.8; an insertion moves the rest
//! of its run by one, a removal moves it back. A slot takes just the bytes of the entry: 16 for a map of `u64` to `u64`, 4
//! for a set of `u32`.
//!
//! Other keys, and integers under another hash function, are arranged as in [`Fingerprint`](crate::Fingerprint): swapping to
//! this layout is always possible.

mod raw;
#[cfg(test)]
mod tests;

use crate::boxed::Boxed;
use crate::fingerprint::{FingerprintCore, FingerprintGroup};
use crate::layout::{Honours, Layout, StoredHash};
use crate::raw::choice::Choice;

pub use raw::{IfInteger, LinearCore};

/// Integer keys in order, with nothing beside the entry; entries in place, which move.
///
/// For tables of integer keys that are larger than the caches: one cache line a lookup, and the least memory. Such a key is a
/// struct around one integer (or `char`), an integer under a [policy](crate::SimpleHash) with `hasher = Integer`; the derive
/// takes that hasher by itself where it sees both. Other keys are arranged as in [`Fingerprint`](crate::Fingerprint).
///
/// | parameter | default | honoured |
/// | --- | --- | --- |
/// | `fill_factor` | 0.8 (0.875 as in `Fingerprint`) | 0.1 to 0.95 |
/// | `store_hash` | `false` | `false` |
///
/// ```
/// use simplehash::{Linear, SimpleHash, Table};
///
/// #[derive(SimpleHash, PartialEq, Eq, Clone, Copy)]
/// #[simplehash(layout = Linear)]
/// struct Row(u64);
///
/// let mut rows = Table::<Row, u64>::with_capacity(1000);
/// rows.insert_many((0..1000).map(|row| (Row(row), row + 1)));
/// assert_eq!(rows.get(&Row(999)), Some(&1000));
/// // 2,048 homes of 16 bytes, and room after the last of them for what does not fit there.
/// assert!(rows.allocation_size() < 1000 * 40);
/// ```
#[derive(Debug)]
pub struct Linear;

impl Layout for Linear {
    const NAME: &'static str = "linear";
    const HONOURS: Honours = Honours {
        fill_factor: (100, raw::MAX_FILL_FACTOR),
        growth_limits: false,
        stored_hash: StoredHash::Never,
        generations: false,
        huge_pages: true,
    };
    type Core = Choice<LinearCore, FingerprintCore<FingerprintGroup>, IfInteger>;
    type Stable = Boxed<Self>;
}
