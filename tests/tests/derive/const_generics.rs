//! DM-03: const parameters, with defaults and of all types.

use super::*;

/// An entry: the default is an expression, the key uses none of the parameters.
#[derive(SimpleHash)]
#[simplehash(hash = of_bytes, seed = none)]
struct Row<V, const M: u64 = { u32::MAX as u64 }> {
    #[simplehash(key)]
    bytes: [u8; 4],
    value: V,
}

fn of_bytes(bytes: &[u8; 4]) -> u32 {
    u32::from_le_bytes(*bytes)
}

impl<V, const M: u64> Row<V, M> {
    const M: u64 = M;
}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
struct Flags<T = u8, const B: bool = true, const C: char = 'x', const N: usize = { 1 + 1 }>([T; N]);

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hasher = Packed)]
struct Bytes<const N: usize = 3>([u8; N], [[u16; N]; 2]);

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hash = scaled::<F>, value = [u8; 2], on_init = from_scaled, seed = 3)]
struct Scaled<const F: i16 = -1>(i32);

fn scaled<const F: i16>(key: &Scaled<F>, seed: u64) -> u64 {
    seed.wrapping_add_signed(i64::from(key.0) * i64::from(F))
}

fn from_scaled<const F: i16>(_: &Scaled<F>) -> [u8; 2] {
    F.to_le_bytes()
}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
struct SizedBySelf([u8; Self::WIDTH]);

impl SizedBySelf {
    const WIDTH: usize = 2;
}

#[test]
fn dm_03_const_parameters() {
    let mut rows = EntryTable::<Row<&str>, PolicyOf<Row<&str>>>::default();
    assert!(rows.insert_entry(Row { bytes: [1; 4], value: "one" }).is_none());
    assert_eq!(rows.find(&[1; 4]).map(|row| row.value), Some("one"));
    assert_eq!([Row::<u8>::M, Row::<u8, 5>::M], [u64::from(u32::MAX), 5]);
    assert_type_eq_all!(PolicyOf<Row<u8>>, PolicyOf<Row<String, 5>>);

    works((0..9).map(|n| Flags::<u8>([n, 1])));
    works((0..9).map(|n| Flags::<char, false, 'y', 1>([char::from(b'a' + n)])));
    works((0..9).map(|n| Bytes::<3>([n, 0, 0], [[1; 3]; 2])));
    works((0..9).map(|n| Bytes([n], [[1]; 2])));
    works((0..9).map(|n| SizedBySelf([n, n])));
    assert_eq!(Bytes::<2>::BYTES, 2 + 8);

    assert_eq!(hash_of(&Scaled::<7>(2)), 17);
    let mut scaled = Table::<Scaled<7>, [u8; 2]>::new();
    assert_eq!(scaled.find_or_init(&Scaled(1)).0.1, [7, 0]);
}
