//! Buckets in segments, chains of numbered nodes.

mod buckets;
mod core;
pub(crate) mod elements;
mod table;

pub use self::core::{ChainedCore, Found};
pub use table::Numbers;
