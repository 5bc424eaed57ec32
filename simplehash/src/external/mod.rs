//! What tables implement of other crates, each under the feature of that crate's name.
//!
//! | feature | what |
//! | --- | --- |
//! | `serde` | maps and sets are written and read |
//! | `rayon` | maps and sets are iterated, filled and made in parallel |
//! | `arbitrary` | maps and sets are made from the bytes of a fuzzer |
//! | `quickcheck` | maps and sets are made at random, and shrunk |

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "quickcheck")]
mod quickcheck;
#[cfg(feature = "rayon")]
mod rayon;
#[cfg(feature = "serde")]
mod serde;
