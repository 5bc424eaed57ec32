//! DM-09: without `std` and `alloc`, without any prelude, and with a module of its own called `core`. Compiling this is
//! the test.

#![no_std]
#![no_implicit_prelude]

#[allow(unused, reason = "it is in the way")]
mod core {}

use ::core::clone::Clone;
use ::core::cmp::{Eq, PartialEq};
use ::core::fmt::Debug;
use ::core::hash::Hash;
use ::core::marker::Copy;
use ::simplehash::SimpleHash;

/// All by default.
#[derive(SimpleHash, Debug, PartialEq, Eq, Hash)]
pub struct Plain<'a, T>(pub &'a str, pub T);

/// Packed.
#[derive(SimpleHash, Debug, Clone, Copy, PartialEq, Eq)]
#[simplehash(hasher = ::simplehash::Packed, fill_factor = 0.5, grow_max_move = none, seed = 1)]
pub struct Packed(pub u32, pub Fork);

/// Packed.
#[derive(SimpleHash, Debug, Clone, Copy, PartialEq, Eq)]
#[simplehash(hasher = ::simplehash::Packed)]
pub enum Fork {
    /// First.
    Main,
    /// Second.
    Init,
}

/// By functions.
#[derive(SimpleHash, Debug, Clone, PartialEq, Eq)]
#[simplehash(hash = Self::hashed, seed = random, value = u16, on_init = Self::made, on_cleanup = Self::gone)]
pub struct Functions(pub u32);

impl Functions {
    fn hashed(&self, seed: u64) -> u64 {
        seed ^ <u64 as ::core::convert::From<u32>>::from(self.0)
    }

    fn made(&self) -> u16 {
        1
    }

    fn gone(&self, value: &mut u16) {
        *value = 0;
    }
}

/// An entry.
#[derive(SimpleHash, Debug)]
#[simplehash(on_cleanup = Self::gone)]
pub struct Entry {
    /// Its key.
    #[simplehash(key)]
    pub key: u32,
}

impl Entry {
    fn gone(&mut self) {
        self.key = 0;
    }
}

/// A policy.
#[derive(SimpleHash, Debug)]
#[simplehash(policy_for = u32)]
pub struct Policy;

/// Uses them.
pub fn lengths() -> usize {
    let mut plain = ::simplehash::Table::new();
    plain.insert(Plain("key", 1_u8), 1_u8);
    let mut packed = ::simplehash::Set::new();
    packed.insert(Packed(1, Fork::Init));
    let mut functions = ::simplehash::Table::<Functions, u16>::new();
    functions.find_or_init(&Functions(1));
    let mut entries: ::simplehash::EntryTable<Entry, <Entry as SimpleHash>::Policy> =
        ::core::default::Default::default();
    entries.insert_entry(Entry { key: 1 });
    plain.len() + packed.len() + functions.len() + entries.len()
}
