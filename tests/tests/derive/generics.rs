//! Parameters, where clauses and `bound`.

use super::*;

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
struct Tag<'a, T: ?Sized, const N: usize>(&'a T, [u8; N]);

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
struct Where<T, U = u8>
where
    T: Clone,
    U: Debug,
{
    first: T,
    second: U,
}

trait Column {
    type Value: Eq + std::hash::Hash + Clone + Debug;
}

impl Column for u16 {
    type Value = String;
}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
enum Either<C: Column, D> {
    Value(C::Value),
    Other(PhantomData<D>),
}

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(bound = "T: AsRef<[u8]>, T: Sized", bound = "Vec<T>: Clone", hash = bytes::<T>)]
struct Bytes<T>(T);

fn bytes<T: AsRef<[u8]>>(key: &Bytes<T>) -> u32 {
    pg::hash_bytes(key.0.as_ref())
}

#[test]
fn parameters_of_all_kinds() {
    let names = ["a", "b", "c"];
    works(names.iter().map(|name| Tag(name, [1, 2])));
    works((0..9_u8).map(|first| Where { first, second: 0_u8 }));
    works([Either::<u16, fn()>::Value("x".into()), Either::Other(PhantomData)]);
    works([Bytes("ab".to_string()), Bytes("ba".to_string())]);
}

#[test]
fn one_policy_serves_all_parameters() {
    assert_type_eq_all!(PolicyOf<Tag<'static, str, 2>>, PolicyOf<Tag<'_, [u8], 0>>);
}

#[test]
fn bound_reaches_the_implementation() {
    assert_impl_all!(Bytes<String>: SimpleHash);
    assert_not_impl_any!(Bytes<u32>: SimpleHash);
}
