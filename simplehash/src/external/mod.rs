//! The traits of other crates, each behind the feature of its name.
//!
//! | module | what tables implement |
//! | --- | --- |
//! | `serde` | `Serialize`, `Deserialize` |
//! | `rayon` | `IntoParallelIterator`, `ParallelExtend`, `FromParallelIterator` |
//! | `arbitrary` | `Arbitrary`, for fuzzing |
//! | `quickcheck` | `Arbitrary`, for property tests |
//!
//! The traits are implemented for maps and sets, over all layouts and policies. For tables of entries of the user's own
//! they cannot be (an implementation for every type of entry would overlap with those for pairs and members): where it
//! makes sense there are functions and methods instead.

#[cfg(any(feature = "arbitrary", feature = "quickcheck", feature = "serde"))]
mod accept;
#[cfg(feature = "arbitrary")]
#[cfg_attr(docsrs, doc(cfg(feature = "arbitrary")))]
pub mod arbitrary;
#[cfg(feature = "quickcheck")]
#[cfg_attr(docsrs, doc(cfg(feature = "quickcheck")))]
pub mod quickcheck;
#[cfg(feature = "rayon")]
#[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
pub mod rayon;
#[cfg(feature = "serde")]
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
pub mod serde;
