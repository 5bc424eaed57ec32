//! What the tests of the workspace share.

pub mod policies;
pub mod stream;
