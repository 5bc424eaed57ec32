//! DM-05: items that `macro_rules!` make, of fragments of all kinds.

use super::*;

#[doc(hidden)]
pub(crate) use ::simplehash as reexported;

macro_rules! keys {
    ($name:ident, $ty:ty, $function:path, $hooks:ty, $layout:ty, $fill:literal, $field:ident) => {
        #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
        #[simplehash(crate = $crate::by_macro::reexported, hash = $function, hooks = $hooks)]
        #[simplehash(layout = $layout, fill_factor = $fill)]
        struct $name($ty);

        #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
        #[simplehash(hasher = Packed)]
        struct Fields {
            $field: $ty,
            other: $ty,
        }

        #[derive(SimpleHash)]
        #[simplehash(fill_factor = $fill)]
        struct Row {
            #[simplehash(key)]
            $field: $ty,
        }
    };
}

keys!(Made, u32, made, NoHooks, Boxed<RobinHood>, 0.5, relation);

fn made(key: &Made) -> u32 {
    pg::murmurhash32(key.0)
}

macro_rules! with_hasher {
    ($hasher:ty) => {
        #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
        #[simplehash(hasher = $hasher)]
        struct Given(u32);
    };
}

with_hasher!(Packed);

/// Every value of an attribute as every fragment that can hold it.
macro_rules! fragments {
    (
        $name:ident $kind:tt $vis:vis, $seed:expr, $limit:literal, $word:ident, $tokens:tt, $fill:expr, $store:expr,
        $bound:literal, $function:expr, $value:ty, $init:path, $cleanup:tt, $meta:meta
    ) => {
        #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
        #[simplehash(seed = $seed, grow_max_dib = $limit, grow_max_move = $word, grow_min_fill_factor = $tokens)]
        #[simplehash(fill_factor = $fill, store_hash = $store, bound = $bound, hash = $function)]
        #[simplehash(value = $value, on_init = $init, on_cleanup = $cleanup)]
        #[$meta]
        $vis struct $name<T>(T, $kind);
    };
}

fragments! {
    Fragments u8 pub(crate), 7, 8, none, 0.2, 0.5, true, "T: Into<u64> + Copy", of_fragments::<T>, Vec<T>, alone, clear,
    simplehash(layout = RobinHood)
}

fn of_fragments<T: Into<u64> + Copy>(key: &Fragments<T>, seed: u64) -> u64 {
    key.0.into() ^ seed
}

fn alone<T: Copy>(key: &Fragments<T>) -> Vec<T> {
    vec![key.0]
}

fn clear<T>(_: &Fragments<T>, values: &mut Vec<T>) {
    values.clear();
}

/// Two deep, with fragments handed on: `self` and the field must meet.
macro_rules! outer {
    ($($name:ident: $($ty:ty),*;)*) => { $( inner!([hasher = Packed] $name ($($ty),*)); )* };
}

macro_rules! inner {
    ($attributes:tt $name:ident $types:tt) => { inner!(@ $attributes $name $types); };
    (@ [$($attributes:tt)*] $name:ident ($first:ty)) => {
        #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
        #[simplehash($($attributes)*)]
        struct $name {
            private: $first,
        }
        impl From<$first> for $name {
            fn from(private: $first) -> Self {
                Self { private }
            }
        }
    };
    (@ [$($attributes:tt)*] $name:ident ($first:ty, $second:ty)) => {
        #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
        #[simplehash($($attributes)*)]
        struct $name(pub $first, $second);

        #[derive(SimpleHash)]
        #[simplehash(hash = first, on_cleanup = gone)]
        struct Inner(#[simplehash(key)] $first, $second);

        fn first(key: &$first) -> $first {
            *key
        }

        fn gone(_: &mut Inner) {}
    };
    (@ [$($attributes:tt)*] $name:ident ()) => {
        #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
        #[simplehash($($attributes)*)]
        struct $name;
    };
}

outer! {
    InnerNamed: u32;
    InnerTuple: u16, u8;
    InnerUnit: ;
}

/// A macro that makes the macro that makes the item.
macro_rules! makes_a_macro {
    ($inner:ident $name:ident $field:ident $layout:ty) => {
        macro_rules! $inner {
            () => {
                #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
                #[simplehash(hasher = Packed, layout = $layout)]
                struct $name {
                    $field: u8,
                    hidden: u8,
                }

                #[derive(SimpleHash)]
                #[simplehash(policy_for = $name, hash = hidden, value = u8, on_cleanup = hidden_gone)]
                struct HiddenPolicy;

                fn hidden(key: &$name) -> u8 {
                    key.hidden
                }

                fn hidden_gone(key: &$name, value: &mut u8) {
                    *value = key.$field;
                }

                fn by_itself() -> $name {
                    $name { $field: 1, hidden: 2 }
                }
            };
        }
        $inner!();
    };
}

makes_a_macro!(made_macro MadeByMade field Boxed<RobinHood>);

#[test]
fn dm_05_fragments_of_all_kinds() {
    works((0..9).map(Made));
    works((0..9).map(|n| Fields { relation: n, other: 1 }));
    works((0..9).map(Given));
    assert_type_eq_all!(LayoutOf<Made>, Boxed<RobinHood>);
    assert_eq!(PolicyOf::<Made>::TUNING.fill_factor, Some(500));
    assert_eq!(Row { relation: 3 }.key(), &3);

    let key = Fragments(1_u8, 2);
    assert_eq!(hash_of(&key), 1 ^ 7);
    let mut fragments = Table::<Fragments<u8>, Vec<u8>>::new();
    assert_eq!(fragments.find_or_init(&key).0.1, [1]);
    let expected = Tuning {
        fill_factor: Some(500),
        grow_max_dib: Some(Limit::At(8)),
        grow_max_move: Some(Limit::None),
        grow_min_fill_factor: Some(Limit::At(200)),
        store_hash: Some(true),
        generations: None,
        huge_pages: None,
    };
    assert_eq!(PolicyOf::<Fragments<u8>>::TUNING, expected);
}

#[test]
fn dm_05_two_deep() {
    works((0..9).map(InnerNamed::from));
    works((0..9).map(|n| InnerTuple(n, 1)));
    works([InnerUnit]);
    let mut entries = EntryTable::<Inner, PolicyOf<Inner>>::default();
    assert!(entries.insert_entry(Inner(1, 2)).is_none());
    assert_eq!(entries.find(&1).map(|entry| entry.1), Some(2));

    works([by_itself()]);
    let mut made = Table::<MadeByMade, u8, HiddenPolicy>::default();
    assert_eq!(made.insert(by_itself(), 1), None);
    assert!(made.delete(&by_itself()));
}
