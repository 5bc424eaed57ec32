use simplehash::{SimpleHash, Table};

#[derive(SimpleHash, PartialEq, Eq, Hash)]
struct Key(u32);

fn main() {
    let mut table = Table::<Key, u32>::new();
    table.grow_only();
}
