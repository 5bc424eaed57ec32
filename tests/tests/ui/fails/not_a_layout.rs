use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(layout = Vec<u32>, fill_factor = 0.5)]
struct Key(u32);

fn main() {}
