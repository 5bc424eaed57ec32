//! DM-17: derives beside one another.

use super::*;

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hash = first, value = u8, on_init = zero)]
struct First(u32);

#[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
#[simplehash(hash = second, value = u8, on_init = one)]
struct Second(u32);

fn first(key: &First) -> u32 {
    key.0
}

fn second(key: &Second) -> u32 {
    key.0
}

fn zero(_: &First) -> u8 {
    0
}

fn one(_: &Second) -> u8 {
    1
}

/// One name in two modules, and one name that the other's prefix makes.
mod one {
    use super::*;

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    pub(super) struct Key(pub(super) u32);

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    pub(super) struct PolicyOfKey(pub(super) u32);
}

mod two {
    use super::*;

    #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
    #[simplehash(layout = Boxed<RobinHood>)]
    pub(super) struct Key(pub(super) u32);
}

#[test]
fn dm_17_two_in_one_module() {
    works((0..9).map(one::Key));
    works((0..9).map(one::PolicyOfKey));
    works((0..9).map(two::Key));
    assert_type_eq_all!(LayoutOf<one::Key>, RobinHood);
    assert_type_eq_all!(LayoutOf<two::Key>, Boxed<RobinHood>);
    assert_eq!(Table::<First, u8>::new().find_or_init(&First(1)).0.1, 0);
    assert_eq!(Table::<Second, u8>::new().find_or_init(&Second(1)).0.1, 1);
}

/// One entry in two tables, by two policies for its key.
#[derive(SimpleHash, PartialEq, Eq, Debug)]
#[simplehash(hash = full)]
struct Relation {
    #[simplehash(key)]
    oid: u32,
}

#[derive(SimpleHash)]
#[simplehash(policy_for = u32, hash = full)]
struct Full;

#[derive(SimpleHash)]
#[simplehash(policy_for = u32, hash = low)]
struct Low;

fn full(oid: &u32) -> u32 {
    *oid
}

fn low(oid: &u32) -> u8 {
    oid.to_le_bytes()[0]
}

/// One type as a key of its own and as what another policy is for.
#[derive(SimpleHash)]
#[simplehash(policy_for = one::Key)]
struct OtherPolicy;

#[test]
fn dm_17_one_type_in_two_tables() {
    let mut own = EntryTable::<Relation, PolicyOf<Relation>>::default();
    let mut full = EntryTable::<Relation, Full>::default();
    let mut low = EntryTable::<Relation, Low>::default();
    for oid in [1, 257] {
        assert!(own.insert_entry(Relation { oid }).is_none());
        assert!(full.insert_entry(Relation { oid }).is_none());
        assert!(low.insert_entry(Relation { oid }).is_none());
    }
    assert_eq!([own.find(&257), full.find(&257), low.find(&257)], [Some(&Relation { oid: 257 }); 3]);
    let mut other = Table::<one::Key, u8, OtherPolicy>::default();
    assert_eq!(other.insert(one::Key(1), 1), None);
}

#[test]
fn dm_17_inside_functions() {
    fn made() -> usize {
        #[derive(SimpleHash, PartialEq, Eq, Hash, Clone, Debug)]
        struct Key(u8);
        works((0..9).map(Key));
        {
            #[derive(SimpleHash, PartialEq, Eq, Clone, Debug)]
            #[simplehash(hash = hash, value = u8, on_cleanup = gone)]
            struct Key(u8);
            fn hash(key: &Key) -> u8 {
                key.0
            }
            fn gone(_: &Key, _: &mut u8) {}
            let mut table = Table::<Key, u8>::new();
            table.insert(Key(1), 1);
            table.len()
        }
    }
    assert_eq!(made(), 1);
}
