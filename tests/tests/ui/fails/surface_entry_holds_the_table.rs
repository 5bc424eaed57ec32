//! While an entry is held the table is borrowed for it.
use simplehash::{SimpleHash, Table};

#[derive(SimpleHash, PartialEq, Eq, Hash)]
struct Key(u32);

fn main() {
    let mut table = Table::new();
    let entry = table.entry(Key(1));
    assert!(table.get(&Key(1)).is_none());
    entry.or_insert(1);
}
