//! `hash = function`.

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
