use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(layout, seed = sometimes, store_hash = 1, fill_factor = 1, hash)]
struct Key(u32);

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash]
struct Other(u32);

fn main() {}
