//! Hash functions, and hashers as values.
//!
//! A table asks its hasher for 64 bits ([`HashFn`]) and its layout uses as many of them as it wants: the
//! layouts that follow PostgreSQL take the low 32, as they come. Mixing is therefore the hasher's work.
//!
//! | module | what |
//! | --- | --- |
//! | [`standard`] | any [`BuildHasher`](core::hash::BuildHasher) as a hasher; the default, seeded per table |
//! | [`integer`] | keys that are one integer |
//! | [`packed`] | fixed-width keys packed into one word and hashed with a folded multiply |
//! | [`pg`] | PostgreSQL's functions, equal to the last bit |
//! | [`datatype`] | PostgreSQL's hashes of column values, and how columns are combined |
//! | [`seed`] | random and fixed seeds |
//! | [`token`] | a hash computed once, for several operations |
//!
//! # Seeds, and what is given up without them
//!
//! Whoever can choose the keys of a table with a known hash function can make them collide, and a table
//! filled in the iteration order of another one with the same function clusters. The default hasher and
//! [`Packed`] draw a seed for every table. PostgreSQL's functions have none: with them both dangers are
//! yours to rule out, and the growth limits of the layout are the only brake.

pub mod datatype;
mod function;
pub mod integer;
pub mod packed;
pub mod pg;
pub mod seed;
pub mod standard;
pub mod token;

pub use function::HashFn;
pub use integer::Integer;
pub use packed::{Pack, Packed};
pub use seed::{FixedSeed, RandomSeed, Seeded};
pub use standard::{DefaultHasher, FixedDefault, Std};
pub use token::HashToken;
