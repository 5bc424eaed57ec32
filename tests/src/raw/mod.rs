//! Test code that needs `unsafe`.
#![expect(unsafe_code, reason = "the raw modules are where unsafe code lives")]

pub mod arena;
pub mod calls_back;
pub mod meter;
