//! DM-08: what the derive writes raises no lint in a strict library, for items of every visibility. Compiling this is
//! the test, with clippy, too.

#![deny(warnings, unreachable_pub, unnameable_types, missing_docs, missing_debug_implementations)]
#![deny(unused_qualifications, non_camel_case_types, single_use_lifetimes, elided_lifetimes_in_paths, unused_lifetimes)]
#![forbid(unsafe_code, dead_code, deprecated, nonstandard_style, private_bounds, private_interfaces)]
#![deny(clippy::all, clippy::pedantic)]

/// Keys that users of the library see.
pub mod public {
    use simplehash::hash::Packed;
    use simplehash::{Hooks, SimpleHash};

    /// With all kinds of parameters.
    #[derive(SimpleHash, PartialEq, Eq, Hash, Debug)]
    pub struct Tag<'a, T: ?Sized, const N: usize>(pub &'a T, pub [u8; N]);

    /// With a function of 64 bits, which needs no conversion.
    #[derive(SimpleHash, PartialEq, Eq, Debug)]
    #[simplehash(hash = long)]
    pub struct Long(u64);

    fn long(key: &Long) -> u64 {
        key.0
    }

    /// With a seeded function.
    #[derive(SimpleHash, PartialEq, Eq, Debug)]
    #[simplehash(hash = seeded, seed = random)]
    pub struct Seeded(u64);

    fn seeded(key: &Seeded, seed: u64) -> u64 {
        key.0 ^ seed
    }

    /// Packed, with a field whose type is private.
    #[derive(SimpleHash, PartialEq, Eq, Debug)]
    #[simplehash(hasher = Packed, seed = 7, fill_factor = 0.5, grow_max_dib = none)]
    pub struct Generic<T> {
        field: T,
        private: Wrapped<T>,
    }

    #[derive(SimpleHash, PartialEq, Eq, Debug)]
    #[simplehash(hasher = Packed)]
    struct Wrapped<T>(T);

    impl<T: Clone> Generic<T> {
        /// Makes one.
        pub fn new(field: T) -> Self {
            Self { private: Wrapped(field.clone()), field }
        }
    }

    /// With all parameters.
    #[derive(SimpleHash, PartialEq, Eq, Hash, Debug)]
    #[simplehash(fill_factor = 0.5, grow_max_dib = 8, grow_max_move = 9, grow_min_fill_factor = 0.2, store_hash = true)]
    #[simplehash(layout = simplehash::Dense, generations = true)]
    pub struct Tuned;

    /// Packed, without fields.
    #[derive(SimpleHash, PartialEq, Eq, Debug)]
    #[simplehash(hasher = Packed)]
    pub struct Unit;

    /// Packed, without values.
    #[derive(SimpleHash, PartialEq, Eq, Debug)]
    #[simplehash(hasher = Packed)]
    pub enum Never {}

    /// An entry.
    #[derive(SimpleHash, Debug)]
    #[simplehash(hooks = Quiet)]
    pub struct Relation<'a> {
        #[simplehash(key)]
        name: &'a str,
    }

    impl<'a> Relation<'a> {
        /// Makes one.
        #[must_use]
        pub fn new(name: &'a str) -> Self {
            Self { name }
        }
    }

    /// Hooks of a public item are public.
    #[derive(Debug)]
    pub struct Quiet;

    impl<E> Hooks<E> for Quiet {
        const ACTIVE: bool = false;
        fn cleanup(_: &mut E) {}
    }

    /// A policy.
    #[derive(SimpleHash, Debug)]
    #[simplehash(policy_for = u32, hasher = Packed)]
    pub struct OidPolicy;

    /// Functions as hooks.
    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    #[simplehash(value = u32, on_init = opened, on_cleanup = closed)]
    pub struct Path(pub String);

    fn opened(path: &Path) -> u32 {
        u32::from(path.0.is_empty())
    }

    fn closed(_: &Path, uses: &mut u32) {
        *uses = 0;
    }

    /// An entry with a function as its hook.
    #[derive(SimpleHash, Debug)]
    #[simplehash(on_cleanup = Buffer::released)]
    pub struct Buffer {
        #[simplehash(key)]
        block: u32,
    }

    impl Buffer {
        /// Makes one.
        #[must_use]
        pub const fn new(block: u32) -> Self {
            Self { block }
        }

        fn released(&mut self) {
            self.block = 0;
        }
    }

    /// With a field and a variant that nobody should use any more.
    #[derive(SimpleHash, PartialEq, Eq, Debug)]
    #[simplehash(hasher = Packed)]
    pub struct Outdated {
        /// Used.
        pub relation: u32,
        /// No longer used.
        #[deprecated = "all relations are in one tablespace"]
        pub tablespace: u32,
    }
}

/// Items that a macro makes.
pub mod made {
    use simplehash::{Packed, SimpleHash};

    macro_rules! policies {
        ($($(#[$doc:meta])* $name:ident($vis:vis $key:ident));* $(;)?) => { $(
            $(#[$doc])*
            #[derive(SimpleHash, Debug)]
            #[simplehash(policy_for = u32, hash = hash)]
            pub struct $name;

            $(#[$doc])*
            #[derive(SimpleHash, Debug, PartialEq, Eq)]
            #[simplehash(hasher = Packed)]
            $vis struct $key(pub u32);
        )* };
    }

    policies! {
        /// One.
        One(pub First);
        /// Another.
        Another(pub(in crate::made) Second);
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "hash functions take references")]
    fn hash(key: &u32) -> u32 {
        Second(*key).0
    }
}

mod private {
    use simplehash::{Hooks, SimpleHash};

    struct Quiet;

    impl<E> Hooks<E> for Quiet {
        const ACTIVE: bool = false;
        fn cleanup(_: &mut E) {}
    }

    #[derive(SimpleHash, PartialEq, Eq, Hash)]
    #[simplehash(hooks = Quiet)]
    struct Private(u32);

    #[derive(SimpleHash, PartialEq, Eq)]
    #[simplehash(hash = in_crate)]
    pub(crate) struct InCrate(pub(crate) u32);

    fn in_crate(key: &InCrate) -> u32 {
        key.0
    }

    pub(crate) fn size() -> u32 {
        Private(1).0
    }
}

/// Uses the private ones.
#[must_use]
pub fn sum() -> u32 {
    private::size() + private::InCrate(1).0
}

#[cfg(test)]
mod tests {
    use crate::public::{Buffer, Path, Tag};
    use simplehash::{EntryTable, SimpleHash, Table};

    #[test]
    fn dm_08_tables_of_a_strict_crate() {
        let mut paths = Table::<Path, u32>::new();
        assert_eq!(paths.find_or_init(&Path(String::new())).0.1, 1);
        assert_eq!(paths.len(), 1);
        let mut tags = Table::new();
        tags.insert(Tag("key", [1]), 1);
        assert_eq!(tags.get(&Tag("key", [1])), Some(&1));
        let mut buffers = EntryTable::<Buffer, <Buffer as SimpleHash>::Policy>::default();
        assert!(buffers.insert_entry(Buffer::new(1)).is_none());
        assert!(buffers.delete(&1));
    }
}
