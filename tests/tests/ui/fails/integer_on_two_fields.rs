use simplehash::hash::Integer;
use simplehash::{Linear, SimpleHash, Table};

// Two integers are not one.
#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(layout = Linear, hasher = Integer)]
struct Block {
    relation: u32,
    block: u32,
}

fn main() {
    Table::<Block, u64>::new().insert(Block { relation: 1, block: 2 }, 3);
}
