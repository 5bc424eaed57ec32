//! What `#[derive(SimpleHash)]` must write for every kind of item and attribute. What it must refuse is in `ui/`; how
//! it behaves under strict lints, in the example `lints` of `simplehash-derive`.

use std::borrow::Cow;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};

use dynahash_compat::Chained;
use simplehash::hash::{DefaultHasher, FixedDefault, FixedSeed, HashFn, Pack, Packed, RandomSeed, Seeded, Std, pg};
use simplehash::{
    Auto, Boxed, Entry, EntryTable, Hooks, Limit, NoHooks, Policy, RobinHood, SimpleHash, StableAddress, Table, Tuning,
};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

type PolicyOf<K> = <K as SimpleHash>::Policy;
type LayoutOf<K> = <PolicyOf<K> as Policy>::Layout;
type HasherOf<K> = <PolicyOf<K> as Policy>::Hasher;

/// Whether the hasher of `K` can draw another seed.
fn reseeds<K: SimpleHash>() -> bool {
    PolicyOf::<K>::RESEED.is_some()
}

fn hash_of<K: SimpleHash>(key: &K) -> u64
where
    HasherOf<K>: HashFn<K> + Default,
{
    HasherOf::<K>::default().hash(key)
}

/// Every key is found with its own value, in a table of the key's own policy.
#[track_caller]
fn works<K>(keys: impl IntoIterator<Item = K>)
where
    K: simplehash::MapKey<usize> + Clone + Debug,
{
    let keys: Vec<K> = keys.into_iter().collect();
    let mut table = Table::<K, usize>::new();
    for (value, key) in keys.iter().enumerate() {
        assert_eq!(table.insert(key.clone(), value), None, "{key:?}");
    }
    for (value, key) in keys.iter().enumerate() {
        assert_eq!(table.get(key), Some(&value), "{key:?}");
    }
    assert_eq!(table.remove(&keys[0]), Some(0));
    assert_eq!(table.len(), keys.len() - 1);
}

mod shapes {
    use super::*;

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    struct Named {
        relation: u32,
        name: String,
    }

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    struct Tuple(u32, String);

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    struct Unit;

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    struct Braces {}

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    enum Fork {
        Main,
        FreeSpace,
    }

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    enum Object {
        Relation(u32),
        Column { relation: u32, number: i16 },
        Nothing,
    }

    #[test]
    fn all_are_keys() {
        works((0..40).map(|relation| Named { relation, name: relation.to_string() }));
        works((0..40).map(|relation| Tuple(relation, relation.to_string())));
        works([Unit]);
        works([Braces {}]);
        works([Fork::Main, Fork::FreeSpace]);
        works([Object::Relation(1), Object::Column { relation: 1, number: 2 }, Object::Nothing]);
    }

    #[test]
    fn defaults_are_the_documented_ones() {
        assert_type_eq_all!(LayoutOf<Named>, RobinHood);
        assert_type_eq_all!(HasherOf<Named>, DefaultHasher);
        assert_type_eq_all!(<PolicyOf<Named> as Policy>::Hooks, NoHooks);
        assert_eq!(PolicyOf::<Named>::TUNING, Tuning::DEFAULT);
        assert!(reseeds::<Named>());
    }
}

mod generics {
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
}

mod names {
    use super::*;

