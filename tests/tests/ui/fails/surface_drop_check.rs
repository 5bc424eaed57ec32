//! A table runs user code when it is dropped, so what it borrows must live longer. (The standard library's map may promise
//! otherwise, on nightly; hashbrown on stable does as here.)
use simplehash::{SimpleHash, Table};

#[derive(SimpleHash, PartialEq, Eq, Hash)]
struct Key(u32);

fn main() {
    let mut table = Table::new();
    let name = String::from("pg_class");
    table.insert(Key(1), &name);
}
