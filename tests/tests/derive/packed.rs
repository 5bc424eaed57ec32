//! `Pack`, which comes with `hasher = Packed`.

use super::*;

/// The hash is the same for equal keys, and another one for each of the others.
#[track_caller]
fn tells_apart<K: Pack + Clone + Debug>(key: &K, others: &[K]) {
    let hasher = Packed::with_seed(11);
    assert_eq!(hasher.hash(key), hasher.hash(&key.clone()));
    for other in others {
        assert_ne!(hasher.hash(key), hasher.hash(other), "{other:?}");
    }
}

#[derive(SimpleHash, PartialEq, Eq, Clone, Copy, Debug)]
#[simplehash(hasher = Packed)]
enum Fork {
    Main,
    FreeSpace {},
    Visibility(),
    Init,
}

/// PostgreSQL's buffer tag: 20 bytes in C.
#[derive(SimpleHash, PartialEq, Eq, Clone, Copy, Debug)]
#[simplehash(hasher = Packed)]
struct BufferTag {
    space: u32,
    database: u32,
    relation: u32,
    fork: Fork,
    block: u32,
}

#[test]
fn structs_within_structs() {
    assert_eq!(Fork::BYTES, 1);
    assert_eq!(BufferTag::BYTES, 17);
    let tag = BufferTag { space: 1, database: 2, relation: 3, fork: Fork::Main, block: 4 };
    tells_apart(
        &tag,
        &[
            BufferTag { space: 2, ..tag },
            BufferTag { database: 3, ..tag },
            BufferTag { relation: 4, ..tag },
            BufferTag { fork: Fork::Init, ..tag },
            BufferTag { block: 5, ..tag },
            BufferTag { space: 2, database: 1, ..tag },
        ],
    );
    works((0..99).map(|block| BufferTag { block, ..tag }));
}

#[test]
fn enums_by_the_number_of_the_variant() {
    let packed = [Fork::Main, Fork::FreeSpace {}, Fork::Visibility(), Fork::Init].map(|fork| fork.pack::<u32>());
    assert_eq!(packed, [0, 1, 2, 3]);
    works([Fork::Main, Fork::FreeSpace {}, Fork::Visibility(), Fork::Init]);
    assert_eq!([Numbered::Seven.pack::<u32>(), Numbered::Minus.pack::<u32>()], [0, 1]);
}

#[derive(SimpleHash, PartialEq, Eq, Clone, Copy, Debug)]
#[simplehash(hasher = Packed)]
enum Numbered {
    Seven = 7,
    Minus = -1,
}

macro_rules! wide {
    ($($variant:ident)*) => { wide!(@ [$($variant)*] $($variant)*); };
    (@ $all:tt $($variant:ident)*) => {
        #[allow(non_camel_case_types, dead_code)]
        #[derive(SimpleHash, PartialEq, Eq, Clone, Copy, Debug)]
        #[simplehash(hasher = Packed)]
        enum Wide { $($variant),* }
    };
}

// 257 variants: one more than a byte holds.
include!("wide.rs");

#[derive(SimpleHash, PartialEq, Eq, Clone, Copy, Debug)]
#[simplehash(hasher = Packed)]
enum Never {}

#[derive(SimpleHash, PartialEq, Eq, Clone, Copy, Debug)]
#[simplehash(hasher = Packed)]
struct Unit;

#[test]
fn extremes() {
    assert_eq!(Wide::BYTES, 2);
    assert_eq!(Wide::Last.pack::<u32>(), 256);
    assert_eq!(Unit::BYTES, 0);
    works([Unit]);
    assert_impl_all!(Never: Pack);
}

#[derive(SimpleHash, PartialEq, Eq, Clone, Copy, Debug)]
#[simplehash(hasher = Packed)]
struct Generic<'a, T, U: ?Sized, const N: usize>
where
    T: Clone,
{
    first: T,
    bytes: [u8; N],
    pair: (T, u16),
    borrowed: &'a U,
}

#[test]
fn generic_fields() {
    let key = Generic { first: 1_u32, bytes: [2, 3], pair: (4, 5), borrowed: &6_u64 };
    assert_eq!(Generic::<'_, u32, u64, 2>::BYTES, 4 + 2 + 6 + 8);
    tells_apart(
        &key,
        &[
            Generic { first: 0, ..key },
            Generic { bytes: [3, 2], ..key },
            Generic { pair: (5, 4), ..key },
            Generic { borrowed: &0, ..key },
        ],
    );
    works((0..9).map(|first| Generic { first, ..key }));
    // A field that cannot be packed takes `Pack` away, not the whole key.
    assert_impl_all!(Generic<'static, String, u8, 1>: SimpleHash);
    assert_not_impl_any!(Generic<'static, String, u8, 1>: Pack);
}

#[derive(SimpleHash, PartialEq, Eq, Clone, Copy, Debug)]
#[simplehash(hasher = Packed)]
struct Tuple(u8, char, bool, std::num::NonZeroU16, i64);

#[test]
fn all_widths() {
    let one = std::num::NonZeroU16::MIN;
    let key = Tuple(1, 'x', true, one, -1);
    tells_apart(
        &key,
        &[
            Tuple(2, 'x', true, one, -1),
            Tuple(1, 'y', true, one, -1),
            Tuple(1, 'x', false, one, -1),
            Tuple(1, 'x', true, std::num::NonZeroU16::MAX, -1),
            Tuple(1, 'x', true, one, 1),
        ],
    );
}
