//! Words of a distance and a fingerprint, probed a register at a time.
//!
//! For each slot there is a word of 16 bits apart from its entry: how far the entry is from home, and eight bits of its
//! hash. A lookup compares eight words (or sixteen, or four, as the platform has them) with what they would be if they
//! were those of the entry that is looked for. Entries are ordered as in Robin Hood hashing, so it also knows where to
//! end: a miss that is no match by chance (one in 256 entries of the same home) reads nothing but words.
//!
//! Costs: a lookup takes one step for each 8 (16, 4) slots, nearly always one in all up to a fill factor of 0.9; hardly a
//! branch of it is mispredicted. An insertion moves the rest of its run by one, a removal moves it back; growth moves
//! everything, and hashes it again, as hashes are not kept. A slot takes 2 bytes beside its entry.
//!
//! An entry that would be 240 slots or more from home is a *stray*: it is found by a look at every slot. Under a hash
//! function that is any good there are none. When there is one the table grows once, or, where that does not help or the
//! table is nearly empty, takes another seed, if it has seeds. After that it is slow, but right. (In tables of up to 256
//! homes a look at every slot is quick, and nothing is done.)

mod raw;
#[cfg(test)]
mod tests;

use crate::boxed::Boxed;
use crate::layout::{Honours, Layout, StoredHash};

pub use raw::group::{Group, Lanes};
pub use raw::portable::Portable;
pub use raw::{Descending, FingerprintCore, FingerprintGroup};

const HONOURS: Honours = Honours {
    fill_factor: (100, raw::MAX_FILL_FACTOR),
    growth_limits: false,
    stored_hash: StoredHash::Never,
    generations: false,
    huge_pages: true,
};

/// Words of a distance and a fingerprint, probed a register at a time; entries in place, which move.
///
/// For the lowest latency of hits and misses, above all in tables that fit the caches; with [`Boxed`] over it, 10 bytes a
/// slot for entries of any size with stable addresses.
///
/// | parameter | default | honoured |
/// | --- | --- | --- |
/// | `fill_factor` | 0.875 | 0.1 to 0.98 |
/// | `store_hash` | `false` | `false` |
#[derive(Debug)]
pub struct Fingerprint;

impl Layout for Fingerprint {
    const NAME: &'static str = "fingerprint";
    const HONOURS: Honours = HONOURS;
    type Core = FingerprintCore<FingerprintGroup>;
    type Stable = Boxed<Self>;
}

/// [`Fingerprint`] as it is on platforms without registers of words, everywhere: to test and measure that.
#[derive(Debug)]
pub struct FingerprintPortable;

impl Layout for FingerprintPortable {
    const NAME: &'static str = "fingerprint-portable";
    const HONOURS: Honours = HONOURS;
    type Core = FingerprintCore<Portable>;
    type Stable = Boxed<Self>;
}
