//! Which tables are swept: layouts × hash functions.

use dynahash_compat::Chained;
use simplehash::hash::pg;
use simplehash::{
    Boxed, Dense, Fingerprint, HashFn, Hooks, Layout, MapKey, Packed, Pair, Policy, Remembering, RobinHood, SimpleHash,
};

use super::key::{Key, Number, Text};
use super::tables::{Case, case};
use crate::fill_factor::FillFactor;

/// A table type, but for its fill factor.
#[derive(Debug)]
pub struct Entry<K> {
    /// The layout's name.
    pub layout: &'static str,
    /// The hash function's name.
    pub hash: &'static str,
    /// The table type at a fill factor, or at the layout's own.
    pub at: fn(Option<FillFactor>) -> Case<K>,
}

impl<K> Entry<K> {
    /// `<layout>/<hash>`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.layout, self.hash)
    }
}

/// The layouts that are swept, by name: those of this project that are laid out differently.
pub const LAYOUTS: [&str; 6] = ["robin-hood", "boxed", "remembering", "dense", "fingerprint", "chained"];

/// Tables to sweep, of one key type.
///
/// ```
/// use hashlab::sweep::{Number, Roster};
/// use simplehash::SimpleHash;
///
/// #[derive(SimpleHash)]
/// #[simplehash(policy_for = Number, hash = as_it_is)]
/// struct AsItIs;
///
/// fn as_it_is(number: &Number) -> u64 {
///     number.0
/// }
///
/// let roster = Roster::<Number>::own().hash::<AsItIs>("as-it-is");
/// assert_eq!(roster.hashes(), ["own", "as-it-is"]);
/// ```
#[derive(Debug)]
pub struct Roster<K> {
    pub(super) entries: Vec<Entry<K>>,
}

impl<K: Key> Roster<K> {
    /// No tables yet.
    pub const fn empty() -> Self {
        Self { entries: Vec::new() }
    }

    /// The key's own policy, named `own`, on all layouts.
    #[must_use]
    pub fn own() -> Self
    where
        K: MapKey<K::Value>,
        K::Policy: 'static,
    {
        Self::empty().hash::<K::Policy>("own")
    }

    /// Adds the hash function, hooks and growth limits of policy `P` on all layouts.
    #[must_use]
    pub fn hash<P>(self, name: &'static str) -> Self
    where
        P: Policy<Hasher: Default + HashFn<K>, Hooks: Hooks<Pair<K, K::Value>>> + 'static,
    {
        self.with::<P, RobinHood>("robin-hood", name)
            .with::<P, Boxed<RobinHood>>("boxed", name)
            .with::<P, Remembering<RobinHood>>("remembering", name)
            .with::<P, Dense>("dense", name)
            .with::<P, Fingerprint>("fingerprint", name)
            .with::<P, Chained>("chained", name)
    }

    /// Adds policy `P` on one layout, also one of another crate.
    #[must_use]
    pub fn with<P, L>(mut self, layout: &'static str, hash: &'static str) -> Self
    where
        P: Policy<Hasher: Default + HashFn<K>, Hooks: Hooks<Pair<K, K::Value>>> + 'static,
        L: Layout + 'static,
    {
        self.entries.push(Entry { layout, hash, at: case::<K, P, L> });
        self
    }

    /// The names of the layouts, in the order they were added.
    pub fn layouts(&self) -> Vec<&'static str> {
        distinct(self.entries.iter().map(|entry| entry.layout))
    }

    /// The names of the hash functions, in the order they were added.
    pub fn hashes(&self) -> Vec<&'static str> {
        distinct(self.entries.iter().map(|entry| entry.hash))
    }
}

fn distinct(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut distinct = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    distinct
}

macro_rules! policies {
    ($($(#[$doc:meta])* $name:ident for $key:ident: $attribute:ident = $value:path;)*) => { $(
        $(#[$doc])*
        #[derive(SimpleHash, Debug)]
        #[simplehash(policy_for = $key, $attribute = $value)]
        pub struct $name;
    )* };
}

policies! {
    /// The default hasher, seeded: foldhash.
    NumberFoldhash for Number: hasher = simplehash::DefaultHasher;
    /// One multiplication, seeded.
    NumberPacked for Number: hasher = Packed;
    /// PostgreSQL's finishing mix of 64 bits.
    NumberMurmur for Number: hash = murmur;
    /// The default hasher, seeded: foldhash.
    TextFoldhash for Text: hasher = simplehash::DefaultHasher;
    /// PostgreSQL's hash of bytes.
    TextHashBytes for Text: hash = hash_bytes;
}

fn murmur(key: &Number) -> u64 {
    pg::murmurhash64(key.0)
}

fn hash_bytes(key: &Text) -> u32 {
    pg::hash_bytes(key.0.as_bytes())
}

/// The tables of numbers.
pub fn numbers() -> Roster<Number> {
    Roster::empty().hash::<NumberFoldhash>("foldhash").hash::<NumberPacked>("packed").hash::<NumberMurmur>("pg-murmur")
}

/// The tables of text.
pub fn texts() -> Roster<Text> {
    Roster::empty().hash::<TextFoldhash>("foldhash").hash::<TextHashBytes>("pg-hash-bytes")
}

#[cfg(test)]
mod tests {
    use super::super::tables::Start;
    use super::super::workload::{Keys, Popularity};
    use super::*;

    fn every_table_is_right<K: Key + MapKey<K::Value>>(roster: &Roster<K>) {
        let keys = Keys::random(512, Popularity::Uniform).unwrap();
        assert_eq!(roster.layouts(), LAYOUTS);
        for entry in &roster.entries {
            for fill_factor in FillFactor::ALL.map(Some).into_iter().chain([None]) {
                let case = (entry.at)(fill_factor);
                assert_eq!(case.fill_factor, fill_factor);
                let members = 512 * usize::from(fill_factor.unwrap_or(FillFactor::P75).permille()) / 1000;
                let workload = keys.workload(members, 1000);
                for start in [Start::Room, Start::Create(100), Start::Empty] {
                    let census = (case.census)(&workload, start);
                    census.check(&entry.name(), &workload).unwrap();
                    assert_eq!(census.stats.members, members as u64);
                    if start == Start::Room && fill_factor.is_some() {
                        assert_eq!(census.stats.size, 512, "{} {fill_factor:?}", entry.name());
                    }
                }
                let operations = (case.run)(&workload, Start::Room).map(|sample| sample.operations.get());
                assert_eq!(operations, [1000, 1000, members as u64]);
            }
        }
    }

    #[test]
    fn every_table_at_every_fill_factor() {
        every_table_is_right(&numbers());
        every_table_is_right(&texts());
        every_table_is_right(&Roster::<Number>::own());
    }

    #[test]
    fn a_wrong_table_is_an_error() {
        let workload = Keys::<Number>::random(64, Popularity::Uniform).unwrap().workload(32, 10);
        let right = ((numbers().entries[0].at)(None).census)(&workload, Start::Room);
        right.check("t", &workload).unwrap();
        for (wrong, what) in [
            (
                super::super::tables::Census { members: 31, ..right.clone() },
                "t came out wrong: 31 members, expected 32",
            ),
            (super::super::tables::Census { hits: 9, ..right.clone() }, "t came out wrong: 9 hits, expected 10"),
            (super::super::tables::Census { false_hits: 1, ..right }, "t came out wrong: 1 false hits, expected 0"),
        ] {
            assert_eq!(wrong.check("t", &workload).unwrap_err().to_string(), what);
        }
    }
}
