//! DM-09: items of the user's with the names of the prelude, of what the derive writes, and of its variables.

use super::*;

#[allow(dead_code, non_camel_case_types, non_upper_case_globals, unused_macros, reason = "they are in the way")]
mod everything {
    #![no_implicit_prelude]

    macro_rules! in_the_way {
        ($($name:ident)*) => { $( struct $name; )* };
    }
    in_the_way! {
        Option Some None Result Ok Err Box Vec String Default From Into Debug Send Sync Drop Fn
        bool char str u8 u16 u32 u64 u128 usize i32 f64
        Policy Tuning Word Limit Pair Entry Hooks Init NoHooks RobinHood Layout Boxed Stub Compared Copied
        // Unit structs with the names of variables turn a binding into a pattern.
        key word at variant entry value seed number
    }
    trait Sized {}
    trait Clone {}
    trait Copy {}
    trait Hash {}
    trait Eq {}
    trait PartialEq {}
    trait Pack {}
    trait HashFn {}
    trait SimpleHash {}
    trait Equivalent {}
    mod core {}
    mod std {}
    mod alloc {}
    mod simplehash {}
    mod check {}
    fn hashes() {}
    fn compared() {}
    macro_rules! assert {
        () => {};
    }
    macro_rules! vec {
        () => {};
    }
    macro_rules! unimplemented {
        () => {};
    }
    macro_rules! panic {
        () => {};
    }

    #[derive(
        ::simplehash::SimpleHash,
        ::std::cmp::PartialEq,
        ::std::cmp::Eq,
        ::std::hash::Hash,
        ::std::clone::Clone,
        ::std::fmt::Debug,
    )]
    pub(super) struct Plain(pub(super) ::std::primitive::u32);

    #[derive(
        ::simplehash::SimpleHash, ::std::cmp::PartialEq, ::std::cmp::Eq, ::std::clone::Clone, ::std::fmt::Debug,
    )]
    #[simplehash(hasher = ::simplehash::Packed, fill_factor = 0.5, grow_max_dib = none)]
    pub(super) struct Key(pub(super) ::std::primitive::u32, pub(super) ::std::primitive::u8);

    #[derive(
        ::simplehash::SimpleHash, ::std::cmp::PartialEq, ::std::cmp::Eq, ::std::clone::Clone, ::std::fmt::Debug,
    )]
    #[simplehash(hash = hash, seed = random, value = ::std::primitive::usize, on_init = made, on_cleanup = gone)]
    pub(super) struct ByFunction(pub(super) ::std::primitive::u32);

    fn hash(of: &ByFunction, random: ::core::primitive::u64) -> ::core::primitive::u64 {
        random ^ <::core::primitive::u64 as ::std::convert::From<_>>::from(of.0)
    }

    fn made(_: &ByFunction) -> ::std::primitive::usize {
        7
    }

    fn gone(_: &ByFunction, _: &mut ::std::primitive::usize) {}

    #[derive(
        ::simplehash::SimpleHash, ::std::cmp::PartialEq, ::std::cmp::Eq, ::std::clone::Clone, ::std::fmt::Debug,
    )]
    #[simplehash(hasher = ::simplehash::Packed, seed = 3)]
    pub(super) enum Fork {
        Main,
        Some,
    }

    #[derive(::simplehash::SimpleHash)]
    #[simplehash(hash = of_field, on_cleanup = forget)]
    pub(super) struct Row(#[simplehash(key)] pub(super) ::std::primitive::u32);

    fn of_field(of: &::std::primitive::u32) -> ::std::primitive::u32 {
        *of
    }

    fn forget(_: &mut Row) {}
}

/// The user's own types with the names of generated ones, where the derive must mean the user's.
mod generated {
    use super::*;

    #[derive(PartialEq, Eq, Hash, Clone, Debug)]
    pub(super) struct PolicyOfRow(pub(super) u32);
    #[derive(PartialEq, Eq, Hash, Clone, Debug)]
    pub(super) struct HooksOfRow(pub(super) u32);

    #[derive(SimpleHash)]
    #[simplehash(hash = hash, on_cleanup = forget)]
    pub(super) struct Row {
        #[simplehash(key)]
        pub(super) key: (PolicyOfRow, HooksOfRow, HashOfRow),
        pub(super) hasher: HasherOfRow,
    }

    #[derive(PartialEq, Eq, Hash, Clone, Debug)]
    pub(super) struct HashOfRow(pub(super) u32);
    pub(super) struct HasherOfRow(pub(super) u32);

    fn hash(key: &(PolicyOfRow, HooksOfRow, HashOfRow)) -> u32 {
        key.0.0 ^ key.1.0 ^ key.2.0
    }

    fn forget(row: &mut Row) {
        row.hasher.0 = 0;
    }

    /// A parameter with the name of one of the derive's.
    #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
    #[simplehash(hasher = Packed)]
    pub(super) struct Parameters<__Word>(pub(super) __Word);
}

#[test]
fn dm_09_shadowed_names() {
    works((0..9).map(everything::Plain));
    works((0..9).map(|n| everything::Key(n, 1)));
    works((0..9).map(everything::ByFunction));
    works([everything::Fork::Main, everything::Fork::Some]);
    assert_eq!(Table::<everything::ByFunction, usize>::new().find_or_init(&everything::ByFunction(1)).0.1, 7);
    let mut rows = EntryTable::<everything::Row, PolicyOf<everything::Row>>::default();
    assert!(rows.insert_entry(everything::Row(1)).is_none());
    assert!(rows.delete(&1));
}

#[test]
fn dm_09_names_of_generated_types() {
    use generated::{HashOfRow, HasherOfRow, HooksOfRow, PolicyOfRow, Row};
    let mut rows = EntryTable::<Row, PolicyOf<Row>>::default();
    let key = || (PolicyOfRow(1), HooksOfRow(2), HashOfRow(4));
    assert!(rows.insert_entry(Row { key: key(), hasher: HasherOfRow(0) }).is_none());
    assert_eq!(rows.find(&key()).map(|row| row.hasher.0), Some(0));
    works((0..9_u8).map(generated::Parameters));
}
