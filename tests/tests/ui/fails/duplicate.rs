use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(fill_factor = 0.5)]
#[simplehash(seed = 1, fill_factor = 0.75)]
struct Key(u32);

fn main() {}
