use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(store_hash = false)]
struct Key(u32);

fn main() {}
