//! Policies for `u32` keys, one for each parameter set of the golden data.

use simplehash::SimpleHash;
use simplehash::hash::pg::murmurhash32;

fn murmur(key: &u32) -> u32 {
    murmurhash32(*key)
}
fn identity(key: &u32) -> u32 {
    *key
}
fn shifted(key: &u32) -> u32 {
    key << 16
}
fn eighth(key: &u32) -> u32 {
    key / 8
}
fn constant(_: &u32) -> u32 {
    7
}

macro_rules! policies {
    ($($(#[$doc:meta])* $name:ident: $($attribute:ident = $value:expr),*;)*) => { $(
        $(#[$doc])*
        #[derive(SimpleHash, Debug)]
        #[simplehash(policy_for = u32, $($attribute = $value),*)]
        pub struct $name;
    )* };
}

policies! {
    /// simplehash's defaults, murmurhash32.
    Murmur: hash = murmur;
    /// `fill_factor` 0.75.
    Fill75: hash = murmur, fill_factor = 0.75;
    /// `fill_factor` 0.5.
    Fill50: hash = murmur, fill_factor = 0.5;
    /// `grow_max_dib` 8.
    Distance8: hash = murmur, grow_max_dib = 8;
    /// `grow_max_move` 20.
    Moves20: hash = murmur, grow_max_move = 20;
    /// `grow_min_fill_factor` 0.3.
    MinFill30: hash = murmur, grow_min_fill_factor = 0.3;
    /// The key is the hash.
    Identity: hash = identity;
    /// The low half of every hash is 0.
    Shifted: hash = shifted;
    /// Eight keys share a hash, and hashes follow each other.
    Eighth: hash = eighth;
    /// All keys share a hash.
    Constant: hash = constant;
}
