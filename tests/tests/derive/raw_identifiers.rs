//! DM-01: names that are keywords.

use super::*;

mod r#mod {
    use super::*;

    pub(super) fn r#fn(key: &super::r#struct) -> u32 {
        key.r#type
    }

    pub(super) fn r#impl(key: &super::r#enum, seed: u64) -> u64 {
        seed ^ u64::from(key.0)
    }

    #[allow(non_camel_case_types)]
    #[derive(Default)]
    pub(super) struct r#loop;

    impl HashFn<super::r#while> for r#loop {
        fn hash(&self, key: &super::r#while) -> u64 {
            key.0.into()
        }
    }

    pub(super) fn r#in(key: &super::r#struct) -> r#true {
        r#true(key.r#type + 1)
    }

    pub(super) fn r#out(_: &super::r#struct, value: &mut r#true) {
        CLEANED.fetch_add(usize::try_from(value.0).expect("it is small"), Ordering::Relaxed);
    }

    #[allow(non_camel_case_types)]
    pub(super) struct r#true(pub(super) u32);

    pub(super) use simplehash as r#use;
}

static CLEANED: AtomicUsize = AtomicUsize::new(0);

#[allow(non_camel_case_types)]
#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hash = r#mod::r#fn, value = r#mod::r#true, on_init = r#mod::r#in, on_cleanup = r#mod::r#out)]
struct r#struct {
    r#type: u32,
    r#match: u32,
}

#[allow(non_camel_case_types)]
#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hash = r#mod::r#impl, seed = random, r#layout = r#mod::r#use::RobinHood, crate = r#mod::r#use)]
struct r#enum(u32);

#[allow(non_camel_case_types)]
#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hasher = r#mod::r#loop)]
struct r#while(u32);

#[allow(non_camel_case_types)]
#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hasher = Packed)]
struct r#dyn<r#T: Clone, const r#N: usize> {
    r#fn: r#T,
    r#const: [u8; r#N],
    key: u8,
    word: u8,
    at: u8,
}

#[allow(non_camel_case_types)]
#[derive(SimpleHash, PartialEq, Eq, Clone, Copy, Debug)]
#[simplehash(hasher = Packed)]
enum r#move {
    r#Box,
    r#ref {},
    r#static(),
}

#[allow(non_camel_case_types)]
#[derive(SimpleHash)]
#[simplehash(r#fill_factor = 0.5, on_cleanup = drop_it)]
struct r#as {
    #[simplehash(r#key)]
    r#match: u32,
}

fn drop_it(entry: &mut r#as) {
    CLEANED.fetch_add(usize::try_from(entry.r#match).expect("it is small"), Ordering::Relaxed);
}

#[allow(non_camel_case_types)]
#[derive(SimpleHash)]
#[simplehash(policy_for = r#mod::r#true, hash = of_true)]
struct r#for;

fn of_true(key: &r#mod::r#true) -> u32 {
    key.0
}

#[test]
fn dm_01_raw_identifiers() {
    works((0..9).map(r#enum));
    works((0..9).map(r#while));
    works((0..9_u32).map(|n| r#dyn { r#fn: n, r#const: [7], key: 1, word: 2, at: 3 }));
    works([r#move::r#Box, r#move::r#ref {}, r#move::r#static()]);
    assert_eq!(r#as { r#match: 7 }.key(), &7);
    assert_eq!(<r#for as Policy>::Hasher::default().hash(&r#mod::r#true(5)), 5);

    let mut table = Table::<r#struct, r#mod::r#true>::new();
    let key = r#struct { r#type: 4, r#match: 2 };
    assert_eq!(table.find_or_init(&key).0.1.0, 5);
    assert!(table.delete(&key));
    assert_eq!(CLEANED.load(Ordering::Relaxed), 5);
}

/// The compiler prints the names of what the derive writes.
#[test]
fn dm_01_generated_names_are_plain() {
    let name = std::any::type_name::<PolicyOf<r#struct>>();
    assert!(name.ends_with("::PolicyOfstruct"), "{name}");
}
