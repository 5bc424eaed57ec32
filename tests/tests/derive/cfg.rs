//! DM-16: parts that `cfg` takes away. The derive sees what is left.

use super::*;

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hasher = Packed)]
struct Key {
    #[cfg(not(test))]
    gone: String,
    here: u16,
    #[cfg(test)]
    also: u8,
}

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hasher = Packed)]
struct Tuple(#[cfg(not(test))] String, u32, #[cfg(test)] u8, #[cfg(not(test))] String);

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hasher = Packed)]
enum Fork {
    #[cfg(not(test))]
    Gone(String),
    Main,
    #[cfg(test)]
    Init,
    #[cfg_attr(test, doc = "Documented.")]
    Last,
}

/// The second field is the key here, and the first elsewhere.
#[derive(SimpleHash)]
#[cfg_attr(test, simplehash(fill_factor = 0.5))]
#[cfg_attr(not(test), simplehash(fill_factor = 0.75))]
struct Row(
    #[cfg_attr(not(test), simplehash(key))] String,
    #[cfg_attr(test, simplehash(key))] u32,
    #[cfg(not(test))]
    #[simplehash(key)]
    u8,
);

/// Parameters and predicates, too.
#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
struct Generic<#[cfg(not(test))] T, #[cfg(test)] U, const N: usize>([U; N]);

#[test]
fn dm_16_fields_and_variants() {
    assert_eq!([Key::BYTES, Tuple::BYTES, Fork::BYTES], [3, 5, 1]);
    assert_eq!(Tuple(0x0403_0201, 5).pack::<u64>(), 0x05_0403_0201);
    assert_eq!([Fork::Main, Fork::Init, Fork::Last].map(|fork| fork.pack::<u32>()), [0, 1, 2]);
    works((0..9).map(|also| Key { here: 1, also }));
    works((0..9).map(|n| Tuple(n, 1)));
    works((0..9_u8).map(|n| Generic([n])));
    assert_eq!(Row("a".into(), 7).key(), &7);
    assert_eq!(Row("a".into(), 7).0, "a");
    assert_eq!(PolicyOf::<Row>::TUNING.fill_factor, Some(500));
}
