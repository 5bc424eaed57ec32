use simplehash::{SimpleHash, Table};

#[derive(SimpleHash, PartialEq, Eq, Hash, Clone)]
#[simplehash(value = u8, on_init = one)]
struct Key(u32);

fn one(_: &Key) -> u8 {
    1
}

fn main() {
    let mut table = Table::new();
    table.insert(Key(1), "not a u8");
}
