use simplehash::{RobinHood, SimpleHash, Table};

// The default layout moves its entries: no address of one would stay good.
#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(layout = RobinHood)]
struct Key(u32);

fn main() {
    let mut table = Table::<Key, u32>::new();
    table.insert(Key(1), 1);
    table.address(&Key(1)).unwrap();
}