    #[allow(non_camel_case_types)]
    #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
    #[simplehash(hasher = Packed)]
    struct r#type {
        r#fn: u32,
        key: u8,
        word: u8,
        at: u8,
    }

    #[derive(SimpleHash)]
    struct RawEntry {
        #[simplehash(key)]
        r#match: u32,
    }

    #[test]
    fn raw_identifiers() {
        works((0..9).map(|n| r#type { r#fn: n, key: 1, word: 2, at: 3 }));
        assert_eq!(RawEntry { r#match: 7 }.key(), &7);
    }

    #[test]
    fn renamed_crate() {
        use simplehash as renamed;

        #[derive(renamed::SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
        #[simplehash(crate = renamed, fill_factor = 0.5)]
        struct ByPath(u32);

        #[derive(renamed::SimpleHash, PartialEq, Eq, Clone, Debug)]
        #[simplehash(crate = "renamed", hasher = renamed::Packed, seed = 4)]
        struct ByString(u32);

        works((0..9).map(ByPath));
        works((0..9).map(ByString));
    }

    #[allow(dead_code, non_camel_case_types, reason = "they are there to be in the way")]
    mod shadowed {
        struct Option;
        struct Some;
        struct None;
        struct Default;
        struct From;
        struct Debug;
        struct u8;
        struct u64;
        struct usize;
        struct Policy;
        struct Tuning;
        struct Word;
        trait Sized {}
        trait Clone {}
        trait Pack {}
        mod core {}
        mod std {}
        mod simplehash {}

        #[derive(::simplehash::SimpleHash, PartialEq, Eq, Clone, Debug)]
        #[simplehash(hasher = ::simplehash::Packed, fill_factor = 0.5, grow_max_dib = none)]
        pub(super) struct Key(pub(super) u32);

        #[derive(::simplehash::SimpleHash, PartialEq, Eq, Clone, Debug)]
        #[simplehash(hash = hash, seed = random)]
        pub(super) struct ByFunction(pub(super) u32);

        fn hash(key: &ByFunction, seed: ::core::primitive::u64) -> ::core::primitive::u64 {
            seed ^ ::core::primitive::u64::from(key.0)
        }

        #[derive(::simplehash::SimpleHash, PartialEq, Eq, Clone, Debug)]
        #[simplehash(hasher = ::simplehash::Packed)]
        pub(super) enum Fork {
            Main,
            FreeSpace,
        }
    }

    #[test]
    fn shadowed_preludes() {
        works((0..9).map(shadowed::Key));
        works((0..9).map(shadowed::ByFunction));
        works([shadowed::Fork::Main, shadowed::Fork::FreeSpace]);
    }

    mod inner {
        use super::*;

        struct Quiet;
        impl<E> Hooks<E> for Quiet {
            const ACTIVE: bool = false;
            fn cleanup(_: &mut E) {}
        }

        /// Private parts may be named in a private policy.
        #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
        #[simplehash(hooks = Quiet)]
        struct Private(u32);

        #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
        pub(crate) struct InCrate(pub(crate) u32);

        #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
        #[simplehash(hasher = Packed)]
        pub(in super::super) struct InPath(pub(crate) u32);

        #[test]
        fn private_keys() {
            works((0..9).map(Private));
        }
    }

    #[test]
    fn visibilities() {
        works((0..9).map(inner::InCrate));
        works((0..9).map(inner::InPath));
    }
}

mod by_macro {
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

    #[test]
    fn all_parts() {
        works((0..9).map(Made));
        works((0..9).map(|n| Fields { relation: n, other: 1 }));
        works((0..9).map(Given));
        assert_type_eq_all!(LayoutOf<Made>, Boxed<RobinHood>);
        assert_eq!(PolicyOf::<Made>::TUNING.fill_factor, Some(500));
        assert_eq!(Row { relation: 3 }.key(), &3);
    }
}

mod entries {
    use super::*;

    static CLOSED: AtomicUsize = AtomicUsize::new(0);

    struct Close;

    impl Hooks<Relation> for Close {
        const ACTIVE: bool = true;
        fn cleanup(_: &mut Relation) {
            CLOSED.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[derive(SimpleHash, Debug, PartialEq)]
    #[simplehash(fill_factor = 0.5, hooks = Close)]
    struct Relation {
        name: String,
        #[simplehash(key)]
        oid: u32,
    }

    #[test]
    fn with_a_policy_of_its_own() {
        let mut relations = EntryTable::<Relation, PolicyOf<Relation>>::default();
        assert!(relations.insert_entry(Relation { name: "pg_class".into(), oid: 1259 }).is_none());
        let (found, fresh) = relations.find_or_insert_with(&1259, || unreachable!());
        assert!(!fresh);
        assert_eq!(found.name, "pg_class");
        assert!(relations.delete(&1259));
        assert_eq!(CLOSED.load(Ordering::Relaxed), 1);
        assert_eq!(PolicyOf::<Relation>::TUNING.fill_factor, Some(500));
    }

    /// Without a word about a policy: only an entry.
    #[derive(SimpleHash)]
    struct Bare<'a, V>(#[simplehash(key)] u64, &'a V);

    #[derive(SimpleHash)]
    #[simplehash(policy_for = u64, hasher = Packed)]
    struct Numbers;

    assert_impl_all!(Bare<'static, u8>: Entry);
    assert_not_impl_any!(Bare<'static, u8>: SimpleHash);

    #[test]
    fn with_the_policy_of_another_type() {
        let text = str_len::Text("text");
        let mut table = EntryTable::<Bare<'_, str_len::Text>, Numbers>::default();
        assert!(table.insert_entry(Bare(1, &text)).is_none());
        assert_eq!(table.find(&1).map(|bare| bare.1.0), Some("text"));
    }

    mod str_len {
        use super::*;

        pub(super) struct Text(pub(super) &'static str);

        /// A function for the key field's type, and a generic entry.
        #[derive(SimpleHash)]
        #[simplehash(hash = length, seed = none, bound = "V: Clone")]
        struct ByLength<'a, V> {
            #[simplehash(key)]
            text: Cow<'a, str>,
            value: V,
        }

        #[expect(clippy::ptr_arg, reason = "it hashes the field as it is")]
        fn length(text: &Cow<'_, str>) -> u8 {
            u8::try_from(text.len()).unwrap_or(u8::MAX)
        }

        #[test]
        fn function_of_the_field() {
            let mut table = EntryTable::<ByLength<'_, u8>, PolicyOf<ByLength<'_, u8>>>::default();
            assert!(table.insert_entry(ByLength { text: "one".into(), value: 1 }).is_none());
            assert!(table.insert_entry(ByLength { text: "two".into(), value: 2 }).is_none());
            assert_eq!(table.find(&Cow::Borrowed("two")).map(|entry| entry.value), Some(2));
        }
    }

    #[derive(SimpleHash)]
    #[simplehash(hasher = Packed)]
    struct PackedKey {
        #[simplehash(key)]
        key: (u32, u8),
        /// Not part of the key, so it need not be packable.
        _value: String,
    }

    #[test]
    fn packed_is_about_the_key_field() {
        let mut table = EntryTable::<PackedKey, PolicyOf<PackedKey>>::default();
        assert!(table.insert_entry(PackedKey { key: (1, 2), _value: String::new() }).is_none());
        assert!(table.find(&(1, 2)).is_some());
        assert_not_impl_any!(PackedKey: Pack);
    }
}

mod policies {
    use super::*;

    #[derive(SimpleHash)]
    #[simplehash(policy_for = u32, hash = oid, layout = Boxed<RobinHood>)]
    struct Oids;

    fn oid(oid: &u32) -> u32 {
        simplehash::hash::datatype::oid(*oid)
    }

    #[derive(SimpleHash)]
    #[simplehash(policy_for = Cow<'_, str>)]
    struct Texts;

    #[derive(SimpleHash)]
    #[simplehash(policy_for = str, hash = text)]
    struct Unsized;

    fn text(text: &str) -> u32 {
        pg::hash_bytes(text.as_bytes())
    }

    #[test]
    fn foreign_keys() {
        let mut oids = Table::<u32, &str, Oids>::default();
        assert_eq!(oids.insert(1259, "pg_class"), None);
        assert_eq!(oids.get(&1259), Some(&"pg_class"));
        let mut texts = Table::<Cow<'_, str>, u32, Texts>::default();
        assert_eq!(texts.insert("text".into(), 1), None);
        assert_eq!(texts.get("text"), Some(&1));
        assert_eq!(<Unsized as Policy>::Hasher::default().hash("abc"), u64::from(pg::hash_bytes(b"abc")));
        assert_not_impl_any!(Oids: SimpleHash);
    }
}

mod parameters {
    use super::*;

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    #[simplehash(fill_factor = 0.925, grow_max_dib = 8, grow_max_move = none)]
    #[simplehash(grow_min_fill_factor = 0.3, store_hash = true)]
    struct All(u32);

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    #[simplehash(grow_max_dib = none, grow_max_move = 3, grow_min_fill_factor = none)]
    struct Unlimited(u32);

    #[test]
    fn arrive_in_thousandths() {
        assert_eq!(
            PolicyOf::<All>::TUNING,
            Tuning {
                fill_factor: Some(925),
                grow_max_dib: Some(Limit::At(8)),
                grow_max_move: Some(Limit::None),
                grow_min_fill_factor: Some(Limit::At(300)),
                store_hash: Some(true),
            }
        );
        assert_eq!(
            PolicyOf::<Unlimited>::TUNING,
            Tuning {
                grow_max_dib: Some(Limit::None),
                grow_max_move: Some(Limit::At(3)),
                grow_min_fill_factor: Some(Limit::None),
                ..Tuning::DEFAULT
            }
        );
        works((0..300).map(All));
    }

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    #[simplehash(layout = Boxed<RobinHood>)]
    struct InBoxes(u32);

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    #[simplehash(layout = Chained, fill_factor = 4.0)]
    struct InChains(u32);

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    #[simplehash(layout = Auto)]
    struct Chosen(u32);

    #[test]
    fn layouts() {
        assert_impl_all!(LayoutOf<InBoxes>: StableAddress);
        assert_type_eq_all!(LayoutOf<Chosen>, Auto);
        works((0..300).map(InBoxes));
        assert_type_eq_all!(LayoutOf<InChains>, Chained);
        assert_eq!(PolicyOf::<InChains>::TUNING.fill_factor, Some(4000));
        works((0..300).map(InChains));
        works((0..300).map(Chosen));
    }
}

mod seeds {
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
}

mod functions {
    use super::*;

    macro_rules! hashed_by {
        ($($name:ident: $function:ident -> $result:ty;)*) => { $(
            #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
            #[simplehash(hash = $function)]
            struct $name(u8);
            fn $function(key: &$name) -> $result {
                key.0.into()
            }
        )* };
    }

    hashed_by! {
        Byte: to_u8 -> u8;
        Half: to_u16 -> u16;
        Word: to_u32 -> u32;
        Long: to_u64 -> u64;
    }

    #[test]
    fn of_all_widths() {
        works((0..99).map(Byte));
        works((0..99).map(Half));
        works((0..99).map(Word));
        works((0..99).map(Long));
        assert_eq!([hash_of(&Byte(7)), hash_of(&Half(7)), hash_of(&Word(7)), hash_of(&Long(7))], [7; 4]);
        assert!(!reseeds::<Word>());
        assert_eq!(size_of::<HasherOf<Word>>(), 0);
    }

    #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
    #[simplehash(hash = Method::hash, seed = none)]
    struct Method(u32);

    impl Method {
        fn hash(&self) -> u32 {
            pg::murmurhash32(self.0)
        }
    }

    trait Hashed {
        fn hashed(&self, seed: u64) -> u64;
    }

    #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
    #[simplehash(hash = <Qualified as Hashed>::hashed, seed = 5)]
    struct Qualified(i32);

    impl Hashed for Qualified {
        fn hashed(&self, seed: u64) -> u64 {
            simplehash::hash::datatype::int4_extended(self.0, seed)
        }
    }

    #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
    #[simplehash(hash = drawn, seed = random)]
    struct Drawn<'a>(&'a str);

    fn drawn(key: &Drawn<'_>, seed: u64) -> u64 {
        pg::hash_bytes_extended(key.0.as_bytes(), seed)
    }

    #[test]
    fn with_and_without_seeds() {
        works((0..99).map(Method));
        works((0..99).map(Qualified));
        works(["a", "b", "c"].map(Drawn));
        assert_eq!(hash_of(&Qualified(3)), simplehash::hash::datatype::int4_extended(3, 5));
        assert_eq!(size_of::<HasherOf<Qualified>>(), 0, "a fixed seed takes no room");
        assert!(reseeds::<Drawn<'_>>() && !reseeds::<Qualified>() && !reseeds::<Method>());
        assert_ne!(hash_of(&Drawn("a")), hash_of(&Drawn("a")), "two tables, two seeds");
    }
}

mod packed {
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
    include!("derive/wide.rs");

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
}

/// Generic code needs one bound, whatever the key.
#[test]
fn in_generic_code() {
    fn twice<K: simplehash::MapKey<u8> + Clone>(key: K) -> Option<u8> {
        let mut table = Table::<K, u8>::new();
        table.insert(key.clone(), 1);
        table.insert(key, 2)
    }

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone)]
    struct Key(u8);

    assert_eq!(twice(Key(1)), Some(1));
}
