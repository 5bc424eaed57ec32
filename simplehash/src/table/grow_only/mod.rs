//! Insertion through a shared reference, for layouts whose entries never move.

mod raw;

pub use raw::GrowOnly;
