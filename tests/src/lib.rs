//! What the tests of the workspace share.

#[cfg(doctest)]
pub mod book;
pub mod policies;
pub mod raw;
pub mod stream;
