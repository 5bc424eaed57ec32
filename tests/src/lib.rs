//! What the tests of the workspace share.

pub mod policies;
pub mod raw;
pub mod stream;
