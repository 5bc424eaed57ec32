//! Where seeds come from.

use super::*;

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash(seed = random)]
struct Random(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash(seed = none)]
struct Unseeded(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash(seed = 0xffff_ffff_ffff_ffff)]
struct Fixed(u32);

#[test]
fn of_the_default_hasher() {
    assert_type_eq_all!(HasherOf<Random>, DefaultHasher);
    assert_type_eq_all!(HasherOf<Unseeded>, FixedSeed<FixedDefault, 0>);
    assert_type_eq_all!(HasherOf<Fixed>, FixedSeed<FixedDefault, { u64::MAX }>);
    assert_eq!([reseeds::<Random>(), reseeds::<Unseeded>(), reseeds::<Fixed>()], [true, false, false]);
    works((0..99).map(Random));
    works((0..99).map(Unseeded));
    works((0..99).map(Fixed));
    assert_eq!(hash_of(&Fixed(1)), hash_of(&Fixed(1)));
}

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hasher = Packed, seed = random)]
struct PackedRandom(u32);

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hasher = simplehash::hash::packed::Packed)]
struct PackedDefault(u32);

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hasher = Packed, seed = none)]
struct PackedUnseeded(u32);

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hasher = Packed, seed = 7)]
struct PackedFixed(u32);

#[test]
fn of_packed() {
    assert_type_eq_all!(HasherOf<PackedRandom>, HasherOf<PackedDefault>, Packed);
    assert_type_eq_all!(HasherOf<PackedUnseeded>, FixedSeed<Packed, 0>);
    assert_type_eq_all!(HasherOf<PackedFixed>, FixedSeed<Packed, 7>);
    assert!(reseeds::<PackedRandom>() && reseeds::<PackedDefault>());
    assert!(!reseeds::<PackedUnseeded>() && !reseeds::<PackedFixed>());
    works((0..99).map(PackedRandom));
    works((0..99).map(PackedUnseeded));
    works((0..99).map(PackedFixed));
}

/// A hasher of the user's.
#[derive(Debug, Default, Clone, Copy)]
struct Mix(u64);

impl Seeded for Mix {
    fn with_seed(seed: u64) -> Self {
        Self(seed)
    }
}

impl<K: Into<u64> + Clone> HashFn<K> for Mix {
    fn hash(&self, key: &K) -> u64 {
        pg::murmurhash64(key.clone().into() ^ self.0)
    }
}

macro_rules! mixed {
    ($($name:ident($($seed:tt)*);)*) => { $(
        #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
        #[simplehash(hasher = Mix $($seed)*)]
        struct $name(u32);
        impl From<$name> for u64 {
            fn from(key: $name) -> u64 {
                key.0.into()
            }
        }
    )* };
}

mixed! {
    MixDefault();
    MixNone(, seed = none);
    MixRandom(, seed = random);
    MixFixed(, seed = 9);
}

#[test]
fn of_a_hasher_type() {
    assert_type_eq_all!(HasherOf<MixDefault>, HasherOf<MixNone>, Mix);
    assert_type_eq_all!(HasherOf<MixRandom>, RandomSeed<Mix>);
    assert_type_eq_all!(HasherOf<MixFixed>, FixedSeed<Mix, 9>);
    assert!(reseeds::<MixRandom>());
    assert!(!reseeds::<MixDefault>() && !reseeds::<MixNone>() && !reseeds::<MixFixed>());
    works((0..99).map(MixDefault));
    works((0..99).map(MixRandom));
    works((0..99).map(MixFixed));
    assert_eq!(hash_of(&MixFixed(9)), 0);
    assert_ne!(hash_of(&MixRandom(1)), hash_of(&MixRandom(1)), "two tables, two seeds");
}

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
#[simplehash(hasher = Std<std::hash::RandomState>)]
struct Sip(String);

#[test]
fn standard_hashers() {
    works(["a", "b"].map(|text| Sip(text.into())));
    assert!(!reseeds::<Sip>());
}
