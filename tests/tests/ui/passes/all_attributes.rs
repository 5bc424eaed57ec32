use simplehash::hash::Packed;
use simplehash::{EntryTable, RobinHood, SimpleHash, Table};

#[derive(SimpleHash, PartialEq, Eq)]
#[simplehash(
    layout = RobinHood,
    hasher = Packed,
    seed = 42,
    fill_factor = 0.75,
    grow_max_dib = 20,
    grow_max_move = none,
    grow_min_fill_factor = 0.2,
    store_hash = true,
)]
struct Tag {
    relation: u32,
    block: u32,
}

#[derive(SimpleHash)]
#[simplehash(policy_for = u32, hash = oid)]
struct OidPolicy;

fn oid(oid: &u32) -> u32 {
    simplehash::hash::datatype::oid(*oid)
}

#[derive(SimpleHash)]
struct Relation {
    #[simplehash(key)]
    oid: u32,
    name: &'static str,
}

fn main() {
    let mut buffers = Table::new();
    buffers.insert(Tag { relation: 1259, block: 0 }, 7);
    assert_eq!(buffers.get(&Tag { relation: 1259, block: 0 }), Some(&7));

    let mut relations = EntryTable::<Relation, OidPolicy>::default();
    relations.insert_entry(Relation { oid: 1259, name: "pg_class" });
    assert_eq!(relations.find(&1259).map(|relation| relation.name), Some("pg_class"));
}
