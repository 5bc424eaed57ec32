//! What is drained is taken out one by one, so the table is borrowed until the iterator goes.
use simplehash::{Set, SimpleHash};

#[derive(SimpleHash, PartialEq, Eq, Hash)]
struct Key(u32);

fn main() {
    let mut set = Set::from([Key(1), Key(2)]);
    let drain = set.drain();
    assert!(set.insert(Key(3)));
    drop(drain);
}
