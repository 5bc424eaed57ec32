// SH-27: a table is not cleared under an iterator.
use simplehash::{SimpleHash, Table};

#[derive(SimpleHash, PartialEq, Eq, Hash)]
struct Key(u32);

fn iterating(mut table: Table<Key, u32>) {
    for _ in table.iter() {
        table.clear();
    }
}

fn extracting(mut table: Table<Key, u32>) {
    let mut extracted = table.extract_if(|_, _| true);
    table.clear();
    extracted.next();
}

fn main() {
    iterating(Table::new());
    extracting(Table::new());
}
