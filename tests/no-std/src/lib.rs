//! Tables without `std`.
#![no_std]

extern crate alloc;

mod raw;

use alloc::string::String;

use dynahash_compat::Chained;
use simplehash::{SimpleHash, Table, Using};

/// A key with everything at its default.
#[derive(SimpleHash, Debug, PartialEq, Eq, Hash)]
pub struct Name(pub String);

/// The lengths of two names on two layouts.
pub fn lengths() -> usize {
    let mut table = Table::new();
    table.insert(Name("pg_class".into()), 8_usize);
    let mut chained = Table::<Name, usize, Using<<Name as SimpleHash>::Policy, Chained>>::default();
    chained.insert(Name("pg_attribute".into()), 12);
    table.values().chain(chained.values()).sum()
}
