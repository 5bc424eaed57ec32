use simplehash::SimpleHash;

#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(fill_factor = 2.0)]
struct Key(u32);

fn main() {}
