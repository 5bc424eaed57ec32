//! The core of `Fingerprint`: words apart from entries, looked at a group at a time.
//!
//! A word holds the distance of its entry from home, counted from 1, in the high byte and the fingerprint in the low one; 0
//! is a slot without entry. Entries of one run are ordered by home, as Robin Hood has them, so a search knows the exact
//! word to look for in each slot, and may end where an entry is nearer to its home than the wanted one would be.
//!
//! Slots do not wrap around: after those that are homes come some more, which are not.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) mod avx2;
#[cfg(test)]
pub(super) mod check;
pub(super) mod core;
pub(super) mod group;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub(super) mod neon;
pub(super) mod portable;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(super) mod sse2;
mod table;

/// The best group the crate is compiled for.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub type FingerprintGroup = avx2::Avx2;
/// The best group the crate is compiled for.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(target_feature = "avx2")))]
pub type FingerprintGroup = sse2::Sse2;
/// The best group the crate is compiled for.
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub type FingerprintGroup = neon::Neon;
/// The best group the crate is compiled for.
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon")
)))]
pub type FingerprintGroup = portable::Portable;

pub use self::core::FingerprintCore;
pub(super) use self::core::MAX_FILL_FACTOR;
pub use table::Descending;
